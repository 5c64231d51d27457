"""What happens by itself in a room, and when.

One list of instants serves both questions: when must somebody look at this room again
(`wake_at`), and what is due now (`due`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from games.core.events import (
    Event,
    GameEnded,
    HostChanged,
    ReservationEnded,
    RoomClosed,
    SatDown,
    StoodUp,
    WentAway,
)
from games.core.evolve import evolve_all
from games.core.policy import Policy
from games.core.state import SIDES, Chair, Game, Outcome, Person, Reason, RoomState
from games.rules.board import Side


class Flag(NamedTuple):
    """The side to move has used up its time."""

    at_ms: int
    side: Side


class Absence(NamedTuple):
    """A player has been away too long; `winner` is None when both have."""

    at_ms: int
    winner: Side | None


class TooLong(NamedTuple):
    """The game has lasted as long as one may."""

    at_ms: int


class Swap(NamedTuple):
    """The game is over and a bot gives up its seat."""

    at_ms: int


class Closing(NamedTuple):
    """Nobody has been there for too long."""

    at_ms: int


class SeatFreed(NamedTuple):
    """Somebody has been away from a seat too long, no game running."""

    at_ms: int
    side: Side


class HostLost(NamedTuple):
    """The host has been away, or without a seat, for too long."""

    at_ms: int


Timer = Flag | Absence | TooLong | Swap | Closing | SeatFreed | HostLost


def timers(state: RoomState, policy: Policy) -> Iterator[Timer]:
    """Yield everything that will happen by itself if nobody does anything.

    Of two at the same instant the one that comes first here is first: a flag before an absence.
    """
    if state.closed_ms is not None:
        return
    game = state.running_game
    if game is not None:
        yield from _game_timers(state, game, policy)
    else:
        yield from _idle_timers(state, policy)
    yield from _closing(state, game, policy)
    if policy.host_powers:
        yield from _host_timers(state, policy)


def wake_at(state: RoomState, policy: Policy) -> int | None:
    """Return the instant at which something happens by itself, None if nothing ever does."""
    return min((timer.at_ms for timer in timers(state, policy)), default=None)


def due(
    state: RoomState,
    policy: Policy,
    now_ms: int,
    roster: Sequence[Person] = (),
    witness_ms: int | None = None,
) -> list[Event]:
    """Return what happens by itself up to `now_ms`, in the order of the instants.

    `roster` are the people connected, by arrival. In a room that pauses when it is empty, a flag
    falls only if somebody was there to see it: `witness_ms` is the newest heartbeat of anybody
    (now, when left out).
    """
    events: list[Event] = []
    while True:
        ripe = [
            timer
            for timer in timers(state, policy)
            if timer.at_ms <= now_ms and _witnessed(timer, policy, witness_ms)
        ]
        if not ripe:
            return events
        happened = _happen(state, min(ripe, key=lambda timer: timer.at_ms), policy, roster)
        state = evolve_all(state, happened)
        events += happened


def ending(
    state: RoomState, policy: Policy, winner: Side | None, reason: Reason, at_ms: int
) -> list[Event]:
    """Return the events that end the running game: the one place a result is made.

    Who has reserved a seat but isn't connected now loses the reservation.
    """
    game = state.running_game
    assert game is not None
    dark, light = game.board.counts
    if policy.no_show_voids and winner is not None and _did_not_turn_up(game, winner, reason):
        winner, reason = None, Reason.VOID
    events: list[Event] = [GameEnded(Outcome(winner, reason, dark, light), at_ms)]
    for side in SIDES:
        chair = state.chair(side)
        if chair.reserved_by is not None and chair.reserver_away_ms is not None:
            events.append(ReservationEnded(side, "away"))
    return events


def swap_events(state: RoomState, at_ms: int) -> list[Event]:
    """Return the events by which bots give up their seats, none while a game runs."""
    if state.running_game is not None:
        return []
    events: list[Event] = []
    for side in SIDES:
        chair = state.chair(side)
        if chair.swap_pending:
            events.append(StoodUp(side, "bot_removed"))
            if chair.reserved_by is not None:
                events.append(SatDown(side, chair.reserved_by, at_ms))
            if chair.reserved_by is not None and chair.reserver_away_ms is not None:
                # Gone since the result, or found so since: the seat is theirs, but not for ever.
                events.append(WentAway(chair.reserved_by.id, chair.reserver_away_ms))
    return events


def next_host(
    state: RoomState, roster: Sequence[Person], leaver: Person | None = None
) -> Person | None:
    """Return who becomes host: who sat down first, else who has been in the room longest."""
    chairs = sorted((state.dark, state.light), key=lambda chair: chair.since_ms)
    seated = [chair.who for chair in chairs if chair.away_ms is None]
    candidates = [who for who in seated if isinstance(who, Person)] + list(roster)
    return next((person for person in candidates if person != leaver), None)


def _did_not_turn_up(game: Game, winner: Side, reason: Reason) -> bool:
    loser_placed = game.placed[SIDES.index(winner.other)]
    return loser_placed == 0 and reason in (Reason.TIME, Reason.LEFT, Reason.ABSENT)


def _witnessed(timer: Timer, policy: Policy, witness_ms: int | None) -> bool:
    if witness_ms is None or not policy.empty_pauses or not isinstance(timer, Flag):
        return True
    return witness_ms >= timer.at_ms


def _game_timers(state: RoomState, game: Game, policy: Policy) -> Iterator[Timer]:
    flag_at = game.clock.flag_at()
    if flag_at is not None:
        yield Flag(flag_at, game.clock.side)
    if not game.paused:
        yield from _absences(state, policy)
    yield TooLong(game.started_ms + policy.durations.longest_game_ms)


def _absences(state: RoomState, policy: Policy) -> Iterator[Timer]:
    away = {side: state.chair(side).away_ms for side in SIDES}
    dark, light = away[Side.DARK], away[Side.LIGHT]
    if dark is not None and light is not None:
        yield Absence(max(dark, light) + policy.absence_ms, None)
        return
    for side, since in away.items():
        if since is not None:
            yield Absence(since + policy.absence_ms, side.other)


def _idle_timers(state: RoomState, policy: Policy) -> Iterator[Timer]:
    ended = state.game.ended_ms if state.game is not None else None
    if any(state.chair(side).swap_pending for side in SIDES):
        yield Swap(ended or 0)
    for side in SIDES:
        away = state.chair(side).away_ms
        if away is not None:
            yield SeatFreed(away + policy.durations.free_seat_ms, side)


def _closing(state: RoomState, game: Game | None, policy: Policy) -> Iterator[Timer]:
    since = state.empty_since_ms
    if since is None:
        return
    if game is not None:
        if policy.empty_pauses:
            yield Closing(since + policy.empty_ms)
    elif state.game is None:
        yield Closing(since + policy.unattended_ms)
    else:
        yield Closing(max(since, state.game.ended_ms or 0) + policy.empty_ms)


def _host_timers(state: RoomState, policy: Policy) -> Iterator[Timer]:
    if state.host is None:
        return
    if state.host_away_ms is not None:
        yield HostLost(state.host_away_ms + policy.durations.host_away_ms)
    chairs: list[Chair] = [state.dark, state.light]
    taken = all(chair.who is not None for chair in chairs)
    if taken and state.seat_of(state.host) is None:
        outside_since = max(*(chair.since_ms for chair in chairs), state.host_since_ms)
        yield HostLost(outside_since + policy.durations.host_outside_ms)


def _happen(
    state: RoomState, timer: Timer, policy: Policy, roster: Sequence[Person]
) -> list[Event]:
    match timer:
        case Flag(at_ms, side):
            return ending(state, policy, side.other, Reason.TIME, at_ms)
        case Absence(at_ms, winner):
            return ending(state, policy, winner, Reason.ABSENT, at_ms)
        case TooLong(at_ms):
            return ending(state, policy, None, Reason.TWO_HOURS, at_ms)
        case Swap(at_ms):
            return swap_events(state, at_ms)
        case Closing(at_ms):
            return closing(state, policy, at_ms)
        case SeatFreed(_, side):
            return [StoodUp(side, "away")]
        case HostLost(at_ms):
            return [HostChanged(next_host(state, roster, leaver=state.host), at_ms)]
        case _:
            assert_never(timer)


def closing(state: RoomState, policy: Policy, at_ms: int) -> list[Event]:
    """Return the events that close the room; a game still running ends without a winner."""
    events: list[Event] = []
    if state.running_game is not None:
        events += ending(state, policy, None, Reason.ROOM_CLOSED, at_ms)
    return [*events, RoomClosed(at_ms)]
