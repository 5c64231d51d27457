"""The levels in plain Python: what every faster engine is held to.

The same (position, level, seed) gives the same move on every machine and in every language: whole
numbers of 32 bits and bitboards only, chance from `draw`, and a fixed order for all that is equal.
"""

from typing import Literal, assert_never, get_args

from bots.engine.draw import draw
from bots.engine.endgame import BOUND, EXACT_EMPTIES, Endgame, children
from bots.engine.midgame import Search
from bots.engine.regions import ALL, CORNERS, beside_empty_corners
from games.rules.board import Position, flips, legal_moves, squares

Level = Literal["beginner", "corner", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""Weakest first."""

EXPERT_POSITIONS = 3500
"""Positions that the expert may see for a move: about 0.1 s."""
EXPERT_WINDOW = 100
"""Hundredths of a disc. Moves so much worse than the best are as good to the expert."""
_DEEPEST = 60


def choose(position: Position, level: Level, seed: int) -> int:
    """The level's move in a position: a square, 0–63. Raises ValueError if there is none.

    Of the seed, which chooses between moves that are equal to the level, the lower 32 bits count.
    """
    moves = legal_moves(position)
    if not moves:
        raise ValueError("no legal move")
    candidates = tuple(squares(moves))
    if len(candidates) == 1:
        return candidates[0]
    match level:
        case "beginner":
            candidates = most_flips(position, moves)
        case "corner":
            candidates = most_flips(position, without_risk(position, moves))
        case "expert":
            candidates = best(position)
        case _:
            assert_never(level)
    return candidates[draw(position, seed, len(candidates))]


def most_flips(position: Position, moves: int) -> tuple[int, ...]:
    """Of the moves, those that turn as many discs as any, a1 to h8."""
    turned = {square: flips(position, square).bit_count() for square in squares(moves)}
    most = max(turned.values())
    return tuple(square for square in turned if turned[square] == most)


def without_risk(position: Position, moves: int) -> int:
    """Of the moves, the corners, else those that aren't beside an empty corner, else all."""
    discs = position.own | position.foe
    return moves & CORNERS or moves & ~beside_empty_corners(discs) or moves


def best(position: Position) -> tuple[int, ...]:
    """The moves between which the expert sees no difference: one only if the end is in sight."""
    own, foe = position
    empties = ~(own | foe) & ALL
    if empties.bit_count() <= EXACT_EMPTIES:
        return (perfect(position),)
    ranked = Search(own, foe, EXPERT_POSITIONS).values(EXPERT_WINDOW, _DEEPEST)
    least = ranked[0].value - EXPERT_WINDOW
    return tuple(move.square for move in ranked if move.value >= least)


def perfect(position: Position) -> int:
    """The move with the best exact result; of several, the first in the order of `children`."""
    own, foe = position
    endgame = Endgame(own, foe)
    empties = ~(own | foe) & ALL
    ordered = sorted(children(own, foe, legal_moves(position), empties))
    place_of = {move[-1].bit_length() - 1: place for place, move in enumerate(ordered)}
    best_place, best_result = len(ordered), -BOUND
    # First a good move, for the others to be refuted by: the better it is, the sooner they are.
    for square, _ in Search(own, foe, EXPERT_POSITIONS).values(0, 1):
        place = place_of[square]
        _, _, next_own, next_foe, _, _ = ordered[place]
        # What comes later in the order has to be better, what comes before as good.
        least = best_result + (place > best_place)
        value = -endgame.result(next_own, next_foe, -least, 1 - least)
        if value >= least:
            value = -endgame.result(next_own, next_foe, -BOUND, 1 - value)
            best_place, best_result = place, value
    return ordered[best_place][-1].bit_length() - 1
