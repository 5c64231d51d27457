"""Keeps a list of programs running until it is told to stop, and then leaves none behind.

Knows nothing about Django or about what the programs do: `manage.py serve` names them.
"""

import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Self

from reversi_site.processes import end_group, how_it_ended, spawn

PATIENCE_S = 10.0
"""How long a program may take to stop by itself."""
SETTLED_S = 10.0
"""A program that dies sooner is started again after a pause, which grows each time."""
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
ONE_KEYPRESS_S = 0.3
"""Signals closer together than this count as one: some tools signal a process and its group."""


@dataclass(frozen=True, slots=True)
class Program:
    """One program to keep running."""

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] = lambda: True
    """Whether the next program may start. Called again and again: it must return soon."""
    pass_fds: Sequence[int] = ()


class Signals:
    """Counts the requests to stop, instead of dying of them, while the context lasts.

    `wait` sleeps until such a request comes, or a child's death, so nothing has to be polled for.
    """

    def __init__(self) -> None:
        self.requests = 0
        self._last_request_s = float("-inf")
        self._heard, self._rung = socket.socketpair()
        self._taken: list[signal.Signals] = []
        self._previous_wakeup = -1

    def __enter__(self) -> Self:
        for end in (self._heard, self._rung):
            end.setblocking(False)
        self._previous_wakeup = signal.set_wakeup_fd(self._rung.fileno(), warn_on_full_buffer=False)
        self._take(signal.SIGCHLD, lambda signum, frame: None)
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # nohup has SIGHUP ignored: that stays so.
            if signum != signal.SIGHUP or signal.getsignal(signum) != signal.SIG_IGN:
                self._take(signum, self._count)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A late request to stop must not end in a traceback: what it asks for is being done.
        for signum in self._taken:
            signal.signal(signum, signal.SIG_IGN if signum != signal.SIGCHLD else signal.SIG_DFL)
        signal.set_wakeup_fd(self._previous_wakeup)
        self._heard.close()
        self._rung.close()

    def wait(self, seconds: float) -> None:
        """Sleep, at most so long, until a signal arrives."""
        if select.select([self._heard], [], [], max(0.0, seconds))[0]:
            self._heard.recv(4096)

    def _take(
        self, signum: signal.Signals, handler: Callable[[int, FrameType | None], object]
    ) -> None:
        signal.signal(signum, handler)
        self._taken.append(signum)

    def _count(self, signum: int, frame: FrameType | None) -> None:
        now_s = time.monotonic()
        if now_s - self._last_request_s > ONE_KEYPRESS_S:
            self.requests += 1
        self._last_request_s = now_s


class Child:
    """A program and the process that runs it at the moment, if any."""

    def __init__(self, program: Program, environment: Mapping[str, str]) -> None:
        self.program = program
        self.due_s = 0.0
        """When it has to be started again; meaningful only while no process runs."""
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._started_s = 0.0
        self._pause_s = 0.0

    @property
    def running(self) -> bool:
        """Whether it has a process, as far as `death` has looked."""
        return self._process is not None

    def start(self) -> None:
        """Start a process for it. It must have none."""
        self._started_s = time.monotonic()
        self._process = spawn(
            self.program.command, self._environment, pass_fds=self.program.pass_fds
        )

    def death(self) -> str | None:
        """Return how the program ended, in words, and plan its next start; None if it runs."""
        process = self._process
        if process is None or process.poll() is None:
            return None
        end_group(process)
        self._process = None
        now_s = time.monotonic()
        if now_s - self._started_s >= SETTLED_S:
            self._pause_s = 0.0
        else:
            self._pause_s = min(max(self._pause_s * 2, FIRST_PAUSE_S), LONGEST_PAUSE_S)
        self.due_s = now_s + self._pause_s
        again = f"in {self._pause_s:g} s" if self._pause_s else "now"
        return f"{self.program.name} ended ({how_it_ended(process)}); starting it again {again}."

    def stop(self, signals: Signals) -> None:
        """End the program: let it finish what it is doing, unless a second request is made."""
        process = self._process
        if process is None:
            return
        process.terminate()
        deadline_s = time.monotonic() + PATIENCE_S
        while process.poll() is None and signals.requests < 2:
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                break
            signals.wait(left_s)
        end_group(process)
        self._process = None


class Supervisor:
    """Starts programs in order, starts again what dies, stops all in reverse."""

    def __init__(
        self,
        programs: Sequence[Program],
        environment: Mapping[str, str],
        signals: Signals,
        say: Callable[[str], object],
    ) -> None:
        self._children = [Child(program, environment) for program in programs]
        self._started: list[Child] = []
        self._signals = signals
        self._say = say

    def run(self, ready: Callable[[], bool], announce: Callable[[], object]) -> None:
        """Run the programs until a signal asks to stop; `announce` once all run and `ready`."""
        try:
            for child in self._children:
                if self._signals.requests:
                    return
                child.start()
                self._started.append(child)
                self._keep_running_until(child.program.ready)
            self._keep_running_until(ready)
            if not self._signals.requests:
                announce()
            self._keep_running()
        finally:
            self._say("Stopping.")
            for child in reversed(self._started):
                child.stop(self._signals)

    def _keep_running_until(self, ready: Callable[[], bool]) -> None:
        while not self._signals.requests and not ready():
            self._restart_the_dead()
            self._signals.wait(0.05)

    def _keep_running(self) -> None:
        while not self._signals.requests:
            self._restart_the_dead()
            waiting = [child.due_s for child in self._started if not child.running]
            # Signals cut the wait short; the hour only bounds it.
            self._signals.wait(min(waiting) - time.monotonic() if waiting else 3600.0)

    def _restart_the_dead(self) -> None:
        for child in self._started:
            death = child.death()
            if death is not None:
                self._say(death)
            if not child.running and child.due_s <= time.monotonic():
                child.start()
