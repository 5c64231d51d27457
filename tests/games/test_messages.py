"""Every refusal the code can give has a message; no message is without a use."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.messages import MESSAGES, message

SOURCES = [*Path("games").rglob("*.py"), *Path("lobby").rglob("*.py")]
CODES = re.compile(
    r"""(?:Refused|BadFrame|refuse(?:_and_close)?|_idle)\(\s*"([a-z_]+)"|"""
    r"""return "([a-z]+_[a-z_]+)"$""",
    re.M,
)
FROM_THE_RULES = {"occupied", "captures_nothing"}
FROM_THE_WRITER = {"playing_elsewhere", "opponent_elsewhere"}
FROM_A_SEARCH = {"nobody_came"}


def used_codes() -> set[str]:
    found = {a or b for path in SOURCES for a, b in CODES.findall(path.read_text())}
    return found | FROM_THE_RULES | FROM_THE_WRITER | FROM_A_SEARCH


def test_every_code_in_the_source_has_a_message_and_the_reverse():
    assert used_codes() == set(MESSAGES)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_code_has_a_message_in_every_language(code, language):
    text = message(code, language)
    assert text
    assert "!" not in text
    assert text.endswith(".")
