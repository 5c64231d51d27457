"""The engine: pure Python, no framework, and no clock."""

from bots.engine.reference import LEVELS, Level, choose

__all__ = ["LEVELS", "Level", "choose"]
