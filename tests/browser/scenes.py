"""Every page of the site as people come to see it, whatever its language: for `test_axe.py`.

A scene is a function that leads a newcomer somewhere. It finds its way by what the page is made of,
never by words.
"""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.home_page import HomePage
from tests.browser.room_page import RoomPage
from tests.browser.test_home import press, whole_round
from tests.browser.test_room import TO_THE_FIRST_PASS
from tests.live.client import Client
from tests.live.conftest import Match
from tests.running import Site


@dataclass(slots=True)
class Stage:
    """What a scene is made with."""

    visitor: Visitor
    match: Callable[[], Match]
    """Seats two guests in a new room."""
    site: Site
    without_online_play: Callable[[], Site]

    @property
    def page(self) -> Page:
        return self.visitor.page


Scene = Callable[[Stage], object]


# --- on this device -----------------------------------------------------------------------------
def the_front_page(stage: Stage) -> HomePage:
    return HomePage(stage.page).open()


def a_running_game(stage: Stage) -> None:
    the_front_page(stage).play("f5", "d6", "c3")


def a_position_of_the_past(stage: Stage) -> None:
    home = the_front_page(stage)
    home.play("f5", "d6", "c3")
    stage.page.locator("#step-back").click()


def a_refused_square_and_the_ghost_of_a_move(stage: Stage) -> None:
    home = the_front_page(stage)
    home.square("a1").click()
    expect(home.status).to_have_attribute("data-flash", "")
    home.square("f5").hover()


def a_pass(stage: Stage) -> None:
    press(the_front_page(stage), re.findall("..", TO_THE_FIRST_PASS))
    # It would be gone before axe has looked.
    stage.page.locator("#pass-card").evaluate(
        "(card) => new MutationObserver(() => { card.hidden = false; })"
        ".observe(card, {attributes: true})"
    )
    expect(stage.page.locator("#pass-card")).to_be_visible()


def the_result(stage: Stage) -> HomePage:
    home = the_front_page(stage)
    whole_round(home)
    return home


def a_review(stage: Stage) -> None:
    the_result(stage).page.locator(".result-acts button").click()
    stage.page.locator(".review-row").first.click(timeout=120_000)


def settings(stage: Stage) -> None:
    the_front_page(stage).page.locator("details.fold summary").click()


def a_computer_with_a_clock_that_is_none(stage: Stage) -> None:
    page = the_front_page(stage).page
    page.locator("input[name=opponent][value=computer]").check()
    page.locator("select[name=clock]").select_option("both")
    for name, typed in (("action", "0"), ("total", "none")):
        page.locator(f"select[name={name}]").select_option("own")
        page.locator(f"#own-{name}").fill(typed)
    page.locator("#own-total").press("Enter")
    expect(page.locator("#own-action-error")).not_to_be_empty()


def a_clock_that_runs_short(stage: Stage) -> None:
    stage.page.clock.install()
    home = the_front_page(stage)
    stage.page.locator("select[name=clock]").select_option("action")
    home.play("f5")
    stage.page.clock.run_for(24_000)
    expect(stage.page.locator("[data-short]")).to_be_visible()


def a_question_before_a_restart(stage: Stage) -> None:
    home = the_front_page(stage)
    home.play("f5")
    stage.page.locator("#controls button").nth(1).press("Enter")
    expect(stage.page.locator("dialog")).to_be_visible()


def the_language_menu(stage: Stage) -> None:
    the_front_page(stage).page.locator("#language summary").click()


def a_browser_that_keeps_nothing(stage: Stage) -> None:
    stage.visitor.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(); } });"
    )
    the_front_page(stage)


def no_network(stage: Stage) -> None:
    the_front_page(stage)
    stage.visitor.context.set_offline(True)
    expect(stage.page.locator("#unreachable")).to_be_visible()


# --- the lobby ----------------------------------------------------------------------------------
def the_lobby(stage: Stage) -> None:
    match = stage.match().start()
    Client(stage.site.url).open_room()
    _as(match.ana, stage)
    stage.page.goto("/lobby")
    expect(stage.page.locator(".playing")).to_be_visible()
    expect(stage.page.locator("[data-act=join]").first).to_be_visible()


def a_code_that_is_none(stage: Stage) -> None:
    stage.page.goto("/lobby")
    stage.page.locator("#id_code").fill("nothing")
    stage.page.locator("#id_code").press("Enter")
    expect(stage.page.locator("#code-error")).to_be_visible()


# --- rooms --------------------------------------------------------------------------------------
def an_empty_room(stage: Stage) -> None:
    path = Client(stage.site.url).open_room()
    room = RoomPage.entered(stage.visitor, path)
    room.page.locator("details.qr summary").click()
    room.page.locator("details.fold summary").click()


def a_room_before_the_game(stage: Stage) -> None:
    match = stage.match()
    match.light.ask("stand")
    _enter_as(match.ana, match, stage)
    expect(stage.page.locator("#controls button:visible").first).to_be_visible()


def a_room_with_a_game(stage: Stage) -> None:
    match = stage.match().start()
    match.play("f5d6c3")
    _enter_as(match.ben, match, stage)
    expect(stage.page.locator("[data-legal]").first).to_be_visible()


def a_room_for_a_spectator(stage: Stage) -> None:
    match = stage.match().start()
    match.play(TO_THE_FIRST_PASS)
    RoomPage.entered(stage.visitor, match.path)


def a_paused_room(stage: Stage) -> None:
    match = stage.match().start()
    match.dark.ask("pause")
    _enter_as(match.ana, match, stage)


def a_question_before_resigning(stage: Stage) -> None:
    match = stage.match().start()
    _enter_as(match.ben, match, stage)
    # The host has pause and end as well; the other player only this and leaving.
    stage.page.locator("#controls button:visible").first.click()
    expect(stage.page.locator("dialog")).to_be_visible()


