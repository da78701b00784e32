"""Time from tapping *Save* to seeing the hand, on an offline phone at two speeds. The target is 100 ms.

It counts from Chromium's time of the tap to the frame in which the bar shows what was saved and the sides have their new
scores; `sheet` is the frame with the hand on the sheet and in the list of recent hands. The baseline is a bare page that
writes
to the same kind of store and shows the result. Chromium slows down the page's thread, but not the engine's worker.
"""

from __future__ import annotations

import statistics
from typing import Any

from scorekeeper.core.devices import visitors
from tests import browser as chromium
from tests.benchmarks.browsed import program
from tests.benchmarks.pad_bytes import HANDS, game
from tests.benchmarks.rows import row, size
from tests.browsing.pad import chip, touch

SPEEDS = (1, 4)
SAVED = size(10, 2)
"""Hands saved at each speed."""
PRESS = 70
"""Milliseconds of a tap."""
READING = 300
"""Milliseconds that a person reads the preview before saving."""
AIM = 100
"""Milliseconds."""

CLOCK = """(wanted) => {
  window.took = [];
  // Before all else that waits: a message of a channel comes by another thread, after the next frame perhaps.
  const first = { priority: "user-blocking" };
  const painted = () => new Promise((shown) => requestAnimationFrame(() => scheduler.postTask(shown, first)));
  const text = (place) => [...document.querySelectorAll(place)].map((one) => one.textContent).join();
  const texts = () => wanted.map((places) => places.map(text));
  let begun = null;
  addEventListener("click", ({ target, timeStamp }) => {
    if (target.closest("[data-save]")) begun = { timeStamp, before: texts(), took: wanted.map(() => 0) };
  }, true);
  new MutationObserver(() => {
    const mine = begun;
    const now = mine ? texts() : [];
    now.forEach(async (there, n) => {
      if (mine.took[n] || there.some((text, i) => text === mine.before[n][i])) return;
      mine.took[n] = -1;
      await painted();
      mine.took[n] = performance.now() - mine.timeStamp;
      if (mine.took.every((ms) => ms > 0)) window.took.push(mine.took);
    });
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
}"""
SHOWN = [["#pad .news:not([hidden]) p", ".board-score"], ["#rows", ".recent"]]
"""The elements that change: first the bar and the board, then the sheet and the recent hands."""
ALONE = [["#rows", ".board-score"]]

BARE = """<!doctype html><meta name="viewport" content="width=device-width"><title>bare</title>
<p class="board-score">0</p><button data-save style="height: 3rem">Save</button><table><tbody id="rows"></tbody></table>
<script>
  const opened = new Promise((open) => {
    const asked = indexedDB.open("bare", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("log", { autoIncrement: true });
    asked.onsuccess = () => open(asked.result);
  });
  document.querySelector("button").addEventListener("click", async () => {
    const write = (await opened).transaction("log", "readwrite");
    write.objectStore("log").put({ key: crypto.randomUUID(), content: { contractor: 1, bid: 75, points: [15, 85] } });
    await new Promise((done) => (write.oncomplete = done));
    document.querySelector("#rows").insertAdjacentHTML("beforeend", "<tr><td>85</td></tr>");
    document.querySelector("p").textContent = document.querySelectorAll("#rows tr").length;
  });
</script>"""


def at_speed(page: Any, speed: int) -> None:
    """Slow down the page's thread by that factor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": speed})


def took(page: Any, save: Any, wanted: list[list[str]]) -> list[list[float]]:
    """Return milliseconds from each tap on *Save* to each change it causes."""
    page.evaluate(CLOCK, wanted)
    for n in range(SAVED):
        save(page, n)
        page.wait_for_function("n => window.took.length > n", arg=n)
    found: list[list[float]] = page.evaluate("window.took")
    return found


def press(page: Any) -> None:
    """Tap *Save*."""
    box = page.locator("[data-save]").bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(PRESS)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def save_a_hand(page: Any, n: int) -> None:
    """Save a hand with five taps. Every other contract fails, so that the game goes on."""
    for name, value in (("contractor", 1), ("bid", 75), ("trump", "H"), ("points", 40 if n % 2 else 85)):
        touch(chip(page, name, value))
    page.locator("#result .receipt").wait_for()
    page.wait_for_timeout(READING)
    press(page)


def press_alone(page: Any, _n: int) -> None:
    """Tap the bare page's button."""
    page.wait_for_timeout(READING)
    press(page)


def pad(browser: Any, url: str, path: str, cookie: str, speed: int) -> list[list[float]]:
    """Measure a game of a dozen hands, offline with the engine loaded."""
    context = chromium.new_context(browser)
    try:
        context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": url}])
        page = context.new_page()
        page.goto(url + path)
        page.wait_for_load_state("networkidle")
        context.set_offline(True)
        at_speed(page, speed)
        return took(page, save_a_hand, SHOWN)
    finally:
        context.close()


def bare(browser: Any, url: str, speed: int) -> list[float]:
    """Measure the page that only writes and shows."""
    context = chromium.new_context(browser)
    try:
        page = context.new_page()
        page.route("**/bare", lambda asked: asked.fulfill(content_type="text/html", body=BARE))
        page.goto(f"{url}/bare")
        at_speed(page, speed)
        return [ms for (ms,) in took(page, press_alone, ALONE)]
    finally:
        context.close()


def main() -> None:
    """Print a row for each speed."""
    with program() as (app, url), chromium.launch() as browser:
        with app.app_context():
            games = {speed: game(app) for speed in SPEEDS}
        for speed in SPEEDS:
            floor = statistics.median(bare(browser, url, speed))
            found, sheet = zip(*pad(browser, url, *games[speed], speed), strict=True)
            more = {"worst": round(max(found), 1), "sheet": round(statistics.median(sheet), 1), "aim": AIM, "hands_before": HANDS}
            row(f"pad, Save to shown without a network, ×{speed}", statistics.median(found), "ms", floor, **more)


if __name__ == "__main__":
    main()
