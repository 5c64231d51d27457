"""The Go Text Protocol as a front end speaks it: to the command, and line by line."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.gtp import Gtp
from bots.players import LevelPlayer, ProgramPlayer
from games.rules.board import START_BOARD, Side, place

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, str(ROOT / "manage.py"), "gtp", "--level", "beginner", "--seed", "5"]
PASSED_OVER = "f5 f6 d3 g5 h5 h4 f7 h6".split()
"""Black and white in turn; then black can't move, and white goes on."""
WIPE_OUT = "f5 d6 c5 f4 e7 f6 g5 e6 e3".split()


def conversation(said: bytes) -> str:
    """All that the command prints when it is told this and then nothing more."""
    done = subprocess.run(COMMAND, input=said, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    return done.stdout.decode("ascii")


def gtp(*lines: str) -> Gtp:
    """A game in which these lines were said, all with success."""
    game = Gtp("corner", 1)
    for line in lines:
        assert game.answer(line).startswith("=")
    return game


def played(moves: list[str]) -> list[str]:
    """The lines for moves by black and white in turn."""
    return [f"play {'bw'[number % 2]} {move}" for number, move in enumerate(moves)]


def test_a_front_end_introduces_itself_plays_and_quits() -> None:
    answers = conversation(
        b"1 protocol_version\n2 name\n3 known_command genmove\n4 known_command komi\n"
        b"5 boardsize 8\n6 clear_board\n7 play black F5\n8 genmove white\n9 quit\n10 name\n"
    ).split("\n\n")
    assert answers[:7] == ["=1 2", "=2 reversi-site", "=3 true", "=4 false", "=5", "=6", "=7"]
    assert answers[7] in ("=8 D6", "=8 F4", "=8 F6")
    assert answers[8:] == ["=9", ""]


def test_garbage_gets_an_answer_and_the_conversation_goes_on() -> None:
    answers = conversation(
        b"\xff\xfe\x00\n"
        b"foo\n"
        b"12 \n" + b"play " * 100_000 + b"\n"
        b"PLAY b f5\n"
        b"play\n"
        b"play b\n"
        b"play green f5\n"
        b"play b i9\n"
        b"play b \xef\xbc\x91\n"
        b"boardsize eight\n"
        b"-1 name\n"
        b"99999999999 name\n"
        b"13 name\n"
    ).split("\n\n")
    unknown, syntax = "? unknown command", "? syntax error"
    assert answers == [
        *(unknown, unknown, "?12 unknown command", syntax, unknown),
        *[syntax] * 6,
        *(unknown, unknown, "=13 reversi-site", ""),
    ]


def test_comments_control_characters_and_empty_lines_are_no_part_of_a_command() -> None:
    game = gtp()
    for line in ("# hello", "", "   \n", "\t\r\n", "#name"):
        assert game.answer(line) == ""
    assert game.answer("21\tname # what?\r\n") == "=21 reversi-site\n\n"
    for line in ("\x07n\x08ame\x0c\n", "name#name", "  name  "):
        assert game.answer(line) == "= reversi-site\n\n"


def test_the_end_of_the_input_ends_the_program_quietly_even_within_a_line() -> None:
    assert conversation(b"name\nprotocol_ver") == "= reversi-site\n\n? unknown command\n\n"


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= reversi-site\n"
        process.stdout.close()
        process.stdin.write(b"name\n" * 10)
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


def test_the_commands_listed_are_those_known() -> None:
    game = gtp()
    listed = game.answer("list_commands").removeprefix("= ").split()
    assert {"play", "genmove", "undo", "showboard", "final_score", "time_left"} <= set(listed)
    for name in listed:
        assert game.answer(f"known_command {name}") == "= true\n\n"
    assert game.answer("known_command nonsense") == "= false\n\n"
    assert game.answer("known_command") == "? syntax error\n\n"


@pytest.mark.parametrize(
    "line",
    [
        "play b a1",
        "play b d4",
        "play w f5",
        "play b pass",
        "play w pass",
        "genmove w",
        "undo",
        "boardsize 19",
        "final_score",
        "time_settings 1 2",
        "time_left b 5 x",
    ],
)
def test_what_cannot_be_done_changes_nothing(line: str) -> None:
    game = gtp()
    before = game.answer("showboard")
    assert game.answer(line).startswith("? ")
    assert game.answer("showboard") == before


def test_colours_and_squares_may_be_in_either_case() -> None:
    game = gtp("play BLACK f5", "play W D6", "play b C5", "play White f4")
    same = gtp(*played("f5 d6 c5 f4".split()))
    assert game.answer("showboard") == same.answer("showboard")


def test_the_board_is_shown_with_a1_at_the_top_left_and_who_is_to_move() -> None:
    lines = gtp("play b f5").answer("showboard").splitlines()
    assert lines[1] == "  a b c d e f g h"
    assert lines[2] == "1 - - - - - - - - 1"
    assert lines[6] == "5 - - - X X X - - 5"
    assert lines[-2:] == ["to move: white (O)", ""]


def test_a_forced_pass_is_said_or_generated_or_left_out() -> None:
    for pass_line in (["play b PASS"], ["play b pass"], ["genmove b"], []):
        game = gtp(*played(PASSED_OVER), *pass_line)
        assert game.answer("genmove w") not in ("= PASS\n\n", "? illegal move\n\n")
    game = gtp(*played(PASSED_OVER))
    assert game.answer("genmove b") == "= PASS\n\n"
    # Once is enough, and the other side has a move.
    assert game.answer("play b pass") == "? illegal move\n\n"
    assert game.answer("play w pass") == "? illegal move\n\n"


def test_a_finished_game_is_scored_in_discs_and_both_sides_may_pass() -> None:
    game = gtp(*played(WIPE_OUT))
    for line in ("genmove w", "genmove b"):
        assert game.answer(line) == "= PASS\n\n"
    assert game.answer("play w pass") == "=\n\n"
    assert game.answer("play w a1") == "? illegal move\n\n"
    assert game.answer("final_score") == "= B+13\n\n"
    assert "to move: nobody" in game.answer("showboard")


def test_undo_takes_back_one_command_at_a_time() -> None:
    boards, game = [], gtp()
    lines = [*played(PASSED_OVER), "play b pass", "genmove w"]
    for line in lines:
        boards.append(game.answer("showboard"))
        assert game.answer(line).startswith("=")
    for board in reversed(boards):
        assert game.answer("undo") == "=\n\n"
        assert game.answer("showboard") == board
    assert game.answer("undo") == "? cannot undo\n\n"


def test_times_are_taken_note_of_and_no_more() -> None:
    gtp("time_settings 0 10 1", "time_left black 5 0", "genmove b")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.text(max_size=30)
        | st.from_regex(
            r"[0-9]{0,3} ?(play|genmove|undo|boardsize) [bw] [a-h][1-8]( #)?", fullmatch=True
        )
    )
)
def test_any_line_at_all_gets_one_well_formed_answer_or_none(lines: list[str]) -> None:
    game = Gtp("beginner", 1)
    for line in lines:
        answer = game.answer(line)
        assert answer == "" or (answer[0] in "=?" and answer.endswith("\n\n"))
        assert "\n\n" not in answer[:-2]
    assert "to move" in game.answer("showboard")


def test_the_program_plays_what_its_level_plays_through_a_whole_game() -> None:
    program = ProgramPlayer(" ".join(COMMAND), 30)
    level = LevelPlayer("beginner")
    try:
        program.new_game(0)
        level.new_game(5)
        board, passes = START_BOARD, 0
        while board.to_move is not None:
            mover = board.to_move
            if mover is Side.DARK:
                move = program.move(mover, board.position)
                assert move == level.move(mover, board.position)
            else:
                move = level.move(mover, board.position)
                program.told(mover, move)
            board, plies = place(board, move, 0)
            for ply in plies[1:]:
                program.told(ply.side, None)
                passes += 1
    finally:
        program.close()
    assert sum(board.counts) > 40
