"""The engine in a phone's browser: its size, its latency, and its speed next to CPython on the same games."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from scorekeeper.offline.bundle.bundle import current_kit
from scorekeeper.offline.runtime.bridge import ScoredGame
from tests.benchmarks.browsed import program
from tests.benchmarks.rows import row, size
from tests.browser import launch, new_context

GAMES = size(60, 3)
TAPS = size(40, 2)

START = """async () => {
  const { createEngine } = await import("/static/js/engine.js");
  const record = { format: "scorekeeper-game/1", rules: "standard", players: [..."ABCD"], first_dealer: 0, events: [] };
  const engine = createEngine({ workerUrl: "/phone/worker.js", lang: "fr", lazy: true });
  const began = performance.now();
  await engine.preview(record, { contractor: 0, bid: 75, bids: {}, points: [85, 15] });
  const taken = performance.now() - began;
  window.engine = engine;
  return taken;
}"""

REPLAYS = """async (records) => {
  const began = performance.now();
  for (const record of records) await engine.replay(record);
  return performance.now() - began;
}"""

PREVIEWS = """async ([record, events]) => {
  await engine.preview(record, events[0]);
  const taken = [];
  for (const event of events) {
    const began = performance.now();
    await engine.preview(record, event);
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[taken.length >> 1];
}"""


ODDS = """async (records) => {
  const taken = [];
  for (const record of records) {
    const began = performance.now();
    await engine.odds(record);
    taken.push(performance.now() - began);
  }
  const [first, ...rest] = taken;
  rest.sort((a, b) => a - b);
  return [first, rest[rest.length >> 1], rest[0]];
}"""


def long_game(hands: int) -> dict[str, Any]:
    """Return a game that goes on after that many hands."""
    events = [
        {"contractor": i % 4, "bid": 60, "bids": {}, "points": [60, 40] if i % 4 in (0, 2) else [40, 60]} for i in range(hands)
    ]
    rules = {"base": "standard", "target": 5000}
    return {"format": "scorekeeper-game/1", "rules": rules, "players": list("ABCD"), "first_dealer": 0, "events": events}


def weigh(instance: Path) -> None:
    """Print bytes on the wire, in the encoding that every browser reads."""
    kit = current_kit(instance)
    assets = {"brython": kit.brython, "engine": kit.engine, "messages-fr": kit.messages["fr"]}
    for encoding in kit.engine.encodings:
        sizes = {name: len(asset.encodings[encoding]) for name, asset in assets.items()}
        row(f"phone.kit.{encoding}", sum(sizes.values()), "bytes", floor=sizes["brython"], parts=sizes)


def replay_pace(page: Page) -> None:
    """Print milliseconds for each hand, words and JSON included, of records new to the engine."""
    records = [long_game(12) | {"players": [f"{letter}{i}" for letter in "ABCD"]} for i in range(GAMES)]
    hands = sum(len(record["events"]) for record in records)
    desk = ScoredGame({})
    page.evaluate(REPLAYS, records[:3])
    here = page.evaluate(REPLAYS, records) / hands
    texts = [json.dumps({"record": record}) for record in records]
    began = time.perf_counter()
    for text in texts:
        json.dumps(desk.answer("replay", json.loads(text)))
    there = 1000 * (time.perf_counter() - began) / hands
    row("phone.replay", here, "ms/hand", floor=there, floor_is="the same module under CPython")


def odds(page: Page, name: str, games: list[dict[str, Any]]) -> None:
    """Print the time for the odds: with loading and setup, then before each hand."""
    desk = ScoredGame({})
    first, warm, fastest = page.evaluate(ODDS, games)
    importlib.import_module("scorekeeper.offline.runtime.odds")
    desk.answer("odds", {"record": games[0]})
    began = time.perf_counter()
    for game in games[1:]:
        desk.answer("odds", {"record": game})
    there = 1000 * (time.perf_counter() - began) / (len(games) - 1)
    row(f"phone.odds.{name}.first", first, "ms", floor_is="loading the pack and working out all chances is in it")
    row(f"phone.odds.{name}.warm", warm, "ms/hand", floor=there, floor_is="the same module under CPython", fastest=fastest)


def of_three_pairs(n: int) -> dict[str, Any]:
    """Return a game of three pairs. Only its last hand differs with `n`."""
    events = [
        {"contractor": 0, "bid": 60, "bids": {}, "points": [70, 20, 10]},
        {"contractor": 1, "bid": 50, "bids": {}, "points": [5 * n, 60, 40 - 5 * n]},
    ]
    players = list("ABCDEF")
    return {"format": "scorekeeper-game/1", "rules": "six_three_pairs", "players": players, "first_dealer": 0, "events": events}


def near_the_end(n: int) -> dict[str, Any]:
    """Return a game that the next hand may win. Only its last hand differs with `n`."""
    events = [
        {"contractor": 0, "bid": 60, "bids": {"1": 55}, "points": [70, 30]},
        {"contractor": 1, "bid": 60, "bids": {"0": 55}, "points": [60, 40]},
        {"contractor": 3, "bid": 50, "bids": {"0": 50}, "points": [5 * n, 100 - 5 * n]},
    ]
    return {"format": "scorekeeper-game/1", "rules": "standard", "players": list("ABCD"), "first_dealer": 0, "events": events}


def main() -> None:
    """Serve an instance, open it in a phone's browser, and print the rows."""
    with program() as (app, url), launch() as browser:
        weigh(Path(app.instance_path))
        context = new_context(browser)
        page = context.new_page()
        page.goto(f"{url}/offline/fr")
        first = page.evaluate(START)
        replay_pace(page)
        game = long_game(30)
        taps = [{"contractor": 1, "bid": 50, "bids": {}, "points": [5 * i % 100, 100 - 5 * i % 100]} for i in range(TAPS)]
        row("phone.preview", page.evaluate(PREVIEWS, [game, taps]), "ms/tap", hands_before=30)
        odds(page, "two_sides", [near_the_end(n) for n in range(10)])
        odds(page, "three_sides", [of_three_pairs(n) for n in range(9)])
        page.reload()
        again = page.evaluate(START)
        row("phone.first_answer.compiled", again, "ms", floor=first, floor_is="the first start, which compiles")
        context.close()


if __name__ == "__main__":
    main()
