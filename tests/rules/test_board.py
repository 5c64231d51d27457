"""The set-up, refusals, whose turn it is, and the result, on boards small enough to see."""

import pickle

import pytest

from games.rules.board import (
    START,
    START_BOARD,
    Board,
    IllegalMove,
    Passed,
    Placed,
    Position,
    Score,
    Side,
    flips,
    is_over,
    legal_moves,
    pass_turn,
    place,
    play,
    score,
    settle,
    squares,
)
from games.rules.notation import board_text, parse_board, parse_square, square_name


def names(bits: int) -> list[str]:
    return [square_name(square) for square in squares(bits)]


def board(first_row: str, to_move: Side | None = Side.DARK) -> Board:
    return Board(*parse_board(first_row.ljust(64, "-")), to_move)


def test_light_starts_on_d4_and_e5_and_dark_moves_first() -> None:
    assert names(START_BOARD.light) == ["d4", "e5"]
    assert names(START_BOARD.dark) == ["e4", "d5"]
    assert START_BOARD.to_move is Side.DARK
    assert START_BOARD.position == START
    assert START_BOARD.counts == (2, 2)


def test_dark_may_open_on_four_squares() -> None:
    assert names(legal_moves(START)) == ["d3", "c4", "f5", "e6"]


def test_a_move_turns_the_run_and_hands_the_position_over() -> None:
    assert names(flips(START, parse_square("f5"))) == ["e5"]
    after = play(START, parse_square("f5"))
    assert names(after.own) == ["d4"]
    assert names(after.foe) == ["e4", "d5", "e5", "f5"]


def test_every_enclosed_run_turns_and_nothing_beyond() -> None:
    dark, light = parse_board("---X----X--O--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--X-")
    star = Position(dark, light)
    turned = flips(star, parse_square("d5"))
    expected = ["d2", "b3", "d3", "f3", "c4", "d4", "e4", "b5", "c5", "e5", "f5", "g5"]
    # The run down the d file reaches the edge without a dark disc behind it.
    assert names(turned) == [*expected, "c6", "e6", "b7", "f7"]


def test_a_run_does_not_go_on_in_the_next_row() -> None:
    for first_rows in ("------XO-", "-------XO-", "X------OX", "OX------"):
        assert legal_moves(board(first_rows).position) == 0


def test_an_own_disc_ends_the_run() -> None:
    assert names(flips(board("-OOXOX").position, 0)) == ["b1", "c1"]


def test_an_empty_square_ends_the_run() -> None:
    assert flips(board("-O-OX").position, 0) == 0


@pytest.mark.parametrize(
    ("square", "reason"), [("d4", "occupied"), ("e4", "occupied"), ("a1", "captures_nothing")]
)
def test_an_illegal_move_is_refused_with_its_reason(square: str, reason: str) -> None:
    number = parse_square(square)
    assert flips(START, number) == 0
    with pytest.raises(IllegalMove) as by_play:
        play(START, number)
    with pytest.raises(IllegalMove) as by_place:
        place(START_BOARD, number, 0)
    for refused in (by_play.value, by_place.value):
        assert (refused.square, refused.reason) == (number, reason)
        assert str(refused) == f"square {number}: {reason}"


def test_a_refusal_survives_pickling() -> None:
    copy = pickle.loads(pickle.dumps(IllegalMove(27, "occupied")))
    assert (copy.square, copy.reason) == (27, "occupied")


@pytest.mark.parametrize("square", [-1, 64, 100])
def test_a_square_off_the_board_is_a_bug_not_a_refusal(square: int) -> None:
    with pytest.raises(ValueError, match="no such square") as by_play:
        play(START, square)
    with pytest.raises(ValueError, match="no such square") as by_place:
        place(START_BOARD, square, 0)
    assert not isinstance(by_play.value, IllegalMove)
    assert not isinstance(by_place.value, IllegalMove)


def test_a_side_without_a_move_passes_at_once() -> None:
    after, plies = place(board("-OOOOOOX" + "-OOOOOOX"), parse_square("a1"), 0)
    assert plies == (Placed(Side.DARK, 0, 0b01111110, False), Passed(Side.LIGHT))
    assert after.to_move is Side.DARK
    assert names(legal_moves(after.position)) == ["a2", *(f"{file}3" for file in "abcdefgh")]


def test_a_side_with_a_move_does_not_pass() -> None:
    after, plies = place(START_BOARD, parse_square("f5"), 0)
    assert plies == (Placed(Side.DARK, parse_square("f5"), 1 << parse_square("e5"), False),)
    assert after.to_move is Side.LIGHT


def test_the_game_ends_without_a_pass_when_neither_side_can_move() -> None:
    after, plies = place(board("-OX-----"), 0, 0)
    assert plies == (Placed(Side.DARK, 0, 1 << 1, False),)
    assert board_text(after.dark, after.light) == "XXX".ljust(64, "-")
    assert after.to_move is None


def test_nothing_is_placed_after_the_end() -> None:
    over = board("XXX", to_move=None)
    with pytest.raises(ValueError, match="over") as refused:
        place(over, 3, 0)
    assert not isinstance(refused.value, IllegalMove)
    with pytest.raises(ValueError, match="over"):
        _ = over.position


def test_a_game_is_over_only_if_neither_side_can_move() -> None:
    only_dark_can_move = board("-OOOOOOX").position
    assert not is_over(START)
    assert not is_over(only_dark_can_move)
    assert not is_over(pass_turn(only_dark_can_move))
    assert is_over(board("XXX").position)


def test_settling_leaves_a_board_alone_whose_side_can_move() -> None:
    assert settle(START_BOARD) == (START_BOARD, ())


def test_settling_passes_for_a_side_that_cannot_move() -> None:
    stuck = board("-OOOOOOX", to_move=Side.LIGHT)
    assert settle(stuck) == (stuck._replace(to_move=Side.DARK), (Passed(Side.LIGHT),))


def test_settling_ends_a_game_without_moves_and_leaves_a_finished_one_alone() -> None:
    over = board("XXX", to_move=None)
    assert settle(board("XXX", to_move=Side.LIGHT)) == (over, ())
    assert settle(over) == (over, ())


def test_the_other_side_of_each_side_is_its_opponent() -> None:
    assert Side.DARK.other is Side.LIGHT
    assert Side.LIGHT.other is Side.DARK
    assert str(Side.DARK) == "dark"


@pytest.mark.parametrize(
    ("discs", "winner", "tournament"),
    [
        ((13, 0), Side.DARK, (64, 0)),
        ((0, 59), Side.LIGHT, (0, 64)),
        ((32, 31), Side.DARK, (33, 31)),
        ((3, 17), Side.LIGHT, (3, 61)),
        ((31, 31), None, (32, 32)),
        ((32, 32), None, (32, 32)),
    ],
)
def test_empty_squares_go_to_the_winner_in_the_tournament_score_only(
    discs: tuple[int, int], winner: Side | None, tournament: tuple[int, int]
) -> None:
    result = Score(*discs)
    assert result == discs
    assert result.winner is winner
    assert result.tournament == tournament


def test_the_score_counts_the_discs_on_the_board() -> None:
    assert score(board("XXOX", to_move=None)) == Score(dark=3, light=1)
