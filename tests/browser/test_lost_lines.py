"""A page whose network goes away, in each state of a room, comes back by itself (SPEC 2.8).

The network is a wire cutter between the browser and the site; the opponent's goes another way.
"""

import re
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.room_page import RoomPage
from tests.faults.tables import AFTER_THE_PASS, TO_THE_PASS, squares_of
from tests.live.client import Client, running_ms
from tests.wire_cutter import WireCutter

MARK = "window.neverReloaded = true"
GONE_MS = 2000
NOT_CONFIRMED = re.compile(
    "The server hasn't confirmed your move|The connection was lost before your move was confirmed"
)
"""Whichever is noticed first."""
KEEP_CARDS = """() => {
    const card = document.querySelector("#pass-card");
    window.cardsSeen = [];
    const keep = () => { if (!card.hidden) window.cardsSeen.push(card.innerText); };
    new MutationObserver(keep).observe(card, {attributes: true, childList: true});
}"""


@pytest.fixture(scope="module")
def brisk(serve_site):
    """A site whose pages notice a silent line within two seconds, not within ten."""
    return serve_site(DURATIONS=f"beat_ms=500,gone_ms={GONE_MS},reload_ms=500,sweep_ms=200")


class Game:
    """Dark, the host, at a browser behind the wire; light at a socket of the site itself."""

    def __init__(self, new_person, wire, light) -> None:
        self.wire = wire
        self.light_url = light.url
        self.dark = RoomPage.opened(new_person(base_url=wire.url), 30)
        light.become_guest()
        self.light = light.enter("/r/" + self.dark.page.url[-8:])
        self.dark.sit("dark")
        self.light.ask("sit", side="light")
        self.dark.press("Start game")
        self.dark.my_turn()
        self.light.wait_for_room(lambda room: room["phase"] == "playing")
        self.dark.page.evaluate(MARK)

    def play(self, transcript: str) -> None:
        """Play on, each side from its own place."""
        for square in squares_of(transcript):
            self.light.wait_for_room(lambda room: room["game"]["turn"] is not None)
            if self.light.room["game"]["turn"] == "dark":
                ply = self.light.room["game"]["ply"]
                self.dark.place(square)
                self.light.wait_for_room(lambda room, ply=ply: room["game"]["ply"] > ply)
            else:
                self.light.place(square)
                self.dark.shows_last(square)

    def lose_line(self, way: str) -> None:
        """Take dark's network away and wait until the page says so."""
        getattr(self.wire, way)()
        expect(self.dark.page.locator("#line-lost")).to_be_visible(timeout=15_000)
        expect(self.dark.status).to_contain_text("Connection lost. Trying again.")

    def find_line(self) -> None:
        """Give it back. The page is the same one, and shows the clock that the opponent sees."""
        self.wire.mend()
        expect(self.dark.page.locator("#room")).to_have_attribute(
            "data-line", "live", timeout=15_000
        )
        expect(self.dark.page.locator("#line-lost")).to_be_hidden()
        assert self.dark.page.evaluate("window.neverReloaded")
        # The browser itself complains of a lost network, and of nothing else.
        said = self.dark.visitor.complaints
        assert all("WebSocket" in line or "ERR_" in line for line in said), said
        said.clear()

    @contextmanager
    def elsewhere(self):
        """Dark at another device, whose network is there."""
        with Client(self.light_url) as device:
            for cookie in self.dark.visitor.context.cookies():
                device.http.cookies.set(cookie["name"], cookie["value"])
            with device.enter(self.light.path) as tab:
                yield tab

    def clocks_agree(self) -> None:
        """Dark's clock is the server's, to the second."""
        room = self.light.room
        side = room["game"]["turn"]
        shown = self.dark.card(side).locator(".clock-time").inner_text()
        minutes, seconds = re.fullmatch(r"(\d+):(\d+)(?:\.\d)?", shown).groups()
        passed_ms = self.dark.page.evaluate("Date.now()") - room["at"]
        left_s = (running_ms(room) - passed_ms) / 1000
        assert abs(int(minutes) * 60 + int(seconds) - left_s) < 1.6


