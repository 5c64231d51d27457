"""The committed examples for other implementations, against the engine as it is."""

import json

from bots.engine import LEVELS, choose
from bots.vectors import as_json, position_vectors
from games.rules.notation import parse_square, square_name
from tests.bots.positions import FIXTURES, position_of

POSITIONS = FIXTURES / "engine_positions.json"
MOVES = FIXTURES / "engine_moves.json"
EVERY = {"beginner": 1, "corner": 1, "expert": 12}
"""One in how many of a level's examples is played again: all would take the expert a while."""


def test_the_rules_give_the_committed_positions() -> None:
    assert as_json(position_vectors()) == POSITIONS.read_text()


def test_the_positions_are_many_and_have_passes_and_ends_among_them() -> None:
    kinds = [kind for _, kind, _ in json.loads(POSITIONS.read_text())["positions"]]
    assert len(kinds) >= 2000
    assert kinds.count("pass") >= 15
    assert kinds.count("over") >= 30


def test_the_levels_give_the_committed_moves() -> None:
    examples = json.loads(MOVES.read_text())["moves"]
    assert len(examples) >= 500
    for level in LEVELS:
        own = [example for example in examples if example[1] == level][:: EVERY[level]]
        assert len(own) >= 20
        for board, _, seed, move in own:
            assert square_name(choose(position_of(board), level, seed)) == move


def test_the_committed_moves_are_of_all_stages() -> None:
    examples = json.loads(MOVES.read_text())["moves"]
    for level in LEVELS:
        empties = [board.count("-") for board, name, _, _ in examples if name == level]
        for least in range(1, 60, 10):
            assert any(least <= number < least + 10 for number in empties)
    assert all(parse_square(move) in range(64) for *_, move in examples)
