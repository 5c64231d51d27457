"""Games and positions at the limits: wipe-outs, many passes, draws with empties, most moves."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.board import (
    START_BOARD,
    Board,
    Passed,
    Placed,
    Ply,
    Side,
    legal_moves,
    place,
    score,
)
from games.rules.notation import board_text, parse_board, read_transcript, write_transcript

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES: dict[str, dict[str, Any]] = json.loads((FIXTURES / "edge_cases.json").read_text())
GAMES = {name: case for name, case in CASES.items() if "transcript" in case}
POSITIONS = {name: case for name, case in CASES.items() if "transcript" not in case}


def passes_after(plies: tuple[Ply, ...]) -> list[int]:
    """For each pass, how many discs had been placed before it."""
    return [
        sum(isinstance(earlier, Placed) for earlier in plies[:index])
        for index, ply in enumerate(plies)
        if isinstance(ply, Passed)
    ]


def mobilities(plies: tuple[Ply, ...]) -> list[int]:
    """How many moves each placing side could choose from."""
    board, found = START_BOARD, []
    for ply in plies:
        if isinstance(ply, Placed):
            found.append(legal_moves(board.position).bit_count())
            board, _ = place(board, ply.square, 0)
    return found


def test_there_are_games_and_positions_to_check() -> None:
    assert (len(GAMES), len(POSITIONS)) == (14, 4)


@pytest.mark.parametrize("name", GAMES)
def test_an_unusual_game_is_played_as_recorded(name: str) -> None:
    case = GAMES[name]
    plies, board = read_transcript(case["transcript"])
    assert board_text(board.dark, board.light) == case["final"]
    assert board.counts == tuple(case["discs"])
    assert score(board).tournament == tuple(case["score_empties_to_winner"])
    assert (board.to_move is None) is case["over"]
    assert passes_after(plies) == case["pass_after_move"]
    assert sum(isinstance(ply, Passed) for ply in plies) == case["passes"]
    assert sum(isinstance(ply, Placed) for ply in plies) == case["moves"]
    assert len(plies) == case["plies"]
    assert max(mobilities(plies)) == case["max_mobility"]


@pytest.mark.parametrize("name", GAMES)
def test_an_unusual_game_is_the_same_with_its_passes_written(name: str) -> None:
    case = GAMES[name]
    record = read_transcript(case["transcript"])
    assert read_transcript(case["with_passes"]) == record
    assert write_transcript(record.plies) == case["with_passes"]
    assert write_transcript(record.plies, passes=False) == case["transcript"]


@pytest.mark.parametrize(
    "name", [name for name in POSITIONS if "transcript_to_position" in CASES[name]]
)
def test_a_position_with_many_moves_is_reached(name: str) -> None:
    case = POSITIONS[name]
    plies, board = read_transcript(case["transcript_to_position"])
    expected = case.get("legal_moves", case.get("mobility"))
    assert legal_moves(board.position).bit_count() == expected
    if "board" in case:
        assert board_text(board.dark, board.light) == case["board"]
        assert board.to_move is {"B": Side.DARK, "W": Side.LIGHT}[case["side_to_move"]]
        assert len(plies) == case["moves"]


def test_the_position_with_most_moves_has_34() -> None:
    case = POSITIONS["max_mobility_34_unreachable"]
    board = Board(*parse_board(case["board"]), {"X": Side.DARK, "O": Side.LIGHT}[case["to_move"]])
    assert legal_moves(board.position).bit_count() == case["legal"] == 34
