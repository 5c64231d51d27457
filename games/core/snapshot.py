"""The one public picture of a room, the same for every viewer (docs/protocol.md, frame `room`)."""

from typing import Any

from games.core.clock import Clock
from games.core.state import SIDES, Bot, Chair, Game, Occupant, Person, RoomState
from games.rules.board import Side, flips, legal_moves, squares, trays
from games.rules.notation import board_text, square_name

Picture = dict[str, Any]


def snapshot(state: RoomState, now_ms: int, game_id: int | None = None) -> Picture:
    """Return the picture of the room at `now_ms`, ready for JSON.

    `game_id` is the stored game's own id, for links. Clock values are what is left at `now_ms`,
    in milliseconds.
    """
    game = state.game
    notice = state.notice_ms
    return {
        "t": "room",
        "seq": state.seq,
        "at": now_ms,
        "code": state.code,
        "kind": state.kind.value,
        "listed": state.listed,
        "phase": state.phase,
        "host": None if state.host is None else occupant(state.host),
        "control": {"action_ms": state.control.action_ms, "total_ms": state.control.total_ms},
        "seats": {side.value: _seat(state.chair(side)) for side in SIDES},
        "game": None if game is None else _game(state, game, now_ms, game_id),
        "notice": None
        if notice is None
        else {"code": "outage", "ms": notice, "until": state.outage_seen_ms},
    }


def occupant(who: Occupant) -> Picture:
    """Return the public description of a person or a bot."""
    if isinstance(who, Bot):
        return {"bot": who.level}
    return {"id": who.id, "name": who.name, "guest": who.guest, "hue": who.hue}


def _person(person: Person | None) -> Picture | None:
    return None if person is None else occupant(person)


def _seat(chair: Chair) -> Picture:
    return {
        "who": None if chair.who is None else occupant(chair.who),
        "reserved": _person(chair.reserved_by),
        "leaving": chair.leaving,
    }


def _game(state: RoomState, game: Game, now_ms: int, game_id: int | None) -> Picture:
    dark, light = game.board.counts
    tray_dark, tray_light = trays(*game.placed)
    outcome = game.outcome
    turn = game.board.to_move if game.running else None
    return {
        "id": game_id,
        "number": game.number,
        "ply": game.ply,
        "moves": game.moves,
        "board": board_text(game.board.dark, game.board.light),
        "turn": turn and turn.value,
        "last": None if game.last is None else square_name(game.last),
        "turned": [square_name(square) for square in squares(game.turned)],
        "legal": _legal(game) if game.running else {},
        "discs": {"dark": dark, "light": light},
        "trays": {"dark": tray_dark, "light": tray_light},
        "clock": _clock(game.clock, now_ms),
        "paused": "host" if game.host_paused else "empty" if game.empty_paused else None,
        "players": {
            side.value: occupant(who) for side, who in zip(SIDES, game.players, strict=True)
        },
        "result": None
        if outcome is None
        else {
            "winner": outcome.winner and outcome.winner.value,
            "reason": outcome.reason.value,
            "dark": outcome.dark,
            "light": outcome.light,
        },
        "rematch": sorted(side.value for side in state.rematch),
    }


def _legal(game: Game) -> dict[str, list[str]]:
    """Return the discs that each legal move would turn, so that it can be drawn at once."""
    position = game.board.position
    return {
        square_name(move): [square_name(square) for square in squares(flips(position, move))]
        for move in squares(legal_moves(position))
    }


def _clock(clock: Clock, now_ms: int) -> Picture:
    def side(which: Side) -> Picture:
        return {
            "action_ms": clock.action_left(which, now_ms),
            "total_ms": clock.total_left(which, now_ms),
        }

    return {"running": clock.running, "dark": side(Side.DARK), "light": side(Side.LIGHT)}