def a_room_with_a_bot(stage: Stage) -> None:
    match = stage.match()
    match.light.ask("stand")
    match.dark.ask("add_bot", side="light", level="beginner")
    match.dark.ask("start")
    _enter_as(match.ben, match, stage)
    expect(stage.page.locator("#bots")).to_be_visible()


def a_choice_of_bots(stage: Stage) -> None:
    match = stage.match()
    match.light.ask("stand")
    _enter_as(match.ana, match, stage)
    stage.page.locator("article.card[data-side=light] .button:visible").first.click()
    expect(stage.page.locator("dialog")).to_be_visible()


def a_room_after_a_game(stage: Stage) -> None:
    match = stage.match().start()
    match.play("f5d6c5f4e7f6g5e6e3")
    match.light.ask("rematch", game=match.light.room["game"]["number"], agree=True)
    _enter_as(match.ana, match, stage)
    expect(stage.page.locator("#result button")).to_be_visible()


def a_room_whose_line_is_lost(stage: Stage) -> None:
    match = stage.match().start()
    RoomPage.entered(stage.visitor, match.path)
    stage.visitor.context.set_offline(True)
    expect(stage.page.locator("#line-lost")).to_be_visible()


def a_private_room(stage: Stage) -> None:
    stage.page.goto(Client(stage.site.url).open_room(listed=False).partition("?")[0])


# --- pages that stand in for others -------------------------------------------------------------
def nothing_there(stage: Stage) -> None:
    stage.page.goto("/nothing")


def a_page_that_was_too_old(stage: Stage) -> None:
    stage.page.goto("/lobby")
    stage.page.evaluate(
        """() => { const form = document.querySelector("form[action='/lobby/open']");
        form.querySelector("[name=csrfmiddlewaretoken]").remove(); form.submit(); }"""
    )
    expect(stage.page.locator("main.plain")).to_be_visible()


def the_page_without_a_network(stage: Stage) -> None:
    stage.page.goto("/offline")


def a_fault_of_the_server(stage: Stage) -> None:
    """No page fails when asked to: this one stands in another's place, as the site makes it."""
    language = stage.page.evaluate("navigator.language")
    made = f"pages.fault(RequestFactory().get('/', headers={{'accept-language': '{language}'}}))"
    body = stage.site.manage(
        "shell", "--no-imports", "-c",
        "from django.test import RequestFactory; from reversi_site import pages;"
        f"print({made}.content.decode())",
    )  # fmt: skip
    stage.page.route(
        "**/nothing",
        lambda route: route.fulfill(status=500, body=body, content_type="text/html"),
    )
    stage.page.goto("/nothing")


def a_site_without_online_play(stage: Stage) -> None:
    stage.page.goto(stage.without_online_play().url + "/lobby")


def the_front_page_without_online_play(stage: Stage) -> None:
    stage.page.goto(stage.without_online_play().url)


def signing_up_with_nothing_right(stage: Stage) -> None:
    stage.page.goto("/sign-up")
    stage.page.locator("[name=name]").fill("-")
    stage.page.locator("[name=password]").fill("short")
    stage.page.locator("main form button").click()
    expect(stage.page.locator("main .error").first).to_be_visible()


def ones_own_settings(stage: Stage) -> None:
    stage.page.goto("/sign-up")
    stage.page.locator("[name=name]").fill(f"axe-{secrets.token_hex(4)}")
    stage.page.locator("[name=password]").fill(secrets.token_hex(8))
    stage.page.locator("main form button").click()
    stage.page.locator("#person summary").click()
    stage.page.goto("/settings")


def a_profile_and_the_leaderboard(stage: Stage) -> None:
    ones_own_settings(stage)
    stage.page.goto("/top")
    stage.page.goto(f"/@{stage.page.locator('#person-name').inner_text()}")


def signing_in(stage: Stage) -> None:
    stage.page.goto("/sign-in")


def a_forgotten_password(stage: Stage) -> None:
    stage.page.goto("/forgotten")


def the_administrators_sign_in(stage: Stage) -> None:
    stage.page.goto("/admin/login/")


SAMPLE: list[Scene] = [
    *(the_front_page, a_running_game, the_result, a_review, settings),
    *(the_lobby, a_room_with_a_game, a_room_after_a_game, a_question_before_resigning),
    *(nothing_there, the_page_without_a_network, a_fault_of_the_server),
    *(the_administrators_sign_in, signing_up_with_nothing_right, ones_own_settings),
]
"""What `make test` looks at."""
SCENES: list[Scene] = [
    *SAMPLE,
    *(a_position_of_the_past, a_refused_square_and_the_ghost_of_a_move, a_pass),
    *(a_computer_with_a_clock_that_is_none, a_clock_that_runs_short, a_question_before_a_restart),
    *(the_language_menu, a_browser_that_keeps_nothing, no_network, a_code_that_is_none),
    *(an_empty_room, a_room_before_the_game, a_room_for_a_spectator, a_paused_room),
    *(a_room_with_a_bot, a_choice_of_bots, a_room_whose_line_is_lost, a_private_room),
    *(signing_in, a_forgotten_password, a_profile_and_the_leaderboard),
    *(a_page_that_was_too_old, a_site_without_online_play, the_front_page_without_online_play),
]


def _as(person: Client, stage: Stage) -> None:
    """Give the browser a person's cookies."""
    stage.visitor.context.add_cookies(
        [
            {"name": cookie.name, "value": cookie.value or "", "url": stage.site.url}
            for cookie in person.http.cookies.jar
        ]
    )


def _enter_as(person: Client, match: Match, stage: Stage) -> RoomPage:
    _as(person, stage)
    return RoomPage.entered(stage.visitor, match.path)
