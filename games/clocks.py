"""The shells' clock: the only place that reads the time."""

import time


def now_ms() -> int:
    """Return milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
