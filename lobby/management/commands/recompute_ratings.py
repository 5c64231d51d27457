"""`manage.py recompute_ratings`: every rating anew, from the first rated game on."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.core.policy import Kind
from games.core.state import Outcome, Reason
from games.models import Result
from games.rules.board import Side
from lobby.models import Rating, RatingChange
from lobby.ratings import rate_game, rated

STORED = ("rating_before", "deviation_before", "rating_after", "deviation_after")
TOLERANCE = 1e-6
AT_ONCE = 500


class Command(BaseCommand):
    """Plays the history of all ratings again; `--check` only says what differs."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the option."""
        parser.add_argument("--check", action="store_true", help="print differences, store nothing")

    def handle(self, *_: Any, check: bool, **__: Any) -> None:
        """Recompute in one transaction; a check undoes it at its end."""
        with transaction.atomic():
            before = {(row.game_id, row.person_id): row for row in RatingChange.objects.all()}
            games = list(_in_their_order())
            RatingChange.objects.all().delete()
            Rating.objects.all().delete()
            for number, (game_id, outcome) in enumerate(games, start=1):
                rate_game(game_id=game_id, outcome=outcome)
                if number % AT_ONCE == 0:
                    self.stderr.write(f"{number} of {len(games)} games")
            differences = list(_differences(before))
            if check:
                transaction.set_rollback(True)
        for line in differences:
            self.stdout.write(line)
        self.stdout.write(f"{len(games)} rated games, {len(differences)} differences")
        if check and differences:
            raise CommandError("The stored ratings are not those of the games.")


def _in_their_order() -> Iterator[tuple[int, Outcome]]:
    """Yield the games that count: as they were rated, those that were missed by their end."""
    order = dict(
        RatingChange.objects.order_by("-pk").values_list("game_id", "pk")  # the first one wins
    )
    results = Result.objects.filter(game__room__kind=Kind.RANKED.value)
    chosen = []
    for result in results.select_related("game__room", "game__dark", "game__light"):
        winner = Side(result.winner) if result.winner else None
        reason = Reason(result.reason)
        if rated(result.game, winner, reason) is not None:
            outcome = Outcome(winner, reason, result.dark, result.light)
            chosen.append((result.at_ms, order.get(result.game_id, 0), result.game_id, outcome))
    for _, _, game_id, outcome in sorted(chosen, key=lambda each: each[:3]):
        yield game_id, outcome


def _differences(before: dict[tuple[int, int], RatingChange]) -> Iterator[str]:
    after = {(row.game_id, row.person_id): row for row in RatingChange.objects.all()}
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        where = f"game {key[0]}, person {key[1]}"
        if old is None or new is None:
            yield f"{where}: {'rated, and does not count' if new is None else 'not rated'}"
            continue
        for name in STORED:
            stored, due = getattr(old, name), getattr(new, name)
            if abs(stored - due) > TOLERANCE:
                yield f"{where}: {name} is {stored:.4f}, should be {due:.4f}"
