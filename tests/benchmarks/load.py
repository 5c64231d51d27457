"""Players who move at a given rate, and spectators who only watch; what each frame took."""

import asyncio
import gc
import random
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tests.benchmarks.wire import Line, connect

JOIN = b'{"t":"join","v":1}'
DIGITS = b"0123456789"
CONNECTING_AT_ONCE = 20


class Game(msgspec.Struct):
    """What the benchmark reads of a game."""

    ply: int
    number: int = 1
    moves: str = ""
    turn: str | None = None
    legal: dict[str, Any] = {}
    result: dict[str, Any] | None = None
    clock: dict[str, Any] = {}


class Frame(msgspec.Struct):
    """What the benchmark reads of a frame."""

    t: str
    seq: int = 0
    at: int = 0
    game: Game | None = None
    beat_ms: int = 0
    code: str = ""


DECODER = msgspec.json.Decoder(Frame)


@dataclass
class Taken:
    """Times in milliseconds from sending a move to its receipt, and what was sent."""

    mover: list[float] = field(default_factory=list)
    opponent: list[float] = field(default_factory=list)
    spectators: list[float] = field(default_factory=list)
    moves: int = 0
    late: int = 0
    """Ticks at which the move before had not come back."""
    refused: list[str] = field(default_factory=list)


class Tab:
    """One socket of a room's page. It pings as a page does."""

    def __init__(self, room: "Room", line: Line, role: str) -> None:
        self.room, self.line, self.role = room, line, role
        self.seq = 0
        self.heard = 0
        """The number of the last move whose picture came."""
        self.beats: asyncio.Task[None] | None = None
        self.joined = asyncio.Event()
        line.hear = self.hear

    def hear(self, text: bytes) -> None:
        """Take the time of a picture; keep what a player needs."""
        at = time.perf_counter()
        if not self.joined.is_set() and text.startswith(b'{"t":"room"'):
            self.joined.set()
        if self.role == "spectator":
            head, found, rest = text.partition(b'"ply":')
            if found and head.startswith(b'{"t":"room"'):
                self.room.seen(self, int(rest[: len(rest[:4]) - len(rest[:4].lstrip(DIGITS))]), at)
            return
        frame = DECODER.decode(text)
        if frame.t == "room" and frame.game is not None:
            self.seq = max(self.seq, frame.seq)
            self.room.seen(self, frame.game.ply, at, frame)
        elif frame.t == "refused":
            self.room.taken.refused.append(frame.code)

    async def beat(self, every_s: float) -> None:
        """Ping until the line ends."""
        await asyncio.sleep(random.random() * every_s)
        while not self.line.closed.done():
            self.line.send(b'{"t":"ping","n":1,"seen":%d}' % self.seq)
            await asyncio.sleep(every_s)


