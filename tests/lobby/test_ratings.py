"""Ratings in the transaction of the result: who is rated, once, and in a chain that holds."""

import itertools
import os
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connections, transaction

from games import services, store
from games.core.clock import TimeControl
from games.core.commands import Place, Resign
from games.core.policy import Kind
from games.core.state import Outcome, Reason
from games.models import Game, Result
from games.rules.board import Side
from games.rules.notation import parse_square
from lobby.models import Rating, RatingChange, User
from lobby.ratings import rate_game

START_MS = 1_700_000_000_000
CONTROL = TimeControl(action_ms=30_000)
DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def ana_and_ben(db):
    return tuple(User.objects.create(name=name) for name in ("Ana", "Ben"))


def begin(dark, light, kind=Kind.RANKED, at_ms=START_MS):
    return services.pair(kind, store.person_of(dark), store.person_of(light), CONTROL, at_ms)


def play(room_id, moves, at_ms):
    """Play squares, each a second after the one before."""
    for number, square in enumerate(moves.split(), start=1):
        state = services.look(room_id).state
        game = state.game
        who = game.players[0 if game.board.to_move is Side.DARK else 1]
        move = Place(parse_square(square), game.number, game.ply)
        assert services.act(room_id, move, who, at_ms + number * 1000).refused is None


def resigned(dark, light, loser=Side.LIGHT, kind=Kind.RANKED, moves="f5 d6", at_ms=START_MS):
    """A game in which somebody resigns after these moves."""
    room_id = begin(dark, light, kind, at_ms).room_id
    play(room_id, moves, at_ms)
    person = store.person_of(dark if loser is Side.DARK else light)
    assert services.act(room_id, Resign(1), person, at_ms + 10_000).refused is None
    return Game.objects.get(room_id=room_id)


def test_a_ranked_game_changes_both_ratings_once_and_tells_before_and_after(ana_and_ben):
    ana, ben = ana_and_ben
    game = resigned(ana, ben)
    won, lost = (RatingChange.objects.get(game=game, person=each) for each in (ana, ben))
    assert (won.rating_before, won.score, lost.score) == (1500, 1, 0)
    assert won.rating_after == pytest.approx(1662.2, abs=0.1)
    assert won.rating_after - 1500 == pytest.approx(1500 - lost.rating_after)
    assert Rating.objects.get(person=ana).rating == won.rating_after
    assert Rating.objects.get(person=ana).games == 1


def test_the_next_game_begins_where_the_last_one_ended(ana_and_ben):
    ana, ben = ana_and_ben
    for number in range(4):
        loser = Side.DARK if number % 2 else Side.LIGHT
        resigned(ana, ben, loser, at_ms=START_MS + number * DAY_MS)
    for person in ana_and_ben:
        chain = RatingChange.objects.filter(person=person).order_by("pk")
        for before, after in itertools.pairwise(chain):
            assert before.rating_after == after.rating_before
            assert before.deviation_after == after.deviation_before


@pytest.mark.parametrize("kind", [Kind.FRIEND, Kind.QUICK])
def test_other_games_change_no_rating(ana_and_ben, kind):
    resigned(*ana_and_ben, kind=kind)
    assert not Rating.objects.exists()


def test_a_game_with_a_guest_changes_no_rating(ana_and_ben):
    ana, ben = ana_and_ben
    User.objects.filter(pk=ben.pk).update(is_guest=True)
    ben.refresh_from_db()
    resigned(ana, ben)
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("moves", ["", "f5"])
def test_a_game_before_somebodys_first_disc_changes_no_rating(ana_and_ben, moves):
    resigned(*ana_and_ben, moves=moves)
    assert not RatingChange.objects.exists()


def test_a_side_that_does_not_turn_up_makes_the_game_void_and_changes_nothing(ana_and_ben):
    room_id = begin(*ana_and_ben).room_id
    play(room_id, "f5", START_MS)
    services.wake(room_id, START_MS + 120_000, witness_ms=START_MS + 119_000)
    assert Result.objects.get().reason == Reason.VOID
    assert not RatingChange.objects.exists()


