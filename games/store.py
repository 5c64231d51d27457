"""`RoomState` to rows: the writing half of storage. Called by `games.services` alone."""

from typing import Any, NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import IntegrityError

from games.core.events import Became, Event, GameEnded, GameStarted, Moved, SeatsSwapped
from games.core.state import SIDES, Bot, Chair, Game, Occupant, Person, Reason, RoomState
from games.load import Columns, Keys, Stored
from games.models import Game as GameRow
from games.models import Move, Playing, Result, Room, RoomEvent, Seat
from games.rules.board import Placed, Score
from games.rules.notation import board_text
from games.statements import Batch, Write


class Entry(NamedTuple):
    """What the audit log keeps of an action: when, who asked, and for what."""

    at_ms: int
    actor: Person | None
    command: str


class AlreadyPlaying(Exception):
    """One of the players has started another game meanwhile; the transaction must be undone."""


def create(
    state: RoomState, secret: str, wake_at_ms: int | None, entry: Entry, events: list[Event]
) -> Room:
    """Store a new room with its two empty seats, and that it was opened."""
    row = Room.objects.create(
        code=state.code,
        kind=state.kind.value,
        listed=state.listed,
        secret=secret,
        action_ms=state.control.action_ms,
        total_ms=state.control.total_ms,
        created_ms=state.created_ms,
        **_room_columns(state, Keys(0, None, wake_at_ms)),
    )
    Seat.objects.bulk_create(Seat(room=row, side=side.value) for side in SIDES)
    batch = Batch()
    _log(batch, row.pk, state.seq, entry, events)
    batch.send()
    return row


def save(
    stored: Stored, after: RoomState, events: list[Event], wake_at_ms: int | None, entry: Entry
) -> Stored:
    """Write what `events` have changed between the stored state and `after`, and that they did.

    A game may start or end in them, but not one end and the next start.
    """
    batch = Batch()
    keys, before = stored
    game_id = keys.game_id
    for event in events:
        if isinstance(event, GameStarted):
            assert after.game is not None
            game_id = _insert_game(keys.room_id, after.game)
        elif isinstance(event, Moved):
            assert game_id is not None and before.game is not None
            _insert_moves(batch, game_id, event, before.game.ply)
        elif isinstance(event, GameEnded):
            assert game_id is not None
            _insert_result(batch, game_id, event)
        elif isinstance(event, Became) and game_id is not None:
            _hand_over_game(game_id, event)
    if game_id is not None and game_id == keys.game_id:
        assert before.game is not None and after.game is not None
        batch.update(_GAME, _game_columns(before.game), _game_columns(after.game), game_id)
    _save_seats(
        keys.room_id, before, after, swapped=any(isinstance(e, SeatsSwapped) for e in events)
    )
    saved = Keys(keys.room_id, game_id, wake_at_ms)
    batch.update(_ROOM, _room_columns(before, keys), _room_columns(after, saved), keys.room_id)
    _log(batch, keys.room_id, after.seq, entry, events)
    batch.send()
    return Stored(saved, after)


def person_of(user: Any) -> Person:
    """Return a row of the user model as the core sees it."""
    return Person(user.pk, user.name, user.is_guest, user.hue)


def people(ids: list[int]) -> list[Person]:
    """Return the people with these ids, in the order of the ids; unknown ids are left out."""
    rows = {row.pk: row for row in get_user_model().objects.filter(pk__in=ids)}
    return [person_of(rows[pk]) for pk in ids if pk in rows]


def _log(batch: Batch, room_id: int, seq: int, entry: Entry, events: list[Event]) -> None:
    described = [_described(event) for event in events]
    row = {
        "room_id": room_id,
        "seq": seq,
        "at_ms": entry.at_ms,
        "actor_id": None if entry.actor is None else entry.actor.id,
        "command": entry.command,
        "events": msgspec.json.encode(described).decode(),
    }
    batch.add(_EVENT, row)


