"""The next state after an event. Events are facts: nothing is checked or refused here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from games.core.clock import Clock
from games.core.events import (
    Became,
    CameBack,
    Event,
    GameEnded,
    GameStarted,
    HostChanged,
    Moved,
    OutageForgiven,
    Paused,
    RematchAsked,
    RematchWithdrawn,
    RemovalAsked,
    RemovalWithdrawn,
    ReservationEnded,
    Resumed,
    RoomClosed,
    RoomEmptied,
    RoomReoccupied,
    SatDown,
    SeatReserved,
    SeatsSwapped,
    StoodUp,
    WentAway,
)
from games.core.state import SIDES, Chair, Game, Person, RoomState
from games.rules.board import START_BOARD, Placed, Side
from games.rules.notation import write_transcript

NOTICE_SHOWN_MS = 10_000
"""A notice of an outage stays for so long at least, however soon somebody moves."""


def evolve(state: RoomState, event: Event) -> RoomState:
    """Return the room after one event."""
    match event:
        case SatDown(side, who, at_ms):
            return _seated(state.with_chair(side, Chair(who, at_ms)))
        case StoodUp(side):
            return _seated(state.with_chair(side, Chair()))
        case SeatsSwapped():
            return replace(state, dark=state.light, light=state.dark)
        case SeatReserved(side, person):
            return state.with_chair(side, replace(state.chair(side), reserved_by=person))
        case ReservationEnded(side):
            chair = replace(state.chair(side), reserved_by=None, reserver_away_ms=None)
            return state.with_chair(side, chair)
        case RemovalAsked(side):
            return state.with_chair(side, replace(state.chair(side), leaving=True))
        case RemovalWithdrawn(side):
            return state.with_chair(side, replace(state.chair(side), leaving=False))
        case RematchAsked(side):
            return replace(state, rematch=state.rematch | {side})
        case RematchWithdrawn(side):
            return replace(state, rematch=state.rematch - {side})
        case HostChanged(person, at_ms):
            return replace(state, host=person, host_since_ms=at_ms, host_away_ms=None)
        case WentAway() | CameBack():
            return _attended(state, event)
        case Became(person, now):
            return _renamed(state, Person(person), now)
        case RoomEmptied(since_ms):
            return replace(state, empty_since_ms=since_ms)
        case RoomReoccupied():
            return replace(state, empty_since_ms=None)
        case RoomClosed(at_ms):
            return replace(state, closed_ms=at_ms)
        case GameStarted() | Moved() | Paused() | Resumed() | GameEnded() | OutageForgiven():
            return _played(state, event)
        case _:
            assert_never(event)


def evolve_all(state: RoomState, events: Iterable[Event]) -> RoomState:
    """Return the room after all of the events, in their order."""
    for event in events:
        state = evolve(state, event)
    return state


def _seated(state: RoomState) -> RoomState:
    """An agreement to a rematch holds for the two who agreed, not for whoever sits next."""
    return replace(state, rematch=frozenset())


def _renamed(state: RoomState, old: Person, new: Person) -> RoomState:
    for side in SIDES:
        chair = state.chair(side)
        who = new if chair.who == old else chair.who
        reserved_by = new if chair.reserved_by == old else chair.reserved_by
        state = state.with_chair(side, replace(chair, who=who, reserved_by=reserved_by))
    game = state.game
    if game is not None:
        dark, light = (new if player == old else player for player in game.players)
        game = replace(game, players=(dark, light))
    return replace(state, game=game, host=new if state.host == old else state.host)


def _attended(state: RoomState, event: WentAway | CameBack) -> RoomState:
    """Note since when the person is away, or that it is over, everywhere it is counted."""
    since = event.since_ms if isinstance(event, WentAway) else None
    who = Person(event.person)
    if state.host == who:
        state = replace(state, host_away_ms=since)
    for side in SIDES:
        chair = state.chair(side)
        if chair.who == who:
            state = state.with_chair(side, replace(chair, away_ms=since))
        if chair.reserved_by == who:
            state = state.with_chair(side, replace(chair, reserver_away_ms=since))
    return state


def _played(
    state: RoomState,
    event: GameStarted | Moved | Paused | Resumed | GameEnded | OutageForgiven,
) -> RoomState:
    if isinstance(event, OutageForgiven):
        return _forgiven(state, event)
    if isinstance(event, GameStarted):
        return _started(state, event)
    game = state.game
    assert game is not None
    match event:
        case Moved():
            told = event.at_ms - state.outage_seen_ms >= NOTICE_SHOWN_MS
            notice_ms = None if told else state.notice_ms
            return replace(state, game=_moved(game, event), notice_ms=notice_ms)
        case Paused(by, at_ms):
            return replace(state, game=_paused(game, by == "host", at_ms))
        case Resumed(by, at_ms):
            return _resumed(state, game, by == "host", at_ms)
        case GameEnded(outcome, at_ms):
            clock = game.clock.stopped(at_ms)
            ended = replace(game, clock=clock, outcome=outcome, ended_ms=at_ms)
            return replace(state, game=ended, rematch=frozenset(), notice_ms=None)
        case _:
            assert_never(event)


def _started(state: RoomState, event: GameStarted) -> RoomState:
    dark, light = state.dark.who, state.light.who
    assert dark is not None and light is not None
    game = Game(
        number=event.number,
        players=(dark, light),
        board=START_BOARD,
        clock=Clock.first(state.control, Side.DARK, event.at_ms),
        started_ms=event.at_ms,
    )
    return replace(state, game=game, rematch=frozenset(), notice_ms=None)


def _moved(game: Game, event: Moved) -> Game:
    placed = next(ply for ply in event.plies if isinstance(ply, Placed))
    dark, light = game.placed
    counts = (dark + 1, light) if placed.side is Side.DARK else (dark, light + 1)
    to_move = event.board.to_move
    if to_move is None:
        clock = game.clock.stopped(event.at_ms)
    else:
        clock = game.clock.next_action(to_move, event.at_ms)
    return replace(
        game,
        board=event.board,
        moves=game.moves + write_transcript(event.plies),
        ply=game.ply + len(event.plies),
        placed=counts,
        last=placed.square,
        turned=placed.flipped,
        clock=clock,
    )


def _paused(game: Game, by_host: bool, at_ms: int) -> Game:
    began = game.stopped_ms if game.paused else at_ms
    game = replace(game, clock=game.clock.stopped(at_ms), stopped_ms=began)
    return replace(game, host_paused=True) if by_host else replace(game, empty_paused=True)


def _resumed(state: RoomState, game: Game, by_host: bool, at_ms: int) -> RoomState:
    """A pause has stopped the count of absence too: it goes on where it was."""
    game = replace(game, host_paused=False) if by_host else replace(game, empty_paused=False)
    if game.paused:
        return replace(state, game=game)
    began = at_ms if game.stopped_ms is None else game.stopped_ms
    for side in SIDES:
        chair = state.chair(side)
        if chair.away_ms is not None:
            counted = max(0, began - chair.away_ms)
            state = state.with_chair(side, replace(chair, away_ms=at_ms - counted))
    game = replace(game, clock=game.clock.started(at_ms), stopped_ms=None)
    return replace(state, game=game)


def _forgiven(state: RoomState, event: OutageForgiven) -> RoomState:
    """Move everything that was being counted during the outage by the part that fell into it."""

    def moved(since: int | None) -> int | None:
        if since is None or since >= event.to_ms:
            return since
        return since + event.to_ms - max(since, event.from_ms)

    for side in SIDES:
        chair = state.chair(side)
        away, reserver = moved(chair.away_ms), moved(chair.reserver_away_ms)
        state = state.with_chair(side, replace(chair, away_ms=away, reserver_away_ms=reserver))
    state = replace(
        state,
        host_away_ms=moved(state.host_away_ms),
        empty_since_ms=moved(state.empty_since_ms),
        outage_seen_ms=event.to_ms,
    )
    game = state.running_game
    if game is None or game.clock.since_ms is None:
        return state
    clock = replace(game.clock, since_ms=moved(game.clock.since_ms))
    length = event.to_ms - event.from_ms
    return replace(state, game=replace(game, clock=clock), notice_ms=length)
