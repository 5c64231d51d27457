"""The front page by keyboard alone, by touch, and as a screen reader tells it (SPEC 6, 7)."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.backends import ROOT
from tests.browser.home_page import HomePage
from tests.browser.test_home import WHOLE, press

CASES = json.loads((ROOT / "tests" / "fixtures" / "edge_cases.json").read_text())
WITH_PASSES = CASES["wthor_first_pass_earliest"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABS = 40
"""More than there are stops on the page."""
SIDES = {"dark": "Dark", "light": "Light"}
PRESSED = "button|link|radio|checkbox|combobox|textbox"


# --- the keyboard -------------------------------------------------------------------------------
@pytest.fixture
def home(new_person):
    return HomePage(new_person().page).open()


def tab_to(home, element):
    """Press Tab until it is the element's turn."""
    for _ in range(TABS):
        if element.evaluate("(it) => it === document.activeElement"):
            return
        home.page.keyboard.press("Tab")
    raise AssertionError(f"Tab doesn't lead to {element}")


def focused_square(home):
    return home.page.evaluate("document.activeElement.dataset.square")


def walk_to(home, name):
    """Go by arrows from the square that has the focus to another."""
    here = focused_square(home)
    across, down = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
    keys = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
    keys += ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
    for key in keys:
        home.page.keyboard.press(key)


