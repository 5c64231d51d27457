"""How the front page looks and sounds, whatever somebody has chosen (SPEC 6.4, 6.6, 7)."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.home_page import HomePage
from tests.browser.test_home import FULL, REFUSED, WHOLE, choose_own, press, whole_round
from tests.browser.test_room import TO_THE_FIRST_PASS

SIZES = [(390, 844), (360, 640), (1280, 720)]
IN_VIEW = """(all) => all.length > 0 && all.every((it) => { const box = it.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.left >= 0
        && box.bottom <= innerHeight && box.right <= innerWidth; })"""


@pytest.fixture
def home(new_person):
    return HomePage(new_person().page).open()


def of_size(new_person, size, **options):
    viewport = {"width": size[0], "height": size[1]}
    return HomePage(new_person(viewport=viewport, **options).page).open()


def box_of(home, selector):
    box = home.page.locator(selector).bounding_box()
    assert box
    return box


def in_view(home, selector):
    """Whether all of it can be seen without scrolling."""
    return home.page.locator(selector).evaluate_all(IN_VIEW)


def open_settings(home):
    home.page.get_by_text("Settings", exact=True).click()


# --- sizes --------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_the_whole_game_is_in_one_viewport(new_person, size):
    home = of_size(new_person, size)
    home.page.locator("select[name=clock]").select_option("both")
    home.play("f5", "d6")
    home.page.evaluate("scrollTo(0, 0)")
    for part in (
        *("#board", ".grid", "#card-top", "#card-bottom", "#card-top .clock-time"),
        *("#card-bottom .clock-time", "#status", "#controls button:not([hidden])"),
        # Above a short phone's fold is all that a move needs.
        *(["#step-back"] if size[1] > 700 else []),
    ):
        assert in_view(home, part), part
    wide = home.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing is wider than the page"


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_undo_is_right_below_the_board(new_person, size):
    home = of_size(new_person, size)
    home.play("f5")
    board, undo = box_of(home, ".grid"), home.undo.bounding_box()
    middle = undo["x"] + undo["width"] / 2
    assert board["x"] <= middle <= board["x"] + board["width"]
    # On phones one's own card and the status line stand between.
    assert 0 <= undo["y"] - (board["y"] + board["height"]) <= (24 if size[0] > 1000 else 132)


def test_the_board_of_a_short_phone_is_as_wide_as_the_phone_allows(new_person):
    home = of_size(new_person, (360, 640))
    assert box_of(home, ".grid")["width"] >= 300


def test_the_cards_are_as_wide_as_the_board_on_a_tablet(new_person):
    home = of_size(new_person, (768, 1024))
    frame, card = box_of(home, "#board"), box_of(home, "#card-bottom")
    assert abs(frame["width"] - card["width"]) <= 24
    assert abs(frame["x"] - card["x"]) <= 12


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_larger_text_is_not_cut_off(new_person, size):
    home = of_size(new_person, size)
    home.page.evaluate("document.documentElement.style.fontSize = '150%'")
    home.play("f5")
    cut = home.page.evaluate(
        """() => [...document.querySelectorAll("#status, #controls button, .card-name, .clock-word,"
        + " .segment span, #round")].filter((it) => it.getClientRects().length
        && (it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 2))
        .map((it) => it.textContent)"""
    )
    assert cut == []


def test_a_page_in_a_notched_phone_keeps_clear_of_the_notch(new_person):
    home = of_size(new_person, (844, 390))
    session = home.page.context.new_cdp_session(home.page)
    insets = {"left": 47, "right": 47, "top": 0, "bottom": 21}
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    board = box_of(home, "#board")
    assert board["x"] >= 47
    assert box_of(home, "#card-top")["x"] + box_of(home, "#card-top")["width"] <= 844 - 47
    assert board["y"] + board["height"] <= 390 - 21
    assert box_of(home, ".brand")["x"] >= 47


# --- what somebody has chosen -------------------------------------------------------------------
def test_the_sides_are_called_by_their_discs(home):
    open_settings(home)
    home.page.locator("select[name=discs]").select_option("red")
    expect(home.status).to_have_text("Red begins. Choose one of the dots on the board.")
    expect(home.page.get_by_role("article", name="Red", exact=True)).to_be_visible()
    expect(home.square("d4")).to_have_accessible_name("d4, white")
    home.play("f5")
    expect(home.page.locator("#plies button").first).to_have_accessible_name("Red f5, turns 1")
    home.page.locator("select[name=discs]").select_option("outline")
    expect(home.page.locator("#plies button").first).to_have_accessible_name("Black f5, turns 1")
    home.page.get_by_role("radio", name="Computer").check()
    home.page.get_by_role("button", name="Begin anew").press("Enter")
    expect(home.page.get_by_role("radio", name="Black")).to_be_checked()


def test_on_slate_the_discs_differ_by_a_mark_too(home):
    open_settings(home)
    home.page.locator("select[name=board]").select_option("slate")
    marks = [
        home.square(name)
        .locator(".disc")
        .evaluate("(disc) => getComputedStyle(disc, '::before').content")
        for name in ("d4", "e4")
    ]
    assert marks[0] != marks[1]


SETTINGS = {
    "Sounds": ("sounds", False),
    "Animation": ("motion", False),
    "Ask before each move": ("confirm", True),
    "Hints while playing": ("hints", False),
}


@pytest.mark.parametrize("label", SETTINGS)
def test_a_setting_is_kept(home, label):
    name, value = SETTINGS[label]
    open_settings(home)
    home.page.get_by_label(label).set_checked(value)
    home.page.reload()
    open_settings(home)
    expect(home.page.get_by_label(label)).to_be_checked(checked=value)
    kept = home.page.evaluate("JSON.parse(localStorage.getItem('settings'))")
    assert kept[name] is value


def test_discs_of_another_kind_are_kept_and_seen(home):
    colour = "(it) => getComputedStyle(it).backgroundColor"
    before = home.square("e4").locator(".disc").evaluate(colour)
    open_settings(home)
    home.page.locator("select[name=discs]").select_option("red")
    home.page.reload()
    expect(home.page.locator("html")).to_have_attribute("data-discs", "red")
    assert home.square("e4").locator(".disc").evaluate(colour) != before


def test_who_wants_no_hints_is_told_none(home):
    open_settings(home)
    home.page.get_by_label("Hints while playing").uncheck()
    home.play("c4", "c3", "c2", "b2")
    expect(home.status).to_have_text(re.compile("to move"))


def test_without_animation_nothing_moves_not_even_the_card_of_a_pass(home):
    open_settings(home)
    home.page.get_by_label("Animation").uncheck()
    press(home, re.findall("..", TO_THE_FIRST_PASS))
    expect(home.page.locator("#pass-card")).to_be_visible()
    moving = home.page.evaluate(
        "document.getAnimations().map((it) => it.animationName ?? 'transition')"
    )
    assert moving == []


def test_the_browsers_bar_takes_the_colour_of_the_theme(new_person):
    home = HomePage(new_person(color_scheme="light").page).open()
    colour = """(value) => { const shown = document.createElement("i");
        shown.style.background = value; document.body.append(shown);
        const found = getComputedStyle(shown).backgroundColor; shown.remove(); return found; }"""
    bar = f"""() => ({colour})([...document.querySelectorAll("meta[name=theme-color]")]
        .find((it) => matchMedia(it.media).matches).content)"""
    paper = f"""() => ({colour})("var(--paper)")"""
    for theme in ("light", "dark", "contrast", "auto"):
        home.page.locator("#theme").press("Enter")
        assert home.page.evaluate(bar) == home.page.evaluate(paper), theme
    home.page.locator("#theme").press("Enter")
    home.page.locator("#theme").press("Enter")
    home.page.reload()
    assert home.page.evaluate(bar) == home.page.evaluate(paper), "as it was chosen"
    home.page.emulate_media(color_scheme="dark")
    assert home.page.evaluate(bar) == home.page.evaluate(paper)


def test_in_the_systems_contrast_colours_what_is_chosen_differs_from_what_is_not(new_person):
    home = HomePage(new_person(forced_colors="active").page).open()
    chosen, other, highlight = home.page.evaluate(
        """() => { const probe = document.createElement("i");
        probe.style.cssText = "forced-color-adjust: none; background: Highlight";
        document.body.append(probe);
        return [...document.querySelectorAll("[name=opponent] + span"), probe]
            .map((it) => getComputedStyle(it).backgroundColor); }"""
    )
    assert chosen == highlight != other


# --- what is heard and shown while playing ------------------------------------------------------
COUNT_TONES = """window.tones = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...at) {
    window.tones.push(this.frequency.value); return start.apply(this, at); };