def test_a_flag_after_the_first_discs_is_rated(ana_and_ben):
    room_id = begin(*ana_and_ben).room_id
    play(room_id, "f5 d6", START_MS)
    services.wake(room_id, START_MS + 120_000, witness_ms=START_MS + 119_000)
    assert Result.objects.get().reason == Reason.TIME
    assert RatingChange.objects.count() == 2


def test_a_game_cannot_be_rated_twice_and_a_failure_undoes_the_second(ana_and_ben):
    game = resigned(*ana_and_ben)
    before = list(Rating.objects.order_by("pk").values())
    with pytest.raises(IntegrityError), transaction.atomic():
        rate_game(game_id=game.pk, outcome=Outcome(Side.DARK, Reason.RESIGN, 4, 1))
    assert list(Rating.objects.order_by("pk").values()) == before


def test_a_rating_that_fails_leaves_the_game_running(ana_and_ben):
    ana, ben = ana_and_ben
    room_id = begin(ana, ben).room_id
    play(room_id, "f5 d6", START_MS)
    game = Game.objects.get(room_id=room_id)
    columns = ("rating", "deviation", "volatility")
    fields = {f"{name}_{when}": 1 for name in columns for when in ("before", "after")}
    RatingChange.objects.create(game=game, person=ana, score=1, at_ms=1, **fields)
    with pytest.raises(IntegrityError):
        services.act(room_id, Resign(1), store.person_of(ben), START_MS + 10_000)
    assert services.look(room_id).state.running_game is not None
    assert not Rating.objects.exists()


def test_nobody_is_paired_who_plays_already(ana_and_ben):
    ana, ben = ana_and_ben
    eve = User.objects.create(name="Eve")
    assert begin(ana, ben) is not None
    assert begin(ana, eve) is None
    assert Game.objects.count() == 1


def test_the_history_computed_anew_is_the_stored_one_and_a_forgery_is_found(ana_and_ben, capsys):
    ana, ben = ana_and_ben
    for number in range(5):
        loser = Side.DARK if number == 2 else Side.LIGHT
        resigned(ana, ben, loser, at_ms=START_MS + number * 9 * DAY_MS)
    stored = list(Rating.objects.order_by("pk").values())
    call_command("recompute_ratings", "--check")
    assert "5 rated games, 0 differences" in capsys.readouterr().out
    RatingChange.objects.filter(pk=RatingChange.objects.order_by("pk")[4].pk).update(
        rating_after=2000
    )
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check")
    assert "rating_after is 2000.0000" in capsys.readouterr().out
    call_command("recompute_ratings")
    assert list(Rating.objects.order_by("pk").values()) == stored
    call_command("recompute_ratings", "--check")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has one writer"
)
def test_games_that_end_at_once_neither_wait_crosswise_nor_begin_from_one_rating():
    people = [User.objects.create(name=f"Person-{number}") for number in range(4)]
    pairs = [(0, 1), (1, 0), (2, 3), (3, 2), (0, 3), (3, 0), (1, 2), (2, 1)]
    outcome = Outcome(Side.DARK, Reason.RESIGN, 4, 1)
    games = []
    for dark, light in pairs:
        # Each pair plays in turn; what is rated at once are eight results without their ratings.
        games.append(resigned(people[dark], people[light]).pk)
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    failed: list[BaseException] = []

    def rate(game_id: int) -> None:
        try:
            with transaction.atomic():
                rate_game(game_id=game_id, outcome=outcome)
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=rate, args=(pk,)) for pk in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    for person in people:
        chain = list(RatingChange.objects.filter(person=person).order_by("pk"))
        assert len(chain) == 4
        for before, after in itertools.pairwise(chain):
            assert before.rating_after == after.rating_before
