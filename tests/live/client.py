"""A person with a browser, as far as the server can tell: pages, forms and the room's socket."""

import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

Frame = dict[str, Any]
PATIENCE_S = 15.0
CSRF_META = re.compile(r'<meta name="csrf-token" content="([^"]+)"')


class Client:
    """One browser: cookies, and the forms of the site."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.url = url
        self.language = language
        self.http = httpx.Client(
            base_url=url, headers={"Accept-Language": language, "Referer": url}, timeout=30
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form with the token of the page it stands on. Redirects aren't followed."""
        page = CSRF_META.search(self.get("/lobby").text)
        assert page, "the page has no csrf-token"
        return self.http.post(path, data=fields, headers={"X-CSRFToken": page.group(1)})

    def become_guest(self) -> Frame:
        """Get an identity and return it: id, name, hue."""
        answer = self.post("/guest").raise_for_status()
        person: Frame = answer.json()
        return person

    def open_room(self, seconds: int = 30, listed: bool = True) -> str:
        """Open a club room and return the path of its page."""
        choice = {"listed": "on"} if listed else {}
        answer = self.post("/lobby/open", seconds=str(seconds), **choice)
        assert answer.status_code == 302, answer.text
        location: str = answer.headers["location"]
        return location

    def enter(self, path: str, secret: str | None = None, join: bool = True) -> "RoomSocket":
        """Open the socket of the room whose page is at `path`, and join."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        headers = {"Accept-Language": self.language, **({"Cookie": cookies} if cookies else {})}
        socket = RoomSocket(self.url, path, headers)
        if join:
            socket.join(secret)
        return socket


class RoomSocket:
    """A tab in a room. A thread reads all frames and sends the pings a page would send."""

    def __init__(self, url: str, path: str, headers: dict[str, str]) -> None:
        address = urlsplit(url)._replace(scheme="ws").geturl() + "/ws" + path
        self._connection = ExitStack()
        self._socket = self._connection.enter_context(
            connect(
                address,
                additional_headers={"Origin": url, **headers},
                ping_interval=None,
                proxy=None,
                open_timeout=PATIENCE_S,
            )
        )
        self.path = path
        self.frames: list[Frame] = []
        self.hello: Frame = {}
        self.room: Frame = {}
        """The newest picture of the room."""
        self.people: Frame = {}
        """The newest word of who is there."""
        self.pinging = True
        """Switched off, the tab is as good as gone, though its connection stands."""
        self._changed = threading.Condition()
        self._closed = False
        self._read_up_to = 0
        self._beat_s = 4.0
        self._beat_due_s = float("inf")
        self._flag_due_s = float("inf")
        self._asked = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- saying ------------------------------------------------------------------------------
    def send(self, t: str, **fields: Any) -> None:
        """Send one frame of type `t`."""
        self.send_text(json.dumps({"t": t, **fields}))

    def send_text(self, text: str | bytes) -> None:
        """Send something that needn't be a frame at all."""
        self._socket.send(text)

    def join(self, secret: str | None = None) -> Frame:
        """Join and return the first picture of the room."""
        self.send("join", v=1, secret=secret)
        self.hello = self.wait_for_type("hello")
        return self.wait_for_type("room")

    def ask(self, t: str, **fields: Any) -> Frame:
        """Send a command and return a picture that holds its effect; a refusal raises Refused.

        Frames are answered in order, so that the answer to a ping sent after the command tells
        that the command has been dealt with.
        """
        self._asked += 1
        number = self._asked
        self.send(t, id=number, **fields)
        self.send("ping", n=number, seen=self.room.get("seq", 0))
        answer = self.wait_for(
            lambda frame: (
                frame.get("id") == number or (frame["t"] == "pong" and frame["n"] == number)
            )
        )
        if answer["t"] == "refused":
            raise Refused(answer["code"], answer["text"])
        return self.wait_for_room(lambda room: room["seq"] >= answer["seq"])

    def place(self, square: str) -> Frame:
        """Place a disc in the game that is running, at the ply that is shown."""
        game, ply = self.room["game"]["number"], self.room["game"]["ply"]
        self._asked += 1
        number = self._asked
        self.send("place", id=number, sq=square, game=game, ply=ply)
        answer = self.wait_for(
            lambda frame: (
                frame.get("id") == number
                or (
                    frame["t"] == "room"
                    and frame["game"]["number"] == game
                    and frame["game"]["ply"] > ply
                )
            )
        )
        if answer["t"] == "refused":
            raise Refused(answer["code"], answer["text"])
        return answer

    # --- hearing -----------------------------------------------------------------------------
    def wait_for(self, wanted: Callable[[Frame], bool], timeout_s: float = PATIENCE_S) -> Frame:
        """Return the next frame that is `wanted`, of those not waited past yet.

        Raises TimeoutError, or Closed when the connection ends first.
        """
        deadline_s = time.monotonic() + timeout_s
        with self._changed:
            while True:
                for at in range(self._read_up_to, len(self.frames)):
                    if wanted(self.frames[at]):
                        self._read_up_to = at + 1
                        return self.frames[at]
                self._read_up_to = len(self.frames)
                if self._closed:
                    raise Closed(self._socket.close_code)
                if not self._changed.wait(max(0.0, deadline_s - time.monotonic())):
                    raise TimeoutError(f"the last frames were {self.frames[-3:]}")

    def wait_for_type(self, t: str, timeout_s: float = PATIENCE_S) -> Frame:
        return self.wait_for(lambda frame: frame["t"] == t, timeout_s)

    def wait_for_room(
        self, wanted: Callable[[Frame], bool], timeout_s: float = PATIENCE_S
    ) -> Frame:
        """Return the newest picture as soon as it is `wanted`, be it the one held already."""
        return self._wait_for_newest(lambda: self.room, wanted, timeout_s)

    def wait_for_people(
        self, wanted: Callable[[Frame], bool], timeout_s: float = PATIENCE_S
    ) -> Frame:
        """Return the newest word of who is there as soon as it is `wanted`, as above."""
        return self._wait_for_newest(lambda: self.people, wanted, timeout_s)

    def _wait_for_newest(
        self, newest: Callable[[], Frame], wanted: Callable[[Frame], bool], timeout_s: float
    ) -> Frame:
        deadline_s = time.monotonic() + timeout_s
        with self._changed:
            while not (newest() and wanted(newest())):
                if self._closed:
                    raise Closed(self._socket.close_code)
                if not self._changed.wait(max(0.0, deadline_s - time.monotonic())):
                    raise TimeoutError(f"the newest frame is {newest()}")
            return newest()

    def wait_until_closed(self, timeout_s: float = PATIENCE_S) -> int | None:
        """Return the code with which the server closed."""
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise TimeoutError("the connection stands")
        return self._socket.close_code

    # --- going -------------------------------------------------------------------------------
    def close(self) -> None:
        """Close as a browser does when a tab is closed."""
        self._connection.close()
        self._thread.join(PATIENCE_S)

    def vanish(self) -> None:
        """Stop answering without a word, as a phone does in a tunnel."""
        self.pinging = False

    # --- the page's own work -----------------------------------------------------------------
    def _run(self) -> None:
        try:
            while True:
                due_s = min(self._beat_due_s, self._flag_due_s)
                wait_s = min(1.0, max(0.0, due_s - time.monotonic()))
                try:
                    self._hear(json.loads(self._socket.recv(timeout=wait_s)))
                except TimeoutError:
                    self._ping_if_due()
        except ConnectionClosed:
            pass
        finally:
            with self._changed:
                self._closed = True
                self._changed.notify_all()

    def _hear(self, frame: Frame) -> None:
        with self._changed:
            self.frames.append(frame)
            if frame["t"] == "hello":
                self._beat_s = frame["beat_ms"] / 1000
                self._beat_due_s = time.monotonic() + self._beat_s
            elif frame["t"] == "people":
                self.people = frame
            elif frame["t"] == "room" and frame["seq"] >= self.room.get("seq", 0):
                self.room = frame
                left_ms = running_ms(frame)
                self._flag_due_s = (
                    float("inf") if left_ms is None else time.monotonic() + left_ms / 1000
                )
            self._changed.notify_all()

    def _ping_if_due(self) -> None:
        now_s = time.monotonic()
        if now_s < min(self._beat_due_s, self._flag_due_s):
            return
        self._beat_due_s = now_s + self._beat_s
        if now_s >= self._flag_due_s:
            self._flag_due_s = float("inf")
        if self.pinging:
            self.send("ping", n=0, seen=self.room.get("seq", 0))


class Refused(Exception):
    """The server's answer to a command that it didn't carry out."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


class Closed(Exception):
    """The connection ended; `code` is the WebSocket close code, if one was given."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


def running_ms(room: Frame) -> int | None:
    """Return what is left on the clock that runs in this picture; None if none does."""
    game = room["game"]
    if game is None or not game["clock"]["running"] or game["turn"] is None:
        return None
    limits = game["clock"][game["turn"]]
    return min((limit for limit in limits.values() if limit is not None), default=None)


def link_secret_of(path: str) -> str | None:
    """Return the secret in the path of a room that isn't listed."""
    return parse_qs(urlsplit(path).query).get("k", [None])[0]
