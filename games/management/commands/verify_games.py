"""`manage.py verify_games`: replay every stored game against its rows."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import faults, room_faults
from games.models import Game, Room


class Command(BaseCommand):
    """Prints what disagrees, one line each, and fails if anything does."""

    help = "Replay every stored game and print whatever its rows disagree on."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check all games, then all rooms."""
        found = 0
        games = Game.objects.order_by("pk")
        for game in games.iterator(chunk_size=500):
            for fault in faults(game):
                found += 1
                self.stdout.write(f"game {game.pk}: {fault}")
        for room in Room.objects.order_by("pk").iterator(chunk_size=500):
            for fault in room_faults(room.pk):
                found += 1
                self.stdout.write(f"room {room.code}: {fault}")
        if found:
            raise CommandError(f"{found} faults in {games.count()} games")
        self.stdout.write(f"{games.count()} games agree with their moves")
