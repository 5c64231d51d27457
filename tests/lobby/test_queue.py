"""The queues in a real database: one search a person, one game a pair."""

import os
import threading

import pytest
from django.conf import settings
from django.db import connections

from games import services, store
from games.core.commands import Resign
from games.core.policy import Kind
from games.models import Game, Playing
from lobby import queue
from lobby.models import Search, User

NOW_MS = 1_700_000_000_000


@pytest.fixture
def people(db):
    return [User.objects.create(name=name) for name in ("Ana", "Ben", "Eve")]


def test_two_who_search_play_at_once_and_search_no_more(people):
    ana, ben, _ = people
    queue.enter(ana, Kind.QUICK, NOW_MS)
    assert queue.standing(ana.pk) == (Kind.QUICK, NOW_MS, 1)
    queue.enter(ben, Kind.QUICK, NOW_MS + 1000)
    assert not Search.objects.exists()
    game = Game.objects.get()
    assert {game.dark, game.light} == {ana, ben}
    assert game.room.kind == Kind.QUICK and not game.room.listed


def test_a_second_tab_joins_the_first(people):
    ana = people[0]
    queue.enter(ana, Kind.QUICK, NOW_MS)
    queue.enter(ana, Kind.QUICK, NOW_MS + 5000)
    assert queue.standing(ana.pk).since_ms == NOW_MS
    assert Search.objects.count() == 1


def test_guests_play_quick_games_and_no_ranked_ones(people):
    ana, ben, _ = people
    User.objects.filter(pk=ana.pk).update(is_guest=True)
    ana.refresh_from_db()
    with pytest.raises(queue.Refused) as refused:
        queue.enter(ana, Kind.RANKED, NOW_MS)
    assert refused.value.code == "registered_only"
    queue.enter(ana, Kind.QUICK, NOW_MS)
    queue.enter(ben, Kind.QUICK, NOW_MS)
    assert Game.objects.exists()


def test_who_plays_does_not_search(people):
    ana, ben, _ = people
    for person in (ana, ben):
        queue.enter(person, Kind.QUICK, NOW_MS)
    with pytest.raises(queue.Refused) as refused:
        queue.enter(ana, Kind.QUICK, NOW_MS + 1)
    assert refused.value.code == "playing_elsewhere"


def test_who_begins_a_game_elsewhere_searches_no_more(people, django_capture_on_commit_callbacks):
    ana, ben, eve = people
    queue.enter(ana, Kind.RANKED, NOW_MS)
    with django_capture_on_commit_callbacks(execute=True):
        two = (store.person_of(ana), store.person_of(ben))
        services.pair(Kind.FRIEND, *two, queue.CONTROL, NOW_MS)
    assert queue.standing(ana.pk) is None
    # Had the news been lost, matching would find out.
    Search.objects.create(person=ana, kind="ranked", since_ms=NOW_MS, beat_ms=NOW_MS, rating=1500)
    queue.enter(eve, Kind.RANKED, NOW_MS)
    assert queue.standing(ana.pk) is None
    assert queue.standing(eve.pk) is not None
    assert Game.objects.count() == 1


def test_a_search_ends_when_its_page_is_gone_and_after_two_minutes(people):
    ana, ben, _ = people
    durations = settings.DURATIONS
    queue.enter(ana, Kind.QUICK, NOW_MS)
    queue.match(Kind.QUICK, NOW_MS + durations.gone_ms - 1)
    assert queue.standing(ana.pk) is not None
    queue.match(Kind.QUICK, NOW_MS + durations.gone_ms)
    assert queue.standing(ana.pk) is None
    queue.enter(ben, Kind.QUICK, NOW_MS)
    queue.stay(ben.pk, NOW_MS + durations.search_ms - 1)
    queue.match(Kind.QUICK, NOW_MS + durations.search_ms)
    assert queue.standing(ben.pk) is None


def test_a_cancelled_search_is_over(people):
    ana, ben, _ = people
    queue.enter(ana, Kind.QUICK, NOW_MS)
    assert queue.cancel(ana.pk)
    assert not queue.cancel(ana.pk)
    assert queue.stay(ana.pk, NOW_MS) is None
    queue.enter(ben, Kind.QUICK, NOW_MS)
    assert not Game.objects.exists()


def test_colours_are_evened_out_and_the_last_opponent_is_avoided(people):
    ana, ben, eve = people
    for person in (ana, ben):
        queue.enter(person, Kind.QUICK, NOW_MS)
    game = Game.objects.get()
    services.act(game.room_id, Resign(1), store.person_of(game.dark), NOW_MS + 1000)
    for person in (ana, ben):
        queue.enter(person, Kind.QUICK, NOW_MS + 2000)
    assert Game.objects.count() == 1
    queue.enter(eve, Kind.QUICK, NOW_MS + 3000)
    second = Game.objects.latest("pk")
    matched = ana if queue.standing(ana.pk) is None else ben
    assert (second.light if matched == game.dark else second.dark) == matched


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has one writer"
)
def test_processes_that_match_at_once_hand_out_nobody_twice():
    people = [User.objects.create(name=f"Person-{number}") for number in range(40)]
    failed: list[BaseException] = []

    def search(mine: list[User]) -> None:
        try:
            for person in mine:
                queue.enter(person, Kind.QUICK, NOW_MS)
                queue.match(Kind.QUICK, NOW_MS)
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=search, args=(people[at::8],)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.match(Kind.QUICK, NOW_MS)
    assert failed == []
    assert Game.objects.count() == 20
    assert Playing.objects.count() == 40
    assert not Search.objects.exists()
