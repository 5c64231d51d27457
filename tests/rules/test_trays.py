"""The discs beside the board, and whose tray a disc comes out of."""

import json
from pathlib import Path

import pytest

from games.rules.board import START_BOARD, Placed, Side, place, trays
from games.rules.notation import parse_square, read_transcript

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAME_WITH_23_PASSES: str = json.loads((FIXTURES / "edge_cases.json").read_text())[
    "pass_23_white_wipeout"
]["transcript"]


@pytest.mark.parametrize(
    ("placed", "left"),
    [
        ((0, 0), (30, 30)),
        ((1, 0), (29, 30)),
        ((12, 11), (18, 19)),
        ((30, 29), (0, 1)),
        ((30, 30), (0, 0)),
        ((31, 10), (0, 19)),
        ((16, 39), (5, 0)),
        ((29, 31), (0, 0)),
        ((0, 60), (0, 0)),
        ((60, 0), (0, 0)),
    ],
)
def test_the_trays_hold_what_has_not_been_placed(
    placed: tuple[int, int], left: tuple[int, int]
) -> None:
    assert trays(*placed) == left


@pytest.mark.parametrize("placed", [(-1, 0), (0, -1), (31, 30), (61, 0), (61, -1)])
def test_more_discs_than_there_are_is_refused(placed: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no game has"):
        trays(*placed)


def test_no_disc_is_ever_lost_between_trays_and_board() -> None:
    for dark in range(61):
        for light in range(61 - dark):
            left = trays(dark, light)
            assert sum(left) + dark + light == 60
            assert min(left) >= 0
            assert max(left) <= 30


@pytest.mark.parametrize(
    ("placed_before", "handed_over"), [(0, False), (29, False), (30, True), (45, True)]
)
def test_the_31st_disc_of_a_side_comes_from_the_other_tray(
    placed_before: int, handed_over: bool
) -> None:
    _, plies = place(START_BOARD, parse_square("f5"), placed_before)
    assert isinstance(plies[0], Placed)
    assert plies[0].from_opponent_tray is handed_over


def test_a_hand_over_takes_from_the_tray_it_names_in_a_real_game() -> None:
    placed = {Side.DARK: 0, Side.LIGHT: 0}
    handed_over = []
    for ply in read_transcript(GAME_WITH_23_PASSES).plies:
        if not isinstance(ply, Placed):
            continue
        before = dict(zip(Side, trays(placed[Side.DARK], placed[Side.LIGHT]), strict=True))
        placed[ply.side] += 1
        after = dict(zip(Side, trays(placed[Side.DARK], placed[Side.LIGHT]), strict=True))
        giver = ply.side.other if ply.from_opponent_tray else ply.side
        assert after == {**before, giver: before[giver] - 1}
        if ply.from_opponent_tray:
            handed_over.append((ply.side, placed[ply.side]))
    assert handed_over == [(Side.LIGHT, number) for number in range(31, 40)]
    assert trays(placed[Side.DARK], placed[Side.LIGHT]) == (5, 0)
