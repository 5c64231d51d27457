"""Databases for the tests, each made for one user and removed after it.

With DATABASE_URL and REDIS_URL set, the servers they name are used, but nothing that was on them
before: a new database on Postgres, one of Redis's numbered databases that is empty.
"""

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
REDIS_DATABASES = 16
"""How many numbered databases a Redis has, unless configured otherwise."""
_taken: set[str] = set()


def answers(redis_url: str) -> bool:
    """Return whether a broker answers there."""
    with redis.Redis.from_url(redis_url, socket_timeout=1) as client:
        try:
            return bool(client.ping())
        except (redis.RedisError, OSError):
            return False


def claim_redis(server_url: str) -> str:
    """Return the address of an empty database on that server, for the caller alone."""
    base = urlsplit(server_url)
    # Of the processes that run tests side by side each looks among numbers of its own.
    first = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    step = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    for number in range(first, REDIS_DATABASES, step):
        url = base._replace(path=f"/{number}").geturl()
        with redis.Redis.from_url(url) as client:
            if url not in _taken and client.dbsize() == 0:
                _taken.add(url)
                return url
    raise RuntimeError(f"{base.hostname}:{base.port} has no empty database left.")


def release_redis(url: str) -> None:
    """Empty a claimed database and give it back."""
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    _taken.discard(url)


def migrate(environment: dict[str, str]) -> None:
    """Bring the database that `environment` names up to date. Raises RuntimeError."""
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"migrate: {done.stdout}{done.stderr}")


def share_static_files(source: Path, data_dir: Path) -> None:
    """Spare a new site the collecting of static files, if the one in `source` has done it."""
    stamp = source / "static.stamp"
    if stamp.exists():
        shutil.copytree(source / "static", data_dir / "static")
        shutil.copyfile(stamp, data_dir / stamp.name)


class Databases:
    """Makes databases with every table in them. Only the first is migrated, the rest are copies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server = os.environ.get("DATABASE_URL", "")
        self._template = ""
        self._made: list[str] = []

    def fresh(self, data_dir: Path) -> dict[str, str]:
        """Return the environment that names a new database, for a site that lives there."""
        if not self._server.startswith("postgres"):
            return self._fresh_sqlite(data_dir)
        if not self._template:
            self._template = self._create()
            migrate(self._environment(self._folder, self._url(self._template)))
        return {"DATABASE_URL": self._url(self._create(self._template))}

    def drop_all(self) -> None:
        """Remove what was made on a server; files go with their folder."""
        for name in reversed(self._made):
            self._run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), name)

    def _fresh_sqlite(self, data_dir: Path) -> dict[str, str]:
        if not self._template:
            self._template = str(self._folder / "template.sqlite3")
            migrate(self._environment(self._folder, f"sqlite:///{self._template}"))
        path = data_dir / "reversi.sqlite3"
        shutil.copyfile(self._template, path)
        return {"DATABASE_URL": f"sqlite:///{path}"}

    def _environment(self, data_dir: Path, url: str) -> dict[str, str]:
        return {**os.environ, "DATA_DIR": str(data_dir), "DATABASE_URL": url}

    def _create(self, template: str = "template1") -> str:
        name = f"reversi_tests_{secrets.token_hex(6)}"
        self._run(sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, template)
        self._made.append(name)
        return name

    def _url(self, name: str) -> str:
        return urlsplit(self._server)._replace(path=f"/{name}").geturl()

    def _run(self, statement: sql.SQL, *names: str) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(statement.format(*(sql.Identifier(name) for name in names)))
