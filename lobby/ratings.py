"""Ratings of ranked games, written in the transaction that writes the result."""

from typing import Any, NamedTuple

from games.core.policy import Kind
from games.core.state import Outcome, Reason
from games.models import Game
from games.rules.board import Side
from lobby import glicko2
from lobby.models import Rating, RatingChange

NOT_PLAYED_OUT = (Reason.VOID, Reason.HOST_ENDED, Reason.ROOM_CLOSED, Reason.TWO_HOURS)
"""Ends that say nothing of anybody's strength."""


class Players(NamedTuple):
    """Who has played a rated game, and what dark made of it: 1, ½ or 0."""

    dark: int
    light: int
    dark_score: float


def rated(game: Game, winner: Side | None, reason: Reason) -> Players | None:
    """Return whose ratings this result changes, None if it changes nobody's.

    Only ranked games count, between two people, both of whom have placed a disc. Without a winner
    only a draw on the board says something.
    """
    if game.room.kind != Kind.RANKED.value or reason in NOT_PLAYED_OUT:
        return None
    if game.dark is None or game.light is None or game.dark.is_guest or game.light.is_guest:
        return None
    if not (game.dark_placed and game.light_placed):
        return None
    if winner is None and reason is not Reason.DISCS:
        return None
    score = 0.5 if winner is None else float(winner is Side.DARK)
    return Players(game.dark.pk, game.light.pk, score)


def rate_game(*, game_id: int, outcome: Outcome, **_: Any) -> None:
    """Receive `game_ended`: rate the game, if it counts. An error undoes the result too."""
    game = Game.objects.select_related("room", "dark", "light", "result").get(pk=game_id)
    players = rated(game, outcome.winner, outcome.reason)
    if players is None:
        return
    rows = _locked(players)
    dark, light = rows[players.dark], rows[players.light]
    at_ms = game.result.at_ms
    scores = ((dark, light, players.dark_score), (light, dark, 1 - players.dark_score))
    changes = [_change(game_id, mine, theirs, score, at_ms) for mine, theirs, score in scores]
    RatingChange.objects.bulk_create(changes)
    for row, change in zip((dark, light), changes, strict=True):
        row.rating, row.deviation = change.rating_after, change.deviation_after
        row.volatility = change.volatility_after
        row.games += 1
        row.last_ms = at_ms
    Rating.objects.bulk_update(
        (dark, light), ["rating", "deviation", "volatility", "games", "last_ms"]
    )


def _locked(players: Players) -> dict[int, Rating]:
    """Return both rows, held until the transaction ends, always taken in the same order.

    Two games of the same people that end at once must neither wait crosswise nor both begin from
    the same rating.
    """
    ids = sorted((players.dark, players.light))
    Rating.objects.bulk_create((Rating(person_id=pk) for pk in ids), ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(person_id__in=ids).order_by("person_id")
    return {row.person_id: row for row in rows}


def _change(game_id: int, mine: Rating, theirs: Rating, score: float, at_ms: int) -> RatingChange:
    before = mine.value
    after = glicko2.rate(before, [glicko2.Game(theirs.at(at_ms), score)], mine.periods_until(at_ms))
    return RatingChange(
        game_id=game_id,
        person_id=mine.person_id,
        score=score,
        at_ms=at_ms,
        rating_before=before.rating,
        deviation_before=before.deviation,
        volatility_before=before.volatility,
        rating_after=after.rating,
        deviation_after=after.deviation,
        volatility_after=after.volatility,
    )
