"""SPEC 12 over real sockets and HTTP: a code, a message, nothing changed, the line kept."""

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games.limits import DROPPED_BEFORE_CLOSE, FRAMES_AT_ONCE, MAX_FRAME_BYTES
from games.messages import message

SQUARES_THAT_ARE_NONE = ["", "e", "z9", "a0", "e9", "--", "é1"]
UNREADABLE = {
    "nothing": "",
    "no object": "[1, 2]",
    "cut off": '{"t":"place"',
    "no type": "{}",
    "a number as type": '{"t":7}',
    "an extra field": '{"t":"stand","now_ms":1}',
    "a missing field": '{"t":"place","sq":"e6"}',
    "a wrong type": '{"t":"place","sq":"e6","game":"1","ply":0}',
    "a huge number": '{"t":"resign","game":' + "9" * 300 + "}",
    "a fraction": '{"t":"place","sq":"e6","game":1,"ply":0.5}',
    "deep nesting": "[" * 2000 + "]" * 2000,
    "a script": '{"t":"sit","side":"<script>alert(1)</script>"}',
    "bidi": '{"t":"sit","side":"\u202edark"}',
    "binary": b"\x00\xff\xfe",
    "binary that reads as a frame": b'{"t":"stand"}',
}


def answer_to(tab, text):
    """Send something and return the refusal, having seen that the line still stands."""
    tab.send_text(text)
    refused = tab.wait_for_type("refused")
    tab.send("ping", n=5, seen=0)
    tab.wait_for(lambda frame: frame["t"] == "pong" and frame["n"] == 5)
    return refused


def command(**frame):
    return json.dumps({"id": 77, **frame})


def place(square="f5", game=1, ply=0):
    return command(t="place", sq=square, game=game, ply=ply)


@pytest.fixture
def table(match):
    return match().start()


def unchanged(table):
    """The room as a newcomer sees it, without what only the time changes."""
    room = table.enter().room
    room["game"].pop("clock")
    return {**room, "at": 0}


@pytest.mark.parametrize("kind", sorted(UNREADABLE))
def test_what_cannot_be_read_is_refused_and_changes_nothing(table, kind):
    before = unchanged(table)
    assert answer_to(table.dark, UNREADABLE[kind])["code"] == "bad_frame"
    assert unchanged(table) == before


def test_an_unknown_type_and_a_frame_too_long_have_codes_of_their_own(table):
    assert answer_to(table.dark, '{"t":"cheat"}')["code"] == "unknown_type"
    long = '{"t":"stand"}' + " " * MAX_FRAME_BYTES
    assert answer_to(table.dark, long)["code"] == "too_large"


def test_moves_that_cannot_be_made_are_refused_with_the_reason(table):
    before = unchanged(table)
    for square in SQUARES_THAT_ARE_NONE:
        assert answer_to(table.dark, place(square))["code"] == "not_a_square"
    for text, code in (
        (place("d4"), "occupied"),
        (place("a1"), "captures_nothing"),
        (place(ply=1), "stale"),
        (place(ply=2**53), "stale"),
        (place(game=0), "stale"),
        (place(game=2), "stale"),
    ):
        refused = answer_to(table.dark, text)
        assert (refused["code"], refused["id"]) == (code, 77)
    assert answer_to(table.light, place())["code"] == "not_your_turn"
    assert unchanged(table) == before


def test_a_refusal_is_followed_by_the_newest_picture(table):
    table.dark.place("f5")
    table.dark.send_text(place("d6", ply=0))
    table.dark.wait_for_type("refused")
    assert table.dark.wait_for_type("room")["game"]["ply"] == 1


def test_nothing_is_played_while_paused(table):
    table.dark.ask("pause")
    for tab in (table.dark, table.light):
        assert answer_to(tab, place())["code"] == "paused"
    assert table.enter().room["game"]["ply"] == 0


def test_nothing_is_played_after_the_end(table):
    table.light.ask("resign", game=1)
    table.dark.wait_for_room(lambda room: room["phase"] == "over")
    for text in (
        place(),
        command(t="resign", game=1),
        command(t="end", game=1),
        command(t="pause"),
    ):
        assert answer_to(table.dark, text)["code"] == "game_over"
    assert table.enter().room["game"]["result"]["winner"] == "dark"


@pytest.mark.parametrize("identity", [False, True], ids=["without identity", "a guest"])
def test_a_spectator_changes_nothing(table, visit, identity):
    browser = visit()
    if identity:
        browser.become_guest()
    eve = table.enter(browser)
    before = unchanged(table)
    expected = {
        "place": place(),
        "resign": command(t="resign", game=1),
        "rematch": command(t="rematch", game=1, agree=True),
        "sit": command(t="sit", side="dark"),
        "stand": command(t="stand"),
        "start": command(t="start"),
        "pause": command(t="pause"),
        "end": command(t="end", game=1),
        "hand_over": command(t="hand_over", person=1),
        "add_bot": command(t="add_bot", side="dark", level="expert"),
        "remove_bot": command(t="remove_bot", side="dark"),
        "reserve": command(t="reserve", side="dark"),
        "withdraw": command(t="withdraw"),
    }
    codes = {name: answer_to(eve, text)["code"] for name, text in expected.items()}
    if not identity:
        assert set(codes.values()) == {"no_identity"}
    else:
        assert codes == {
            "place": "not_a_player",
            "resign": "not_a_player",
            "rematch": "game_running",
            "sit": "seat_taken",
            "stand": "not_seated",
            "start": "not_host",
            "pause": "not_host",
            "end": "not_host",
            "hand_over": "not_host",
            "add_bot": "not_host",
            "remove_bot": "not_host",
            "reserve": "not_a_bot",
            "withdraw": "no_reservation",
        }
    assert unchanged(table) == before


