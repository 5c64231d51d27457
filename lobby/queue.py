"""The queues: who searches, and the one place in which two of them become a game.

A search is a row. Matching locks all of a kind, so that two processes can't hand out one person
twice, and starts the games in the same transaction.
"""

import random
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from games import hub, services, store
from games.core.clock import TimeControl
from games.core.events import GameStarted
from games.core.policy import Kind
from games.core.state import Person
from games.models import Game, Playing
from games.signals import room_advanced
from lobby.matching import Searcher, pairs
from lobby.models import Rating, Search, User

CONTROL = TimeControl(action_ms=30_000)
KINDS = (Kind.QUICK, Kind.RANKED)
RECENT_MS = 30 * 60 * 1000
COLOURS_OF = 20
"""The last games whose colours are evened out."""
AT_ONCE = 400
"""So many searches of a kind are looked at together, the oldest first."""


class Standing(NamedTuple):
    """How a person's search stands: since when, for what, and how many search for the same."""

    kind: Kind
    since_ms: int
    people: int


class Refused(Exception):
    """The search can't begin; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def enter(person: User, kind: Kind, now_ms: int) -> None:
    """Begin to search, or go on with the search that there is. Raises Refused."""
    if kind is Kind.RANKED and person.is_guest:
        raise Refused("registered_only")
    if Playing.objects.filter(person=person).exists():
        raise Refused("playing_elsewhere")
    rating = None
    if kind is Kind.RANKED:
        row = Rating.objects.filter(person=person).first() or Rating(person=person)
        rating = row.rating
    dark_lead, recent = _history(person, now_ms)
    Search.objects.get_or_create(
        person=person,
        defaults={
            "kind": kind.value,
            "since_ms": now_ms,
            "beat_ms": now_ms,
            "rating": rating,
            "dark_lead": dark_lead,
            "recent": recent,
        },
    )
    match(kind, now_ms)


def _history(person: User, now_ms: int) -> tuple[int, list[int]]:
    mine = Game.objects.filter(Q(dark=person) | Q(light=person))
    matched = mine.filter(room__kind__in=[kind.value for kind in KINDS])
    rows = list(matched.order_by("-pk").values_list("dark", "light", "started_ms")[:COLOURS_OF])
    dark_lead = sum(1 if dark == person.pk else -1 for dark, _, _ in rows)
    recent = [
        light if dark == person.pk else dark
        for dark, light, started_ms in rows
        if started_ms > now_ms - RECENT_MS
    ]
    return dark_lead, recent


def stay(person_id: int, now_ms: int) -> Standing | None:
    """Say that the person still waits; None if the search has ended meanwhile."""
    if not Search.objects.filter(person_id=person_id).update(beat_ms=now_ms):
        return None
    return standing(person_id)


def standing(person_id: int) -> Standing | None:
    """Return how the person's search stands, None without one."""
    row = Search.objects.filter(person_id=person_id).first()
    if row is None:
        return None
    return Standing(Kind(row.kind), row.since_ms, Search.objects.filter(kind=row.kind).count())


def cancel(person_id: int) -> bool:
    """End a person's search; whether there was one."""
    return bool(Search.objects.filter(person_id=person_id).delete()[0])


def match(kind: Kind, now_ms: int) -> int:
    """Pair whom it can, end the searches that are over, and return how many games began.

    A search is over after two minutes, and when no page of its person has waited for ten seconds.
    """
    if not Search.objects.filter(kind=kind.value).exists():
        return 0
    durations = settings.DURATIONS
    ended: list[int] = []
    begun = 0
    with transaction.atomic():
        rows = Search.objects.select_for_update().filter(kind=kind.value).order_by("since_ms", "pk")
        there = []
        for row in rows[:AT_ONCE]:
            gone = row.beat_ms <= now_ms - durations.gone_ms
            if gone or row.since_ms <= now_ms - durations.search_ms:
                ended.append(row.person_id)
            else:
                there.append(row)
        searchers = [
            Searcher(row.person_id, row.since_ms, row.rating, row.dark_lead, frozenset(row.recent))
            for row in there
        ]
        chosen = pairs(searchers, now_ms, random.Random())
        people = {
            person.id: person for person in store.people([pk for pair in chosen for pk in pair])
        }
        for pair in chosen:
            two = (people[pair.dark], people[pair.light])
            if (
                services.pair(kind, *two, CONTROL, now_ms) is None
            ):  # One of the two has begun a game elsewhere, and searches no more.
                playing = Playing.objects.filter(person_id__in=pair)
                ended += playing.values_list("person_id", flat=True)
            else:
                begun += 1
                ended += pair
        Search.objects.filter(person_id__in=ended).delete()
    # The pages on which they wait look how their search has ended.
    for person_id in ended:
        hub.tell_person(person_id)
    return begun


def end_for_players(*, advance: services.Advance, **_: object) -> None:
    """Receive `room_advanced`: who has begun a game searches no more."""
    game = advance.state.running_game
    if game is None or not any(isinstance(event, GameStarted) for event in advance.events):
        return
    players = [who.id for who in game.players if isinstance(who, Person)]
    Search.objects.filter(person_id__in=players).delete()


def connect_signals() -> None:
    """Listen to the writer."""
    room_advanced.connect(end_for_players, dispatch_uid="lobby.queue")
