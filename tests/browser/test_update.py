"""A new version of the site while its page is open: it waits for the game, then offers itself."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.backends import ROOT
from tests.browser.home_page import HomePage

CODE = ["manage.py", "reversi_site", "games", "lobby", "bots", "static", "templates"]
FILES = """() => [...document.querySelectorAll("script[src], link[rel=stylesheet], [data-engine]")]
    .map((it) => it.getAttribute("src") ?? it.getAttribute("href") ?? it.dataset.engine)"""


@pytest.fixture
def site(serve_site, tmp_path):
    """A site whose code can be changed."""
    for name in CODE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, tmp_path / name)
    site = serve_site(start=False)
    site.root = tmp_path
    return site.start()


def publish(site):
    """Stop the site and run its next version: another style, another script, another engine."""
    site.stop()
    for name in ("css/tokens.css", "js/local/home.js", "js/local/engine_worker.js", "js/site.js"):
        file = site.root / "static" / name
        comment = "/* newer */" if name.endswith("css") else "void 'newer';"
        file.write_text(f"{file.read_text()}{comment}\n")
    site.start()


def files_of_newest(home):
    """Return what the page as it is served now names."""
    text = home.page.evaluate("fetch('/', { cache: 'no-store' }).then((it) => it.text())")
    return set(re.findall(r'"(/(?:static/(?:bundles|css|js)|texts)/[^"]+)"', text))


WAITS = "navigator.serviceWorker.getRegistration().then((it) => it.waiting !== null)"
OFFER = "A new version of this page is there."


def test_a_new_version_waits_for_the_game_then_offers_itself_whole(new_person, site):
    home = HomePage(new_person().page).open().kept()
    old = set(home.page.evaluate(FILES))
    engine = home.page.locator("#home").get_attribute("data-engine")
    home.play("f5")
    publish(site)
    # A browser looks for another worker when another page is opened.
    other = HomePage(home.page.context.new_page()).open()
    home.until(WAITS)
    home.play("d6")
    for tab in (home, other):
        expect(tab.page.get_by_text(OFFER)).to_be_hidden()
    # The old page still gets its own engine, which it hadn't asked for until now.
    home.restart.press("Enter")
    home.page.get_by_role("button", name="Begin anew").press("Enter")
    home.against("Expert")
    home.play("f5")
    home.wait_for_turn()
    assert home.discs() == 6
    expect(home.page.get_by_text(OFFER)).to_be_hidden()
    home.undo.press("Enter")
    expect(home.page.get_by_text(OFFER)).to_be_visible()
    other.page.get_by_role("button", name="Load it").click()
    home.until(f"{WAITS}.then((waits) => !waits)")
    # The tab that wasn't asked stays as it is, and offers it still.
    assert set(home.page.evaluate(FILES)) == old
    expect(home.page.get_by_text(OFFER)).to_be_visible()
    home.page.get_by_role("button", name="Load it").click()
    expect(home.page.locator("#home")).not_to_have_attribute("data-engine", engine)
    for tab in (home, other):
        expect(tab.legal()).to_have_count(4)
        expect(tab.page.get_by_text(OFFER)).to_be_hidden()
        assert set(tab.page.evaluate(FILES)) <= files_of_newest(tab)
    assert len(home.page.evaluate("caches.keys()")) == 1
    home.page.context.set_offline(True)
    home.page.reload()
    home.play("f5")
    home.wait_for_turn()
    assert home.discs() == 6


def test_no_tab_offers_a_new_version_while_another_is_playing(new_person, site):
    home = HomePage(new_person().page).open().kept()
    home.play("f5")
    publish(site)
    lobby = home.page.context.new_page()
    lobby.goto("/lobby")
    home.until(WAITS)
    # The lobby itself has learnt of it.
    lobby.evaluate(f"async () => {{ while (!(await {WAITS})) {{ await null; }} }}")
    expect(lobby.get_by_text(OFFER)).to_be_hidden()
    home.undo.press("Enter")
    expect(home.page.get_by_text(OFFER)).to_be_visible()
    expect(lobby.get_by_text(OFFER)).to_be_visible()


def test_a_page_that_stays_open_learns_of_a_new_version_within_the_hour(new_person, site):
    home = HomePage(new_person().page).open().kept()
    home.page.clock.install()
    publish(site)
    look = "document.dispatchEvent(new Event('visibilitychange'))"
    home.page.evaluate(look)
    home.page.clock.fast_forward("00:50:00")
    home.page.evaluate(look)
    expect(home.page.get_by_text(OFFER)).to_be_hidden()
    home.page.clock.fast_forward("00:11:00")
    home.page.evaluate(look)
    expect(home.page.get_by_text(OFFER)).to_be_visible(timeout=20_000)


def test_a_first_visit_offers_nothing(new_person, site):
    person = new_person()
    person.context.add_init_script(
        """new MutationObserver(() => {
        const offer = document.getElementById("update");
        if (offer && !offer.hidden) window.offered = true;
        }).observe(document, { subtree: true, childList: true, attributes: true });"""
    )
    home = HomePage(person.page).open().kept()
    home.play("f5")
    assert home.page.evaluate("window.offered") is None
