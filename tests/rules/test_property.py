"""Random games and random boards, against the slow checker."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.board import (
    START_BOARD,
    Board,
    Passed,
    Placed,
    Ply,
    Side,
    flips,
    is_over,
    legal_moves,
    pass_turn,
    place,
    play,
    score,
    squares,
)
from games.rules.notation import (
    TranscriptError,
    board_text,
    parse_board,
    read_transcript,
    write_transcript,
)
from slow_checker import Grid, after, flipped, grid_of, legal, squares_of, turn_after

CHOICES = st.lists(st.integers(0, 33), min_size=60, max_size=60)
"""Which of the legal moves to take at each turn, counted round: enough for a whole game."""
BITS = st.integers(0, 2**64 - 1)


@st.composite
def scattered_boards(draw: st.DrawFn) -> Board:
    """Boards no game leads to: any discs anywhere, from nearly none to nearly full."""
    taken, dark = draw(BITS), draw(BITS)
    match draw(st.sampled_from(["sparse", "half", "full"])):
        case "sparse":
            taken &= draw(BITS) & draw(BITS)
        case "full":
            taken |= draw(BITS) | draw(BITS)
    return Board(taken & dark, taken & ~dark, draw(st.sampled_from(Side)))


def play_out(choices: list[int]) -> list[tuple[Board, int, Board, tuple[Ply, ...]]]:
    """A game as (board before, square, board after, plies), turn by turn."""
    board, turns = START_BOARD, []
    for choice in choices:
        if board.to_move is None:
            break
        moves = list(squares(legal_moves(board.position)))
        square = moves[choice % len(moves)]
        next_board, plies = place(board, square, 0)
        turns.append((board, square, next_board, plies))
        board = next_board
    return turns


def as_grid(board: Board) -> Grid:
    return grid_of(set(squares(board.dark)), set(squares(board.light)))


def agree_on_moves(board: Board) -> None:
    """Check legal moves and flips on every square for the side to move."""
    assert board.to_move is not None
    grid = as_grid(board)
    assert set(squares(legal_moves(board.position))) == legal(grid, board.to_move)
    for square in range(64):
        turned = set(squares(flips(board.position, square)))
        assert turned == flipped(grid, board.to_move, square)


def agree_on_turn(board: Board, square: int, result: Board, plies: tuple[Ply, ...]) -> None:
    """Check the discs after a move, what happened, and who moves next."""
    side = board.to_move
    assert side is not None
    grid = as_grid(board)
    next_grid = after(grid, side, square)
    next_side, passing = turn_after(next_grid, side)
    assert as_grid(result) == next_grid
    assert result.dark & result.light == 0
    assert result.to_move == next_side
    turned = sum(1 << turned for turned in flipped(grid, side, square))
    assert plies == (
        Placed(side, square, turned, False),
        *(Passed(Side(passer)) for passer in passing),
    )


@settings(deadline=None, max_examples=60)
@given(CHOICES)
def test_a_random_game_agrees_with_the_slow_checker_at_every_turn(choices: list[int]) -> None:
    turns = play_out(choices)
    for board, square, result, plies in turns:
        agree_on_moves(board)
        agree_on_turn(board, square, result, plies)
    final = turns[-1][2]
    assert final.to_move is None
    grid = as_grid(final)
    assert score(final) == (len(squares_of(grid, "dark")), len(squares_of(grid, "light")))
    assert sum(score(final).tournament) == 64


@settings(deadline=None, max_examples=60)
@given(CHOICES, st.integers(0, 59))
def test_every_move_from_a_reachable_board_agrees_with_the_slow_checker(
    choices: list[int], turn: int
) -> None:
    turns = play_out(choices)
    board = turns[min(turn, len(turns) - 1)][0]
    for square in squares(legal_moves(board.position)):
        agree_on_turn(board, square, *place(board, square, 0))


@settings(deadline=None, max_examples=400)
@given(scattered_boards())
def test_moves_on_a_scattered_board_agree_with_the_slow_checker(board: Board) -> None:
    agree_on_moves(board)
    for square in squares(legal_moves(board.position)):
        agree_on_turn(board, square, *place(board, square, 0))


@given(scattered_boards())
def test_a_scattered_board_is_over_exactly_if_the_slow_checker_finds_no_move(board: Board) -> None:
    grid = as_grid(board)
    over = not legal(grid, "dark") and not legal(grid, "light")
    assert is_over(board.position) is over
    assert is_over(pass_turn(board.position)) is over


@given(scattered_boards())
def test_playing_a_position_and_placing_on_a_board_give_the_same_discs(board: Board) -> None:
    assert board.to_move is not None
    for square in squares(legal_moves(board.position)):
        result, _ = place(board, square, 0)
        as_opponent_sees_it = result._replace(to_move=board.to_move.other).position
        assert play(board.position, square) == as_opponent_sees_it


@given(scattered_boards())
def test_a_board_is_read_back_as_it_was_written(board: Board) -> None:
    assert parse_board(board_text(board.dark, board.light)) == (board.dark, board.light)


@settings(deadline=None)
@given(CHOICES, st.booleans(), st.sampled_from(["", " ", "\n", ", ", "; "]))
def test_a_random_game_is_read_back_as_it_was_written(
    choices: list[int], passes: bool, separator: str
) -> None:
    plies = read_transcript(
        write_transcript(ply for turn in play_out(choices) for ply in turn[3])
    ).plies
    text = write_transcript(plies, passes=passes, separator=separator)
    assert read_transcript(text).plies == plies
    assert read_transcript(text.upper()).plies == plies


@settings(deadline=None, max_examples=500)
@given(st.text(alphabet="abcdefgh12345678 .,-pPaAsSX\n\u00a0\u0130ſ", max_size=80))
def test_any_text_is_read_or_refused_with_a_code(text: str) -> None:
    try:
        record = read_transcript(text)
    except TranscriptError as refused:
        assert refused.reason in str(refused)
        assert refused.token in text
    else:
        assert read_transcript(write_transcript(record.plies)) == record
