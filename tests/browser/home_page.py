"""The front page as somebody uses it: squares, cards, options and what is said."""

import re

from playwright.sync_api import Page, expect


class HomePage:
    """A match on this device, in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status")
        self.undo = page.locator("#controls button").nth(0)
        self.restart = page.get_by_role("button", name="Restart")
        self.result = page.locator("#result")

    def open(self) -> "HomePage":
        self.page.goto("/")
        expect(self.square("d3")).to_be_visible()
        return self

    def square(self, name: str):
        return self.page.locator(f'.cell[data-square="{name}"]')

    def legal(self):
        """The squares one may play now."""
        return self.page.locator(".cell[data-legal]")

    def play(self, *names: str) -> None:
        """Play discs, waiting until each lies there."""
        for name in names:
            self.square(name).click()
            expect(self.square(name)).to_have_attribute("data-last", "")

    def against(self, level: str) -> None:
        """Choose the computer at a level."""
        self.page.get_by_role("radio", name="Computer").check()
        self.page.get_by_role("radio", name=re.compile(f"^{level}")).check()

    def wait_for_turn(self) -> None:
        """Wait until one can play, or the round is over."""
        self.page.locator(".cell[data-legal], #home[data-phase=over]").first.wait_for()

    def discs(self) -> int:
        """How many discs lie on the board."""
        return self.page.locator(".disc[data-disc]").count()

    def until(self, condition: str) -> None:
        """Wait for an expression in the page. Playwright's own waiting needs `eval`, which isn't
        allowed here."""
        self.page.evaluate(
            f"""async () => {{ while (!(await ({condition}))) {{
            await new Promise((go) => setTimeout(go, 50)); }} }}"""
        )

    def kept(self) -> "HomePage":
        """Wait until the browser has kept the page."""
        self.until("navigator.serviceWorker.controller")
        return self
