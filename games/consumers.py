"""The sockets: read a frame, ask the writer, answer. Nothing about the game is decided here."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games import presence, services, store, uptime, wire
from games.access import find_room, may_enter
from games.broker import AWAY
from games.clocks import now_ms
from games.core.commands import HandOver, Leave, PersonCommand
from games.core.snapshot import occupant
from games.core.state import Person
from games.database import in_database
from games.hub import LOBBY, hub, people_changed, person_group, room_group, seated_in
from games.languages import language_of
from games.limits import (
    FRAMES_WAITING,
    REFUSALS_ONE_IN,
    TOO_MANY_FRAMES,
    Bucket,
    Share,
    shares,
)
from games.messages import message
from games.models import Room
from games.services import Answer
from games.ticker import ticker

CLOSE_NO_ROOM = 4404
CLOSE_PRIVATE = 4403
CLOSE_ERROR = 4500
RENEW_S = 1.0

logger = logging.getLogger(__name__)


class Outbox:
    """What waits to be sent to one socket: of each kind of frame the newest only."""

    def __init__(self) -> None:
        self._frames: dict[str, str] = {}
        self._filled = asyncio.Event()

    def put(self, kind: str, frame: str) -> None:
        """Put a frame in behind the others, in place of an older one of its kind."""
        self._frames.pop(kind, None)
        self._frames[kind] = frame
        self._filled.set()

    async def take(self) -> list[str]:
        """Wait for frames and take them out."""
        await self._filled.wait()
        self._filled.clear()
        frames = list(self._frames.values())
        self._frames.clear()
        return frames


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket that is fed by the hub. It has no channel of its own: the hub's serves all."""

    channel_layer_alias = "none"
    group = ""

    async def __call__(self, *call: Any) -> None:
        """Serve, and let go of everything at the end, however that comes.

        The web server cancels who takes long to end; `disconnect` alone would be cut short.
        """
        self.outbox = Outbox()
        self.tasks: list[asyncio.Task[None]] = []
        try:
            await super().__call__(*call)
        finally:
            await self.let_go()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message at once. No database connection is held here that could be old."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept, and begin to send what the hub hands over."""
        self.language = language_of(self.scope)
        await self.accept()

    async def follow(self, group: str) -> None:
        """Gather the frames of a group from now on, for `send_all`. Raises `broker.AWAY`."""
        await hub.watch(group, self.outbox.put)
        self.group = group

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside reading, for as long as the socket lasts."""
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        self.tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """An error in a task is logged, and ends the connection as one in a handler would."""
        if not task.cancelled() and task.exception() is not None:
            logger.error("A socket failed", exc_info=task.exception())
            asyncio.create_task(self.close(CLOSE_ERROR))  # noqa: RUF006

    async def let_go(self) -> None:
        """Receive and send nothing any more."""
        for task in self.tasks:
            task.cancel()
        if self.group:
            await hub.unwatch(self.group, self.outbox.put)

    async def refuse(self, code: str, frame_id: int | None = None) -> None:
        """Answer with a code and its message in the person's language."""
        text = message(code, self.language)
        await self.send(text_data=wire.refused(frame_id, code, text))

    async def close_after(self, seconds: float) -> None:
        """Close a little later, as a failure that the page mends by coming back."""
        await asyncio.sleep(seconds)
        await self.close(CLOSE_ERROR)

    async def send_all(self) -> None:
        """Send what the hub hands over, for as long as the socket lasts."""
        while True:
            for frame in await self.outbox.take():
                await self.send(text_data=frame)


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Refuses a socket whose path leads nowhere."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        """Close before accepting, which is a 403 to the client."""
        await self.close()


class LobbyConsumer(LiveConsumer):
    """Tells the lobby page that its list has changed; what it sends is not looked at."""

    async def connect(self) -> None:
        """Follow the list of rooms."""
        await super().connect()
        try:
            await self.follow(LOBBY)
        except AWAY:
            await self.close(CLOSE_ERROR)
            return
        self.begin(self.send_all())


class RoomConsumer(LiveConsumer):
    """One tab in a room: a player's or a spectator's."""

    share: Share | None = None

    async def connect(self) -> None:
        """Accept, so that a refusal can be told, and find the room."""
        await super().connect()
        self.actor: Person | None = None
        self.socket: presence.Socket | None = None
        self.seated_since: int | None = None
        self.bucket = Bucket()
        self.inbox: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue(FRAMES_WAITING)
        query = parse_qs(self.scope.get("query_string", b"").decode("ascii", "replace"))
        room = await in_database(self._find)(query.get("k", [""])[0])
        self.room_id = 0 if room is None else room.pk
        self.begin(self._answer_all())

    def _find(self, secret: str) -> Room | None:
        room = find_room(self.scope["url_route"]["kwargs"]["code"])
        user = self.scope["user"]
        self.private = room is not None and not may_enter(room, secret, user.pk)
        self.registered = user.pk is not None and not user.is_guest
        if user.pk is not None:
            self.actor = store.person_of(user)
        return room

    async def disconnect(self, code: int) -> None:
        """Leave the room's presence; a reload is back before anybody counts as gone.

        What was sent before is still done.
        """
        done = asyncio.create_task(self.inbox.join())
        try:
            await asyncio.wait((done, self.tasks[0]), return_when=asyncio.FIRST_COMPLETED)
        finally:
            done.cancel()
        if self.socket is not None:
            hub.heartbeats.leave(self.socket, now_ms())
            self.socket = None
            people_changed(self.room_id)

    async def let_go(self) -> None:
        """Give up what is this socket's of the person's share, too."""
        try:
            if self.share is not None and self.actor is not None:
                shares.leave(self.actor.id, self._give_way)
                await hub.unwatch(person_group(self.actor.id), self._renew)
        finally:
            await super().let_go()

    def _give_way(self) -> None:
        """Close in favour of a newer socket of the same person."""
        self.begin(self._refuse_and_close("too_many_tabs", TOO_MANY_FRAMES))

    def _renew(self, kind: str, _: str) -> None:
        """Close soon, since the session behind this tab has ended; its page comes back at once.

        The browser must have its new cookie by then.
        """
        if kind == "renew":
            self.begin(self.close_after(RENEW_S))

    async def _refuse_and_close(
        self, code: str, close_code: int, frame_id: int | None = None
    ) -> None:
        await self.refuse(code, frame_id)
        await self.close(close_code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Stamp a frame with the instant of its receipt and let it wait for its turn."""
        received_ms = now_ms()
        if self.bucket.take(received_ms) and not self.inbox.full():
            self.inbox.put_nowait((text_data, received_ms))
            return
        self.bucket.dropped += 1
        if self.bucket.hopeless:
            await self.close(TOO_MANY_FRAMES)
        elif self.bucket.dropped % REFUSALS_ONE_IN == 1:
            await self.refuse("too_fast")

    async def _answer_all(self) -> None:
        while True:
            text, received_ms = await self.inbox.get()
            try:
                await self._answer(text, received_ms)
            finally:
                self.inbox.task_done()

    async def _answer(self, text: str | None, received_ms: int) -> None:
        """Answer one frame. Whatever is wrong with it, the answer is a code."""
        if self.room_id == 0:
            await self._refuse_and_close("unknown_room", CLOSE_NO_ROOM)
            return
        try:
            if text is None:
                raise wire.BadFrame("bad_frame")
            frame = wire.decode(text)
        except wire.BadFrame as bad:
            await self.refuse(bad.code, bad.frame_id)
            return
        match frame:
            case wire.JoinFrame():
                await self._join(frame, received_ms)
            case _ if not self.group:
                await self.refuse("join_first", frame.id)
            case wire.PingFrame():
                await self._ping(frame, received_ms)
            case _ if self.socket is None:
                await self.refuse("join_first", frame.id)
            case _:
                await self._command(frame, received_ms)

    # --- joining and staying -----------------------------------------------------------------
    async def _join(self, frame: wire.JoinFrame, received_ms: int) -> None:
        if frame.v != wire.VERSION:
            await self.refuse("outdated", frame.id)
            return
        entering = not self.group
        if entering and not await self._enter(frame):
            return
        if self.socket is None:
            who = presence.ANONYMOUS if self.actor is None else str(self.actor.id)
            self.socket = presence.Socket(self.room_id, who, secrets.token_hex(6), received_ms)
        arrived = await hub.heartbeats.beat(self.socket, received_ms)
        answer = await in_database(services.join)(self.room_id, self.actor, received_ms)
        you = None if self.actor is None else occupant(self.actor)
        self.seated_since = (
            None if self.actor is None else seated_in(answer.state).get(self.actor.id)
        )
        secret = self._secret(self.seated_since)
        beat_ms = settings.DURATIONS.beat_ms
        await self.send(text_data=wire.hello(now_ms(), beat_ms, settings.BUILD, you, secret))
        picture = wire.encode(answer.picture(now_ms()))
        await hub.show(self.group, answer.state, picture, self.outbox.put)
        if arrived:
            # Only now is it known here who is seated, whom the answer is about.
            people_changed(self.room_id)
        if entering:
            # What the arrival itself has changed is gathered already, and comes after the hello.
            self.begin(self.send_all())

    async def _enter(self, frame: wire.JoinFrame) -> bool:
        """Learn who this tab is and follow the room; whether it may, else it has been refused."""
        self.actor = await in_database(self._identity)(frame.secret)
        if self.private:
            await self._refuse_and_close("private_room", CLOSE_PRIVATE, frame.id)
            return False
        try:
            await self.follow(room_group(self.room_id))
            if self.actor is not None:
                self.share = shares.enter(self.actor.id, self._give_way)
                await hub.watch(person_group(self.actor.id), self._renew)
        except AWAY:
            await self._refuse_and_close("unavailable", CLOSE_ERROR, frame.id)
            return False
        return True

    def _step_out(self) -> None:
        """This tab has left the room: it counts as nobody and may ask for nothing but to join."""
        if self.socket is not None:
            hub.heartbeats.leave(self.socket, now_ms(), for_good=True)
            self.socket = None
            people_changed(self.room_id)

    def _identity(self, secret: str | None) -> Person | None:
        """Return who this tab is: the session's person, or the guest whose seat it holds."""
        if secret and not self.registered:
            state = services.look(self.room_id).state
            holder = services.seat_holder(self.room_id, state, secret)
            if holder is not None:
                self.private = False
                return holder
        return self.actor

    def _secret(self, since_ms: int | None) -> str | None:
        if self.actor is None or since_ms is None:
            return None
        return services.secret_since(self.room_id, self.actor, since_ms)

    async def send_all(self) -> None:
        """Send what the hub hands over, and what this tab alone may know of it."""
        while True:
            for frame in await self.outbox.take():
                await self.send(text_data=frame)
            await self._tell_secret()

    async def _tell_secret(self) -> None:
        """Give a guest the secret of the seat, however and from wherever it was taken."""
        if self.actor is None:
            return
        since_ms = hub.seated_since(self.group, self.actor)
        if since_ms == self.seated_since:
            return
        self.seated_since = since_ms
        secret = self._secret(since_ms)
        if secret is not None:
            await self.send(text_data=wire.seat(secret))

    async def _ping(self, frame: wire.PingFrame, received_ms: int) -> None:
        if self.socket is not None:
            hub.heartbeats.beat(self.socket, received_ms).add_done_callback(self._beaten)
        seq, newest = hub.newest(self.group)
        if newest is not None and seq > frame.seen:
            await self.send(text_data=newest)
        await self.send(text_data=wire.pong(frame.n, now_ms(), seq))

    def _beaten(self, unknown: asyncio.Future[bool]) -> None:
        """This tab had counted as gone, or the broker has lost its memory: it is here again."""
        if unknown.result() and self.socket is not None:
            people_changed(self.room_id)
            self.begin(self._arrive_again())

    async def _arrive_again(self) -> None:
        await in_database(services.join)(self.room_id, self.actor, now_ms())

    # --- asking ------------------------------------------------------------------------------
    async def _command(self, frame: wire.CommandFrame, received_ms: int) -> None:
        if self.actor is None:
            await self.refuse("no_identity", frame.id)
            return
        if self.share is not None and not self.share.commands.take(received_ms):
            await self.refuse("too_fast", frame.id)
            return
        if not ticker.serving():
            await self.refuse("unavailable", frame.id)
            return
        try:
            command = wire.command_of(frame)
        except wire.BadFrame as bad:
            await self.refuse(bad.code, frame.id)
            return
        before, _ = hub.newest(self.group)
        roster = await self._roster(command)
        try:
            answer: Answer = await in_database(services.act)(
                self.room_id, command, self.actor, received_ms, roster
            )
        except uptime.FAILING as error:
            logger.error("A command could not be stored: %s", error)
            await self.refuse("unavailable", frame.id)
            return
        if answer.refused is not None:
            await self.refuse(answer.refused, frame.id)
        elif isinstance(frame, wire.LeaveFrame):
            self._step_out()
        await self._tell_secret()
        if answer.refused is not None or answer.state.seq <= before:
            await self.send(text_data=wire.encode(answer.picture(now_ms())))

    async def _roster(self, command: PersonCommand) -> list[Person]:
        """Return who is connected, for the commands that may make one of them the host."""
        if not isinstance(command, Leave | HandOver):
            return []
        try:
            view = await presence.async_view(hub.broker, self.room_id)
        except AWAY:
            return []
        return [Person(pk) for pk in view.people]
