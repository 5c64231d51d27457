"""What happens by itself, on real processes with durations of seconds (SPEC 2.3–2.5, 2.8–2.10)."""

import json

import pytest
from websockets.sync.client import connect

from tests.processes import eventually

SHORT = (
    "beat_ms=300,gone_ms=900,reload_ms=300,absence_ms=1500,empty_ms=3000,free_seat_ms=1500,"
    "host_away_ms=1500,host_outside_ms=1500,sweep_ms=200"
)


@pytest.fixture(scope="module")
def quick(serve_site):
    """A site where minutes are seconds, and an action two or thirty of them."""
    return serve_site(DURATIONS=SHORT, ACTION_SECONDS="2,30")


def phase(name):
    return lambda room: room["phase"] == name


def test_a_flag_falls_by_itself_and_soon(match, quick):
    table = match(seconds=2, at=quick).start()
    started = table.dark.room["at"]
    room = table.light.wait_for_room(phase("over"))
    assert room["game"]["result"] == {"winner": "light", "reason": "time", "dark": 2, "light": 2}
    assert 2000 <= room["at"] - started < 5000


def test_a_move_in_time_gives_the_whole_limit_to_the_other(match, quick):
    table = match(seconds=2, at=quick).start()
    table.dark.place("f5")
    room = table.dark.wait_for_room(phase("over"))
    assert room["game"]["result"]["winner"] == "dark"


def test_pausing_stops_the_flag(match, quick):
    table = match(seconds=2, at=quick).start()
    paused = table.dark.ask("pause")
    with pytest.raises(TimeoutError):
        table.light.wait_for_room(phase("over"), timeout_s=3)
    resumed = table.dark.ask("resume")
    left = [room["game"]["clock"]["dark"]["action_ms"] for room in (paused, resumed)]
    assert left[0] == left[1]
    table.light.wait_for_room(phase("over"))


def test_a_player_away_too_long_loses_to_the_one_who_stayed(match, quick):
    table = match(at=quick).start()
    table.light.close()
    room = table.dark.wait_for_room(phase("over"))
    assert (room["game"]["result"]["winner"], room["game"]["result"]["reason"]) == (
        "dark",
        "absent",
    )


def test_a_player_whose_network_goes_silent_counts_as_away_too(match, quick):
    table = match(at=quick).start()
    table.light.vanish()
    room = table.dark.wait_for_room(phase("over"))
    assert room["game"]["result"]["reason"] == "absent"


def test_coming_back_in_time_goes_on(match, quick):
    table = match(at=quick).start()
    ana = table.dark.hello["you"]["id"]
    table.light.close()
    table.dark.wait_for_people(lambda frame: frame["here"] == [ana])
    again = table.enter(table.ben)
    table.dark.wait_for_people(lambda frame: len(frame["here"]) == 2)
    table.dark.place("f5")
    again.wait_for_room(lambda room: room["game"]["ply"] == 1)
    again.place("d6")


def test_an_empty_room_pauses_keeps_the_time_and_goes_on(match, quick):
    table = match(at=quick).start()
    table.dark.close()
    table.light.close()
    eve = table.enter()
    room = eve.wait_for_room(phase("playing"))
    table.enter(table.ben)
    assert room["game"]["clock"]["dark"]["action_ms"] > 25_000


def test_an_empty_room_closes(match, quick, visit):
    table = match(at=quick)
    watcher = visit(at=quick)
    code = table.path.rpartition("/")[2]
    address = f"{quick.ws_url}/ws/lobby"
    with connect(address, additional_headers={"Origin": quick.url}, proxy=None) as lobby:
        for tab in (table.dark, table.light):
            tab.close()
        while code in watcher.get("/lobby/rooms").text:
            assert json.loads(lobby.recv(timeout=15)) == {"t": "changed"}
    with watcher.enter(table.path) as tab:
        assert tab.room["phase"] == "closed"


def test_a_seat_is_freed_when_its_person_stays_away_before_a_game(match, quick):
    table = match(at=quick)
    table.light.close()
    room = table.dark.wait_for_room(lambda room: room["seats"]["light"]["who"] is None)
    assert room["phase"] == "waiting"


def test_a_host_who_stays_away_loses_the_role(match, quick):
    table = match(at=quick)
    table.dark.close()
    ben = table.light.hello["you"]["id"]
    table.light.wait_for_room(lambda room: room["host"] and room["host"]["id"] == ben)


def test_a_host_without_a_seat_loses_the_role_when_both_are_taken(match, quick, visit):
    table = match(at=quick)
    table.dark.ask("stand")
    eve = visit(at=quick)
    eve.become_guest()
    tab = table.enter(eve)
    tab.ask("sit", side="dark")
    ben = table.light.hello["you"]["id"]
    tab.wait_for_room(lambda room: room["host"]["id"] == ben)


def test_coming_back_again_and_again_renews_no_clock(match, quick):
    table = match(seconds=2, at=quick).start()
    deadline_ms = table.dark.room["at"] + 2000
    pictures = []
    while not pictures or pictures[-1]["phase"] != "over":
        table.dark.close()
        table.dark = table.enter(table.ana)
        pictures.append(table.dark.room)
    assert len(pictures) > 3
    for room in pictures[:-1]:
        left_ms = max(0, deadline_ms - room["at"])
        assert room["game"]["clock"]["dark"]["action_ms"] == left_ms
    assert pictures[-1]["game"]["result"]["reason"] == "time"
    assert pictures[-1]["at"] < deadline_ms + 3000


def test_an_empty_room_left_again_and_again_gives_nothing_back(match, quick, visit):
    table = match(at=quick).start()
    lefts = [30_000]
    watcher = visit(at=quick)
    for _ in range(3):
        table.dark.close()
        table.light.close()
        assert eventually(lambda: '"phase": "paused"' in watcher.get(table.path).text)
        for side, person in (("dark", table.ana), ("light", table.ben)):
            setattr(table, side, table.enter(person))
        room = table.dark.wait_for_room(phase("playing"))
        lefts.append(room["game"]["clock"]["dark"]["action_ms"])
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[-1] > 20_000


def test_all_of_it_is_stored_in_order(quick):
    assert "agree with their moves" in quick.manage("verify_games")
