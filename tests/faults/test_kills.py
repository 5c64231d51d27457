"""kill -9 on each program in turn while rooms are being played in (SPEC 2.15, 8.2; LESSONS).

`serve` starts a dead program again; the clients come back by themselves, as a page does.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.live.client import Client, Closed, Frame, Refused, RoomSocket
from tests.live.replay import real_games

TABLES = int(os.environ.get("FAULT_TABLES", "4"))
"""Rooms. `FAULT_TABLES=40` makes the long run of docs/testing.md."""
MOVES_BETWEEN = 4
PATIENCE_S = 60.0
OWN_BROKER = not os.environ.get("REDIS_URL")
"""A Redis that runs elsewhere is not `serve`'s to start again, nor ours to kill."""
CLOCKWORK = ("worker", "beat", *(("broker",) if OWN_BROKER else ()))
PROGRAMS = ("web server", *CLOCKWORK)
LOST = (Closed, WebSocketException, OSError, TimeoutError)
"""What a client meets while a program is away."""
AGAIN = ("unavailable", "join_first")


class Player:
    """One side, with a page that joins again whenever its line is lost."""

    def __init__(self, url: str, tabs: ExitStack) -> None:
        self._tabs = tabs
        self.person = tabs.enter_context(Client(url))
        self.person.become_guest()
        self.path = ""
        self._tab: RoomSocket | None = None

    @property
    def tab(self) -> RoomSocket:
        """The open tab; a new one where there is none."""
        if self._tab is None:
            self._tab = self._tabs.enter_context(self.person.enter(self.path))
        return self._tab

    def insist(self, deed: Callable[[RoomSocket], Any]) -> Any:
        """Do something, coming back as often as it takes."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return deed(self.tab)
            except LOST:
                self._tab = None
            except Refused as refused:
                if refused.code not in AGAIN:
                    raise
            assert time.monotonic() < deadline_s, "the site did not come back"


class Table:
    """A room with two such players, and the moves the server has acknowledged to them."""

    def __init__(self, url: str, tabs: ExitStack, moves: list[str]) -> None:
        self.dark, self.light = Player(url, tabs), Player(url, tabs)
        self.dark.path = self.light.path = self.dark.person.open_room(30)
        self.dark.tab.ask("sit", side="dark")
        self.light.tab.ask("sit", side="light")
        self.dark.tab.ask("start")
        self.moves = iter(moves)
        self.acknowledged: list[str] = []

    def play(self, count: int) -> None:
        """Play so many more discs, whatever happens to the site meanwhile."""
        for _ in range(count):
            square = next(self.moves)
            ply = len(self.acknowledged)
            mover = self.dark if self._picture(ply)["game"]["turn"] == "dark" else self.light

            def deed(tab: RoomSocket, square: str = square, ply: int = ply) -> Frame:
                newest = tab.wait_for_room(lambda room: room["game"]["ply"] >= ply, 5)
                if newest["game"]["ply"] > ply:
                    return newest  # It had been stored before the line was lost.
                return tab.place(square)

            mover.insist(deed)
            self.acknowledged.append(square)

    def meet(self, ply: int) -> None:
        """Both see the position after so many plies."""
        for player in (self.dark, self.light):
            player.insist(lambda tab: tab.wait_for_room(lambda room: room["game"]["ply"] == ply, 5))

    def _picture(self, ply: int) -> Frame:
        picture: Frame = self.dark.insist(
            lambda tab: tab.wait_for_room(lambda room: room["game"]["ply"] >= ply, 5)
        )
        return picture


@pytest.fixture(scope="module")
def opening_moves() -> list[list[str]]:
    """Moves of real games in which nobody passes early."""
    games = [game for game in real_games() if not game.passes or game.passes[0] > 40]
    return [game.squares for game in games[:TABLES]]


@pytest.fixture(scope="module")
def site(serve_site):
    """One site for all of this, in which an action may last two seconds."""
    return serve_site(ACTION_SECONDS="2,30", DURATIONS="outage_ms=1000,tick_ms=200")


def test_every_program_can_be_killed_while_games_go_on(site, opening_moves):
    with ExitStack() as tabs:
        tables = [Table(site.url, tabs, moves) for moves in opening_moves]
        spectator = tabs.enter_context(Client(site.url))
        for name in PROGRAMS:
            for table in tables:
                table.play(MOVES_BETWEEN)
            os.kill(site.children()[name], signal.SIGKILL)
            for table in tables:
                table.play(MOVES_BETWEEN)
        for table in tables:
            with spectator.enter(table.dark.path) as tab:
                game = tab.room["game"]
                assert game["moves"] == "".join(table.acknowledged)
                assert game["result"] is None
            table.meet(len(table.acknowledged))
        all_back(site)
        assert "agree with their moves" in site.manage("verify_games")


def test_a_restart_of_everything_costs_nobody_time(site):
    moves = real_games()[0].squares
    with ExitStack() as tabs:
        table = Table(site.url, tabs, moves)
        table.play(2)
        seen_s = time.monotonic()
        left_ms = table.dark.tab.room["game"]["clock"]["dark"]["action_ms"]
        site.stop()
        site.start()
        picture = table.dark.insist(
            lambda tab: tab.wait_for_room(lambda room: room["notice"] is not None, 5)
        )
        away_ms = picture["notice"]["ms"]
        again_ms = picture["game"]["clock"]["dark"]["action_ms"]
        passed_ms = (time.monotonic() - seen_s) * 1000
        assert away_ms > 1000
        assert left_ms - again_ms < passed_ms - away_ms + 1500
        table.play(2)
    assert "agree with their moves" in site.manage("verify_games")


def test_after_an_outage_everybody_is_told_at_once_and_sees_the_right_clock(site):
    moves = real_games()[1].squares
    with ExitStack() as tabs:
        table = Table(site.url, tabs, moves)
        eve = tabs.enter_context(tabs.enter_context(Client(site.url)).enter(table.dark.path))
        seen_s = time.monotonic()
        server = site.children()["web server"]
        os.kill(server, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            eve.wait_for(lambda frame: frame["t"] == "room", 4)
        os.kill(server, signal.SIGCONT)
        for tab in (table.dark.tab, table.light.tab, eve):
            room = tab.wait_for_room(lambda room: room["notice"] is not None)
            passed_ms = (time.monotonic() - seen_s) * 1000
            away_ms = room["notice"]["ms"]
            assert away_ms >= 3000
            left_ms = room["game"]["clock"]["dark"]["action_ms"]
            assert 30_000 - left_ms < passed_ms - away_ms + 1500


def all_back(site) -> None:
    """Wait until `serve` has started everything again."""
    deadline_s = time.monotonic() + PATIENCE_S
    while sorted(site.children()) != sorted(PROGRAMS):
        assert time.monotonic() < deadline_s, site.children()


@pytest.mark.parametrize("program", CLOCKWORK)
def test_a_flag_that_falls_due_while_the_clockwork_is_dead_falls_soon_after(site, program):
    with ExitStack() as tabs:
        people = [Player(site.url, tabs) for _ in range(2)]
        for player in people:
            player.path = people[0].path or people[0].person.open_room(2)
            people[0].path = player.path
        dark, light = (player.tab for player in people)
        dark.ask("sit", side="dark")
        light.ask("sit", side="light")
        dark.ask("start")
        os.kill(site.children()[program], signal.SIGKILL)
        room = light.wait_for_room(lambda room: room["phase"] == "over", 30)
        assert room["game"]["result"]["reason"] == "time"
    all_back(site)
    assert "agree with their moves" in site.manage("verify_games")
