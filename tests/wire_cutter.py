"""A stretch of network between one browser and a site, which a test can take away.

A browser's own switch for being offline leaves open sockets as they are; this doesn't. Nothing is
looked into: bytes are passed on, held back, or lost with their connections.
"""

import contextlib
import socket
import struct
import threading
from types import TracebackType
from typing import Self

CHUNK = 65_536
GATEWAY_TIMEOUT_S = 10.0
RESET = struct.pack("ii", 1, 0)
"""SO_LINGER so that closing a socket is a reset, as when a router forgets a connection."""


class WireCutter:
    """A TCP proxy on a port of its own, in front of the one on loopback that is given."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._passing = threading.Event()
        self._passing.set()
        self._refusing = False
        self._bad_gateway = b""
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._passing.set()
        self._end_all()
        self._thread.join(10)

    def hold(self) -> None:
        """Pass nothing on and say nothing, as in a tunnel. What is sent now arrives after `mend`:
        the kernel sends it again and again."""
        self._passing.clear()

    def cut(self) -> None:
        """Reset every connection and refuse new ones."""
        self._refusing = True
        self._end_all()

    def answer(self, status: int) -> None:
        """Be a gateway that finds nobody behind it: each request gets a page of its own making."""
        body = b"<!doctype html><title>Bad gateway</title><h1>nginx</h1>"
        head = f"HTTP/1.1 {status} No\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
        self._bad_gateway = head.encode() + b"Content-Type: text/html\r\n\r\n" + body
        self._end_all()

    def mend(self) -> None:
        """Let everything through again."""
        self._refusing = False
        self._bad_gateway = b""
        self._passing.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._refusing:
                self._end(near)
                continue
            if self._bad_gateway:
                threading.Thread(target=self._stand_in, args=(near,), daemon=True).start()
                continue
            far = socket.create_connection(self._to)
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._open |= {near, far}
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _stand_in(self, near: socket.socket) -> None:
        """Read a request, answer it as a gateway."""
        with contextlib.suppress(OSError), near:
            near.settimeout(GATEWAY_TIMEOUT_S)
            request = b""
            while b"\r\n\r\n" not in request and (data := near.recv(CHUNK)):
                request += data
            near.sendall(self._bad_gateway)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(CHUNK):
                self._passing.wait()
                target.sendall(data)
            self._passing.wait()
            target.shutdown(socket.SHUT_WR)
        except OSError:
            for end in (source, target):
                self._end(end)

    def _end(self, end: socket.socket) -> None:
        with self._lock:
            self._open.discard(end)
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    def _end_all(self) -> None:
        with self._lock:
            ends = tuple(self._open)
        for end in ends:
            self._end(end)
