"""Floods from one socket, and sockets that break the rules: a code, an end, nobody else harmed."""

import json
import os
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from games.limits import (
    FRAGMENTS_A_MESSAGE,
    FRAMES_AT_ONCE,
    FRAMES_IN_ANY_SECOND,
    MAX_MESSAGE_BYTES,
    SOCKETS_A_PERSON,
)
from tests.faults.raw import CLOSE, PATIENCE_S, TEXT, RawSocket, frame
from tests.live.replay import real_games

SECONDS = float(os.environ.get("FLOOD_SECONDS", "3"))
"""How long floods last. `FLOOD_SECONDS=300` makes the long run of docs/testing.md."""
FRAMES_A_SECOND = 200
UNREAD_S = 5.0
SILENT = 10
SOON_S = 5.0
"""Within so much anybody else is answered, on a machine that is busy with other things too."""
PLY_S = 0.2
"""Normal players take longer, but not much longer than somebody in a hurry."""
GAME = "".join(next(game.squares for game in real_games() if not game.passes))
OPENING, MIDDLE = GAME[:24], GAME[:80]
"""The picture of a room after forty plies has some 1,500 bytes."""
JOIN = b'{"t":"join","v":1}'
SHOW_ME = frame(b'{"t":"ping","n":1,"seen":0}')
"""A ping of somebody who has seen nothing: the answer is the whole picture."""
MORE_THAN_FITS = frame(JOIN) + SHOW_ME * int(FRAMES_AT_ONCE - 1)
"""Asks for more than the kernel's buffers and the server's own can hold."""
CONTINUED, PING, PONG, RESERVED = 0x0, 0x9, 0xA, 0x3


@pytest.fixture(scope="module")
def site(serve_site):
    """A site that waits five seconds for a reader, instead of thirty, and longer for a ping."""
    return serve_site(DURATIONS=f"unread_ms={UNREAD_S * 1000:.0f},gone_ms=90000")


@pytest.fixture
def table(match):
    return match().start()


@contextmanager
def meanwhile(deed):
    """Do something again and again in a thread, until the context ends."""
    enough = threading.Event()
    errors = []

    def work():
        try:
            while not enough.is_set():
                deed(enough)
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()
    assert errors == []


def answered_s(tab) -> float:
    """How long a ping takes to be answered."""
    began_s = time.monotonic()
    tab.send("ping", n=41, seen=0)
    tab.wait_for(lambda frame: frame["t"] == "pong" and frame["n"] == 41)
    return time.monotonic() - began_s


def play_on(table, for_s: float) -> None:
    """Play openings in a room for a while; everything is answered soon and nothing refused."""
    end_s = time.monotonic() + for_s
    while time.monotonic() < end_s:
        number = table.dark.room["game"]["number"]
        pace = threading.Event()
        for at in range(0, len(OPENING), 2):
            began_s = time.monotonic()
            table.play(OPENING[at : at + 2])
            assert answered_s(table.light) < SOON_S
            assert time.monotonic() - began_s < 2 * SOON_S
            pace.wait(PLY_S)
        assert table.dark.room["game"]["moves"] == OPENING
        table.light.ask("resign", game=number)
        table.dark.ask("start")
        table.light.wait_for_room(lambda room, was=number: room["game"]["number"] > was)


def test_200_frames_a_second_are_refused_then_closed_and_nobody_else_notices(
    site, match, table, visit, flat_memory
):
    other = match().start()
    codes = []

    def flood(enough):
        with visit().enter(table.path) as tab:
            try:
                while not enough.wait(1 / FRAMES_A_SECOND):
                    tab.send_text('{"t":"resign","game":1}')
            except ConnectionClosed:
                codes.append(tab.wait_until_closed())
            codes.extend(frame["code"] for frame in tab.frames if frame["t"] == "refused")

    play_on(other, 0)
    with flat_memory(site, 24), meanwhile(flood):
        play_on(other, SECONDS)
        play_on(table, SECONDS)
    assert "too_fast" in codes
    assert 4429 in codes
    assert set(codes) <= {"too_fast", "no_identity", 4429}


AT_WIRE_SPEED = {
    "of frames in a room": (lambda table: table.path, frame(b'{"t":"ping","n":1,"seen":99}')),
    "of control frames in a room": (lambda table: table.path, frame(b"x", opcode=PING)),
    "of answers nobody asked for": (lambda table: table.path, frame(b"x", opcode=PONG)),
    "of frames in the lobby": (lambda table: "/lobby", frame(b"{}")),
    "of control frames in the lobby": (lambda table: "/lobby", frame(opcode=PING)),
}


@pytest.mark.parametrize("kind", sorted(AT_WIRE_SPEED))
def test_a_flood_at_wire_speed_is_cut_off_at_once(site, table, kind, flat_memory):
    path, one = AT_WIRE_SPEED[kind]
    with flat_memory(site, 8), RawSocket(site.url, path(table)) as eve:
        with suppress(ConnectionError):
            while True:
                eve.send(one * 2_000)
        assert eve.wait_until_dropped(SOON_S)
    assert answered_s(table.light) < SOON_S
    table.dark.place("f5")


def test_who_is_cut_off_is_told_by_a_code(site, table):
    with RawSocket(site.url, table.path) as eve:
        eve.send(frame(JOIN) + frame(opcode=PING) * (FRAMES_IN_ANY_SECOND + 1))
        assert eve.close_code() == 4429


