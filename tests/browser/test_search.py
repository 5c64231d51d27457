"""Quick and ranked games, from the button to the rating."""

from itertools import count

from playwright.sync_api import expect

from tests.browser.room_page import RoomPage

PASSWORD = "the moon is round"
_numbers = count(1)


def signed_up(visitor):
    name = f"Rank-{next(_numbers)}x"
    page = visitor.page
    page.goto("/sign-up?next=/lobby")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/lobby")
    return name


def test_a_ranked_game_from_the_queue_to_both_profiles(new_person):
    people = [new_person(), new_person()]
    names = [signed_up(visitor) for visitor in people]
    first, second = (visitor.page for visitor in people)
    first.get_by_role("button", name="Ranked game").click()
    expect(first.locator("#search")).to_contain_text("You are the only one searching")
    first.reload()
    expect(first.get_by_role("button", name="Cancel")).to_be_visible()
    second.get_by_role("button", name="Ranked game").click()
    tabs = [RoomPage(visitor) for visitor in people]
    for tab in tabs:
        tab.page.wait_for_url("**/r/*")
        tab.arrived()
        expect(tab.page.locator("#room")).to_have_attribute("data-phase", "playing")
    dark, light = tabs if tabs[0].card("dark").get_attribute("data-you") is not None else tabs[::-1]
    dark.place("f5")
    light.place("d6")
    loser = names[tabs.index(light)]
    light.press("Resign")
    light.confirm("Resign")
    expect(dark.page.locator("#result h2")).to_contain_text("You won")
    winner = next(name for name in names if name != loser)
    for name, rating in ((winner, "1662"), (loser, "1338")):
        first.goto(f"/@{name}")
        expect(first.locator(".profile-rating")).to_have_text(rating)
        expect(first.get_by_role("main")).to_contain_text("provisional")


def test_two_without_a_name_find_each_other_for_a_quick_game(new_person):
    tabs = [new_person().page, new_person().page]
    for page in tabs:
        page.goto("/lobby")
        page.get_by_role("button", name="Quick game").click()
    for page in tabs:
        page.wait_for_url("**/r/*")
        expect(page.locator("article.card[data-you]")).to_have_count(1)


def test_a_search_is_cancelled(new_person):
    page = new_person().page
    page.goto("/lobby")
    page.get_by_role("button", name="Quick game").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Quick game")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
