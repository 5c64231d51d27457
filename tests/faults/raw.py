"""A WebSocket without a library: it can break the rules, and it needn't read what it is sent."""

import select
import socket
import struct
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

TEXT, CLOSE = 0x1, 0x8
FINAL = 0x80
SMALL_BUFFER = 4096
SMALL_SEGMENT = 536
"""Both keep what the kernels hold for a reader who doesn't read at some tens of kilobytes."""
PATIENCE_S = 30.0


def frame(payload: bytes = b"", opcode: int = TEXT, final: bool = True, length: int = -1) -> bytes:
    """Return a client's frame; `length` may lie about the length of what follows."""
    size = len(payload) if length < 0 else length
    head = bytes([(FINAL if final else 0) | opcode])
    if size < 126:
        head += bytes([FINAL | size])
    elif size < 2**16:
        head += bytes([FINAL | 126]) + struct.pack("!H", size)
    else:
        head += bytes([FINAL | 127]) + struct.pack("!Q", size)
    return head + bytes(4) + payload  # Masked with zeros: the payload as it is.


class RawSocket:
    """A connection to a path of a site, upgraded to a WebSocket."""

    def __init__(self, url: str, path: str, cookies: str = "") -> None:
        place = urlsplit(url)
        assert place.hostname and place.port
        self._socket = socket.socket()
        self._socket.settimeout(PATIENCE_S)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
        self._socket.connect((place.hostname, place.port))
        lines = [
            f"GET /ws{path} HTTP/1.1",
            f"Host: {place.netloc}",
            f"Origin: {url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *([f"Cookie: {cookies}"] if cookies else []),
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._read = b""
        answer = self._up_to(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._socket.sendall(data)

    def send_what_fits(self, data: bytes) -> int:
        """Send as much as the connection takes at once, and return how much that was."""
        try:
            return self._socket.send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0

    def wait_until_dropped(self, timeout_s: float) -> bool:
        """Return whether the server ends the connection in time, without reading from it."""
        watch = select.poll()
        watch.register(self._socket, 0)  # Hang-ups and errors are always told.
        return bool(watch.poll(timeout_s * 1000))

    def next_frame(self) -> tuple[int, bytes]:
        """Read the next frame: its opcode and payload. Raises ConnectionError at the end."""
        first, second = self._bytes(2)
        size = second & 0x7F
        if size == 126:
            size = struct.unpack("!H", self._bytes(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", self._bytes(8))[0]
        return first & 0x0F, self._bytes(size)

    def close_code(self) -> int:
        """Read until the server closes, and return its code."""
        while True:
            opcode, payload = self.next_frame()
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0])

    def _bytes(self, count: int) -> bytes:
        while len(self._read) < count:
            more = self._socket.recv(2**16)
            if not more:
                raise ConnectionError("the server has closed the connection")
            self._read += more
        taken, self._read = self._read[:count], self._read[count:]
        return taken

    def _up_to(self, mark: bytes) -> bytes:
        while mark not in self._read:
            more = self._socket.recv(2**16)
            if not more:
                raise ConnectionError(f"only {self._read!r}")
            self._read += more
        taken, _, self._read = self._read.partition(mark)
        return taken
