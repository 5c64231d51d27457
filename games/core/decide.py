"""May this be done, and what happens then: the one function behind every command.

`decide` returns events or raises `Refused` with a stable code; it changes nothing itself. What is
due by itself (`timers.due`) is applied before, by the caller.
"""

from collections.abc import Sequence
from typing import assert_never

from games.core.commands import (
    Accept,
    Actor,
    AddBot,
    Arrive,
    Close,
    Command,
    Depart,
    Desert,
    EndGame,
    HandOver,
    KeepBot,
    Leave,
    Pause,
    Place,
    Rematch,
    RemoveBot,
    Reserve,
    Resign,
    Resume,
    Sit,
    Stand,
    Start,
    Void,
    Withdraw,
)
from games.core.events import (
    CameBack,
    Event,
    GameStarted,
    HostChanged,
    Moved,
    Paused,
    RematchAsked,
    RematchWithdrawn,
    RemovalAsked,
    RemovalWithdrawn,
    ReservationEnded,
    Resumed,
    RoomEmptied,
    RoomReoccupied,
    SatDown,
    SeatReserved,
    SeatsSwapped,
    StoodUp,
    WentAway,
)
from games.core.evolve import evolve_all
from games.core.policy import BOT_LEVELS, Kind, Policy
from games.core.refusals import Refused
from games.core.state import SIDES, Bot, Chair, Game, Person, Reason, RoomState
from games.core.timers import closing, ending, next_host, swap_events
from games.rules.board import IllegalMove, Score, Side, place


def decide(
    state: RoomState,
    command: Command,
    actor: Actor,
    now_ms: int,
    policy: Policy,
    roster: Sequence[Person] = (),
) -> list[Event]:
    """Return what happens when `actor` asks for `command` at `now_ms`.

    `roster` are the people connected, by arrival; only commands that may pass on the role of
    host look at it. Raises Refused.
    """
    match command:
        case Arrive():
            return _arrive(state, actor, now_ms, policy)
        case Depart(person, since_ms):
            return _depart(state, Person(person), since_ms)
        case Desert(since_ms):
            return _desert(state, since_ms, policy)
        case _:
            pass
    if state.closed_ms is not None:
        raise Refused("room_closed")
    match command:
        case Close():
            return closing(state, policy, now_ms)
        case Void():
            _require_running(state)
            return ending(state, policy, None, Reason.VOID, now_ms)
        case Place():
            return _place(state, command, actor, now_ms, policy)
        case Resign(number):
            side = _playing_side(state, actor, number)
            return ending(state, policy, side.other, Reason.RESIGN, now_ms)
        case Leave():
            return _leave(state, _person(actor), now_ms, policy, roster)
        case Accept(inviter):
            return _accept(state, _person(actor), inviter, now_ms, policy)
        case Sit() | Stand() | Reserve() | Withdraw():
            return _about_seats(state, command, _person(actor), now_ms, policy)
        case Rematch():
            return _rematch(state, command, actor, now_ms)
        case (
            Start()
            | Pause()
            | Resume()
            | EndGame()
            | HandOver()
            | AddBot()
            | RemoveBot()
            | KeepBot()
        ):
            _require_host(state, _person(actor), policy)
            return _by_host(state, command, now_ms, policy, roster)
        case _:
            assert_never(command)


# --- who asks --------------------------------------------------------------------------------
def _person(actor: Actor) -> Person:
    if not isinstance(actor, Person):
        raise Refused("no_identity")
    return actor


def _require_host(state: RoomState, person: Person, policy: Policy) -> None:
    if not policy.host_powers:
        raise Refused("not_in_this_kind")
    if state.host != person:
        raise Refused("not_host")


def _require_seated_host(state: RoomState) -> None:
    if state.seat_of(state.host) is None:
        raise Refused("host_not_seated")


def _require_running(state: RoomState) -> Game:
    if state.game is None:
        raise Refused("no_game")
    if not state.game.running:
        raise Refused("game_over")
    return state.game


def _playing_side(state: RoomState, actor: Actor, number: int) -> Side:
    """Return the side that `actor` plays in the running game, which must be game `number`."""
    if actor is None:
        raise Refused("no_identity")
    game = _require_running(state)
    side = game.side_of(actor)
    if side is None:
        raise Refused("not_a_player")
    if game.number != number:
        raise Refused("stale")
    return side


# --- playing ---------------------------------------------------------------------------------
def _place(
    state: RoomState, command: Place, actor: Actor, now_ms: int, policy: Policy
) -> list[Event]:
    side = _playing_side(state, actor, command.game)
    game = _require_running(state)
    if command.ply != game.ply:
        raise Refused("stale")
    if game.paused:
        raise Refused("paused")
    if game.board.to_move is not side:
        raise Refused("not_your_turn")
    try:
        board, plies = place(game.board, command.square, game.placed[SIDES.index(side)])
    except IllegalMove as illegal:
        raise Refused(illegal.reason) from None
    moved = Moved(plies, board, game.clock.spent(now_ms), now_ms)
    events: list[Event] = [moved]
    if board.to_move is None:
        winner = Score(*board.counts).winner
        events += ending(evolve_all(state, events), policy, winner, Reason.DISCS, now_ms)
    return events