@pytest.fixture
def game(new_person, brisk):
    with ExitStack() as stack:
        wire = stack.enter_context(WireCutter(brisk.port))
        light = stack.enter_context(Client(brisk.url))
        playing = Game(new_person, wire, light)
        stack.enter_context(playing.light)
        yield playing


@pytest.mark.parametrize("way", ["hold", "cut"])
def test_in_my_turn_nothing_pressed_meanwhile_is_played_later(game, way):
    game.lose_line(way)
    game.dark.square("d3").click(force=True)  # It says that it is disabled.
    expect(game.dark.status).to_contain_text("There is no connection. Your move was not sent.")
    expect(game.dark.disc("d3")).to_have_count(0)
    game.find_line()
    game.dark.my_turn()
    game.clocks_agree()
    game.dark.place("f5")
    assert game.light.wait_for_room(lambda room: room["game"]["ply"] > 0)["game"]["moves"] == "f5"


def test_a_move_on_its_way_when_the_line_died_is_not_played_into_another_position(game):
    game.wire.hold()
    game.dark.square("f5").click()  # The page doesn't know yet: it draws and sends.
    expect(game.dark.disc("f5")).to_have_count(1)
    expect(game.dark.status).to_contain_text(NOT_CONFIRMED, timeout=15_000)
    expect(game.dark.disc("f5")).to_have_count(0)
    expect(game.dark.page.locator("#line-lost")).to_be_visible(timeout=15_000)
    with game.elsewhere() as second:
        second.place("d3")
    game.find_line()
    game.dark.shows_last("d3")
    game.play("c3c4")
    assert game.light.room["game"]["moves"] == "d3c3c4"


@pytest.mark.parametrize("way", ["hold", "cut"])
def test_in_the_opponents_turn_their_move_is_there_afterwards(game, way):
    game.play("f5")
    game.lose_line(way)
    game.light.place("d6")
    game.find_line()
    game.dark.shows_last("d6")
    game.dark.my_turn()
    game.clocks_agree()
    game.dark.place("c3")


def test_a_pass_is_told_though_the_line_was_lost_under_its_card_or_before_it(game):
    game.play(TO_THE_PASS[:-2])
    game.light.place(TO_THE_PASS[-2:])
    expect(game.dark.page.locator("#pass-card")).to_be_visible()
    game.lose_line("cut")
    game.find_line()
    expect(game.dark.status).to_contain_text("Dark has no move and passes.")
    expect(game.dark.page.locator("#plies .ply-pass")).to_have_text("Dark passes")
    game.play(AFTER_THE_PASS[:-2])
    game.dark.page.evaluate(KEEP_CARDS)
    game.lose_line("cut")
    game.light.place(AFTER_THE_PASS[-2:])
    game.find_line()
    expect(game.dark.page.locator("#plies .ply-pass")).to_have_count(2)
    expect(game.dark.status).to_contain_text("Dark has no move and passes.")
    assert game.dark.page.evaluate("window.cardsSeen.length")
    game.clocks_agree()


def test_a_pause_is_still_one_and_the_clock_stood_still(game):
    game.dark.press("Pause")
    expect(game.dark.status).to_contain_text("Paused by the host")
    shown = game.dark.card("dark").locator(".clock-time").inner_text()
    game.lose_line("hold")
    game.find_line()
    expect(game.dark.status).to_contain_text("Paused by the host")
    expect(game.dark.card("dark").locator(".clock-time")).to_have_text(shown)
    game.dark.press("Resume")
    game.dark.my_turn()
    game.dark.place("f5")


def test_a_result_that_came_meanwhile_is_shown_and_a_rematch_can_be_played(game):
    game.play("f5")
    game.lose_line("hold")
    game.light.ask("resign", game=1)
    game.find_line()
    expect(game.dark.page.locator("#result h2")).to_have_text("You won")
    game.lose_line("cut")
    game.find_line()
    expect(game.dark.page.locator("#result h2")).to_have_text("You won")
    game.dark.press("Rematch")
    game.light.wait_for_room(lambda room: "dark" in room["game"]["rematch"])
    game.light.ask("rematch", game=1, agree=True)
    game.light.place("f5")
    game.dark.shows_last("f5")
