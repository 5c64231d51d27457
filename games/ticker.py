"""A web process says about once a second that it serves (`games.uptime`).

It does so only after having reached the broker: without it no move reaches the opponent.
"""

import asyncio
import logging
from typing import Any

import redis.exceptions
from django.conf import settings
from django.db import DatabaseError

from games import uptime
from games.clocks import now_ms
from games.database import in_database
from games.presence import async_client

logger = logging.getLogger(__name__)


class Ticker:
    """The heartbeat of a web process. Belongs to its event loop."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._last_ms = 0
        self._ticking = asyncio.Lock()
        self._broker: Any = None

    async def ensure(self) -> bool:
        """Start ticking if that isn't done yet; return whether the site serves at this moment.

        Called before anything is decided: after an outage the first tick comes before the first
        command, so that no deadline is missed for the outage's sake.
        """
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        if now_ms() - self._last_ms > settings.DURATIONS.outage_ms / 2:
            await self._tick()
        return now_ms() - self._last_ms <= settings.DURATIONS.outage_ms

    async def _run(self) -> None:
        while True:
            await self._tick()
            await asyncio.sleep(settings.DURATIONS.tick_ms / 1000)

    async def _tick(self) -> None:
        async with self._ticking:
            if now_ms() - self._last_ms < settings.DURATIONS.tick_ms / 2:
                return
            try:
                if self._broker is None:
                    self._broker = async_client()
                await self._broker.ping()
                at_ms = now_ms()
                await in_database(uptime.tick)(at_ms)
                self._last_ms = at_ms
            except (redis.exceptions.RedisError, OSError, DatabaseError) as error:
                logger.warning("Not serving: %s", error)


ticker = Ticker()
