"""SPEC 2.3, 2.4, 2.5, 2.15: the clock as a value."""

import pytest

from games.core.clock import Clock, TimeControl
from games.rules.board import Side

DARK, LIGHT = Side.DARK, Side.LIGHT
ACTION = TimeControl(action_ms=30_000)
TOTAL = TimeControl(total_ms=300_000)
BOTH = TimeControl(action_ms=30_000, total_ms=300_000)
KINDS = pytest.mark.parametrize("control", [ACTION, TOTAL, BOTH], ids=["action", "total", "both"])


def test_every_action_has_the_whole_limit_and_what_is_left_over_is_lost():
    clock = Clock.first(ACTION, DARK, 0).next_action(LIGHT, 10_000).next_action(DARK, 12_000)
    assert clock.left(DARK, 12_000) == 30_000
    assert clock.left(DARK, 20_000) == 22_000
    assert clock.left(LIGHT, 20_000) == 30_000


def test_two_moves_in_a_row_after_a_pass_are_two_actions():
    clock = Clock.first(ACTION, DARK, 0).next_action(DARK, 25_000)
    assert clock.left(DARK, 25_000) == 30_000


def test_a_total_is_used_up_over_the_actions_of_one_side_only():
    clock = Clock.first(TOTAL, DARK, 0).next_action(LIGHT, 10_000).next_action(DARK, 15_000)
    assert clock.left(DARK, 15_000) == 290_000
    assert clock.left(LIGHT, 15_000) == 295_000


def test_with_both_limits_the_one_that_ends_first_counts():
    tight = TimeControl(action_ms=30_000, total_ms=40_000)
    clock = Clock.first(tight, DARK, 0)
    assert clock.flag_at() == 30_000
    clock = clock.next_action(LIGHT, 20_000).next_action(DARK, 20_000)
    assert clock.flag_at() == 40_000


@KINDS
def test_a_pause_keeps_exactly_what_was_left(control):
    clock = Clock.first(control, DARK, 0)
    left = clock.left(DARK, 7_123)
    paused = clock.stopped(7_123)
    assert paused.left(DARK, 99_999) == left
    assert paused.flag_at() is None
    resumed = paused.started(50_000)
    assert resumed.left(DARK, 50_000) == left
    assert left is not None
    assert resumed.flag_at() == 50_000 + left


@KINDS
def test_pausing_again_and_again_neither_gives_nor_takes_time(control):
    clock = Clock.first(control, DARK, 0)
    for at in range(1_000, 10_000, 1_000):
        clock = clock.stopped(at).started(at + 500)
    assert clock.spent(10_000) == 10_000 - 9 * 500


@KINDS
def test_stopping_a_standing_clock_or_starting_a_running_one_changes_nothing(control):
    clock = Clock.first(control, DARK, 0)
    assert clock.started(5_000) == clock
    paused = clock.stopped(5_000)
    assert paused.stopped(9_000) == paused


@KINDS
def test_a_clock_is_never_negative(control):
    clock = Clock.first(control, DARK, 0)
    assert clock.left(DARK, 10**9) == 0


def test_a_clock_without_limits_has_no_flag():
    clock = Clock.first(TimeControl(), DARK, 0)
    assert clock.flag_at() is None
    assert clock.left(DARK, 10**9) is None
    assert clock.spent(5) == 5


def test_an_instant_before_the_start_uses_no_time():
    assert Clock.first(ACTION, DARK, 1_000).left(DARK, 900) == 30_000


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_is_positive(limit):
    with pytest.raises(ValueError, match="positive"):
        TimeControl(action_ms=limit)
    with pytest.raises(ValueError, match="positive"):
        TimeControl(total_ms=limit)
