"""The durations of the product and the table in which the kinds of room differ."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Literal, Self

BOT_LEVELS = ("beginner", "corner", "expert")
"""How a bot on a seat may play, from the weakest on. `bots.engine` plays them."""

SECOND = 1_000
MINUTE = 60 * SECOND


@dataclass(frozen=True, slots=True)
class Durations:
    """Every waiting time of the product, in milliseconds, in one place.

    The environment can shorten them, so that tests of minutes and hours run on real processes.
    """

    beat_ms: int = 4 * SECOND
    """How often a room's page says that it is there."""
    gone_ms: int = 10 * SECOND
    """Without a beat for so long, somebody counts as gone (from the last beat on)."""
    reload_ms: int = 3 * SECOND
    """Grace after a socket was closed cleanly: a reload isn't an absence."""
    absence_ms: int = 120 * SECOND
    """A player of a club game may be away for so long."""
    short_absence_ms: int = 60 * SECOND
    """The same in games made by an invitation or a queue."""
    empty_ms: int = 120 * SECOND
    """A room with nobody connected closes after so long."""
    invitation_ms: int = 10 * MINUTE
    """An invitation nobody attends closes after so long."""
    free_seat_ms: int = 120 * SECOND
    """Before a game, a seat whose person is away is freed after so long."""
    host_away_ms: int = 120 * SECOND
    """A host who is away for so long loses the role."""
    host_outside_ms: int = MINUTE
    """A host without a seat, both being taken, loses the role after so long."""
    longest_game_ms: int = 120 * MINUTE
    """A game may last so long by the wall clock, pauses included."""
    outage_ms: int = 3 * SECOND
    """A gap longer than this between the server's own ticks is an outage and costs nobody time."""
    tick_ms: int = SECOND
    """How often web processes say that they serve."""
    sweep_ms: int = 500
    """How often the sweep looks for what is due."""
    late_ms: int = 250
    """The sweep acts so much after the instant: a move received in time is stored first."""
    bot_ms: int = 600
    """A bot answers no sooner: its opponent wants to see the board first."""
    search_ms: int = 120 * SECOND
    """A search for an opponent ends after so long."""
    unread_ms: int = 30 * SECOND
    """A connection that has read nothing of what waits for it for so long is ended."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read overrides such as `empty_ms=2000,gone_ms=500`.

        Raises ValueError for an unknown name or anything but a positive whole number.
        """
        known = {field.name for field in fields(cls)}
        changed: dict[str, int] = {}
        for part in filter(None, (piece.strip() for piece in text.split(","))):
            name, _, value = part.partition("=")
            if name not in known or not value.isdecimal() or int(value) == 0:
                raise ValueError(f"DURATIONS: {part!r} is not one of {sorted(known)} = number")
            changed[name] = int(value)
        return replace(cls(), **changed)


class Kind(StrEnum):
    """How a room came about; what differs is in `Policy`."""

    CLUB = "club"
    FRIEND = "friend"
    QUICK = "quick"
    RANKED = "ranked"


@dataclass(frozen=True, slots=True)
class Policy:
    """What one kind of room allows. Times in milliseconds."""

    kind: Kind
    durations: Durations
    """The site's waiting times, for what does not differ between kinds."""
    admits: Literal["anyone", "whoever has the link", "registered"]
    sits_by_choice: bool
    """People sit down by themselves; otherwise the server fills both seats."""
    host_powers: bool
    """A host starts, pauses, resumes, ends, adds a bot and hands the role over."""
    bots: bool
    rated: bool
    absence_ms: int
    unattended_ms: int
    """Closes after so long with nobody there and no game begun."""
    empty_pauses: bool
    """With nobody there a game pauses and its room closes; otherwise its clock runs on."""
    empty_ms: int
    """Closes after so long with nobody there: paused (empty_pauses), or after the result."""
    no_show_voids: bool
    """A side that loses before its own first disc didn't turn up: the game is void."""


def policy_of(kind: Kind, durations: Durations) -> Policy:
    """Return the rules of `kind` with the site's durations. This is the table of the kinds."""
    if kind is Kind.CLUB:
        return Policy(
            kind=kind,
            durations=durations,
            admits="anyone",
            sits_by_choice=True,
            host_powers=True,
            bots=True,
            rated=False,
            absence_ms=durations.absence_ms,
            unattended_ms=durations.empty_ms,
            empty_pauses=True,
            empty_ms=durations.empty_ms,
            no_show_voids=False,
        )
    friend, ranked = kind is Kind.FRIEND, kind is Kind.RANKED
    return Policy(
        kind=kind,
        durations=durations,
        admits="whoever has the link" if friend else "registered" if ranked else "anyone",
        sits_by_choice=False,
        host_powers=False,
        bots=False,
        rated=ranked,
        absence_ms=durations.short_absence_ms,
        unattended_ms=durations.invitation_ms if friend else durations.empty_ms,
        empty_pauses=False,
        empty_ms=durations.empty_ms,
        no_show_voids=not friend,
    )
