"""A live game over real sockets: players, spectators, reconnection, rematch."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.live.client import Refused, link_secret_of

CASES = json.loads((Path(__file__).parents[1] / "fixtures" / "edge_cases.json").read_text())
MANY_PASSES = CASES["pass_23_white_wipeout"]
EARLY_END = CASES["shortest_game_9_black_wipeout"]


def over(room):
    return room["phase"] == "over"


@pytest.mark.parametrize("case", [MANY_PASSES, EARLY_END], ids=["23 passes", "early end"])
def test_a_whole_game_is_the_same_for_players_and_spectators_and_is_stored(match, site, case):
    table = match().start()
    eve = table.enter()
    table.play(case["transcript"])
    pictures = [tab.wait_for_room(over)["game"] for tab in (table.dark, table.light, eve)]
    for game in pictures:
        assert game["moves"] == case["with_passes"]
        assert game["board"] == case["final"]
        assert [game["result"]["dark"], game["result"]["light"]] == case["discs"]
        assert game["result"]["reason"] == "discs"
    assert "agree with their moves" in site.manage("verify_games")


def test_the_number_of_a_picture_only_grows(match):
    table = match().start()
    table.play("f5d6c3d3c4")
    for tab in (table.dark, table.light):
        numbers = [frame["seq"] for frame in tab.frames if frame["t"] == "room"]
        assert numbers == sorted(numbers)


def test_a_move_is_stored_before_anybody_sees_it(match):
    table = match().start()
    table.dark.place("f5")
    table.light.wait_for_room(lambda room: room["game"]["ply"] == 1)
    late = table.enter()
    assert late.room["game"]["moves"] == "f5"


def test_a_spectator_counts_and_stops_counting(match):
    table = match()
    eve = table.enter()
    table.dark.wait_for_people(lambda frame: frame["watching"] == 1)
    eve.close()
    table.dark.wait_for_people(lambda frame: frame["watching"] == 0)


def test_who_is_at_the_board_is_told(match):
    table = match().start()
    both = sorted(table.dark.room["seats"][side]["who"]["id"] for side in ("dark", "light"))
    table.dark.wait_for_people(lambda frame: frame["here"] == both)
    table.light.close()
    ana = table.dark.room["seats"]["dark"]["who"]["id"]
    table.dark.wait_for_people(lambda frame: frame["here"] == [ana])


def test_a_reload_gives_the_newest_picture_and_leaves_the_clock_alone(match):
    table = match().start()
    table.dark.place("f5")
    before = table.light.wait_for_room(lambda room: room["game"]["ply"] == 1)
    table.light.close()
    again = table.enter(table.ben)
    clock = again.room["game"]["clock"]
    assert again.room["seq"] >= before["seq"]
    assert clock["running"]
    assert clock["light"]["action_ms"] < before["game"]["clock"]["light"]["action_ms"]
    again.place("d6")


def test_joining_again_and_again_never_renews_a_clock(match):
    table = match().start()
    left = []
    for _ in range(10):
        table.dark.send("join", v=1, secret=None)
        left.append(table.dark.wait_for_type("room")["game"]["clock"]["dark"]["action_ms"])
    assert left == sorted(left, reverse=True)
    assert left[-1] < 30_000


def test_two_tabs_of_one_player_both_play_and_one_may_be_closed(match):
    table = match().start()
    second = table.enter(table.ana)
    second.place("f5")
    for tab in (table.dark, table.light):
        tab.wait_for_room(lambda room: room["game"]["ply"] == 1)
    second.close()
    table.light.place("d6")
    table.dark.wait_for_room(lambda room: room["game"]["ply"] == 2)
    table.dark.place("c3")


def test_a_move_sent_from_two_tabs_is_made_once(match):
    table = match().start()
    second = table.enter(table.ana)
    for tab in (table.dark, second):
        tab.send("place", sq="f5", game=1, ply=0)
    answers = [code for tab in (table.dark, second) for code in _refusals(tab)]
    assert answers == ["stale"]
    room = table.light.wait_for_room(lambda room: room["game"]["ply"] == 1)
    assert room["game"]["moves"] == "f5"


def _refusals(tab) -> list[str]:
    """The codes of everything the server has refused to this tab until now."""
    tab.send("ping", n=99, seen=0)
    tab.wait_for(lambda frame: frame["t"] == "pong" and frame["n"] == 99)
    return [frame["code"] for frame in tab.frames if frame["t"] == "refused"]


def test_a_seat_is_taken_by_one_of_two_who_want_it(match, visit):
    table = match()
    table.light.ask("stand")
    tabs = []
    for _ in range(2):
        person = visit()
        person.become_guest()
        tabs.append(table.enter(person))
    for tab in tabs:
        tab.send("sit", side="light")
    assert [code for tab in tabs for code in _refusals(tab)] == ["seat_taken"]
    who = [tab.wait_for_room(lambda room: room["seats"]["light"]["who"]) for tab in tabs]
    assert who[0]["seats"]["light"] == who[1]["seats"]["light"]


def test_a_lost_cookie_costs_no_seat_while_the_tab_keeps_its_secret(match, visit):
    table = match().start()
    secret = _secret(table.dark)
    table.dark.close()
    stranger = visit()
    tab = table.enter(stranger, secret)
    assert tab.hello["you"]["id"] == tab.room["seats"]["dark"]["who"]["id"]
    tab.place("f5")


def _secret(tab) -> str:
    seat = next(frame for frame in tab.frames if frame["t"] == "seat")
    return str(seat["secret"])


def test_a_forged_secret_gives_no_seat(match, visit):
    table = match().start()
    secret = _secret(table.dark)
    forged = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    for wrong in (forged, "0" * 32, "", "é" * 32):
        tab = table.enter(visit(), wrong)
        assert tab.hello["you"] is None
        with pytest.raises(Refused, match="no_identity"):
            tab.place("f5")


def test_a_secret_of_one_room_gives_nothing_in_another(match, visit):
    first, second = match().start(), match().start()
    tab = second.enter(visit(), _secret(first.dark))
    assert tab.hello["you"] is None


def test_a_rematch_starts_when_both_agree_with_seats_swapped(match):
    table = match().start()
    table.light.ask("resign", game=1)
    table.dark.wait_for_room(over)
    table.dark.ask("rematch", game=1, agree=True)
    table.light.wait_for_room(lambda room: room["game"]["rematch"] == ["dark"])
    table.light.ask("rematch", game=1, agree=True)
    room = table.dark.wait_for_room(lambda room: room["game"]["number"] == 2)
    assert room["phase"] == "playing"
    assert room["seats"]["light"]["who"]["id"] == table.dark.hello["you"]["id"]
    table.light.place("f5")


def test_pause_resume_and_end_by_the_host(match):
    table = match().start()
    paused = table.dark.ask("pause")
    left = paused["game"]["clock"]["dark"]["action_ms"]
    table.light.wait_for_room(lambda room: room["phase"] == "paused")
    with pytest.raises(Refused, match="paused"):
        table.dark.place("f5")
    with pytest.raises(Refused, match="not_host"):
        table.light.ask("resume")
    resumed = table.dark.ask("resume")
    assert resumed["game"]["clock"]["dark"]["action_ms"] == left
    assert table.dark.ask("end", game=1)["game"]["result"] == {
        "winner": None,
        "reason": "host_ended",
        "dark": 2,
        "light": 2,
    }


def test_the_host_hands_the_role_to_somebody_who_watches(match, visit):
    table = match()
    eve = visit()
    person = eve.become_guest()
    with table.enter(eve):
        names = [one["name"] for one in table.ana.get(f"{table.path}/people").json()]
        assert person["name"] in names
        room = table.dark.ask("hand_over", person=person["id"])
        assert room["host"] == person


def test_leaving_loses_the_game_and_passes_the_role_on(match):
    table = match().start()
    table.dark.send("leave")
    room = table.light.wait_for_room(over)
    assert room["game"]["result"]["reason"] == "left"
    assert room["game"]["result"]["winner"] == "light"
    assert room["seats"]["dark"]["who"] is None
    assert room["host"]["id"] == table.light.hello["you"]["id"]


def test_one_running_game_a_person(match):
    table = match().start()
    path = table.ben.open_room()
    with table.ben.enter(path) as tab:
        with pytest.raises(Refused, match="playing_elsewhere"):
            tab.ask("sit", side="dark")
        table.light.ask("resign", game=1)
        tab.ask("sit", side="dark")


def test_a_private_room_is_closed_to_who_has_no_link(match, visit):
    ana = visit()
    ana.become_guest()
    path = ana.open_room(listed=False)
    assert link_secret_of(path)
    with visit().enter(path) as guest:
        assert guest.room["listed"] is False
    with visit().enter(path.partition("?")[0], join=False) as tab:
        tab.send("join", v=1)
        assert tab.wait_for_type("refused")["code"] == "private_room"
        assert tab.wait_until_closed() == 4403
    with ana.enter(path.partition("?")[0]) as host:
        assert host.room["host"]["id"] == host.hello["you"]["id"]


def test_the_lobby_is_told_when_its_list_changes(match):
    table = match()
    url = table.ana.url.replace("http", "ws") + "/ws/lobby"
    with connect(url, additional_headers={"Origin": table.ana.url}, proxy=None) as lobby:
        lobby.ping()
        table.start()
        assert json.loads(lobby.recv(timeout=10)) == {"t": "changed"}
