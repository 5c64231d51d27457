"""When the site was not serving: nobody's clock runs in an outage (SPEC 2.15).

Web processes tick about once a second, having reached both the database and the broker. A gap
between two ticks that is longer than `Durations.outage_ms` is an outage: the first tick after it
stores it, and the writer moves every running deadline by it before any flag can fall.
"""

from typing import Any, NamedTuple

from django.conf import settings

from games.broker import client
from games.models import Outage

TICK = "uptime:tick"
KEPT = 20
"""How many of the newest outages are looked at. A game lasts two hours at most."""


class Span(NamedTuple):
    """An outage, in milliseconds since the epoch."""

    from_ms: int
    to_ms: int


_known: tuple[Span, ...] = ()


def known() -> tuple[Span, ...]:
    """Return the outages this process knows of, oldest first."""
    return _known


def refresh() -> tuple[Span, ...]:
    """Read the newest outages again. Whoever ticks or sweeps does so each time."""
    global _known
    rows = Outage.objects.order_by("-to_ms").values_list("from_ms", "to_ms")[:KEPT]
    _known = tuple(Span(*row) for row in reversed(rows))
    return _known


def tick(now_ms: int, own_ms: int = 0) -> None:
    """Say that this process serves, having stored the outage that has ended with it, if any.

    Of several processes that find the same outage one stores it. `own_ms` is when this process
    ticked last: it counts where a broker that keeps nothing has come back without memory.
    """
    last_ms = max(_last_tick() or 0, own_ms)
    if last_ms and now_ms - last_ms > settings.DURATIONS.outage_ms:
        Outage.objects.get_or_create(from_ms=last_ms, defaults={"to_ms": now_ms})
    refresh()
    client().set(TICK, now_ms)


def serving(now_ms: int) -> bool:
    """Return whether a web process has ticked lately. Who sweeps asks this, then for outages:

    the first tick after an outage comes when the outage is stored.
    """
    last_ms = _last_tick()
    return last_ms is not None and now_ms - last_ms <= settings.DURATIONS.outage_ms


def _last_tick() -> int | None:
    text: Any = client().get(TICK)
    return None if text is None else int(text)
