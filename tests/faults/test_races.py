"""Several processes at one room: no error but refusals, and rows that agree (SPEC 2, LESSONS)."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from games.messages import MESSAGES
from tests.backends import ROOT
from tests.faults.tables import SEED

PROCESSES = 8
COMMANDS = {
    *("Place", "Pause", "Resume", "Resign", "Rematch", "Start", "wake"),
    *("Reserve", "Withdraw", "AddBot", "RemoveBot", "KeepBot"),
    *("Sit", "Stand", "Leave"),
}
STRIKES = int(os.environ.get("HAMMER_STRIKES", "120"))
"""Of each process. `HAMMER_STRIKES=5000` makes the long run of docs/testing.md."""


def hammer(site, *arguments: object) -> "subprocess.Popen[str]":
    return script("hammer", site, *arguments)


def script(name: str, site, *arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", f"tests.faults.{name}", *map(str, arguments)]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**site.environment, "LOG_LEVEL": "CRITICAL"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("opponent", ["people", "bot"])
def test_eight_processes_at_one_game_leave_rows_that_agree(serve_site, opponent):
    site = serve_site(start=False)  # its sweep would find that nobody is connected
    made = hammer(site, "new", opponent).communicate()[0]
    room = made.strip()
    running = [hammer(site, room, SEED + number, STRIKES) for number in range(PROCESSES)]
    answers: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for process in running:
        out, err = process.communicate(timeout=900)
        assert process.returncode == 0, err
        told = json.loads(out)
        assert told["faults"] == []
        answers.update(told["answers"])
        reasons.update(told["reasons"])
    assert sum(answers.values()) == PROCESSES * STRIKES
    assert set(answers) <= COMMANDS | set(MESSAGES)
    assert answers["Place"] > PROCESSES
    assert answers["stale"] > 0
    if opponent == "bot":
        assert answers["Reserve"] > 0
        assert answers["Withdraw"] + answers["RemoveBot"] + answers["KeepBot"] > 0
        assert reasons["time"] > 0
    assert "agree with their moves" in site.manage("verify_games")


DUELS = {
    "move_and_flag": {"moved", "swept", "too late"},
    "two_starts": {"one game"},
    "two_on_one_seat": {"ben", "eve"},
    "two_rematches": {"swapped"},
    "leave_and_last_move": {"discs", "left", "resign"},
}
"""Two deeds at once, and what may come of them."""
FLAGS = 4
"""So often the first of them is fought for one of each other (`tests.faults.duels`)."""


def test_of_two_deeds_at_the_same_moment_one_comes_first_and_the_other_after_it(serve_site):
    site = serve_site(start=False)
    times = max(5, STRIKES // 20)
    process = script("duels", site, 1, times)
    out, err = process.communicate(timeout=900)
    assert process.returncode == 0, err
    outcomes: Counter[str] = Counter(json.loads(out))
    for name, possible in DUELS.items():
        came = {each.partition(": ")[2]: count for each, count in outcomes.items() if name in each}
        assert set(came) <= possible
        assert sum(came.values()) == times * (FLAGS if name == "move_and_flag" else 1)
    assert outcomes["move_and_flag: moved"] and outcomes["move_and_flag: too late"]
    assert "agree with their moves" in site.manage("verify_games")
