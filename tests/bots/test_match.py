"""Matches: openings, forfeits, what a result amounts to, and the command."""

import subprocess
import sys
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots.match import Played, Terms, play_match
from bots.openings import OPENING_PLIES, even_openings
from bots.tally import elo, share, summary
from games.rules.board import Placed, is_over

ROOT = Path(__file__).parents[2]
WON, DRAWN, LOST = Played(10, ""), Played(0, ""), Played(-10, "")

PROGRAM = """
import sys, time
said = 0
for line in sys.stdin:
    number, command = line.split()[:2]
    said += command == "genmove"
    if said == {at}:
        {then}
    print("=" + number, "A1" if command == "genmove" else "", end="\\n\\n", flush=True)
"""
"""A bad player: its first move is illegal, but it can do something else before."""


def terms(first: str, second: str, **changes: int) -> Terms:
    return Terms(first, second, pairs=1, openings=1, seed=3, move_s=1)._replace(**changes)


def test_two_games_between_two_levels_from_the_command_line() -> None:
    command = [sys.executable, "manage.py", "bot_match", "corner", "beginner", "--games", "2"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "corner against beginner: 2 games"
    assert len(lines) == 2
    won, drawn, lost = (int(word) for word in lines[1].split() if word.isdigit())
    assert won + drawn + lost == 2
    assert "discs a game, Elo" in lines[1]


@pytest.mark.parametrize(
    "options",
    [{"games": 3}, {"games": 0}, {"openings": 51}, {"openings": 0}, {"openings": -1}, {"jobs": 0}],
)
def test_terms_that_make_no_match_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="Games come in pairs"):
        call_command("bot_match", "corner", "beginner", **options)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_in_which_nobody_can_answer_is_refused(seconds: float) -> None:
    with pytest.raises(CommandError, match="needs some seconds"):
        call_command("bot_match", "beginner", "corner", games=2, seconds=seconds)


def test_the_same_terms_give_the_same_games_on_one_process_or_two() -> None:
    four = terms("corner", "beginner", pairs=4, openings=3)
    alone = list(play_match(four))
    assert alone == list(play_match(four, jobs=2))
    assert len(alone) == 4
    assert len({game for pair in alone for game in pair}) > 2


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (PROGRAM.format(at=9, then="pass"), "made an illegal move"),
        (PROGRAM.format(at=1, then="sys.exit(3)"), "ended at 'genmove"),
        (PROGRAM.format(at=1, then="time.sleep(60)"), "gave no answer to 'genmove"),
        (
            PROGRAM.format(at=1, then="print('=' + number, 'resign', end='\\n\\n', flush=True)"),
            "'resign'",
        ),
        (
            PROGRAM.format(at=1, then="print('?' + number, 'tired', end='\\n\\n', flush=True)"),
            "refused",
        ),
        (PROGRAM.format(at=0, then="print('hello', end='\\n\\n', flush=True)"), "with 'hello"),
        (
            PROGRAM.format(at=1, then="print('=' + 'x' * 99999, flush=True)"),
            "never ends its answer",
        ),
        (PROGRAM.format(at=1, then="print('= A1', end='\\n\\n', flush=True)"), "with '= A1'"),
        ("raise SystemExit", "'boardsize 8'"),
    ],
)
def test_a_program_that_breaks_down_loses_both_games_and_the_reason_is_told(
    tmp_path: Path, program: str, reason: str
) -> None:
    (tmp_path / "program.py").write_text(program)
    command = f"{sys.executable} {tmp_path}/program.py"
    ((dark, light),) = play_match(terms("beginner", command, move_s=2))
    for game in (dark, light):
        assert reason in game.forfeit
        assert game.forfeit.startswith(command)
        assert game.discs == 64


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ("/nowhere/program", "can't be started"),
        ("begginer", "can't be started.*Name a level"),
        ("", "can't be started"),
        (f"{sys.executable} -c pass", "(ended at|ended before) 'boardsize 8'"),
    ],
)
def test_no_match_begins_with_who_cannot_play_at_all(second: str, reason: str) -> None:
    output = StringIO()
    with pytest.raises(CommandError, match=reason):
        call_command("bot_match", "beginner", second, games=2, stdout=output)
    assert output.getvalue() == ""


def test_openings_are_all_different_even_and_the_same_for_a_seed() -> None:
    openings = list(islice(even_openings(8), 12))
    assert openings == list(islice(even_openings(8), 12))
    assert len({opening.board for opening in openings}) == 12
    for opening in openings:
        assert len(opening.plies) == OPENING_PLIES
        assert (
            sum(isinstance(ply, Placed) for ply in opening.plies) == sum(opening.board.counts) - 4
        )
        assert not is_over(opening.board.position)
    other = {opening.board for opening in islice(even_openings(9), 12)}
    assert len(other & {opening.board for opening in openings}) < 4


def test_a_result_is_told_in_games_discs_and_elo() -> None:
    pairs = [(WON, LOST), (WON, DRAWN), (WON, WON), (LOST, WON)]
    assert share(pairs) == 5.5 / 8
    line = summary(pairs, 4)
    assert line.startswith("5 won, 1 drawn, 2 lost: 68.8 %, +3.8 discs a game, Elo +137 ± ")


def test_the_error_of_an_elo_shrinks_with_the_root_of_the_games() -> None:
    few = [(WON, LOST), (WON, WON), (LOST, LOST), (WON, WON)] * 25
    error = float(elo(few, 100).split("± ")[1])
    assert float(elo(few * 4, 400).split("± ")[1]) == pytest.approx(error / 2, abs=1)
    # Pairs that all come out even say more than games alone would.
    assert elo([(WON, LOST)] * 10, 10) == "Elo +0 ± 0"


def test_more_games_from_the_same_openings_make_no_elo_more_certain() -> None:
    once = [(WON, LOST), (WON, WON), (LOST, LOST), (WON, WON)] * 5
    assert elo(once * 4, 20) == elo(once, 20)
    assert elo(once, 1) == elo(once[:4], 1) == "Elo +89"
    assert elo([(WON, WON)] * 40, 10) == elo([(WON, WON)] * 10, 10)


def test_without_a_point_lost_or_won_there_is_only_a_bound() -> None:
    # Ten pairs in a row happen once in twenty matches to who wins 74.1 % of them.
    assert elo([(WON, WON)] * 10, 10) == "Elo above +183 (95 %)"
    assert elo([(LOST, LOST)] * 10, 10) == "Elo below -183 (95 %)"
