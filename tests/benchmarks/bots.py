"""`python -m tests.benchmarks.bots`: how soon bots answer when many people play them at once.

So many people, each alone in a room with a bot, move a moment after it is their turn. Measured is
the time from sending a move to the picture with the bot's answer, of which 0.6 s are manners.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests import backends
from tests.benchmarks import usage
from tests.benchmarks.live import Bench, percentiles
from tests.benchmarks.load import DECODER, JOIN, Frame
from tests.benchmarks.wire import Line, connect
from tests.running import Site

BEAT_S = 4.0


class Opponent:
    """One person who plays a bot."""

    def __init__(self, line: Line, chance: random.Random, think_s: float) -> None:
        self.line, self.chance, self.think_s = line, chance, think_s
        self.answers_ms: list[float] = []
        self.sent_at: float | None = None
        self.refused = 0
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        line.hear = self.hear

    def hear(self, text: bytes) -> None:
        """Take the time of an answer at once, and the rest in its turn."""
        frame: Frame = DECODER.decode(text)
        self.refused += frame.t == "refused"
        if frame.t != "room" or frame.game is None:
            return
        mine = frame.game.turn == "dark" or frame.game.result is not None
        if mine and self.sent_at is not None:
            if not frame.game.moves.endswith("--"):  # A pass is the server's, at once.
                self.answers_ms.append((time.perf_counter() - self.sent_at) * 1000)
            self.sent_at = None
        self.frames.put_nowait(frame)

    async def play(self, until: float) -> None:
        """Play game after game."""
        pings = asyncio.create_task(self.ping())
        try:
            await self._play(until)
        finally:
            pings.cancel()

    async def ping(self) -> None:
        """Say that one is there, as a page does: a room in which nobody is stands still."""
        while True:
            await asyncio.sleep(BEAT_S)
            self.line.send(b'{"t":"ping","n":1,"seen":0}')

    async def _play(self, until: float) -> None:
        self.line.send(JOIN)
        self.line.send(b'{"t":"add_bot","side":"light","level":"expert"}')
        self.line.send(b'{"t":"start"}')
        done = (0, -1)
        while time.perf_counter() < until:
            try:
                frame = await asyncio.wait_for(self.frames.get(), 2.0)
            except TimeoutError:
                continue
            game = frame.game
            assert game is not None
            if game.result is not None:
                self.line.send(b'{"t":"start"}')
            elif game.turn == "dark" and (game.number, game.ply) > done:
                done = (game.number, game.ply)
                await asyncio.sleep(self.chance.expovariate(1 / self.think_s))
                square = self.chance.choice(sorted(game.legal))
                self.sent_at = time.perf_counter()
                self.line.send(
                    b'{"t":"place","sq":"%b","game":%d,"ply":%d}'
                    % (square.encode(), game.number, game.ply)
                )


async def run(bench: Bench, rooms: int, think_s: float, seconds: float) -> dict[str, object]:
    """Let so many people play and return what came of it."""
    seeded = bench.seed(rooms, 60, people=1)
    host = bench.host
    people = []
    for number, one in enumerate(seeded):
        headers = {"Origin": f"http://{host}", "Cookie": one["dark"]}
        line = await connect(host, f"/ws/r/{one['code']}", headers)
        people.append(Opponent(line, random.Random(number), think_s))
    thinkers = usage.family(bench.site.children()["bots"])
    before_s = usage.cpu_s(thinkers)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(person.play(until) for person in people))
    answers = [ms for person in people for ms in person.answers_ms]
    return {
        "rooms": rooms,
        "answers": len(answers),
        "answers_s": round(len(answers) / seconds, 1),
        "ms": percentiles(answers),
        "within_1500_ms": round(sum(ms <= 1500 for ms in answers) / max(1, len(answers)), 3),
        "fastest_ms": round(min(answers, default=0)),
        "refused": sum(person.refused for person in people),
        "waiting": sum(person.sent_at is not None for person in people),
        "thinking_cores": round((usage.cpu_s(thinkers) - before_s) / seconds, 2),
    }


def main() -> int:
    """Start a site of its own, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--think", type=float, default=3.0, help="a person's mean time, seconds")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the site is ended too
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        databases = backends.Databases(place)
        environment = databases.fresh(place)
        if os.environ.get("REDIS_URL"):
            environment["REDIS_URL"] = backends.claim_redis(os.environ["REDIS_URL"])
        site = Site(place, environment)
        site.start()
        try:
            bench = Bench(site, argparse.Namespace(rate=1, seconds=options.seconds, only=[]))
            work = run(bench, options.rooms, options.think, options.seconds)
            print(json.dumps(asyncio.run(work)))
            print(site.manage("verify_games").strip())
        finally:
            site.end()
            databases.drop_all()
            if os.environ.get("REDIS_URL"):
                backends.release_redis(environment["REDIS_URL"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
