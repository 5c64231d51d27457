"""Ratings by themselves, against the worked example of Glickman's paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.glicko2 import (
    MAX_DEVIATION,
    MIN_DEVIATION,
    PERIOD_MS,
    PROVISIONAL_DEVIATION,
    Game,
    Rating,
    aged,
    rate,
)

YEAR_MS = 365 * 24 * 3600 * 1000
ratings = st.builds(
    Rating,
    st.floats(400, 3000),
    st.floats(MIN_DEVIATION, MAX_DEVIATION),
    st.floats(0.03, 0.1),
)
scores = st.sampled_from([0, 0.5, 1])


def test_the_papers_example_comes_out():
    games = [
        Game(Rating(1400, 30), 1),
        Game(Rating(1550, 100), 0),
        Game(Rating(1700, 300), 0),
    ]
    after = rate(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_an_established_player_becomes_provisional_after_a_year_away():
    player = Rating(1800, 60)
    assert not aged(player, 0.9 * YEAR_MS / PERIOD_MS).provisional
    assert aged(player, 1.1 * YEAR_MS / PERIOD_MS).provisional
    assert aged(player, 1e6).deviation == MAX_DEVIATION


def test_some_games_against_known_players_make_a_rating_established():
    player, games = Rating(), 0
    while player.provisional:
        player = rate(player, [Game(Rating(1500, 60), games % 2)], periods=0.1)
        games += 1
    assert 5 < games < 20
    assert player.deviation <= PROVISIONAL_DEVIATION


@given(ratings, ratings, st.floats(0, 200))
def test_a_win_lifts_a_loss_lowers_and_a_draw_lies_between(player, opponent, periods):
    lost, drawn, won = (rate(player, [Game(opponent, score)], periods) for score in (0, 0.5, 1))
    assert lost.rating < player.rating < won.rating
    assert lost.rating < drawn.rating < won.rating


@given(ratings, ratings, scores, st.floats(0, 200))
def test_a_deviation_stays_within_its_bounds_and_a_game_tells_something(
    player, opponent, score, periods
):
    after = rate(player, [Game(opponent, score)], periods)
    assert MIN_DEVIATION <= after.deviation <= MAX_DEVIATION
    assert after.deviation <= max(MIN_DEVIATION, aged(player, periods).deviation * 1.05)
    assert 0 < after.volatility < 0.2


@given(ratings, st.floats(0, 500), st.floats(0, 500))
def test_waiting_twice_is_waiting_the_sum(player, first, second):
    twice = aged(aged(player, first), second).deviation
    assert twice == pytest.approx(aged(player, first + second).deviation)


@pytest.mark.parametrize(
    ("games", "periods"), [([], 1), ([Game(Rating(), 0.7)], 1), ([Game(Rating(), 1)], -1)]
)
def test_what_is_no_period_is_refused(games, periods):
    with pytest.raises(ValueError, match="period"):
        rate(Rating(), games, periods)
