"""Joining, leaving and sitting down, as frames tell of it."""

import pytest

from tests.live.client import Refused
from tests.processes import eventually


@pytest.fixture(scope="module")
def brief(serve_site):
    """A site that notices soon that everybody has gone."""
    return serve_site(DURATIONS="gone_ms=900,beat_ms=300,reload_ms=100")


def test_hello_is_the_first_frame_in_a_room_that_wakes_up_by_it(visit, brief, match):
    table = match(at=brief).start()
    for tab in (table.dark, table.light):
        tab.close()
    page = visit(at=brief)
    assert eventually(lambda: 'data-phase="paused"' in page.get("/lobby/rooms").text)
    back = table.enter(table.ana)
    assert back.room["phase"] == "playing"
    you = back.hello["you"]["id"]
    back.wait_for_people(lambda frame: frame["here"] == [you])
    kinds = [frame["t"] for frame in back.frames]
    assert kinds[0] == "hello"
    assert kinds.index("room") < kinds.index("people")


ASKED = [
    ("sit", {"side": "dark"}),
    ("stand", {}),
    ("start", {}),
    ("place", {"sq": "e6", "game": 1, "ply": 0}),
    ("resign", {"game": 1}),
    ("leave", {}),
    ("add_bot", {"side": "dark", "level": "expert"}),
    ("reserve", {"side": "light"}),
    ("withdraw", {}),
    ("hand_over", {"person": 1}),
]


def test_a_tab_that_has_left_may_ask_for_nothing_until_it_joins_again(match):
    table = match()
    table.dark.ask("leave")
    for t, fields in ASKED:
        with pytest.raises(Refused, match="join_first"):
            table.dark.ask(t, **fields)
    assert table.light.room["seats"]["dark"]["who"] is None
    table.dark.join()
    room = table.dark.ask("sit", side="dark")
    assert room["seats"]["dark"]["who"]["id"] == table.dark.hello["you"]["id"]


def test_a_refused_leave_leaves_the_tab_in_the_room(match):
    table = match()
    table.dark.send_text('{"t":"leave","id":1,"side":"dark"}')
    assert table.dark.wait_for_type("refused")["id"] == 1
    assert table.dark.ask("stand")["seats"]["dark"]["who"] is None


def test_another_tab_of_who_left_watches_on_and_may_sit_down_again(match):
    table = match().start()
    second = table.enter(table.ana)
    table.dark.ask("leave")
    room = second.wait_for_room(lambda room: room["phase"] == "over")
    assert room["seats"]["dark"]["who"] is None
    assert second.ask("sit", side="dark")["seats"]["dark"]["who"] is not None


def test_who_has_left_no_longer_counts_though_the_tab_stays_open(match):
    table = match()
    light = table.light.hello["you"]["id"]
    table.light.wait_for_people(lambda f: len(f["here"]) == 2)
    table.dark.ask("leave")
    table.light.wait_for_people(lambda f: (f["here"], f["watching"]) == ([light], 0))


def test_nobody_who_is_there_is_ever_said_to_be_away(match):
    table = match()
    seated = sorted(tab.hello["you"]["id"] for tab in (table.dark, table.light))
    for _ in range(4):
        for tab, side in ((table.dark, "dark"), (table.light, "light")):
            tab.ask("stand")
            tab.ask("sit", side=side)
    table.dark.wait_for_people(lambda f: f["here"] == seated)
    for tab in (table.dark, table.light):
        assert all(f["away"] == [] for f in tab.frames if f["t"] == "people")


def test_who_has_gone_is_said_to_be_away(brief, match):
    table = match(at=brief)
    table.light.vanish()
    light = table.light.hello["you"]["id"]
    table.dark.wait_for_people(lambda f: f["away"] == [light])
