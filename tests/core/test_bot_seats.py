"""SPEC 2.2, 2.6: bots on seats, reservations, removals, and the swap at the result."""

import pytest

from games.core.events import SatDown, StoodUp
from story import PEOPLE, START_MS, bot_game, game, room


def test_the_host_puts_a_bot_on_a_free_seat_and_takes_it_off():
    story = room("1 alice adds corner light")
    assert story.seat("light") == "corner"
    assert story.tell("2 alice removes light").seat("light") is None


def test_only_the_host_adds_and_removes_bots():
    room(
        "1 bob adds corner light ! not_host",
        "2 alice adds corner light",
        "3 bob removes light ! not_host",
    )


def test_there_are_never_two_bots():
    room("1 alice adds corner light", "2 alice adds expert dark ! bot_present")


def test_a_bot_takes_no_seat_from_a_person():
    room("1 bob sits light", "2 alice adds corner light ! seat_taken")


def test_there_is_no_bot_to_remove_on_a_persons_seat():
    room(
        "1 bob sits light", "2 alice removes light ! not_a_bot", "2 alice removes dark ! not_a_bot"
    )


def test_a_bot_plays_by_the_same_rules():
    story = bot_game(
        "1 bot plays e6 ! not_your_turn", "2 alice plays e6", "3 bot plays a1 ! captures_nothing"
    )
    story.tell("4 bot plays f4")
    assert story.game.moves == "e6f4"


def test_a_bot_that_runs_out_of_time_loses_like_anybody():
    assert bot_game("1 alice plays e6", "31 server looks").ended == ("dark", "time")


def test_a_reservation_is_shown_and_takes_effect_at_the_result():
    story = bot_game("1 eve reserves light")
    assert story.seat("light") == "expert"
    story.tell("2 alice resigns")
    assert story.seat("light") == "expert"
    assert story.wakes_at == 2
    assert story.tell("2 server looks").seat("light") == "eve"


@pytest.mark.parametrize(
    "first", ["alice starts", "alice agrees", "dan sits light", "server looks"]
)
def test_whoever_acts_first_on_the_finished_game_applies_the_swap_once(first):
    story = bot_game("1 eve reserves light", "2 alice resigns")
    expected = {"alice agrees": " ! opponent_changed", "dan sits light": " ! seat_taken"}
    story.tell(f"3 {first}{expected.get(first, '')}", "3 server looks", "4 server looks")
    assert story.seat("light") == "eve"
    assert sum(event.who == PEOPLE["eve"] for event in story.happened(SatDown)) == 1
    assert len(story.happened(StoodUp)) == 1


def test_a_game_can_start_at_once_with_who_had_reserved():
    story = bot_game("1 eve reserves light", "2 alice resigns", "2 alice starts")
    assert [player.name for player in story.game.players] == ["alice", "eve"]


def test_one_reservation_a_seat_first_come():
    bot_game("1 eve reserves light", "2 dan reserves light ! already_reserved")


def test_players_cannot_reserve():
    bot_game("1 alice reserves light ! players_cannot_reserve")


def test_only_a_bots_seat_can_be_reserved_and_only_during_a_game():
    game("1 eve reserves light ! not_a_bot")
    room("1 alice adds corner light", "2 eve reserves light ! no_game")
    bot_game("1 alice resigns", "2 eve reserves light ! game_over")


def test_a_reservation_can_be_withdrawn_by_who_made_it():
    story = bot_game("1 eve reserves light", "2 dan withdraws ! no_reservation", "3 eve withdraws")
    story.tell("4 dan reserves light", "5 alice resigns", "5 server looks")
    assert story.seat("light") == "dan"


def test_it_lapses_when_the_person_leaves():
    story = bot_game("1 eve reserves light", "2 eve leaves", "3 alice resigns", "3 server looks")
    assert story.seat("light") == "expert"


def test_it_lapses_when_the_person_is_not_connected_at_the_result():
    story = bot_game("1 eve reserves light", "20 server sees eve gone since 10", "21 alice resigns")
    assert story.state.light.reserved_by is None
    assert story.tell("22 server looks").seat("light") == "expert"


def test_it_holds_when_the_person_is_back_at_the_result():
    story = bot_game("1 eve reserves light", "20 server sees eve gone since 10", "21 eve comes")
    assert story.tell("22 alice resigns", "22 server looks").seat("light") == "eve"


def test_leaving_right_after_the_result_leaves_the_seat_free():
    story = bot_game("1 eve reserves light", "2 alice resigns", "2 eve leaves")
    assert story.seat("light") is None
    assert story.tell("3 server looks").seat("light") is None


def test_removing_a_bot_during_a_game_takes_effect_at_the_result():
    story = bot_game("1 alice removes light", "1 alice removes light ! already_leaving")
    assert story.seat("light") == "expert"
    story.tell("2 alice plays e6", "3 bot plays f4", "4 alice resigns", "4 server looks")
    assert story.seat("light") is None


@pytest.mark.parametrize(
    ("order", "seated"),
    [
        (["alice removes light", "alice keeps light"], "expert"),
        (["alice removes light", "eve reserves light", "alice keeps light"], "eve"),
        (["alice removes light", "alice keeps light", "alice removes light"], None),
    ],
)
def test_the_host_takes_a_removal_back_for_as_long_as_the_game_runs(order, seated):
    story = bot_game(*(f"1 {line}" for line in order), "2 alice resigns", "2 server looks")
    assert story.seat("light") == seated


def test_only_a_host_keeps_a_bot_that_was_to_leave_the_running_game():
    story = bot_game("1 alice keeps light ! not_leaving", "1 alice removes light")
    story.tell("2 eve keeps light ! not_host", "2 alice keeps dark ! not_a_bot")
    story.tell("3 alice resigns", "3 alice keeps light ! game_over")


@pytest.mark.parametrize(
    "order",
    [("eve reserves light", "alice removes light"), ("alice removes light", "eve reserves light")],
)
def test_a_reservation_goes_before_a_removal(order):
    story = bot_game(*(f"1 {line}" for line in order), "2 alice resigns", "2 server looks")
    assert story.seat("light") == "eve"


def test_a_reservation_is_not_withdrawn_after_the_result():
    story = bot_game("1 eve reserves light", "2 alice resigns", "2 eve withdraws ! no_reservation")
    assert story.tell("2 server looks").seat("light") == "eve"


def test_a_withdrawn_reservation_leaves_the_removal_standing():
    story = bot_game("1 alice removes light", "1 eve reserves light", "2 eve withdraws")
    assert story.tell("3 alice resigns", "3 server looks").seat("light") is None


def test_the_rooms_closing_swaps_nobody():
    story = bot_game("1 eve reserves light", "2 server closes", "3 server looks")
    assert story.state.phase == "closed"
    assert story.seat("light") == "expert"


def test_after_removal_the_seat_is_free_for_anyone():
    story = bot_game("1 alice removes light", "2 alice resigns", "3 bob sits light")
    assert story.seat("light") == "bob"


def test_removing_the_bot_right_after_the_result_seats_who_had_reserved_from_now_on():
    story = bot_game("1 eve reserves light", "2 alice resigns", "2.1 alice removes light")
    assert story.seat("light") == "eve"
    assert story.state.light.since_ms == START_MS + 2_100
