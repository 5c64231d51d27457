"""SPEC 2.6: what is done around a result while a bot's seat is reserved, or the bot is to leave."""

import pytest

from games.core.clock import TimeControl
from games.core.events import SatDown, StoodUp
from games.core.state import Person
from story import PEOPLE, START_MS, bot_game

UNHURRIED = TimeControl(total_ms=10 * 3600 * 1000)
"""So that nobody's flag falls first."""


@pytest.mark.parametrize(
    ("lines", "ended"),
    [
        (["2 alice resigns"], ("light", "resign")),
        (["2 alice leaves"], ("light", "left")),
        (["9 server sees alice gone since 5", "125 server looks"], ("light", "absent")),
        (["2 alice ends"], (None, "host_ended")),
        (["2 alice pauses", "7200 server looks"], (None, "two_hours")),
        (["2 server voids"], (None, "void")),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("removed", [False, True], ids=["", "and the bot is to leave"])
def test_every_kind_of_result_but_closing_seats_who_has_reserved(lines, ended, removed):
    before = ["1 eve reserves light", *(["1 alice removes light"] if removed else [])]
    story = bot_game(*before, *lines, control=UNHURRIED)
    assert story.ended == ended
    for seconds in (7201, 7202):
        story.tell(f"{seconds} server looks")
    assert story.seat("light") == "eve"
    assert story.state.light.reserved_by is None
    assert [event.who for event in story.happened(SatDown)][2:] == [PEOPLE["eve"]]


def test_a_flag_seats_who_has_reserved():
    story = bot_game("1 eve reserves light", "31 server looks")
    assert story.ended == ("light", "time")
    assert story.seat("light") == "eve"


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("asked", ["alice starts", "alice agrees"])
def test_with_a_removal_pending_there_is_nobody_to_play_the_next_game(asked, removed):
    code = {"alice starts": "seats_empty", "alice agrees": "opponent_changed"}[asked]
    story = bot_game("1 alice removes light", *(["1 alice keeps light"] if not removed else []))
    story.tell("2 alice resigns", f"2.1 {asked}{f' ! {code}' if removed else ''}")
    if removed:
        assert story.tell("3 server looks").seat("light") is None
        story.tell("4 alice adds corner light", "5 alice starts")
    assert story.state.phase == "playing"
    assert story.game.number == 2


def test_a_bot_is_added_to_the_seat_that_a_removal_leaves_and_to_no_other():
    story = bot_game("1 alice removes light", "2 alice resigns", "2.1 alice adds corner light")
    assert story.seat("light") == "corner"
    assert not story.state.light.leaving
    assert len(story.happened(StoodUp)) == 1
    assert story.tell("3 alice starts").game.number == 2


def test_no_bot_takes_the_seat_of_who_has_reserved_it():
    story = bot_game("1 eve reserves light", "2 alice resigns")
    story.tell(
        "2.1 alice adds corner light ! seat_taken", "2.2 alice adds corner dark ! seat_taken"
    )
    assert story.tell("3 server looks").seat("light") == "eve"


@pytest.mark.parametrize(
    "then", [["3 eve stands"], ["3 server looks", "4 eve stands"], ["3 eve leaves"]]
)
def test_who_gives_up_the_seat_after_the_result_leaves_it_to_a_new_bot(then):
    story = bot_game("1 eve reserves light", "2 alice resigns", *then)
    assert story.seat("light") is None
    assert story.tell("5 alice adds corner light").seat("light") == "corner"


@pytest.mark.parametrize("since", [1.5, 2.5], ids=["before the result", "after it"])
@pytest.mark.parametrize("first", ["server looks", "alice starts ! player_away"])
def test_who_is_found_gone_between_result_and_swap_has_the_seat_and_is_away_from_it(since, first):
    story = bot_game("1 eve reserves light", "2 alice resigns")
    story.tell(f"2.1 server sees eve gone since {since}", f"2.2 {first}", "3 server looks")
    assert story.seat("light") == "eve"
    assert story.state.light.away_ms == START_MS + since * 1000
    story.tell("4 alice starts ! player_away", f"{since + 120} server looks")
    assert story.seat("light") is None


def test_who_comes_back_before_the_swap_is_not_away():
    story = bot_game("1 eve reserves light", "2 alice resigns")
    story.tell("2.1 server sees eve gone since 2", "2.2 eve comes", "3 server looks")
    assert story.state.light.away_ms is None
    assert story.tell("4 alice starts").game.players[1] == Person(PEOPLE["eve"].id)


def test_a_reservation_withdrawn_at_the_last_moment_leaves_the_bot_for_a_rematch():
    story = bot_game("1 eve reserves light", "2 eve withdraws", "2 alice resigns", "3 alice agrees")
    assert story.game.number == 2
    assert story.seat("dark") == "expert"
