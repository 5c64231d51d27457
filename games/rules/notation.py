"""Squares, boards and transcripts as text. The rules themselves are in `board`.

A transcript is the list of squares in the order they were played ("f5d6c3"). A pass is a ply of
its own and written `--`, but many sources leave passes out, so a reader accepts both.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from games.rules.board import (
    SQUARES,
    START_BOARD,
    Board,
    IllegalMove,
    Placed,
    Ply,
    Side,
    place,
    settle,
)

PASS = "--"
MAX_TRANSCRIPT_LENGTH = 2000
"""Characters. Sixty moves with numbers, passes and spaces take less than a third of it."""

_NAMES = tuple(file + row for row in "12345678" for file in "abcdefgh")
_SQUARES = {name: square for square, name in enumerate(_NAMES)}

TranscriptReason = Literal[
    "not_a_square", "occupied", "captures_nothing", "pass_with_moves", "game_over", "unreadable"
]
_EXPLANATIONS: dict[TranscriptReason, str] = {
    "not_a_square": "neither a square nor a pass",
    "occupied": "the square is occupied",
    "captures_nothing": "captures nothing there",
    "pass_with_moves": "a pass, but the side to move has a move",
    "game_over": "the game is over already",
    "unreadable": f"longer than {MAX_TRANSCRIPT_LENGTH} characters",
}

# Spelled out instead of IGNORECASE, under which "ſ" would match "s"; \s stays Unicode, because
# text copied from web pages has no-break spaces in it.
_TOKENS = re.compile(
    r"""
      (?P<gap>    [\s,.;:]+ )
    | (?P<square> [a-hA-H][1-8] )
    | (?P<pass>   -- | [Pp][Aa](?:[Ss][Ss])? )
    | (?P<number> (?<![^\s,.;:]) [0-9]{1,3} (?![0-9]) )
    | (?P<junk>   [^\s,.;:]{1,12} )
    """,
    re.VERBOSE,
)


class NotationError(ValueError):
    """Text that names no square, or no board."""


class TranscriptError(ValueError):
    """A transcript that can't be played through.

    `ply` is the number of the ply that failed, from 1, passes included; `token` the text that
    stood there, at most 12 characters of it; `reason` a stable code for messages.
    """

    def __init__(self, ply: int, token: str, reason: TranscriptReason) -> None:
        super().__init__(ply, token, reason)
        self.ply = ply
        self.token = token
        self.reason: TranscriptReason = reason

    def __str__(self) -> str:
        return f"ply {self.ply}: {self.token!r}: {_EXPLANATIONS[self.reason]} ({self.reason})"


class Record(NamedTuple):
    """A transcript played through: every ply, passes included, and the board after the last."""

    plies: tuple[Ply, ...]
    board: Board


def square_name(square: int) -> str:
    """The name of a square (0–63), "a1" to "h8". Raises ValueError for any other number."""
    if not 0 <= square < SQUARES:
        raise ValueError(f"no such square: {square}")
    return _NAMES[square]


def parse_square(text: str) -> int:
    """The number (0–63) of a square named in either case. Raises NotationError."""
    try:
        return _SQUARES[text.lower()]
    except KeyError:
        raise NotationError(f"not a square: {text[:12]!r}") from None


_DISCS = str.maketrans("012", "-XO")
_ONLY_DARK = str.maketrans("-XO", "010")
_ONLY_LIGHT = str.maketrans("-XO", "001")


def board_text(dark: int, light: int) -> str:
    """Two bitboards as 64 characters, a1 to h8 by rows: X dark, O light, - empty."""
    # In the decimal system, so that no digit carries: 0, 1 and 2 for a1 at the right end.
    squares = int(f"{dark:b}") + 2 * int(f"{light:b}")
    return f"{squares:064d}"[::-1].translate(_DISCS)


def parse_board(text: str) -> tuple[int, int]:
    """The (dark, light) bitboards of a text as `board_text` writes it. Raises NotationError."""
    if len(text) != SQUARES:
        raise NotationError(f"a board has 64 squares, not {len(text)}")
    strange = set(text) - set("XO-")
    if strange:
        raise NotationError(f"not a square's contents: {min(strange)!r}")
    from_h8 = text[::-1]
    return int(from_h8.translate(_ONLY_DARK), 2), int(from_h8.translate(_ONLY_LIGHT), 2)


def _moves_in(text: str) -> Iterator[tuple[str, str]]:
    """The (kind, token) pairs of a transcript; kind is "square", "pass" or "junk".

    Gaps and move numbers are skipped. A number is one only at the start or after a gap: in "f55"
    the second 5 is junk, not a number.
    """
    for found in _TOKENS.finditer(text):
        kind = found.lastgroup
        if kind in ("square", "pass", "junk"):
            yield kind, found.group()


def read_transcript(text: str, start: Board = START_BOARD) -> Record:
    """Play a transcript through from `start`, where both sides' trays count as full.

    Squares and passes (`--`, `pa`, `pass`) may be in either case, with white space or any of
    `,.;:` between them or not. Move numbers ("1.", "2...", "3") are skipped, not checked. A forced
    pass may be written or left out, and is a ply of the record either way. Raises TranscriptError
    at the first token that isn't the text of a legal ply.
    """
    if len(text) > MAX_TRANSCRIPT_LENGTH:
        raise TranscriptError(1, text[:12], "unreadable")
    board, forced = settle(start)
    plies: list[Ply] = list(forced)
    placed = {Side.DARK: 0, Side.LIGHT: 0}
    pass_may_be_written = bool(forced)
    for kind, token in _moves_in(text):
        if kind == "pass" and pass_may_be_written:
            pass_may_be_written = False
            continue
        mover = board.to_move
        if mover is None:
            raise TranscriptError(len(plies) + 1, token, "game_over")
        if kind != "square":
            reason: TranscriptReason = "pass_with_moves" if kind == "pass" else "not_a_square"
            raise TranscriptError(len(plies) + 1, token, reason)
        try:
            board, new_plies = place(board, parse_square(token), placed[mover])
        except IllegalMove as refused:
            raise TranscriptError(len(plies) + 1, token, refused.reason) from refused
        placed[mover] += 1
        pass_may_be_written = len(new_plies) > 1
        plies.extend(new_plies)
    return Record(tuple(plies), board)


def write_transcript(plies: Iterable[Ply], *, passes: bool = True, separator: str = "") -> str:
    """Plies as text in lower case; `read_transcript` reads the same plies back.

    That needs a `separator` of white space or punctuation it skips, or none. With `passes` false
    passes are left out, as WTHOR and most public records do.
    """
    return separator.join(
        square_name(ply.square) if isinstance(ply, Placed) else PASS
        for ply in plies
        if passes or isinstance(ply, Placed)
    )
