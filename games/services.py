"""THE writer: everything that changes a room's rows goes through here, one transaction an action.

People, bots, sweeps and administrators all call `act`. It locks the room, applies what is due by
itself, decides, stores, and announces the new picture after the commit.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from games import load, store, uptime
from games.codes import new_code
from games.core.clock import TimeControl
from games.core.commands import Actor, Arrive, Command, Depart, Desert, Reserve, Sit
from games.core.decide import decide
from games.core.events import (
    QUIET,
    Became,
    Event,
    GameEnded,
    GameStarted,
    HostChanged,
    OutageForgiven,
    ReservationEnded,
    SatDown,
)
from games.core.evolve import evolve_all
from games.core.policy import Kind, Policy, policy_of
from games.core.snapshot import Picture, snapshot
from games.core.state import SIDES, Person, RoomState
from games.core.step import step
from games.core.timers import due, wake_at
from games.load import Stored
from games.models import Playing, Room
from games.rules.board import Side
from games.signals import game_ended, room_advanced


class Advance(NamedTuple):
    """What the writer announces after a commit. `public` tells whether the picture changed."""

    room_id: int
    state: RoomState
    game_id: int | None
    events: tuple[Event, ...]
    now_ms: int
    public: bool


class Answer(NamedTuple):
    """The room after an action; `refused` is the code if the action itself was refused."""

    room_id: int
    state: RoomState
    game_id: int | None
    refused: str | None = None

    def picture(self, now_ms: int) -> Picture:
        """Return the public picture at `now_ms`."""
        return snapshot(self.state, now_ms, self.game_id)


def policy_for(kind: Kind) -> Policy:
    """Return the rules of a kind of room with this site's durations."""
    return policy_of(kind, settings.DURATIONS)


def open_room(
    host: Person,
    control: TimeControl,
    listed: bool,
    now_ms: int,
    kind: Literal[Kind.CLUB, Kind.FRIEND] = Kind.CLUB,
) -> Room:
    """Make a club room, or an invitation to a friend. Nobody sits in it yet.

    It closes unless somebody comes.
    """
    state = RoomState(
        code=new_code(),
        kind=kind,
        listed=listed,
        control=control,
        created_ms=now_ms,
        host=host,
        host_since_ms=now_ms,
        empty_since_ms=now_ms,
        last_ms=now_ms,
    )
    with transaction.atomic():
        events: list[Event] = [HostChanged(host, now_ms)]
        entry = store.Entry(now_ms, host, "Open")
        room = store.create(state, secrets.token_hex(16), _wake(state), entry, events)
        _announce(Advance(room.pk, state, None, tuple(events), now_ms, True))
    return room


def pair(
    kind: Kind, dark: Person, light: Person, control: TimeControl, now_ms: int
) -> Answer | None:
    """Make a room that the server fills, and start its game; None if one of the two plays already.

    The room is never in the public list.
    """
    state = RoomState(
        code=new_code(),
        kind=kind,
        listed=False,
        control=control,
        created_ms=now_ms,
        empty_since_ms=now_ms,
        last_ms=now_ms,
    )
    try:
        with transaction.atomic():
            entry = store.Entry(now_ms, None, "Pair")
            room = store.create(state, secrets.token_hex(16), _wake(state), entry, [])
            stored = _found(load.lock(room.pk))
            events: list[Event] = [
                SatDown(Side.DARK, dark, now_ms),
                SatDown(Side.LIGHT, light, now_ms),
                GameStarted(1, now_ms),
            ]
            return _answer(_apply(stored, events, now_ms, "Pair"), None)
    except store.AlreadyPlaying:
        return None


def act(
    room_id: int,
    command: Command,
    actor: Actor,
    now_ms: int,
    roster: Sequence[Person] = (),
) -> Answer:
    """Do what `actor` asks for, if it may be done, at the instant the request was received.

    `roster` are the people connected to the room, by arrival; it matters to commands that may
    pass on the role of host. What is due by itself happens first, and stays if the command is
    refused. Raises Room.DoesNotExist.
    """
    try:
        with _stored_or_doubted(now_ms), transaction.atomic():
            return _act(room_id, command, actor, now_ms, roster)
    except store.AlreadyPlaying:
        # The guard against two running games of one person, met in a race only: `_act` asks first.
        stored = _found(load.peek(room_id))
        mine = [actor.id] if isinstance(actor, Person) else []
        return _answer(stored, _second_game(actor, _playing_elsewhere(stored, mine)))


def wake(
    room_id: int, now_ms: int, witness_ms: int | None = None, roster: Sequence[Person] = ()
) -> Answer:
    """Apply what is due by itself. `witness_ms` is the newest heartbeat of anybody in the room.

    While a game runs a moment is left for frames received in time and still on their way. Raises
    Room.DoesNotExist.
    """
    with _stored_or_doubted(now_ms), transaction.atomic():
        stored = _found(load.lock(room_id))
        running = stored.state.running_game is not None
        horizon_ms = now_ms - (settings.DURATIONS.late_ms if running else 0)
        stored = _settle(stored, max(now_ms, stored.state.last_ms), horizon_ms, roster, witness_ms)
        return _answer(stored, None)


