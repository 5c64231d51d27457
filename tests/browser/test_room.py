"""The room, one thing at a time (SPEC 1.3, 2, 7; LESSONS)."""

import json

import pytest
from playwright.sync_api import expect

from tests.backends import ROOT
from tests.browser.room_page import RoomPage, play, seated, started

CASES = json.loads((ROOT / "tests" / "fixtures" / "edge_cases.json").read_text())
TO_THE_FIRST_PASS = CASES["pass_23_white_wipeout"]["with_passes"].split("--")[0]
SIZES = [(390, 844), (768, 1024), (1280, 800), (1920, 1080), (320, 640)]


def test_looking_at_a_room_makes_nobody_a_guest_and_sitting_down_does(new_person):
    dark = RoomPage.opened(new_person())
    eve = RoomPage.entered(new_person(), dark.page.url)
    assert not [c for c in eve.visitor.context.cookies() if c["name"] == "sessionid"]
    expect(eve.page.locator("#person")).to_be_hidden()
    eve.sit("light")
    expect(eve.page.locator("#person")).to_be_visible()
    assert [c for c in eve.visitor.context.cookies() if c["name"] == "sessionid"]


KEEP_CARDS = """() => {
    const card = document.querySelector("#pass-card");
    window.cardsSeen = [];
    const keep = () => { if (!card.hidden) window.cardsSeen.push(card.innerText); };
    new MutationObserver(keep).observe(card, {attributes: true, childList: true});
}"""


def test_a_pass_is_shown_on_a_card_in_the_status_line_and_in_the_history(new_person):
    dark, light = started(new_person)
    play(dark, light, TO_THE_FIRST_PASS[:-2])
    for tab in (dark, light):
        tab.page.evaluate(KEEP_CARDS)
    light.place(TO_THE_FIRST_PASS[-2:])
    for tab in (dark, light):
        expect(tab.page.locator("#plies .ply-pass")).to_have_text("Dark passes")
        expect(tab.status).to_contain_text("pass")
        expect(tab.page.locator("[aria-live]", has_text="pass")).to_have_count(1)
        expect(tab.page.locator("#pass-card")).to_be_hidden()
        assert any("pass" in card for card in tab.page.evaluate("window.cardsSeen"))
        expect(tab.status).to_contain_text("pass")


def test_every_disc_is_announced_to_screen_readers(new_person):
    dark, light = started(new_person)
    dark.place("f5")
    expect(light.page.locator("[aria-live]", has_text="Dark f5, turns 1.")).to_have_count(1)
    expect(light.square("f5")).to_have_attribute("aria-label", "f5, dark, last move")


def test_squares_say_what_a_move_there_would_do(new_person):
    dark, light = started(new_person)
    expect(dark.square("f5")).to_have_attribute("aria-label", "f5, empty, legal, turns 1")
    expect(light.square("f5")).to_have_attribute("aria-label", "f5, empty")
    dark.square("f5").hover()
    expect(dark.square("f5")).to_have_attribute("data-ghost", "dark")
    expect(dark.square("e5")).to_have_attribute("data-ring", "")


def test_a_game_can_be_played_with_the_keyboard_alone(new_person):
    dark, light = started(new_person)
    for tab in (dark, light):
        tab.square("a1").focus()
    for tab, keys, name in (
        (dark, ["ArrowRight"] * 5 + ["ArrowDown"] * 4, "f5"),
        (light, ["ArrowRight"] * 3 + ["ArrowDown"] * 5, "d6"),
        (dark, ["ArrowLeft"] * 3 + ["ArrowUp"] * 2, "c3"),
    ):
        for key in keys:
            tab.page.keyboard.press(key)
        expect(tab.square(name)).to_be_focused()
        expect(tab.square(name)).to_have_attribute("data-legal", "")
        tab.page.keyboard.press("Enter")
        tab.shows_last(name)


def test_a_button_that_goes_away_leaves_the_keyboard_on_the_board(new_person):
    dark, light = seated(new_person)
    dark.page.get_by_role("button", name="Start game", exact=True).press("Enter")
    dark.my_turn()
    expect(dark.page.locator("#stage")).to_be_focused()
    light.page.get_by_role("button", name="Resign", exact=True).press("Enter")
    light.page.locator("dialog").get_by_role("button", name="Resign", exact=True).press("Enter")
    expect(light.page.locator("#result")).to_be_visible()
    expect(light.page.locator("#stage")).to_be_focused()


def test_a_double_click_on_a_dialogs_button_plays_nothing(new_person):
    dark, light = started(new_person)
    dark.page.get_by_role("button", name="Resign", exact=True).press("Enter")
    button = dark.page.locator("dialog").get_by_role("button", name="Cancel").bounding_box()
    square = dark.square("f5").bounding_box()
    assert button
    assert square
    at = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    # The dialog is moved so that a legal square lies under its button.
    dark.page.evaluate(
        """([dx, dy]) => {
            document.querySelector("dialog").style.translate = `${dx}px ${dy}px`;
        }""",
        [square["x"] + square["width"] / 2 - at[0], square["y"] + square["height"] / 2 - at[1]],
    )
    box = dark.page.locator("dialog").get_by_role("button", name="Cancel").bounding_box()
    assert box
    dark.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(dark.page.locator("dialog")).to_be_hidden()
    dark.counts(2, 2)
    dark.square("f5").press("Enter")
    light.shows_last("f5")


