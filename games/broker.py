"""Connections to the broker for what is neither a queue nor a frame: presence and ticks."""

import functools
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

_OPTIONS: Any = {"decode_responses": True, "socket_timeout": 3, "socket_connect_timeout": 3}
"""A broker that doesn't answer in time counts as away."""

CONNECTIONS = 16
"""Of one web process, for presence."""
IN_LINE_S = 3

AWAY = (redis.RedisError, OSError)
"""What is raised when the broker is away."""


@functools.cache
def client() -> redis.Redis:
    """Return the client of this process's threads: the sweep, the views, the ticker."""
    return redis.Redis.from_url(settings.REDIS_URL, **_OPTIONS)


def async_client() -> redis.asyncio.Redis:
    """Return a client for the event loop of a web process.

    When many come at once, they wait in line for a connection: refused one, each would look like a
    heartbeat that was never sent.
    """
    pool = redis.asyncio.BlockingConnectionPool.from_url(
        settings.REDIS_URL, max_connections=CONNECTIONS, timeout=IN_LINE_S, **_OPTIONS
    )
    return redis.asyncio.Redis(connection_pool=pool)
