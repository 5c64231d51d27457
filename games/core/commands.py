"""What may be asked of a room. People ask through frames, the server by itself."""

from dataclasses import dataclass

from games.core.state import Bot, Person
from games.rules.board import Side


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat."""

    side: Side


@dataclass(frozen=True, slots=True)
class Stand:
    """Give up one's seat while no game runs."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the next game (the seated host)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place a disc on `square` (0–63), in answer to ply `ply` of the room's game `game`."""

    square: int
    game: int
    ply: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give game number `game` to the opponent."""

    game: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the room; during one's game, lose it."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock (the seated host)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the clock run on with exactly what was left (the seated host)."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """Stop game number `game` without a winner (the seated host)."""

    game: int


@dataclass(frozen=True, slots=True)
class Rematch:
    """Agree to play game number `game` again with seats swapped, or take that back."""

    game: int
    agree: bool


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make the person with this id, who is in the room, its host."""

    person: int


@dataclass(frozen=True, slots=True)
class AddBot:
    """Put a bot on a free seat (the host)."""

    side: Side
    level: str


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Take the bot off its seat, at the result if a game runs (the host)."""

    side: Side


@dataclass(frozen=True, slots=True)
class KeepBot:
    """Take back that the bot leaves its seat at the result (the host)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Reserve:
    """Take a bot's seat at the result."""

    side: Side


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Give up one's reservation."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Take up an invitation: both sit down and the game begins. The inviter's side was drawn."""

    inviter: Side


@dataclass(frozen=True, slots=True)
class Arrive:
    """Somebody's socket joined; a spectator without an identity arrives as nobody."""


@dataclass(frozen=True, slots=True)
class Depart:
    """The person with this id is gone; the last heartbeat was at `since_ms`."""

    person: int
    since_ms: int


@dataclass(frozen=True, slots=True)
class Desert:
    """Nobody is connected any more; the last heartbeat of all was at `since_ms`."""

    since_ms: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close the room (an administrator)."""


@dataclass(frozen=True, slots=True)
class Void:
    """Stop the running game without a winner and without any effect (an administrator)."""


PersonCommand = (
    Sit
    | Stand
    | Start
    | Place
    | Resign
    | Leave
    | Pause
    | Resume
    | EndGame
    | Rematch
    | HandOver
    | AddBot
    | RemoveBot
    | KeepBot
    | Reserve
    | Withdraw
    | Accept
)
ServerCommand = Arrive | Depart | Desert | Close | Void
Command = PersonCommand | ServerCommand

Actor = Person | Bot | None
"""Who asks: a person, the bot on a seat, or (None) the server or somebody without identity."""
