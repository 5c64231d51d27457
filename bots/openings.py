"""Openings for matches: random, all different, and about even."""

from collections.abc import Iterator
from typing import NamedTuple

from bots.engine.draw import draw, mixed
from bots.engine.midgame import Search
from games.rules.board import START_BOARD, Board, Ply, legal_moves, place, squares
from games.rules.notation import parse_square

OPENING_PLIES = 8
EVEN = 200
"""Hundredths of a disc: how far from even an opening may be."""
_DEPTHS = (2, 3)
"""An even and an odd one, so that each side has had the last word once."""
_POSITIONS = 5000


class Opening(NamedTuple):
    """How a game begins: its plies so far, and the board after them."""

    plies: tuple[Ply, ...]
    board: Board


def even_openings(seed: int) -> Iterator[Opening]:
    """Ever more openings, the same for the same seed. There are thousands.

    All begin with f5: the other three first moves are the same, turned or mirrored.
    """
    seen = set()
    attempt = 0
    while True:
        attempt += 1
        opening = _random_opening(mixed(mixed(seed & 0xFFFFFFFF) ^ attempt))
        if opening.board not in seen and _is_even(opening.board):
            seen.add(opening.board)
            yield opening


def _random_opening(seed: int) -> Opening:
    board, plies = place(START_BOARD, parse_square("f5"), 0)
    while len(plies) < OPENING_PLIES:
        moves = tuple(squares(legal_moves(board.position)))
        square = moves[draw(board.position, seed, len(moves))]
        board, more = place(board, square, 0)
        plies += more
    return Opening(plies, board)


def _is_even(board: Board) -> bool:
    """Whether the game goes on and a short search sees no advantage."""
    if board.to_move is None:
        return False
    own, foe = board.position
    return all(
        abs(Search(own, foe, _POSITIONS).values(0, depth)[0].value) <= EVEN for depth in _DEPTHS
    )
