"""Pages that sleep, go back and forward, or are one of two: nobody is lost, nothing is old."""

import os
import signal
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARGUMENTS, Visitor, chromium_on_path
from tests.browser.room_page import RoomPage
from tests.live.client import Client

GONE_MS = 2000
TRUSTING = "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"
"""Chromium doesn't know where a page comes from that a test has answered for."""


@pytest.fixture(scope="module")
def brisk(serve_site):
    """A site where somebody silent counts as gone after two seconds."""
    return serve_site(DURATIONS=f"beat_ms=500,gone_ms={GONE_MS},sweep_ms=200")


@pytest.fixture
def begun(brisk):
    """Return a function that starts a game: dark at a browser, light at a socket."""
    with ExitStack() as stack:

        def begin(visitor: Visitor):
            dark = RoomPage.opened(visitor, 30)
            person = stack.enter_context(Client(brisk.url))
            person.become_guest()
            light = stack.enter_context(person.enter("/r/" + dark.page.url[-8:]))
            dark.sit("dark")
            light.ask("sit", side="light")
            dark.press("Start game")
            dark.my_turn()
            return dark, light

        yield begin


def ids_of(tab) -> list[int]:
    """Return the two players' ids."""
    return [player["id"] for player in tab.room["game"]["players"].values()]


def here(tab, count: int, timeout_s: float = 15.0) -> None:
    """Wait until the tab is told that so many of the two players are here."""
    tab.wait_for_people(lambda frame: len(frame["here"]) == count, timeout_s)


@pytest.fixture
def own_browser(chromium, brisk):
    """Return a visitor with a browser process of their own, which keeps pages for going back.

    Chromium doesn't keep a page that must not be stored, but others do: here it isn't told.
    """
    browser = chromium.browser_type.launch(
        executable_path=chromium_on_path(),
        args=[*ARGUMENTS, TRUSTING],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    context = browser.new_context(base_url=brisk.url, locale="en")
    context.route("**/r/*", allow_storing)
    yield Visitor(context, context.new_page())
    browser.close()


def allow_storing(route) -> None:
    """Answer as the site does, without the word that forbids to store the page."""
    answer = route.fetch()
    headers = {name: text for name, text in answer.headers.items() if name != "cache-control"}
    route.fulfill(response=answer, headers=headers)


def test_a_tab_that_was_asleep_shows_the_newest_position_when_it_wakes(own_browser, begun):
    dark, light = begun(own_browser)
    dark.place("f5")
    here(light, 2)
    dark.page.evaluate("window.neverReloaded = true")
    asking = own_browser.context.browser.new_browser_cdp_session()
    processes = asking.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [process["id"] for process in processes if process["type"] == "renderer"]
    for pid in renderers:
        os.kill(pid, signal.SIGSTOP)
    here(light, 1)  # Nothing of the page runs any more, its heartbeat neither.
    light.place("d6")
    for pid in renderers:
        os.kill(pid, signal.SIGCONT)
    dark.shows_last("d6")
    here(light, 2)
    assert dark.page.evaluate("window.neverReloaded")
    dark.place("c3")
    light.wait_for_room(lambda room: room["game"]["moves"] == "f5d6c3")


def test_back_and_forward_show_the_newest_position_of_a_page_that_was_kept(own_browser, begun):
    dark, light = begun(own_browser)
    dark.page.reload()  # A form's answer isn't routed, a reload is.
    dark.arrived()
    dark.page.evaluate("window.neverReloaded = true")
    dark.place("f5")
    dark.page.goto("/lobby")
    light.place("d6")
    dark.page.go_back(wait_until="commit")
    dark.arrived().shows_last("d6")
    dark.place("c3")
    dark.page.go_forward(wait_until="commit")
    # Nobody goes back from a page that isn't there yet.
    expect(dark.page.get_by_role("heading", name="Rooms")).to_be_visible()
    light.place("d3")
    dark.page.go_back(wait_until="commit")
    dark.arrived().shows_last("d3")
    assert dark.page.evaluate("window.neverReloaded")


def test_of_two_tabs_one_can_be_closed_and_nobody_counts_as_away(new_person, brisk, begun):
    dark, light = begun(new_person(base_url=brisk.url))
    here(light, 2)
    second = dark.visitor.context.new_page()
    second.goto(dark.page.url)
    expect(second.locator("#room")).to_have_attribute("data-line", "live")
    dark.page.close()
    with pytest.raises(TimeoutError):
        here(light, 1, GONE_MS / 1000 + 1)
    second.locator("[data-square='f5']").click()
    light.wait_for_room(lambda room: room["game"]["moves"] == "f5")
    second.close()
    here(light, 1)


def test_reloading_again_and_again_renews_no_clock_and_is_no_absence(new_person, brisk, begun):
    dark, light = begun(new_person(base_url=brisk.url))
    here(light, 2)
    end_ms = light.room["at"] + light.room["game"]["clock"]["dark"]["action_ms"]
    for _ in range(4):
        dark.page.reload()
        dark.arrived()
        seen = dark.page.locator("article.card[data-side='dark'] .clock-time").inner_text()
        left_s = (end_ms - dark.page.evaluate("Date.now()")) / 1000
        assert float(seen.removeprefix("0:")) <= left_s + 1
    told = [frame["here"] for frame in light.frames if frame["t"] == "people"]
    assert all(len(ids) == 2 for ids in told[told.index(sorted(ids_of(light))) :])