def look(room_id: int) -> Answer:
    """Return the room as it is stored. Raises Room.DoesNotExist."""
    return _answer(_found(load.peek(room_id)), None)


def listed_rooms(most: int = 60) -> list[Answer]:
    """Return the open rooms of the public list, the newest first, in two SQL statements."""
    return [_answer(stored, None) for stored in load.listed(most)]


def join(room_id: int, actor: Actor, now_ms: int) -> Answer:
    """Note that somebody's socket has joined, and return the room.

    Most arrivals change nothing and take no lock. Raises Room.DoesNotExist.
    """
    stored = _found(load.peek(room_id))
    policy = policy_for(stored.state.kind)
    if decide(stored.state, Arrive(), actor, now_ms, policy):
        return act(room_id, Arrive(), actor, now_ms)
    return _answer(stored, None)


def rooms_of(person: Person) -> list[int]:
    """Return the open rooms in which somebody sits, has reserved a seat, or is host."""
    mine = Q(host_id=person.id) | Q(seats__person_id=person.id) | Q(seats__reserved_by_id=person.id)
    rooms = Room.objects.filter(mine, closed_ms__isnull=True)
    return list(rooms.values_list("pk", flat=True).distinct().order_by("pk"))


def become(old: Person, new: Person, now_ms: int) -> bool:
    """Let `new` have the seats, games and roles that `old` has in open rooms; tell their viewers.

    Both may be one person, whose name has changed. Returns whether all went over: who already
    plays elsewhere can't get another running game, nor a second seat in one room.
    """
    went_over = [_become(room_id, old, new, now_ms) for room_id in rooms_of(old)]
    return all(went_over)


def _become(room_id: int, old: Person, new: Person, now_ms: int) -> bool:
    try:
        with _stored_or_doubted(now_ms), transaction.atomic():
            stored = _found(load.lock(room_id))
            events = _becoming(stored.state, old, new)
            if not events:
                return False
            _apply(stored, events, max(now_ms, stored.state.last_ms), "Become", new)
    except store.AlreadyPlaying:
        return False
    return True


def _becoming(state: RoomState, old: Person, new: Person) -> list[Event]:
    """Return what happens when `old` becomes `new` here; nothing if they can't be one person."""
    if old == new:
        return [Became(old.id, new)]
    players = () if state.game is None else state.game.players
    if state.seat_of(new) is not None or (old in players and new in players):
        return []
    # Nobody waits for the bot's seat in a game of their own.
    waits = [side for side in SIDES if state.chair(side).reserved_by == new]
    lapsed = waits if state.seat_of(old) is not None else []
    return [*(ReservationEnded(side, "withdrawn") for side in lapsed), Became(old.id, new)]


def running_room_of(person: Person) -> Room | None:
    """Return the room of the person's one running game."""
    playing = Playing.objects.filter(person_id=person.id).select_related("game__room").first()
    return None if playing is None else playing.game.room


def seat_secret(room_id: int, state: RoomState, person: Person) -> str | None:
    """Return the secret that gives this guest's seat back to a tab without its cookie.

    It holds for as long as the guest stays on the seat. None for anybody who isn't a seated guest.
    """
    side = state.seat_of(person)
    return None if side is None else secret_since(room_id, person, state.chair(side).since_ms)


def secret_since(room_id: int, person: Person, since_ms: int) -> str | None:
    """Return the secret of the seat on which the person sits since then, None for no guest."""
    if not person.guest:
        return None
    text = f"seat {room_id} {person.id} {since_ms}".encode()
    return hmac.digest(settings.SECRET_KEY.encode(), text, "sha256")[:16].hex()


def seat_holder(room_id: int, state: RoomState, secret: str) -> Person | None:
    """Return the seated guest whose secret this is, if any."""
    for side in SIDES:
        who = state.chair(side).who
        if isinstance(who, Person):
            expected = seat_secret(room_id, state, who)
            if expected is not None and hmac.compare_digest(expected.encode(), secret.encode()):
                return who
    return None


@contextmanager
def _stored_or_doubted(since_ms: int) -> Iterator[None]:
    try:
        yield
    except uptime.FAILING:
        uptime.doubt(since_ms)
        raise


def _act(
    room_id: int, command: Command, actor: Actor, received_ms: int, roster: Sequence[Person]
) -> Answer:
    stored = _lapse(_forgive(_found(load.lock(room_id)), received_ms), received_ms)
    policy = policy_for(stored.state.kind)
    taken = step(stored.state, _since_outage(command), actor, received_ms, policy, roster)
    stored = _apply(stored, taken.settled, taken.now_ms, "Wake")
    refused = taken.refused or _busy_elsewhere(stored, command, actor, taken.events)
    if refused is not None:
        return _answer(stored, refused)
    person = actor if isinstance(actor, Person) else None
    stored = _apply(stored, taken.events, taken.now_ms, type(command).__name__, person)
    return _answer(stored, None)


