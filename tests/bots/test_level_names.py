"""A level has one name in the rules, the engine, the lobby and the browser, in every language."""

import json
import re

import polib
import pytest
from django.conf import settings
from django.utils import translation

from bots.engine import LEVELS
from games.core.policy import BOT_LEVELS
from lobby.rooms import LEVEL_NAMES
from tests.backends import ROOT


def in_the_browser(file: str, pattern: str) -> str:
    """Return what `pattern` finds in a module of the room's page."""
    found = re.search(pattern, (ROOT / "static/js/game" / file).read_text(), re.S)
    assert found, f"{file} has no {pattern}"
    return found.group(1)


def browser_names(function: str, file: str) -> dict[str, str]:
    body = in_the_browser(file, rf"function {function}\(.*?\{{(.*?)\n\}}")
    return dict(re.findall(r'(\w+): gettext\("([^"]+)"\)', body))


def translated(text: str, language: str) -> str:
    """Return what the browser says for `text`."""
    locale = translation.to_locale(language)
    po = ROOT / "reversi_site/locale" / locale / "LC_MESSAGES/djangojs.po"
    entry = polib.pofile(str(po)).find(text) if po.exists() else None
    return entry.msgstr if entry else text


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_levels_and_their_names_are_the_same_everywhere(language):
    assert LEVELS == BOT_LEVELS
    assert tuple(json.loads(in_the_browser("bots.js", r"LEVELS = (\[.*?\])"))) == BOT_LEVELS
    assert tuple(browser_names("manner", "bots.js")) == BOT_LEVELS
    names = {
        level: translated(name, language)
        for level, name in browser_names("levelName", "i18n.js").items()
    }
    with translation.override(language):
        assert names == {level: str(name) for level, name in LEVEL_NAMES.items()}
    assert set(BOT_LEVELS) <= set(names)
