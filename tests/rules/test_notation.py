"""Squares, boards and transcripts: every form that is read, and every form that is refused."""

import pickle

import pytest

from games.rules.board import (
    START_BOARD,
    Board,
    Passed,
    Placed,
    Side,
    legal_moves,
)
from games.rules.notation import (
    MAX_TRANSCRIPT_LENGTH,
    NotationError,
    TranscriptError,
    board_text,
    parse_board,
    parse_square,
    read_transcript,
    square_name,
    write_transcript,
)

WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
"""A whole game of nine discs; dark wins and 51 squares stay empty."""
BEFORE_A_PASS = "f5f6e6f4g6d6g4f7e8h6h5f8h7h3g8"
"""Dark's eighth disc, the fifteenth in all, leaves light without a move; dark goes on with c6."""


def refusal(text: str, start: Board = START_BOARD) -> tuple[int, str, str]:
    """The (ply, token, reason) with which a transcript is refused."""
    with pytest.raises(TranscriptError) as refused:
        read_transcript(text, start)
    return refused.value.ply, refused.value.token, refused.value.reason


def test_squares_are_numbered_along_the_rows() -> None:
    for square, name in {0: "a1", 1: "b1", 7: "h1", 8: "a2", 27: "d4", 63: "h8"}.items():
        assert square_name(square) == name


@pytest.mark.parametrize("square", [-1, 64])
def test_a_number_off_the_board_has_no_name(square: int) -> None:
    with pytest.raises(ValueError, match="no such square"):
        square_name(square)


def test_every_square_is_read_back_in_either_case() -> None:
    for square in range(64):
        assert parse_square(square_name(square)) == square
        assert parse_square(square_name(square).upper()) == square


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "a9", "i1", "1a", "a1 ", " a1", "a11", "--", "ａ1"]
)
def test_text_that_names_no_square_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_square(text)


def test_a_board_is_written_from_a1_along_the_rows() -> None:
    text = board_text(START_BOARD.dark, START_BOARD.light)
    assert text == "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    assert parse_board(text) == (START_BOARD.dark, START_BOARD.light)
    assert board_text(1, 1 << 63) == "X" + "-" * 62 + "O"


@pytest.mark.parametrize("text", ["", "-" * 63, "-" * 65, "x" + "-" * 63, "-" * 63 + "\n"])
def test_text_that_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_board(text)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "f5D6c3",
        "f5 d6 c3",
        "  f5\n\td6\r\nc3\n",
        "f5,d6,c3",
        "f5, d6, c3",
        "f5\u00a0d6\u00a0c3",
        "1. f5 d6 2. c3",
        "1.f5 d6 2.c3",
        "1 f5 2 d6 3 c3",
        "1. f5 1... d6 2. c3",
        "1: f5; 2: d6; 3: c3",
        "1.f5d6 2.c3",
        "1f5 2d6 3c3",
        "f5 d6 12. c3",
        "f5 d6 c3 4.",
    ],
)
def test_the_same_three_moves_are_read_from_every_usual_form(text: str) -> None:
    plies, board = read_transcript(text)
    assert write_transcript(plies) == "f5d6c3"
    assert board.to_move is Side.LIGHT


@pytest.mark.parametrize("text", ["", "  \n", "1.", "..."])
def test_a_transcript_without_moves_is_the_start(text: str) -> None:
    assert read_transcript(text) == ((), START_BOARD)


@pytest.mark.parametrize(
    "text",
    [
        "c6",
        "--c6",
        "pac6",
        "PAc6",
        "passc6",
        "PASSC6",
        " -- c6",
        " pass, c6",
        " 16. pass 17. c6",
        "\nPa\nc6",
    ],
)
def test_a_forced_pass_may_be_written_or_left_out(text: str) -> None:
    plies, board = read_transcript(BEFORE_A_PASS + text)
    assert plies[15] == Passed(Side.LIGHT)
    assert isinstance(plies[16], Placed)
    assert (plies[16].side, plies[16].square) == (Side.DARK, parse_square("c6"))
    assert len(plies) == 17
    assert board.to_move is Side.LIGHT


def test_a_pass_that_ends_the_text_is_a_ply_written_or_not() -> None:
    record = read_transcript(BEFORE_A_PASS)
    assert record.plies[15:] == (Passed(Side.LIGHT),)
    assert record.board.to_move is Side.DARK
    assert read_transcript(BEFORE_A_PASS + "--") == record


def test_passes_are_written_unless_they_are_unwanted() -> None:
    plies = read_transcript(BEFORE_A_PASS + "c6").plies
    assert write_transcript(plies) == BEFORE_A_PASS + "--c6"
    assert write_transcript(plies, passes=False) == BEFORE_A_PASS + "c6"
    assert write_transcript(plies[14:], separator=" ") == "g8 -- c6"
    assert write_transcript(()) == ""


