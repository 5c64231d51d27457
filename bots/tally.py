"""What the games of a match amount to: wins, draws, losses, discs, and a difference of Elo."""

import math
from collections.abc import Sequence

from bots.match import Pair

_CONFIDENCE = 1.96
"""Standard errors to either side of an estimate for 95 %."""
_UNLIKELY = 0.05
"""How often a result may be chance."""


def summary(pairs: Sequence[Pair]) -> str:
    """One line, as the first player sees it. Needs at least one pair."""
    discs = [game.discs for pair in pairs for game in pair]
    won = sum(difference > 0 for difference in discs)
    drawn = discs.count(0)
    return (
        f"{won} won, {drawn} drawn, {len(discs) - won - drawn} lost: "
        f"{100 * share(pairs):.1f} %, {sum(discs) / len(discs):+.1f} discs a game, {elo(pairs)}"
    )


def share(pairs: Sequence[Pair]) -> float:
    """The points won of those played for; a draw is half a point."""
    return sum(map(_points, pairs)) / (2 * len(pairs))


def elo(pairs: Sequence[Pair]) -> str:
    """The difference of Elo that the result speaks for, with the error of that (95 %).

    The error comes from how much the pairs differ: both games of one have the same opening, so
    they aren't independent. Without a point lost, or won, there is only a bound: with a weaker
    first player than that, so clean a sweep happens less than once in twenty matches.
    """
    points = share(pairs)
    if points in (0.0, 1.0):
        # Of pairs won with probability p, all n are with p ** n; p is at most the share of points.
        bound = _elo_of(_UNLIKELY ** (1 / len(pairs)))
        return f"Elo above {bound:+d} (95 %)" if points else f"Elo below {-bound:+d} (95 %)"
    if len(pairs) == 1:
        return f"Elo {_elo_of(points):+d}"
    variance = sum((_points(pair) / 2 - points) ** 2 for pair in pairs) / (len(pairs) - 1)
    slope = 400 / math.log(10) / (points * (1 - points))
    error = _CONFIDENCE * slope * math.sqrt(variance / len(pairs))
    return f"Elo {_elo_of(points):+d} ± {error:.0f}"


def _points(pair: Pair) -> float:
    return sum((game.discs > 0) + (game.discs == 0) / 2 for game in pair)


def _elo_of(points: float) -> int:
    return round(-400 * math.log10(1 / points - 1))
