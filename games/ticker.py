"""A web process says about once a second that it serves (`games.uptime`).

It does so only after having reached the broker: without it no move reaches the opponent; and, where
something could not be stored, only after having written.
"""

import logging
import threading

from django.conf import settings
from django.db import Error, close_old_connections

from games import uptime
from games.broker import AWAY
from games.clocks import now_ms

logger = logging.getLogger(__name__)


class Ticker:
    """The heartbeat of a web process, in a thread of its own."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._last_ms = 0

    def start(self) -> None:
        """Begin to tick; the first tick comes before this process serves anybody."""
        if self._thread is None:
            self._tick()
            self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
            self._thread.start()

    def serving(self) -> bool:
        """Return whether this process has ticked lately, and has stored all it had to.

        While it hasn't, nothing may be decided: the outage that is going on is not yet known to
        the writer, and a flag could fall in it.
        """
        return uptime.certain() and now_ms() - self._last_ms <= settings.DURATIONS.outage_ms

    def _run(self) -> None:
        while True:
            uptime.doubted.wait(settings.DURATIONS.tick_ms / 1000)
            uptime.doubted.clear()
            self._tick()

    def _tick(self) -> None:
        try:
            at_ms = now_ms()
            uptime.tick(at_ms, self._last_ms)
            self._last_ms = at_ms
        except (*AWAY, Error) as error:
            logger.warning("Not serving: %s", error)
        finally:
            close_old_connections()


ticker = Ticker()