def _room_columns(state: RoomState, keys: Keys) -> Columns:
    return {
        "game_id": keys.game_id,
        "wake_at_ms": keys.wake_at_ms,
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


def _save_seats(room_id: int, before: RoomState, after: RoomState, swapped: bool) -> None:
    if swapped:
        # Each of the two may be on one seat only at any instant, also between two statements.
        Seat.objects.filter(room_id=room_id).update(person=None, bot_level="")
    for side in SIDES:
        old, new = before.chair(side), after.chair(side)
        if swapped or (old is not new and old != new):
            # At once, and one after the other: who gets up makes the seat free for who sits down.
            batch = Batch()
            batch.add(_SEAT, _seat_columns(new), room_id, side.value)
            batch.send()


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


def _insert_game(room_id: int, game: Game) -> int:
    dark, light = game.players
    game_row = GameRow.objects.create(
        room_id=room_id,
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
    return game_row.pk


def _hand_over_game(game_id: int, event: Became) -> None:
    """Let the room's newest game be the one of who its player has become."""
    old, new = event.person, event.now.id
    if old == new:
        return
    GameRow.objects.filter(pk=game_id, dark_id=old).update(dark_id=new)
    GameRow.objects.filter(pk=game_id, light_id=old).update(light_id=new)
    try:
        Playing.objects.filter(game_id=game_id, person_id=old).update(person_id=new)
    except IntegrityError as error:
        raise AlreadyPlaying from error


def _insert_moves(batch: Batch, game_id: int, event: Moved, ply: int) -> None:
    for number, played in enumerate(event.plies, start=ply + 1):
        placed = played if isinstance(played, Placed) else None
        row = {
            "game_id": game_id,
            "ply": number,
            "side": played.side.value,
            "square": None if placed is None else placed.square,
            "from_opponent_tray": placed is not None and placed.from_opponent_tray,
            "took_ms": 0 if placed is None else event.took_ms,
            "at_ms": event.at_ms,
        }
        batch.add(_MOVE, row)


def _insert_result(batch: Batch, game_id: int, event: GameEnded) -> None:
    outcome = event.outcome
    score: tuple[int | None, int | None] = (None, None)
    if outcome.reason is Reason.DISCS:
        score = Score(outcome.dark, outcome.light).tournament
    row = {
        "game_id": game_id,
        "winner": outcome.winner.value if outcome.winner else "",
        "reason": outcome.reason.value,
        "dark": outcome.dark,
        "light": outcome.light,
        "dark_score": score[0],
        "light_score": score[1],
        "at_ms": event.at_ms,
    }
    batch.add(_RESULT, row)
    Playing.objects.filter(game_id=game_id).delete()


def _described(event: Event) -> Columns:
    """Return an event for the audit log; the board is left out, since the moves give it."""
    described: Columns = {"event": type(event).__name__}
    if isinstance(event, Moved):
        placed = [ply.square if isinstance(ply, Placed) else None for ply in event.plies]
        return described | {"squares": placed, "took_ms": event.took_ms}
    return described | {
        name: _without_name(value) for name, value in msgspec.to_builtins(event).items()
    }


def _without_name(value: Any) -> Any:
    """A person stands in the log by number: an account that is deleted leaves no name there."""
    if isinstance(value, dict) and value.keys() >= {"id", "name"}:
        return {"id": value["id"]}
    return value


_ROOM_FIELDS = (
    "game_id wake_at_ms host_id host_since_ms host_away_ms rematch empty_since_ms closed_ms "
    "outage_seen_ms notice_ms seq last_ms"
)
_SEAT_FIELDS = "person_id bot_level since_ms away_ms reserved_by_id reserver_away_ms leaving"
_GAME_FIELDS = (
    "board turn moves ply dark_placed light_placed last turned clock_side clock_spent_ms "
    "clock_since_ms dark_total_ms light_total_ms host_paused empty_paused stopped_ms ended_ms"
)
_MOVE_FIELDS = "game_id ply side square from_opponent_tray took_ms at_ms"
_RESULT_FIELDS = "game_id winner reason dark light dark_score light_score at_ms"
_EVENT_FIELDS = "room_id seq at_ms actor_id command events"

_ROOM = Write(Room, _ROOM_FIELDS.split(), where=["id"])
_SEAT = Write(Seat, _SEAT_FIELDS.split(), where=["room_id", "side"])
_GAME = Write(GameRow, _GAME_FIELDS.split(), where=["id"])
_MOVE = Write(Move, _MOVE_FIELDS.split())
_RESULT = Write(Result, _RESULT_FIELDS.split())
_EVENT = Write(RoomEvent, _EVENT_FIELDS.split())
