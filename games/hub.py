"""From a commit to every viewer: one subscription a watched room a process, one encoding a frame.

The writer announces an advance; it is encoded once, published once, and each process hands the
frame to its own sockets. Frames may get lost on the way (a broker that dies takes them along, and a
worker killed after its commit sends none): each is a whole picture with a number, heartbeats ask
for a newer one, and each process compares what it knows with what is stored once a heartbeat.
"""

import asyncio
import atexit
import contextlib
import functools
import logging
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any

import redis.asyncio
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import Error

from games import presence, services, wire
from games.broker import AWAY, async_client
from games.clocks import now_ms
from games.core.events import (
    GameEnded,
    GameStarted,
    HostChanged,
    ReservationEnded,
    RoomClosed,
    SatDown,
    SeatReserved,
    StoodUp,
)
from games.core.snapshot import Picture, snapshot
from games.core.state import SIDES, Person, RoomState
from games.database import in_database
from games.heartbeats import Heartbeats
from games.models import Room
from games.services import Advance
from games.signals import room_advanced

logger = logging.getLogger(__name__)

LOBBY = "lobby"
GATHER_S = 1.0
"""Arrivals and departures are told at most so often to a room, changes of the list to the lobby."""

PUBLISH_S = 5.0
"""How long a process that ends waits for its last frame; the broker's client gives up sooner."""

Send = Callable[[str, str], None]
"""Takes a frame's kind ("room", "people", "lobby") and its text; a newer one of a kind replaces
one that has not been sent yet. "renew" and "tell" have no text, and go to a person's sockets."""
_SHOWN_IN_LOBBY = (
    *(GameStarted, GameEnded, SatDown, StoodUp, SeatReserved, ReservationEnded),
    *(HostChanged, RoomClosed),
)


def room_group(room_id: int) -> str:
    """Return the channel layer's group of a room."""
    return f"room.{room_id}"


def person_group(person_id: int) -> str:
    """Return the channel layer's group of somebody's sockets, whatever room they are in."""
    return f"person.{person_id}"


Seated = dict[int, int]
"""The ids of the people on the two seats, and the instants since when they sit there."""


def seated_in(state: RoomState) -> Seated:
    """Return who sits, and since when."""
    chairs = [state.chair(side) for side in SIDES]
    return {chair.who.id: chair.since_ms for chair in chairs if isinstance(chair.who, Person)}


class Watch:
    """What one process knows of a topic that its sockets watch."""

    def __init__(self) -> None:
        self.sends: set[Send] = set()
        self.seq = -1
        self.frame: str | None = None
        self.seated: Seated = {}
        self.people: str | None = None
        self.changed = False
        self.flush: asyncio.Task[None] | None = None

    def offer(self, kind: str, frame: str) -> None:
        """Hand a frame to every socket."""
        for send in tuple(self.sends):
            send(kind, frame)


