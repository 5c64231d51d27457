"""Bots in rooms, on real processes: whole games, reservations, and the death of who thinks."""

import os
import signal
import time

import pytest
import redis

from reversi_site.broker import socket_path
from tests import processes
from tests.live.client import Refused
from tests.processes import eventually

RECOVERED_S = 4.0
"""It takes 2.2 s and a little (`bots.tasks`), and more on a machine that does other things."""


def broker_of(site):
    """Return a client of the site's broker."""
    url = site.environment.get("REDIS_URL") or f"unix://{socket_path(site.data_dir)}"
    return redis.Redis.from_url(url)


@pytest.fixture(scope="module")
def quick(serve_site):
    """A site whose bots answer as soon as they can."""
    return serve_site(DURATIONS="bot_ms=50")


@pytest.fixture
def against(visit, quick):
    """Return a function that seats a new guest, dark, in a new room against a bot, and starts."""
    tabs = []

    def seat(level):
        ana = visit(at=quick)
        ana.become_guest()
        tab = ana.enter(ana.open_room(90))
        tabs.append(tab)
        tab.ask("sit", side="dark")
        tab.ask("add_bot", side="light", level=level)
        tab.ask("start")
        return tab

    yield seat
    for tab in tabs:
        tab.close()


def my_turn(room):
    game = room["game"]
    return game["result"] is not None or game["turn"] == "dark"


def play_to_the_end(tab, until=lambda room: False):
    """Place on the first legal square, whenever it is one's turn."""
    while True:
        room = tab.wait_for_room(my_turn)
        if room["game"]["result"] is not None or until(room):
            return room
        tab.place(min(room["game"]["legal"]))


@pytest.mark.parametrize("level", ["beginner", "corner", "expert"])
def test_a_whole_game_against_each_level(against, quick, level):
    room = play_to_the_end(against(level))
    assert room["game"]["result"]["reason"] == "discs"
    assert "agree with their moves" in quick.manage("verify_games")


def test_who_has_reserved_sits_after_the_result_and_the_next_game_is_theirs(against, visit, quick):
    tab = against("beginner")
    eve = visit(at=quick)
    you = eve.become_guest()
    with eve.enter(tab.path) as eves:
        eves.ask("reserve", side="light")
        tab.wait_for_room(lambda room: room["seats"]["light"]["reserved"] is not None)
        tab.ask("remove_bot", side="light")
        tab.ask("resign", game=1)
        tab.wait_for_room(lambda room: (room["seats"]["light"]["who"] or {}).get("id") == you["id"])
        tab.ask("start")
        room = eves.wait_for_room(lambda room: room["phase"] == "playing")
        assert room["game"]["players"]["light"]["id"] == you["id"]


def secret_of(tab):
    return tab.wait_for_type("seat")["secret"]


def test_who_is_seated_gets_the_secret_of_the_seat_in_each_tab_however_it_was_taken(
    against, visit, quick
):
    tab = against("beginner")
    eve = visit(at=quick)
    you = eve.become_guest()
    with eve.enter(tab.path) as first, eve.enter(tab.path) as second:
        first.ask("reserve", side="light")
        tab.ask("resign", game=1)
        swapped = secret_of(first)
        assert secret_of(second) == swapped
        with visit(at=quick).enter(tab.path, swapped) as lost_cookie:
            assert lost_cookie.hello["you"]["id"] == you["id"]
        second.ask("stand")
        second.ask("sit", side="light")
        sat = secret_of(first)
        assert sat != swapped
        assert [frame for frame in second.frames if frame["t"] == "seat"][-1]["secret"] == sat


def code_of(tab, t, **fields):
    """Ask for something and return the code it is refused with, None if it isn't."""
    try:
        tab.ask(t, **fields)
    except Refused as refused:
        return refused.code
    return None


def test_what_is_asked_of_a_bot_by_the_wrong_one_or_twice_is_refused(against, visit, quick):
    tab = against("expert")
    eve, dan = visit(at=quick), visit(at=quick)
    for person in (eve, dan):
        person.become_guest()
    with eve.enter(tab.path) as eves, dan.enter(tab.path) as dans:
        assert code_of(eves, "add_bot", side="dark", level="expert") == "not_host"
        assert code_of(eves, "remove_bot", side="light") == "not_host"
        assert code_of(tab, "add_bot", side="dark", level="expert") == "seat_taken"
        assert code_of(tab, "reserve", side="light") == "players_cannot_reserve"
        assert code_of(dans, "withdraw") == "no_reservation"
        assert code_of(eves, "reserve", side="light") is None
        assert code_of(dans, "reserve", side="light") == "already_reserved"
        assert code_of(eves, "leave") is None
        assert code_of(dans, "reserve", side="light") is None


def thinkers(quick):
    """Return the processes that think: the worker and its children."""
    worker = quick.children()["bots"]
    children = [pid for pid in quick.everything() if processes.parent_of(pid) == worker]
    return worker, children


def caught_thinking(tab, broker, children):
    """Play until the bot's processes stand still in the middle of a thought, and return the ply."""
    while True:
        room = tab.wait_for_room(my_turn)
        ply = room["game"]["ply"] + 1
        tab.place(min(room["game"]["legal"]))
        if tab.room["game"]["turn"] == "dark":
            continue  # It had to pass.
        deadline_s = time.monotonic() + 10
        while not broker.keys(f"bots:thinks:*:{ply}:*"):
            assert time.monotonic() < deadline_s, "nobody thinks"
        for pid in children:
            os.kill(pid, signal.SIGSTOP)
        # The writer knows: only while the bot hasn't answered it is not one's turn.
        if code_of(tab, "place", sq="a1", game=1, ply=ply) == "not_your_turn":
            return ply
        for pid in children:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("victim", ["a pool child", "the worker"])
def test_who_dies_thinking_costs_no_game(against, quick, victim):
    tab = against("expert")
    play_to_the_end(tab, until=lambda room: room["game"]["ply"] >= 6)
    assert eventually(lambda: "bots" in quick.children())
    worker, children = thinkers(quick)
    with broker_of(quick) as broker:
        ply = caught_thinking(tab, broker, children)
    for pid in children if victim == "a pool child" else [worker, *children]:
        os.kill(pid, signal.SIGKILL)
    died_s = time.monotonic()
    room = tab.wait_for_room(lambda room: room["game"]["ply"] > ply)
    took_s = time.monotonic() - died_s
    print(f"{victim} dead: answered after {took_s:.2f} s")
    assert room["game"]["result"] is None
    assert took_s < RECOVERED_S
    play_to_the_end(tab, until=lambda room: room["game"]["ply"] >= ply + 6)
    assert "agree with their moves" in quick.manage("verify_games")
