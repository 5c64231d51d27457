"""Real browsers on a real site: one headless Chromium, a fresh context for each person."""

import shutil
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    sync_playwright,
)

from tests.running import Site

HERE = Path(__file__).resolve().parent
ON_PATH = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
"""No sandbox, for CI runs as root; otherwise no connection that a test didn't ask for."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: Playwright's event loop stays in the way of asyncio's."""
    items.sort(key=lambda item: HERE in item.path.parents)


@dataclass(slots=True)
class Visitor:
    """Somebody in front of a browser of their own."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    """What the console and the page said of errors; the test fails if any is left at its end."""


PersonFactory = Callable[..., Visitor]
"""Called with options of Playwright's `new_context` as keywords."""


def chromium_on_path() -> str | None:
    """Return the program; None stands for Playwright's own."""
    return next(filter(None, map(shutil.which, ON_PATH)), None)


@pytest.fixture(scope="session")
def chromium() -> Generator[Browser, None, None]:
    """Start the Chromium on PATH, else the one that Playwright has installed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_on_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_person(chromium: Browser, site: Site) -> Generator[PersonFactory, None, None]:
    """Let people come: each call is one more, with cookies and storage of their own.

    Pages are relative to the shared site; `new_person(base_url=…)` goes to another.
    """
    visitors: list[Visitor] = []

    def come(**options: Any) -> Visitor:
        options = {"base_url": site.url, "locale": "en", **options}
        context = chromium.new_context(**options)
        visitor = Visitor(context, context.new_page())
        context.on("page", lambda page: _listen(page, visitor.complaints))
        _listen(visitor.page, visitor.complaints)
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert not complaints, "\n".join(complaints)


def _listen(page: Page, complaints: list[str]) -> None:
    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text} ({message.location.get('url')})")

    def on_error(error: Error) -> None:
        complaints.append(f"page: {error.message}")

    page.on("console", on_console)
    page.on("pageerror", on_error)