window.contexts = 0;
window.AudioContext = class extends AudioContext {
    constructor() { super(); window.contexts += 1; window.context = this; } };"""


@pytest.fixture
def listener(new_person):
    """Somebody whose browser counts the tones it is to make."""
    person = new_person()
    person.context.add_init_script(COUNT_TONES)
    return HomePage(person.page).open()


def tones(home):
    return home.page.evaluate("window.tones.splice(0).length")


def test_a_move_is_heard_once_the_first_touch_has_allowed_it(listener):
    assert listener.page.evaluate("window.contexts") == 0
    listener.square("a1").click()
    assert listener.page.evaluate("window.contexts") == 1
    assert tones(listener) == 0, "a wrong square is silent"
    listener.until("window.context.state === 'running'")
    listener.play("f5")
    assert tones(listener) == 2, "a tap, and one disc that turns"
    listener.undo.press("Enter")
    expect(listener.page.locator(".disc[data-disc]")).to_have_count(4)
    assert tones(listener) == 0


def test_a_move_that_turns_many_makes_few_sounds(listener):
    press(listener, re.findall("..", WHOLE)[:40])
    listener.square("d4").click()
    listener.until("window.context.state === 'running'")
    tones(listener)
    turns = {
        int(cell.get_attribute("aria-label").rpartition("turns ")[2]): cell
        for cell in listener.legal().all()
    }
    assert max(turns) >= 4
    turns[max(turns)].click()
    assert tones(listener) == 4


def test_without_sounds_it_is_silent(listener):
    open_settings(listener)
    listener.page.get_by_label("Sounds").uncheck()
    listener.square("a1").click()
    listener.play("f5")
    assert tones(listener) == 0


def test_a_pointer_over_an_open_square_shows_the_move_and_what_it_turns(home):
    home.square("f5").hover()
    expect(home.square("f5")).to_have_attribute("data-ghost", "dark")
    expect(home.page.locator(".cell[data-ring]")).to_have_count(1)
    expect(home.square("e5")).to_have_attribute("data-ring", "")
    home.square("a1").hover()
    expect(home.page.locator(".cell[data-ghost], .cell[data-ring]")).to_have_count(0)
    assert home.discs() == 4


# --- what went wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_a_clock_that_is_none_is_marked_where_it_was_typed(new_person, size):
    home = of_size(new_person, size)
    choose_own(home, "total")
    field = home.page.get_by_label("Minutes")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    field.fill("5:75")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("Type minutes such as 10"))
    error = box_of(home, "#own-total-error")
    below = error["y"] - (field.bounding_box()["y"] + field.bounding_box()["height"])
    assert 0 <= below <= 12
    assert in_view(home, "#own-total-error")
    field.fill("5:30")
    field.press("Enter")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(home.page.locator("#own-total-error")).to_have_text("")


@pytest.mark.parametrize("storage", [REFUSED, FULL], ids=["refused", "full"])
def test_that_nothing_is_kept_is_said_where_it_is_seen(new_person, storage):
    person = new_person(viewport={"width": 1280, "height": 720})
    person.context.add_init_script(storage)
    home = HomePage(person.page).open()
    home.play("f5")
    expect(home.page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    assert in_view(home, "#unkept")
    home.page.set_viewport_size({"width": 390, "height": 844})
    home.page.reload()
    home.play("f5")
    expect(home.status).to_contain_text("nothing is kept here")


def test_only_one_button_leads_to_the_next_round(home):
    whole_round(home)
    expect(home.page.get_by_role("button", name="Next round")).to_have_count(1)