def _settle(
    stored: Stored,
    now_ms: int,
    horizon_ms: int,
    roster: Sequence[Person] = (),
    witness_ms: int | None = None,
) -> Stored:
    """Apply what has happened by itself up to `horizon_ms`: what is due comes last."""
    stored = _lapse(_forgive(stored, now_ms), now_ms)
    policy = policy_for(stored.state.kind)
    events = due(stored.state, policy, horizon_ms, roster, witness_ms)
    return _apply(stored, events, now_ms, "Wake")


def _forgive(stored: Stored, now_ms: int) -> Stored:
    state = stored.state
    seen = max(state.outage_seen_ms, state.created_ms)
    events: list[Event] = []
    for span in uptime.known():
        if span.to_ms > seen and state.closed_ms is None:
            # Two web servers may have seen the same outage begin at different instants.
            events.append(OutageForgiven(max(span.from_ms, seen), span.to_ms))
            seen = span.to_ms
    return _apply(stored, events, now_ms, "Outage")


def _lapse(stored: Stored, now_ms: int) -> Stored:
    """End the reservation of who has begun a game elsewhere: to play there is to leave.

    It comes before everything else, so that nobody gets a seat on which they could not play.
    """
    reserved = {
        chair.reserved_by.id: side
        for side in SIDES
        if (chair := stored.state.chair(side)).reserved_by is not None
    }
    if not reserved or stored.state.closed_ms is not None:
        return stored
    busy = _playing_elsewhere(stored, list(reserved))
    events: list[Event] = [ReservationEnded(reserved[pk], "elsewhere") for pk in busy]
    return _apply(stored, events, now_ms, "Wake")


def _since_outage(command: Command) -> Command:
    """Nobody could be there while the site was away: absence counts from the outage's end."""
    spans = uptime.known()
    if spans and isinstance(command, Depart | Desert):
        return replace(command, since_ms=max(command.since_ms, spans[-1].to_ms))
    return command


def _busy_elsewhere(
    stored: Stored, command: Command, actor: Actor, events: list[Event]
) -> str | None:
    """Return the refusal of a second running game: no seat while playing elsewhere, no start."""
    if isinstance(command, Sit | Reserve) and isinstance(actor, Person):
        ids = [actor.id]
    elif any(isinstance(event, GameStarted) for event in events):
        after = evolve_all(stored.state, events)
        seated = [after.chair(side).who for side in SIDES]
        ids = [who.id for who in seated if isinstance(who, Person)]
    else:
        return None
    busy = _playing_elsewhere(stored, ids)
    return _second_game(actor, busy) if busy else None


def _playing_elsewhere(stored: Stored, ids: list[int]) -> list[int]:
    """Return those of the people with these ids who have a running game in another room."""
    playing = Playing.objects.filter(person_id__in=ids).exclude(game__room_id=stored.keys.room_id)
    return list(playing.values_list("person_id", flat=True))


def _second_game(actor: Actor, busy: list[int]) -> str:
    """Return the refusal for `actor`, one of whose game's two players plays elsewhere."""
    mine = isinstance(actor, Person) and actor.id in busy
    return "playing_elsewhere" if mine else "opponent_elsewhere"


def _apply(
    stored: Stored,
    events: list[Event],
    now_ms: int,
    command: str,
    person: Person | None = None,
) -> Stored:
    """Store the events and what follows from them; announce them after the commit."""
    if not events:
        return stored
    public = any(not isinstance(event, QUIET) for event in events)
    state = evolve_all(stored.state, events)
    state = replace(
        state, seq=state.seq + public, last_ms=max(state.last_ms, now_ms), host=_named(state.host)
    )
    entry = store.Entry(now_ms, person, command)
    stored = store.save(stored, state, events, _wake(state), entry)
    for event in events:
        if isinstance(event, GameEnded):
            game_ended.send(sender=Room, game_id=stored.keys.game_id, outcome=event.outcome)
    _announce(
        Advance(stored.keys.room_id, state, stored.keys.game_id, tuple(events), now_ms, public)
    )
    return stored


def _announce(advance: Advance) -> None:
    """A receiver that fails is logged: what has been committed stays so."""
    transaction.on_commit(partial(room_advanced.send, sender=Room, advance=advance), robust=True)


def _named(host: Person | None) -> Person | None:
    """Somebody known by id only gets the name that viewers see."""
    if host is None or host.name:
        return host
    return next(iter(store.people([host.id])), None)


def _wake(state: RoomState) -> int | None:
    return wake_at(state, policy_for(state.kind))


def _found(stored: Stored | None) -> Stored:
    if stored is None:
        raise Room.DoesNotExist
    return stored


def _answer(stored: Stored, refused: str | None) -> Answer:
    return Answer(stored.keys.room_id, stored.state, stored.keys.game_id, refused)
