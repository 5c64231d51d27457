"""Who a socket is, when somebody signs in or out in another tab."""

from itertools import count

import pytest

from tests.live.client import Client, Closed, Refused

PASSWORD = "the moon is round"
_numbers = count(1)


@pytest.fixture
def person(site):
    with Client(site.url) as client:
        yield client


def account(client):
    """Sign up, and return the name."""
    name = f"Live-{next(_numbers)}x"
    answer = client.post("/sign-up", name=name, password=PASSWORD)
    assert answer.status_code == 302, answer.text
    return name


def ends(tab):
    """Wait until the server has closed this tab's socket."""
    with pytest.raises(Closed):
        tab.wait_for(lambda frame: False)


def test_the_other_tab_of_who_signs_in_comes_back_as_the_account(site, person):
    with Client(site.url) as elsewhere:
        name = account(elsewhere)
    person.become_guest()
    path = person.open_room()
    with person.enter(path) as tab:
        tab.ask("sit", side="dark")
        person.post("/sign-in", username=name, password=PASSWORD)
        ends(tab)
    with person.enter(path) as tab:
        assert tab.hello["you"]["name"] == name
        assert tab.room["seats"]["dark"]["who"]["name"] == name


def test_a_guest_who_signs_up_is_known_by_the_new_name_in_every_tab(site, person):
    guest = person.become_guest()
    path = person.open_room()
    with person.enter(path) as tab:
        tab.ask("sit", side="dark")
        name = account(person)
        ends(tab)
    with person.enter(path) as tab:
        assert (tab.hello["you"]["id"], tab.hello["you"]["name"]) == (guest["id"], name)
        assert tab.hello["secret"] is None


def test_after_signing_out_no_tab_acts_for_the_account(site, person):
    account(person)
    path = person.open_room()
    with person.enter(path) as tab:
        person.post("/sign-out", sure="yes")
        ends(tab)
    with person.enter(path) as tab:
        assert tab.hello["you"] is None
        with pytest.raises(Refused) as refused:
            tab.ask("sit", side="dark")
        assert refused.value.code == "no_identity"


def test_a_new_password_ends_the_sockets_of_other_devices(site, person):
    name = account(person)
    path = person.open_room()
    new = "the sun is round too"
    with Client(site.url) as elsewhere:
        elsewhere.post("/sign-in", username=name, password=PASSWORD)
        with elsewhere.enter(path) as tab:
            fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
            assert person.post("/settings/password", **fields).status_code == 302
            ends(tab)
        with elsewhere.enter(path) as tab:
            assert tab.hello["you"] is None
