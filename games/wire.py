"""Every frame of the live protocol, in both directions, defined once (docs/protocol.md).

Client frames are decoded strictly: unknown types, unknown fields and wrong types are refused.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from games.core import commands
from games.core.commands import PersonCommand
from games.limits import MAX_FRAME_BYTES
from games.rules.board import Side
from games.rules.notation import NotationError, parse_square

VERSION = 1

Count = Annotated[int, Meta(ge=0, le=2**53)]
SideName = Literal["dark", "light"]
Level = Annotated[str, Meta(min_length=1, max_length=16, pattern="^[a-z_]+$")]


class BadFrame(ValueError):
    """A frame that can't be read. `code` is stable: too_large, unknown_type or bad_frame.

    `frame_id` is the frame's `id`, if that much could be read of it.
    """

    def __init__(self, code: str, frame_id: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.frame_id = frame_id


class Frame(Struct, forbid_unknown_fields=True, tag_field="t"):
    """What all client frames share: `id` is repeated in a refusal."""

    id: Count | None = None


class Label(Struct):
    """What is read of a frame that can't be read as a whole."""

    id: Count | None = None


class JoinFrame(Frame, tag="join", kw_only=True):
    """The first frame: the version spoken, and a seat's secret if the tab holds one."""

    v: Count
    secret: Annotated[str, Meta(max_length=64)] | None = None


class PingFrame(Frame, tag="ping", kw_only=True):
    """A heartbeat with the newest `seq` seen."""

    n: Count
    seen: Count


class SitFrame(Frame, tag="sit", kw_only=True):
    """Take a free seat."""

    side: SideName


class StandFrame(Frame, tag="stand"):
    """Give up the seat."""


class StartFrame(Frame, tag="start"):
    """Start the next game."""


class PlaceFrame(Frame, tag="place", kw_only=True):
    """Place a disc, in answer to ply `ply` of the room's game number `game`."""

    sq: Annotated[str, Meta(max_length=2)]
    game: Count
    ply: Count


class ResignFrame(Frame, tag="resign", kw_only=True):
    """Give the game to the opponent."""

    game: Count


class LeaveFrame(Frame, tag="leave"):
    """Leave the room."""


class PauseFrame(Frame, tag="pause"):
    """Stop the clock."""


class ResumeFrame(Frame, tag="resume"):
    """Let the clock run on."""


class EndFrame(Frame, tag="end", kw_only=True):
    """Stop the game without a winner."""

    game: Count


class RematchFrame(Frame, tag="rematch", kw_only=True):
    """Agree to another game with seats swapped, or take that back."""

    game: Count
    agree: bool


class HandOverFrame(Frame, tag="hand_over", kw_only=True):
    """Make somebody in the room its host."""

    person: Count


class AddBotFrame(Frame, tag="add_bot", kw_only=True):
    """Put a bot on a free seat."""

    side: SideName
    level: Level


class RemoveBotFrame(Frame, tag="remove_bot", kw_only=True):
    """Take the bot off its seat."""

    side: SideName


class KeepBotFrame(Frame, tag="keep_bot", kw_only=True):
    """Take back that the bot leaves its seat at the result."""

    side: SideName


class ReserveFrame(Frame, tag="reserve", kw_only=True):
    """Take a bot's seat at the result."""

    side: SideName


class WithdrawFrame(Frame, tag="withdraw"):
    """Give up the reservation."""


CommandFrame = (
    SitFrame
    | StandFrame
    | StartFrame
    | PlaceFrame
    | ResignFrame
    | LeaveFrame
    | PauseFrame
    | ResumeFrame
    | EndFrame
    | RematchFrame
    | HandOverFrame
    | AddBotFrame
    | RemoveBotFrame
    | KeepBotFrame
    | ReserveFrame
    | WithdrawFrame
)
ClientFrame = JoinFrame | PingFrame | CommandFrame

_decoder = msgspec.json.Decoder(ClientFrame)
_label_decoder = msgspec.json.Decoder(Label)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> ClientFrame:
    """Read a client's frame. Raises BadFrame."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "replace"))
    if size > MAX_FRAME_BYTES:
        raise BadFrame("too_large")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        unknown = "Invalid value" in str(error) and "$.t" in str(error)
        raise BadFrame("unknown_type" if unknown else "bad_frame", _id_of(text)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame("bad_frame") from error


def _id_of(text: str | bytes) -> int | None:
    try:
        return _label_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def command_of(frame: CommandFrame) -> PersonCommand:
    """Return what the frame asks for. Raises BadFrame for a square that isn't one."""
    match frame:
        case SitFrame():
            return commands.Sit(Side(frame.side))
        case StandFrame():
            return commands.Stand()
        case StartFrame():
            return commands.Start()
        case PlaceFrame():
            return _place(frame)
        case ResignFrame():
            return commands.Resign(frame.game)
        case LeaveFrame():
            return commands.Leave()
        case PauseFrame():
            return commands.Pause()
        case ResumeFrame():
            return commands.Resume()
        case EndFrame():
            return commands.EndGame(frame.game)
        case RematchFrame():
            return commands.Rematch(frame.game, frame.agree)
        case HandOverFrame():
            return commands.HandOver(frame.person)
        case AddBotFrame():
            return commands.AddBot(Side(frame.side), frame.level)
        case RemoveBotFrame():
            return commands.RemoveBot(Side(frame.side))
        case KeepBotFrame():
            return commands.KeepBot(Side(frame.side))
        case ReserveFrame():
            return commands.Reserve(Side(frame.side))
        case WithdrawFrame():
            return commands.Withdraw()


def encode(frame: dict[str, Any]) -> str:
    """Write a server's frame."""
    return _encoder.encode(frame).decode()


def _place(frame: PlaceFrame) -> commands.Place:
    try:
        square = parse_square(frame.sq)
    except NotationError as error:
        raise BadFrame("not_a_square") from error
    return commands.Place(square, frame.game, frame.ply)


# --- the server's frames (the room itself is `core.snapshot.snapshot`) -------------------------
def hello(
    now_ms: int, beat_ms: int, build: str, you: dict[str, Any] | None, secret: str | None
) -> str:
    """Return the answer to `join`."""
    return encode(
        {
            "t": "hello",
            "v": VERSION,
            "build": build,
            "now": now_ms,
            "beat_ms": beat_ms,
            "you": you,
            "secret": secret,
        }
    )


def pong(n: int, now_ms: int, seq: int) -> str:
    """Return the answer to `ping`, with the number of the newest picture known here."""
    return encode({"t": "pong", "n": n, "now": now_ms, "seq": seq})


def people(watching: int, here: list[int], away: list[int]) -> str:
    """Return who is connected: how many watch, which of the seated are here and which aren't.

    Who has just sat down may be in neither list, until that is known.
    """
    return encode({"t": "people", "watching": watching, "here": here, "away": away})


def seat(secret: str) -> str:
    """Return the secret of a seat, for the tab that took it."""
    return encode({"t": "seat", "secret": secret})


def refused(command_id: int | None, code: str, text: str) -> str:
    """Return the answer to a frame that changes nothing."""
    return encode({"t": "refused", "id": command_id, "code": code, "text": text})


def lobby_changed() -> str:
    """Return the hint that the list of rooms has changed."""
    return encode({"t": "changed"})
