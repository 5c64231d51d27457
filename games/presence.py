"""Who is connected to which room: heartbeats in the broker, with an expiry.

This is never the truth about a game. A socket is a field of its room's hash
(`who|socket` -> `arrived|beat`) and a member of one sorted set ordered by the instant at which it
expires, from which the sweep takes those who are gone. `who` is a person's id, or `-` for a
spectator without an identity. Instants are milliseconds since the epoch.
"""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import redis
import redis.asyncio

ANONYMOUS = "-"
DUE = "presence:due"
KEPT_SECONDS = 24 * 3600

# Only who has not beaten again meanwhile is taken, in one step.
_CLAIM = """
if tonumber(redis.call('zscore', KEYS[1], ARGV[1]) or '9e15') > tonumber(ARGV[3]) then return 0 end
redis.call('zrem', KEYS[1], ARGV[1])
redis.call('hdel', KEYS[2], ARGV[2])
return 1
"""


class Socket(NamedTuple):
    """One live socket of a room's page."""

    room_id: int
    who: str
    name: str
    arrived_ms: int

    @property
    def field(self) -> str:
        """Its field in the room's hash."""
        return f"{self.who}|{self.name}"

    @property
    def member(self) -> str:
        """Its member in the set of expiries."""
        return f"{self.room_id}|{self.field}"


class Beat(NamedTuple):
    """A heartbeat of a socket, and the instant at which it counts as gone without another."""

    socket: Socket
    at_ms: int
    expires_ms: int


class Present(NamedTuple):
    """A person, or somebody without identity, as connected: first arrival, newest heartbeat."""

    person: int | None
    arrived_ms: int
    beat_ms: int


class View(NamedTuple):
    """Everybody connected to a room, by arrival."""

    present: tuple[Present, ...]

    @property
    def people(self) -> list[int]:
        """The ids of those with an identity, by arrival."""
        return [one.person for one in self.present if one.person is not None]

    @property
    def witness_ms(self) -> int:
        """The newest heartbeat of anybody, 0 if nobody is connected."""
        return max((one.beat_ms for one in self.present), default=0)


class Gone(NamedTuple):
    """A socket that has expired."""

    room_id: int
    person: int | None
    beat_ms: int


def room_key(room_id: int) -> str:
    """Return the key of a room's hash."""
    return f"presence:room:{room_id}"


async def note(broker: redis.asyncio.Redis, beats: Collection[Beat]) -> set[int]:
    """Note heartbeats. Return the rooms in which any of these sockets was unknown."""
    rooms: dict[int, dict[str, str]] = {}
    for socket, at_ms, _ in beats:
        rooms.setdefault(socket.room_id, {})[socket.field] = f"{socket.arrived_ms}|{at_ms}"
    pipe: Any = broker.pipeline(transaction=True)
    pipe.zadd(DUE, {beat.socket.member: beat.expires_ms for beat in beats})
    for room_id, fields in rooms.items():
        pipe.hset(room_key(room_id), mapping=fields)
    for room_id in rooms:
        pipe.expire(room_key(room_id), KEPT_SECONDS)
    _, *answers = await pipe.execute()
    return {room_id for room_id, added in zip(rooms, answers, strict=False) if added}


def claim_gone(broker: redis.Redis, now_ms: int, most: int = 500) -> list[Gone]:
    """Take the sockets that have expired by `now_ms` out of their rooms, and return them."""
    gone = []
    members: Any = broker.zrangebyscore(DUE, 0, now_ms, start=0, num=most)
    for member in members:
        room, _, field = member.partition("|")
        room_id = int(room)
        value: Any = broker.hget(room_key(room_id), field)
        if broker.eval(_CLAIM, 2, DUE, room_key(room_id), member, field, now_ms):
            beat_ms = int(value.partition("|")[2]) if value else now_ms
            gone.append(Gone(room_id, _person(field), beat_ms))
    return gone


def view(broker: redis.Redis, room_id: int) -> View:
    """Return who is connected to the room."""
    fields: Any = broker.hgetall(room_key(room_id))
    return _viewed(fields.items())


def views(broker: redis.Redis, room_ids: list[int]) -> dict[int, View]:
    """Return who is connected to each of the rooms, in one question to the broker."""
    pipe: Any = broker.pipeline(transaction=False)
    for room_id in room_ids:
        pipe.hgetall(room_key(room_id))
    answers = pipe.execute()
    return {pk: _viewed(fields.items()) for pk, fields in zip(room_ids, answers, strict=True)}


async def async_view(broker: redis.asyncio.Redis, room_id: int) -> View:
    """Return who is connected to the room."""
    fields: Any = await broker.hgetall(room_key(room_id))
    return _viewed(fields.items())


async def async_views(broker: redis.asyncio.Redis, room_ids: list[int]) -> dict[int, View]:
    """Return who is connected to each of the rooms, in one question to the broker."""
    if not room_ids:
        return {}
    pipe: Any = broker.pipeline(transaction=False)
    for room_id in room_ids:
        pipe.hgetall(room_key(room_id))
    answers = await pipe.execute()
    return {pk: _viewed(fields.items()) for pk, fields in zip(room_ids, answers, strict=True)}


def _person(field: str) -> int | None:
    who = field.partition("|")[0]
    return None if who == ANONYMOUS else int(who)


def _viewed(fields: Iterable[tuple[str, str]]) -> View:
    """Put the sockets of one person together; everybody without identity counts by socket."""
    found: dict[str, Present] = {}
    for field, value in fields:
        person = _person(field)
        arrived, _, beat_at = value.partition("|")
        key = field if person is None else str(person)
        known = found.get(key, Present(person, int(arrived), int(beat_at)))
        found[key] = Present(
            person, min(known.arrived_ms, int(arrived)), max(known.beat_ms, int(beat_at))
        )
    return View(tuple(sorted(found.values(), key=lambda one: one.arrived_ms)))
