"""The admin shows everything and changes only through the writer."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from games import services
from games.core.commands import Close, Resign, Sit
from games.models import RoomEvent
from games.rules.board import Side
from lobby.models import User


@pytest.fixture
def admin(client, db):
    boss = User.objects.create_superuser("boss", "correct horse battery")
    client.force_login(boss)
    return client


def act_on(admin, model, action, pk):
    path = reverse(f"admin:games_{model}_changelist")
    return admin.post(path, {"action": action, "_selected_action": [pk]}, follow=True)


@pytest.mark.parametrize("model", ["room", "game", "seat", "result"])
def test_every_list_and_every_row_opens(admin, playing, model):
    playing.play("e6f4")
    services.act(playing.room.pk, Close(), None, playing.now_ms)
    path = reverse(f"admin:games_{model}_changelist")
    page = admin.get(path, {"q": "alice"})
    assert page.status_code == 200
    rows = page.context["cl"].queryset
    assert rows.count() >= 1
    row = admin.get(reverse(f"admin:games_{model}_change", args=[rows.first().pk]))
    assert row.status_code == 200


def test_a_game_shows_its_board_and_its_moves(admin, playing):
    playing.play("e6f4")
    page = admin.get(reverse("admin:games_game_change", args=[playing.game.pk])).content.decode()
    assert page.count('<td class="dark">') == 3
    assert page.count('<td class="light">') == 3
    assert "dark e6 (1.0 s)" in page
    assert "light f4 (1.0 s)" in page


def test_rows_cannot_be_changed_added_or_deleted_by_hand(admin, playing):
    for model, row in (("room", playing.room), ("game", playing.game)):
        change = reverse(f"admin:games_{model}_change", args=[row.pk])
        assert admin.post(change, {"code": "HACKED22"}).status_code == 403
        assert admin.get(reverse(f"admin:games_{model}_add")).status_code == 403
        assert admin.post(reverse(f"admin:games_{model}_delete", args=[row.pk])).status_code == 403


def test_closing_a_room_goes_through_the_writer_and_is_logged(admin, playing_now):
    act_on(admin, "room", "close_rooms", playing_now.room.pk)
    state = services.look(playing_now.room.pk).state
    assert state.phase == "closed"
    assert playing_now.game.result.reason == "room_closed"
    event = RoomEvent.objects.filter(room=playing_now.room).latest("pk")
    assert (event.command, event.actor.name) == ("Close", "boss")
    assert LogEntry.objects.get().change_message == "Close"


def test_voiding_a_running_game_leaves_the_room_open(admin, playing_now):
    act_on(admin, "game", "void_games", playing_now.game.pk)
    assert playing_now.game.result.reason == "void"
    assert services.look(playing_now.room.pk).state.phase == "over"


def test_a_finished_game_is_not_voided_again(admin, playing):
    playing.act("alice", Resign(1))
    act_on(admin, "game", "void_games", playing.game.pk)
    assert playing.game.result.reason == "resign"


def test_staff_without_the_right_sees_no_actions(client, playing):
    from django.contrib.auth.models import Permission

    clerk = User.objects.create_user("clerk", "correct horse battery", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_room"))
    client.force_login(clerk)
    act_on(client, "room", "close_rooms", playing.room.pk)
    assert services.look(playing.room.pk).state.phase == "playing"


def test_a_person_without_rights_does_not_get_in(client, people, playing):
    client.force_login(User.objects.get(name="dan"))
    assert client.get(reverse("admin:games_room_changelist")).status_code == 302


def test_people_can_be_found_made_and_kept_out(admin, people):
    assert admin.get(reverse("admin:lobby_user_changelist"), {"q": "ali"}).status_code == 200
    made = admin.post(
        reverse("admin:lobby_user_add"),
        {
            "name": "newcomer",
            "usable_password": "true",
            "password1": "correct horse battery",
            "password2": "correct horse battery",
        },
    )
    assert made.status_code == 302
    newcomer = User.objects.get(name="newcomer")
    assert newcomer.check_password("correct horse battery")
    page = reverse("admin:lobby_user_change", args=[newcomer.pk])
    assert admin.post(page, {"name": "newcomer", "email": ""}).status_code == 302
    newcomer.refresh_from_db()
    assert not newcomer.is_active


def test_sitting_down_shows_in_the_list_of_seats(admin, table):
    table.act("bob", Sit(Side.LIGHT))
    page = admin.get(reverse("admin:games_seat_changelist"), {"q": "bob"})
    assert page.context["cl"].queryset.count() == 1
