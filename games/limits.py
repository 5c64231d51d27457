"""How much one socket, one person and one request may ask for. docs/protocol.md tells of it.

Addresses are not counted, but for what can be guessed by trying: a school or a household plays from
behind one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

MAX_FRAME_BYTES = 4096
"""A longer frame is refused as a bad one."""
FRAMES_A_SECOND = 20.0
FRAMES_AT_ONCE = 100.0
FRAMES_WAITING = 100
"""So many frames of one socket may wait for their turn."""
REFUSALS_ONE_IN = 20
"""Of the frames that are too many, the first and then one in so many is answered."""
DROPPED_BEFORE_CLOSE = 300
"""A socket that goes on sending after so many refusals is closed."""
FRAMES_IN_ANY_SECOND = 300
"""A socket that sends more, pings included, is cut off by the web server: reading it costs more."""
TOO_MANY_FRAMES = 4429
"""The close code for both."""
SOCKETS_A_PERSON = 20
"""With one more, in one web process, the oldest gives way: that is the likeliest to be dead."""
MAX_MESSAGE_BYTES = 64 * 1024
"""The web server closes on a longer message. Frames of the protocol are far shorter (`wire`)."""
FRAGMENTS_A_MESSAGE = 64
"""It closes on a message in more pieces, too."""
UNREAD_BYTES = 16 * 1024
"""With more than so much waiting for a socket's reader nothing is sent or read there any more.

That is some ten pictures. The kernel may hold as much again, and what is on its way.
"""
MAX_BODY_BYTES = 1_000_000
"""A longer body of an HTTP request isn't kept."""
CODES_A_MINUTE_AND_PERSON = 10
CODES_A_MINUTE_AND_ADDRESS = 120
"""Room codes that may be tried. Thirty people behind one address may each mistype one, and there
are 8·10¹¹ to guess."""
ACCOUNTS_AN_HOUR_AND_ADDRESS = 60
"""New accounts: a class signs up together."""
LETTERS_AN_HOUR_AND_ADDRESS = 30
LETTERS_AN_HOUR_AND_RECEIVER = 4
"""Links by mail, from one address of the network and to one address of mail."""
WRONG_PASSWORDS = 10
WRONG_PASSWORDS_WAIT_S = 15 * 60
"""After so many wrong passwords for one name from one address it waits for so long."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: `FRAMES_AT_ONCE` in a burst, `FRAMES_A_SECOND` in the long run."""

    tokens: float = FRAMES_AT_ONCE
    at_ms: int = 0
    dropped: int = 0

    def take(self, now_ms: int) -> bool:
        """Return whether one more frame may be read at `now_ms`."""
        passed = max(0, now_ms - self.at_ms) / 1000 if self.at_ms else 0.0
        self.at_ms = max(self.at_ms, now_ms)
        self.tokens = min(FRAMES_AT_ONCE, self.tokens + passed * FRAMES_A_SECOND)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def hopeless(self) -> bool:
        """Whether the sender ignores the refusals."""
        return self.dropped >= DROPPED_BEFORE_CLOSE


GiveWay = Callable[[], None]
"""Closes a socket in favour of a newer one."""


@dataclass(slots=True)
class Share:
    """What all sockets of one person share: their number, and one bucket for commands."""

    sockets: list[GiveWay] = field(default_factory=list)
    commands: Bucket = field(default_factory=Bucket)


class Shares:
    """The shares of those with sockets in this process."""

    def __init__(self) -> None:
        self._by_person: dict[int, Share] = {}

    def enter(self, person_id: int, give_way: GiveWay) -> Share:
        """Count a new socket in; the person's oldest is told to give way if it is one too many."""
        share = self._by_person.setdefault(person_id, Share())
        share.sockets.append(give_way)
        if len(share.sockets) > SOCKETS_A_PERSON:
            share.sockets.pop(0)()
        return share

    def leave(self, person_id: int, give_way: GiveWay) -> None:
        """Count a socket out. One that gave way has been already."""
        share = self._by_person.get(person_id)
        if share is None:
            return
        if give_way in share.sockets:
            share.sockets.remove(give_way)
        if not share.sockets:
            del self._by_person[person_id]


shares = Shares()
