"""When it is a bot's turn, and how hard it may think. Pure: from values to values."""

from typing import NamedTuple

from bots.engine import LEVELS, Level
from games.core.state import SIDES, Bot, RoomState
from games.rules.board import Position

HURRY_MS = 1_000
"""A turn that has waited so long is answered with less thought: others wait behind it."""
MARGIN_MS = 1_500
"""With no more than this on the clock it doesn't look ahead either."""
QUICK: Level = "corner"
"""How a bot plays in a hurry; a level that thinks less stays as it is."""


class Turn(NamedTuple):
    """A bot's turn: game `number` of the room after `ply` plies, since an instant."""

    number: int
    ply: int
    bot: Bot
    position: Position
    since_ms: int
    left_ms: int | None


def turn_of(state: RoomState, now_ms: int) -> Turn | None:
    """Return the bot's turn that the room waits for, None if it waits for anything else."""
    game = state.running_game
    if state.phase != "playing" or game is None or game.board.to_move is None:
        return None
    side = game.board.to_move
    bot = game.players[SIDES.index(side)]
    if not isinstance(bot, Bot):
        return None
    since_ms = game.clock.since_ms
    left_ms = game.clock.left(side, now_ms)
    return Turn(
        game.number,
        game.ply,
        bot,
        game.board.position,
        now_ms if since_ms is None else since_ms,
        left_ms,
    )


def level_for(turn: Turn, now_ms: int) -> Level:
    """Return the level at which to answer: the bot's own, or a quick one in a hurry."""
    level = next((level for level in LEVELS if level == turn.bot.level), QUICK)
    late = now_ms - turn.since_ms > HURRY_MS
    short = turn.left_ms is not None and turn.left_ms <= MARGIN_MS
    if (late or short) and LEVELS.index(level) > LEVELS.index(QUICK):
        return QUICK
    return level
