"""Rooms and people for the bots' tests."""

from tests.games.conftest import open_table, people, table

__all__ = ["open_table", "people", "table"]
