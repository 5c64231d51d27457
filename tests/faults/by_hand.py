"""The programs of a site, each started by hand, as in production: nothing restarts the dead.

Two web servers, so that what one of them has stored has to reach the viewers of the other.
"""

import subprocess
from collections.abc import Callable
from types import TracebackType
from typing import Self

import httpx
import redis

from reversi_site.broker import server_command, socket_path
from reversi_site.management.commands import serve
from reversi_site.processes import end_group, spawn
from tests import backends
from tests.processes import eventually
from tests.running import Site, free_port

WEB, SECOND_WEB, WORKER, BEAT, BROKER = (
    *("web server", "second web server"),
    *("worker", "beat", "broker"),
)


class ByHand:
    """Five processes and who started them. `site` is one that was made ready, but not started."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.redis_url = f"unix://{socket_path(site.data_dir)}"
        site.environment.update(REDIS_URL=self.redis_url, PYTHONUNBUFFERED="1")
        site.environment["PYTHONPATH"] = str(backends.ROOT)
        self.ports = {WEB: site.port, SECOND_WEB: free_port()}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        if not (self.site.data_dir / "static").exists():
            self.site.manage("collectstatic", "--noinput", "--verbosity=0")
        self.start(BROKER)
        for name in (WEB, SECOND_WEB, WORKER, BEAT):
            self.launch(name)
        for name in (WEB, SECOND_WEB, WORKER, BEAT):
            self.wait_for(name)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name in list(self._running):
            self.kill(name)

    def url(self, name: str = WEB) -> str:
        """Return the address of a web server."""
        return f"http://127.0.0.1:{self.ports[name]}"

    def kill(self, name: str) -> None:
        """kill -9, with the processes it has forked, as a supervisor of any kind does."""
        end_group(self._running.pop(name))

    def start(self, name: str) -> None:
        """Start a program and wait until it does its work."""
        self.launch(name)
        self.wait_for(name)

    def launch(self, name: str) -> None:
        """Start a program."""
        self._running[name] = spawn(self._command(name), self.site.environment)

    def wait_for(self, name: str) -> None:
        """Wait until a program does its work."""
        works: dict[str, Callable[[], bool]] = {
            BROKER: lambda: backends.answers(self.redis_url),
            WORKER: lambda: self._says_to_the_broker("brpop"),
            BEAT: lambda: self._says_to_the_broker("lpush"),
        }
        ready = works.get(name, lambda: self._answers(name))
        assert eventually(ready, 60), f"the {name} does not work"

    def _command(self, name: str) -> list[str]:
        if name == BROKER:
            log = self.site.data_dir / "broker.log"
            return [*server_command(self.site.data_dir), "--logfile", str(log)]
        if name == WORKER:
            return list(serve.worker_program().command)
        if name == BEAT:
            return list(serve.beat_program().command)
        command = list(serve.web_program(0).command)
        at = command.index("--fd")  # `serve` has a socket that listens already; here it doesn't.
        command[at : at + 2] = ["--bind", "127.0.0.1", "--port", str(self.ports[name])]
        return command

    def _answers(self, name: str) -> bool:
        try:
            return httpx.head(self.url(name), timeout=5).status_code < 500
        except httpx.HTTPError:
            return False

    def _says_to_the_broker(self, command: str) -> bool:
        """Whether a process that was started after the last one died talks to the broker."""
        with redis.Redis.from_url(self.redis_url) as broker:
            return any(line["cmd"] == command for line in broker.client_list())
