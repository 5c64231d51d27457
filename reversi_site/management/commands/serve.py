"""`manage.py serve`: the whole site from one command, until Ctrl-C.

It runs what production runs: broker, web server, two workers and beat, under one supervisor.
"""

import http.client
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.core.management import BaseCommand, CommandError

from games.limits import MAX_MESSAGE_BYTES
from reversi_site import broker, preflight
from reversi_site.supervisor import Program, Signals, Supervisor

LOOPBACK = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to knock when the site listens on every address."""
PROBE_S = 0.5
"""How long one look whether something answers may take."""


class Command(BaseCommand):
    """Refuses what can't work, then hands the programs to the supervisor."""

    help = "Runs the whole site: broker, web server, workers and beat."

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until a signal says stop."""
        with Signals() as signals, preflight.claim(settings.DATA_DIR):
            preflight.require_migrations()
            with preflight.listen(settings.HOST, settings.PORT) as listener:
                preflight.collect_static()
                supervisor = Supervisor(
                    programs(listener.fileno()), environment(), signals, self._say
                )
                supervisor.run(http_answers, self._announce)

    def _say(self, message: str) -> None:
        self.stderr.write(message, str)

    def _announce(self) -> None:
        self.stdout.write(f"{settings.SITE_NAME} is at {settings.PUBLIC_URL}")
        self.stdout.flush()


def environment() -> dict[str, str]:
    """Return what the programs get: this environment, and the code wherever they are started."""
    path = os.pathsep.join(filter(None, [str(settings.BASE_DIR), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}


def programs(listener: int) -> list[Program]:
    """Return the programs in the order in which they start; `listener` is the web server's."""
    embedded = [broker_program()] if settings.EMBEDDED_BROKER else []
    return [*embedded, web_program(listener), worker_program(), bots_program(), beat_program()]


def broker_program() -> Program:
    """Return the embedded broker, which logs to a file of its own."""
    try:
        command = broker.server_command(settings.DATA_DIR)
    except broker.BrokerMissing as error:
        raise CommandError(str(error)) from None
    log = Path(settings.DATA_DIR) / "broker.log"
    return Program("broker", [*command, "--logfile", str(log)], ready=broker_answers)


def web_program(listener: int) -> Program:
    """Return Daphne on a socket that listens already.

    A page's own ping comes every four seconds and says who is there; the protocol's only finds
    dead connections and is kept far from it. Forwarded addresses are believed only where the
    public address says that a proxy stands in front.
    """
    behind_proxy = settings.SECURE_PROXY_SSL_HEADER is not None
    return Program(
        "web server",
        [
            *(sys.executable, "-m", "reversi_site.web", "--verbosity", "0", "--no-server-name"),
            *("--fd", str(listener)),
            *("--ping-interval", "60", "--ping-timeout", "120"),
            *("--http-timeout", "60", "--application-close-timeout", "5"),
            *("--websocket-max-message-size", str(MAX_MESSAGE_BYTES)),
            *("--websocket-max-frame-size", str(MAX_MESSAGE_BYTES)),
            *(["--proxy-headers"] if behind_proxy else []),
            "reversi_site.asgi:application",
        ],
        pass_fds=[listener],
    )


def worker_program() -> Program:
    """Return the worker for what is short and must not wait: the sweep, and swaps of seats."""
    return Program("worker", worker("clock", 1))


def bots_program() -> Program:
    """Return the worker that thinks. It steps back for everything else that wants the processor."""
    return Program("bots", ["nice", "-n", "5", *worker("bots", min(4, os.cpu_count() or 1))])


def worker(queue: str, processes: int) -> list[str]:
    """Return how to run a worker for one queue."""
    return [
        *celery("worker", "--queues", queue, "--pool", "prefork"),
        *("--concurrency", str(processes)),
        # What these say to other workers nobody here listens to; without them it starts sooner.
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("--hostname", f"{queue}@%h"),
    ]


def beat_program() -> Program:
    """Return the clock that asks for a sweep about twice a second."""
    return Program("beat", celery("beat"))


def celery(command: str, *options: str) -> list[str]:
    """Return how to run a Celery program that speaks up only when something is wrong."""
    return [
        sys.executable,
        # Celery warns root about pickled messages; JSON is all that is accepted here.
        *("-W", "ignore:You're running the worker with superuser privileges"),
        *("-m", "celery", "--app", "reversi_site", "--quiet"),
        *(command, "--loglevel", "WARNING", *options),
    ]


def broker_answers() -> bool:
    """Return whether the broker answers a PING (it doesn't while it reads what it had stored)."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PROBE_S) as client:
        try:
            return bool(client.ping())
        except (redis.RedisError, OSError):
            return False


def http_answers() -> bool:
    """Return whether the site answers a request with anything but an error of its own."""
    host = LOOPBACK.get(settings.HOST, settings.HOST)
    connection = http.client.HTTPConnection(host, settings.PORT, timeout=PROBE_S)
    try:
        connection.request("HEAD", "/", headers={"Host": urlsplit(settings.PUBLIC_URL).netloc})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