class Room:
    """A table whose two players replay human games, one after another."""

    def __init__(self, games: list[list[str]], taken: Taken, floor: bool) -> None:
        self.games, self.taken, self.floor = games, taken, floor
        self.tabs: list[Tab] = []
        self.players: dict[str, Tab] = {}
        self.game: Game | None = None
        self.sent_at = 0.0
        self.waiting_ply: int | None = None
        self.sent = 0
        self.mover = ""
        self.counting = False
        self.squares: list[str] = []
        self.placed = 0
        self.answered = asyncio.Event()

    def seen(self, tab: Tab, ply: int, at: float, frame: Frame | None = None) -> None:
        """Note when a picture came to whom."""
        if frame is not None and frame.game is not None:
            newest = self.game
            if newest is None or (frame.game.number, ply) >= (newest.number, newest.ply):
                self.game = frame.game
        if self.waiting_ply is None or ply < self.waiting_ply or tab.heard == self.sent:
            return
        tab.heard = self.sent
        took_ms = (at - self.sent_at) * 1000
        if tab.role == "spectator":
            if self.counting:
                self.taken.spectators.append(took_ms)
        elif tab.role == self.mover:
            self.answered.set()
            if self.counting:
                self.taken.mover.append(took_ms)
        elif self.counting:
            self.taken.opponent.append(took_ms)

    async def play(self, every_s: float, until: float) -> None:
        """Move at this pace, whatever the answers take."""
        await asyncio.sleep(random.random() * every_s)
        due = time.perf_counter()
        while due < until:
            await self.tick()
            due += every_s
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def tick(self) -> None:
        """Send the next move, or start the next game."""
        if self.waiting_ply is not None and not self.answered.is_set():
            self.taken.late += 1
            return
        if self.floor:
            self._place("dark" if self.placed % 2 else "light", b"e6", self.placed)
            return
        game = self.game
        if game is None or game.result is not None or self.placed >= len(self.squares):
            await self._next_game()
            return
        square = self.squares[self.placed]
        assert game.turn is not None
        if square not in game.legal:
            raise AssertionError(f"{square} isn't legal after {self.placed} discs")
        self._place(game.turn, square.encode(), game.ply, game.number)

    def _place(self, side: str, square: bytes, ply: int, number: int = 1) -> None:
        self.mover = side
        self.waiting_ply = ply + 1
        self.answered.clear()
        self.sent += 1
        self.placed += 1
        self.taken.moves += self.counting
        self.sent_at = time.perf_counter()
        self.players[side].line.send(
            b'{"t":"place","sq":"%b","game":%d,"ply":%d}' % (square, number, ply)
        )

    async def _next_game(self) -> None:
        """The host ends what a record left unfinished, and starts again."""
        host = self.players["dark"].line
        self.waiting_ply = None
        if self.game is not None and self.game.result is None:
            host.send(b'{"t":"end","game":%d}' % self.game.number)
            return
        self.squares, self.placed = random.choice(self.games), 0
        host.send(b'{"t":"start"}')


async def enter(
    host: str, room: Room, code: str, roles: list[tuple[str, str]], gate: asyncio.Semaphore
) -> None:
    """Open the tabs of a room: pairs of role and cookie."""
    for role, cookie in roles:
        async with gate:
            headers = {"Origin": f"http://{host}", **({"Cookie": cookie} if cookie else {})}
            line = await connect(host, f"/ws/r/{code}", headers)
            tab = Tab(room, line, role)
            room.tabs.append(tab)
            if role != "spectator":
                room.players[role] = tab
            if not room.floor:
                line.send(JOIN)
                tab.beats = asyncio.create_task(tab.beat(4.0))
                await tab.joined.wait()


async def fill(
    host: str, seeded: list[dict[str, str]], games: list[list[str]], taken: Taken, floor: bool
) -> list[Room]:
    """Seat everybody."""
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)
    rooms = [Room(games, taken, floor) for _ in seeded]
    await asyncio.gather(
        *(
            enter(host, room, one["code"], [(s, one[s]) for s in ("dark", "light")], gate)
            for room, one in zip(rooms, seeded, strict=True)
        )
    )
    return rooms


async def watch(host: str, room: Room, code: str, spectators: int) -> None:
    """Bring spectators without identity into a room."""
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)
    await asyncio.gather(
        *(enter(host, room, code, [("spectator", "")], gate) for _ in range(spectators))
    )


async def play(rooms: list[Room], every_s: float, warm_s: float, seconds: float) -> None:
    """Let all rooms play, and count after the warm-up."""
    until = time.perf_counter() + warm_s + seconds
    gc.collect()
    gc.freeze()
    gc.disable()
    playing = [asyncio.create_task(room.play(every_s, until)) for room in rooms]
    await asyncio.sleep(warm_s)
    for room in rooms:
        room.counting = True
    await asyncio.gather(*playing)
    await asyncio.sleep(0.5)
    gc.enable()


def leave(rooms: list[Room]) -> None:
    """Drop every line."""
    for room in rooms:
        for tab in room.tabs:
            if tab.beats is not None:
                tab.beats.cancel()
            tab.line.close()
