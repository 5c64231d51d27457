"""`python -m tests.faults.soak --minutes 60`: the tests of this folder, again and again.

Each round runs every one of them on new sites with a seed of its own and sizes that grow until they
are the long runs' of docs/testing.md. It prints a line a round; what failed is kept in a file. The
exit status is 1 if anything did.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.backends import ROOT

LARGEST = {"FAULT_TABLES": 40, "HAMMER_STRIKES": 5000}
"""What `make test` runs small, by the name under which the tests look for its size."""
SMALLEST = {"FAULT_TABLES": 4, "HAMMER_STRIKES": 120}
GROWTH = 1.5
SUMMARY = re.compile(r"^\d+ (?:passed|failed|error|skipped).* in .*$", re.MULTILINE)


class Round(NamedTuple):
    """One run of all tests, and how it went."""

    number: int
    seed: int
    sizes: dict[str, int]
    seconds: float
    summary: str
    failed: bool

    def __str__(self) -> str:
        sizes = " ".join(f"{name}={size}" for name, size in self.sizes.items())
        fate = "FAILED" if self.failed else "passed"
        return f"round {self.number} {fate}: FAULT_SEED={self.seed} {sizes}: {self.summary}"


def sizes_of(number: int) -> dict[str, int]:
    """Return the sizes of a round, the first being 0."""
    return {
        name: min(LARGEST[name], round(small * GROWTH**number)) for name, small in SMALLEST.items()
    }


def run(number: int, seed: int, chosen: list[str], folder: Path) -> Round:
    """Run everything once."""
    sizes = sizes_of(number)
    environment = {name: str(size) for name, size in sizes.items()}
    began_s = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/faults", "-v", *chosen],
        cwd=ROOT,
        env={**os.environ, **environment, "FAULT_SEED": str(seed)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        (folder / f"soak-{number}.log").write_text(done.stdout)
    found = SUMMARY.search(done.stdout.replace("=", "").replace("\n ", "\n"))
    summary = found.group().strip() if found else f"pytest ended with {done.returncode}"
    return Round(
        number, seed, sizes, time.monotonic() - began_s, summary, failed=done.returncode != 0
    )


def main() -> int:
    """Run rounds until the time is up, the last one to its end; print them and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="of the first round")
    parser.add_argument("--first", type=int, default=0, help="begin with the sizes of this round")
    parser.add_argument("-k", dest="chosen", default=None, help="as pytest's")
    options = parser.parse_args()
    seed = int(time.time()) if options.seed is None else options.seed
    chosen = [] if options.chosen is None else ["-k", options.chosen]
    folder = ROOT / "test-results"
    folder.mkdir(exist_ok=True)
    deadline_s = time.monotonic() + options.minutes * 60
    rounds: list[Round] = []
    while not rounds or time.monotonic() < deadline_s:
        number = options.first + len(rounds)
        rounds.append(run(number, seed + len(rounds), chosen, folder))
        print(rounds[-1], flush=True)
    failed = [one for one in rounds if one.failed]
    minutes = sum(one.seconds for one in rounds) / 60
    print(f"{len(rounds)} rounds in {minutes:.0f} min, {len(failed)} failed")
    for one in failed:
        print(f"  see {folder / f'soak-{one.number}.log'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
