"""What a registered person has played, as others may see it."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, Value, When

from games.core.policy import Kind
from games.core.state import Reason
from games.models import Game
from games.rules.board import Side
from lobby.models import RatingChange, User
from lobby.rooms import LEVEL_NAMES

RECENT = 20
OPPONENTS = 10
POINTS = 240
"""The graph has at most so many."""
FATES = ("won", "drawn", "lost")


class Tally(NamedTuple):
    """How often somebody won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games that were."""
        return self.won + self.drawn + self.lost

    def plus(self, fate: str, count: int) -> "Tally":
        """Return the tally with so many more of one fate."""
        return self._replace(**{fate: getattr(self, fate) + count})


class Record(NamedTuple):
    """Somebody's results against people, by kind of game and by colour, and against bots."""

    people: Tally
    ranked: Tally
    dark: Tally
    light: Tally
    bots: Tally


class Opponent(NamedTuple):
    """Somebody one has played with, and how that went."""

    person: User
    tally: Tally


class Played(NamedTuple):
    """One finished game from a person's side; without a `fate` it was neither won nor drawn."""

    game: Game
    side: Side
    opponent: User | None
    bot: str
    fate: str
    mine: int
    theirs: int


def finished(person: User, seen_by_all: bool = True) -> QuerySet[Game]:
    """Return a person's finished games, those of private rooms only to the person (SPEC 2.12)."""
    mine = Game.objects.filter(Q(dark=person) | Q(light=person), result__isnull=False)
    mine = mine.exclude(result__reason=Reason.VOID.value)
    if seen_by_all:
        made_by_queue = Q(room__kind__in=[Kind.QUICK.value, Kind.RANKED.value])
        mine = mine.filter(Q(room__listed=True) | made_by_queue)
    return mine


def _fate(side: str, winner: str, reason: str) -> str:
    if winner:
        return "won" if winner == side else "lost"
    return "drawn" if reason == Reason.DISCS.value else ""


def _grouped(games: QuerySet[Game], person: User, *more: str) -> Iterable[dict[str, object]]:
    side = Case(When(dark=person, then=Value("dark")), default=Value("light"))
    fields = ("side", "winner", "reason", *more)
    rows = games.annotate(side=side, winner=F("result__winner"), reason=F("result__reason"))
    grouped: Iterable[dict[str, object]] = (
        rows.order_by().values(*fields).annotate(count=Count("pk"))
    )
    return grouped


def record(games: QuerySet[Game], person: User) -> Record:
    """Count the results of these games."""
    bot = Case(When(Q(dark_bot="") & Q(light_bot=""), then=Value(False)), default=Value(True))
    counted = {name: Tally() for name in Record._fields}
    annotated = games.annotate(bot=bot, kind=F("room__kind"))
    for row in _grouped(annotated, person, "bot", "kind"):
        fate = _fate(str(row["side"]), str(row["winner"]), str(row["reason"]))
        if not fate:
            continue
        places = ["bots"] if row["bot"] else ["people", str(row["side"])]
        if row["kind"] == Kind.RANKED.value:
            places.append("ranked")
        for place in places:
            counted[place] = counted[place].plus(fate, int(str(row["count"])))
    return Record(**counted)


def opponents(games: QuerySet[Game], person: User) -> list[Opponent]:
    """Return who was played with most often, the most frequent first."""
    other = Case(When(dark=person, then=F("light")), default=F("dark"))
    tallies: dict[int, Tally] = {}
    number: Counter[int] = Counter()
    with_people = games.filter(dark__isnull=False, light__isnull=False).annotate(other=other)
    for row in _grouped(with_people, person, "other"):
        fate = _fate(str(row["side"]), str(row["winner"]), str(row["reason"]))
        pk, count = int(str(row["other"])), int(str(row["count"]))
        number[pk] += count
        if fate:
            tallies[pk] = tallies.get(pk, Tally()).plus(fate, count)
    chosen = [pk for pk, _ in sorted(number.items(), key=lambda each: (-each[1], each[0]))]
    rows = User.objects.in_bulk(chosen[:OPPONENTS])
    return [Opponent(rows[pk], tallies.get(pk, Tally())) for pk in chosen[:OPPONENTS]]


def recent(games: QuerySet[Game], person: User) -> list[Played]:
    """Return the newest games, the last one first."""
    rows = games.select_related("dark", "light", "result", "room").order_by("-ended_ms", "-pk")
    return [_played(game, person) for game in rows[:RECENT]]


def _played(game: Game, person: User) -> Played:
    side = Side.DARK if game.dark_id == person.pk else Side.LIGHT
    opponent, bot = (
        (game.light, game.light_bot) if side is Side.DARK else (game.dark, game.dark_bot)
    )
    result = game.result
    discs = (result.dark, result.light)
    mine, theirs = discs if side is Side.DARK else discs[::-1]
    fate = _fate(side.value, result.winner, result.reason)
    bot_name = str(LEVEL_NAMES.get(bot, bot))
    return Played(game, side, opponent, bot_name, fate, mine, theirs)


class Graph(NamedTuple):
    """A rating over time: points of an SVG of WIDTH × HEIGHT, and what the axes say."""

    points: str
    low: int
    high: int
    from_ms: int
    to_ms: int


WIDTH, HEIGHT, MARGIN = 640, 160, 8
LEAST_SPAN = 100
"""A flat history is drawn flat, not as mountains."""


def graph(person: User) -> Graph | None:
    """Return the graph of a person's rating, None before the second rated game."""
    changes = RatingChange.objects.filter(person=person).order_by("at_ms", "pk")
    rows = list(changes.values_list("at_ms", "rating_after"))
    if len(rows) < 2:
        return None
    step = -(-len(rows) // POINTS)
    rows = [*rows[:-1:step], rows[-1]]
    low, high = min(rating for _, rating in rows), max(rating for _, rating in rows)
    lack = max(0.0, LEAST_SPAN - (high - low)) / 2
    low, high = low - lack, high + lack
    from_ms, to_ms = rows[0][0], rows[-1][0]
    width, height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    points = " ".join(
        f"{MARGIN + width * (at_ms - from_ms) / max(1, to_ms - from_ms):.1f},"
        f"{MARGIN + height * (high - rating) / (high - low):.1f}"
        for at_ms, rating in rows
    )
    return Graph(points, round(low), round(high), from_ms, to_ms)
