"""Positions to try the engine on, and the plainest search there can be."""

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from games.rules.board import (
    START,
    START_BOARD,
    Board,
    Placed,
    Position,
    legal_moves,
    pass_turn,
    place,
    play,
    squares,
)
from games.rules.notation import parse_board, parse_square, read_transcript, square_name

FIXTURES = Path(__file__).parents[1] / "fixtures"


def position_of(text: str) -> Position:
    """A position from 64 characters, X to move; white space between them doesn't count."""
    return Position(*parse_board("".join(text.split())))


def names(moves: int) -> set[str]:
    return {square_name(square) for square in squares(moves)}


def after(transcript: str) -> Board:
    return read_transcript(transcript).board


@cache
def _human_games() -> list[dict[int, Position]]:
    """Of each tournament game, the positions by the number of empty squares."""
    games = []
    for line in (FIXTURES / "human_games.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        board, positions = START_BOARD, {}
        for ply in read_transcript(line.split("\t")[1]).plies:
            if isinstance(ply, Placed):
                positions[64 - sum(board.counts)] = board.position
                board, _ = place(board, ply.square, 0)
        games.append(positions)
    return games


def human_positions(empties: int) -> list[Position]:
    """From each tournament game, the position with so many empty squares, if it has one."""
    return [game[empties] for game in _human_games() if empties in game]


@st.composite
def reachable(draw: st.DrawFn, most_discs: int = 63) -> Position:
    """Positions of random games in which the side to move has a move."""
    plies = draw(st.integers(0, most_discs - 4))
    choices = draw(st.lists(st.integers(0, 33), min_size=plies, max_size=plies))
    position = START
    for choice in choices:
        moves = list(squares(legal_moves(position)))
        following = play(position, moves[choice % len(moves)])
        if not legal_moves(following):
            following = pass_turn(following)
        if not legal_moves(following):
            break
        position = following
    return position


@cache
def brute_result(position: Position) -> int:
    """The result for the side to move, empty squares to the winner, by trying everything."""
    moves = legal_moves(position)
    if moves:
        return max(-brute_result(play(position, square)) for square in squares(moves))
    if legal_moves(pass_turn(position)):
        return -brute_result(pass_turn(position))
    own, foe = position.own.bit_count(), position.foe.bit_count()
    empties = 64 - own - foe
    return own - foe + (empties if own > foe else -empties if own < foe else 0)


def turned_round(position: Position) -> Position:
    """The board turned by half: a1 becomes h8."""
    return Position(*(int(f"{bits:064b}"[::-1], 2) for bits in position))


def mirrored(position: Position) -> Position:
    """The board mirrored in the diagonal from a1 to h8: b1 becomes a2."""
    return Position(
        *(sum(1 << square % 8 * 8 + square // 8 for square in squares(bits)) for bits in position)
    )


def square(name: str) -> int:
    return parse_square(name)
