"""Accounts over HTTP: signing up, in and out, settings, letters, the end."""

import json
import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from games import presence, services, store
from games.broker import client
from games.clocks import now_ms
from games.core.clock import TimeControl
from games.core.commands import AddBot, Leave, Reserve, Resign, Sit, Stand, Start
from games.core.state import Bot, Reason
from games.limits import (
    ACCOUNTS_AN_HOUR_AND_ADDRESS,
    LETTERS_AN_HOUR_AND_RECEIVER,
    WRONG_PASSWORDS,
)
from games.models import Game, Playing, Room, RoomEvent
from games.rules.board import Side
from lobby.models import User
from reversi_site.celery import app

PASSWORD = "the moon is round"
OTHER = "the sun is round too"
LINK = re.compile(r"https?://[^/\s]+(/\S+)")


@pytest.fixture
def visitor(db):
    return Client()


@pytest.fixture
def ana(db):
    return User.objects.create_user("Ana", PASSWORD, email="ana@example.org", email_verified=True)


@pytest.fixture
def letters(mailoutbox):
    """Letters, as they are sent when a worker takes them from the queue at once."""
    app.conf.task_always_eager = True
    yield mailoutbox
    app.conf.task_always_eager = False


def guest(client):
    client.post("/guest")
    return User.objects.get(is_guest=True)


def sign_up(client, name="Ana", **fields):
    return client.post("/sign-up", {"name": name, "password": PASSWORD, **fields})


def sign_in(client, name="Ana", password=PASSWORD, **fields):
    return client.post("/sign-in", {"username": name, "password": password, **fields})


def seated(person, opponent):
    """A game between the two, `person` dark and host."""
    at_ms = now_ms()
    mine, theirs = store.person_of(person), store.person_of(opponent)
    room = services.open_room(mine, TimeControl(action_ms=30_000), True, at_ms)
    for who, command in ((mine, Sit(Side.DARK)), (theirs, Sit(Side.LIGHT)), (mine, Start())):
        assert services.act(room.pk, command, who, at_ms).refused is None
    return room


# --- signing up ----------------------------------------------------------------------------------
def test_who_signs_up_is_signed_in_with_an_argon2_password(visitor):
    assert sign_up(visitor, next="/lobby").url == "/lobby"
    person = User.objects.get()
    assert (person.name, person.is_guest, person.email) == ("Ana", False, "")
    assert person.password.startswith("argon2")
    assert b"Ana" in visitor.get("/settings").content


def test_a_guest_who_signs_up_keeps_seat_and_game_and_the_room_shows_the_new_name(visitor, ana):
    me = guest(visitor)
    room = seated(me, ana)
    seq = services.look(room.pk).state.seq
    sign_up(visitor, "Ben")
    state = services.look(room.pk).state
    dark = state.dark.who
    assert (dark.id, dark.name, dark.guest) == (me.pk, "Ben", False)
    assert state.game.players[0].name == "Ben"
    assert state.seq == seq + 1
    assert Playing.objects.filter(person=me).exists()


def test_signing_up_renews_the_session_and_the_old_one_is_worth_nothing(visitor):
    guest(visitor)
    stolen = visitor.cookies["sessionid"].value
    sign_up(visitor)
    thief = Client()
    thief.cookies["sessionid"] = stolen
    assert visitor.cookies["sessionid"].value != stolen
    assert thief.get("/settings").status_code == 302


def test_a_seat_secret_is_worth_nothing_once_its_guest_has_signed_up(visitor, ana):
    me = guest(visitor)
    room = seated(me, ana)
    before = services.look(room.pk).state
    secret = services.seat_secret(room.pk, before, store.person_of(me))
    assert services.seat_holder(room.pk, before, secret) == store.person_of(me)
    sign_up(visitor, "Ben")
    assert services.seat_holder(room.pk, services.look(room.pk).state, secret) is None


@pytest.mark.parametrize("name", ["ANA", "Aná", "an", "x" * 10_000, "<b>x</b>", "\u202eevil"])
def test_a_name_that_is_taken_or_no_name_is_refused_beside_its_field(visitor, ana, name):
    answer = sign_up(visitor, name)
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {"name"}
    assert 'aria-invalid="true"' in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "12345678", "password", "Anastasla", "x" * 129])
def test_a_weak_password_or_one_like_the_name_is_refused(visitor, password):
    answer = sign_up(visitor, "Anastasia", password=password)
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {"password"}


