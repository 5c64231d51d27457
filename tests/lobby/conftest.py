"""Rooms and people for the lobby's tests."""

from tests.games.conftest import open_table, people, playing, table

__all__ = ["open_table", "people", "playing", "table"]
