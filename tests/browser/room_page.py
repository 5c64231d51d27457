"""The room as a person uses it: what is pressed, and what is to be seen."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PersonFactory, Visitor


class RoomPage:
    """One person's tab in a room."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page

    @classmethod
    def opened(cls, visitor: Visitor, seconds: int = 90) -> "RoomPage":
        """Open a room through the lobby's form."""
        visitor.page.goto("/lobby")
        visitor.page.get_by_role("radio", name=f"{seconds} seconds").check()
        visitor.page.get_by_role("button", name="Open a room").click()
        return cls(visitor).arrived()

    @classmethod
    def entered(cls, visitor: Visitor, url: str) -> "RoomPage":
        """Come by the room's link."""
        visitor.page.goto(url)
        return cls(visitor).arrived()

    def arrived(self) -> "RoomPage":
        """Wait until the page has joined the room."""
        expect(self.page.locator("#room")).to_have_attribute("data-line", "live")
        return self

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    def square(self, name: str) -> Locator:
        return self.page.locator(f"[data-square='{name}']")

    def disc(self, name: str) -> Locator:
        return self.square(name).locator("[data-disc]")

    def card(self, side: str) -> Locator:
        return self.page.locator(f"article.card[data-side='{side}']")

    def press(self, name: str) -> None:
        """Press the button with this name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def confirm(self, name: str) -> None:
        """Say yes to the question that is asked."""
        self.page.locator("dialog").get_by_role("button", name=name, exact=True).click()

    def sit(self, side: str) -> None:
        self.card(side).get_by_role("button", name="Sit here").click()
        expect(self.card(side)).to_have_attribute("data-you", "")

    def my_turn(self) -> None:
        expect(self.status).to_contain_text("Your move")

    def place(self, name: str) -> None:
        """Play on a square with the mouse, once it is one's turn there."""
        expect(self.square(name)).to_have_attribute("data-legal", "")
        self.square(name).click()
        self.shows_last(name)

    def shows_last(self, name: str) -> None:
        """Wait until this disc is the newest on the board."""
        expect(self.square(name)).to_have_attribute("data-last", "")

    def counts(self, dark: int, light: int) -> None:
        for side, count in (("dark", dark), ("light", light)):
            expect(self.card(side).locator(".card-count")).to_have_text(str(count))

    def plies(self) -> list[str]:
        """The history, a text for each ply."""
        texts: list[str] = self.page.locator("#plies button").all_inner_texts()
        return [text.replace("⇄", "").strip() for text in texts]


def play(dark: RoomPage, light: RoomPage, moves: str, others: list[RoomPage] | None = None) -> None:
    """Play a transcript with its passes; everybody sees each disc before the next."""
    mover, waits = dark, light
    for name in re.findall("..", moves):
        if name != "--":
            mover.place(name)
            for watcher in (waits, *(others or ())):
                watcher.shows_last(name)
        mover, waits = waits, mover


def seated(new_person: PersonFactory, **options: Any) -> tuple[RoomPage, RoomPage]:
    """Two people sit in a room of the first; the game hasn't started."""
    dark = RoomPage.opened(new_person(**options))
    light = RoomPage.entered(new_person(**options), dark.page.url)
    dark.sit("dark")
    light.sit("light")
    return dark, light


def started(new_person: PersonFactory, **options: Any) -> tuple[RoomPage, RoomPage]:
    """Two people in a game that has just begun."""
    dark, light = seated(new_person, **options)
    dark.press("Start game")
    dark.my_turn()
    return dark, light
