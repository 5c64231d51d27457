"""kill -9 on each program in turn while rooms are being played in (SPEC 2.15, 8.2; LESSONS).

`serve` starts a dead program again; the clients come back by themselves, as a page does.
"""

import os
import random
import signal
import time
from contextlib import ExitStack

import pytest

from games.clocks import now_ms
from tests.faults.tables import (
    AFTER_THE_PASS,
    SEED,
    TO_THE_PASS,
    Table,
    openings,
    squares_of,
)
from tests.live.replay import real_games
from tests.processes import eventually

TABLES = int(os.environ.get("FAULT_TABLES", "4"))
"""Rooms. `FAULT_TABLES=40` makes the long run of docs/testing.md."""
MOVES_BETWEEN = 4
GONE_MS = 2000 if TABLES < 10 else 10_000
"""Pings of 120 clients in this one process may come late on a busy machine."""
UNHURRIED_S = 600
STUCK_MS = 3000
"""No game may be past its deadline for longer after a restart."""
RESTART_MS = 4000
"""What `serve` and a program of its need for a start, on a busy machine; by hand it is measured."""
NO_GHOST_S = 15.0
FIRST_ANSWER_MS = 2000
"""A web server that has told its first tick answers within so long."""
OWN_BROKER = not os.environ.get("REDIS_URL")
"""A Redis that runs elsewhere is not `serve`'s to start again, nor ours to kill."""
CLOCKWORK = ("worker", "beat", *(("broker",) if OWN_BROKER else ()))
PROGRAMS = ("web server", "bots", *CLOCKWORK)


@pytest.fixture(scope="module")
def site(serve_site):
    """One site for all of this, in which an action may last two seconds, or as long as forty
    tables need to be laid on a busy machine."""
    shortened = f"outage_ms=1000,tick_ms=200,beat_ms=500,gone_ms={GONE_MS}"
    return serve_site(ACTION_SECONDS=f"2,30,{UNHURRIED_S}", DURATIONS=shortened)


def in_turn() -> list[str]:
    """Return the programs in an order that the seed chooses."""
    return random.Random(SEED).sample(PROGRAMS, len(PROGRAMS))


def kill(site, name: str) -> None:
    """Kill a program, as soon as it has come back from the last time."""
    assert eventually(lambda: name in site.children(), 60), site.children()
    os.kill(site.children()[name], signal.SIGKILL)


def all_back(site) -> None:
    """Wait until `serve` has started everything again."""
    assert eventually(lambda: set(PROGRAMS) <= set(site.children()), 60), site.children()


def test_every_program_can_be_killed_while_games_go_on(site):
    with ExitStack() as tabs:
        tables = [Table(site.url, tabs, moves, UNHURRIED_S) for moves in openings(TABLES)]
        for name in in_turn():
            for table in tables:
                table.play(MOVES_BETWEEN)
            lines = [len(viewer.frames) for table in tables for viewer in table.viewers]
            kill(site, name)
            for table in tables:
                table.play(MOVES_BETWEEN)
            for table in tables:
                assert table.meet()["game"]["result"] is None
            if name != "web server":  # Nobody needed another line to see the newest position.
                again = [len(viewer.frames) for table in tables for viewer in table.viewers]
                assert again == lines
        all_back(site)
        assert "agree with their moves" in site.manage("verify_games")


