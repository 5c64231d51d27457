"""`python -m tests.benchmarks.first_visit`: what a first visit of the front page costs.

It starts a site of its own, opens the front page in Chromium with nothing kept and again with what
the browser has kept, and lets Expert answer at positions that people came to, many with nine to
twelve empty squares. Times, requests and shifts are the browser's own entries. It prints a table
and JSON; docs/benchmarks.md tells what came of it.
"""

import argparse
import json
import os
import signal
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games.rules.board import legal_moves, place
from games.rules.notation import START_BOARD, board_text, parse_square
from tests import backends
from tests.browser.conftest import ARGUMENTS, chromium_on_path
from tests.live.replay import real_games
from tests.running import Site

Result = dict[str, Any]
OPENING = ("f5", "d6", "c3", "d3", "c4")

WATCH = """
window.seen = { shift: 0, longest: 0, playable: null, moved: [] };
new PerformanceObserver((list) => {
  for (const it of list.getEntries()) {
    if (it.hadRecentInput) continue;
    seen.shift += it.value;
    for (const { node, previousRect: was, currentRect: is } of it.sources) {
      const what = node?.id || node?.className || node?.nodeName;
      seen.moved.push(`${what}: ${was.x} ${was.y} ${was.width} to ${is.x} ${is.y} ${is.width}`);
    }
  }
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const it of list.getEntries()) seen.longest = Math.max(seen.longest, it.duration);
}).observe({ type: "longtask", buffered: true });
new MutationObserver((_, observer) => {
  if (!document.querySelector(".cell[data-legal]")) return;
  observer.disconnect();
  // Two frames later it has been painted.
  requestAnimationFrame(() => requestAnimationFrame(() => { seen.playable = performance.now(); }));
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

ENTRIES = """() => {
  const all = ["navigation", "resource"].flatMap((it) => performance.getEntriesByType(it));
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return { ...seen, requests: all.filter((it) => it.transferSize > 0).length,
    bytes: all.reduce((sum, it) => sum + it.transferSize, 0), paint: paint?.startTime ?? null };
}"""

EXPERT = """async ({ url, boards, level }) => {
  const worker = new Worker(url, { type: "module" });
  const ask = (board) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.answer);
    worker.postMessage({ id: 1, what: "choose", board, level, seed: 7 });
  });
  await ask(boards[0]);
  seen.longest = 0;
  const times = [];
  for (const board of boards) {
    const asked = performance.now();
    await ask(board);
    times.push(performance.now() - asked);
  }
  worker.terminate();
  return { times, longest: seen.longest };
}"""


def visit(context: BrowserContext) -> tuple[Page, Result]:
    """Open the front page, play a few discs, and return what the browser says of it."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto("/", wait_until="load")
    page.locator(".cell[data-legal]").first.wait_for()
    page.evaluate("() => new Promise((go) => setTimeout(go, 300))")
    found: Result = page.evaluate(ENTRIES)
    for square in OPENING:
        page.locator(f'.cell[data-square="{square}"]').click()
    page.locator(f'.cell[data-square="{OPENING[-1]}"][data-last]').wait_for()
    page.evaluate("() => new Promise((go) => setTimeout(go, 400))")
    seen = page.evaluate("seen")
    found |= {"shift": round(seen["shift"], 4), "longest": seen["longest"], "moved": seen["moved"]}
    page.locator("#controls button").nth(1).press("Enter")
    page.locator("dialog .danger").press("Enter")
    return page, found


def cold_and_warm(browser: Browser, url: str) -> tuple[Result, Result]:
    """Visit once with nothing kept, and once more with the browser's cache and worker."""
    context = browser.new_context(base_url=url)
    page, cold = visit(context)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    page, warm = visit(context)
    context.close()
    return cold, warm


def positions(games: int) -> list[tuple[int, str]]:
    """Return positions that people came to, as the side to move sees them, with the empty squares.

    All of the first game; of the others those with nine to twelve empty squares.
    """
    found = []
    for number, game in enumerate(real_games()[:games]):
        board = START_BOARD
        for placed, square in enumerate(game.squares):
            empties = 60 - placed
            own, foe = board.position
            if (number == 0 and legal_moves(board.position).bit_count() > 1) or 9 <= empties <= 12:
                found.append((empties, board_text(own, foe)))
            board, _ = place(board, parse_square(square), placed)
    return found


def expert(browser: Browser, url: str, games: int) -> Result:
    """Ask Expert in its thread, as the page does, and watch the page meanwhile."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto("/", wait_until="load")
    page.locator(".cell[data-legal]").first.wait_for()
    engine = page.locator("#home").get_attribute("data-engine")
    asked = positions(games)
    boards = [text for _, text in asked]
    found = page.evaluate(EXPERT, {"url": engine, "boards": boards, "level": "expert"})
    context.close()
    late = [ms for (empties, _), ms in zip(asked, found["times"], strict=True) if empties <= 12]
    all_ms = sorted(found["times"])
    return {
        "positions": len(all_ms),
        "median": round(statistics.median(all_ms), 1),
        "p95": round(all_ms[int(0.95 * (len(all_ms) - 1))], 1),
        "max": round(all_ms[-1], 1),
        "endgames": len(late),
        "max_endgame": round(max(late), 1),
        "longest_task": found["longest"],
    }


def table(visits: dict[str, list[Result]], answers: Result) -> str:
    """Return the figures as Markdown; of several visits the median, and the worst in brackets."""
    lines = ["| | requests | kB | first paint ms | playable ms | shift | longest task ms |"]
    lines.append("|---|---|---|---|---|---|---|")
    for name, found in visits.items():
        cells = [
            spread([each[key] * factor for each in found], digits)
            for key, factor, digits in (
                *(("requests", 1, 0), ("bytes", 0.001, 1), ("paint", 1, 0), ("playable", 1, 0)),
                *(("shift", 1, 4), ("longest", 1, 0)),
            )
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines.append("")
    lines.append(
        "| Expert at | median ms | p95 | max | at most 12 empty | longest task meanwhile |"
    )
    lines.append("|---|---|---|---|---|---|")
    lines.append(
        f"| {answers['positions']} positions | {answers['median']} | {answers['p95']} |"
        f" {answers['max']} | {answers['endgames']}, max {answers['max_endgame']} |"
        f" {answers['longest_task']} |"
    )
    return "\n".join(lines)


def spread(values: list[float], digits: int) -> str:
    """Return the median, and the worst."""
    return f"{statistics.median(values):.{digits}f} ({max(values):.{digits}f})"


def measure(url: str, options: argparse.Namespace) -> Result:
    """Open the browser and measure all of it."""
    visits: dict[str, list[Result]] = {"cold": [], "warm": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_on_path(), args=ARGUMENTS)
        for _ in range(options.visits):
            for name, found in zip(visits, cold_and_warm(browser, url), strict=True):
                visits[name].append(found)
        answers = expert(browser, url, options.games)
        browser.close()
    print(table(visits, answers))
    machine = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    return {"machine": machine, "visits": visits, "expert": answers}


def main() -> int:
    """Start a site of its own, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5, help="each with nothing kept, then warm")
    parser.add_argument("--games", type=int, default=8, help="from which positions are taken")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the site is ended too
    with tempfile.TemporaryDirectory() as folder:
        place_ = Path(folder)
        databases = backends.Databases(place_)
        site = Site(place_, databases.fresh(place_))
        try:
            print(json.dumps(measure(site.start().url, options)))
        finally:
            site.end()
            databases.drop_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
