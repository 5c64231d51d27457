"""The socket of a page on which somebody searches. docs/protocol.md has its frames."""

import asyncio
from typing import Literal

import msgspec

from games import services, store
from games.access import room_path
from games.broker import AWAY
from games.clocks import now_ms
from games.consumers import CLOSE_ERROR, RENEW_S, LiveConsumer
from games.core.policy import Kind
from games.database import in_database
from games.hub import hub, person_group
from games.limits import MAX_FRAME_BYTES, TOO_MANY_FRAMES, Bucket
from games.messages import message
from games.models import Room
from lobby import queue
from lobby.models import User


class SearchFrame(msgspec.Struct, tag_field="t", tag="search", forbid_unknown_fields=True):
    """Search for a game of this kind."""

    kind: Literal["quick", "ranked"]


class CancelFrame(msgspec.Struct, tag_field="t", tag="cancel", forbid_unknown_fields=True):
    """Search no more."""


class PingFrame(msgspec.Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """This page still waits."""


_decode = msgspec.json.Decoder(SearchFrame | CancelFrame | PingFrame).decode
_encode = msgspec.json.Encoder().encode


class SearchConsumer(LiveConsumer):
    """One tab that searches, or shows that another does."""

    async def connect(self) -> None:
        """Tell how the person's search stands, and follow it."""
        await super().connect()
        user = self.scope["user"]
        self.user: User | None = user if user.pk is not None else None
        self.bucket = Bucket()
        self.searching = False
        self.asking = asyncio.Lock()
        if self.user is not None:
            try:
                await hub.watch(person_group(self.user.pk), self._told)
            except AWAY:
                await self.close(CLOSE_ERROR)
                return
        await self._show()

    async def let_go(self) -> None:
        """Stop following. The search goes on for a moment: a reload is back before it ends."""
        try:
            if self.user is not None:
                await hub.unwatch(person_group(self.user.pk), self._told)
        finally:
            await super().let_go()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one frame with how the search stands now."""
        if not self.bucket.take(now_ms()):
            self.bucket.dropped += 1
            if self.bucket.hopeless:
                await self.close(TOO_MANY_FRAMES)
            return
        try:
            if text_data is None or len(text_data) > MAX_FRAME_BYTES:
                raise msgspec.DecodeError
            frame = _decode(text_data)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            await self._idle("bad_frame")
            return
        if self.user is None:
            await self._idle("no_identity")
            return
        async with self.asking:
            await self._do(frame, self.user)

    async def _do(self, frame: SearchFrame | CancelFrame | PingFrame, user: User) -> None:
        match frame:
            case SearchFrame():
                try:
                    await in_database(queue.enter)(user, Kind(frame.kind), now_ms())
                except queue.Refused as refused:
                    await self._idle(refused.code)
                    return
                self.searching = True
            case CancelFrame():
                await in_database(queue.cancel)(user.pk)
                self.searching = False
            case PingFrame():
                await in_database(queue.stay)(user.pk, now_ms())
        await self._show()

    def _told(self, kind: str, _: str) -> None:
        """The search has ended, or who this tab is has changed."""
        self.begin(self.close_after(RENEW_S) if kind == "renew" else self._show())

    async def _show(self) -> None:
        """Send how the search stands: it goes on, a game has begun, or it is over."""
        standing, url = await in_database(self._look)()
        if standing is not None:
            self.searching = True
            waited_ms = max(0, now_ms() - standing.since_ms)
            await self._send(
                state="searching",
                kind=standing.kind.value,
                waited_ms=waited_ms,
                people=standing.people,
            )
        elif url and self.searching:
            self.searching = False
            await self._send(state="matched", url=url)
        else:
            ended, self.searching = self.searching, False
            await self._idle("nobody_came" if ended else None)

    def _look(self) -> tuple[queue.Standing | None, str]:
        if self.user is None:
            return None, ""
        standing = queue.standing(self.user.pk)
        if standing is not None:
            return standing, ""
        room: Room | None = services.running_room_of(store.person_of(self.user))
        return None, "" if room is None else room_path(room)

    async def _idle(self, code: str | None) -> None:
        text = None if code is None else message(code, self.language)
        await self._send(state="idle", code=code, text=text)

    async def _send(self, **fields: object) -> None:
        await self.send(text_data=_encode({"t": "search", **fields}).decode())
