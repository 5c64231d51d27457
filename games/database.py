"""Database work from coroutines: a few threads, each with a connection that it keeps.

SQLite has one writer at a time, and waiting for it in line beats waiting for its lock. On Postgres
a slow query stops nobody; more threads than these would only take the interpreter from each other.
Channels' own `database_sync_to_async` gives the connection back after each call: with a pool that
wakes another thread, and a move cost twice as much (docs/benchmarks.md).
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(
    max_workers=1 if connection.vendor == "sqlite" else 4, thread_name_prefix="database"
)
_failures = 0
"""Grows with each error of a connection; whoever connected before that connects anew."""
_of_thread = threading.local()


def in_database(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return `function` as a coroutine function that runs in one of the database's threads."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, lambda: _run(function, *args, **kwargs))

    return call


def _run(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    global _failures
    if getattr(_of_thread, "failures", 0) != _failures:
        connection.close()
        _of_thread.failures = _failures
    try:
        return function(*args, **kwargs)
    finally:
        if connection.errors_occurred and not connection.is_usable():
            # A server that went away took the other threads' connections with it.
            _failures += 1
        connection.errors_occurred = False
