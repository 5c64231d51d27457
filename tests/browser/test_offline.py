"""The front page without a network: a whole game, a new version, and what is said."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.home_page import HomePage
from tests.browser.test_home import whole_round
from tests.wire_cutter import WireCutter

AWAY = "The site can't be reached at the moment. Everything on this page goes on."


@pytest.fixture
def visited(new_person):
    """Somebody who has been here once, whose browser has kept the page."""
    return HomePage(new_person().page).open().kept()


def test_after_one_visit_a_whole_game_is_played_without_a_network(visited):
    visited.page.context.set_offline(True)
    visited.page.goto("/")
    whole_round(visited)
    expect(visited.result.get_by_role("heading")).to_have_text("Dark wins 34–30")


def test_the_computer_answers_without_a_network(visited):
    visited.page.context.set_offline(True)
    visited.page.reload()
    visited.against("Expert")
    visited.play("f5")
    visited.wait_for_turn()
    assert visited.discs() == 6


def test_without_a_network_it_is_said_and_the_game_goes_on(visited):
    visited.play("f5")
    visited.page.context.set_offline(True)
    expect(visited.page.get_by_text("There is no network.")).to_be_visible()
    visited.play("d6")
    visited.page.context.set_offline(False)
    expect(visited.page.get_by_text("There is no network.")).to_be_hidden()


@pytest.fixture
def behind_a_wire(new_person, site):
    """Return somebody who has been here once, and the wire to the site."""
    with WireCutter(site.port) as wire:
        person = new_person(base_url=wire.url)
        yield HomePage(person.page).open().kept(), wire
        # What the browser says of a site that isn't there.
        noise = ("Failed to load", "WebSocket connection")
        person.complaints[:] = [it for it in person.complaints if not any(n in it for n in noise)]


def dead(wire, how):
    """Take the site away; the network stays."""
    if how == "a server that is gone":
        wire.cut()
    elif how == "a server that is silent":
        wire.hold()
    else:
        wire.answer(int(how))


@pytest.mark.parametrize(
    "how", ["502", "503", "504", "a server that is gone", "a server that is silent"]
)
def test_the_front_page_opens_from_what_is_kept_and_says_that_the_site_is_away(behind_a_wire, how):
    home, wire = behind_a_wire
    expect(home.page.get_by_text(AWAY)).to_be_hidden()
    dead(wire, how)
    home.page.goto("/")
    expect(home.page.get_by_text(AWAY)).to_be_visible()
    home.play("f5")
    home.page.goto("/lobby")
    expect(home.page.get_by_role("heading")).to_have_text(
        "This page needs the network", timeout=15_000
    )
    wire.mend()
    home.page.goto("/")
    expect(home.square("f5")).to_have_attribute("data-last", "")
    expect(home.page.get_by_text(AWAY)).to_be_hidden()


def test_a_form_that_finds_no_site_is_answered_on_the_device(behind_a_wire):
    home, wire = behind_a_wire
    home.page.goto("/lobby")
    wire.answer(502)
    home.page.get_by_role("button", name="Open a room").click()
    expect(home.page.get_by_role("heading")).to_have_text("This page needs the network")


def test_an_open_page_says_that_the_site_went_away_and_that_it_came_back(behind_a_wire):
    home, wire = behind_a_wire
    home.page.clock.install()
    wire.answer(502)
    # It asks now and then, not all the time.
    home.page.clock.fast_forward("03:00")
    expect(home.page.get_by_text(AWAY)).to_be_visible()
    wire.mend()
    home.page.clock.fast_forward("01:00")
    # A connection that the browser had ready may end with the gateway: then it asks once more.
    expect(home.page.get_by_text(AWAY)).to_be_hidden(timeout=40_000)


@pytest.mark.parametrize("away", ["the network", "the site"])
def test_a_language_that_cannot_be_changed_now_is_said_and_the_page_stays(behind_a_wire, away):
    home, wire = behind_a_wire
    home.play("f5")
    if away == "the site":
        wire.answer(502)
    else:
        home.page.context.set_offline(True)
    home.page.locator("#language summary").click()
    home.page.get_by_role("button", name="Galego").click()
    expect(home.page.get_by_role("alert").filter(has_text="language")).to_have_text(
        "The language can't be changed now: the site can't be reached."
    )
    assert home.discs() == 5


def test_a_page_that_needs_the_network_leads_back_to_the_device(visited):
    visited.page.context.set_offline(True)
    visited.page.goto("/lobby")
    expect(visited.page.get_by_role("heading")).to_have_text("This page needs the network")
    visited.page.get_by_role("link", name="Play on this device").click()
    expect(visited.legal()).to_have_count(4)


def test_the_page_is_kept_in_the_language_that_was_chosen_last(visited):
    visited.page.locator("#language summary").click()
    visited.page.get_by_role("button", name="Galego").click()
    expect(visited.page.locator("html")).to_have_attribute("lang", "gl")
    visited.until(
        """caches.match("/").then((kept) => kept.text())
        .then((text) => text.includes('<html lang="gl"'))"""
    )
    visited.page.context.set_offline(True)
    visited.page.reload()
    expect(visited.page.locator("#round")).to_have_text("Rolda 1")
    expect(visited.status).to_have_text(re.compile("Escuras comezan"))


def test_nothing_of_another_build_is_kept(visited):
    names = visited.page.evaluate("caches.keys()")
    assert len(names) == 1
    build = visited.page.evaluate("fetch('/service-worker.js').then((answer) => answer.text())")
    assert f'"{names[0].removeprefix("reversi-")}"' in build


def test_it_can_be_installed(visited):
    link = visited.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = visited.page.evaluate("(link) => fetch(link).then((it) => it.json())", link)
    assert manifest["start_url"] == "/"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        answer = visited.page.request.get(icon["src"])
        assert answer.ok
