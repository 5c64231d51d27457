"""When the site was not serving: nobody's clock runs in an outage (SPEC 2.15).

Web processes tick about once a second, after having reached the broker. A gap between two ticks
that is longer than `Durations.outage_ms` is an outage: the first tick after it stores it, and the
writer moves every running deadline by it before any flag can fall.
"""

from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from games.models import Outage, Tick

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


def tick(now_ms: int) -> None:
    """Say that this process serves, and store the outage that has ended with it, if any."""
    with transaction.atomic():
        row, made = Tick.objects.select_for_update().get_or_create(pk=1, defaults={"at_ms": now_ms})
        if not made and now_ms > row.at_ms:
            if now_ms - row.at_ms > settings.DURATIONS.outage_ms:
                Outage.objects.create(from_ms=row.at_ms, to_ms=now_ms)
            Tick.objects.filter(pk=1).update(at_ms=now_ms)
    refresh()


def serving(now_ms: int) -> bool:
    """Return whether a web process has ticked lately; True where none ever has."""
    row = Tick.objects.filter(pk=1).first()
    return row is None or now_ms - row.at_ms <= settings.DURATIONS.outage_ms
