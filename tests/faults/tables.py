"""People at tables whose pages come back by themselves, as a browser's do, whatever dies."""

import json
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import WebSocketException

from tests.backends import ROOT
from tests.live.client import Client, Closed, Frame, Refused, RoomSocket
from tests.live.replay import real_games

SEED = int(os.environ.get("FAULT_SEED", "0"))
"""Chooses games and orders. `tests.faults.soak` gives each round another."""
PATIENCE_S = 60.0
LOST = (Closed, WebSocketException, OSError, TimeoutError)
"""What a client meets while a program is away."""
AGAIN = ("unavailable", "join_first")
_CASES = json.loads((ROOT / "tests" / "fixtures" / "edge_cases.json").read_text())
PASSING = _CASES["pass_23_white_wipeout"]["with_passes"]
"""A game in which dark passes after twelve discs already."""
TO_THE_PASS, AFTER_THE_PASS = PASSING.split("--")[:2]


def squares_of(transcript: str) -> list[str]:
    """Return the squares of a transcript without passes."""
    return [transcript[at : at + 2] for at in range(0, len(transcript), 2)]


def openings(count: int) -> list[list[str]]:
    """Return the moves of so many real games in which nobody passes early."""
    games = [game for game in real_games() if not game.passes or game.passes[0] > 40]
    random.Random(SEED).shuffle(games)
    return [game.squares for game in games[:count]]


class Viewer:
    """Somebody whose page joins again whenever its line is lost: without a reload."""

    def __init__(self, url: str, tabs: ExitStack, path: str = "") -> None:
        self._tabs = tabs
        self.person = tabs.enter_context(Client(url))
        self.path = path
        self.returns = 0
        """How often it had to join again."""
        self.frames: list[list[Frame]] = []
        """What each of its lines has brought."""
        self._tab: RoomSocket | None = None

    @property
    def tab(self) -> RoomSocket:
        """The open line; a new one where there is none."""
        if self._tab is None:
            self._tab = self._tabs.enter_context(self.person.enter(self.path))
            self.frames.append(self._tab.frames)
        return self._tab

    def insist(self, deed: Callable[[RoomSocket], Any]) -> Any:
        """Do something, coming back as often as it takes."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return deed(self.tab)
            except LOST as lost:
                # A line that is merely silent is kept: what it lacks must come by itself.
                if not isinstance(lost, TimeoutError) or self._tab is None:
                    self.returns += self._tab is not None
                    self._tab = None
            except Refused as refused:
                if refused.code not in AGAIN:
                    raise
            newest = None if self._tab is None else self._tab.room
            assert time.monotonic() < deadline_s, f"it did not come: {newest}"

    def sees(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Wait for a picture that is `wanted`."""
        picture: Frame = self.insist(lambda tab: tab.wait_for_room(wanted, 5))
        return picture

    def moves_to(self, url: str) -> None:
        """Find the site at another address from the next line on, as through a balancer."""
        cookies = self.person.http.cookies
        self.person = self._tabs.enter_context(Client(url))
        self.person.http.cookies.update(cookies)

    def results(self) -> dict[int, set[str]]:
        """Return the results it was ever shown, by game."""
        shown: dict[int, set[str]] = defaultdict(set)
        for frame in (frame for line in self.frames for frame in list(line)):
            if frame["t"] == "room" and frame["game"] and frame["game"]["result"]:
                shown[frame["game"]["id"]].add(json.dumps(frame["game"]["result"]))
        return shown


class Table:
    """A room with two players and a spectator, and the moves the server has acknowledged."""

    def __init__(self, url: str, tabs: ExitStack, moves: list[str], seconds: int = 30) -> None:
        self.dark, self.light, self.eve = (Viewer(url, tabs) for _ in range(3))
        for player in (self.dark, self.light):
            player.person.become_guest()
        path = self.dark.person.open_room(seconds)
        for viewer in self.viewers:
            viewer.path = path
        for viewer in self.viewers:
            viewer.sees(lambda room: room["phase"] == "waiting")
        # What was killed for the table before may still be on its way back.
        self.dark.insist(lambda tab: tab.ask("sit", side="dark"))
        self.light.insist(lambda tab: tab.ask("sit", side="light"))
        self.dark.insist(lambda tab: tab.ask("start"))
        for viewer in self.viewers:
            viewer.sees(lambda room: room["phase"] == "playing")
        self.moves = iter(moves)
        self.acknowledged: list[str] = []

    @property
    def viewers(self) -> tuple[Viewer, Viewer, Viewer]:
        """Everybody at the table."""
        return self.dark, self.light, self.eve

    def play(self, count: int) -> None:
        """Play so many more discs, whatever happens to the site meanwhile."""
        for _ in range(count):
            square = next(self.moves)
            ply = len(self.acknowledged)
            picture = self.dark.sees(lambda room, ply=ply: room["game"]["ply"] >= ply)
            mover = self.dark if picture["game"]["turn"] == "dark" else self.light

            def deed(tab: RoomSocket, square: str = square, ply: int = ply) -> Frame:
                newest = tab.wait_for_room(lambda room: room["game"]["ply"] >= ply, 5)
                if newest["game"]["ply"] > ply:
                    return newest  # It had been stored before the line was lost.
                return tab.place(square)

            moves = mover.insist(deed)["game"]["moves"]
            self.acknowledged += squares_of(moves)[ply:]
            assert self.acknowledged[ply] == square

    def meet(self) -> Frame:
        """Everybody sees the position after the acknowledged plies, and nothing else."""
        moves = "".join(self.acknowledged)
        for viewer in self.viewers:
            picture = viewer.sees(lambda room: room["game"]["ply"] >= len(self.acknowledged))
            assert picture["game"]["moves"] == moves
        return picture

    def has_one_result_at_most(self) -> None:
        """Nobody was ever shown two results of one game, nor another than the others."""
        shown: dict[int, set[str]] = defaultdict(set)
        for viewer in self.viewers:
            for game, results in viewer.results().items():
                shown[game] |= results
        assert all(len(results) == 1 for results in shown.values()), shown
