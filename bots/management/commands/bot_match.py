"""`manage.py bot_match`: two players, many games."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.engine import LEVELS
from bots.match import Terms, play_match
from bots.players import Forfeit, player_named
from bots.tally import summary

_PROGRESS_PAIRS = 10
_LONGEST_ANSWER_S = 3600


class Command(BaseCommand):
    """Prints forfeits and progress as they come, and the result last."""

    help = "Play a match between two levels or GTP programs, every opening with both colours."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the players and the terms."""
        player = f"a level ({', '.join(LEVELS)}) or the command line of a GTP program, in quotes"
        parser.add_argument("first", help=player)
        parser.add_argument("second", help=player)
        parser.add_argument("--games", type=int, default=100, help="an even number (100)")
        parser.add_argument("--openings", type=int, help="different ones (half the games)")
        parser.add_argument("--seed", type=int, default=1, help="of openings and levels (1)")
        parser.add_argument("--seconds", type=float, default=30, help="for an answer by GTP (30)")
        parser.add_argument("--jobs", type=int, default=1, help="processes that play (1)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play."""
        games, jobs = options["games"], options["jobs"]
        pairs = games // 2
        openings = pairs if options["openings"] is None else options["openings"]
        if games < 2 or games % 2 or not 1 <= openings <= pairs or jobs < 1:
            raise CommandError("Games come in pairs, with an opening for one or more pairs.")
        if not 0 < options["seconds"] <= _LONGEST_ANSWER_S:
            raise CommandError("A program needs some seconds for an answer, an hour at most.")
        terms = Terms(
            options["first"],
            options["second"],
            pairs,
            openings,
            options["seed"],
            options["seconds"],
        )
        for name in (terms.first, terms.second):
            _rehearse(name, terms)
        self.stdout.write(f"{terms.first} against {terms.second}: {games} games")
        played = []
        for pair in play_match(terms, jobs):
            played.append(pair)
            for number, game in enumerate(pair, start=2 * len(played) - 1):
                if game.forfeit:
                    self.stdout.write(f"game {number} forfeited: {game.forfeit}")
            if len(played) % _PROGRESS_PAIRS == 0 and len(played) < pairs:
                self.stdout.write(f"after {2 * len(played)}: {summary(played, openings)}")
            self.stdout.flush()
        self.stdout.write(summary(played, openings))


def _rehearse(name: str, terms: Terms) -> None:
    """A level misspelt, or a program that can't play at all, loses no match: none begins."""
    player = player_named(name, terms.move_s)
    try:
        player.new_game(terms.seed)
    except Forfeit as forfeit:
        raise CommandError(
            f"{name!r} {forfeit.reason}. Name a level ({', '.join(LEVELS)}) or a GTP program."
        ) from forfeit
    finally:
        player.close()
