"""How a Celery worker waits for a broker that is away."""

from functools import partial
from typing import Any

from celery.worker.consumer import Consumer

TRY_EVERY_S = 1.0
"""Flags wait for the worker: after an outage it must be back at once, however long that was.

Celery's own pauses grow to half a minute, and no setting shortens them.
"""


class PromptConsumer(Consumer):  # type: ignore[misc]
    """Tries to reach the broker once a second."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect, however often it takes."""
        conn.ensure_connection = partial(
            conn.ensure_connection,
            interval_start=TRY_EVERY_S,
            interval_step=0,
            interval_max=TRY_EVERY_S,
        )
        return super().ensure_connected(conn)
