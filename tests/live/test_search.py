"""Searching for an opponent over real sockets."""

import json
from contextlib import contextmanager
from itertools import count

import pytest
from websockets.sync.client import connect

from tests.live.client import Client

PASSWORD = "the moon is round"
PATIENCE_S = 15
_numbers = count(1)
GARBAGE = [
    *("", "{", "[]", "null", '{"t":"search"}', '{"t":"search","kind":"club"}', '{"t":"x"}'),
    *('{"t":"ping","more":1}', '{"t":"search","kind":["quick"]}', "[" * 3000, "x" * 5000),
    b"\x00\xff",
]


class SearchSocket:
    """A tab of the lobby, as far as its search goes."""

    def __init__(self, socket):
        self.socket = socket
        self.standing = self.hear()

    def hear(self):
        return json.loads(self.socket.recv(timeout=PATIENCE_S))

    def say(self, **frame):
        """Send a frame and return how the search stands after it."""
        self.socket.send(json.dumps(frame))
        return self.hear()

    def sees(self, state):
        while self.standing["state"] != state:
            self.standing = self.hear()
        return self.standing


@contextmanager
def searching(client):
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.http.cookies.jar)
    headers = {"Origin": client.url, **({"Cookie": cookies} if cookies else {})}
    address = client.url.replace("http", "ws", 1) + "/ws/search"
    with connect(address, additional_headers=headers, proxy=None) as socket:
        yield SearchSocket(socket)


@pytest.fixture
def clients(site):
    """Four people; the searches of tests before have ended with their sockets or games."""
    made = [Client(site.url) for _ in range(4)]
    yield made
    for client in made:
        client.http.close()


def sign_up(client):
    name = f"Search-{next(_numbers)}x"
    assert client.post("/sign-up", name=name, password=PASSWORD).status_code == 302
    return name


def test_two_people_find_each_other_and_both_tabs_of_each_are_led_to_the_room(clients):
    ana, ben = clients[:2]
    for client in (ana, ben):
        sign_up(client)
    with searching(ana) as first, searching(ana) as second, searching(ben) as third:
        told = first.say(t="search", kind="ranked")
        assert (told["state"], told["kind"], told["people"]) == ("searching", "ranked", 1)
        assert second.say(t="ping")["state"] == "searching"
        third.socket.send(json.dumps({"t": "search", "kind": "ranked"}))
        urls = {tab.sees("matched")["url"] for tab in (first, second, third)}
        [path] = urls
    with ana.enter(path) as one, ben.enter(path) as other:
        assert one.room["kind"] == "ranked" and one.room["phase"] == "playing"
        here = {one.hello["you"]["id"], other.hello["you"]["id"]}
        assert {seat["who"]["id"] for seat in one.room["seats"].values()} == here
        one.ask("resign", game=1)


def test_a_search_can_be_cancelled_and_is_gone_for_the_next_tab(clients):
    ana = clients[0]
    ana.become_guest()
    with searching(ana) as tab:
        tab.say(t="search", kind="quick")
        assert tab.say(t="cancel") == {"t": "search", "state": "idle", "code": None, "text": None}
        with searching(ana) as other:
            assert other.standing["state"] == "idle"


def test_a_search_outlives_a_reload(clients):
    ana = clients[0]
    ana.become_guest()
    with searching(ana) as tab:
        tab.say(t="search", kind="quick")
    with searching(ana) as tab:
        assert tab.standing["state"] == "searching"
        tab.say(t="cancel")


def test_who_has_no_name_or_no_account_is_told_what_to_do(clients):
    nobody, guest = clients[:2]
    with searching(nobody) as tab:
        assert tab.say(t="search", kind="quick")["code"] == "no_identity"
    guest.become_guest()
    with searching(guest) as tab:
        told = tab.say(t="search", kind="ranked")
        assert told["code"] == "registered_only" and "account" in told["text"]


def test_who_plays_is_told_so(clients):
    ana, ben = clients[:2]
    for client in (ana, ben):
        client.become_guest()
    with searching(ana) as one, searching(ben) as other:
        one.say(t="search", kind="quick")
        other.socket.send(json.dumps({"t": "search", "kind": "quick"}))
        path = one.sees("matched")["url"]
        other.sees("matched")
        assert one.say(t="search", kind="quick")["code"] == "playing_elsewhere"
    with ana.enter(path) as tab:
        tab.ask("resign", game=1)


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_gets_a_code_and_the_line_stays(clients, text):
    clients[0].become_guest()
    with searching(clients[0]) as tab:
        tab.socket.send(text)
        assert tab.hear()["code"] == "bad_frame"
        assert tab.say(t="ping")["state"] == "idle"


def test_after_two_minutes_it_says_that_nobody_came(serve_site):
    site = serve_site(DURATIONS="search_ms=1500")
    with Client(site.url) as ana:
        ana.become_guest()
        with searching(ana) as tab:
            tab.say(t="search", kind="quick")
            told = tab.hear()
            while told["state"] == "searching":
                told = tab.hear()
            assert told["code"] == "nobody_came"