@pytest.mark.parametrize("word", ["--", "pa", "PASS"])
def test_a_written_pass_is_refused_while_a_move_exists(word: str) -> None:
    assert refusal(word) == (1, word, "pass_with_moves")
    assert refusal(f"f5{word}") == (2, word, "pass_with_moves")
    assert refusal(f"f5d6 {word} c3") == (3, word, "pass_with_moves")


def test_a_forced_pass_is_not_written_twice() -> None:
    assert refusal(BEFORE_A_PASS + "----c6") == (17, "--", "pass_with_moves")


def test_a_pass_before_the_forced_one_is_refused() -> None:
    assert refusal(BEFORE_A_PASS[:-2] + "--" + "g8c6") == (15, "--", "pass_with_moves")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d4", (1, "d4", "occupied")),
        ("f5F5", (2, "F5", "occupied")),
        ("a1", (1, "a1", "captures_nothing")),
        ("f5 d6 h8", (3, "h8", "captures_nothing")),
        (BEFORE_A_PASS + "c7", (17, "c7", "captures_nothing")),
        (BEFORE_A_PASS + "--c7", (17, "c7", "captures_nothing")),
    ],
)
def test_an_illegal_move_is_refused_by_ply_and_reason(
    text: str, expected: tuple[int, str, str]
) -> None:
    assert refusal(text) == expected


@pytest.mark.parametrize(
    ("text", "ply", "token"),
    [
        ("f55", 2, "5"),
        ("f55d6", 2, "5d6"),
        ("f5d61c3", 3, "1c3"),
        ("f5 1984 d6", 2, "1984"),
        ("i5", 1, "i5"),
        ("f9", 1, "f9"),
        ("f", 1, "f"),
        ("f5d", 2, "d"),
        ("f5-d6", 2, "-d6"),
        ("f5 (d6)", 2, "(d6)"),
        ("5f", 1, "f"),
        ("ｆ5", 1, "ｆ5"),
        ("f٥", 1, "f٥"),
        ("f5 paſs", 2, "pa"),
        ("\x00", 1, "\x00"),
        ("x" * 500, 1, "x" * 12),
        ("<script>alert(1)</script>", 1, "<script>aler"),
    ],
)
def test_text_that_is_no_move_is_refused(text: str, ply: int, token: str) -> None:
    reason = "pass_with_moves" if token == "pa" else "not_a_square"
    assert refusal(text) == (ply, token, reason)


@pytest.mark.parametrize("token", ["a1", "d4", "--", "pass", "64-0", "?"])
def test_nothing_is_read_after_the_end(token: str) -> None:
    assert read_transcript(WIPE_OUT + " \n 10.").board.to_move is None
    ply, _, reason = refusal(f"{WIPE_OUT} {token}")
    assert (ply, reason) == (10, "game_over")


def test_a_text_is_refused_unread_if_it_is_too_long() -> None:
    just_fits = "f5d6".ljust(MAX_TRANSCRIPT_LENGTH)
    assert len(read_transcript(just_fits).plies) == 2
    assert refusal(just_fits + " ") == (1, "f5d6".ljust(12), "unreadable")


def test_a_refusal_can_be_read_and_pickled() -> None:
    with pytest.raises(TranscriptError) as refused:
        read_transcript("f5 d6 h8")
    assert str(refused.value) == "ply 3: 'h8': captures nothing there (captures_nothing)"
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (copy.ply, copy.token, copy.reason) == (3, "h8", "captures_nothing")


def test_a_transcript_goes_on_from_any_board() -> None:
    after_two = read_transcript("f5d6").board
    plies, board = read_transcript("c3", start=after_two)
    assert [ply.side for ply in plies] == [Side.DARK]
    assert board == read_transcript("f5d6c3").board


@pytest.mark.parametrize("text", ["a1", "--a1", "pass a1"])
def test_a_start_without_a_move_begins_with_a_pass(text: str) -> None:
    stuck = Board(*parse_board("-OOOOOOX".ljust(64, "-")), Side.LIGHT)
    assert legal_moves(stuck.position) == 0
    plies, board = read_transcript(text, start=stuck)
    assert plies == (Passed(Side.LIGHT), Placed(Side.DARK, 0, 0b01111110, False))
    assert board.to_move is None


def test_a_start_that_is_over_takes_no_move() -> None:
    over = Board(*parse_board("XXX".ljust(64, "-")), None)
    assert read_transcript("", start=over) == ((), over)
    assert refusal("d1", start=over) == (1, "d1", "game_over")
    assert refusal("d1", start=over._replace(to_move=Side.LIGHT)) == (1, "d1", "game_over")
