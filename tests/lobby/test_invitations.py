"""Invitations over HTTP: opening a link changes nothing, pressing the button takes the seat."""

import os
import threading

import pytest
from django.db import connections
from django.test import Client

from games import services, store
from games.clocks import now_ms
from games.core.commands import Leave
from games.models import Game, Room
from lobby.models import User


@pytest.fixture
def ana(db):
    return Client()


@pytest.fixture
def ben(db):
    return Client()


def invite(client):
    """Invite, be there, and return the room and the path of the invitation."""
    client.post("/invite")
    room = Room.objects.latest("pk")
    services.join(room.pk, store.person_of(room.host), now_ms())
    return room, f"/i/{room.code}?k={room.secret}"


def text(answer):
    return " ".join(answer.content.decode().split())


def test_a_friend_accepts_and_both_sit_in_a_game_that_has_begun(ana, ben):
    room, path = invite(ana)
    assert f"{room.host.name} invites you" in text(ben.get(path))
    assert ben.post(path).url == f"/r/{room.code}?k={room.secret}"
    state = services.look(room.pk).state
    assert {state.dark.who.id, state.light.who.id} == set(User.objects.values_list("pk", flat=True))
    assert state.running_game is not None
    assert state.kind == "friend" and not state.listed


def test_opening_the_link_makes_nobody_and_changes_nothing(ana, ben):
    room, path = invite(ana)
    before = services.look(room.pk)
    for method in (ben.get, ben.head):
        assert method(path).status_code == 200
    assert User.objects.count() == 1
    assert services.look(room.pk) == before


def test_the_rooms_page_gives_the_invitations_link_until_it_is_accepted(ana, ben):
    room, path = invite(ana)
    room_page = f"/r/{room.code}?k={room.secret}"
    assert path in ana.get(room_page).context["room_url"]
    ben.post(path)
    assert "/r/" in ana.get(room_page).context["room_url"]


def test_the_second_who_accepts_is_told_and_may_watch(ana, ben):
    _, path = invite(ana)
    ben.post(path)
    eve = Client()
    refused = eve.post(path)
    assert refused.status_code == 409
    assert "accepted already" in text(refused) and "Watch the game" in text(refused)
    assert "accepted already" in text(Client().get(path))
    assert ben.post(path).status_code == 302  # Pressed twice, or in a second tab.
    assert "Go to the room" in text(ben.get(path))


def test_ones_own_link_says_so_in_any_tab(ana):
    _, path = invite(ana)
    assert "your own invitation" in text(ana.get(path))
    assert ana.post(path).status_code == 409


def test_a_closed_invitation_and_a_wrong_code_or_secret_say_so(ana, ben):
    room, path = invite(ana)
    assert ben.get("/i/AAAAAAAA").status_code == 404
    assert ben.get(f"/i/{room.code}?k=wrong").status_code == 403
    assert ben.post(f"/i/{room.code}").status_code == 403
    services.act(room.pk, Leave(), store.person_of(room.host), now_ms())
    assert "This room is closed" in text(ben.get(path))
    assert ben.post(path).status_code == 409
    assert not Game.objects.exists()


def test_a_club_room_is_no_invitation(ana, ben):
    ana.post("/lobby/open", {"seconds": "30"})
    room = Room.objects.get()
    assert ben.post(f"/i/{room.code}?k={room.secret}").status_code == 404


def test_an_invitation_needs_its_forms_token(ana):
    _, path = invite(ana)
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(path).status_code == 403
    assert strict.post("/invite").status_code == 403


def test_who_plays_elsewhere_cannot_accept(ana, ben):
    _, first = invite(ana)
    ben.post(first)
    _, second = invite(Client())
    refused = ben.post(second)
    assert refused.status_code == 409
    assert "another room" in text(refused)


def test_an_invitation_is_in_no_list(ana, ben):
    room, _ = invite(ana)
    assert room.code not in text(ben.get("/lobby/rooms"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has one writer"
)
def test_of_many_who_accept_at_once_one_wins_and_the_others_are_told():
    room, path = invite(Client())
    statuses: list[int] = []

    def accept() -> None:
        statuses.append(Client().post(path).status_code)
        connections.close_all()

    threads = [threading.Thread(target=accept) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [302] + [409] * 7
    assert Game.objects.filter(room=room).count() == 1
