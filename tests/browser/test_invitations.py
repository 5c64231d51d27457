"""A game with a friend, by link, as both meet it."""

from playwright.sync_api import expect

from tests.browser.room_page import RoomPage

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_friend_comes_by_the_link_accepts_and_they_play(new_person):
    ana = new_person()
    ana.page.goto("/lobby")
    ana.page.get_by_role("button", name="Invite a friend").click()
    host = RoomPage(ana).arrived()
    expect(host.status).to_contain_text("Send your friend the link")
    expect(host.page.get_by_role("button", name="Sit here")).to_have_count(0)
    link = host.page.locator("#share-link").input_value()
    assert "/i/" in link

    friend = new_person(**PHONE)
    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", level=1)).to_contain_text("invites you")
    friend.page.get_by_role("button", name="Accept and play").dblclick()
    guest = RoomPage(friend).arrived()
    for tab in (host, guest):
        expect(tab.page.locator("article.card[data-you]")).to_have_count(1)
        expect(tab.page.locator("#room")).to_have_attribute("data-phase", "playing")
    dark, light = (
        (host, guest) if host.card("dark").get_attribute("data-you") is not None else (guest, host)
    )
    dark.place("f5")
    light.shows_last("f5")
    light.place("d6")
    dark.shows_last("d6")

    late = new_person()
    late.page.goto(link)
    expect(late.page.get_by_role("main")).to_contain_text("accepted already")
    late.page.get_by_role("link", name="Watch the game").click()
    RoomPage(late).arrived().shows_last("d6")
