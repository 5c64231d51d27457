"""What has happened in a room. `evolve` applies them; the audit log keeps them."""

from dataclasses import dataclass
from typing import Literal

from games.core.state import Occupant, Outcome, Person
from games.rules.board import Board, Ply, Side


@dataclass(frozen=True, slots=True)
class SatDown:
    """A person or a bot took the seat."""

    side: Side
    who: Occupant
    at_ms: int


@dataclass(frozen=True, slots=True)
class StoodUp:
    """The seat is free again."""

    side: Side
    why: Literal["stood", "left", "away", "bot_removed"]


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Dark and light changed places for a rematch."""


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The role of host went to somebody, or to nobody."""

    person: Person | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began with whoever sits; dark's clock runs."""

    number: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A disc was placed after `took_ms`; `plies` are the disc and the pass it forced, if any."""

    plies: tuple[Ply, ...]
    board: Board
    took_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stopped."""

    by: Literal["host", "empty"]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """One cause of the pause is gone; the clock runs if it was the last."""

    by: Literal["host", "empty"]
    at_ms: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; there is exactly one such event in a game."""

    outcome: Outcome
    at_ms: int


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """One side agrees to a rematch."""

    side: Side


@dataclass(frozen=True, slots=True)
class RematchWithdrawn:
    """One side no longer agrees."""

    side: Side


@dataclass(frozen=True, slots=True)
class SeatReserved:
    """Somebody takes the bot's seat at the result."""

    side: Side
    person: Person


@dataclass(frozen=True, slots=True)
class ReservationEnded:
    """The reservation is gone."""

    side: Side
    why: Literal["withdrawn", "left", "away", "elsewhere"]


@dataclass(frozen=True, slots=True)
class RemovalAsked:
    """The bot leaves its seat at the result."""

    side: Side


@dataclass(frozen=True, slots=True)
class RemovalWithdrawn:
    """The bot keeps its seat after all."""

    side: Side


@dataclass(frozen=True, slots=True)
class WentAway:
    """A player, the host or who has reserved is gone since the last heartbeat."""

    person: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """Somebody who was away is connected again."""

    person: int


@dataclass(frozen=True, slots=True)
class Became:
    """Somebody has another name, or is another person from now on: a guest who has signed in."""

    person: int
    now: Person


@dataclass(frozen=True, slots=True)
class RoomEmptied:
    """Nobody is connected since then."""

    since_ms: int


@dataclass(frozen=True, slots=True)
class RoomReoccupied:
    """Somebody is connected again."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class OutageForgiven:
    """The server was away between the two instants; that time is given back to everybody."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class RoomClosed:
    """The room is over for good."""

    at_ms: int


Event = (
    SatDown
    | StoodUp
    | SeatsSwapped
    | HostChanged
    | GameStarted
    | Moved
    | Paused
    | Resumed
    | GameEnded
    | RematchAsked
    | RematchWithdrawn
    | SeatReserved
    | ReservationEnded
    | RemovalAsked
    | RemovalWithdrawn
    | WentAway
    | CameBack
    | Became
    | RoomEmptied
    | RoomReoccupied
    | OutageForgiven
    | RoomClosed
)

QUIET = (WentAway, CameBack, RoomEmptied, RoomReoccupied)
"""Events that change no public picture: connections travel in a frame of their own."""
