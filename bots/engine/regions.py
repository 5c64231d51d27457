"""Groups of squares that matter to every level, as bitboards, and an order of squares."""

from typing import NamedTuple

from games.rules.board import SQUARES
from games.rules.notation import parse_square

ALL = (1 << SQUARES) - 1


def _bits(names: str) -> int:
    return sum(1 << parse_square(name) for name in names.split())


class Surroundings(NamedTuple):
    """A corner, its diagonal neighbour (the X square) and its neighbours on the edges (C)."""

    corner: int
    x: int
    c: int


SURROUNDINGS = tuple(
    Surroundings(_bits(corner), _bits(x), _bits(c))
    for corner, x, c in (
        ("a1", "b2", "b1 a2"),
        ("h1", "g2", "g1 h2"),
        ("a8", "b7", "b8 a7"),
        ("h8", "g7", "g8 h7"),
    )
)
CORNERS = _bits("a1 h1 a8 h8")
EDGES = sum(
    1 << square for square in range(SQUARES) if square % 8 in (0, 7) or square // 8 in (0, 7)
)
NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F

_PROMISE = (
    "81556518"
    "10333301"
    "53444435"
    "53400435"
    "53400435"
    "53444435"
    "10333301"
    "81556518"
)  # fmt: skip
MOST_PROMISING_FIRST = tuple(
    1 << square
    for square in sorted(range(SQUARES), key=lambda square: (-int(_PROMISE[square]), square))
)
"""The bits of all squares as a search may best try them: corners, edges, the inside, C, X."""


def _lines_through(square: int) -> tuple[int, ...]:
    file, row = square % 8, square // 8
    lines = []
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        cells = [(file + right * n, row + down * n) for n in range(-7, 8) if n]
        bits = [8 * y + x for x, y in cells if 0 <= x < 8 and 0 <= y < 8]
        if len(bits) > 1:
            lines.append(sum(1 << bit for bit in bits))
    return tuple(lines)


LINES_THROUGH = {1 << square: _lines_through(square) for square in range(SQUARES)}
"""By a square's bit, the other squares of its row, its file and its diagonals, line by line."""


def beside_empty_corners(discs: int) -> int:
    """The X and C squares of the corners where there is no disc."""
    beside = 0
    for corner, x, c in SURROUNDINGS:
        if not discs & corner:
            beside |= x | c
    return beside


def neighbourhood(discs: int) -> int:
    """The discs themselves and all squares beside them."""
    row = discs | discs << 1 & NOT_FILE_A | discs >> 1 & NOT_FILE_H
    return row | row << 8 | row >> 8


def stable_edges(discs: int) -> int:
    """The discs on edges that a row of their own colour joins to a corner: they never turn."""
    edges = discs & EDGES
    stable = discs & CORNERS
    while True:
        sideways = stable << 1 & NOT_FILE_A | stable >> 1 & NOT_FILE_H
        grown = edges & (stable | sideways | stable << 8 | stable >> 8)
        if grown == stable:
            return stable
        stable = grown
