"""`python -m tests.live.replay`: play every real game of the fixtures through a real site.

Each game goes move by move through sockets, the writer and the database; its passes, its discs
and its result must be the file's. It takes some minutes, so it is a command and not a test.
"""

import argparse
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from tests.live.client import Client, RoomSocket
from tests.running import Site

FIXTURE = Path(__file__).parents[1] / "fixtures" / "human_games.tsv"


class RealGame(NamedTuple):
    """A game of the file: squares, discs at its end, discs placed when passes fell."""

    number: int
    squares: list[str]
    dark: int
    light: int
    passes: list[int]
    finished: bool


def real_games() -> list[RealGame]:
    """Read the file."""
    games = []
    lines = (line for line in FIXTURE.read_text().splitlines() if not line.startswith("#"))
    for number, line in enumerate(lines, start=1):
        _, moves, dark, light, passes, finished, *_ = line.split("\t")
        squares = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        after = [] if passes == "-" else [int(placed) for placed in passes.split(",")]
        games.append(RealGame(number, squares, int(dark), int(light), after, finished == "1"))
    return games


class Table:
    """A room with two players, in which games are played one after another."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        people = [stack.enter_context(Client(url)) for _ in range(2)]
        for person in people:
            person.become_guest()
        path = people[0].open_room(90)
        self.dark, self.light = (stack.enter_context(person.enter(path)) for person in people)
        self.dark.ask("sit", side="dark")
        self.light.ask("sit", side="light")

    def play(self, game: RealGame) -> list[str]:
        """Play one game and return what differs from the file."""
        self.dark.ask("start")
        passes = []
        for placed, square in enumerate(game.squares, start=1):
            picture = self.mover().place(square)["game"]
            if picture["moves"].endswith("--"):
                passes.append(placed)
        faults = []
        if game.finished != (picture["result"] is not None):
            faults.append(f"finished is {picture['result']}")
        if (picture["discs"]["dark"], picture["discs"]["light"]) != (game.dark, game.light):
            faults.append(f"discs are {picture['discs']}, not {game.dark}–{game.light}")
        # Where a record breaks off, the file doesn't tell of a pass that came after its last disc.
        told = passes if game.finished else [at for at in passes if at < len(game.squares)]
        if told != [at for at in game.passes if game.finished or at < len(game.squares)]:
            faults.append(f"passes fell after {passes}, not {game.passes}")
        if picture["result"] is None:
            self.dark.ask("end", game=picture["number"])
        return faults

    def mover(self) -> RoomSocket:
        newest = max((self.dark, self.light), key=lambda tab: tab.room["seq"]).room
        mover = self.dark if newest["game"]["turn"] == "dark" else self.light
        mover.wait_for_room(lambda room: room["seq"] >= newest["seq"])
        return mover


def replay(site: Site, games: list[RealGame], tables: int) -> int:
    """Play the games at so many tables at once; print and count what differs."""
    waiting: SimpleQueue[RealGame] = SimpleQueue()
    for game in games:
        waiting.put(game)
    faults: list[str] = []
    played: list[int] = []

    def work() -> None:
        with ExitStack() as stack:
            table = Table(site.url, stack)
            while True:
                try:
                    game = waiting.get_nowait()
                except Empty:
                    return
                faults.extend(f"game {game.number}: {fault}" for fault in table.play(game))
                played.append(game.number)
                if len(played) % 50 == 0:
                    print(f"{len(played)} of {len(games)} games", flush=True)

    threads = [threading.Thread(target=work) for _ in range(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for fault in faults:
        print(fault)
    if len(played) != len(games):
        print(f"only {len(played)} of {len(games)} games were played")
    return len(faults) + len(games) - len(played)


def main() -> int:
    """Start a site of its own, replay, and let `verify_games` look at what was stored."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=None, help="only the first so many")
    parser.add_argument("--tables", type=int, default=6, help="rooms at once")
    options = parser.parse_args()
    games = real_games()[: options.games]
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), {})
        site.manage("migrate", "--verbosity=0")
        site.start()
        try:
            began = time.monotonic()
            faults = replay(site, games, options.tables)
            seconds = time.monotonic() - began
            moves = sum(len(game.squares) for game in games)
            print(f"{len(games)} games, {moves} moves in {seconds:.0f} s; {faults} differ")
            print(site.manage("verify_games").strip())
        finally:
            site.end()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