def _rematch(state: RoomState, command: Rematch, actor: Actor, now_ms: int) -> list[Event]:
    if actor is None:
        raise Refused("no_identity")
    game = state.game
    if game is None:
        raise Refused("no_game")
    if game.number != command.game:
        raise Refused("stale")
    if game.running:
        raise Refused("game_running")
    events = swap_events(state, now_ms)
    state = evolve_all(state, events)
    side = state.seat_of(actor)
    if side is None:
        raise Refused("not_a_player")
    if (state.dark.who, state.light.who) != game.players:
        raise Refused("opponent_changed")
    if not command.agree:
        return [*events, RematchWithdrawn(side)] if side in state.rematch else events
    other = state.chair(side.other)
    agreed = isinstance(other.who, Bot) or side.other in state.rematch
    if not agreed:
        return events if side in state.rematch else [*events, RematchAsked(side)]
    if other.away_ms is not None:
        raise Refused("player_away")
    return [*events, SeatsSwapped(), GameStarted(game.number + 1, now_ms)]


# --- seats -----------------------------------------------------------------------------------
def _about_seats(
    state: RoomState,
    command: Sit | Stand | Reserve | Withdraw,
    person: Person,
    now_ms: int,
    policy: Policy,
) -> list[Event]:
    match command:
        case Sit(side):
            return _sit(state, person, side, now_ms, policy)
        case Stand():
            if state.running_game is not None and state.running_game.side_of(person):
                raise Refused("game_running")
            seat = state.seat_of(person)
            if seat is None:
                raise Refused("not_seated")
            return [StoodUp(seat, "stood")]
        case Reserve(side):
            return _reserve(state, person, side, policy)
        case Withdraw():
            # Once the game is over the seat is no longer reserved, but one's own.
            state = evolve_all(state, swap_events(state, now_ms))
            for side in SIDES:
                if state.chair(side).reserved_by == person:
                    return [ReservationEnded(side, "withdrawn")]
            raise Refused("no_reservation")
        case _:
            assert_never(command)


def _sit(state: RoomState, person: Person, side: Side, now_ms: int, policy: Policy) -> list[Event]:
    if not policy.sits_by_choice:
        raise Refused("not_in_this_kind")
    events = swap_events(state, now_ms)
    state = evolve_all(state, events)
    if state.seat_of(person) is not None:
        raise Refused("already_seated")
    if state.chair(side).who is not None:
        raise Refused("seat_taken")
    return [*events, SatDown(side, person, now_ms)]


def _accept(
    state: RoomState, person: Person, inviter: Side, now_ms: int, policy: Policy
) -> list[Event]:
    if policy.kind is not Kind.FRIEND:
        raise Refused("not_in_this_kind")
    if state.host == person:
        raise Refused("own_invitation")
    if state.game is not None or state.host is None:
        raise Refused("invitation_taken")
    if state.host_away_ms is not None or state.empty_since_ms is not None:
        raise Refused("inviter_away")
    return [
        SatDown(inviter, state.host, now_ms),
        SatDown(inviter.other, person, now_ms),
        GameStarted(1, now_ms),
    ]


def _reserve(state: RoomState, person: Person, side: Side, policy: Policy) -> list[Event]:
    if not policy.bots:
        raise Refused("not_in_this_kind")
    game = _require_running(state)
    if game.side_of(person) is not None:
        raise Refused("players_cannot_reserve")
    chair = state.chair(side)
    if not isinstance(chair.who, Bot):
        raise Refused("not_a_bot")
    if chair.reserved_by is not None:
        raise Refused("already_reserved")
    return [SeatReserved(side, person)]


def _leave(
    state: RoomState, person: Person, now_ms: int, policy: Policy, roster: Sequence[Person]
) -> list[Event]:
    if policy.kind is Kind.FRIEND and state.game is None and state.host == person:
        return closing(state, policy, now_ms)
    events: list[Event] = []
    game = state.running_game
    side = game.side_of(person) if game is not None else None
    if side is not None:
        events += ending(state, policy, side.other, Reason.LEFT, now_ms)
    seat = state.seat_of(person)
    if seat is not None:
        events.append(StoodUp(seat, "left"))
    for reserved in SIDES:
        if state.chair(reserved).reserved_by == person:
            events.append(ReservationEnded(reserved, "left"))
    if state.host == person:
        after = evolve_all(state, events)
        events.append(HostChanged(next_host(after, roster, leaver=person), now_ms))
    return events