class Hub:
    """The fan-out of one process. All methods but `publish` belong to its event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watches: dict[str, Watch] = {}
        self._reader: asyncio.Task[None] | None = None
        self._comparer: asyncio.Task[None] | None = None
        self._channel = ""
        self._starting = asyncio.Lock()

    @functools.cached_property
    def broker(self) -> redis.asyncio.Redis:
        """This process's client for presence; all sockets share its connections."""
        return async_client()

    @functools.cached_property
    def heartbeats(self) -> Heartbeats:
        """Where the sockets say that they are alive."""
        return Heartbeats(self.broker)

    async def watch(self, group: str, send: Send) -> Watch:
        """Begin to hand the frames of a group to `send`. Raises `broker.AWAY`."""
        await self._start()
        watch = self._watches.get(group)
        if watch is None:
            await self._layer.group_add(group, self._channel)
            watch = self._watches.setdefault(group, Watch())
        watch.sends.add(send)
        return watch

    async def unwatch(self, group: str, send: Send) -> None:
        """Stop handing frames to `send`; the last one ends the subscription."""
        watch = self._watches.get(group)
        if watch is None:
            return
        watch.sends.discard(send)
        if not watch.sends:
            del self._watches[group]
            try:
                await self._layer.group_discard(group, self._channel)
            except AWAY as error:
                logger.warning("The subscription to %s was not ended: %s", group, error)

    async def show(self, group: str, state: RoomState, frame: str, send: Send) -> None:
        """Give a socket that joins its first picture, and everybody, if they haven't got it yet."""
        watch = self._watches.get(group)
        if watch is not None and state.seq >= watch.seq:
            newer = state.seq > watch.seq
            watch.seq, watch.frame, watch.seated = state.seq, frame, seated_in(state)
            if newer:
                watch.offer("room", frame)
        elif watch is not None and watch.frame is not None:
            frame = watch.frame
        send("room", frame)
        if watch is not None and watch.people is not None:
            send("people", watch.people)

    def newest(self, group: str) -> tuple[int, str | None]:
        """Return the newest frame known here and its number."""
        watch = self._watches.get(group)
        return (-1, None) if watch is None else (watch.seq, watch.frame)

    def seated_since(self, group: str, person: Person) -> int | None:
        """Return since when the person sits, as far as is known here; None without a seat."""
        watch = self._watches.get(group)
        return None if watch is None else watch.seated.get(person.id)

    def publish(self, group: str, message: dict[str, Any]) -> None:
        """Send to every process's hub, from any thread. A lost broker is logged, not raised.

        This process's own sockets get a picture at once: it doesn't go through the broker first.
        """
        if self._loop is not None and self._loop.is_running():
            if message["type"] == "frame":
                self._loop.call_soon_threadsafe(self._deliver, message)
            asyncio.run_coroutine_threadsafe(self._publish(group, message), self._loop)
        else:
            _side_line(os.getpid()).publish(self._publish(group, message))

    async def _publish(self, group: str, message: dict[str, Any]) -> None:
        try:
            await get_channel_layer().group_send(group, message)
        except AWAY as error:
            logger.warning("A frame for %s was not published: %s", group, error)

    @property
    def _layer(self) -> Any:
        return get_channel_layer()

    async def _start(self) -> None:
        async with self._starting:
            if self._reader is None or self._reader.done():
                self._loop = asyncio.get_running_loop()
                self._channel = await self._layer.new_channel()
                self._reader = asyncio.create_task(self._read())
                self._comparer = self._comparer or asyncio.create_task(self._compare())
                for group in self._watches:
                    await self._layer.group_add(group, self._channel)

    async def _read(self) -> None:
        while True:
            message = await self._layer.receive(self._channel)
            watch = self._watches.get(message["group"])
            if watch is None:
                continue
            if message["type"] == "frame":
                self._deliver(message)
                continue
            if message["type"] in ("renew", "tell"):
                watch.offer(message["type"], "")
                continue
            watch.changed = True
            if watch.flush is None or watch.flush.done():
                watch.flush = asyncio.create_task(self._flush(watch, message.get("room_id")))

    async def _compare(self) -> None:
        """Find what was announced but never arrived, for as long as the process runs."""
        while True:
            await asyncio.sleep(settings.DURATIONS.beat_ms / 1000)
            try:
                await self._look_again()
            except (*AWAY, Error) as error:
                logger.warning("What is watched was not compared with what is stored: %s", error)

    async def _look_again(self) -> None:
        """Fetch the watched rooms that are stored with a newer number, and ask who is there."""
        watched = {
            int(group.partition(".")[2]): watch
            for group, watch in tuple(self._watches.items())
            if group.startswith("room.")
        }
        seated = {pk: tuple(watch.seated) for pk, watch in watched.items()}
        for room_id in await in_database(_advanced)({pk: w.seq for pk, w in watched.items()}):
            answer: services.Answer = await in_database(services.look)(room_id)
            self._deliver(_frame(room_id, answer.state, answer.picture(now_ms())))
        for room_id, view in (await presence.async_views(self.broker, list(watched))).items():
            _show_people(watched[room_id], view, seated[room_id])

    def _deliver(self, message: dict[str, Any]) -> None:
        """Hand a picture to this process's sockets, unless they have it or a newer one."""
        watch = self._watches.get(message["group"])
        if watch is not None and message["seq"] > watch.seq:
            watch.seq, watch.frame = message["seq"], message["frame"]
            watch.seated = dict(message["seated"])
            watch.offer("room", message["frame"])

    async def _flush(self, watch: Watch, room_id: int | None) -> None:
        """Tell of a change at once, then of those that come within a moment together."""
        while watch.changed:
            watch.changed = False
            if room_id is None:
                watch.offer("lobby", wire.lobby_changed())
            else:
                await self._tell_people(watch, room_id)
            await asyncio.sleep(min(GATHER_S, settings.DURATIONS.beat_ms / 4000))

    async def _tell_people(self, watch: Watch, room_id: int) -> None:
        """Tell how many watch and which of the seated are here, if that has changed."""
        seated = tuple(watch.seated)
        try:
            view = await presence.async_view(self.broker, room_id)
        except AWAY as error:
            logger.warning("Presence could not be read: %s", error)
            return
        _show_people(watch, view, seated)


