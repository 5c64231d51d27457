"""When a bot is to move and how hard it thinks, without a database."""

import pytest

from bots.engine import LEVELS
from bots.turns import HURRY_MS, KEPT_MS, MARGIN_MS, due_ms, level_for, turn_of
from games.core.clock import TimeControl
from games.core.policy import BOT_LEVELS
from games.core.state import Bot
from story import START_MS, bot_game, game, room

BOT_MS = 600


def turn(*lines):
    return turn_of(bot_game(*lines).state)


def test_the_levels_that_can_be_chosen_are_those_the_engine_plays():
    assert BOT_LEVELS == LEVELS


def test_a_bot_is_to_move_after_the_persons_move():
    found = turn("1 alice plays e6")
    assert (found.number, found.ply, found.bot) == (1, 1, Bot("expert"))


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["1 alice plays e6", "2 alice pauses"],
        ["1 alice plays e6", "2 alice resigns"],
        ["1 alice plays e6", "2 bot plays f4"],
    ],
    ids=["the person's turn", "paused", "over", "answered"],
)
def test_it_is_no_bots_turn_otherwise(lines):
    assert turn(*lines) is None


def test_between_people_no_bot_is_called():
    assert turn_of(game("1 alice plays e6").state) is None


def test_an_expert_in_time_thinks_as_an_expert():
    found = turn("1 alice plays e6")
    assert level_for(found, HURRY_MS, found.since_ms + HURRY_MS) == "expert"


def test_a_call_that_has_stood_in_the_queue_for_long_is_answered_with_less_thought():
    found = turn("1 alice plays e6")
    assert level_for(found, HURRY_MS + 1, found.since_ms) == "corner"


def test_a_turn_that_is_old_but_was_called_in_time_is_thought_about():
    found = turn("1 alice plays e6")
    assert level_for(found, 0, found.since_ms + 5_000) == "expert"


def test_little_time_on_the_clock_is_no_time_to_think():
    found = turn("1 alice plays e6")
    assert level_for(found, 0, found.flag_ms - MARGIN_MS - 1) == "expert"
    assert level_for(found, 0, found.flag_ms - MARGIN_MS) == "corner"


def test_a_bot_that_thinks_less_anyway_stays_what_it_is_in_a_hurry():
    found = turn("1 alice plays e6")._replace(bot=Bot("beginner"))
    assert level_for(found, 10 * HURRY_MS, found.since_ms) == "beginner"


def seconds(at_ms):
    return (at_ms - START_MS) / 1000


@pytest.mark.parametrize(
    ("pauses", "answers_at"),
    [
        ([], 1.6),
        (["1.4 alice pauses", "9 alice resumes"], 9.2),
        (["1.2 alice pauses", "5 alice resumes", "5.3 alice pauses", "9 alice resumes"], 9.1),
        (["2 alice pauses", "9 alice resumes"], 9),
    ],
    ids=["none", "one", "two", "late"],
)
def test_a_pause_does_not_begin_its_manners_anew(pauses, answers_at):
    assert seconds(due_ms(turn("1 alice plays e6", *pauses), BOT_MS)) == answers_at


@pytest.mark.parametrize("spent", [29.1, 29.99])
def test_manners_lose_no_game_on_time_after_a_pause(spent):
    found = turn("1 alice plays e6", f"{1 + spent} alice pauses", "40 alice resumes")
    assert seconds(due_ms(found, BOT_MS)) == 40


def test_with_a_total_running_out_the_bot_answers_while_it_still_can():
    control = TimeControl(total_ms=800)
    begun = room(
        "0 alice sits dark", "0 alice adds expert light", "0 alice starts", control=control
    )
    found = turn_of(begun.tell("0.1 alice plays e6").state)
    assert due_ms(found, BOT_MS) == found.flag_ms - KEPT_MS == found.since_ms + 300
