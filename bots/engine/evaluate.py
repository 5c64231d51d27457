"""What a position is worth before its end is in sight, in hundredths of a disc.

A sum of a few things that a player can name, each as the difference between the two sides: moves,
empty squares beside the other's discs (moves to come), corners, the squares beside an empty corner,
discs on the edges that can't be turned any more, and discs. The weights are whole numbers.
"""

from typing import NamedTuple

from bots.engine.regions import (
    ALL,
    CORNERS,
    SURROUNDINGS,
    neighbourhood,
    stable_edges,
)
from games.rules.board import moves_of

POINTS_A_DISC = 100


class Weights(NamedTuple):
    """Hundredths of a disc for each thing that one side has more of than the other.

    They come from a least-squares fit to the results of the tournament games in `tests/fixtures`,
    each played out exactly from ten empty squares, and are rounded.
    """

    moves: int
    moves_to_come: int
    corners: int
    x_squares: int
    c_squares: int
    stable: int
    discs: int
    corners_to_take: int
    """For the side to move alone: whether it can take a corner at once."""
    corners_to_lose: int
    """For the other side alone: how many corners it could take if the turn were its own."""


_STAGES = (
    (37, Weights(260, 80, 1000, -800, 0, 250, -130, 1200, -1000)),
    (22, Weights(230, 50, 300, -420, 0, 280, -60, 400, -540)),
    (0, Weights(370, -30, 340, -50, -240, 120, 0, 270, -330)),
)


def weights_for(empties: int) -> Weights:
    """The weights for a search that starts with so many empty squares."""
    return next(weights for least, weights in _STAGES if empties >= least)


def evaluate(own: int, foe: int, moves: int, weights: Weights) -> int:
    """What the position is worth to the side to move, whose legal moves are `moves`."""
    empties = ~(own | foe) & ALL
    answers = moves_of(foe, own)
    to_come = (neighbourhood(foe) & empties).bit_count()
    answers_to_come = (neighbourhood(own) & empties).bit_count()
    value = (
        weights.moves * (moves.bit_count() - answers.bit_count())
        + weights.moves_to_come * (to_come - answers_to_come)
        + weights.discs * (own.bit_count() - foe.bit_count())
        + weights.corners_to_lose * (answers & CORNERS).bit_count()
        + _beside_empty_corners(own, foe, weights)
    )
    if moves & CORNERS:
        value += weights.corners_to_take
    if (own | foe) & CORNERS:
        value += _corners(own, foe, weights)
    return value


def _beside_empty_corners(own: int, foe: int, weights: Weights) -> int:
    value = 0
    taken = own | foe
    for corner, x, c in SURROUNDINGS:
        if not taken & corner:
            if taken & x:
                value += weights.x_squares if own & x else -weights.x_squares
            if taken & c:
                value += weights.c_squares * ((own & c).bit_count() - (foe & c).bit_count())
    return value


def _corners(own: int, foe: int, weights: Weights) -> int:
    corners = (own & CORNERS).bit_count() - (foe & CORNERS).bit_count()
    stable = stable_edges(own).bit_count() - stable_edges(foe).bit_count()
    return weights.corners * corners + weights.stable * stable