def test_who_does_not_read_is_not_waited_for_and_sees_the_newest_later(table):
    plies = 16
    table.play(MIDDLE)
    with RawSocket(table.ana.url, table.path) as eve:
        eve.send(MORE_THAN_FITS)
        assert answered_s(table.light) < SOON_S
        pace = threading.Event()
        for at in range(len(MIDDLE), len(MIDDLE) + 2 * plies, 2):
            table.play(GAME[at : at + 2])
            pace.wait(2 / plies)
        newest = table.dark.room["seq"]
        seen = []
        while not seen or seen[-1] < newest:
            told = json.loads(eve.next_frame()[1])
            if told["t"] == "room":
                seen.append(told["seq"])
    assert len(set(seen)) <= plies // 2, "what was overtaken has waited for its reader"


def test_sockets_that_never_read_are_ended_and_cost_no_memory(site, match, table, flat_memory):
    other = match().start()

    def starve(enough):
        with ExitStack() as stack:
            silent = [stack.enter_context(RawSocket(site.url, table.path)) for _ in range(SILENT)]
            for eve in silent:
                eve.send(MORE_THAN_FITS)
            for eve in silent:
                assert eve.wait_until_dropped(10 * UNREAD_S), "it was waited for without end"

    table.play(MIDDLE)
    starve(threading.Event())
    with flat_memory(site, 24), meanwhile(starve):
        play_on(other, SECONDS)
        assert answered_s(table.dark) < SOON_S


def test_a_tab_that_leaves_without_reading_is_forgotten(site, table):
    table.play(MIDDLE)
    with RawSocket(site.url, table.path) as eve:
        eve.send(frame(JOIN) + SHOW_ME * 60)
        table.dark.wait_for_people(lambda told: told["watching"] == 1)
        eve.send(frame(b"\x03\xe8", opcode=CLOSE))
        table.dark.wait_for_people(lambda told: told["watching"] == 0, 30)


@pytest.mark.parametrize("size", [MAX_MESSAGE_BYTES + 1, 2_000_000])
def test_a_message_that_is_far_too_long_is_closed_with_its_code(site, table, size, visit):
    with visit().enter(table.path) as tab:
        with suppress(ConnectionClosed):
            tab.send_text("x" * size)
        assert tab.wait_until_closed() == 1009
    table.dark.place("f5")


def test_nesting_ten_thousand_deep_is_refused_and_the_line_stays(table):
    table.dark.send_text("[" * 10_000 + "]" * 10_000)
    assert table.dark.wait_for_type("refused")["code"] == "too_large"
    table.dark.place("f5")


BROKEN = {
    "no UTF-8": (frame(b"\xc3\x28"), 1007),
    "a reserved opcode": (frame(b"{}", opcode=RESERVED), 1002),
    "a continuation of nothing": (frame(b"{}", opcode=CONTINUED), 1002),
    "a length without end": (frame(b"{}", length=2**62), 1009),
    "a long control frame": (frame(b"{}", opcode=PING, length=2**40), 1002),
    "a message in too many pieces": (
        frame(b"{", final=False) + frame(opcode=CONTINUED, final=False) * FRAGMENTS_A_MESSAGE,
        1009,
    ),
}


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_who_breaks_the_protocol_is_closed_with_a_code_and_not_stored(
    site, table, kind, flat_memory
):
    data, code = BROKEN[kind]
    more = frame(opcode=CONTINUED, final=False) * 100_000 + b"x" * 10_000_000
    with flat_memory(site, 8), RawSocket(site.url, table.path) as eve:
        eve.send(frame(JOIN) + data)
        assert eve.close_code() == code
        with suppress(ConnectionError):
            for _ in range(100):
                eve.send(more)
        assert eve.wait_until_dropped(PATIENCE_S)
    table.dark.place("f5")


def test_a_message_in_some_pieces_is_read(table):
    with RawSocket(table.ana.url, table.path) as eve:
        pieces = [JOIN[at : at + 3] for at in range(0, len(JOIN), 3)]
        eve.send(frame(pieces[0], final=False))
        for piece in pieces[1:-1]:
            eve.send(frame(piece, opcode=CONTINUED, final=False))
        eve.send(frame(pieces[-1], opcode=CONTINUED))
        opcode, payload = eve.next_frame()
        assert (opcode, json.loads(payload)["t"]) == (TEXT, "hello")


def test_of_too_many_tabs_of_one_person_the_oldest_gives_way(table):
    table.light.close()
    oldest = table.enter(table.ben)
    tabs = [oldest, *(table.enter(table.ben) for _ in range(SOCKETS_A_PERSON - 1))]
    assert answered_s(oldest) < SOON_S
    newest = table.enter(table.ben)
    assert oldest.wait_for_type("refused")["code"] == "too_many_tabs"
    assert oldest.wait_until_closed() == 4429
    for tab in (*tabs[1:], newest):
        assert answered_s(tab) < SOON_S
    tabs[1].close()
    table.enter(table.ben)
    assert answered_s(tabs[2]) < SOON_S
    table.dark.place("f5")
    newest.wait_for_room(lambda room: room["game"]["ply"] == 1)
    newest.place("d6")


def test_commands_are_counted_by_person_over_all_their_tabs(table):
    tabs = [table.enter(table.ben) for _ in range(3)]
    for _ in range(int(FRAMES_AT_ONCE) - 20):
        for tab in tabs:
            tab.send("resume")
    for tab in tabs:
        assert answered_s(tab) < SOON_S
    codes = [frame["code"] for tab in tabs for frame in tab.frames if frame["t"] == "refused"]
    assert codes.count("too_fast") > FRAMES_AT_ONCE / 2
    assert codes.count("not_host") >= FRAMES_AT_ONCE / 2
    table.dark.place("f5")
    table.light.wait_for_room(lambda room: room["game"]["ply"] == 1)


def test_all_of_it_left_no_error_and_rows_that_agree(site):
    assert "agree with their moves" in site.manage("verify_games")
    printed = "".join(site.output)
    assert "Traceback" not in printed and "ERROR" not in printed
