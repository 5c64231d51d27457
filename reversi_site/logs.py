"""How the log reads."""

import asyncio
import logging


class OneLine(logging.Filter):
    """Cuts the traceback of what isn't a bug of anybody: a broker that is away, told in a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, with the error in its place."""
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            record.msg = f"{record.getMessage()} ({type(error).__name__}: {error})"
            record.args = ()
        record.exc_info = record.exc_text = None
        return True


class NoHangUps(logging.Filter):
    """Leaves out requests that were cancelled: visitors hang up, which is nobody's error."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop what tells of a cancelled task, which asyncio takes for a forgotten exception."""
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
