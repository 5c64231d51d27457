"""The lobby over HTTP."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from games.core.commands import AddBot, Close, Reserve, Resign, Sit, Start, Withdraw
from games.limits import CODES_A_MINUTE_AND_ADDRESS, CODES_A_MINUTE_AND_PERSON
from games.models import Room
from games.rules.board import Side
from lobby.models import User

LOBBY = "/lobby"
HOSTILE = ["<script>alert(1)</script>", "\u202eevil", "x" * 10_000, "' OR 1=1 --", "\x00"]


@pytest.fixture
def visitor(db):
    return Client(enforce_csrf_checks=False)


def open_room(client, **fields):
    return client.post("/lobby/open", {"seconds": "30", "listed": "on", **fields})


def test_looking_makes_nobody_a_guest(visitor, table):
    before = User.objects.count()
    for path in (
        LOBBY,
        "/lobby/rooms",
        f"/r/{table.room.code}",
        f"/r/{table.room.code}/qr.svg",
        "/",
    ):
        assert visitor.get(path).status_code in (200, 302)
    assert User.objects.count() == before
    assert "sessionid" not in visitor.cookies


def test_the_first_action_makes_a_guest_with_a_readable_name(visitor):
    answer = visitor.post("/guest")
    assert re.fullmatch(r"[a-z]+-[a-z]+-\d{3}", answer.json()["name"])
    assert answer.json()["guest"]
    assert visitor.post("/guest").json() == answer.json()
    assert User.objects.get().is_guest
    assert not User.objects.get().has_usable_password()


def test_pages_open_in_other_tabs_stay_good_when_one_of_them_makes_the_guest(db):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(LOBBY).content.decode()
    token = re.search(r'csrf-token" content="([^"]+)"', page).group(1)
    guest = browser.post("/guest", headers={"X-CSRFToken": token}).json()
    assert browser.post("/guest", headers={"X-CSRFToken": token}).json() == guest
    opened = browser.post("/lobby/open", {"seconds": "30", "csrfmiddlewaretoken": token})
    assert opened.status_code == 302
    assert Room.objects.get().host_id == guest["id"]


def test_opening_a_room_leads_there(visitor):
    answer = open_room(visitor, seconds="60")
    room = Room.objects.get()
    assert answer.headers["Location"] == f"/r/{room.code}"
    assert (room.action_ms, room.listed, room.host.is_guest) == (60_000, True, True)
    page = visitor.get(answer.headers["Location"])
    assert page.status_code == 200
    assert room.code in page.content.decode()


def test_a_room_by_link_only_is_not_listed_and_its_link_carries_a_secret(visitor):
    answer = visitor.post("/lobby/open", {"seconds": "30"})
    room = Room.objects.get()
    assert answer.headers["Location"] == f"/r/{room.code}?k={room.secret}"
    assert re.fullmatch(r"[0-9a-f]{32}", room.secret)
    stranger = Client()
    assert room.code not in stranger.get(LOBBY).content.decode()
    assert stranger.get(f"/r/{room.code}").status_code == 403
    assert stranger.get(f"/r/{room.code}?k={'0' * 32}").status_code == 403
    assert stranger.get(f"/r/{room.code}?k=é").status_code == 403
    assert stranger.get(f"/r/{room.code}/qr.svg").status_code == 404
    assert stranger.get(answer.headers["Location"]).status_code == 200
    assert stranger.get(f"/r/{room.code}/qr.svg?k={room.secret}").status_code == 200
    assert visitor.get(f"/r/{room.code}").status_code == 200


@pytest.mark.parametrize("seconds", ["", "31", "-30", "abc", "30.0", "9" * 500])
def test_a_time_that_is_not_offered_opens_nothing(visitor, seconds):
    answer = open_room(visitor, seconds=seconds)
    assert answer.status_code == 400
    assert answer.headers["Refused"] in ("required", "invalid_choice")
    assert "Choose one of the times shown." in answer.content.decode()
    assert "9" * 500 not in answer.content.decode()
    assert Room.objects.count() == 0
    assert User.objects.count() == 0


def test_a_typed_code_leads_to_the_room_in_any_spelling(visitor, open_table):
    room = open_table(listed=False).room
    for typed in (room.code, room.code.lower(), f" {room.code[:4]}-{room.code[4:]} "):
        answer = visitor.post("/lobby/code", {"code": typed})
        assert answer.headers["Location"] == f"/r/{room.code}?k={room.secret}"


@pytest.mark.parametrize("typed", [*HOSTILE, "", "K7M2QX4", "K7M2QX4P9", "K7M2QX4I"])
def test_a_code_that_cannot_be_one_says_what_one_looks_like(visitor, typed):
    answer = visitor.post("/lobby/code", {"code": typed})
    assert answer.status_code == 400
    assert answer.headers["Refused"] in ("not_a_code", "null_characters_not_allowed")
    assert "<script>alert" not in answer.content.decode()
    assert "x" * 100 not in answer.content.decode()


def test_an_unknown_code_says_so(visitor):
    answer = visitor.post("/lobby/code", {"code": "K7M2QX4P"})
    assert answer.status_code == 400
    assert "no room with this code" in answer.content.decode()
    assert answer.headers["Refused"] == "unknown_room"


def test_guessing_codes_is_throttled_by_person(visitor):
    visitor.post("/guest")
    for _ in range(CODES_A_MINUTE_AND_PERSON):
        assert visitor.post("/lobby/code", {"code": "K7M2QX4P"}).status_code == 400
    assert visitor.post("/lobby/code", {"code": "K7M2QX4P"}).status_code == 429
    household = Client()
    assert household.post("/lobby/code", {"code": "K7M2QX4P"}).status_code == 400


def test_guessing_codes_without_an_identity_is_throttled_by_address(visitor):
    for _ in range(CODES_A_MINUTE_AND_ADDRESS):
        assert Client().post("/lobby/code", {"code": "K7M2QX4P"}).status_code == 400
    assert Client().post("/lobby/code", {"code": "K7M2QX4P"}).status_code == 429


def test_the_list_shows_who_sits_and_what_is_played(visitor, playing):
    page = visitor.get("/lobby/rooms").content.decode()
    assert "alice" in page
    assert "bob" in page
    assert playing.room.code in page


def test_the_list_tells_whether_a_bots_seat_can_be_reserved(visitor, table):
    def told():
        page = visitor.get("/lobby/rooms").content.decode()
        return re.findall(r'data-bot-seat="(\w+)"', page)

    table.act("alice", Sit(Side.DARK))
    table.act("alice", AddBot(Side.LIGHT, "expert"))
    assert told() == []
    table.act("alice", Start())
    assert told() == ["open"]
    table.act("eve", Reserve(Side.LIGHT))
    assert told() == ["reserved"]
    table.act("eve", Withdraw())
    assert told() == ["open"]
    table.act("alice", Resign(1))
    assert told() == []


def test_the_list_shows_no_closed_rooms(visitor, table):
    services.act(table.room.pk, Close(), None, table.now_ms)
    assert table.room.code not in visitor.get("/lobby/rooms").content.decode()


def test_the_list_costs_the_same_for_one_room_and_for_twenty(
    visitor, open_table, django_assert_max_num_queries
):
    for _ in range(20):
        open_table().act("bob", Sit(Side.LIGHT))
    with django_assert_max_num_queries(3):
        visitor.get("/lobby/rooms")


def test_somebody_who_is_playing_is_led_back_to_the_game(client, playing):
    client.force_login(User.objects.get(name="bob"))
    assert f"/r/{playing.room.code}" in client.get(LOBBY).content.decode().split("rooms-title")[0]


def test_only_the_host_learns_who_is_in_the_room(client, playing):
    path = f"/r/{playing.room.code}/people"
    assert client.get(path).status_code == 403
    client.force_login(User.objects.get(name="bob"))
    assert client.get(path).status_code == 403
    client.force_login(User.objects.get(name="alice"))
    assert client.get(path).json() == []


@pytest.mark.parametrize("code", ["NOSUCHRM", "x", "<script>", "%00", "x" * 3000])
def test_a_room_that_does_not_exist_is_not_found(visitor, code):
    answer = visitor.get(f"/r/{code}")
    assert answer.status_code == 404
    assert "lobby" in answer.content.decode()


@pytest.mark.parametrize("path", ["/lobby/open", "/lobby/code", "/guest"])
def test_what_changes_something_is_a_post_with_a_token(db, path):
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == (405 if path == "/guest" else 302)
    assert strict.post(path, {"seconds": "30", "code": "K7M2QX4P"}).status_code == 403
    assert User.objects.count() == 0


@pytest.mark.parametrize("name", [*HOSTILE, "ab", "x" * 21, "with space", "аnа"])
def test_hostile_names_are_refused(db, name):
    from django.core.exceptions import ValidationError

    with pytest.raises((ValidationError, ValueError)):
        User.objects.create_user(name, "correct horse battery")
    assert User.objects.count() == 0


def test_every_page_says_what_may_be_loaded(visitor):
    policy = visitor.get(LOBBY).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_paths_are_named(db):
    assert reverse("lobby") == LOBBY
