"""`python -m tests.benchmarks.live`: what a live move costs, and how late flags fall.

It runs one site (SQLite and the embedded Valkey, or what DATABASE_URL and REDIS_URL name), plays
human games in many rooms at a given rate, and prints a table and JSON. In the same run, as the
floor, the same load goes to a bare consumer that broadcasts a frame of the same size and stores
nothing. docs/benchmarks.md tells what came of it.
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import backends
from tests.benchmarks import flags, load, usage
from tests.benchmarks.load import Room, Taken
from tests.live.replay import real_games
from tests.processes import command_of, eventually
from tests.running import Site, free_port

WARM_S = 3.0
FLAG_ACTION_S = 8.0
Result = dict[str, Any]


class Bench:
    """A running site, and what is asked of it."""

    def __init__(self, site: Site, options: argparse.Namespace) -> None:
        self.site, self.options = site, options
        self.host = site.url.removeprefix("http://")
        self.games = [game.squares for game in real_games()]
        self.postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")

    def seed(self, rooms: int, seconds: float, people: int = 2) -> list[dict[str, str]]:
        """Make rooms in the site's database, with one or two people seated in each."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.seed", str(rooms), str(seconds), str(people)],
            **{"cwd": backends.ROOT, "env": self.site.environment},
            **{"capture_output": True, "text": True, "check": True},
        )
        made: list[dict[str, str]] = json.loads(done.stdout)
        return made

    def groups(self) -> dict[str, set[int]]:
        """Return the processes whose CPU is counted, by what they are."""
        children = self.site.children()
        server = {children["web server"]}
        clock = usage.family(children["worker"]) | {children["beat"]}
        broker = {children["broker"]} if "broker" in children else _redis()
        found = {"server": server, "worker and beat": clock, "broker": broker}
        if self.postgres:
            found["database"] = usage.postgres(self.site.environment["DATABASE_URL"])
        return found

    async def moves(self, rooms: int, spectators: int, floor_bytes: int | None = None) -> Result:
        """Play in so many rooms, one move a second in each; the floor if `floor_bytes` is given."""
        seeded = self.seed(rooms, 90)
        if floor_bytes is None:
            return await self._moves(self.host, seeded, spectators, self.groups())
        with floor_server(self.site, floor_bytes) as (host, pid):
            broker = {"broker": self.groups()["broker"], "server": {pid}}
            return await self._moves(host, seeded, spectators, broker, floor=True)

    async def _moves(
        self,
        host: str,
        seeded: list[dict[str, str]],
        spectators: int,
        groups: dict[str, set[int]],
        floor: bool = False,
    ) -> Result:
        taken = Taken()
        rooms = await load.fill(host, seeded, self.games, taken, floor)
        if spectators:
            await load.watch(host, rooms[0], seeded[0]["code"], spectators)
        await asyncio.sleep(1.0)
        marks: dict[str, float] = {}
        received = 0

        async def measure() -> None:
            nonlocal received
            await asyncio.sleep(WARM_S)
            marks.update({name: usage.cpu_s(pids) for name, pids in groups.items()})
            received = bytes_received(rooms)

        print(f"{len(rooms)} rooms play …", file=sys.stderr, flush=True)
        measuring = asyncio.create_task(measure())
        every_s = 1 / self.options.rate
        await load.play(rooms, every_s, WARM_S, self.options.seconds)
        await measuring
        moves = max(1, taken.moves)
        cpu = {
            name: round((usage.cpu_s(pids) - marks[name]) * 1000 / moves, 3)
            for name, pids in groups.items()
        }
        result = {
            "rooms": len(rooms),
            "spectators": spectators,
            "moves_s": round(taken.moves / self.options.seconds, 1),
            "mover": percentiles(taken.mover),
            "opponent": percentiles(taken.opponent),
            "spectator": percentiles(taken.spectators),
            "cpu_ms_a_move": cpu,
            "bytes_a_move_and_player": round((bytes_received(rooms) - received) / moves / 2),
            "late_ticks": taken.late,
            "refused": taken.refused[:5],
        }
        load.leave(rooms)
        await asyncio.sleep(1.0)
        return result

    async def memory(self, sockets: int) -> Result:
        """Return what one more spectator's socket adds to the server's memory."""
        seeded = self.seed(1, 90)
        pid = self.site.children()["web server"]
        room = Room(self.games, Taken(), False)
        await load.watch(self.host, room, seeded[0]["code"], 50)
        await asyncio.sleep(2.0)
        before = usage.rss_kb(pid)
        await load.watch(self.host, room, seeded[0]["code"], sockets)
        await asyncio.sleep(5.0)
        after = usage.rss_kb(pid)
        load.leave([room])
        await asyncio.sleep(1.0)
        return {"sockets": sockets, "kb_a_socket": round((after - before) / sockets, 1)}

    async def flags(self, count: int, kill: bool) -> Result:
        """Let so many flags fall; `kill` kills the worker in the middle."""
        seeded = self.seed(count, FLAG_ACTION_S)
        victim = (lambda: self.site.children()["worker"]) if kill else None
        late, lost = await flags.fall(self.host, seeded, FLAG_ACTION_S + 30, victim)
        return {"flags": count, "killed": kill, "late_ms": percentiles(late), "lost": lost}


