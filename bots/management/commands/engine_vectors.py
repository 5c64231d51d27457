"""`manage.py engine_vectors`: write what other implementations of the engine are held to."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bots.vectors import as_json, move_vectors, position_vectors


class Command(BaseCommand):
    """Overwrites two files."""

    help = "Write engine_positions.json and engine_moves.json."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to."""
        parser.add_argument("directory", type=Path, help="such as tests/fixtures")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write both."""
        directory: Path = options["directory"]
        for name, vectors in (
            ("engine_positions.json", position_vectors()),
            ("engine_moves.json", move_vectors()),
        ):
            (directory / name).write_text(as_json(vectors))
            self.stdout.write(f"wrote {directory / name}")
