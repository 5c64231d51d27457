"""The rules: where a disc may go, what it turns, who moves next, how a game is counted.

Boards are bitboards: bit i is the square i, with a1 = 0, b1 = 1 … h1 = 7, a2 = 8 … h8 = 63. A
`Position` is seen by the side to move and is what a search works on; a `Board` names the colours
and the side to move and is what rooms and transcripts work on. Text is in `notation`.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal, NamedTuple

SQUARES = 64
DISCS_A_SIDE = 30
"""Discs in each tray once the four discs of the set-up are on the board."""

_ALL = (1 << SQUARES) - 1
_NOT_FILES_A_AND_H = 0x7E7E7E7E7E7E7E7E

IllegalReason = Literal["occupied", "captures_nothing"]


class Side(StrEnum):
    """One of the two players, by the colour of the discs."""

    DARK = "dark"
    LIGHT = "light"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.LIGHT if self is Side.DARK else Side.DARK


class IllegalMove(ValueError):
    """A disc can't go there. `square` is 0–63, `reason` a stable code for messages."""

    def __init__(self, square: int, reason: IllegalReason) -> None:
        super().__init__(square, reason)
        self.square = square
        self.reason: IllegalReason = reason

    def __str__(self) -> str:
        return f"square {self.square}: {self.reason}"


class Position(NamedTuple):
    """The discs as the side to move sees them: two bitboards without a square in common."""

    own: int
    foe: int


class Board(NamedTuple):
    """The discs by colour, as bitboards, and who is to move (None once the game is over)."""

    dark: int
    light: int
    to_move: Side | None

    @property
    def position(self) -> Position:
        """The board for the side to move. Raises ValueError when the game is over."""
        match self.to_move:
            case Side.DARK:
                return Position(self.dark, self.light)
            case Side.LIGHT:
                return Position(self.light, self.dark)
            case None:
                raise ValueError("the game is over: nobody is to move")

    @property
    def counts(self) -> tuple[int, int]:
        """Discs on the board, (dark, light)."""
        return self.dark.bit_count(), self.light.bit_count()


class Placed(NamedTuple):
    """A ply in which `side` put a disc on `square` (0–63), turning `flipped` (a bitboard).

    `from_opponent_tray` tells that the side's own tray was empty and the other one gave the disc.
    """

    side: Side
    square: int
    flipped: int
    from_opponent_tray: bool


class Passed(NamedTuple):
    """A ply in which `side` could not move and the turn went back to the opponent."""

    side: Side


Ply = Placed | Passed


class Score(NamedTuple):
    """Discs on the board. The rules of the game count these, and nothing else."""

    dark: int
    light: int

    @property
    def winner(self) -> Side | None:
        """The side with more discs, None for a draw (or, before the end, for equality)."""
        if self.dark == self.light:
            return None
        return Side.DARK if self.dark > self.light else Side.LIGHT

    @property
    def tournament(self) -> tuple[int, int]:
        """(dark, light) with the empty squares given to the winner, as analysis and WTHOR count.

        Always adds up to 64; a draw is 32–32. Never shown as the number of discs.
        """
        match self.winner:
            case Side.DARK:
                return SQUARES - self.light, self.light
            case Side.LIGHT:
                return self.dark, SQUARES - self.dark
            case None:
                return SQUARES // 2, SQUARES // 2


class _Ray(NamedTuple):
    """The squares in one direction from a square, and the nearest of them."""

    nearest: int
    squares: int


def _rays_from(square: int) -> tuple[tuple[_Ray, ...], tuple[_Ray, ...]]:
    """The rays from a square towards higher bits and those towards lower ones.

    Rays of one square are left out: a run in them could not be enclosed.
    """
    file, row = square % 8, square // 8
    higher: list[_Ray] = []
    lower: list[_Ray] = []
    for step in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
        cells = [(file + step[0] * n, row + step[1] * n) for n in range(1, 8)]
        bits = [1 << (y * 8 + x) for x, y in cells if 0 <= x < 8 and 0 <= y < 8]
        if len(bits) > 1:
            rays = higher if bits[0] >> square else lower
            rays.append(_Ray(bits[0], sum(bits)))
    return tuple(higher), tuple(lower)


_HIGHER, _LOWER = zip(*(_rays_from(square) for square in range(SQUARES)), strict=True)
_NEAREST = tuple(
    sum(ray.nearest for ray in (*_HIGHER[square], *_LOWER[square])) for square in range(SQUARES)
)

_D4, _E4, _D5, _E5 = (1 << square for square in (27, 28, 35, 36))
START = Position(own=_E4 | _D5, foe=_D4 | _E5)
START_BOARD = Board(dark=START.own, light=START.foe, to_move=Side.DARK)


