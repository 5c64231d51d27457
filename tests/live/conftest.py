"""People in front of browsers, at a real site."""

from collections.abc import Callable, Generator
from contextlib import ExitStack

import pytest

from tests.live.client import Client, RoomSocket
from tests.running import Site

Visit = Callable[..., Client]


@pytest.fixture
def visit(site: Site) -> Generator[Visit, None, None]:
    """Return a function that gives a new browser at the site, or at another one."""
    with ExitStack() as browsers:

        def open_browser(language: str = "en", at: Site = site) -> Client:
            return browsers.enter_context(Client(at.url, language))

        yield open_browser


class Match:
    """A room of two guests, ana (dark, host) and ben, and how they and others get in."""

    def __init__(self, visit: Visit, tabs: ExitStack, seconds: int = 30, **where: Site) -> None:
        self._visit, self._tabs, self._where = visit, tabs, where
        self.ana, self.ben = visit(**where), visit(**where)
        for person in (self.ana, self.ben):
            person.become_guest()
        self.path = self.ana.open_room(seconds)
        self.dark = self.enter(self.ana)
        self.light = self.enter(self.ben)
        self.dark.ask("sit", side="dark")
        self.light.ask("sit", side="light")

    def start(self) -> "Match":
        """Begin the game."""
        self.dark.ask("start")
        self.light.wait_for_room(lambda room: room["phase"] == "playing")
        return self

    def enter(self, person: Client | None = None, secret: str | None = None) -> RoomSocket:
        """Open another tab: of the person, or of a spectator without identity."""
        who = person or self._visit(**self._where)
        return self._tabs.enter_context(who.enter(self.path, secret))

    def play(self, transcript: str) -> None:
        """Both sides place these discs."""
        for at in range(0, len(transcript), 2):
            game = self.dark.room["game"]
            mover, other = self.dark, self.light
            if game["turn"] == "light":
                mover, other = other, mover
            ply = mover.place(transcript[at : at + 2])["game"]["ply"]
            other.wait_for_room(lambda room, ply=ply: room["game"]["ply"] >= ply)


@pytest.fixture
def match(visit: Visit) -> Generator[Callable[..., Match], None, None]:
    """Return a function that seats two guests in a new room."""
    with ExitStack() as tabs:
        yield lambda **options: Match(visit, tabs, **options)
