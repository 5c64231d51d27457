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
    expect(ana.page.locator("#bots")).to_contain_text("has reserved the bot's seat")
    expect(eve.page.locator("#bots")).to_contain_text("You have reserved the bot's seat")
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
    ana.page.get_by_role("button", name="Remove the bot after this game").press("Enter")
    expect(ana.page.locator("#bots")).to_contain_text("The bot leaves after this game.")
    expect(ana.card("light")).to_contain_text("leaving")
    ana.page.get_by_role("button", name="Keep the bot").press("Enter")
    expect(ana.status).to_contain_text("The bot stays after all.")
    expect(ana.card("light")).not_to_contain_text("leaving")
    ana.page.get_by_role("button", name="Remove the bot after this game").press("Enter")
    expect(ana.card("light")).to_contain_text("leaving")
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
    expect(ana.card("light")).to_contain_text("reserved")
    ana.page.get_by_role("button", name="Remove the bot after this game").press("Enter")
    for tab in (ana, dan):
        expect(tab.page.locator("#bots")).to_contain_text("reserved the bot's seat")
        expect(tab.page.locator("#bots")).to_contain_text("The bot leaves after this game.")


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


def told(room, text, place="#status"):
    """Wait until the status line, or another place, and the screen reader's region say so."""
    expect(room.page.locator(place)).to_contain_text(text)
    expect(room.page.locator("[aria-live]", has_text=text)).to_have_count(1)


def test_what_becomes_of_the_bots_seat_is_told_to_everybody_and_the_result_names_who_played(
    new_person,
):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    add_bot(ana, "Beginner")
    ana.press("Start game")
    ana.my_turn()
    lobby = new_person().page
    lobby.goto("/lobby")
    row = lobby.locator(f"[data-room='{ana.page.url[-8:]}']")
    expect(row).to_contain_text("The bot's seat can be reserved")
    eve = RoomPage.entered(new_person(), ana.page.url)
    eve.press("Reserve the bot's seat")
    told(eve, "You have reserved the bot's seat", "#bots")
    told(ana, "has reserved the bot's seat", "#bots")
    expect(row).to_contain_text("The bot's seat is reserved")
    eve.page.get_by_role("button", name="Give up the reservation").press("Enter")
    for tab in (ana, eve):
        told(tab, "The bot's seat is no longer reserved.")
    ana.page.get_by_role("button", name="Remove the bot after this game").press("Enter")
    for tab in (ana, eve):
        told(tab, "The bot leaves after this game.", "#bots")
    eve.page.get_by_role("button", name="Reserve the bot's seat").press("Enter")
    told(ana, "has reserved the bot's seat", "#bots")
    resign(ana)
    told(ana, "has taken the bot's seat")
    told(eve, "The bot's seat is yours now")
    expect(ana.page.locator("#result h2")).to_have_text("You lost")
    expect(eve.page.locator("#result h2")).to_have_text("Beginner won")
    for tab in (ana, eve):
        expect(tab.page.locator(".score-row[data-side='light']")).to_contain_text("Beginner")


def test_a_question_closes_when_what_it_asks_can_no_longer_be_done(new_person):
    ana = RoomPage.opened(new_person())
    ana.sit("dark")
    second = RoomPage(ana.visitor)
    second.page = ana.visitor.context.new_page()
    second.page.goto(ana.page.url)
    second.arrived()
    second.card("light").get_by_role("button", name="Add a bot").press("Enter")
    expect(second.page.locator("dialog")).to_be_visible()
    add_bot(ana, "Beginner")
    expect(second.page.locator("dialog")).to_be_hidden()
    ana.press("Start game")
    ana.my_turn()
    for question in ("Resign", "End game", "Leave"):
        second.page.get_by_role("button", name=question, exact=True).press("Enter")
        expect(second.page.locator("dialog")).to_be_visible()
        resign(ana)
        expect(second.page.locator("dialog")).to_be_hidden()
        expect(second.page.locator("#result")).to_be_visible()
        ana.page.get_by_role("button", name="Next game").press("Enter")
        ana.my_turn()


EDGES = """() => ["#card-top", ".grid", "#card-bottom", "#bots"].map((id) => {
    const { left, right, bottom } = document.querySelector(id).getBoundingClientRect();
    return { left, right, bottom };
})"""
APART = """() => {
    const tray = document.querySelector("#card-top .tray").getBoundingClientRect();
    const acts = document.querySelector("#card-top .card-acts").getBoundingClientRect();
    const about = document.querySelector("#card-top .card-about");
    return [acts.left - tray.right, about.scrollWidth - about.clientWidth];
}"""


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
def test_on_a_phone_the_bots_seat_is_in_view_and_nothing_is_cut_or_covered(new_person, locale):
    small = {"viewport": {"width": 390, "height": 844}}
    ana = RoomPage.opened(new_person(**small))
    ana.sit("dark")
    add_bot(ana, "Corner hunter")
    ana.press("Start game")
    ana.my_turn()
    eve = RoomPage.entered(new_person(locale=locale, **small), ana.page.url)
    ana.page.get_by_role("button", name="Remove the bot after this game").press("Enter")
    eve.page.locator("#bots .button").first.press("Enter")
    expect(ana.card("light")).to_contain_text("reserved")
    expect(eve.page.locator("#bots p")).to_be_visible()
    for tab in (ana, eve):
        top, grid, bottom, panel = tab.page.evaluate(EDGES)
        assert abs(top["right"] - grid["right"]) <= 1
        assert top["left"] == bottom["left"] <= grid["left"]
        assert panel["bottom"] <= 844
        assert tab.page.evaluate(APART)[1] <= 0


def test_on_a_phone_removing_the_bot_does_not_cover_the_tray(new_person):
    ana = RoomPage.opened(new_person(viewport={"width": 390, "height": 844}))
    ana.sit("dark")
    add_bot(ana, "Beginner")
    gap, cut = ana.page.evaluate(APART)
    assert gap >= 4
    assert cut <= 0


NOTE_ABSENCES = """() => {
    window.absences = 0;
    const away = ".presence:not([data-here])";
    const look = () => { window.absences += document.querySelectorAll(away).length; };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def test_who_takes_a_seat_is_never_shown_away(new_person):
    ana = RoomPage.opened(new_person())
    ana.page.evaluate(NOTE_ABSENCES)
    eve = RoomPage.entered(new_person(), ana.page.url)
    eve.sit("light")
    expect(ana.card("light")).to_contain_text("here")
    assert ana.page.evaluate("window.absences") == 0
