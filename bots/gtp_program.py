"""A program that speaks GTP, as a process: one question, one answer, within a time."""

import contextlib
import os
import re
import selectors
import shlex
import subprocess
import time

_ANSWER_LIMIT = 1 << 16
"""Bytes. No answer that is asked for here is anywhere near as long."""
_QUIT_S = 1.0
_ANSWER = re.compile(r"(?P<mark>[=?])(?P<number>[0-9]*)(?P<text>(\s.*)?)", re.DOTALL)


class Broken(Exception):
    """The program has ended, is silent, or speaks something else. It is of no more use."""


class Refused(Exception):
    """The program answered a command with an error, which is the message."""


class GtpProgram:
    """A running program. Raises Broken if it can't be started."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
        except (OSError, ValueError, IndexError) as error:
            raise Broken(f"can't be started: {error}") from error
        assert self._process.stdin and self._process.stdout
        self._asked = 0
        self._received = b""
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._from.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._from, selectors.EVENT_READ)

    def ask(self, command: str, limit_s: float) -> str:
        """The answer to a command. Raises Refused or Broken."""
        # By the number, which the program must repeat, an answer can't be taken for another's.
        self._asked += 1
        try:
            self._to.write(f"{self._asked} {command}\n".encode())
        except OSError:
            raise Broken(f"ended before {command!r}") from None
        answer = self._read(command, limit_s)
        parts = _ANSWER.fullmatch(answer)
        if parts is None or parts["number"] != str(self._asked):
            raise Broken(f"answered {command!r} with {answer[:40]!r}")
        text = parts["text"].strip()
        if parts["mark"] == "?":
            raise Refused(text)
        return text

    def _read(self, command: str, limit_s: float) -> str:
        """Everything up to an empty line. What follows it is kept for the next time."""
        deadline_s = time.monotonic() + limit_s
        while True:
            # Empty lines before an answer are none of its.
            self._received = self._received.replace(b"\r", b"").lstrip(b"\n")
            if b"\n\n" in self._received:
                answer, _, self._received = self._received.partition(b"\n\n")
                return answer.decode(errors="replace")
            if len(self._received) > _ANSWER_LIMIT:
                raise Broken(f"never ends its answer to {command!r}")
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or not self._selector.select(left_s):
                raise Broken(f"gave no answer to {command!r} within {limit_s:g} s")
            more = self._from.read(4096)
            if not more:
                raise Broken(f"ended at {command!r}")
            self._received += more

    def close(self) -> None:
        """End the program, kindly at first."""
        with contextlib.suppress(OSError):
            self._to.write(b"quit\n")
            self._to.close()
        try:
            self._process.wait(_QUIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._selector.close()
        self._from.close()
