"""`python -m tests.benchmarks.thinking`: the processor's time for one move of the expert, cold.

At ten empty squares, from where it plays exactly: `scattered` ones lie anywhere among discs of any
colour, the others come from `random` games and from those of `human` tournaments. And before that,
at 11 to 55 empty squares: `sparse` boards are again what no game need lead to, `middle` ones come
from tournaments.
"""

import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Iterator

from bots.engine import choose
from bots.engine.endgame import EXACT_EMPTIES
from games.rules.board import START, Position, legal_moves, pass_turn, play, squares
from games.rules.notation import board_text
from tests.bots.positions import human_positions


def boards(chance: random.Random, least: int, most: int) -> Iterator[Position]:
    """Boards that no game need lead to, with so many empty squares."""
    while True:
        places = chance.sample(range(64), 64 - chance.randint(least, most))
        share = chance.choice((0.3, 0.5, 0.7))
        own = sum(1 << square for square in places if chance.random() < share)
        position = Position(own, sum(1 << square for square in places) & ~own)
        if legal_moves(position):
            yield position


def random_games(chance: random.Random) -> Iterator[Position]:
    """Of random games, the position with ten empty squares."""
    while True:
        position = START
        while (position.own | position.foe).bit_count() < 64 - EXACT_EMPTIES:
            moves = tuple(squares(legal_moves(position)))
            if not moves:
                position = pass_turn(position)
                moves = tuple(squares(legal_moves(position)))
            if not moves:
                break
            position = play(position, chance.choice(moves))
        if legal_moves(position) and (position.own | position.foe).bit_count() == 54:
            yield position


def middle_games(chance: random.Random) -> Iterator[Position]:
    """Positions of tournament games before the exact end."""
    while True:
        yield chance.choice(human_positions(chance.randint(11, 55)))


SOURCES: dict[str, Callable[[random.Random], Iterator[Position]]] = {
    "scattered": lambda chance: boards(chance, EXACT_EMPTIES, EXACT_EMPTIES),
    "random": random_games,
    "human": lambda _: iter(human_positions(EXACT_EMPTIES)),
    "sparse": lambda chance: boards(chance, EXACT_EMPTIES + 1, 55),
    "middle": middle_games,
}


def measure(name: str, positions: int, seed: int) -> dict[str, object]:
    """Take the time of so many moves, each in a heap that remembers nothing of the others."""
    chance = random.Random(seed)
    taken = []
    for position, _ in zip(SOURCES[name](chance), range(positions), strict=False):
        gc.collect(0)
        started_s = time.process_time()
        choose(position, "expert", 1)
        taken.append(((time.process_time() - started_s) * 1000, position))
    taken.sort(key=lambda one: one[0])
    ms = [one for one, _ in taken]
    return {
        "positions": name,
        "count": len(ms),
        "mean_ms": round(sum(ms) / len(ms), 1),
        "p95_ms": round(ms[len(ms) * 95 // 100], 1),
        "p99_ms": round(ms[len(ms) * 99 // 100], 1),
        "max_ms": round(ms[-1], 1),
        "over_150_ms": sum(one > 150 for one in ms),
        "worst": board_text(*taken[-1][1]),
    }


def main() -> None:
    """Measure and print, a line of JSON for each kind of position."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="of each kind (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=SOURCES, default=list(SOURCES))
    options = parser.parse_args()
    started_s = time.process_time()
    total = 0
    for number in range(3_000_000):
        total += number
    print(f"three million additions: {time.process_time() - started_s:.2f} s")
    for name in options.only:
        print(json.dumps(measure(name, options.positions, options.seed)), flush=True)


if __name__ == "__main__":
    main()
