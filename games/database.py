"""Database work from coroutines: a small pool of threads, so that one slow query stops nobody.

SQLite has one writer at a time, and waiting for it in line beats waiting for its lock.
"""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")

_pool = ThreadPoolExecutor(
    max_workers=1 if connection.vendor == "sqlite" else 8, thread_name_prefix="database"
)


def in_database(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Return `function` as a coroutine function that runs in one of the database's threads."""
    wrapped: Callable[P, Coroutine[Any, Any, R]] = database_sync_to_async(
        function, thread_sensitive=False, executor=_pool
    )
    return wrapped
