"""A real site, run by `manage.py serve` as a process of its own."""

import contextlib
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

from tests import processes
from tests.backends import ROOT

START_S = 60.0
"""Long enough for a machine that is busy with other things; a start takes a few seconds."""
STOP_S = 45.0
NAMES = {
    "-m reversi_site.web": "web server",
    "--queues clock": "worker",
    "--queues bots": "bots",
    "--quiet beat": "beat",
    "unixsocket:": "broker",
}
"""What tells the programs apart, in their command lines."""


def free_port() -> int:
    """Return a port on loopback that nobody listens on at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class SiteDied(RuntimeError):
    """`serve` ended before it answered; the message is what it printed."""


class Site:
    """A site with a folder, a database, a broker and a port of its own."""

    def __init__(self, data_dir: Path, environment: dict[str, str]) -> None:
        self.data_dir = data_dir
        self.port = int(environment.get("PORT") or free_port())
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            **environment,
            "DATA_DIR": str(data_dir),
            "PORT": str(self.port),
        }
        self.root = ROOT
        """Where its code is: another folder is another build."""
        self.output: list[str] = []
        self._told = 0
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        """The supervisor. Only while there is one."""
        assert self._process is not None, "not started"
        return self._process

    @property
    def pid(self) -> int:
        return self.process.pid

    def launch(self) -> None:
        """Start it, without waiting for anything."""
        self._process = subprocess.Popen(
            [sys.executable, str(self.root / "manage.py"), "serve"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.output, self._told, self._lines = [], 0, queue.Queue()
        reading = (self._process, self.output, self._lines)
        threading.Thread(target=_read, args=reading, daemon=True).start()

    def start(self) -> Self:
        """Start it and wait until it says that it answers. Raises SiteDied."""
        self.launch()
        try:
            self.wait_for_output(f"is at {self.url}", START_S)
        except BaseException:
            self.stop()
            raise
        return self

    def wait_for_output(self, text: str, timeout_s: float = 30.0) -> str:
        """Return the next line with `text` in it. Raises SiteDied or TimeoutError."""
        deadline_s = time.monotonic() + timeout_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline_s - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"no {text!r} in: {''.join(self.output)}") from None
            if line is None:
                raise SiteDied("".join(self.output))
            if text in line:
                return line

    def news(self) -> str:
        """Return what it printed since this was last asked."""
        self._told, before = len(self.output), self._told
        return "".join(self.output[before : self._told])

    def stop(self, signum: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop, as Ctrl-C does, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signum)
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def end(self) -> None:
        """Stop it if it runs, and kill whatever is left of it."""
        if self._process is not None:
            self.stop()
        for pid in self.everything():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def manage(self, *arguments: str) -> str:
        """Run manage.py against this site and return what it printed; an error raises."""
        done = subprocess.run(
            [sys.executable, str(self.root / "manage.py"), *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def everything(self) -> set[int]:
        """Return every process of this site: the supervisor, its programs, their children."""
        return processes.of_site(self.data_dir)

    def children(self) -> dict[str, int]:
        """Return the programs that run now, by name."""
        found: dict[str, int] = {}
        for pid in self.everything():
            command = processes.command_of(pid)
            if processes.parent_of(pid) == self.pid:
                found.update({name: pid for mark, name in NAMES.items() if mark in command})
        return found


def _read(
    process: subprocess.Popen[str], output: list[str], lines: queue.Queue[str | None]
) -> None:
    """Keep a site's output until it ends; None marks the end."""
    assert process.stdout is not None
    for line in process.stdout:
        output.append(line)
        lines.put(line)
    lines.put(None)
