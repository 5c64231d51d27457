"""The sweep: what happens by itself, looked for about twice a second by Celery beat.

Each run may be lost or run twice: everything it does is found again by the next one.
"""

import logging
import time

from celery import shared_task
from django.conf import settings

from games import presence, services, store, uptime
from games.broker import AWAY, client
from games.clocks import now_ms
from games.core.commands import Arrive, Depart, Desert
from games.core.state import Person, RoomState
from games.hub import people_changed
from games.models import Room

logger = logging.getLogger(__name__)

ROOMS_A_SWEEP = 500
ROSTER_SIZE = 20
"""How many of those present are asked about when a host is looked for."""
TELL_FOR_MS = 60_000
"""For so long after an outage the sweep looks for games whose clocks have not been moved yet."""
ROUND_EVERY_S = 2.0
ROOMS_A_ROUND = 50
"""So many open rooms at a time are compared with presence, for what a lost run has missed."""

_round_at = 0.0
_round_id = 0


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Apply absences, flags, closings and everything else that is due."""
    try:
        _sweep()
    except AWAY as error:
        logger.warning("Nothing is swept while the broker is away: %s", error)


def _sweep() -> None:
    spans = uptime.refresh()
    started_ms = now_ms()
    if not uptime.serving(started_ms):
        return
    if spans and started_ms < spans[-1].to_ms + TELL_FOR_MS:
        _tell_of_outage(spans[-1], started_ms)
    settled = not spans or started_ms >= spans[-1].to_ms + settings.DURATIONS.gone_ms
    if settled:
        _notice_absences(started_ms)
        _make_a_round()
    due = Room.objects.filter(wake_at_ms__lte=started_ms - settings.DURATIONS.late_ms)
    for room_id in due.order_by("wake_at_ms").values_list("pk", flat=True)[:ROOMS_A_SWEEP]:
        _wake(room_id, settled)


def _tell_of_outage(span: uptime.Span, at_ms: int) -> None:
    """Move the clocks of running games now, so that their viewers see it and are told."""
    missed = Room.objects.filter(
        outage_seen_ms__lt=span.to_ms,
        created_ms__lt=span.to_ms,
        closed_ms__isnull=True,
        game__clock_since_ms__isnull=False,
    )
    for room_id in missed.values_list("pk", flat=True):
        services.wake(room_id, at_ms, witness_ms=0)


def _wake(room_id: int, settled: bool) -> None:
    view = presence.view(client(), room_id)
    if not view.present and settled:
        reconcile(room_id)
    roster = store.people(view.people[:ROSTER_SIZE])
    services.wake(room_id, now_ms(), view.witness_ms, roster)


def _notice_absences(at_ms: int) -> None:
    last_beats: dict[int, dict[int | None, int]] = {}
    for gone in presence.claim_gone(client(), at_ms):
        beats = last_beats.setdefault(gone.room_id, {})
        beats[gone.person] = max(gone.beat_ms, beats.get(gone.person, 0))
    for room_id, beats in last_beats.items():
        reconcile(room_id, beats)
        people_changed(room_id)


def _make_a_round() -> None:
    """Look at the next few open rooms, wherever the last round ended."""
    global _round_at, _round_id
    if time.monotonic() - _round_at < ROUND_EVERY_S:
        return
    _round_at = time.monotonic()
    rooms = Room.objects.filter(closed_ms__isnull=True, pk__gt=_round_id).order_by("pk")
    ids = list(rooms.values_list("pk", flat=True)[:ROOMS_A_ROUND])
    _round_id = ids[-1] if len(ids) == ROOMS_A_ROUND else 0
    for room_id in ids:
        reconcile(room_id)


def reconcile(room_id: int, beats: dict[int | None, int] | None = None) -> None:
    """Bring what the room knows of who is there in line with presence.

    `beats` are the newest heartbeats of those who have just gone. Safe to run at any time.
    """
    try:
        state = services.look(room_id).state
    except Room.DoesNotExist:
        return
    if state.closed_ms is not None:
        return
    beats = beats or {}
    view = presence.view(client(), room_id)
    here = set(view.people)
    for person, away_ms in _counted(state).items():
        if person.id not in here and away_ms is None:
            since_ms = beats.get(person.id, now_ms())
            services.act(room_id, Depart(person.id, since_ms), None, now_ms())
        elif person.id in here and away_ms is not None:
            services.act(room_id, Arrive(), person, now_ms())
    if not view.present and state.empty_since_ms is None:
        since_ms = max(beats.values(), default=now_ms())
        services.act(room_id, Desert(since_ms), None, now_ms())
    elif view.present and state.empty_since_ms is not None:
        services.act(room_id, Arrive(), None, now_ms())


def _counted(state: RoomState) -> dict[Person, int | None]:
    """Return the people whose absence matters, and since when they are away."""
    counted: dict[Person, int | None] = {}
    if state.host is not None:
        counted[state.host] = state.host_away_ms
    for chair in (state.dark, state.light):
        if isinstance(chair.who, Person):
            counted[chair.who] = chair.away_ms
        if chair.reserved_by is not None:
            counted[chair.reserved_by] = chair.reserver_away_ms
    return counted
