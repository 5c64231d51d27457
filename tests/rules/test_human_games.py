"""Games of tournaments from 1977 on: final discs, passes, and whether they were finished."""

from pathlib import Path
from typing import NamedTuple

import pytest

from games.rules.board import Board, Passed, Placed, Ply, score
from games.rules.notation import read_transcript, write_transcript

FIXTURES = Path(__file__).parents[1] / "fixtures"


class Game(NamedTuple):
    """A line of the file."""

    year: int
    transcript: str
    discs: tuple[int, int]
    passes_after: list[int]
    finished: bool
    tags: list[str]


def read_games() -> list[Game]:
    games = []
    for line in (FIXTURES / "human_games.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        year, transcript, dark, light, passes, finished, tags = line.split("\t")
        after = [] if passes == "-" else [int(number) for number in passes.split(",")]
        discs = int(dark), int(light)
        games.append(Game(int(year), transcript, discs, after, finished == "1", tags.split(",")))
    return games


GAMES = read_games()


def passes_between_discs(plies: tuple[Ply, ...]) -> list[int]:
    """For each pass with a disc after it, how many discs had been placed before it.

    The records know of a pass by the disc after it: a forced pass with which an unfinished game
    breaks off isn't in them.
    """
    found, placed = [], 0
    for ply in plies[:-1]:
        if isinstance(ply, Passed):
            found.append(placed)
        else:
            placed += 1
    return found


def has_tag(tag: str, board: Board) -> bool:
    """Whether a final board is what the tag of its game says. Not every such game has the tag."""
    match tag:
        case "draw" | "early_draw":
            return score(board).winner is None
        case "wipeout":
            return 0 in board.counts
        case "early_end":
            return board.to_move is None and sum(board.counts) < 64
        case "unfinished":
            return board.to_move is not None
        case _:
            return tag in ("plain", "many_passes")


def test_the_file_holds_698_games() -> None:
    assert len(GAMES) == 698
    assert {game.year for game in GAMES} <= set(range(1977, 2026))


@pytest.mark.parametrize("game", GAMES, ids=[f"{i}-{game.year}" for i, game in enumerate(GAMES)])
def test_a_human_game_ends_as_recorded(game: Game) -> None:
    plies, board = read_transcript(game.transcript)
    assert board.counts == game.discs
    assert passes_between_discs(plies) == game.passes_after
    assert (board.to_move is None) is game.finished
    assert sum(isinstance(ply, Placed) for ply in plies) == len(game.transcript) // 2
    for tag in game.tags:
        assert has_tag(tag, board)


def test_only_one_game_breaks_off_with_a_pass() -> None:
    """Guards the allowance above: it may excuse no more than this."""
    broken_off = [
        game for game in GAMES if isinstance(read_transcript(game.transcript).plies[-1], Passed)
    ]
    assert [(game.year, game.finished, game.passes_after) for game in broken_off] == [
        (1991, False, [50])
    ]


def test_every_human_game_is_read_back_as_it_was_written() -> None:
    for game in GAMES:
        record = read_transcript(game.transcript)
        assert read_transcript(write_transcript(record.plies)) == record
        assert write_transcript(record.plies, passes=False) == game.transcript
