"""axe-core in a page: what it finds against the rules of accessibility, in words."""

from typing import Any

from playwright.sync_api import Page

from tests.backends import ROOT

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, {
    resultTypes: ["violations"], rules: {"target-size": {enabled: true}},
})).violations"""
"""All that axe does by itself (WCAG 2.2 A and AA, good practice), and the size of buttons."""


def violations(page: Page) -> list[str]:
    """Return what axe finds in the page as it is now, a text for each element."""
    if page.evaluate("typeof axe") == "undefined":
        # By the debugger's way: the page's own policy lets no strange script in.
        page.evaluate(SOURCE.read_text())
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [_words(rule, node) for rule in found for node in rule["nodes"]]


def _words(rule: dict[str, Any], node: dict[str, Any]) -> str:
    lines = [
        f"{rule['id']} ({rule['impact']}): {rule['help']}",
        f"at {' '.join(map(str, node['target']))}: {node['html'][:200]}",
        *str(node["failureSummary"]).splitlines(),
    ]
    return "\n    ".join(lines)
