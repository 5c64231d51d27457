"""The sweep: what happens by itself, looked for about twice a second by Celery beat.

Each run may be lost or run twice: everything it does is found again by the next one.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from games import presence, services, uptime
from games.broker import AWAY, client
from games.clocks import now_ms
from games.core.commands import Arrive, Depart, Desert
from games.core.events import GameStarted
from games.core.state import SIDES, Person, RoomState
from games.hub import people_changed
from games.models import Room, Seat
from games.services import Advance
from games.signals import room_advanced

logger = logging.getLogger(__name__)

ROOMS_A_SWEEP = 500
ROSTER_SIZE = 20
"""How many of those present are asked about when a host is looked for."""
TELL_FOR_MS = 60_000
"""For so long after an outage the sweep looks for games whose clocks have not been moved yet."""
ABSENCES_S = 0.25
ABSENCES_AT_ONCE = 20
"""So long, and so many at a time, a sweep takes note of who has gone."""
ROUND_EVERY_S = 2.0
ROOMS_A_ROUND = 20
"""So many open rooms at a time are compared with presence, for what a lost run has missed."""

FAILED_FOR_S = 30.0
"""So long a room that couldn't be swept is left alone."""

_failed_at: dict[int, float] = {}
_round_at = 0.0
_round_id = 0


def connect_signals() -> None:
    """Listen to the writer."""
    room_advanced.connect(_on_room_advanced, dispatch_uid="swaps")


def _on_room_advanced(advance: Advance, **_: Any) -> None:
    """Have bots' seats change hands at once. The sweep, or the next command, finds what is lost."""
    for room_id in _to_swap(advance):
        try:
            swap_seats.apply_async(args=[room_id], queue="clock", retry=False)
        except (OperationalError, *AWAY) as error:
            logger.warning("A bot's seat was not given up at once: %s", error)


def _to_swap(advance: Advance) -> list[int]:
    """Return the rooms in which what has happened changes who gets a bot's seat.

    That is this one, if its game is over and a swap waits for that; where a game has begun, those
    in which its players have reserved: to play here is to leave them.
    """
    state = advance.state
    game = state.running_game
    if game is None:
        pending = any(state.chair(side).swap_pending for side in SIDES)
        return [advance.room_id] if pending else []
    if not any(isinstance(event, GameStarted) for event in advance.events):
        return []
    players = [who.id for who in game.players if isinstance(who, Person)]
    reserved = Seat.objects.filter(reserved_by_id__in=players).exclude(room_id=advance.room_id)
    return list(reserved.values_list("room_id", flat=True))


@shared_task(name="games.tasks.swap_seats")  # type: ignore[untyped-decorator]
def swap_seats(room_id: int) -> None:
    """Apply what waits: the bot out, who has reserved in, or not any more. Safe to repeat."""
    _wake(room_id, presence.view(client(), room_id), settled=False)


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Apply absences, flags, closings and everything else that is due."""
    try:
        _sweep()
    except AWAY as error:
        logger.warning("Nothing is swept while the broker is away: %s", error)
    except uptime.FAILING as error:
        logger.error("Nothing is swept while the database fails: %s", error)


@contextmanager
def _one_room(room_id: int) -> Iterator[None]:
    """What goes wrong with one room is logged, and stops no flag in another."""
    try:
        yield
    except (*AWAY, *uptime.FAILING):
        raise
    except Exception:
        logger.exception("Room %s could not be swept.", room_id)
        _failed_at[room_id] = time.monotonic()
    else:
        _failed_at.pop(room_id, None)


def _failed_lately() -> list[int]:
    since = time.monotonic() - FAILED_FOR_S
    return [room_id for room_id, at in _failed_at.items() if at > since]


def _sweep() -> None:
    started_ms = now_ms()
    if not uptime.serving(started_ms):
        return
    spans = uptime.refresh()
    if spans and started_ms < spans[-1].to_ms + TELL_FOR_MS:
        _tell_of_outage(spans[-1], started_ms)
    settled = not spans or started_ms >= spans[-1].to_ms + settings.DURATIONS.gone_ms
    # First what has an instant; a crowd that leaves at once must not make the flags wait.
    _wake_due(started_ms, settled)
    if settled:
        _notice_absences(started_ms)
        _make_a_round()


def _wake_due(at_ms: int, settled: bool) -> None:
    due = Room.objects.filter(wake_at_ms__lte=at_ms - settings.DURATIONS.late_ms)
    due = due.exclude(pk__in=_failed_lately()).order_by("wake_at_ms")
    ids = list(due.values_list("pk", flat=True)[:ROOMS_A_SWEEP])
    for room_id, view in presence.views(client(), ids).items():
        with _one_room(room_id):
            _wake(room_id, view, settled)


def _tell_of_outage(span: uptime.Span, at_ms: int) -> None:
    """Move the clocks of running games now, so that their viewers see it and are told."""
    missed = Room.objects.filter(
        outage_seen_ms__lt=span.to_ms,
        created_ms__lt=span.to_ms,
        closed_ms__isnull=True,
        game__clock_since_ms__isnull=False,
    )
    for room_id in missed.exclude(pk__in=_failed_lately()).values_list("pk", flat=True):
        with _one_room(room_id):
            services.wake(room_id, at_ms, witness_ms=0)


def _wake(room_id: int, view: presence.View, settled: bool) -> None:
    if not view.present and settled:
        reconcile(room_id)
    # The writer looks up the name of whoever becomes host.
    roster = [Person(pk) for pk in view.people[:ROSTER_SIZE]]
    services.wake(room_id, now_ms(), view.witness_ms, roster)


def _notice_absences(at_ms: int) -> None:
    """Take note of who has gone, a few at a time; what there is no time for waits for the next."""
    until_s = time.monotonic() + ABSENCES_S
    while time.monotonic() < until_s:
        last_beats: dict[int, dict[int | None, int]] = {}
        for gone in presence.claim_gone(client(), at_ms, ABSENCES_AT_ONCE):
            beats = last_beats.setdefault(gone.room_id, {})
            beats[gone.person] = max(gone.beat_ms, beats.get(gone.person, 0))
        if not last_beats:
            return
        for room_id, beats in last_beats.items():
            with _one_room(room_id):
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
        with _one_room(room_id):
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
