"""Rows to `RoomState` and back. Called by `games.services` alone, inside its transaction."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection
from django.db.models import QuerySet

from games.core.clock import Clock, TimeControl
from games.core.events import Event, GameEnded, GameStarted, Moved, SeatsSwapped
from games.core.policy import Kind
from games.core.state import (
    SIDES,
    Bot,
    Chair,
    Game,
    Occupant,
    Outcome,
    Person,
    Reason,
    RoomState,
)
from games.models import Game as GameRow
from games.models import Move, Playing, Result, Room, RoomEvent, Seat
from games.rules.board import Board, Placed, Score, Side
from games.rules.notation import board_text, parse_board

Columns = dict[str, Any]


class AlreadyPlaying(Exception):
    """One of the players has started another game meanwhile; the transaction must be undone."""


class Stored(NamedTuple):
    """A room as it is stored: its row, for its keys, and its state."""

    row: Room
    state: RoomState


def _rooms() -> "QuerySet[Room]":
    return Room.objects.select_related("host", "game__dark", "game__light", "game__result")


def lock(room_id: int) -> Stored | None:
    """Read the room and hold it against other writers until the transaction ends.

    Postgres gives who has waited for a row that row anew, but what was joined to it as it was
    before. So the room is locked first and read by a statement that begins after that. SQLite's
    transactions are begun as writers and lock everything.
    """
    if connection.features.has_select_for_update:
        Room.objects.select_for_update().filter(pk=room_id).values("pk").first()
    return peek(room_id)


def peek(room_id: int) -> Stored | None:
    """Read the room without holding it."""
    row = _rooms().filter(pk=room_id).first()
    return None if row is None else _stored(row)


def listed(most: int) -> list[Stored]:
    """Read the newest open rooms of the public list, at most so many."""
    rows = _rooms().filter(closed_ms__isnull=True, listed=True).order_by("-created_ms")[:most]
    seats: dict[int, list[Seat]] = {}
    joined = Seat.objects.select_related("person", "reserved_by")
    for seat in joined.filter(room__in=[row.pk for row in rows]):
        seats.setdefault(seat.room_id, []).append(seat)
    return [_stored(row, seats[row.pk]) for row in rows]


def create(state: RoomState, secret: str, wake_at_ms: int | None) -> Room:
    """Store a new room with its two empty seats."""
    columns = _room_columns(state)
    row = Room.objects.create(
        code=state.code,
        kind=state.kind.value,
        listed=state.listed,
        secret=secret,
        action_ms=state.control.action_ms,
        total_ms=state.control.total_ms,
        created_ms=state.created_ms,
        wake_at_ms=wake_at_ms,
        **columns,
    )
    Seat.objects.bulk_create(Seat(room=row, side=side.value) for side in SIDES)
    return row


def save(stored: Stored, after: RoomState, events: list[Event], wake_at_ms: int | None) -> Stored:
    """Write what `events` have changed between the stored state and `after`.

    A game may start or end in them, but not one end and the next start.
    """
    row, before = stored
    game_row = row.game
    for event in events:
        if isinstance(event, GameStarted):
            assert after.game is not None
            game_row = _insert_game(row, after.game)
        elif isinstance(event, Moved):
            assert game_row is not None and before.game is not None
            _insert_moves(game_row, event, before.game.ply)
        elif isinstance(event, GameEnded):
            assert game_row is not None
            _insert_result(game_row, event)
    if before.game is not None and after.game is not None and before.game is not after.game:
        assert row.game is not None
        if before.game.number == after.game.number:
            _update(row.game, _game_columns(before.game), _game_columns(after.game))
    _save_seats(row, before, after, swapped=any(isinstance(e, SeatsSwapped) for e in events))
    changed = _room_columns(after) | {"wake_at_ms": wake_at_ms}
    if game_row is not None:
        changed["game_id"] = game_row.pk
    _update(
        row,
        _room_columns(before) | {"wake_at_ms": row.wake_at_ms, "game_id": row.game_id},
        changed,
    )
    row.game, row.wake_at_ms = game_row, wake_at_ms
    return Stored(row, after)


def log(
    row: Room, seq: int, at_ms: int, actor: Person | None, command: str, events: list[Event]
) -> None:
    """Append to the audit log."""
    RoomEvent.objects.create(
        room=row,
        seq=seq,
        at_ms=at_ms,
        actor_id=None if actor is None else actor.id,
        command=command,
        events=[_described(event) for event in events],
    )


def person_of(user: Any) -> Person:
    """Return a row of the user model as the core sees it."""
    return Person(user.pk, user.name, user.is_guest, user.hue)


def people(ids: list[int]) -> list[Person]:
    """Return the people with these ids, in the order of the ids; unknown ids are left out."""
    rows = {row.pk: row for row in get_user_model().objects.filter(pk__in=ids)}
    return [person_of(rows[pk]) for pk in ids if pk in rows]


# --- reading ---------------------------------------------------------------------------------
def _stored(row: Room, seats: Iterable[Seat] | None = None) -> Stored:
    if seats is None:
        seats = Seat.objects.filter(room=row).select_related("person", "reserved_by")
    chairs = {Side(seat.side): _chair(seat) for seat in seats}
    state = RoomState(
        code=row.code,
        kind=Kind(row.kind),
        listed=row.listed,
        control=TimeControl(row.action_ms, row.total_ms),
        created_ms=row.created_ms,
        host=None if row.host is None else person_of(row.host),
        host_since_ms=row.host_since_ms,
        host_away_ms=row.host_away_ms,
        dark=chairs[Side.DARK],
        light=chairs[Side.LIGHT],
        game=None if row.game is None else game_state(row.game),
        rematch=frozenset(Side(side) for side in row.rematch.split()),
        empty_since_ms=row.empty_since_ms,
        closed_ms=row.closed_ms,
        outage_seen_ms=row.outage_seen_ms,
        notice_ms=row.notice_ms,
        seq=row.seq,
        last_ms=row.last_ms,
    )
    return Stored(row, state)


def _occupant(user: Any, bot_level: str) -> Occupant | None:
    if user is not None:
        return person_of(user)
    return Bot(bot_level) if bot_level else None


def _chair(seat: Seat) -> Chair:
    return Chair(
        who=_occupant(seat.person, seat.bot_level),
        since_ms=seat.since_ms,
        away_ms=seat.away_ms,
        reserved_by=None if seat.reserved_by is None else person_of(seat.reserved_by),
        reserver_away_ms=seat.reserver_away_ms,
        leaving=seat.leaving,
    )


def game_state(row: GameRow) -> Game:
    """Return a stored game as a value. Its players and result should have been joined."""
    dark, light = _occupant(row.dark, row.dark_bot), _occupant(row.light, row.light_bot)
    assert dark is not None and light is not None
    bits = parse_board(row.board)
    totals = None
    if row.dark_total_ms is not None and row.light_total_ms is not None:
        totals = (row.dark_total_ms, row.light_total_ms)
    result = getattr(row, "result", None)
    return Game(
        number=row.number,
        players=(dark, light),
        board=Board(*bits, Side(row.turn) if row.turn else None),
        clock=Clock(
            TimeControl(row.action_ms, row.total_ms),
            Side(row.clock_side),
            row.clock_spent_ms,
            row.clock_since_ms,
            totals,
        ),
        started_ms=row.started_ms,
        moves=row.moves,
        ply=row.ply,
        placed=(row.dark_placed, row.light_placed),
        last=row.last,
        turned=int(row.turned, 16),
        host_paused=row.host_paused,
        empty_paused=row.empty_paused,
        stopped_ms=row.stopped_ms,
        outcome=None if result is None else _outcome(result),
        ended_ms=row.ended_ms,
    )


def _outcome(result: Result) -> Outcome:
    winner = Side(result.winner) if result.winner else None
    return Outcome(winner, Reason(result.reason), result.dark, result.light)


# --- writing ---------------------------------------------------------------------------------
def _update(row: Room | GameRow | Seat, before: Columns, after: Columns) -> None:
    """Write the columns that differ, if any."""
    changed = {name: value for name, value in after.items() if before[name] != value}
    if changed:
        type(row)._default_manager.filter(pk=row.pk).update(**changed)


def _room_columns(state: RoomState) -> Columns:
    return {
        "host_id": None if state.host is None else state.host.id,
        "host_since_ms": state.host_since_ms,
        "host_away_ms": state.host_away_ms,
        "rematch": " ".join(sorted(state.rematch)),
        "empty_since_ms": state.empty_since_ms,
        "closed_ms": state.closed_ms,
        "outage_seen_ms": state.outage_seen_ms,
        "notice_ms": state.notice_ms,
        "seq": state.seq,
        "last_ms": state.last_ms,
    }


def _occupant_columns(who: Occupant | None, person: str, bot: str) -> Columns:
    return {
        person: who.id if isinstance(who, Person) else None,
        bot: who.level if isinstance(who, Bot) else "",
    }


def _seat_columns(chair: Chair) -> Columns:
    return _occupant_columns(chair.who, "person_id", "bot_level") | {
        "since_ms": chair.since_ms,
        "away_ms": chair.away_ms,
        "reserved_by_id": None if chair.reserved_by is None else chair.reserved_by.id,
        "reserver_away_ms": chair.reserver_away_ms,
        "leaving": chair.leaving,
    }


def _save_seats(row: Room, before: RoomState, after: RoomState, swapped: bool) -> None:
    seats = Seat.objects.filter(room=row)
    if swapped:
        # Each of the two may be on one seat only at any instant, also between two statements.
        seats.update(person=None, bot_level="")
    for side in SIDES:
        old, new = before.chair(side), after.chair(side)
        if swapped:
            seats.filter(side=side.value).update(**_seat_columns(new))
        elif old is not new:
            columns = _seat_columns(new)
            if columns != _seat_columns(old):
                seats.filter(side=side.value).update(**columns)


def _game_columns(game: Game) -> Columns:
    clock = game.clock
    dark_total, light_total = clock.totals_ms or (None, None)
    return {
        "board": board_text(game.board.dark, game.board.light),
        "turn": game.board.to_move.value if game.board.to_move else "",
        "moves": game.moves,
        "ply": game.ply,
        "dark_placed": game.placed[0],
        "light_placed": game.placed[1],
        "last": game.last,
        "turned": f"{game.turned:x}",
        "clock_side": clock.side.value,
        "clock_spent_ms": clock.spent_ms,
        "clock_since_ms": clock.since_ms,
        "dark_total_ms": dark_total,
        "light_total_ms": light_total,
        "host_paused": game.host_paused,
        "empty_paused": game.empty_paused,
        "stopped_ms": game.stopped_ms,
        "ended_ms": game.ended_ms,
    }


def _insert_game(row: Room, game: Game) -> GameRow:
    dark, light = game.players
    game_row = GameRow.objects.create(
        room=row,
        number=game.number,
        action_ms=game.clock.control.action_ms,
        total_ms=game.clock.control.total_ms,
        started_ms=game.started_ms,
        **_occupant_columns(dark, "dark_id", "dark_bot"),
        **_occupant_columns(light, "light_id", "light_bot"),
        **_game_columns(game),
    )
    # In a fixed order: two rooms that start at once with the same people must not wait crosswise.
    ids = sorted(who.id for who in game.players if isinstance(who, Person))
    try:
        Playing.objects.bulk_create(Playing(person_id=pk, game=game_row) for pk in ids)
    except IntegrityError as error:
        raise AlreadyPlaying from error
    return game_row


def _insert_moves(game_row: GameRow, event: Moved, ply: int) -> None:
    rows = []
    for number, played in enumerate(event.plies, start=ply + 1):
        placed = played if isinstance(played, Placed) else None
        rows.append(
            Move(
                game=game_row,
                ply=number,
                side=played.side.value,
                square=None if placed is None else placed.square,
                from_opponent_tray=placed is not None and placed.from_opponent_tray,
                took_ms=0 if placed is None else event.took_ms,
                at_ms=event.at_ms,
            )
        )
    Move.objects.bulk_create(rows)


def _insert_result(game_row: GameRow, event: GameEnded) -> None:
    outcome = event.outcome
    score: tuple[int | None, int | None] = (None, None)
    if outcome.reason is Reason.DISCS:
        score = Score(outcome.dark, outcome.light).tournament
    Result.objects.create(
        game=game_row,
        winner=outcome.winner.value if outcome.winner else "",
        reason=outcome.reason.value,
        dark=outcome.dark,
        light=outcome.light,
        dark_score=score[0],
        light_score=score[1],
        at_ms=event.at_ms,
    )
    Playing.objects.filter(game=game_row).delete()


def _described(event: Event) -> Columns:
    """Return an event for the audit log; the board is left out, since the moves give it."""
    described: Columns = {"event": type(event).__name__}
    if isinstance(event, Moved):
        placed = [ply.square if isinstance(ply, Placed) else None for ply in event.plies]
        return described | {"squares": placed, "took_ms": event.took_ms}
    return described | dict(msgspec.to_builtins(event))