hub = Hub()


def tell_person(person_id: int) -> None:
    """Let the pages on which this person waits look anew how things stand."""
    group = person_group(person_id)
    hub.publish(group, {"type": "tell", "group": group})


def identity_changed(person_id: int) -> None:
    """Let every socket of this person find out anew who it is: somebody has signed in or out."""
    group = person_group(person_id)
    hub.publish(group, {"type": "renew", "group": group})


class SideLine:
    """An event loop in a thread of its own, for a process that has none running: a worker.

    A loop made for each frame would connect to the broker for each frame. What is on its way when
    the process ends is still sent.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._sent: Future[None] | None = None
        threading.Thread(target=self._loop.run_forever, name="hub", daemon=True).start()
        atexit.register(self._finish)

    def publish(self, work: Coroutine[Any, Any, None]) -> None:
        """Send, without waiting."""
        self._sent = asyncio.run_coroutine_threadsafe(work, self._loop)

    def _finish(self) -> None:
        if self._sent is not None:
            with contextlib.suppress(TimeoutError):
                self._sent.result(PUBLISH_S)


@functools.cache
def _side_line(_pid: int) -> SideLine:
    """Return the process's own. After a fork there are no threads: each process makes its own."""
    return SideLine()


def _show_people(watch: Watch, view: presence.View, seated: tuple[int, ...]) -> None:
    """Tell a room's viewers who is there, if that has changed.

    `seated` were on the seats before `view` was asked for: only of them does it tell who is away.
    Before the first picture nobody is known to sit, and all would count as watching.
    """
    if watch.seq < 0:
        return
    here = sorted(person for person in view.people if person in watch.seated)
    away = sorted(set(seated).intersection(watch.seated).difference(here))
    frame = wire.people(len(view.present) - len(here), here, away)
    if frame != watch.people:
        watch.people = frame
        watch.offer("people", frame)


def people_changed(room_id: int) -> None:
    """Tell every process that somebody has come to the room or gone from it."""
    group = room_group(room_id)
    hub.publish(group, {"type": "people", "group": group, "room_id": room_id})


def lobby_changed() -> None:
    """Tell every process that the list of rooms has changed."""
    hub.publish(LOBBY, {"type": "changed", "group": LOBBY})


def _frame(room_id: int, state: RoomState, picture: Picture) -> dict[str, Any]:
    """Return the message that carries a picture to every process."""
    return {
        "type": "frame",
        "group": room_group(room_id),
        "seq": state.seq,
        "frame": wire.encode(picture),
        "seated": [*seated_in(state).items()],
    }


def _advanced(known: dict[int, int]) -> list[int]:
    """Return the rooms that are stored with a newer number than the `known` one."""
    stored = Room.objects.filter(pk__in=known).values_list("pk", "seq") if known else ()
    return [room_id for room_id, seq in stored if seq > known[room_id]]


def _on_room_advanced(advance: Advance, **_: Any) -> None:
    group = room_group(advance.room_id)
    if advance.public:
        picture = snapshot(advance.state, advance.now_ms, advance.game_id)
        hub.publish(group, _frame(advance.room_id, advance.state, picture))
    if any(isinstance(event, SatDown | StoodUp) for event in advance.events) or not advance.public:
        people_changed(advance.room_id)
    if advance.state.listed and any(isinstance(event, _SHOWN_IN_LOBBY) for event in advance.events):
        lobby_changed()


def connect_signals() -> None:
    """Listen to the writer."""
    room_advanced.connect(_on_room_advanced, dispatch_uid="hub")
