"""Who may come in as whom, by socket; and a crowd behind one address that nobody holds up."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.live.client import Refused, link_secret_of
from tests.live.replay import Table, real_games

TABLES = 15
DISCS = 12
SECRET = "0" * 32


def secret_of(tab) -> str:
    """The seat's secret that the tab was given last."""
    return [frame for frame in tab.frames if frame["t"] == "seat"][-1]["secret"]


def nobody(table, person, secret) -> None:
    """With this secret the person is who they were, and may touch nothing."""
    tab = table.enter(person, secret)
    assert tab.hello["secret"] is None
    with pytest.raises(Refused, match=r"no_identity|not_a_player|not_seated"):
        tab.ask("stand")
    tab.close()


@pytest.mark.parametrize(
    "secret", ["", "?k=", f"?k={SECRET}", "?k=%00", "?k=é", "?k=" + "9" * 3000]
)
def test_a_private_rooms_socket_tells_nothing_without_its_secret(visit, secret):
    ana = visit()
    ana.become_guest()
    path = ana.open_room(listed=False).partition("?")[0] + secret
    with visit().enter(path, join=False) as tab:
        tab.send("join", v=1)
        assert tab.wait_for_type("refused")["code"] == "private_room"
        assert tab.wait_until_closed() == 4403
        assert [frame["t"] for frame in tab.frames] == ["refused"]


def test_one_private_rooms_secret_opens_no_other(visit):
    ana = visit()
    ana.become_guest()
    first, second = (ana.open_room(listed=False) for _ in range(2))
    path = second.partition("?")[0] + f"?k={link_secret_of(first)}"
    with visit().enter(path, join=False) as tab:
        tab.send("join", v=1)
        assert tab.wait_until_closed() == 4403


def test_a_seats_secret_is_outdated_when_its_guest_has_stood_up(match, visit):
    table = match()
    first = secret_of(table.light)
    table.light.ask("stand")
    nobody(table, visit(), first)
    table.light.ask("sit", side="light")
    second = secret_of(table.light)
    assert second != first
    nobody(table, visit(), first)
    tab = table.enter(visit(), second)
    assert tab.hello["you"] == table.light.hello["you"]


def test_a_seats_secret_is_worth_nothing_to_the_next_on_that_seat(match, visit):
    table = match()
    secret = secret_of(table.light)
    table.light.ask("stand")
    eve = visit()
    eve.become_guest()
    table.enter(eve).ask("sit", side="light")
    nobody(table, visit(), secret)


def test_a_copied_secret_gives_that_seat_in_that_tab_and_nothing_else(match, visit):
    table = match().start()
    secret = secret_of(table.dark)
    eve = visit()
    person = eve.become_guest()
    tab = table.enter(eve, secret)
    assert tab.hello["you"] == table.dark.hello["you"]
    tab.place("f5")
    assert table.enter(eve).hello["you"] == person
    elsewhere = eve.open_room()
    with eve.enter(elsewhere, secret) as other:
        assert other.hello["you"] == person


def test_a_registered_person_stays_who_they_are_with_a_guests_secret(match, visit, site):
    table = match().start()
    secret = secret_of(table.dark)
    code = (
        "from lobby.models import User; "
        "User.objects.create_superuser(name='zoe', password='not-a-secret-9')"
    )
    site.manage("shell", "-c", code)
    zoe = visit()
    page = zoe.get("/admin/login/?next=/lobby")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
    assert token
    form = {"username": "zoe", "password": "not-a-secret-9", "next": "/lobby"}
    form["csrfmiddlewaretoken"] = token.group(1)
    assert zoe.http.post("/admin/login/", data=form).status_code == 302
    tab = table.enter(zoe, secret)
    assert tab.hello["you"]["name"] == "zoe"
    with pytest.raises(Refused, match="not_a_player"):
        tab.ask("resign", game=1)


@pytest.mark.parametrize("origin", ["null", "http://127.0.0.1.elsewhere.example", "file://"])
def test_a_page_from_nowhere_cannot_open_a_socket(match, origin):
    table = match()
    address = table.ana.url.replace("http", "ws") + "/ws" + table.path
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers={"Origin": origin}, proxy=None),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_thirty_people_behind_one_address_play_and_nobody_is_held_up(site):
    games = [game for game in real_games() if not game.passes or min(game.passes) > DISCS]
    with ExitStack() as stack, ThreadPoolExecutor(TABLES) as threads:

        def play(game) -> list[str]:
            table = Table(site.url, stack)
            table.dark.ask("start")
            for square in game.squares[:DISCS]:
                table.mover().place(square)
            for tab in (table.dark, table.light):
                tab.wait_for_room(lambda room: room["game"]["ply"] == DISCS)
            told = [*table.dark.frames, *table.light.frames]
            return [frame["code"] for frame in told if frame["t"] == "refused"]

        assert list(threads.map(play, games[:TABLES])) == [[]] * TABLES


def test_thirty_people_behind_one_address_may_type_a_code_and_mistype_one(visit):
    ana = visit()
    ana.become_guest()
    code = ana.open_room().rpartition("/")[2]
    for _ in range(30):
        person = visit()
        person.become_guest()
        assert person.post("/lobby/code", code="K7M2QX4P").status_code == 400
        assert person.post("/lobby/code", code=code).status_code == 302
