"""What the games of a match amount to: wins, draws, losses, discs, and a difference of Elo."""

import math
from collections.abc import Sequence

from bots.match import Pair

_CONFIDENCE = 1.96
"""Standard errors to either side of an estimate for 95 %."""
_UNLIKELY = 0.05
"""How often a result may be chance."""


def summary(pairs: Sequence[Pair], openings: int) -> str:
    """One line, as the first player sees it. Needs at least one pair.

    The pairs come from so many openings in turn.
    """
    discs = [game.discs for pair in pairs for game in pair]
    won = sum(difference > 0 for difference in discs)
    drawn = discs.count(0)
    return (
        f"{won} won, {drawn} drawn, {len(discs) - won - drawn} lost: {100 * share(pairs):.1f} %, "
        f"{sum(discs) / len(discs):+.1f} discs a game, {elo(pairs, openings)}"
    )


def share(pairs: Sequence[Pair]) -> float:
    """The points won of those played for; a draw is half a point."""
    return sum(map(_points, pairs)) / (2 * len(pairs))


def elo(pairs: Sequence[Pair], openings: int) -> str:
    """The difference of Elo that the result speaks for, with the error of that (95 %).

    The error comes from how much openings differ: all games of one have that in common, so they
    aren't independent. From a single opening there is none to tell. Without a point lost, or won,
    there is only a bound: with a weaker first player than that, so clean a sweep happens less than
    once in twenty matches.
    """
    points = share(pairs)
    played = min(openings, len(pairs))
    if points in (0.0, 1.0):
        # Of openings won with probability p, all n are with p ** n; p is at most the share.
        bound = _elo_of(_UNLIKELY ** (1 / played))
        return f"Elo above {bound:+d} (95 %)" if points else f"Elo below {-bound:+d} (95 %)"
    if played == 1:
        return f"Elo {_elo_of(points):+d}"
    beyond = [
        sum(_points(pair) / 2 - points for pair in pairs[opening::openings])
        for opening in range(played)
    ]
    variance = sum(each**2 for each in beyond) / len(pairs) ** 2 * played / (played - 1)
    slope = 400 / math.log(10) / (points * (1 - points))
    return f"Elo {_elo_of(points):+d} ± {_CONFIDENCE * slope * math.sqrt(variance):.0f}"


def _points(pair: Pair) -> float:
    return sum((game.discs > 0) + (game.discs == 0) / 2 for game in pair)


def _elo_of(points: float) -> int:
    return round(-400 * math.log10(1 / points - 1))
