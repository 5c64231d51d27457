"""When the site was not serving: nobody's clock runs in an outage (SPEC 2.15).

Web processes tick about once a second, having reached both the database and the broker. A gap
between two ticks that is longer than `Durations.outage_ms` is an outage: the first tick after it
stores it, and the writer moves every running deadline by it before any flag can fall.

A database can still be read when it can't be written: its disk is full, it became a copy. Whoever
fails to store something says so (`doubt`). From the instant of what was not stored until a tick has
been able to write, the site was not serving either.
"""

import threading
from contextlib import suppress
from typing import Any, NamedTuple

from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError, transaction

from games.broker import AWAY, client
from games.models import Outage

FAILING = (OperationalError, InternalError, InterfaceError)
"""What a database raises that does not do its work, other than refusing wrong rows."""
TICK = "uptime:tick"
DOUBT = "uptime:doubt"
KEPT = 20
"""How many of the newest outages are looked at. A game lasts two hours at most."""


class Span(NamedTuple):
    """An outage, in milliseconds since the epoch."""

    from_ms: int
    to_ms: int


_known: tuple[Span, ...] = ()
_doubts: list[int] = []
"""Since when this process could not store something; empty when a tick has written since."""
doubted = threading.Event()
"""Set at each new doubt, so that the next tick comes at once."""


def known() -> tuple[Span, ...]:
    """Return the outages this process knows of, oldest first."""
    return _known


def refresh() -> tuple[Span, ...]:
    """Read the newest outages again. Whoever ticks or sweeps does so each time."""
    global _known
    rows = Outage.objects.order_by("-to_ms").values_list("from_ms", "to_ms")[:KEPT]
    _known = tuple(Span(*row) for row in reversed(rows))
    return _known


def doubt(since_ms: int) -> None:
    """Say that the database failed to store what happened at `since_ms`.

    This process decides nothing until its next tick has written, nor does the sweep.
    """
    _doubts.append(since_ms)
    doubted.set()
    with suppress(*AWAY):  # That is an outage of itself.
        client().set(DOUBT, since_ms, nx=True)


def certain() -> bool:
    """Return whether this process has no reason to doubt that the database stores."""
    return not _doubts


def tick(now_ms: int, own_ms: int = 0) -> None:
    """Say that this process serves, having stored the outage that has ended with it, if any.

    Of several processes that find the same outage one stores it. `own_ms` is when this process
    ticked last: it counts where a broker that keeps nothing has come back without memory.
    """
    last_ms, doubt_ms = _said()
    last_ms = max(last_ms, own_ms)
    own = list(_doubts)  # One that comes during this tick waits for the next.
    doubts = [*own, *([doubt_ms] if doubt_ms else [])]
    if doubts:
        last_ms = min(last_ms or now_ms, *doubts)
    if last_ms and now_ms - last_ms > settings.DURATIONS.outage_ms:
        Outage.objects.get_or_create(from_ms=last_ms, defaults={"to_ms": now_ms})
    elif doubts:
        _try_to_write(last_ms)
    refresh()
    client().set(TICK, now_ms)
    if doubt_ms:
        client().delete(DOUBT)
    del _doubts[: len(own)]


def serving(now_ms: int) -> bool:
    """Return whether a web process has ticked lately. Who sweeps asks this, then for outages:

    the first tick after an outage comes when the outage is stored.
    """
    last_ms, doubt_ms = _said()
    return not doubt_ms and now_ms - last_ms <= settings.DURATIONS.outage_ms


def _said() -> tuple[int, int]:
    """Return the last tick of any process, and since when one of them doubts; 0 is never."""
    said: Any = client().mget(TICK, DOUBT)
    tick_ms, doubt_ms = (int(text or 0) for text in said)
    return tick_ms, doubt_ms


def _try_to_write(at_ms: int) -> None:
    """Raises what the database raises when it can't store a row."""
    with transaction.atomic():
        Outage.objects.create(from_ms=at_ms, to_ms=at_ms).delete()