def test_looking_at_the_form_makes_nobody(visitor):
    assert visitor.get("/sign-up?next=https://evil.example/").status_code == 200
    assert User.objects.count() == 0
    assert sign_up(visitor, next="https://evil.example/").url == "/lobby"


def test_forms_without_their_token_are_refused(db, ana):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    for path in ("/settings/name", "/settings/email", "/settings/password", "/settings/delete"):
        assert strict.post(path, {}).status_code == 403
    assert strict.post("/sign-out", {"sure": "yes"}).status_code == 403
    stranger = Client(enforce_csrf_checks=True)
    assert sign_up(stranger, "Ben").status_code == 403
    assert sign_in(stranger).status_code == 403


def test_one_address_can_make_so_many_accounts_an_hour(visitor):
    for number in range(3):
        assert sign_up(Client(), f"person-{number}", password="x").status_code == 400
    assert sign_up(visitor).status_code == 302
    [key] = [key for key in ("attempts:sign-up:address:127.0.0.1",) if cache.get(key) == 1]
    cache.set(key, ACCOUNTS_AN_HOUR_AND_ADDRESS, 60)
    refused = sign_up(Client(), "Ben")
    assert refused.status_code == 400
    assert refused.context["form"].non_field_errors()
    assert sign_up(Client(REMOTE_ADDR="192.0.2.7"), "Ben").status_code == 302


# --- signing in and out --------------------------------------------------------------------------
@pytest.mark.parametrize("typed", ["Ana", "ana", "ANA"])
def test_the_name_may_be_typed_in_any_case(visitor, ana, typed):
    assert sign_in(visitor, typed).status_code == 302
    assert visitor.get("/settings").status_code == 200


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(visitor, ana):
    wrong, unknown = sign_in(visitor, password=OTHER), sign_in(visitor, "Nobody-Here")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.context["form"].errors == unknown.context["form"].errors


def test_too_many_wrong_passwords_make_one_wait_whatever_the_spelling(visitor, ana):
    for number in range(WRONG_PASSWORDS):
        answer = sign_in(visitor, "ana" if number % 2 else "ANA", OTHER)
    assert answer.status_code == 429
    assert sign_in(visitor).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_a_guest_cannot_be_signed_in_as(visitor):
    name = guest(Client()).name
    assert sign_in(visitor, name, "").status_code == 400


def test_who_signs_in_as_a_guest_takes_the_seat_and_the_game_along(visitor, ana):
    me = guest(visitor)
    ben = User.objects.create_user("Ben", PASSWORD)
    room = seated(me, ben)
    assert sign_in(visitor).status_code == 302
    state = services.look(room.pk).state
    assert state.dark.who == state.host == state.game.players[0] == store.person_of(ana)
    assert list(Playing.objects.filter(game__room=room).values_list("person__name", flat=True)) in (
        ["Ana", "Ben"],
        ["Ben", "Ana"],
    )
    assert Game.objects.get(room=room).dark == ana
    assert services.act(room.pk, Leave(), store.person_of(ana), now_ms()).refused is None


def with_bot(person):
    """A game of this person, dark and host, with a bot."""
    at_ms, me = now_ms(), store.person_of(person)
    room = services.open_room(me, TimeControl(action_ms=30_000), True, at_ms)
    for command in (Sit(Side.DARK), AddBot(Side.LIGHT, "beginner"), Start()):
        assert services.act(room.pk, command, me, at_ms).refused is None
    return room


def test_an_account_that_waited_for_the_bots_seat_of_the_guests_game_waits_no_more(visitor, ana):
    room = with_bot(guest(visitor))
    as_ana = store.person_of(ana)
    assert services.act(room.pk, Reserve(Side.LIGHT), as_ana, now_ms()).refused is None
    sign_in(visitor)
    state = services.look(room.pk).state
    assert state.dark.who == as_ana and state.light.reserved_by is None
    assert services.act(room.pk, Resign(1), as_ana, now_ms()).refused is None
    assert services.look(room.pk).state.light.who == Bot("beginner")
    visitor.post("/sign-out", {"sure": "yes"})
    assert services.look(room.pk).state.seat_of(as_ana) is None


