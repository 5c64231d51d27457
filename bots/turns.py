"""When it is a bot's turn, and how hard it may think. Pure: from values to values."""

from typing import NamedTuple

from bots.engine import LEVELS, Level
from games.core.state import SIDES, Bot, RoomState
from games.rules.board import Position

HURRY_MS = 400
"""A call that has stood in the queue for so long is answered with less thought: others stand
behind it. What a busy machine takes for the thought itself doesn't count."""
MARGIN_MS = 1_500
"""With no more than this on the clock it doesn't look ahead either."""
KEPT_MS = 500
"""So much of its time a bot keeps back from its manners, for the answer's way into the room."""
QUICK: Level = "corner"
"""How a bot plays in a hurry; a level that thinks less stays as it is."""


class Turn(NamedTuple):
    """A bot's turn: game `number` of the room after `ply` plies.

    Its clock has run since `since_ms`, when the turn began or a pause ended, before which it had
    used `spent_ms`; at `flag_ms`, if ever, its time is up.
    """

    number: int
    ply: int
    bot: Bot
    position: Position
    since_ms: int
    spent_ms: int
    flag_ms: int | None


def turn_of(state: RoomState) -> Turn | None:
    """Return the bot's turn that the room waits for, None if it waits for anything else."""
    game = state.running_game
    if game is None or game.board.to_move is None:
        return None
    clock = game.clock
    bot = game.players[SIDES.index(game.board.to_move)]
    if not isinstance(bot, Bot) or clock.since_ms is None:
        return None
    return Turn(
        game.number,
        game.ply,
        bot,
        game.board.position,
        clock.since_ms,
        clock.spent_ms,
        clock.flag_at(),
    )


def due_ms(turn: Turn, bot_ms: int) -> int:
    """Return the instant at which to answer: `bot_ms` after the turn began, pauses left out.

    Manners cost no game: with little time left it is earlier.
    """
    at_ms = turn.since_ms + bot_ms - turn.spent_ms
    if turn.flag_ms is not None:
        at_ms = min(at_ms, turn.flag_ms - KEPT_MS)
    return max(turn.since_ms, at_ms)


def level_for(turn: Turn, late_ms: int, now_ms: int) -> Level:
    """Return the level at which to answer: the bot's own, or a quick one in a hurry.

    `late_ms` is how long after its instant the call was taken out of the queue.
    """
    level = next((level for level in LEVELS if level == turn.bot.level), QUICK)
    short = turn.flag_ms is not None and turn.flag_ms - now_ms <= MARGIN_MS
    if (late_ms > HURRY_MS or short) and LEVELS.index(level) > LEVELS.index(QUICK):
        return QUICK
    return level
