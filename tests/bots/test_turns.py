"""When a bot is to move and how hard it thinks, without a database."""

import pytest

from bots.engine import LEVELS
from bots.turns import HURRY_MS, MARGIN_MS, level_for, turn_of
from games.core.policy import BOT_LEVELS
from games.core.state import Bot
from story import START_MS, bot_game, game

NOW_MS = START_MS + 3_000


def turn(*lines, now_ms=NOW_MS):
    return turn_of(bot_game(*lines).state, now_ms)


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
    assert turn_of(game("1 alice plays e6").state, NOW_MS) is None


def test_an_expert_in_time_thinks_as_an_expert():
    found = turn("1 alice plays e6")
    assert level_for(found, found.since_ms + HURRY_MS) == "expert"


def test_a_turn_that_has_waited_long_is_answered_with_less_thought():
    found = turn("1 alice plays e6")
    assert level_for(found, found.since_ms + HURRY_MS + 1) == "corner"


def test_little_time_on_the_clock_is_no_time_to_think():
    found = turn("1 alice plays e6")._replace(left_ms=MARGIN_MS)
    assert level_for(found, found.since_ms) == "corner"


def test_a_bot_that_thinks_less_anyway_stays_what_it_is_in_a_hurry():
    found = turn("1 alice plays e6")._replace(bot=Bot("beginner"))
    assert level_for(found, found.since_ms + 10 * HURRY_MS) == "beginner"
