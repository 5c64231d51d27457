"""What `manage.py serve` settles before it starts anything. Each refusal is a CommandError."""

import errno
import fcntl
import hashlib
import os
import socket
from pathlib import Path
from typing import TextIO

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor


def claim(data_dir: Path) -> TextIO:
    """Make sure that nobody else serves from `data_dir`, for as long as the answer stays open."""
    lock = (data_dir / "serve.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        owner = lock.read().strip() or "unknown"
        raise CommandError(
            f"The site already runs on {data_dir} (process {owner}). "
            "Stop it, or choose another folder with DATA_DIR."
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    It is opened here and handed to the web server, so that it outlives a web server that dies:
    who connects meanwhile waits a moment instead of being turned away.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} on {host} is taken by another program. "
                f"Stop that, or choose another port: PORT={port + 1} make run"
            ) from None
        raise CommandError(f"Can't listen on {host}, port {port}: {error.strerror}.") from None


def require_migrations() -> None:
    """Refuse to serve from a database that lacks a migration or can't be reached."""
    connection = connections["default"]
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise CommandError(f"The database can't be used: {error}") from None
    finally:
        connection.close()
        close_pool = getattr(connection, "close_pool", None)
        if close_pool is not None:
            close_pool()
    if missing:
        first = missing[0][0]
        raise CommandError(
            f"The database lacks {len(missing)} migrations, {first.app_label}.{first.name} first. "
            "Run `manage.py migrate` (`make run` does)."
        )


def collect_static() -> None:
    """Bring STATIC_ROOT up to date, if a static file changed since the last time."""
    stamp = settings.DATA_DIR / "static.stamp"
    current = _static_fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.exists() and stamp.exists() and stamp.read_text() == current:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(current)


def _static_fingerprint() -> str:
    """Digest name, size and time of every static file, and what decides how they are stored."""
    digest = hashlib.sha256()
    digest.update(repr((django.VERSION, settings.STORAGES)).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = os.stat(storage.path(name))
            digest.update(f"{name}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
