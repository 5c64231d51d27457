"""The levels: what each of them plays, always legally, and always the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from bots.engine import LEVELS, Level, choose
from bots.engine.draw import draw, mixed
from bots.engine.regions import CORNERS, beside_empty_corners
from games.rules.board import (
    START,
    Position,
    flips,
    legal_moves,
    pass_turn,
    squares,
)
from tests.bots.positions import after, human_positions, names, position_of, reachable, square

ROOT = Path(__file__).parents[2]
QUICK = [level for level in LEVELS if level != "expert"]
SEEDS = range(24)

STUCK = position_of(
    "--------"
    "--------"
    "--------"
    "---XX---"
    "---XX---"
    "--------"
    "-------X"
    "------XO"
)  # fmt: skip
"""X can't move, and O can't either once it is its turn."""


PASSED_OVER = after("f5f6d3g5h5h4f7h6")
"""The shortest way to a pass: the other side can't answer."""


def chosen(position: Position, level: Level) -> set[int]:
    """The moves that a level chooses between, as far as two dozen seeds show."""
    return {choose(position, level, seed) for seed in SEEDS}


@pytest.mark.parametrize("level", QUICK)
@settings(deadline=None, max_examples=80)
@given(position=reachable())
def test_a_quick_level_never_plays_an_illegal_move(level: Level, position: Position) -> None:
    for seed in (0, 7, 2**32 - 1):
        assert legal_moves(position) >> choose(position, level, seed) & 1


@settings(deadline=None, max_examples=25)
@given(position=reachable())
def test_the_expert_never_plays_an_illegal_move(position: Position) -> None:
    assert legal_moves(position) >> choose(position, "expert", 5) & 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_side_without_a_move_is_refused(level: Level) -> None:
    must_pass = pass_turn(PASSED_OVER.position)
    assert legal_moves(PASSED_OVER.position) and not legal_moves(must_pass)
    over = after("f5d6c5f4e7f6g5e6e3")
    assert over.to_move is None
    for position in (STUCK, must_pass, Position(over.light, over.dark)):
        with pytest.raises(ValueError, match="no legal move"):
            choose(position, level, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_only_legal_move_is_played_whatever_the_seed(level: Level) -> None:
    only = [
        position
        for empties in (40, 26, 18, 12, 7, 1)
        for position in human_positions(empties)
        if legal_moves(position).bit_count() == 1
    ]
    assert len(only) > 20
    for position in only[::3]:
        assert {1 << choose(position, level, seed) for seed in (1, 2)} == {legal_moves(position)}


def test_the_same_position_level_and_seed_give_the_same_move_in_any_process() -> None:
    script = (
        "import json, sys; from bots.engine import LEVELS, choose;"
        "from games.rules.board import Position;"
        "print([choose(Position(*p), l, s) for p in json.loads(sys.argv[1])"
        " for l in LEVELS for s in (3, 4)])"
    )
    positions = [human_positions(empties)[empties] for empties in (41, 19, 10)]
    answers = {
        subprocess.run(
            [sys.executable, "-c", script, json.dumps(positions)],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    here = [choose(each, level, seed) for each in positions for level in LEVELS for seed in (3, 4)]
    assert answers == {f"{here}\n"}


@settings(deadline=None, max_examples=100)
@given(reachable())
def test_the_beginner_turns_as_many_discs_as_it_can(position: Position) -> None:
    turned = {each: flips(position, each).bit_count() for each in squares(legal_moves(position))}
    assert turned[choose(position, "beginner", 9)] == max(turned.values())


def test_the_beginner_is_content_with_any_of_its_best_moves() -> None:
    assert chosen(START, "beginner") == {square(name) for name in ("d3", "c4", "f5", "e6")}


def test_equal_moves_lie_before_the_draw_in_the_order_of_the_squares() -> None:
    first_moves = [square(name) for name in ("d3", "c4", "f5", "e6")]
    for seed in SEEDS:
        assert choose(START, "beginner", seed) == first_moves[draw(START, seed, 4)]


@settings(deadline=None, max_examples=150)
@given(reachable())
def test_the_corner_hunter_takes_corners_and_keeps_from_the_squares_beside_empty_ones(
    position: Position,
) -> None:
    moves = legal_moves(position)
    move = 1 << choose(position, "corner", 11)
    beside = beside_empty_corners(position.own | position.foe)
    if moves & CORNERS:
        assert move & CORNERS
    elif moves & ~beside:
        assert not move & beside
    allowed = moves & CORNERS or moves & ~beside or moves
    most = max(flips(position, each).bit_count() for each in squares(allowed))
    assert flips(position, move.bit_length() - 1).bit_count() == most


def test_a_corner_goes_before_more_discs() -> None:
    position = position_of(
        "-OX-----"
        "--------"
        "--------"
        "X-------"
        "-O------"
        "--OOOOX-"
        "--------"
        "--------"
    )  # fmt: skip
    # b6 turns four on its row.
    assert names(legal_moves(position)) >= {"a1", "b6"}
    assert choose(position, "beginner", 1) == square("b6")
    assert choose(position, "corner", 1) == square("a1")


def test_the_squares_beside_a_taken_corner_are_squares_like_any_other() -> None:
    empty = beside_empty_corners(0)
    assert names(empty) == set("b1 a2 b2 g1 h2 g2 a7 b8 b7 h7 g8 g7".split())
    assert names(beside_empty_corners(1 << square("a1"))) == names(empty) - {"b1", "a2", "b2"}


def test_a_wipe_out_is_played_when_it_is_there() -> None:
    position = after("f5d6c5f4e7f6g5e6").position
    assert {choose(position, "expert", seed) for seed in (1, 2, 3)} == {square("e3")}


@pytest.mark.parametrize(("word", "jumbled"), [(0, 0), (1, 0x514E28B7), (0xFFFFFFFF, 0x81F16F39)])
def test_words_are_mixed_as_murmurhash_does_it(word: int, jumbled: int) -> None:
    assert mixed(word) == jumbled


def test_seeds_count_by_their_lower_half_and_draw_evenly() -> None:
    assert [draw(START, seed, 5) for seed in SEEDS] == [
        draw(START, seed + (1 << 32), 5) for seed in SEEDS
    ]
    drawn = [draw(START, seed, 4) for seed in range(4000)]
    assert all(900 < drawn.count(number) < 1100 for number in range(4))
