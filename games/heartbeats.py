"""Presence of this process's sockets, told to the broker in batches.

A page pings every few seconds. A question to the broker for each ping took a third of the web
server's time; gathered for a moment, all pings together cost about what one does.
"""

import asyncio
import logging
from typing import NamedTuple

import redis.asyncio
from django.conf import settings

from games import presence
from games.broker import AWAY
from games.presence import Socket

logger = logging.getLogger(__name__)

GATHER_S = 0.05
"""Far below the moment that the sweep leaves for a heartbeat on its way (`Durations.late_ms`)."""


class Note(NamedTuple):
    """A heartbeat to be told, and whom to tell whether its socket was unknown."""

    beat: presence.Beat
    unknown: asyncio.Future[bool]


class Heartbeats:
    """Belongs to one event loop."""

    def __init__(self, broker: redis.asyncio.Redis) -> None:
        self._broker = broker
        self._notes: dict[Socket, Note] = {}
        self._telling: asyncio.Task[None] | None = None

    def beat(self, socket: Socket, at_ms: int) -> asyncio.Future[bool]:
        """Note a heartbeat.

        The future says, once it is told, whether the socket was unknown: new, or counted as gone.
        While the broker is away it says False.
        """
        return self._note(socket, at_ms, at_ms + settings.DURATIONS.gone_ms)

    def leave(self, socket: Socket, at_ms: int, *, for_good: bool = False) -> asyncio.Future[bool]:
        """Note that the socket was closed: it is gone after a moment, the time of a reload.

        There is no such moment for who has left the room and said so (`for_good`).
        """
        grace_ms = 0 if for_good else settings.DURATIONS.reload_ms
        return self._note(socket, at_ms, at_ms + grace_ms)

    def _note(self, socket: Socket, at_ms: int, expires_ms: int) -> asyncio.Future[bool]:
        known = self._notes.get(socket)
        unknown = known.unknown if known else asyncio.get_running_loop().create_future()
        self._notes[socket] = Note(presence.Beat(socket, at_ms, expires_ms), unknown)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())
        return unknown

    async def _tell(self) -> None:
        while self._notes:
            await asyncio.sleep(GATHER_S)
            notes, self._notes = self._notes, {}
            unknown_in: set[int] = set()
            try:
                beats = [note.beat for note in notes.values()]
                unknown_in = await presence.note(self._broker, beats)
            except AWAY as error:
                logger.warning("Heartbeats were not told: %s", error)
            for socket, note in notes.items():
                if not note.unknown.done():
                    note.unknown.set_result(socket.room_id in unknown_in)
