"""Two people play whole games in two browsers while a third watches on a phone.

Each run leaves a recording for every browser in test-results/: open one with
`playwright show-trace FILE`.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.backends import ROOT
from tests.browser.room_page import RoomPage, play, seated

CASES = json.loads((ROOT / "tests" / "fixtures" / "edge_cases.json").read_text())
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
RECORDINGS = ROOT / "test-results"


@pytest.fixture
def recorded(request):
    """Record what a tab shows until the test ends."""
    tabs = []

    def record(name, tab):
        tab.visitor.context.tracing.start(screenshots=True, snapshots=True)
        tabs.append((name, tab))
        return tab

    yield record
    RECORDINGS.mkdir(exist_ok=True)
    for name, tab in tabs:
        path: Path = RECORDINGS / f"{request.node.name}-{name}.zip"
        tab.visitor.context.tracing.stop(path=path)


@pytest.mark.parametrize(
    ("case", "winner"),
    [("pass_23_white_wipeout", "light"), ("shortest_game_9_black_wipeout", "dark")],
    ids=["with passes", "early end"],
)
def test_a_whole_game_in_two_browsers_and_a_spectator_on_a_phone(
    new_person, recorded, site, case, winner
):
    known = CASES[case]
    dark, light = seated(new_person)
    eve = RoomPage.entered(new_person(**PHONE), dark.page.url)
    for name, tab in (("dark", dark), ("light", light), ("spectator", eve)):
        recorded(name, tab)
    expect(dark.page.locator("#watching")).to_have_text("1")
    dark.press("Start game")
    play(dark, light, known["with_passes"], [eve])
    more, less = max(known["discs"]), min(known["discs"])
    won, lost = (dark, light) if winner == "dark" else (light, dark)
    name = won.card(winner).locator(".card-name").inner_text()
    expect(won.page.locator("#result h2")).to_have_text(f"You won {more}–{less}")
    expect(lost.page.locator("#result h2")).to_have_text(f"You lost {less}–{more}")
    expect(eve.page.locator("#result h2")).to_have_text(f"{name} won {more}–{less}")
    for tab in (dark, light, eve):
        expect(tab.page.locator("#result")).to_have_attribute("data-counting", "")
        tab.counts(*known["discs"])
        passes = [ply for ply in tab.plies() if ply.endswith("passes")]
        assert len(passes) == known["passes"]
        assert len(tab.plies()) == known["plies"]
        for at, disc in enumerate(known["final"]):
            name = "abcdefgh"[at % 8] + str(at // 8 + 1)
            side = {"X": "dark", "O": "light"}.get(disc)
            if side:
                expect(tab.disc(name)).to_have_attribute("data-disc", side)
    assert "agree with their moves" in site.manage("verify_games")
