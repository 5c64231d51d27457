"""Bots in the room's page (SPEC 2.2, 2.6): a whole game against one, and who takes its seat."""

import pytest
from playwright.sync_api import expect

from tests.browser.room_page import RoomPage


@pytest.fixture(scope="module")
def site(serve_site):
    """A site whose bots answer as soon as they can."""
    return serve_site(DURATIONS="bot_ms=50")


def add_bot(room, level):
    # By keyboard: a second press with the mouse, so soon and there, counts as a double click.
    room.card("light").get_by_role("button", name="Add a bot").press("Enter")
    room.page.locator("dialog").get_by_role("button", name=level).click()
    expect(room.card("light")).to_contain_text(level)


def resign(room):
    room.page.get_by_role("button", name="Resign").press("Enter")
    room.confirm("Resign")


def play_to_the_end(room):
    """Place on the first legal square, by keyboard, until there is a result."""
    mine_or_over = room.page.locator("[data-legal], #result:not([hidden])")
    while True:
        expect(mine_or_over.first).to_be_visible()
        if room.page.locator("#result").is_visible():
            return
        square = room.page.locator("[data-square][data-legal]").first.get_attribute("data-square")
        room.square(square).press("Enter")
        expect(room.square(square)).not_to_have_attribute("data-legal", "")


def test_beginner_to_the_end_then_who_had_reserved_sits_and_the_next_game_starts(new_person):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    add_bot(ana, "Beginner")
    ana.press("Start game")
    eve = RoomPage.entered(new_person(), ana.page.url)
    eve.press("Reserve the bot's seat")
    expect(ana.page.locator("#bots")).to_contain_text("takes its seat after this game")
    expect(eve.page.locator("#bots")).to_contain_text("You have reserved its seat")
    play_to_the_end(ana)
    expect(eve.card("light")).to_have_attribute("data-you", "")
    ana.press("Next game")
    ana.my_turn()
    ana.place("e6")
    eve.my_turn()


def test_the_host_sends_the_bot_away_at_once_before_a_game_and_at_the_result_during_one(
    new_person,
):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    add_bot(ana, "Corner hunter")
    ana.page.get_by_role("button", name="Remove bot").press("Enter")
    expect(ana.card("light")).to_contain_text("Free seat")
    add_bot(ana, "Beginner")
    ana.press("Start game")
    ana.my_turn()
    ana.page.get_by_role("button", name="Remove after this game").press("Enter")
    expect(ana.page.locator("#bots")).to_contain_text("It leaves after this game.")
    expect(ana.card("light")).to_contain_text("leaves after this game")
    resign(ana)
    expect(ana.card("light")).to_contain_text("Free seat")


def test_a_reservation_can_be_given_up_and_the_seat_is_free_for_another(new_person):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    add_bot(ana, "Expert")
    ana.press("Start game")
    eve = RoomPage.entered(new_person(), ana.page.url)
    dan = RoomPage.entered(new_person(), ana.page.url)
    eve.press("Reserve the bot's seat")
    expect(dan.page.get_by_role("button", name="Reserve the bot's seat")).to_be_hidden()
    # By keyboard, for the same reason.
    eve.page.get_by_role("button", name="Give up the reservation").press("Enter")
    dan.press("Reserve the bot's seat")
    expect(ana.card("light")).to_contain_text("then ")
    ana.page.get_by_role("button", name="Remove after this game").press("Enter")
    for tab in (ana, dan):
        expect(tab.page.locator("#bots")).to_contain_text("seat")
        expect(tab.page.locator("#bots")).to_contain_text("It leaves after this game.")


def test_a_bot_answers_a_rematch_at_once_with_seats_swapped(new_person):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    add_bot(ana, "Beginner")
    ana.press("Start game")
    ana.my_turn()
    resign(ana)
    ana.press("Rematch")
    expect(ana.card("light")).to_have_attribute("data-you", "")
    ana.my_turn()
    assert len(ana.plies()) >= 1
