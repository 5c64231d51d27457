"""A WebSocket client that costs next to nothing, so that the benchmark measures the server."""

import asyncio
import base64
import os
from collections.abc import Callable

Hear = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """One connection: hands each text frame to `hear` in the moment its bytes are there."""

    def __init__(self) -> None:
        self.hear: Hear = lambda frame: None
        self.received = 0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever waits."""
        if not self.closed.done():
            self.closed.set_result(None)
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("closed before it was open"))

    async def open(self, host: str, path: str, headers: dict[str, str]) -> None:
        """Ask for the upgrade. Raises ConnectionError when it is refused."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await self._opened

    def send(self, frame: bytes) -> None:
        """Send a text frame. The mask is zero: it must be there, nobody says what it is."""
        size = len(frame)
        head = (
            bytes((0x81, 0x80 | size))
            if size < 126
            else bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big")
        )
        self._transport.write(head + b"\0\0\0\0" + frame)

    def close(self) -> None:
        """Drop the connection."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Cut what has come into frames."""
        self.received += len(data)
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._upgraded, self._buffer = True, rest
            self._opened.set_result(None)
        while (frame := self._next()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self.hear(payload)
            elif opcode == 9:
                self._transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)

    def _next(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size >= 126:
            width = 2 if size == 126 else 8
            start = 2 + width
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[0] & 0x0F, buffer[start : start + size]


async def connect(host: str, path: str, headers: dict[str, str]) -> Line:
    """Open a line to `host` ("127.0.0.1:8000")."""
    name, _, port = host.partition(":")
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Line, name, int(port))
    await line.open(host, path, headers)
    return line