def bytes_received(rooms: list[Room]) -> int:
    """Return what the players' sockets have received."""
    return sum(tab.line.received for room in rooms for tab in room.players.values())


def percentiles(values: list[float]) -> dict[str, float]:
    """Return p50, p95, p99 and the maximum, in milliseconds; empty if there are no values."""
    ordered = sorted(values)
    if not ordered:
        return {}
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    last = len(ordered) - 1
    return {name: round(ordered[round(share * last)], 1) for name, share in shares.items()}


def _redis() -> set[int]:
    """Return the Redis servers of this machine."""
    pids = (int(entry.name) for entry in usage.PROC.iterdir() if entry.name.isdecimal())
    return {pid for pid in pids if command_of(pid).startswith("redis-server")}


def answers(port: int) -> bool:
    """Return whether somebody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def floor_server(site: Site, frame_bytes: int) -> Iterator[tuple[str, int]]:
    """Run the floor behind a Daphne of its own, on the site's broker."""
    port = free_port()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "daphne", "--verbosity", "0", "--no-server-name"),
            *("--bind", "127.0.0.1", "--port", str(port), "tests.benchmarks.floor:application"),
        ],
        cwd=backends.ROOT,
        env={**site.environment, "FLOOR_BYTES": str(frame_bytes)},
    )
    try:
        eventually(lambda: answers(port))
        yield f"127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(20)


async def run(bench: Bench) -> list[tuple[str, Result]]:
    """Run what was asked for, one after another."""
    options = bench.options
    results: list[tuple[str, Result]] = []

    def tell(name: str, result: Result) -> None:
        results.append((name, result))
        print(f"{name}: {json.dumps(result)}", flush=True)

    if "memory" in options.only:
        tell("memory", await bench.memory(500))
    for rooms, spectators in ((100, 0), (200, 500)):
        if f"{rooms}" not in options.only:
            continue
        product = await bench.moves(rooms, spectators)
        tell(f"product, {rooms} rooms", product)
        floor = await bench.moves(rooms, spectators, product["bytes_a_move_and_player"])
        tell(f"floor, {rooms} rooms", floor)
    if "flags" in options.only:
        tell("flags", await bench.flags(500, kill=False))
        tell("flags, worker killed", await bench.flags(500, kill=True))
    return results


def table(results: list[tuple[str, Result]]) -> str:
    """Return the moves' results as a Markdown table."""
    lines = [
        "| | moves/s | mover p50/p95/p99/max ms | opponent | spectators | CPU ms a move | bytes |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, result in results:
        if "mover" in result:
            times = [
                "/".join(str(value) for value in result[role].values()) or "–"
                for role in ("mover", "opponent", "spectator")
            ]
            cpu = ", ".join(f"{part} {ms}" for part, ms in result["cpu_ms_a_move"].items())
            size = result["bytes_a_move_and_player"]
            lines.append(f"| {name} | {result['moves_s']} | {' | '.join(times)} | {cpu} | {size} |")
    return "\n".join(lines)


def main() -> int:
    """Start a site of its own, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="length of each measurement")
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second and room")
    parser.add_argument(
        "--only", nargs="+", default=["100", "200", "memory", "flags"], help="which parts to run"
    )
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
        print(f"{site.url}, web server {site.children()['web server']}", flush=True)
        try:
            results = asyncio.run(run(Bench(site, options)))
            print(table(results))
            machine = {"python": platform.python_version(), "cores": os.cpu_count()}
            print(json.dumps({"machine": machine, "results": dict(results)}))
            print(site.manage("verify_games").strip())
        finally:
            site.end()
            databases.drop_all()
            if os.environ.get("REDIS_URL"):
                backends.release_redis(environment["REDIS_URL"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
