"""Who of those who search plays whom. Pure: from values to pairs.

The range of ratings is narrow at first and widens while one waits; a recent opponent is avoided for
a moment; the dark discs go to who has had them less often.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

RANGE_START = 100.0
"""Rating points between two people who have just begun to search for a ranked game."""
RANGE_A_SECOND = 20.0
AGAIN_MS = 15_000
"""Two who have just played each other wait so long for somebody else, both of them."""


class Searcher(NamedTuple):
    """Somebody who searches since `since_ms`.

    `rating` is None for a quick game, where anyone will do. `dark_lead` is how many more of the
    last games were played with the dark discs than with the light ones; `recent` are the last
    opponents.
    """

    person: int
    since_ms: int
    rating: float | None = None
    dark_lead: int = 0
    recent: frozenset[int] = frozenset()

    def range_at(self, now_ms: int) -> float:
        """Return how far away an opponent's rating may be."""
        return RANGE_START + RANGE_A_SECOND * max(0, now_ms - self.since_ms) / 1000


class Pair(NamedTuple):
    """Two people, by number, and who gets which discs."""

    dark: int
    light: int


def pairs(searchers: Sequence[Searcher], now_ms: int, chance: random.Random) -> list[Pair]:
    """Return who is to play whom. Who has waited longest chooses first, the nearest rating."""
    waiting = sorted(searchers, key=lambda one: (one.since_ms, one.person))
    paired: list[Pair] = []
    taken: set[int] = set()
    for number, one in enumerate(waiting):
        if one.person in taken:
            continue
        possible = [
            (_again(one, other), _gap(one, other), place, other)
            for place, other in enumerate(waiting[number + 1 :])
            if other.person not in taken and _may_meet(one, other, now_ms)
        ]
        if not possible:
            continue
        other = min(possible, key=lambda each: each[:3])[3]
        taken |= {one.person, other.person}
        paired.append(_coloured(one, other, chance))
    return paired


def _gap(one: Searcher, other: Searcher) -> float:
    if one.rating is None or other.rating is None:
        return 0.0
    return abs(one.rating - other.rating)


def _again(one: Searcher, other: Searcher) -> bool:
    return other.person in one.recent or one.person in other.recent


def _may_meet(one: Searcher, other: Searcher, now_ms: int) -> bool:
    if _gap(one, other) > min(one.range_at(now_ms), other.range_at(now_ms)):
        return False
    if not _again(one, other):
        return True
    return now_ms - max(one.since_ms, other.since_ms) >= AGAIN_MS


def _coloured(one: Searcher, other: Searcher, chance: random.Random) -> Pair:
    if one.dark_lead == other.dark_lead:
        first = chance.random() < 0.5
    else:
        first = one.dark_lead < other.dark_lead
    dark, light = (one, other) if first else (other, one)
    return Pair(dark.person, light.person)
