"""One request against one room: first what has happened by itself, then the request.

The writer stores what `step` returns; tests tell their stories through it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.commands import (
    Actor,
    Arrive,
    Command,
    Depart,
    Desert,
    EndGame,
    Leave,
    Pause,
    Place,
    Resign,
    Resume,
)
from games.core.decide import decide
from games.core.events import Event
from games.core.evolve import evolve_all
from games.core.policy import Policy
from games.core.refusals import Refused
from games.core.state import Person, RoomState
from games.core.timers import due

_ABOUT_THE_CLOCK = (Place, Resign, Leave, Pause, Resume, EndGame)
_ABOUT_PRESENCE = (Arrive, Depart, Desert)


class Step(NamedTuple):
    """What a request leads to. `settled` happened by itself before it, and stays if it is refused.

    `now_ms` is the instant of the request within the room, where time never goes back.
    """

    now_ms: int
    settled: list[Event]
    events: list[Event]
    refused: str | None


def step(
    state: RoomState,
    command: Command,
    actor: Actor,
    received_ms: int,
    policy: Policy,
    roster: Sequence[Person] = (),
) -> Step:
    """Return what follows from a request received at `received_ms`.

    `roster` are the people connected, by arrival.
    """
    now_ms, horizon_ms = _instants(state, command, received_ms, policy)
    settled: list[Event] = []
    if not isinstance(command, _ABOUT_PRESENCE):
        # What is due depends on who was there, and these three say so: it is looked at after them.
        settled = due(state, policy, horizon_ms, roster)
    state = evolve_all(state, settled)
    try:
        events = decide(state, command, actor, now_ms, policy, roster)
    except Refused as refused:
        return Step(now_ms, settled, [], refused.code)
    return Step(now_ms, settled, events, None)


def _instants(
    state: RoomState, command: Command, received_ms: int, policy: Policy
) -> tuple[int, int]:
    """Return (the instant of the command, up to when things are due before it).

    What ends or stops a clock comes after a flag that fell before it. Everything else leaves a
    moment for the mover's frame that was received in time and is still on its way.
    """
    now_ms = max(received_ms, state.last_ms)
    if not isinstance(command, _ABOUT_THE_CLOCK):
        return now_ms, now_ms - policy.durations.late_ms
    game = state.running_game
    flag_at = game.clock.flag_at() if game is not None else None
    if flag_at is not None and received_ms <= flag_at:
        return min(now_ms, flag_at), received_ms - 1
    return now_ms, now_ms