def test_two_who_played_each_other_stay_two_and_the_guest_keeps_the_seat(visitor, ana):
    me = guest(visitor)
    room = seated(me, ana)
    for command in (Resign(1), Stand()):
        services.act(room.pk, command, store.person_of(ana), now_ms())
    answer = visitor.post("/sign-in", {"username": "Ana", "password": PASSWORD}, follow=True)
    assert answer.status_code == 200 and "stays behind" in answer.content.decode()
    assert services.look(room.pk).state.dark.who == store.person_of(me)


def test_a_new_password_by_mail_takes_the_guests_seat_along_too(visitor, ana, letters):
    room = with_bot(guest(visitor))
    visitor.post("/forgotten", {"email": ana.email})
    form = visitor.get(LINK.search(letters[0].body).group(1)).url
    visitor.post(form, {"new_password1": OTHER, "new_password2": OTHER})
    assert services.look(room.pk).state.dark.who == store.person_of(ana)


def test_who_signs_out_leaves_the_role_of_host_to_who_is_there(visitor, ana):
    sign_in(visitor)
    ben = User.objects.create_user("Ben", PASSWORD)
    room = services.open_room(store.person_of(ana), TimeControl(action_ms=30_000), True, now_ms())
    tab = presence.Socket(room.pk, str(ben.pk), "tab", now_ms())
    client().hset(presence.room_key(room.pk), tab.field, f"{now_ms()}|{now_ms()}")
    visitor.post("/sign-out", {"sure": "yes"})
    assert services.look(room.pk).state.host == store.person_of(ben)


def test_a_guests_seat_stays_behind_if_the_account_plays_elsewhere(visitor, ana):
    me = guest(visitor)
    ben, eve = (User.objects.create_user(name, PASSWORD) for name in ("Ben", "Eve"))
    room = seated(me, ben)
    seated(ana, eve)
    answer = visitor.post("/sign-in", {"username": "Ana", "password": PASSWORD}, follow=True)
    assert "stays behind" in answer.content.decode()
    assert services.look(room.pk).state.dark.who == store.person_of(me)