def squares(bits: int) -> Iterator[int]:
    """The squares of a bitboard, lowest (nearest a1) first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def moves_of(own: int, foe: int) -> int:
    """`legal_moves` of two bitboards, for a search that can't afford a Position."""
    # Runs may not include the a and h files when going sideways, or they would wrap to the next
    # row; a run can't be enclosed beyond an edge anyway, so nothing is lost.
    inner = foe & _NOT_FILES_A_AND_H
    # Towards h a run is a row of ones, and adding its first bit carries to the square beyond it.
    moves = inner + (own << 1 & inner) & ~inner
    run = own >> 1 & inner
    while run:
        run >>= 1
        moves |= run
        run &= inner
    for shift, foe_on_the_way in ((7, inner), (8, foe), (9, inner)):
        run = own << shift & foe_on_the_way
        while run:
            run <<= shift
            moves |= run
            run &= foe_on_the_way
        run = own >> shift & foe_on_the_way
        while run:
            run >>= shift
            moves |= run
            run &= foe_on_the_way
    return moves & ~(own | foe) & _ALL


def legal_moves(position: Position) -> int:
    """The squares where the side to move may place a disc, as a bitboard; 0 if there is none."""
    return moves_of(*position)


def flips_of(own: int, foe: int, square: int) -> int:
    """`flips` of two bitboards and an empty square, for a search that can't afford a Position."""
    if not _NEAREST[square] & foe:
        return 0
    turned = 0
    for nearest, ray in _HIGHER[square]:
        if nearest & foe:
            beyond = ray & ~foe
            end = beyond & -beyond
            if end & own:
                turned |= ray & end - 1
    for nearest, ray in _LOWER[square]:
        if nearest & foe:
            beyond = (ray & ~foe).bit_length()
            if beyond and own >> beyond - 1 & 1:
                turned |= ray >> beyond << beyond
    return turned


def flips(position: Position, square: int) -> int:
    """The discs that turn if the side to move plays on `square` (0–63), as a bitboard.

    0 if the square is occupied or captures nothing: the move is legal exactly if it isn't 0.
    """
    own, foe = position
    return 0 if (own | foe) >> square & 1 else flips_of(own, foe, square)


def _capture(position: Position, square: int) -> int:
    """Like `flips`, but never 0: raises IllegalMove, or ValueError for a square off the board."""
    if not 0 <= square < SQUARES:
        raise ValueError(f"no such square: {square}")
    turned = flips(position, square)
    if not turned:
        occupied = (position.own | position.foe) >> square & 1
        raise IllegalMove(square, "occupied" if occupied else "captures_nothing")
    return turned


def play(position: Position, square: int) -> Position:
    """Place a disc on `square` (0–63). The position returned is the opponent's to move.

    The opponent may have no move in it: see `pass_turn`. Raises IllegalMove, or ValueError for a
    square off the board.
    """
    turned = _capture(position, square)
    return Position(position.foe ^ turned, position.own | turned | 1 << square)


def pass_turn(position: Position) -> Position:
    """The same discs seen by the opponent.

    A pass is legal only without a move. That isn't checked here, as a search knows it already.
    """
    return Position(position.foe, position.own)


def is_over(position: Position) -> bool:
    """Whether neither side has a move. Empty squares and the number of discs don't matter."""
    return not legal_moves(position) and not legal_moves(pass_turn(position))


def settle(board: Board) -> tuple[Board, tuple[Passed, ...]]:
    """Give the turn to whoever can really move; `board.to_move` is the side whose turn it would be.

    Returns the board with the side that can move (None if neither can: the game is over, and
    nobody passes), and the forced pass, if there was one. This is the only place that decides who
    moves next.
    """
    if board.to_move is None or legal_moves(board.position):
        return board, ()
    if legal_moves(pass_turn(board.position)):
        return board._replace(to_move=board.to_move.other), (Passed(board.to_move),)
    return board._replace(to_move=None), ()


def place(board: Board, square: int, placed_before: int) -> tuple[Board, tuple[Ply, ...]]:
    """Place a disc on `square` (0–63) for the side to move, then settle whose turn it is.

    `placed_before` is how many discs this side has placed since the set-up (0–60). Returns the
    new board and what happened: the disc placed and, if the opponent can't answer but the mover
    can go on, the opponent's pass. Raises IllegalMove; ValueError when the game is over or the
    square is off the board.
    """
    mover = board.to_move
    if mover is None:
        raise ValueError("the game is over: nothing can be placed")
    position = board.position
    turned = _capture(position, square)
    own, foe = position.own | turned | 1 << square, position.foe ^ turned
    dark, light = (own, foe) if mover is Side.DARK else (foe, own)
    placed = Placed(mover, square, turned, from_opponent_tray=placed_before >= DISCS_A_SIDE)
    settled, passes = settle(Board(dark, light, mover.other))
    return settled, (placed, *passes)


def trays(dark_placed: int, light_placed: int) -> tuple[int, int]:
    """Discs left beside the board, (dark, light), 0–30 each, given the discs each has placed.

    What a side has placed beyond its own 30 has come out of the other's tray. Raises ValueError
    for a negative number or for more than 60 discs in all.
    """
    if min(dark_placed, light_placed) < 0 or dark_placed + light_placed > 2 * DISCS_A_SIDE:
        raise ValueError(f"no game has {dark_placed} dark and {light_placed} light discs placed")
    dark_left, light_left = DISCS_A_SIDE - dark_placed, DISCS_A_SIDE - light_placed
    return (
        max(0, dark_left + min(0, light_left)),
        max(0, light_left + min(0, dark_left)),
    )


def score(board: Board) -> Score:
    """The discs on the board; the result if the game is over."""
    return Score(*board.counts)
