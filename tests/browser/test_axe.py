"""axe-core finds nothing against the rules of accessibility, on any page, theme and language.

`make test` takes a sample: the main pages, with themes, languages and sizes by turns. `make axe`
goes through the whole matrix (AXE=all).
"""

import os
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.scenes import SAMPLE, SCENES, Stage
from tests.live.client import Client
from tests.live.conftest import Match

THEMES = ("light", "dark", "contrast")
LANGUAGES = ("en", "pt-BR", "es", "gl")
SIZES = ((1280, 800), (390, 844))
ALL_LOOKS = [(theme, size) for theme in THEMES for size in SIZES]
ALL = [(scene, language, ALL_LOOKS) for scene in SCENES for language in LANGUAGES]
SOME = [
    (scene, LANGUAGES[number % 4], [(THEMES[number % 3], SIZES[number // 4 % 2])])
    for number, scene in enumerate(SAMPLE)
]
CASES = ALL if os.environ.get("AXE") == "all" else SOME


@pytest.fixture(scope="module")
def without_online_play(serve_site):
    """A site on which one plays on one's device alone; made when it is first asked for."""
    made = []

    def get():
        if not made:
            made.append(serve_site(ONLINE="off"))
        return made[0]

    return get


@pytest.fixture
def match(site):
    """Seat two guests in a new room."""
    with ExitStack() as tabs:
        yield lambda: Match(lambda: tabs.enter_context(Client(site.url)), tabs, seconds=90)


def viewport(width, height):
    return {"width": width, "height": height}


@pytest.mark.parametrize(
    ("scene", "language", "looks"), CASES, ids=[f"{case[0].__name__}-{case[1]}" for case in CASES]
)
def test_axe_finds_nothing_in(scene, language, looks, new_person, match, site, without_online_play):
    visitor = new_person(locale=language, reduced_motion="reduce", viewport=viewport(*looks[0][1]))
    scene(Stage(visitor, match, site, without_online_play))
    expect(visitor.page.locator("html")).to_have_attribute("lang", language.lower())
    found = {}
    for theme, size in looks:
        visitor.page.set_viewport_size(viewport(*size))
        visitor.page.evaluate("(name) => { document.documentElement.dataset.theme = name; }", theme)
        for words in violations(visitor.page):
            found.setdefault(words, []).append(f"{theme} at {size[0]}")
    visitor.page.close()
    visitor.complaints.clear()  # Of a page with an error's status, of a network that is off.
    assert not found, "\n\n".join(
        f"{words}\n    in {', '.join(where)}" for words, where in found.items()
    )
