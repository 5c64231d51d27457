"""From a change in a room to a bot's turn: one place, driven by the state and not by who moved."""

import logging
from typing import Any

from kombu.exceptions import OperationalError

from bots.tasks import ask_for_turn
from bots.turns import turn_of
from games.broker import AWAY
from games.services import Advance
from games.signals import room_advanced

logger = logging.getLogger(__name__)


def connect_signals() -> None:
    """Listen to the writer."""
    room_advanced.connect(_on_room_advanced, dispatch_uid="bots")


def _on_room_advanced(advance: Advance, **_: Any) -> None:
    turn = turn_of(advance.state)
    if turn is None:
        return
    try:
        ask_for_turn(advance.room_id, turn, advance.now_ms)
    except (OperationalError, *AWAY) as error:
        # Whoever looks for turns that nobody answers finds this one.
        logger.warning("A bot was not called: %s", error)
