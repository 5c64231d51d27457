"""`python -m reversi_site.web`: Daphne, with limits on what one connection can make it hold.

Daphne writes to a WebSocket without asking whether anybody reads, and keeps a request's body
whole, however long it is. Here a send waits for its reader, who isn't read from meanwhile either,
and a body ends at a limit. Options are Daphne's own. docs/decisions/0004-flow-control.md.
"""

import asyncio
import contextlib
import os
import socket
import time
from typing import Any

from daphne import cli, server  # First of all: it installs Twisted's reactor.
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from games.limits import (
    FRAGMENTS_A_MESSAGE,
    FRAMES_IN_ANY_SECOND,
    MAX_BODY_BYTES,
    TOO_MANY_FRAMES,
    UNREAD_BYTES,
)

MESSAGE_TOO_BIG = 1009
CONTENT_TOO_LARGE = 413


@implementer(IPushProducer)
class PatientSocket(WebSocketProtocol):  # type: ignore[misc]
    """A WebSocket whose sends wait until what was sent before has left.

    Twisted tells the producer of a connection when its buffer is full and when it is empty again.
    Until a socket asks otherwise that is the HTTP channel it was upgraded from.
    """

    def connectionMade(self) -> None:
        """Become the producer of the connection."""
        super().connectionMade()
        self.room = asyncio.Event()
        self.room.set()
        self.patience: asyncio.TimerHandle | None = None
        self.fragments = 0
        self.second_began, self.frames = 0.0, 0
        self._keep_buffers_short()
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)

    def _keep_buffers_short(self) -> None:
        """What has been overtaken must wait where it can be replaced, not in megabytes of kernel.

        Elsewhere than in TCP on Linux and macOS there is no such option; then the kernel decides.
        """
        self.transport.bufferSize = UNREAD_BYTES
        with contextlib.suppress(AttributeError, OSError):
            connection = self.transport.getHandle()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNREAD_BYTES)

    def pauseProducing(self) -> None:
        """The buffer is full: sends wait, and who doesn't read isn't read from, for a while."""
        self.transport.pauseProducing()
        if self.patience is None:
            self.room.clear()
            self._begin_wait()

    def resumeProducing(self) -> None:
        """All of it has left."""
        self.transport.resumeProducing()
        self._end_wait()

    def stopProducing(self) -> None:
        """Do nothing: `connectionLost` comes next."""

    def connectionLost(self, reason: Any = None) -> None:
        """Let those who wait find that the connection is no more."""
        super().connectionLost(reason)
        self._end_wait()

    def dropConnection(self, abort: bool = False) -> None:
        """Let what is buffered leave before the end, but not for ever."""
        super().dropConnection(abort)
        if not abort and self.patience is None:
            self._begin_wait()

    def _begin_wait(self) -> None:
        seconds = settings.DURATIONS.unread_ms / 1000
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(seconds, self.transport.abortConnection)

    def _end_wait(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
        self.room.set()

    def dataReceived(self, data: bytes) -> None:
        """Read; after a violation of the protocol nothing more, until the connection is dropped."""
        if not self.failedByMe:
            super().dataReceived(data)

    def onMessageBegin(self, isBinary: bool) -> None:
        """Count the fragments of each message: empty ones are in no limit of bytes."""
        self.fragments = 0
        super().onMessageBegin(isBinary)

    def onMessageFrameBegin(self, length: int) -> None:
        """Refuse a message in too many pieces."""
        self.fragments += 1
        self._count_frame()
        if self.fragments > FRAGMENTS_A_MESSAGE:
            self.failedByMe = True
            self.sendCloseFrame(MESSAGE_TOO_BIG)
        super().onMessageFrameBegin(length)

    def onPing(self, payload: bytes) -> None:
        """Answer, within the limit."""
        self._count_frame()
        super().onPing(payload)

    def onPong(self, payload: bytes) -> None:
        """Count it: nobody asked for thousands."""
        self._count_frame()
        super().onPong(payload)

    def _count_frame(self) -> None:
        """Cut off who sends faster than anybody could be answered; the rest isn't even read."""
        now = time.monotonic()
        if now - self.second_began >= 1.0:
            self.second_began, self.frames = now, 0
        self.frames += 1
        if self.frames > FRAMES_IN_ANY_SECOND and self.state == self.STATE_OPEN:
            # What still comes is dropped unread; to end at once would lose the code on its way.
            self.failedByMe = True
            self.sendCloseFrame(TOO_MANY_FRAMES)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Hand a message over, unless the connection is being closed."""
        if self.state == self.STATE_OPEN:
            super().onMessage(payload, isBinary)


class PatientSocketFactory(WebSocketFactory):  # type: ignore[misc]
    """Makes such sockets. A violation of the protocol is told by a close code before the end."""

    protocol = PatientSocket

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.setProtocolOptions(failByDrop=False)


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """An HTTP request of which no more than `MAX_BODY_BYTES` are kept."""

    kept = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a piece of the body, or none of it once it is too long."""
        self.kept += len(data)
        if self.kept <= MAX_BODY_BYTES:
            super().handleContentChunk(data)
        else:
            self.content.seek(0)
            self.content.truncate()

    def process(self) -> Any:
        """Answer a body that was too long here; everything else is the application's."""
        if self.kept <= MAX_BODY_BYTES:
            return super().process()
        text = f"A request may have {MAX_BODY_BYTES} bytes."
        return self.basic_error(CONTENT_TOO_LARGE, b"Content Too Large", text)


class BoundedHTTPFactory(HTTPFactory):  # type: ignore[misc]
    """Makes channels with such requests."""

    def buildProtocol(self, addr: Any) -> Any:
        """Return the channel of a new connection."""
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel


class PatientServer(server.Server):  # type: ignore[misc]
    """Daphne's server with these protocols."""

    def run(self) -> None:
        """Serve. Daphne looks its factories up in its module, and nowhere else."""
        server.HTTPFactory = BoundedHTTPFactory
        server.WebSocketFactory = PatientSocketFactory
        super().run()

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Hand a message of the application to its connection; a frame waits for its reader.

        A close doesn't: it goes out behind what is buffered, or the connection is dropped. A frame
        that comes after it has nowhere to go.
        """
        if message.get("type") == "websocket.send":
            while not protocol.room.is_set():
                await protocol.room.wait()
            if protocol.state in (protocol.STATE_CLOSING, protocol.STATE_CLOSED):
                return
        await super().handle_reply(protocol, message)


class CommandLine(cli.CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line."""

    server_class = PatientServer


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reversi_site.settings")
    CommandLine.entrypoint()
