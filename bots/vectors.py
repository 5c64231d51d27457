"""Examples of the rules and of the engine's moves, which any other implementation must reproduce.

Boards are 64 characters, a1 to h8 by rows, seen by the side to move: X its own discs, O the
other's, - empty. Everything follows from `draw`, so that the files come out the same anywhere.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bots.engine import LEVELS, choose
from bots.engine.draw import draw, mixed
from games.rules.board import (
    START,
    Position,
    flips,
    legal_moves,
    pass_turn,
    play,
    squares,
)
from games.rules.notation import board_text, square_name

GAMES = 32
SCATTERED = 150
SEEDS = (0, 1, 2026, 0xFFFFFFFF)
MOVES_A_LEVEL = 240
"""Examples for each level. Not a multiple of the plies of a game, so that all stages come."""

_POSITIONS_ABOUT = (
    "[board, what is to be done, {legal square: squares of the discs it turns}]; boards are a1 to "
    "h8 by rows, X to move, O the other side; to be done: move, pass, or nothing as it is over"
)
_MOVES_ABOUT = "[board, level, seed, square]; boards are a1 to h8 by rows, X to move"


def positions() -> Iterator[Position]:
    """All positions of random games, passes and ends too, and boards with discs anywhere."""
    for game in range(GAMES):
        yield from _random_game(mixed(game + 1))
    for number in range(SCATTERED):
        yield _scattered(4 * number)


def position_vectors() -> dict[str, Any]:
    """The rules: legal moves, flips, passes and ends."""
    return {"about": _POSITIONS_ABOUT, "positions": [_rules_of(each) for each in positions()]}


def move_vectors() -> dict[str, Any]:
    """The levels: their moves, all stages of a game and several seeds."""
    movable = [position for position in positions() if legal_moves(position)]
    step = len(movable) // MOVES_A_LEVEL
    examples = [
        [_text(position), level, seed, square_name(choose(position, level, seed))]
        for level in LEVELS
        for position, seed in islice(zip(movable[::step], _seeds(), strict=False), MOVES_A_LEVEL)
    ]
    return {"about": _MOVES_ABOUT, "moves": examples}


def as_json(vectors: dict[str, Any]) -> str:
    """A file of vectors: compact, but an example a line, for the sake of diffs."""
    lines = []
    for key, value in vectors.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in value)
            lines.append(f"{json.dumps(key)}:[\n{rows}\n]")
        else:
            lines.append(f"{json.dumps(key)}:{json.dumps(value)}")
    return "{" + ",\n".join(lines) + "}\n"


def _seeds() -> Iterator[int]:
    while True:
        yield from SEEDS


def _rules_of(position: Position) -> list[Any]:
    moves = {
        square_name(square): " ".join(map(square_name, squares(flips(position, square))))
        for square in squares(legal_moves(position))
    }
    if moves:
        return [_text(position), "move", moves]
    return [_text(position), "pass" if legal_moves(pass_turn(position)) else "over", moves]


def _random_game(seed: int) -> Iterator[Position]:
    position = START
    while True:
        yield position
        moves = tuple(squares(legal_moves(position)))
        if moves:
            position = play(position, moves[draw(position, seed, len(moves))])
        elif legal_moves(pass_turn(position)):
            position = pass_turn(position)
        else:
            return


def _scattered(seed: int) -> Position:
    """Discs anywhere, on sparse to nearly full boards."""
    bits = [
        mixed(mixed(2 * (seed + number) + 1)) | mixed(mixed(2 * (seed + number) + 2)) << 32
        for number in range(4)
    ]
    colour, taken, more, fewer = bits
    match seed // 4 % 3:
        case 0:
            taken |= more
        case 1:
            taken &= fewer
    return Position(taken & colour, taken & ~colour)


def _text(position: Position) -> str:
    return board_text(position.own, position.foe)
