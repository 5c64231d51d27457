"""`manage.py gtp`: the engine for GTP front ends and referees."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from bots.engine import LEVELS
from bots.gtp import Gtp

LINE_BYTES = 4096
"""What is beyond is dropped: no command is nearly as long."""


class Command(BaseCommand):
    """Answers on standard output what comes in on standard input, until `quit` or its end."""

    help = "Play Othello over the Go Text Protocol, version 2."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the level and the seed."""
        parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1])
        parser.add_argument("--seed", type=int, default=1, help="chooses among equal moves (1)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Converse."""
        gtp = Gtp(options["level"], options["seed"])
        try:
            for line in _lines(sys.stdin.buffer):
                self.stdout.write(gtp.answer(line), ending="")
                self.stdout.flush()
                if gtp.finished:
                    return
        except KeyboardInterrupt:
            pass
        except BrokenPipeError:
            # Nobody reads any more. Python would say so once more when it flushes at its end.
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _lines(source: BinaryIO) -> Iterator[str]:
    """Lines of any bytes at all, cut to a length that fits in memory."""
    while line := source.readline(LINE_BYTES):
        rest = line
        while len(rest) == LINE_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(LINE_BYTES)
        yield line.decode(errors="replace")
