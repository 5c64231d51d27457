"""How late flags fall: from the instant a clock runs out to the result in the players' hands."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable

from tests.benchmarks.load import DECODER, JOIN, Frame
from tests.benchmarks.wire import Line, connect

SPREAD_S = 20.0
"""The games start, and so the flags fall, spread over so long."""


class Watched:
    """A game in which nobody moves. Like a page, it pings when its clock shows zero."""

    def __init__(self, line: Line, opponent: Line, done: Callable[[float], None]) -> None:
        self.line, self.opponent, self.done = line, opponent, done
        self.due: float | None = None
        self.ended = asyncio.Event()
        self.joined: list[asyncio.Event] = []
        line.hear = self.hear
        for each in (line, opponent):
            self.joined.append(asyncio.Event())
            each.send(JOIN)
        opponent.hear = lambda text: self.joined[1].set()

    def hear(self, text: bytes) -> None:
        """Learn the deadline from the first picture, and the lateness from the last."""
        frame: Frame = DECODER.decode(text)
        if frame.t == "room":
            self.joined[0].set()
        if frame.t != "room" or frame.game is None:
            return
        if frame.game.result is not None:
            if self.due is not None and not self.ended.is_set():
                self.done((time.perf_counter() - self.due) * 1000)
            self.ended.set()
        elif frame.game.turn is not None and self.due is None:
            left_ms = frame.game.clock[frame.game.turn]["action_ms"]
            self.due = time.perf_counter() + left_ms / 1000
            asyncio.get_running_loop().call_later(left_ms / 1000, self.ping)

    def ping(self) -> None:
        """Say that somebody is here."""
        if not self.ended.is_set():
            for line in (self.line, self.opponent):
                line.send(b'{"t":"ping","n":1,"seen":0}')

    async def live(self, starts_in_s: float) -> None:
        """Start, and ping until it is over."""
        starts_at = time.perf_counter() + starts_in_s
        while not self.ended.is_set():
            if self.due is None and time.perf_counter() >= starts_at:
                self.line.send(b'{"t":"start"}')
            wait_s = 4.0 if self.due else max(1.0, min(4.0, starts_at - time.perf_counter()))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ended.wait(), wait_s)
                return
            self.ping()


async def fall(
    host: str, seeded: list[dict[str, str]], patience_s: float, kill: Callable[[], int] | None
) -> tuple[list[float], int]:
    """Let a flag fall in each room. Return the lateness of each in ms, and how many were lost.

    `kill` names a process that is killed in the middle.
    """
    late: list[float] = []
    gate = asyncio.Semaphore(20)

    async def enter(room: dict[str, str], side: str) -> Line:
        async with gate:
            headers = {"Origin": f"http://{host}", "Cookie": room[side]}
            return await connect(host, f"/ws/r/{room['code']}", headers)

    async def one(room: dict[str, str]) -> Watched:
        lines = await enter(room, "dark"), await enter(room, "light")
        return Watched(*lines, late.append)

    games = await asyncio.gather(*(one(room) for room in seeded))
    await asyncio.gather(*(joined.wait() for game in games for joined in game.joined))
    step = SPREAD_S / len(games)
    lives = [asyncio.create_task(game.live(at * step)) for at, game in enumerate(games)]
    if kill is not None:
        await asyncio.sleep(SPREAD_S * 0.6)
        os.kill(kill(), signal.SIGKILL)
    _, pending = await asyncio.wait(lives, timeout=SPREAD_S + patience_s)
    for task in pending:
        task.cancel()
    for game in games:
        game.line.close()
        game.opponent.close()
    return late, len(pending)
