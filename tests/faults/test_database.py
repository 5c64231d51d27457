"""A database that ends its connections, as it does when it is restarted (Postgres only)."""

import os
from contextlib import ExitStack

import psycopg
import pytest

from tests.faults.tables import Table
from tests.live.replay import real_games

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has no server"
)


def end_connections(url: str) -> None:
    """End everybody else's connections to this database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_game_goes_on_when_the_database_has_ended_all_connections(serve_site):
    site = serve_site()
    with ExitStack() as tabs:
        table = Table(site.url, tabs, real_games()[0].squares)
        table.play(2)
        for _ in range(3):
            end_connections(site.environment["DATABASE_URL"])
            table.play(2)
        assert "agree with their moves" in site.manage("verify_games")
