"""The state of a room as values: who sits where, the game, who is host, who is away.

How it changes is in `evolve`; what may be asked of it is in `decide`.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal, Self

from games.core.clock import Clock, TimeControl
from games.core.policy import Kind
from games.rules.board import Board, Side

Phase = Literal["waiting", "playing", "paused", "over", "closed"]
SIDES = (Side.DARK, Side.LIGHT)


@dataclass(frozen=True, slots=True)
class Person:
    """A human, registered or guest. Two are the same if their ids are."""

    id: int
    name: str = field(default="", compare=False)
    guest: bool = field(default=False, compare=False)
    hue: int = field(default=0, compare=False)
    """The colour of the person's mark, in degrees on the colour wheel."""


@dataclass(frozen=True, slots=True)
class Bot:
    """The computer on a seat, at one of its levels."""

    level: str


Occupant = Person | Bot


class Reason(StrEnum):
    """Why a game ended."""

    DISCS = "discs"
    TIME = "time"
    RESIGN = "resign"
    LEFT = "left"
    ABSENT = "absent"
    HOST_ENDED = "host_ended"
    ROOM_CLOSED = "room_closed"
    TWO_HOURS = "two_hours"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: a draw, or nobody), the reason, discs on the board."""

    winner: Side | None
    reason: Reason
    dark: int
    light: int


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: who is on it since when, and what waits for the result.

    `away_ms` is the last heartbeat of a person who is gone, None while connected. `reserved_by`
    takes a bot's seat at the result; `leaving` tells that the host has removed the bot.
    """

    who: Occupant | None = None
    since_ms: int = 0
    away_ms: int | None = None
    reserved_by: Person | None = None
    reserver_away_ms: int | None = None
    leaving: bool = False

    @property
    def swap_pending(self) -> bool:
        """Whether the bot gives up this seat at the result."""
        return isinstance(self.who, Bot) and (self.leaving or self.reserved_by is not None)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the room, running or finished.

    `number` counts the room's games from 1. `moves` is the transcript with passes, `ply` its
    length in plies; `placed` are the discs each side has placed; `last` and `turned` are the
    newest disc and what it turned. `stopped_ms` is when the present pause began.
    """

    number: int
    players: tuple[Occupant, Occupant]
    board: Board
    clock: Clock
    started_ms: int
    moves: str = ""
    ply: int = 0
    placed: tuple[int, int] = (0, 0)
    last: int | None = None
    turned: int = 0
    host_paused: bool = False
    empty_paused: bool = False
    stopped_ms: int | None = None
    outcome: Outcome | None = None
    ended_ms: int | None = None

    @property
    def running(self) -> bool:
        """Whether the game has not ended (it may be paused)."""
        return self.outcome is None

    @property
    def paused(self) -> bool:
        """Whether somebody, or an empty room, has stopped it."""
        return self.host_paused or self.empty_paused

    def side_of(self, who: Occupant) -> Side | None:
        """Return the side that `who` plays, None for anybody else."""
        for side, player in zip(SIDES, self.players, strict=True):
            if player == who:
                return side
        return None


@dataclass(frozen=True, slots=True)
class RoomState:
    """A whole room. `seq` numbers its public pictures; `last_ms` is the newest instant in it."""

    code: str
    kind: Kind
    listed: bool
    control: TimeControl
    created_ms: int
    host: Person | None = None
    host_since_ms: int = 0
    host_away_ms: int | None = None
    dark: Chair = Chair()
    light: Chair = Chair()
    game: Game | None = None
    rematch: frozenset[Side] = frozenset()
    empty_since_ms: int | None = None
    closed_ms: int | None = None
    outage_seen_ms: int = 0
    """The end of the newest outage that has been allowed for."""
    notice_ms: int | None = None
    """The length of an outage to tell the viewers about, until a move that comes later."""
    seq: int = 0
    last_ms: int = 0

    def chair(self, side: Side) -> Chair:
        """Return the seat of `side`."""
        return self.dark if side is Side.DARK else self.light

    def with_chair(self, side: Side, chair: Chair) -> Self:
        """Return the room with another seat on `side`."""
        return replace(self, dark=chair) if side is Side.DARK else replace(self, light=chair)

    def seat_of(self, who: Occupant | None) -> Side | None:
        """Return the side on whose seat `who` is, None if on neither."""
        if who is None:
            return None
        return next((side for side in SIDES if self.chair(side).who == who), None)

    @property
    def running_game(self) -> Game | None:
        """The game that has not ended, if there is one."""
        return self.game if self.game is not None and self.game.running else None

    @property
    def phase(self) -> Phase:
        """What the room is doing."""
        if self.closed_ms is not None:
            return "closed"
        if self.game is None:
            return "waiting"
        if not self.game.running:
            return "over"
        return "paused" if self.game.paused else "playing"
