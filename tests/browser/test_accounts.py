"""Accounts as people meet them: from a game, and back to it."""

from itertools import count

from playwright.sync_api import Page, expect

from tests.browser.room_page import RoomPage, play, started

PASSWORD = "the moon is round"
_numbers = count(1)


def new_name() -> str:
    """A name that no other test has taken on the shared site."""
    return f"Ana-{next(_numbers)}x"


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


def test_a_guest_signs_up_in_the_middle_of_a_game_and_plays_on(new_person):
    dark, light = started(new_person)
    play(dark, light, "f5d6")
    url, name = dark.page.url, new_name()
    dark.page.locator("#person summary").click()
    dark.page.get_by_role("link", name="Sign up").click()
    sign_up(dark.page, name)
    dark.page.wait_for_url(url)
    dark.arrived()
    expect(light.card("dark").locator(".card-name")).to_have_text(name)
    expect(dark.card("dark")).to_have_attribute("data-you", "")
    expect(dark.page.locator("#person-name")).to_have_text(name)
    play(dark, light, "c3d3")
    expect(dark.page.locator("#person-guest")).to_be_hidden()


def test_who_signs_in_from_a_game_as_a_guest_takes_the_seat_to_the_account(new_person):
    name = new_name()
    at_home = new_person().page
    at_home.goto("/sign-up")
    sign_up(at_home, name)
    expect(at_home.locator("#person-name")).to_have_text(name)
    dark, light = started(new_person)
    play(dark, light, "f5d6")
    url = dark.page.url
    dark.page.locator("#person summary").click()
    dark.page.get_by_role("link", name="Sign in").click()
    dark.page.get_by_label("Name").fill(name)
    dark.page.get_by_label("Password").fill(PASSWORD)
    dark.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    dark.page.wait_for_url(url)
    dark.arrived()
    expect(light.card("dark").locator(".card-name")).to_have_text(name)
    play(dark, light, "c3d3")


def test_a_form_is_sent_once_however_often_it_is_pressed_and_again_after_the_back_button(
    new_person,
):
    page = new_person().page
    page.goto("/sign-up")
    page.get_by_label("Name").fill(new_name())
    page.get_by_label("Password").fill(PASSWORD)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_role("main").get_by_role("button", name="Sign up").dblclick()
    page.wait_for_url("**/lobby")
    assert sent.count("POST") == 1
    page.go_back()
    page.wait_for_load_state()
    expect(page.locator("#person-name")).to_be_visible()


def test_signing_out_of_a_game_asks_and_the_opponent_wins(new_person):
    dark, light = started(new_person)
    dark.page.locator("#person summary").click()
    dark.page.get_by_role("link", name="Sign up").click()
    sign_up(dark.page, new_name())
    dark.arrived()
    dark.page.locator("#person summary").click()
    dark.press("Sign out")
    expect(dark.page.get_by_role("main")).to_contain_text("you leave it and your opponent wins")
    dark.page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(light.page.locator("#result h2")).to_contain_text("You won")
    expect(dark.page.locator("#sign-in")).to_be_visible()
    RoomPage.entered(dark.visitor, light.page.url)
    expect(dark.page.locator("#person")).to_be_hidden()
