"""A database that ends its connections, or that can be read but not written for a while."""

import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import psycopg
import pytest

from games.clocks import now_ms
from tests.faults.tables import Table
from tests.live.client import Refused
from tests.live.replay import real_games
from tests.processes import eventually
from tests.running import Site

on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
OUTAGE_MS = 1000
MOVES = real_games()[0].squares


def end_connections(url: str) -> None:
    """End everybody else's connections to this database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@contextmanager
def unwritable(site: Site) -> Iterator[None]:
    """Let nothing be stored: as on a full disk, or by a server that has become a copy."""
    if on_postgres:
        url = site.environment["DATABASE_URL"]
        try:
            _read_only(url, "= on")
            yield
        finally:
            _read_only(url, "= off")
        return
    try:
        _limit_files(site, 0)
        yield
    finally:
        _limit_files(site, resource.RLIM_INFINITY)


def _read_only(url: str, setting: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        name = psycopg.sql.Identifier(connection.info.dbname)
        change = f"ALTER DATABASE {{}} SET default_transaction_read_only {setting}"
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(psycopg.sql.SQL(change).format(name))
    end_connections(url)


def _limit_files(site: Site, size: int) -> None:
    """What the site's programs write to files beyond so many bytes fails."""
    for pid in site.everything() - {site.pid, site.children()["broker"]}:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not on_postgres, reason="SQLite has no server")
def test_a_game_goes_on_when_the_database_has_ended_all_connections(serve_site):
    site = serve_site()
    with ExitStack() as tabs:
        table = Table(site.url, tabs, MOVES)
        table.play(2)
        for _ in range(3):
            end_connections(site.environment["DATABASE_URL"])
            table.play(2)
        assert "agree with their moves" in site.manage("verify_games")


def test_nobody_is_charged_for_the_time_in_which_nothing_could_be_stored(serve_site):
    site = serve_site(ACTION_SECONDS="5", DURATIONS=f"outage_ms={OUTAGE_MS},tick_ms=200")
    with ExitStack() as tabs:
        table = Table(site.url, tabs, MOVES, seconds=5)
        table.play(1)
        playing = table.eve.sees(lambda room: room["game"]["ply"] == 1)
        deadline_ms = playing["at"] + playing["game"]["clock"]["light"]["action_ms"]
        with unwritable(site):
            tried_ms = now_ms()
            with pytest.raises(Refused) as refused:
                table.light.tab.place(MOVES[1])
            assert refused.value.code == "unavailable"
            assert eventually(lambda: now_ms() > deadline_ms + OUTAGE_MS)
        told = table.eve.sees(lambda room: room["notice"])
        assert told["phase"] == "playing"
        assert told["notice"]["ms"] >= deadline_ms + OUTAGE_MS - tried_ms
        table.play(2)
        table.meet()
        assert "agree with their moves" in site.manage("verify_games")