def test_a_pass_or_a_result_told_just_before_a_kill_stands_after_it(site):
    with ExitStack() as tabs:
        moves = squares_of(TO_THE_PASS + AFTER_THE_PASS)
        number = max(1, TABLES // len(PROGRAMS))
        for name in in_turn():
            passing, ending = (
                [Table(site.url, tabs, moves, UNHURRIED_S) for _ in range(number)] for _ in "12"
            )
            for table in (*passing, *ending):
                table.play(len(TO_THE_PASS) // 2 - 1)
            for table in ending:
                table.light.tab.ask("resign", game=1)
            for table in passing:
                table.play(1)
                assert table.acknowledged[-1] == "--"
            kill(site, name)
            for table in passing:
                assert table.meet()["game"]["turn"] == "light"
                table.play(2)
                table.meet()
            for table in ending:
                for viewer in table.viewers:
                    game = viewer.sees(lambda room: room["phase"] == "over")["game"]
                    assert game["result"]["reason"] == "resign"
                table.dark.insist(lambda tab: tab.ask("rematch", game=1, agree=True))
                table.light.insist(lambda tab: tab.ask("rematch", game=1, agree=True))
                for viewer in table.viewers:
                    viewer.sees(lambda room: room["game"]["number"] == 2)
                table.has_one_result_at_most()
        all_back(site)
        assert "agree with their moves" in site.manage("verify_games")


def test_who_vanished_with_the_server_is_not_shown_as_present(site):
    with ExitStack() as tabs:
        table = Table(site.url, tabs, real_games()[0].squares)
        dark = table.dark.tab.hello["you"]["id"]
        kill(site, "web server")
        killed_s = time.monotonic()
        for gone in (table.light, table.eve):
            gone.tab.wait_until_closed()
        table.dark.insist(lambda tab: tab.wait_for_room(lambda room: room["notice"], 5))
        table.dark.insist(
            lambda tab: tab.wait_for_people(
                lambda frame: (frame["here"], frame["watching"]) == ([dark], 0),
                GONE_MS / 1000 + 5,
            )
        )
        assert time.monotonic() - killed_s < NO_GHOST_S
        assert table.dark.tab.room["game"]["result"] is None


def test_a_restart_of_everything_costs_nobody_time(site):
    moves = real_games()[0].squares
    with ExitStack() as tabs:
        table = Table(site.url, tabs, moves)
        table.play(2)
        seen_s = time.monotonic()
        left_ms = table.dark.tab.room["game"]["clock"]["dark"]["action_ms"]
        site.stop()
        down_s = time.monotonic()
        site.start()
        down_ms = (time.monotonic() - down_s) * 1000
        picture = table.dark.sees(lambda room: room["notice"] is not None)
        away_ms = picture["notice"]["ms"]
        again_ms = picture["game"]["clock"]["dark"]["action_ms"]
        passed_ms = (time.monotonic() - seen_s) * 1000
        assert away_ms > max(1000, down_ms - FIRST_ANSWER_MS)
        assert left_ms - again_ms < passed_ms - away_ms + 1500
        table.play(2)
        table.meet()
    assert "agree with their moves" in site.manage("verify_games")


def test_after_an_outage_everybody_is_told_at_once_and_sees_the_right_clock(site):
    with ExitStack() as tabs:
        table = Table(site.url, tabs, real_games()[1].squares)
        seen_s = time.monotonic()
        server = site.children()["web server"]
        os.kill(server, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            table.eve.tab.wait_for_room(lambda room: room["notice"] is not None, 4)
        os.kill(server, signal.SIGCONT)
        for viewer in table.viewers:
            room = viewer.tab.wait_for_room(lambda room: room["notice"] is not None)
            passed_ms = (time.monotonic() - seen_s) * 1000
            away_ms = room["notice"]["ms"]
            assert away_ms >= 3800
            left_ms = room["game"]["clock"]["dark"]["action_ms"]
            assert 30_000 - left_ms < passed_ms - away_ms + 1500


@pytest.mark.parametrize("program", CLOCKWORK)
def test_a_flag_that_falls_due_while_the_clockwork_is_dead_falls_soon_after(site, program):
    with ExitStack() as tabs:
        all_back(site)
        table = Table(site.url, tabs, [], seconds=2)
        killed_ms = now_ms()
        kill(site, program)
        for viewer in table.viewers:
            room = viewer.sees(lambda room: room["phase"] == "over")
            assert room["game"]["result"]["reason"] == "time"
        notice_ms = room["notice"]["ms"] if room["notice"] else 0
        assert room["at"] < killed_ms + 2000 + notice_ms + RESTART_MS + STUCK_MS
        table.has_one_result_at_most()
    all_back(site)
    assert "agree with their moves" in site.manage("verify_games")