def test_a_whole_game_and_the_next_round_are_played_with_the_keyboard_alone(home):
    tab_to(home, home.page.locator(".cell[tabindex='0']"))
    for at, name in enumerate(re.findall("..", WHOLE)):
        walk_to(home, name)
        expect(home.square(name)).to_be_focused()
        # Some by the space bar.
        home.page.keyboard.press(" " if at % 7 == 3 else "Enter")
        expect(home.square(name)).to_have_attribute("data-last", "")
    expect(home.result.get_by_role("heading")).to_have_text("Dark wins 34–30")
    tab_to(home, home.page.locator("#controls").get_by_role("button", name="Next round"))
    home.page.keyboard.press("Enter")
    expect(home.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(home.page.locator("#stage")).to_be_focused()
    # A second press plays nothing.
    home.page.keyboard.press("Enter")
    assert home.discs() == 4
    home.page.keyboard.press("Tab")
    walk_to(home, "e6")
    home.page.keyboard.press("Enter")
    expect(home.square("e6")).to_have_attribute("data-last", "")


def test_the_keyboard_shows_where_it_is_and_what_a_move_would_turn(home):
    tab_to(home, home.square("d3"))
    assert home.square("d3").evaluate("(it) => getComputedStyle(it).outlineStyle") == "solid"
    expect(home.square("d3")).to_have_attribute("data-ghost", "dark")
    expect(home.square("d4")).to_have_attribute("data-ring", "")
    home.page.keyboard.press("ArrowUp")
    expect(home.square("d3")).not_to_have_attribute("data-ghost", "dark")
    home.page.keyboard.press("Control+End")
    assert focused_square(home) == "h8"
    home.page.keyboard.press("ArrowRight")
    assert focused_square(home) == "h8"


def once_round(page):
    """The classes of all that Tab stops at, from the top of the page to the top again."""

    def stops():
        for _ in range(2 * TABS):
            page.keyboard.press("Tab")
            yield page.evaluate("document.activeElement.className")

    names = list(stops())
    top = names.index("skip")
    return names[top : names.index("skip", top + 1)]


def test_the_board_is_one_stop_and_every_control_has_a_name(home):
    home.play("f5", "d6")
    stops = once_round(home.page)
    assert sum("cell" in name.split() for name in stops) == 1
    tree = home.page.locator("body").aria_snapshot()
    nameless = re.findall(rf"^\s*- (?:{PRESSED})\b(?! \").*", tree, re.M)
    assert not nameless


def test_going_back_to_the_live_game_leaves_the_keyboard_on_the_board(home):
    home.play("f5", "d6")
    home.page.locator("#step-back").press("Enter")
    home.page.locator("#step-live").press("Enter")
    expect(home.page.locator("#stage")).to_be_focused()
    home.page.locator("#plies button").nth(1).focus()
    home.play("c3")
    home.page.locator("#plies button").nth(1).focus()
    other = HomePage(home.page.context.new_page()).open()
    other.play("d3")
    expect(home.square("d3")).to_have_attribute("data-last", "")
    expect(home.page.locator("#plies button").nth(1)).to_be_focused()


# --- a finger -----------------------------------------------------------------------------------
@pytest.fixture
def phone(new_person):
    person = new_person(**PHONE)
    return HomePage(person.page).open()


def view(home):
    """What a scroll or a zoom would change."""
    return home.page.evaluate("[scrollX, scrollY, visualViewport.scale, visualViewport.offsetTop]")


def middle(home, name):
    box = home.square(name).bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


class Finger:
    """Touches the screen itself: the browser may scroll, zoom or click as it would."""

    def __init__(self, home):
        self._session = home.page.context.new_cdp_session(home.page)

    def touch(self, kind, *points):
        event = {"type": kind, "touchPoints": list(points)}
        self._session.send("Input.dispatchTouchEvent", event)

    def slide(self, start, end):
        self.touch("touchStart", start)
        for part in range(1, 6):
            step = {axis: start[axis] + (end[axis] - start[axis]) * part / 5 for axis in "xy"}
            self.touch("touchMove", step)
        self.touch("touchEnd")


def test_a_whole_game_is_played_with_a_finger_and_the_page_stays_where_it_is(phone):
    before = view(phone)
    for name in re.findall("..", WHOLE):
        phone.square(name).tap()
        expect(phone.square(name)).to_have_attribute("data-last", "")
        assert view(phone) == before, name
    expect(phone.result.get_by_role("heading")).to_have_text("Dark wins 34–30")
    phone.page.locator("#controls").get_by_role("button", name="Next round").tap()
    expect(phone.page.locator("#card-bottom")).to_have_attribute("data-side", "light")
    phone.square("e6").tap()
    expect(phone.square("e6")).to_have_attribute("data-last", "")


def test_a_finger_plays_when_it_lifts_and_one_that_slides_off_plays_nothing(phone):
    before = view(phone)
    finger = Finger(phone)
    for end in ("f2", "a5", "h8"):
        finger.slide(middle(phone, "f5"), middle(phone, end))
    assert phone.discs() == 4
    assert view(phone) == before
    finger.touch("touchStart", middle(phone, "f5"))
    expect(phone.square("f5")).to_have_attribute("data-ghost", "dark")
    assert phone.discs() == 4
    finger.touch("touchEnd")
    expect(phone.square("f5")).to_have_attribute("data-last", "")
    assert phone.discs() == 5


def test_a_double_tap_plays_one_disc_and_zooms_nothing(phone):
    before = view(phone)
    finger = Finger(phone)
    for _ in range(2):
        finger.touch("touchStart", middle(phone, "f5"))
        finger.touch("touchEnd")
    expect(phone.square("f5")).to_have_attribute("data-last", "")
    expect(phone.status).to_have_text("f5 is taken.")
    assert phone.discs() == 5
    assert view(phone) == before


def test_two_fingers_play_nothing(phone):
    finger = Finger(phone)
    points = [{**middle(phone, name), "id": number} for number, name in enumerate(("f5", "c4"))]
    finger.touch("touchStart", points[0])
    finger.touch("touchStart", *points)
    finger.touch("touchEnd", points[0])
    finger.touch("touchEnd")
    # The next touch is heard as usual, so the two before it have been.
    phone.square("e6").tap()
    expect(phone.square("e6")).to_have_attribute("data-last", "")
    assert phone.discs() == 5


IN_VIEW = """(all) => all.every((it) => { const box = it.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0; })"""


def in_view(home, selector):
    """Whether all of it can be seen without scrolling."""
    return home.page.locator(selector).evaluate_all(IN_VIEW)


def test_a_review_on_a_phone_is_read_beside_the_board(phone):
    press(phone, re.findall("..", WHOLE))
    phone.result.get_by_role("button", name="Review").tap()
    first = phone.page.locator(".review-row").first
    expect(first).to_be_visible(timeout=60_000)
    assert in_view(phone, ".review-row >> nth=0")
    for row in (first, phone.page.locator(".review-row").last):
        row.tap()
        expect(phone.status).to_contain_text(re.compile("lost (about )?[0-9]+ disc"))
        better = phone.page.locator(".cell[data-better]")
        expect(better).to_have_count(1)
        expect(better).to_have_accessible_name(re.compile("better move"))
        for part in ("#board", "#status", "#step-back", "#step-forward", "#step-live"):
            assert in_view(phone, part), part


def test_what_a_thumb_presses_is_large_enough(phone):
    """A square of a board as wide as the phone, and 40 px for the buttons."""
    phone.play("f5")
    small = phone.page.evaluate(
        """() => [...document.querySelectorAll(".cell, #controls button, .steps button")]
        .map((it) => [it.getAttribute("aria-label") || it.textContent, it.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 40 || box.height < 40))
        .map(([name, box]) => `${name}: ${box.width}×${box.height}`)"""
    )
    assert not small


# --- what is heard ------------------------------------------------------------------------------
KEEP_WORDS = """() => {
    window.heard = [];
    const keep = (changes) => {
        const words = changes.map(({ target }) => target.textContent).filter(Boolean);
        window.heard.push(...words);
    };
    for (const region of document.querySelectorAll("[aria-live=polite]")) {
        new MutationObserver(keep).observe(region, {childList: true});
    }
}"""


def heard(home):
    """What was announced since this was last asked, in order."""
    return home.page.evaluate("window.heard.splice(0)")


def told(transcript):
    """The sides of a transcript with its passes: (side, square or --) for each ply."""
    sides = ("dark", "light")
    return [(sides[at % 2], name) for at, name in enumerate(re.findall("..", transcript))]


def other_side(side):
    return "light" if side == "dark" else "dark"


def test_every_disc_and_every_pass_of_a_game_is_announced_and_so_is_its_end(home):
    """A game that people played, with a pass after the fifteenth disc and two near its end."""
    home.page.evaluate("localStorage.setItem('hinted', 'yes')")
    home.page.evaluate(KEEP_WORDS)
    plies = told(WITH_PASSES["with_passes"])
    trays = {"dark": 30, "light": 30}
    at = 0
    while at < len(plies):
        side, name = plies[at]
        label = home.square(name).get_attribute("aria-label")
        turns = re.fullmatch(rf"{name}, empty, legal, turns (\d+)", label)
        assert turns, label
        home.square(name).press("Enter")
        expect(home.square(name)).to_have_attribute("aria-label", f"{name}, {side}, last move")
        expected = f"{SIDES[side]} {name}, turns {turns[1]}."
        if trays[side] == 0:
            expected += f" {SIDES[side]} takes a disc from the other side's tray."
        trays[side if trays[side] else other_side(side)] -= 1
        at += 1
        while at < len(plies) and plies[at][1] == "--":
            passing, other = SIDES[plies[at][0]], SIDES[other_side(plies[at][0])]
            expected += f" {passing} has no move and passes. {other} plays again."
            expect(home.status).to_contain_text(f"{passing} has no move and passes.")
            expect(home.page.locator("#plies button").last).to_have_accessible_name(
                f"{passing} passes"
            )
            at += 1
        words = heard(home)
        if at < len(plies):
            assert words == [expected]
    assert words == [f"{expected} Dark wins 57–7. Neither side can move."]
    expect(home.page.locator("#plies .ply-pass")).to_have_count(WITH_PASSES["passes"])


def test_a_disc_that_brings_a_hint_is_announced_together_with_it(home):
    home.play("c4", "c3", "c2")
    home.page.evaluate(KEEP_WORDS)
    home.play("b2")
    assert heard(home) == [
        "Light b2, turns 1. b2 lies beside an empty corner: "
        "it may let the other side into that corner."
    ]


def test_what_was_turned_taken_back_and_refused_is_heard_too(home):
    home.page.evaluate(KEEP_WORDS)
    home.play("f5")
    expect(home.square("e5")).to_have_attribute("aria-label", "e5, dark, just turned")
    home.square("f5").press("Enter")
    home.undo.press("Enter")
    expect(home.page.locator(".disc[data-disc]")).to_have_count(4)
    assert heard(home) == [
        "Dark f5, turns 1.",
        "f5 is taken.",
        "Dark begins. Choose one of the dots on the board.",
    ]


def test_a_clock_that_runs_short_is_heard(home):
    home.page.clock.install()
    home.page.reload()
    home.page.locator("select[name=clock]").select_option("action")
    home.play("f5")
    home.page.evaluate(KEEP_WORDS)
    home.page.clock.run_for(31_000)
    words = heard(home)
    assert words[:2] == ["10 seconds left.", "5 seconds left."]
    assert words[-1] == "Dark wins. Light ran out of time."


def test_the_page_has_landmarks_and_a_board_that_is_a_grid_of_named_squares(home):
    page = home.page
    for role, name in (
        ("navigation", "Main"), ("region", "Board"), ("grid", "Board"), ("region", "Moves"),
        ("group", "Game"), ("group", "Step through the game"), ("complementary", "Round"),
        ("group", "Who plays"),
    ):  # fmt: skip
        expect(page.get_by_role(role, name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("grid").get_by_role("row")).to_have_count(8)
    cells = page.get_by_role("gridcell")
    expect(cells).to_have_count(64)
    labels = [cell.get_attribute("aria-label") for cell in cells.all()]
    assert labels[0] == "a1, empty"
    assert labels[27] == "d4, light"
    assert labels[19] == "d3, empty, legal, turns 1"
    for side in SIDES.values():
        expect(page.get_by_role("article", name=side, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="30 discs in the tray")).to_have_count(2)
