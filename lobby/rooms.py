"""The list of rooms, as the lobby shows it."""

from typing import Literal, NamedTuple

from django.utils.translation import gettext_lazy as _

from games import presence
from games.broker import AWAY, client
from games.core.state import SIDES, Bot, Occupant, Person, RoomState
from games.services import listed_rooms

ORDER = {"waiting": 0, "over": 1, "playing": 2, "paused": 2}
"""Rooms one can sit down in come first."""


LEVEL_NAMES = {
    "beginner": _("Beginner"),
    "corner": _("Corner hunter"),
    "expert": _("Expert"),
    "master": _("Master"),
}


class SeatView(NamedTuple):
    """Who is on a seat: a person, or a bot with its level."""

    name: str
    guest: bool
    hue: int
    bot: str


class Counts(NamedTuple):
    """Discs on the board of the game that runs; of one that is over others may have played."""

    dark: int
    light: int


class RoomView(NamedTuple):
    """A room of the list. `watching` counts those connected who aren't seated.

    `bot_seat` tells whether a bot's seat can be reserved in the game that runs, or is reserved.
    """

    code: str
    url: str
    phase: str
    dark: SeatView | None
    light: SeatView | None
    seconds: int
    watching: int
    host_name: str
    counts: Counts | None
    bot_seat: Literal["", "open", "reserved"]


def room_views() -> list[RoomView]:
    """Return the public list: rooms one can join first, then the newest."""
    answers = listed_rooms()
    crowds = _crowds([answer.room_id for answer in answers])
    views = []
    for answer in answers:
        state = answer.state
        seated = [state.chair(side).who for side in SIDES]
        here = crowds[answer.room_id]
        ids = {who.id for who in seated if isinstance(who, Person)}
        game = state.running_game
        views.append(
            RoomView(
                code=state.code,
                url=f"/r/{state.code}",
                phase=state.phase,
                dark=_seat(seated[0]),
                light=_seat(seated[1]),
                seconds=(state.control.action_ms or 0) // 1000,
                watching=len([one for one in here.present if one.person not in ids]),
                host_name=state.host.name if state.host else "",
                counts=None if game is None else Counts(*game.board.counts),
                bot_seat=_bot_seat(state),
            )
        )
    return sorted(views, key=lambda view: ORDER.get(view.phase, 3))


def _crowds(room_ids: list[int]) -> dict[int, presence.View]:
    """Return who is in each room; nobody, as far as is known, while the broker is away."""
    try:
        return presence.views(client(), room_ids)
    except AWAY:
        return dict.fromkeys(room_ids, presence.View(()))


def _bot_seat(state: RoomState) -> Literal["", "open", "reserved"]:
    if state.running_game is None:
        return ""
    for side in SIDES:
        chair = state.chair(side)
        if isinstance(chair.who, Bot):
            return "open" if chair.reserved_by is None else "reserved"
    return ""


def _seat(who: Occupant | None) -> SeatView | None:
    if who is None:
        return None
    if isinstance(who, Person):
        return SeatView(who.name, who.guest, who.hue, "")
    return SeatView(str(LEVEL_NAMES.get(who.level, who.level)), False, 0, who.level)
