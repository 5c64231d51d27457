"""Who of those who search plays whom."""

import random

from hypothesis import given
from hypothesis import strategies as st

from lobby.matching import AGAIN_MS, Searcher, pairs

NOW_MS = 1_000_000


def met(*searchers, now_ms=NOW_MS, seed=1):
    """The pairs as sets of numbers."""
    return [set(pair) for pair in pairs(searchers, now_ms, random.Random(seed))]


def waiting(person, seconds, rating=None, **more):
    return Searcher(person, NOW_MS - seconds * 1000, rating, **more)


def test_any_two_play_a_quick_game_at_once():
    assert met(waiting(1, 0), waiting(2, 0)) == [{1, 2}]


def test_one_alone_waits_and_a_third_one_too():
    assert met(waiting(1, 100)) == []
    assert met(waiting(1, 3), waiting(2, 2), waiting(3, 1)) == [{1, 2}]


def test_who_has_waited_longest_chooses_the_nearest_rating():
    chosen = met(waiting(1, 9, 1500), waiting(2, 5, 1590), waiting(3, 1, 1510), waiting(4, 0, 1600))
    assert chosen == [{1, 3}, {2, 4}]


def test_a_range_is_narrow_at_first_and_widens_for_both():
    assert met(waiting(1, 0, 1500), waiting(2, 0, 1601)) == []
    assert met(waiting(1, 1, 1500), waiting(2, 1, 1601)) == [{1, 2}]
    assert met(waiting(1, 60, 1500), waiting(2, 0, 1700)) == []
    assert met(waiting(1, 60, 1500), waiting(2, 5, 1700)) == [{1, 2}]


def test_recent_opponents_are_left_for_somebody_else_but_not_for_ever():
    ana, ben = waiting(1, 5, recent=frozenset({2})), waiting(2, 5)
    assert met(ana, ben) == []
    assert met(ana, ben, waiting(3, 0)) == [{1, 3}]
    later_ms = NOW_MS + AGAIN_MS
    assert met(ana, ben, now_ms=later_ms) == [{1, 2}]


def test_the_dark_discs_go_to_who_has_had_them_less_often():
    for seed in range(10):
        two = [waiting(1, 5, dark_lead=3), waiting(2, 0, dark_lead=-1)]
        assert pairs(two, NOW_MS, random.Random(seed)) == [(2, 1)]


def test_between_equals_chance_decides():
    two = [waiting(1, 1), waiting(2, 0)]
    drawn = {pairs(two, NOW_MS, random.Random(seed))[0] for seed in range(20)}
    assert drawn == {(1, 2), (2, 1)}


@given(
    st.lists(
        st.builds(
            Searcher,
            st.integers(1, 10_000),
            st.integers(NOW_MS - 120_000, NOW_MS),
            st.one_of(st.none(), st.floats(600, 2600)),
            st.integers(-5, 5),
            st.frozensets(st.integers(1, 20), max_size=3),
        ),
        unique_by=lambda one: one.person,
        max_size=40,
    )
)
def test_nobody_is_paired_twice_or_with_themselves_and_who_is_left_could_not_meet(searchers):
    chosen = pairs(searchers, NOW_MS, random.Random(0))
    people = [person for pair in chosen for person in pair]
    assert len(people) == len(set(people))
    left = [one for one in searchers if one.person not in people]
    assert pairs(left, NOW_MS, random.Random(0)) == []