def test_signing_out_in_a_game_asks_first_and_then_leaves_it(visitor, ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    sign_in(visitor)
    room = seated(ana, ben)
    asked = visitor.post("/sign-out")
    assert room.code in asked.content.decode()
    assert services.look(room.pk).state.running_game is not None
    visitor.post("/sign-out", {"sure": "yes"})
    outcome = services.look(room.pk).state.game.outcome
    assert (outcome.winner, outcome.reason) == (Side.LIGHT, Reason.LEFT)
    assert visitor.get("/settings").status_code == 302


def test_a_page_that_is_fetched_ahead_signs_nobody_out(visitor, ana):
    sign_in(visitor)
    assert visitor.get("/sign-out").status_code == 200
    assert visitor.get("/settings").status_code == 200


# --- settings ------------------------------------------------------------------------------------
FORMS = ["/name", "/email", "/password", "/leaderboard", "/delete"]


@pytest.mark.parametrize("path", ["", "/export", *FORMS])
def test_settings_are_for_who_is_signed_in(visitor, path):
    as_guest = Client()
    guest(as_guest)
    for person in (visitor, as_guest):
        method = person.post if path in FORMS else person.get
        assert method(f"/settings{path}").url.startswith("/sign-in")


@pytest.mark.parametrize("path", FORMS)
def test_who_loads_the_address_of_a_settings_form_gets_the_page(visitor, ana, path):
    sign_in(visitor)
    assert visitor.get(f"/settings{path}").url == "/settings"


def test_a_new_name_is_seen_in_the_room_at_once(visitor, ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    sign_in(visitor)
    room = seated(ana, ben)
    assert visitor.post("/settings/name", {"name": "Anna-2"}).status_code == 302
    assert services.look(room.pk).state.dark.who.name == "Anna-2"
    taken = visitor.post("/settings/name", {"name": "BEN"})
    assert taken.status_code == 400
    assert taken.context["forms"]["name"].errors.keys() == {"name"}
    assert visitor.post("/settings/name", {"name": "ANNA-2"}).status_code == 302


def test_a_new_password_keeps_this_device_signed_in_and_no_other(visitor, ana):
    elsewhere = Client()
    sign_in(visitor)
    sign_in(elsewhere)
    fields = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}
    assert visitor.post("/settings/password", fields | {"old_password": "x"}).status_code == 400
    assert visitor.post("/settings/password", fields).status_code == 302
    assert visitor.get("/settings").status_code == 200
    assert elsewhere.get("/settings").status_code == 302


def test_the_export_tells_of_the_account_and_its_games(visitor, ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    room = seated(ana, ben)
    services.act(room.pk, Leave(), store.person_of(ben), now_ms())
    sign_in(visitor)
    answer = visitor.get("/settings/export")
    told = json.loads(answer.content)
    assert (told["name"], told["email"]) == ("Ana", "ana@example.org")
    assert [(game["dark"], game["light"], game["reason"]) for game in told["games"]] == [
        ("Ana", "Ben", "left")
    ]
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_deleted_account_leaves_its_games_and_no_name_anywhere(visitor, ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    sign_in(visitor)
    room = seated(ana, ben)
    assert visitor.post("/settings/delete", {"password": OTHER}).status_code == 400
    assert visitor.post("/settings/delete", {"password": PASSWORD}).url == "/lobby"
    ana.refresh_from_db()
    assert ana.name == f"deleted-{ana.pk}" and ana.email == "" and not ana.is_active
    assert Game.objects.get(room=room).result.reason == Reason.LEFT
    assert "Ana" not in json.dumps(list(RoomEvent.objects.values_list("events", flat=True)))
    assert sign_in(visitor).status_code == 400
    assert sign_up(Client(), "Ana").status_code == 302


def test_who_is_kept_out_leaves_the_game_and_is_signed_out(visitor, ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    sign_in(visitor)
    room = seated(ana, ben)
    boss = User.objects.create_superuser("Boss", PASSWORD)
    office = Client()
    office.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    change = f"/admin/lobby/user/{ana.pk}/change/"
    assert office.post(change, {"name": "Ana", "email": ana.email}).status_code == 302
    outcome = services.look(room.pk).state.game.outcome
    assert (outcome.winner, outcome.reason) == (Side.LIGHT, Reason.LEFT)
    assert visitor.get("/settings").status_code == 302
    assert sign_in(visitor).status_code == 400


# --- letters -------------------------------------------------------------------------------------
def test_an_address_is_verified_by_a_press_and_not_by_a_look(visitor, letters):
    sign_up(visitor, email="ana@example.org")
    path = LINK.search(letters[0].body).group(1)
    assert visitor.get(path).status_code == 200
    assert not User.objects.get().email_verified
    assert visitor.post(path).status_code == 302
    assert User.objects.get().email_verified
    visitor.post("/settings/email", {"email": "other@example.org"})
    assert not User.objects.get().email_verified
    assert visitor.get(path).status_code == 410
    assert visitor.get(path[:-1]).status_code == 410


def test_a_forgotten_password_is_replaced_once_by_a_link(visitor, ana, letters):
    assert visitor.post("/forgotten", {"email": "ANA@example.org"}).status_code == 302
    [letter] = letters
    assert letter.to == ["ana@example.org"] and settings.SITE_NAME in letter.subject
    path = LINK.search(letter.body).group(1)
    form = visitor.get(path).url
    fields = {"new_password1": OTHER, "new_password2": OTHER}
    assert visitor.post(form, fields).status_code == 302
    assert visitor.get("/settings").status_code == 200
    again = Client().get(path)
    assert "This link is not good any more" in again.content.decode()
    assert Client().get(path[:-3] + "abc").status_code == 200


def test_the_answer_tells_nobody_whether_an_address_is_known(visitor, ana, letters):
    unverified = User.objects.create_user("Ben", PASSWORD, email="ben@example.org")
    answers = [
        visitor.post("/forgotten", {"email": email})
        for email in ("ana@example.org", unverified.email, "nobody@example.org")
    ]
    assert len({(answer.status_code, answer.url) for answer in answers}) == 1
    assert [letter.to for letter in letters] == [["ana@example.org"]]


def test_one_address_gets_so_many_letters_an_hour(visitor, ana, letters):
    for _ in range(LETTERS_AN_HOUR_AND_RECEIVER):
        assert visitor.post("/forgotten", {"email": "ana@example.org"}).status_code == 302
    assert visitor.post("/forgotten", {"email": "Ana@example.org"}).status_code == 400
    assert len(letters) == LETTERS_AN_HOUR_AND_RECEIVER


def test_rooms_are_found_by_seat_reservation_and_role(ana):
    ben = User.objects.create_user("Ben", PASSWORD)
    room = seated(ana, ben)
    for person in (ana, ben):
        assert services.rooms_of(store.person_of(person)) == [room.pk]
    assert Room.objects.count() == 1
