"""Bytes on the wire for a game of twelve hands, as Chromium counts them (headers and compressed bodies).

First load: everything until the browser is idle; the offline bundle comes later. One hand: what saving it transfers.
The targets are 60 KiB and 4 KiB.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from tests import browser as chromium
from tests.benchmarks.browsed import program
from tests.benchmarks.rows import row, size
from tests.browsing.pad import touch

HANDS = size(12, 2)
FIRST_LOAD, ONE_HAND = 60 * 1024, 4 * 1024
LATER = (
    "/phone/",
    "/sw.js",
    "/kept/",
    *(
        f"/js/{name}.js"
        for name in (
            "sender",
            "local-view",
            "contract",
            "optimistic-ui",
            "engine",
            "service-worker",
            "outbox",
            "apply-log",
            "prefill",
            "recent-hands",
            "first-dealer",
            "offline-game-over",
            "haptics",
            "auction",
            "celebration",
            "spelling",
            "wake-lock",
            "game-tabs",
            "odds",
            "unsaved-hand",
        )
    ),
)
"""Files that the page loads after it is ready: the sender, the local view and the bundle."""


class Wire:
    """Adds up the bytes that arrive, by address."""

    def __init__(self, page: Any) -> None:
        self.urls: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", lambda said: self.urls.update({said["requestId"]: said["request"]["url"]}))
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _finished(self, said: dict[str, Any]) -> None:
        url = self.urls.get(said["requestId"], "")
        self.bytes[url] = self.bytes.get(url, 0) + int(said["encodedDataLength"])

    def total(self) -> int:
        """Return the bytes so far, without `LATER`."""
        return sum(size for url, size in self.bytes.items() if not any(part in url for part in LATER))


def game(app: Any) -> tuple[str, str]:
    """Return the path and device cookie of a game in progress."""
    visitor = visitors.make()
    access = game_creation.start(named_rules("north_500"), ["Aline", "Benoît", "Claire", "Denis"], 0, visitor)
    for n in range(HANDS):
        event = {"contractor": n % 4, "bid": 60, "trump": "SHDC"[n % 4], "points": [65, 35] if n % 2 else [35, 65]}
        write(access, table_commands.record(event), revision=n + 1, uuid=f"benchmark-{n}")
    return f"/games/{access.game_id}", visitors.cookie_value(visitor)


def measure(browser: Any, url: str, path: str, cookie: str) -> tuple[int, int]:
    """Return the bytes of the first load and of one recorded hand."""
    context = chromium.new_context(browser, service_workers="block")  # the worker's requests are not counted for the page
    context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": url}])
    page = context.new_page()
    wire = Wire(page)
    page.goto(url + path)
    page.wait_for_load_state("networkidle")
    load = wire.total()
    for name, value in (("contractor", 1), ("bid", 75), ("trump", "H"), ("points", 85)):
        page.locator(f'label.chip:has(> [name="{name}"][value="{value}"])').tap()
    page.locator("#result .receipt").wait_for()
    with page.expect_response(lambda answer: "/log?" in answer.url) as waited:
        touch(page.locator("[data-save]"))  # Playwright's tap scrolls it to where the points were, which counts as a double tap
    waited.value.finished()
    page.locator("#notice").wait_for()
    page.wait_for_timeout(200)
    hand = sum(size for address, size in wire.bytes.items() if "/log?" in address)
    context.close()
    return load, hand


def main() -> None:
    with program() as (app, url), chromium.launch() as browser:
        with app.app_context():
            path, cookie = game(app)
        load, hand = measure(browser, url, path, cookie)
    row("pad, bytes of the first load", load, "bytes", FIRST_LOAD, most=1.0)
    row("pad, bytes of one recorded hand", hand, "bytes", ONE_HAND, most=1.0)


if __name__ == "__main__":
    main()