def test_two_tabs_of_a_newcomer_become_one_person(new_person):
    host = RoomPage.opened(new_person())
    newcomer = new_person()
    first = RoomPage.entered(newcomer, host.page.url)
    second = newcomer.context.new_page()
    second.goto(host.page.url)
    expect(second.locator("#room")).to_have_attribute("data-line", "live")
    first.sit("light")
    second.locator("article.card[data-side='dark']").get_by_role("button", name="Sit here").click()
    expect(second.locator("#person-name")).to_have_text(
        first.page.locator("#person-name").inner_text()
    )
    expect(second.locator("#status")).to_contain_text("have a seat here already")


def test_a_square_that_captures_nothing_says_so_and_nothing_moves(new_person):
    dark, _ = started(new_person)
    dark.square("a1").click()
    expect(dark.status).to_contain_text("captures nothing")
    dark.square("d4").click()
    expect(dark.status).to_contain_text("d4")
    dark.counts(2, 2)


def test_a_double_click_plays_one_disc(new_person):
    dark, light = started(new_person)
    dark.square("f5").dblclick()
    light.shows_last("f5")
    light.place("d6")
    dark.counts(3, 3)


def test_a_finger_plays_when_it_lifts_and_may_slide_off(new_person):
    dark, light = started(new_person, has_touch=True)
    touch = dark.visitor.context.new_cdp_session(dark.page)
    box = dark.square("f5").bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    away = {**at, "y": at["y"] - 3 * box["height"]}
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [away]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    dark.counts(2, 2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    dark.counts(2, 2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    light.shows_last("f5")


def test_stepping_back_keeps_the_live_game_and_live_returns_to_it(new_person):
    dark, light = started(new_person)
    play(dark, light, "f5d6c3")
    eve = RoomPage.entered(new_person(), dark.page.url)
    eve.page.locator("#step-back").click()
    expect(eve.square("d6")).to_have_attribute("data-last", "")
    eve.page.locator("#step-first").click()
    expect(eve.page.locator("[data-square][data-last]")).to_have_count(0)
    light.place("d3")
    expect(eve.page.locator("#step-live")).to_be_visible()
    expect(eve.page.locator("[data-square][data-last]")).to_have_count(0)
    eve.press("Live")
    eve.shows_last("d3")


def test_a_player_who_looks_back_cannot_play_into_the_past(new_person):
    dark, light = started(new_person)
    play(dark, light, "f5d6")
    dark.page.locator("#step-first").click()
    expect(dark.page.locator("[data-legal]")).to_have_count(0)
    dark.press("Live")
    dark.place("c3")


def test_resigning_asks_first(new_person):
    dark, light = started(new_person)
    light.press("Resign")
    light.page.keyboard.press("Escape")
    expect(light.page.locator("dialog")).to_be_hidden()
    light.page.get_by_role("button", name="Resign", exact=True).press("Enter")
    light.confirm("Resign")
    for tab, title in ((dark, "You won"), (light, "You lost")):
        expect(tab.page.locator("#result h2")).to_have_text(title)
        expect(tab.page.locator("#result")).to_contain_text("resigned")


def test_leaving_asks_first_and_loses(new_person):
    dark, light = started(new_person)
    light.press("Leave")
    light.confirm("Leave")
    light.page.wait_for_url("**/lobby")
    expect(dark.page.locator("#result h2")).to_have_text("You won")
    expect(dark.card("light")).to_have_attribute("data-empty", "")


def test_the_host_pauses_resumes_and_ends(new_person):
    dark, light = started(new_person)
    dark.press("Pause")
    expect(light.status).to_contain_text("Paused by the host")
    # By keyboard: a second click at the same place and at once is half of a double click.
    dark.page.get_by_role("button", name="Resume", exact=True).press("Enter")
    dark.my_turn()
    dark.press("End game")
    dark.confirm("End game")
    expect(light.page.locator("#result")).to_be_visible()


def test_a_rematch_swaps_the_seats(new_person):
    dark, light = started(new_person)
    light.press("Resign")
    light.confirm("Resign")
    dark.press("Rematch")
    light.press("Accept rematch")
    expect(light.card("dark")).to_have_attribute("data-you", "")
    light.place("f5")
    dark.shows_last("f5")


def test_a_reload_and_the_back_button_show_the_position_of_now(new_person):
    dark, light = started(new_person)
    dark.place("f5")
    light.page.reload()
    light.arrived().place("d6")
    dark.page.goto("/lobby")
    expect(dark.page.locator(".playing")).to_be_visible()
    dark.page.go_back()
    dark.arrived().shows_last("d6")
    dark.place("c3")
    light.shows_last("c3")


def test_two_tabs_of_one_player_show_the_same_and_one_can_be_closed(new_person):
    dark, light = started(new_person)
    second = dark.visitor.context.new_page()
    second.goto(dark.page.url)
    expect(second.locator("#room")).to_have_attribute("data-line", "live")
    dark.place("f5")
    expect(second.locator("[data-square='f5']")).to_have_attribute("data-last", "")
    second.close()
    light.place("d6")
    dark.place("c3")


def test_a_lost_cookie_costs_no_seat(new_person):
    dark, light = started(new_person)
    dark.visitor.context.clear_cookies()
    dark.page.reload()
    dark.arrived()
    expect(dark.card("dark")).to_have_attribute("data-you", "")
    dark.place("f5")
    light.shows_last("f5")


def test_a_lost_network_says_so_and_comes_back_by_itself(new_person):
    dark, light = started(new_person)
    dark.visitor.context.set_offline(True)
    # At the browser's word: two beats, the limit of a line that is merely silent, take eight.
    expect(dark.page.locator("#line-lost")).to_be_visible(timeout=6_500)
    dark.visitor.context.set_offline(False)
    expect(dark.page.locator("#room")).to_have_attribute("data-line", "live", timeout=20_000)
    dark.visitor.complaints.clear()  # The browser itself complains of a lost network.
    dark.place("f5")
    light.shows_last("f5")


def test_who_is_gone_is_shown_as_a_word(new_person):
    dark, light = started(new_person)
    expect(dark.card("light")).to_contain_text("here")
    light.page.close()
    expect(dark.card("light")).to_contain_text("away", timeout=15_000)


def test_the_link_can_be_copied_and_is_also_a_qr_code(new_person):
    dark = RoomPage.opened(new_person(permissions=["clipboard-read", "clipboard-write"]))
    dark.press("Copy")
    copied = dark.page.evaluate("navigator.clipboard.readText()")
    assert copied == dark.page.url
    dark.page.get_by_text("QR code", exact=True).click()
    image = dark.page.locator("details.qr img")
    expect(image).to_be_visible()
    expect(image).not_to_have_js_property("naturalWidth", 0)


def test_a_room_by_link_only_can_be_entered_by_its_link_and_by_its_code(new_person):
    host = new_person()
    host.page.goto("/lobby")
    host.page.get_by_label("Show it in the list").uncheck()
    host.page.get_by_role("button", name="Open a room").click()
    room = RoomPage(host).arrived()
    RoomPage.entered(new_person(), room.page.url)
    stranger = new_person()
    stranger.page.goto(room.page.url.partition("?")[0])
    stranger.complaints.clear()  # The page is a 403, which the console mentions.
    expect(stranger.page.locator("main")).to_contain_text("private")
    stranger.page.get_by_role("textbox").fill(room.page.url.partition("?")[0][-8:].lower())
    stranger.page.get_by_role("textbox").press("Enter")
    RoomPage(stranger).arrived()


def test_the_lobby_shows_new_rooms_by_itself(new_person):
    watcher = new_person()
    watcher.page.goto("/lobby")
    room = RoomPage.opened(new_person())
    code = room.page.url[-8:]
    expect(watcher.page.locator(f"[data-room='{code}']")).to_be_visible()


def test_the_hosts_role_can_be_handed_over(new_person):
    dark, light = seated(new_person)
    dark.press("Hand over")
    name = light.page.locator("#person-name").inner_text()
    dark.page.locator("dialog").get_by_role("button", name=name).click()
    expect(light.page.get_by_role("button", name="Start game")).to_be_visible()
    light.press("Start game")
    dark.my_turn()


def test_sitting_down_while_playing_elsewhere_says_where(new_person):
    dark, _ = started(new_person)
    dark.page.goto("/lobby")
    dark.page.get_by_role("button", name="Open a room").click()
    other = RoomPage(dark.visitor).arrived()
    other.card("dark").get_by_role("button", name="Sit here").click()
    expect(other.page.locator("dialog")).to_be_visible()
    expect(other.card("dark")).to_have_attribute("data-empty", "")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_game_fits_the_window_and_nothing_lies_outside(new_person, width, height):
    dark, light = started(new_person, viewport={"width": width, "height": height})
    play(dark, light, "f5d6c3")
    inside = """() => {
        const seen = (id) => document.querySelector(id).getBoundingClientRect();
        const parts = ["#board", "#card-top", "#card-bottom", "#status"].map(seen);
        const wide = document.documentElement.scrollWidth <= window.innerWidth;
        const whole = (box) => box.left >= 0 && box.right <= window.innerWidth
            && box.top >= 0 && box.bottom <= window.innerHeight;
        return wide && parts.every(whole);
    }"""
    assert dark.page.evaluate(inside)


def test_flips_are_not_animated_when_motion_is_unwelcome(new_person):
    dark, light = started(new_person, reduced_motion="reduce")
    dark.place("f5")
    light.shows_last("f5")
    assert light.page.evaluate("document.getAnimations().length") == 0


def test_no_page_is_prepared_for_prefetching_crawlers_with_an_identity(new_person):
    crawler = new_person()
    for path in ("/lobby", "/lobby/rooms"):
        crawler.page.goto(path)
    assert [c["name"] for c in crawler.context.cookies()] in ([], ["csrftoken"])
