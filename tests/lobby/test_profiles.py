"""What others see of a person: results, opponents, recent games, the leaderboard."""

import pytest
from django.test import Client

from games import services, store
from games.clocks import now_ms
from games.core.clock import TimeControl
from games.core.commands import AddBot, Resign, Sit, Start
from games.core.policy import Kind
from games.models import Room
from games.rules.board import Side
from lobby.models import Rating, User
from tests.lobby.test_ratings import resigned

STATEMENTS = 10


@pytest.fixture
def visitor(db):
    return Client()


@pytest.fixture
def ana(db):
    return User.objects.create(name="Ana")


@pytest.fixture
def ben(db):
    return User.objects.create(name="Ben")


def text(answer):
    return " ".join(answer.content.decode().split())


def test_a_profile_tells_results_by_kind_and_colour(visitor, ana, ben):
    resigned(ana, ben)
    resigned(ben, ana, kind=Kind.QUICK)
    resigned(ana, ben, loser=Side.DARK)
    context = visitor.get("/@Ana").context
    record = context["record"]
    assert record.people == (1, 0, 2)
    assert record.ranked == (1, 0, 1)
    assert record.dark == (1, 0, 1)
    assert record.light == (0, 0, 1)
    assert record.bots == (0, 0, 0)
    [against] = context["opponents"]
    assert (against.person, against.tally) == (ben, (1, 0, 2))
    assert [played.fate for played, _ in context["recent"]] == ["lost", "lost", "won"]
    assert context["rated_games"] == 2
    assert context["graph"] is not None


def test_a_game_with_a_bot_counts_apart(visitor, ana):
    me = store.person_of(ana)
    room = services.open_room(me, TimeControl(action_ms=30_000), True, 1000)
    deeds = (Sit(Side.DARK), AddBot(Side.LIGHT, "corner"), Start(), Resign(1))
    for number, command in enumerate(deeds):
        assert services.act(room.pk, command, me, 2000 + number).refused is None
    context = visitor.get("/@Ana").context
    assert context["record"].bots == (0, 0, 1)
    assert context["record"].people == (0, 0, 0)
    assert context["opponents"] == []
    assert "Corner hunter (bot)" in text(visitor.get("/@Ana"))


def test_games_of_private_rooms_are_shown_to_oneself_alone(visitor, ana, ben):
    game = resigned(ana, ben, kind=Kind.QUICK)
    Room.objects.filter(pk=game.room_id).update(kind=Kind.CLUB.value, listed=False)
    assert visitor.get("/@Ana").context["record"].people == (0, 0, 0)
    assert "No finished game yet" in text(visitor.get("/@Ana"))
    visitor.force_login(ben, backend="django.contrib.auth.backends.ModelBackend")
    assert visitor.get("/@Ana").context["record"].people == (0, 0, 0)
    visitor.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert visitor.get("/@Ana").context["record"].people == (1, 0, 0)


@pytest.mark.parametrize("typed", ["ana", "ANA", "Aná"])
def test_a_name_typed_otherwise_leads_to_the_profile(visitor, ana, typed):
    assert visitor.get(f"/@{typed}").url == "/@Ana"


@pytest.mark.parametrize("name", ["Nobody-Here", "x" * 2000, "%00", "..%2Fadmin", "<b>"])
def test_who_is_nobody_has_no_profile(visitor, name):
    assert visitor.get(f"/@{name}").status_code == 404


def test_guests_and_deleted_accounts_have_no_profile(visitor, ana, ben):
    User.objects.filter(pk=ana.pk).update(is_guest=True)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert visitor.get("/@Ana").status_code == visitor.get("/@Ben").status_code == 404


def test_a_provisional_rating_says_so_and_a_certain_one_its_deviation(visitor, ana, ben):
    resigned(ana, ben)
    assert "provisional" in text(visitor.get("/@Ana"))
    now = Rating.objects.get(person=ana).last_ms
    Rating.objects.filter(person=ana).update(deviation=60, last_ms=now + 10**12)
    assert "± 60" in text(visitor.get("/@Ana"))


def test_a_profile_and_the_leaderboard_take_few_statements(
    visitor, ana, ben, django_assert_max_num_queries
):
    for number in range(6):
        resigned(ana, ben, at_ms=1_700_000_000_000 + number * 10**6)
    visitor.force_login(ben, backend="django.contrib.auth.backends.ModelBackend")
    for path in ("/@Ana", "/@Ben", "/top"):
        with django_assert_max_num_queries(STATEMENTS):
            assert visitor.get(path).status_code == 200


def test_the_leaderboard_has_the_established_and_active_who_want_to_be_there(visitor):
    now = now_ms()
    wanted = [("Ana", 1700, 60, {}), ("Ben", 1800, 60, {})]
    others = [
        ("Provisional", 1900, 200, {}),
        ("Absent", 1900, 60, {"last_ms": 1}),
        ("Shy", 1900, 60, {"shown": False}),
        ("Gone", 1900, 60, {"active": False}),
    ]
    for name, rating, deviation, more in [*wanted, *others]:
        person = User.objects.create(
            name=name,
            in_leaderboard=more.get("shown", True),
            is_active=more.get("active", True),
        )
        Rating.objects.create(
            person=person, rating=rating, deviation=deviation, last_ms=more.get("last_ms", now)
        )
    page = visitor.get("/top?page=xyz").context["page"]
    assert [row.person.name for row in page] == ["Ben", "Ana"]


def test_the_leaderboard_is_paged(visitor):
    people = User.objects.bulk_create(
        User(name=f"Person-{number}", name_key=f"p{number}") for number in range(60)
    )
    Rating.objects.bulk_create(
        Rating(person=person, rating=1000 + number, deviation=60, last_ms=now_ms())
        for number, person in enumerate(people)
    )
    second = visitor.get("/top?page=2")
    assert len(second.context["page"]) == 10
    assert "<td>51</td>" in text(second)


def test_one_can_keep_out_of_the_leaderboard(visitor, ana):
    visitor.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    for fields, shown in (({}, False), ({"shown": "on"}, True)):
        visitor.post("/settings/leaderboard", fields)
        ana.refresh_from_db()
        assert ana.in_leaderboard is shown
