"""Stored rooms as values: the reading half of storage. Writing is `games.store`."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import connection

from games.core.clock import Clock, TimeControl
from games.core.policy import Kind
from games.core.state import Bot, Chair, Game, Occupant, Outcome, Person, Reason, RoomState
from games.models import Room, Seat
from games.rules.board import Board, Side
from games.rules.notation import parse_board
from games.statements import Select

Columns = dict[str, Any]


class Keys(NamedTuple):
    """What a stored room is found by."""

    room_id: int
    game_id: int | None
    wake_at_ms: int | None


class Stored(NamedTuple):
    """A room as it is stored: its keys and its state."""

    keys: Keys
    state: RoomState


def lock(room_id: int) -> Stored | None:
    """Read the room and hold it against other writers until the transaction ends.

    Postgres gives who has waited for a row that row anew, but what was joined to it as it was
    before. So the room is locked first and read by a statement that begins after that. SQLite's
    transactions are begun as writers and lock everything.
    """
    if connection.vendor == "postgresql":
        return _first(_SEATS_AND_ROOM.after(_LOCK, room_id))
    return peek(room_id)


def peek(room_id: int) -> Stored | None:
    """Read the room without holding it."""
    return _first(_SEATS_AND_ROOM(room_id))


def _first(seats: list[Columns]) -> Stored | None:
    if not seats:
        return None
    room = {name: seats[0][f"room__{name}"] for name in ROOM_FIELDS}
    return _stored(room, seats)


def listed(most: int) -> list[Stored]:
    """Read the newest open rooms of the public list, at most so many."""
    rooms = Room.objects.filter(closed_ms__isnull=True, listed=True).order_by("-created_ms")
    rows = list(rooms.values(*ROOM_FIELDS)[:most])
    seats: dict[int, list[Columns]] = {}
    chosen = Seat.objects.filter(room__in=[row["id"] for row in rows])
    for seat in chosen.values(*SEAT_FIELDS):
        seats.setdefault(seat["room_id"], []).append(seat)
    return [_stored(row, seats[row["id"]]) for row in rows]


def _person_fields(path: str) -> list[str]:
    return [f"{path}_id", f"{path}__name", f"{path}__is_guest", f"{path}__hue"]


_ROOM_COLUMNS = (
    "id code kind listed action_ms total_ms created_ms host_since_ms host_away_ms rematch "
    "empty_since_ms closed_ms outage_seen_ms notice_ms seq last_ms wake_at_ms game_id"
).split()
_GAME_COLUMNS = (
    "number board turn moves ply dark_placed light_placed last turned action_ms total_ms "
    "clock_side clock_spent_ms clock_since_ms dark_total_ms light_total_ms host_paused "
    "empty_paused stopped_ms started_ms ended_ms dark_bot light_bot"
).split()
ROOM_FIELDS = [
    *_ROOM_COLUMNS,
    *_person_fields("host"),
    *(f"game__{name}" for name in _GAME_COLUMNS),
    *_person_fields("game__dark"),
    *_person_fields("game__light"),
    *(f"game__result__{name}" for name in ("winner", "reason", "dark", "light")),
]
SEAT_FIELDS = [
    *("room_id", "side", "bot_level", "since_ms", "away_ms", "reserver_away_ms", "leaving"),
    *_person_fields("person"),
    *_person_fields("reserved_by"),
]

_LOCK = Select(["id"], lambda: Room.objects.select_for_update().filter(pk=0))
_SEATS_AND_ROOM = Select(
    [*SEAT_FIELDS, *(f"room__{name}" for name in ROOM_FIELDS)],
    lambda: Seat.objects.filter(room_id=0),
)


def _stored(row: Columns, seats: Iterable[Columns]) -> Stored:
    chairs = {seat["side"]: _chair(seat) for seat in seats}
    state = RoomState(
        code=row["code"],
        kind=Kind(row["kind"]),
        listed=bool(row["listed"]),
        control=TimeControl(row["action_ms"], row["total_ms"]),
        created_ms=row["created_ms"],
        host=_person(row, "host"),
        host_since_ms=row["host_since_ms"],
        host_away_ms=row["host_away_ms"],
        dark=chairs["dark"],
        light=chairs["light"],
        game=None if row["game_id"] is None else _game(row),
        rematch=frozenset(Side(side) for side in row["rematch"].split()),
        empty_since_ms=row["empty_since_ms"],
        closed_ms=row["closed_ms"],
        outage_seen_ms=row["outage_seen_ms"],
        notice_ms=row["notice_ms"],
        seq=row["seq"],
        last_ms=row["last_ms"],
    )
    return Stored(Keys(row["id"], row["game_id"], row["wake_at_ms"]), state)


def _person(row: Columns, path: str) -> Person | None:
    pk = row[f"{path}_id"]
    if pk is None:
        return None
    return Person(pk, row[f"{path}__name"], bool(row[f"{path}__is_guest"]), row[f"{path}__hue"])


def _occupant(person: Person | None, bot_level: str) -> Occupant | None:
    return person or (Bot(bot_level) if bot_level else None)


def _chair(seat: Columns) -> Chair:
    return Chair(
        who=_occupant(_person(seat, "person"), seat["bot_level"]),
        since_ms=seat["since_ms"],
        away_ms=seat["away_ms"],
        reserved_by=_person(seat, "reserved_by"),
        reserver_away_ms=seat["reserver_away_ms"],
        leaving=bool(seat["leaving"]),
    )


def _game(room: Columns) -> Game:
    row = {name: room[f"game__{name}"] for name in _GAME_COLUMNS}
    dark = _occupant(_person(room, "game__dark"), row["dark_bot"])
    light = _occupant(_person(room, "game__light"), row["light_bot"])
    assert dark is not None and light is not None
    totals = None
    if row["dark_total_ms"] is not None:
        totals = (row["dark_total_ms"], row["light_total_ms"])
    return Game(
        number=row["number"],
        players=(dark, light),
        board=Board(*parse_board(row["board"]), Side(row["turn"]) if row["turn"] else None),
        clock=Clock(
            TimeControl(row["action_ms"], row["total_ms"]),
            Side(row["clock_side"]),
            row["clock_spent_ms"],
            row["clock_since_ms"],
            totals,
        ),
        started_ms=row["started_ms"],
        moves=row["moves"],
        ply=row["ply"],
        placed=(row["dark_placed"], row["light_placed"]),
        last=row["last"],
        turned=int(row["turned"], 16),
        host_paused=bool(row["host_paused"]),
        empty_paused=bool(row["empty_paused"]),
        stopped_ms=row["stopped_ms"],
        outcome=_outcome(room),
        ended_ms=row["ended_ms"],
    )


def _outcome(room: Columns) -> Outcome | None:
    reason = room["game__result__reason"]
    if reason is None:
        return None
    winner = room["game__result__winner"]
    dark, light = room["game__result__dark"], room["game__result__light"]
    return Outcome(Side(winner) if winner else None, Reason(reason), dark, light)
