"""Clocks as values: a limit for each action, a total for each player, or both.

Every instant is an argument in milliseconds; nothing here reads the time. One clock serves both
players of a game, because only the side to move uses up time.
"""

from dataclasses import dataclass, replace
from typing import Self

from games.rules.board import Side


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What each player may use, in milliseconds; None means no such limit."""

    action_ms: int | None = None
    total_ms: int | None = None

    def __post_init__(self) -> None:
        for limit in (self.action_ms, self.total_ms):
            if limit is not None and limit <= 0:
                raise ValueError(f"a limit is a positive number of milliseconds, not {limit}")


@dataclass(frozen=True, slots=True)
class Clock:
    """The state of a game's clock.

    `side` is the side whose action it is. `spent_ms` is what that action had used when the clock
    last started or stopped; `since_ms` is when it started, None while it stands. `totals_ms` are
    (dark, light): what was left of each total before this action.
    """

    control: TimeControl
    side: Side
    spent_ms: int = 0
    since_ms: int | None = None
    totals_ms: tuple[int, int] | None = None

    @classmethod
    def first(cls, control: TimeControl, side: Side, now_ms: int) -> Self:
        """Return the running clock of a new game: the whole of every limit is left."""
        total = control.total_ms
        totals = None if total is None else (total, total)
        return cls(control, side, since_ms=now_ms, totals_ms=totals)

    @property
    def running(self) -> bool:
        """Whether time is being used up."""
        return self.since_ms is not None

    def spent(self, now_ms: int) -> int:
        """Return what the present action has used by `now_ms`, pauses left out."""
        if self.since_ms is None:
            return self.spent_ms
        return self.spent_ms + max(0, now_ms - self.since_ms)

    def action_left(self, side: Side, now_ms: int) -> int | None:
        """Return what is left of the limit for the action, ≥ 0; the whole of it for who waits."""
        limit = self.control.action_ms
        if limit is None or side is not self.side:
            return limit
        return max(0, limit - self.spent(now_ms))

    def total_left(self, side: Side, now_ms: int) -> int | None:
        """Return what is left of the side's total, ≥ 0, or None without one."""
        if self.totals_ms is None:
            return None
        left = self.totals_ms[0 if side is Side.DARK else 1]
        return max(0, left - self.spent(now_ms)) if side is self.side else left

    def left(self, side: Side, now_ms: int) -> int | None:
        """Return what the side could still use now: the smaller of its limits, None without."""
        limits = (self.action_left(side, now_ms), self.total_left(side, now_ms))
        return min((limit for limit in limits if limit is not None), default=None)

    def flag_at(self) -> int | None:
        """Return the instant at which the side to move has run out of time.

        None while the clock stands, or without a limit. A move is in time up to and at it.
        """
        if self.since_ms is None:
            return None
        left = self.left(self.side, self.since_ms)
        return None if left is None else self.since_ms + left

    def stopped(self, now_ms: int) -> Self:
        """Return the clock standing since `now_ms`; what is left is kept to the millisecond."""
        return replace(self, spent_ms=self.spent(now_ms), since_ms=None)

    def started(self, now_ms: int) -> Self:
        """Return the clock running again from `now_ms`; one that runs is left as it is."""
        return self if self.running else replace(self, since_ms=now_ms)

    def next_action(self, side: Side, now_ms: int) -> Self:
        """Return the clock for a new action of `side`, the present one having ended at `now_ms`.

        The same side again (after a pass) is a new action with the whole of its limit.
        """
        totals = self.totals_ms
        if totals is not None:
            spent = self.spent(now_ms)
            dark, light = totals
            totals = (dark - spent, light) if self.side is Side.DARK else (dark, light - spent)
        return replace(self, side=side, spent_ms=0, since_ms=now_ms, totals_ms=totals)
