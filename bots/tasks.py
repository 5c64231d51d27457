"""The bots' work for Celery: playing a turn, and finding turns that nobody has answered.

A turn may be lost and may be run twice. It is bound to (room, game, ply): done too late it does
nothing. While one process thinks about it others leave it alone, for a moment.
"""

import logging
import time
import zlib

from celery import shared_task
from django.conf import settings
from django.db.models import Q
from kombu.exceptions import OperationalError

from bots.engine import choose
from bots.turns import Turn, due_ms, level_for, turn_of
from games import services, uptime
from games.broker import AWAY, client
from games.clocks import now_ms
from games.core.commands import Place
from games.models import Playing, Room

logger = logging.getLogger(__name__)

CLAIM_MS = 900
"""So long a turn belongs to the process that thinks about it; if that dies, then to another."""
LOST_MS = 1_000
"""A turn overdue for so long is asked for again, once: the message or a process was lost."""
ASKED_MS = 60_000
TAKEN_OVER_MS = 1_600
"""Overdue for so long, it is played by whoever finds it: nobody may be left to think."""
TURNS_A_ROUND = 200
EXPIRES_S = 10


def ask_for_turn(room_id: int, turn: Turn, at_ms: int) -> None:
    """Put a turn into the queue, to be played at a human pace.

    Raises kombu's OperationalError while the broker is away.
    """
    call_ms = max(at_ms, due_ms(turn, settings.DURATIONS.bot_ms))
    wait_s = (call_ms - at_ms) / 1000
    play_turn.apply_async(
        args=[room_id, turn.number, turn.ply, call_ms],
        countdown=wait_s,
        expires=wait_s + EXPIRES_S,
        queue="bots",
        retry=False,
    )


@shared_task(name="bots.tasks.play_turn")  # type: ignore[untyped-decorator]
def play_turn(room_id: int, number: int, ply: int, call_ms: int) -> None:
    """Play the bot's turn in game `number` after `ply` plies, if it still is.

    `call_ms` is the instant for which it was called: what is later than that it stood in the queue.
    """
    if not uptime.serving(now_ms()):
        return  # It is found again once the site serves.
    turn = _turn(room_id, number, ply)
    if turn is not None and _claim("thinks", room_id, turn, CLAIM_MS):
        _play(room_id, turn, now_ms() - call_ms)


def _play(room_id: int, turn: Turn, late_ms: int) -> None:
    """Choose, wait until it is time, and play."""
    level = level_for(turn, late_ms, now_ms())
    if level != turn.bot.level:
        logger.info(
            "The %s in room %s plays ply %s as %s: called %s ms ago, its flag falls in %s ms",
            *(turn.bot.level, room_id, turn.ply, level, late_ms),
            None if turn.flag_ms is None else turn.flag_ms - now_ms(),
        )
    square = choose(turn.position, level, _seed(room_id, turn.number, turn.ply))
    early_ms = due_ms(turn, settings.DURATIONS.bot_ms) - now_ms()
    if early_ms > 0:
        time.sleep(early_ms / 1000)
    if _serving():
        services.act(room_id, Place(square, turn.number, turn.ply), turn.bot, now_ms())


@shared_task(name="bots.tasks.find_lost_turns")  # type: ignore[untyped-decorator]
def find_lost_turns() -> None:
    """Ask again for the turns that have waited too long; those that wait on, play here."""
    try:
        if _serving():
            _find_lost_turns(now_ms())
    except (*AWAY, *uptime.FAILING, OperationalError) as error:
        logger.warning("No lost turns are looked for: %s", error)


def _serving() -> bool:
    """Return whether anything may be decided, knowing of the outages: nobody pays for them."""
    if not uptime.serving(now_ms()):
        return False
    uptime.refresh()
    return True


def _find_lost_turns(at_ms: int) -> None:
    dark = Q(game__clock_side="dark") & ~Q(game__dark_bot="")
    light = Q(game__clock_side="light") & ~Q(game__light_bot="")
    # Of all games ever played only those that run: each has a row for the bot's opponent.
    waiting = Playing.objects.filter(dark | light, game__clock_since_ms__lte=at_ms - LOST_MS)
    oldest = waiting.order_by("game__clock_since_ms").values_list("game__room_id", flat=True)
    for room_id in oldest[:TURNS_A_ROUND]:
        try:
            _look_for_turn(room_id, at_ms)
        except (*AWAY, *uptime.FAILING, OperationalError):
            raise
        except Exception:  # What goes wrong with one room stops no bot in another.
            logger.exception("The turn in room %s could not be looked for.", room_id)


def _look_for_turn(room_id: int, at_ms: int) -> None:
    turn = turn_of(services.look(room_id).state)
    if turn is None:
        return
    late_ms = at_ms - due_ms(turn, settings.DURATIONS.bot_ms)
    if late_ms >= TAKEN_OVER_MS:
        # So late, no level takes long: the sweep waits behind this.
        if _claim("thinks", room_id, turn, CLAIM_MS):
            _play(room_id, turn, late_ms)
    elif late_ms >= LOST_MS and _claim("asked", room_id, turn, ASKED_MS):
        ask_for_turn(room_id, turn, at_ms)


def _turn(room_id: int, number: int, ply: int) -> Turn | None:
    try:
        turn = turn_of(services.look(room_id).state)
    except Room.DoesNotExist:
        return None
    return turn if turn is not None and (turn.number, turn.ply) == (number, ply) else None


def _claim(what: str, room_id: int, turn: Turn, for_ms: int) -> bool:
    """Return whether nobody else has done this with the turn within that time.

    A turn that goes on after a pause is another one: who thought before it was refused.
    """
    key = f"bots:{what}:{room_id}:{turn.number}:{turn.ply}:{turn.since_ms}"
    return bool(client().set(key, 1, px=for_ms, nx=True))


def _seed(room_id: int, number: int, ply: int) -> int:
    """Return what the choice among equal moves is drawn from: another one in each game."""
    return zlib.crc32(f"{room_id} {number} {ply}".encode())
