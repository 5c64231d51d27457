"""Looking a few moves ahead: alpha-beta, deeper and deeper, until enough positions are seen.

Positions are counted, time isn't, so that a position has the same values on every machine.
"""

from typing import NamedTuple

from bots.engine.endgame import children, final_result
from bots.engine.evaluate import POINTS_A_DISC, evaluate, weights_for
from bots.engine.regions import ALL, MOST_PROMISING_FIRST
from games.rules.board import flips_of, moves_of

INFINITY = 1 << 20
"""Beyond every value."""

_FINAL_DISC = 2 * POINTS_A_DISC
"""A disc of a game played to its end counts for more than one that is only expected."""


class Valued(NamedTuple):
    """A legal move and its value to the side that makes it, in hundredths of a disc."""

    square: int
    value: int


class _Move(NamedTuple):
    """A move at the root, with the position after it as the opponent sees it."""

    square: int
    own: int
    foe: int
    answers: int


class _SeenEnough(Exception):
    """The positions that may be seen are used up."""


class Search:
    """One look at one position, whose side to move has a legal move.

    It may see `limit` positions; depth 1 is finished whatever the limit. Afterwards `depth` is
    the deepest one that was finished, and `seen` the number of positions seen.
    """

    def __init__(self, own: int, foe: int, limit: int) -> None:
        self.depth = 0
        self.seen = 0
        self._limit = limit
        empties = ~(own | foe) & ALL
        self._empties = empties.bit_count()
        self._weights = weights_for(self._empties)
        self._moves = [
            _Move(bit.bit_length() - 1, next_own, next_foe, answers)
            for _, _, next_own, next_foe, answers, bit in sorted(
                children(own, foe, moves_of(own, foe), empties)
            )
        ]

    def values(self, window: int, deepest: int) -> list[Valued]:
        """All legal moves at the deepest depth finished, best first.

        Values within `window` of the best are exact at that depth, the others only upper bounds.
        Equal moves stay in the order of the depth before; the very first order is by the number
        of answers left to the opponent (`endgame.children`).
        """
        ranked: list[Valued] = []
        for depth in range(1, min(deepest, self._empties) + 1):
            try:
                ranked = self._at_depth(depth, window)
            except _SeenEnough:
                break
            self.depth = depth
            by_square = {move.square: move for move in self._moves}
            self._moves = [by_square[valued.square] for valued in ranked]
        return ranked

    def _at_depth(self, depth: int, window: int) -> list[Valued]:
        best = -INFINITY
        found = []
        for square, own, foe, answers in self._moves:
            ceiling = min(INFINITY, window + 1 - best)
            value = -self._value(own, foe, answers, depth - 1, -INFINITY, ceiling)
            found.append(Valued(square, value))
            best = max(best, value)
        return sorted(found, key=lambda valued: -valued.value)

    def _value(self, own: int, foe: int, moves: int, depth: int, alpha: int, beta: int) -> int:
        """The value to the side to move, whose legal moves are `moves`; bounds as in `endgame`."""
        self.seen += 1
        if self.seen > self._limit and self.depth:
            raise _SeenEnough
        if not moves:
            moves = moves_of(foe, own)
            if not moves:
                return _FINAL_DISC * final_result(own, foe)
            return -self._value(foe, own, moves, depth, -beta, -alpha)
        if depth == 0:
            return evaluate(own, foe, moves, self._weights)
        if depth == 1:
            return self._before_leaves(own, foe, moves, alpha, beta)
        best = -INFINITY
        empties = ~(own | foe) & ALL
        for _, _, next_own, next_foe, answers, _ in sorted(children(own, foe, moves, empties)):
            value = -self._value(next_own, next_foe, answers, depth - 1, -beta, -alpha)
            best = max(best, value)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

    def _before_leaves(self, own: int, foe: int, moves: int, alpha: int, beta: int) -> int:
        """`_value` at depth 1, where sorting the moves costs more than it saves."""
        best = -INFINITY
        for bit in MOST_PROMISING_FIRST:
            if not bit & moves:
                continue
            turned = flips_of(own, foe, bit.bit_length() - 1)
            next_own, next_foe = foe ^ turned, own | turned | bit
            answers = moves_of(next_own, next_foe)
            value = -self._value(next_own, next_foe, answers, 0, -beta, -alpha)
            best = max(best, value)
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best
