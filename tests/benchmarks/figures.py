"""Statistics of 2,000 games: making the summaries, then adding them up, here and in a phone's browser.

The baseline is a bare loop over the same hands that adds up the points of each side.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from scorekeeper.offline.bundle import bundle, packs
from tests.benchmarks.rows import row, size
from tests.browser import launch, new_context

GAMES = size(2_000, 3)
MODULES = (
    "scorekeeper.stats.people",
    "scorekeeper.stats.player_stats",
    "scorekeeper.stats.summary",
    "scorekeeper.engine.replay.game",
    "scorekeeper.engine.ruleset",
)

MEASURED = """
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.stats.hand_facts import ScoredGame
from scorekeeper.stats.people import cards, meetings
from scorekeeper.stats.player_stats import FiguresQuery, figures
from scorekeeper.stats.summary import summarize

NAMES = ["Aline", "Luc", "Rosa", "Yvon", "Denis", "Claire", "Therese"]


def chances():
    n = 7
    while True:
        n = (n * 48271) % 2147483647
        yield n


def played(count):
    rules, chance, games = named_rules("kitty"), chances(), []
    for key in range(count):
        events, found = [], None
        while found is None or not found.outcome.over:
            seat, took = next(chance) % 4, 40 + next(chance) % 13 * 5
            points = (took, 100 - took) if seat % 2 == 0 else (100 - took, took)
            events.append(Played(seat, 50 + next(chance) % 7 * 5, points, {}))
            found = replay(rules, key % 4, events)
        start = next(chance) % 7
        seated = tuple([NAMES[(start + i) % 7] for i in range(4)])
        hands = tuple(found.hands)
        games.append(ScoredGame(key, "2026-01-05", rules, "kitty", hands, (seated,) * len(hands)))
    return games


def measured(count, now):
    games = played(count)
    began = now()
    kept = [summarize(game) for game in games]
    first = now() - began
    began = now()
    cards(kept, FiguresQuery(), str)
    meetings(kept, FiguresQuery(), str, 2)
    figures(kept, FiguresQuery(("Aline",)), str)
    later = now() - began
    began = now()
    for game in games:
        sums = [0, 0]
        for hand in game.hands:
            for side, points in enumerate(hand.deltas):
                sums[side] += points
    return {"first": first, "later": later, "floor": now() - began, "hands": sum([len(game.hands) for game in games])}
"""

HERE = f"import time\n{MEASURED}\nfound = measured({GAMES}, lambda: time.perf_counter() * 1000)\n"
THERE = (
    f"from browser import self as worker\nfrom javascript import JSON\n{MEASURED}\n"
    f"worker.postMessage(JSON.stringify(measured({GAMES}, lambda: worker.performance.now())))\n"
)
IN_A_WORKER = """() => new Promise((resolve, reject) => {
  const worker = new Worker("/worker.js");
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
})"""


def in_the_browser() -> dict[str, Any]:
    """Return milliseconds under Brython, in a worker as on a phone."""
    modules: dict[str, Any] = {}
    for name in MODULES:
        modules |= packs.collect(name, modules.keys())
    files = {**bundle.virtual_files(modules), "bench": [".py", THERE, []]}
    script = [
        (resources.files("brython") / "data" / "brython.js").read_text("utf-8"),
        "__BRYTHON__.brython({ debug: 0, indexeddb: false });",
        f"__BRYTHON__.loadBrythonPackage({json.dumps(files)});",
        '__BRYTHON__.importModule("bench");',
    ]
    with launch() as browser:
        page = new_context(browser).new_page()
        page.route("**/worker.js", lambda asked: asked.fulfill(content_type="text/javascript", body="\n".join(script)))
        page.route("**/", lambda asked: asked.fulfill(content_type="text/html", body="<!doctype html>"))
        page.goto("http://phone.test/")
        found: dict[str, Any] = json.loads(page.evaluate(IN_A_WORKER))
    return found


def main() -> None:
    """Print both, each next to its baseline."""
    known: dict[str, Any] = {}
    exec(compile(HERE, "bench", "exec"), known)  # the same lines as in the browser
    for where, found in (("", known["found"]), (".browser", in_the_browser())):
        facts = {"games": GAMES, "hands": found["hands"]}
        row(f"figures.first{where}", found["first"], "ms", found["floor"], **facts)
        row(f"figures.kept{where}", found["later"], "ms", found["floor"], **facts)


if __name__ == "__main__":
    main()