def test_one_person_cannot_have_both_seats(match):
    table = match()
    table.light.ask("stand")
    assert answer_to(table.dark, command(t="sit", side="light"))["code"] == "already_seated"
    assert table.enter().room["seats"]["light"]["who"] is None


@pytest.mark.parametrize("code", ["NOSUCHRM", "x", "%00", "<b>", "x" * 2000])
def test_an_unknown_room_is_refused_and_the_socket_closed(visit, code):
    with visit().enter(f"/r/{code}", join=False) as tab:
        tab.send("join", v=1)
        assert tab.wait_for_type("refused")["code"] == "unknown_room"
        assert tab.wait_until_closed() == 4404


def test_a_frame_before_joining_is_refused(match, visit):
    table = match()
    with visit().enter(table.path, join=False) as tab:
        tab.send_text(place())
        refused = tab.wait_for_type("refused")
        assert (refused["code"], refused["id"]) == ("join_first", 77)
        tab.join()


@pytest.mark.parametrize("language", ["en", "pt-BR", "es", "gl", "es-AR", "xx", "*", "\x00"])
def test_the_message_is_in_the_language_of_the_browser(match, visit, language):
    table = match().start()
    browser = visit(language if language != "\x00" else "en")
    browser.become_guest()
    eve = table.enter(browser)
    expected = {"pt-BR": "pt-br", "es": "es", "es-AR": "es", "gl": "gl"}.get(language, "en")
    assert answer_to(eve, place())["text"] == message("not_a_player", expected)


def test_the_chosen_language_goes_before_the_browsers(match, visit):
    table = match().start()
    browser = visit("en")
    browser.become_guest()
    browser.http.cookies.set("django_language", "gl")
    assert answer_to(table.enter(browser), place())["text"] == message("not_a_player", "gl")


def test_a_page_of_another_version_is_told_so(match, visit):
    table = match()
    with visit().enter(table.path, join=False) as tab:
        assert answer_to_join(tab, v=99)["code"] == "outdated"
        tab.join()


def answer_to_join(tab, **fields):
    tab.send("join", **fields)
    return tab.wait_for_type("refused")


def test_too_many_frames_are_refused_and_the_line_stays(table):
    for _ in range(int(FRAMES_AT_ONCE) + 20):
        table.dark.send_text(place("a1"))
    table.dark.wait_for(lambda frame: frame.get("code") == "too_fast")
    table.light.send("ping", n=3, seen=0)
    table.light.wait_for(lambda frame: frame["t"] == "pong" and frame["n"] == 3)


def test_who_goes_on_sending_is_closed_and_can_come_back(table):
    with contextlib.suppress(ConnectionClosed):
        for _ in range(2 * (int(FRAMES_AT_ONCE) + DROPPED_BEFORE_CLOSE)):
            table.dark.send_text(place("a1"))
    assert table.dark.wait_until_closed() == 4429
    table.enter(table.ana).place("f5")


def test_a_foreign_page_cannot_open_a_socket(match):
    table = match()
    address = table.ana.url.replace("http", "ws") + "/ws" + table.path
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers={"Origin": "https://elsewhere.example"}, proxy=None),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/ws/r/", "/ws/nothing", "/ws"])
def test_a_socket_that_leads_nowhere_is_refused_without_an_error(visit, path):
    url = visit().url
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url.replace("http", "ws") + path, additional_headers={"Origin": url}, proxy=None),
    ):
        pass
    assert refused.value.response.status_code in (403, 404)


def test_bad_input_over_http_is_answered_with_a_page_and_never_a_500(visit, match):
    table = match()
    browser = visit()
    for path in ("/r/NOSUCHRM", "/r/%00", "/r/" + "x" * 3000, "/nothing", "/r/%F0%9F%A6%8A"):
        answer = browser.get(path)
        assert answer.status_code == 404
        assert "/lobby" in answer.text
    assert browser.get(table.path + "?k=%00%F0").status_code == 200
    for seconds in ("0", "-1", "31", "1e9", "<script>", ""):
        answer = browser.post("/lobby/open", seconds=seconds)
        assert answer.status_code == 400
        assert "<script>alert" not in answer.text
    for code in ("<script>alert(1)</script>", "\u202e", "x" * 10_000, "NOSUCHRM"):
        answer = browser.post("/lobby/code", code=code)
        assert answer.status_code == 400
        assert "<script>alert" not in answer.text
    assert browser.http.post("/lobby/open", data={"seconds": "30"}).status_code == 403