# --- the host --------------------------------------------------------------------------------
def _by_host(
    state: RoomState,
    command: Start | Pause | Resume | EndGame | HandOver | AddBot | RemoveBot | KeepBot,
    now_ms: int,
    policy: Policy,
    roster: Sequence[Person],
) -> list[Event]:
    match command:
        case HandOver(person):
            return _hand_over(state, person, now_ms, roster)
        case AddBot(side, level):
            return _add_bot(state, side, level, now_ms, policy)
        case RemoveBot(side):
            return _remove_bot(state, side, now_ms)
        case KeepBot(side):
            return _keep_bot(state, side)
        case _:
            _require_seated_host(state)
    match command:
        case Start():
            return _start(state, now_ms)
        case Pause():
            if _require_running(state).host_paused:
                raise Refused("already_paused")
            return [Paused("host", now_ms)]
        case Resume():
            if not _require_running(state).host_paused:
                raise Refused("not_paused")
            return [Resumed("host", now_ms)]
        case EndGame(number):
            if _require_running(state).number != number:
                raise Refused("stale")
            return ending(state, policy, None, Reason.HOST_ENDED, now_ms)
        case _:
            assert_never(command)


def _start(state: RoomState, now_ms: int) -> list[Event]:
    if state.running_game is not None:
        raise Refused("game_running")
    events = swap_events(state, now_ms)
    state = evolve_all(state, events)
    chairs = (state.dark, state.light)
    if any(chair.who is None for chair in chairs):
        raise Refused("seats_empty")
    if any(chair.away_ms is not None for chair in chairs):
        raise Refused("player_away")
    number = 1 if state.game is None else state.game.number + 1
    return [*events, GameStarted(number, now_ms)]


def _hand_over(
    state: RoomState, person_id: int, now_ms: int, roster: Sequence[Person]
) -> list[Event]:
    heir = Person(person_id)
    if heir == state.host:
        raise Refused("already_host")
    seated = [chair.who for chair in (state.dark, state.light) if chair.away_ms is None]
    for candidate in (*seated, *roster):
        if isinstance(candidate, Person) and candidate == heir:
            return [HostChanged(candidate, now_ms)]
    raise Refused("not_in_room")


def _add_bot(state: RoomState, side: Side, level: str, now_ms: int, policy: Policy) -> list[Event]:
    if not policy.bots:
        raise Refused("not_in_this_kind")
    if level not in BOT_LEVELS:
        raise Refused("unknown_level")
    events = swap_events(state, now_ms)
    state = evolve_all(state, events)
    if state.chair(side).who is not None:
        raise Refused("seat_taken")
    if isinstance(state.chair(side.other).who, Bot):
        raise Refused("bot_present")
    return [*events, SatDown(side, Bot(level), now_ms)]


def _remove_bot(state: RoomState, side: Side, now_ms: int) -> list[Event]:
    chair = state.chair(side)
    if not isinstance(chair.who, Bot):
        raise Refused("not_a_bot")
    if chair.leaving:
        raise Refused("already_leaving")
    if state.running_game is not None:
        return [RemovalAsked(side)]
    return swap_events(state, now_ms) or [StoodUp(side, "bot_removed")]


def _keep_bot(state: RoomState, side: Side) -> list[Event]:
    _require_running(state)
    chair = state.chair(side)
    if not isinstance(chair.who, Bot):
        raise Refused("not_a_bot")
    if not chair.leaving:
        raise Refused("not_leaving")
    return [RemovalWithdrawn(side)]


# --- coming and going ------------------------------------------------------------------------
def _arrive(state: RoomState, actor: Actor, now_ms: int, policy: Policy) -> list[Event]:
    events: list[Event] = []
    if state.closed_ms is not None:
        return events
    if isinstance(actor, Person):
        if any(since is not None for since in _counted_away(state, actor)):
            events.append(CameBack(actor.id))
        if state.host is None and policy.host_powers:
            events.append(HostChanged(actor, now_ms))
    if state.empty_since_ms is not None:
        events.append(RoomReoccupied(now_ms))
        if state.running_game is not None and state.running_game.empty_paused:
            events.append(Resumed("empty", now_ms))
    return events


def _counted_away(state: RoomState, person: Person) -> list[int | None]:
    """Return, for each role the person has in the room, since when they are away from it."""
    counted = [state.host_away_ms] if state.host == person else []
    chairs: list[Chair] = [state.dark, state.light]
    counted += [chair.away_ms for chair in chairs if chair.who == person]
    counted += [chair.reserver_away_ms for chair in chairs if chair.reserved_by == person]
    return counted


def _depart(state: RoomState, person: Person, since_ms: int) -> list[Event]:
    if state.closed_ms is not None or None not in _counted_away(state, person):
        return []
    return [WentAway(person.id, since_ms)]


def _desert(state: RoomState, since_ms: int, policy: Policy) -> list[Event]:
    if state.closed_ms is not None or state.empty_since_ms is not None:
        return []
    events: list[Event] = [RoomEmptied(since_ms)]
    game = state.running_game
    if game is not None and policy.empty_pauses and not game.empty_paused:
        # A bot may have moved since the last heartbeat: that action has only begun.
        began = since_ms if game.clock.since_ms is None else max(since_ms, game.clock.since_ms)
        events.append(Paused("empty", began))
    return events
