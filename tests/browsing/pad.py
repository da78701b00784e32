"""Helpers for the pad: open games, tap chips, count taps."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Error as Failed
from playwright.sync_api import Locator, Page, expect

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.sharing import share_links
from tests.browser import PATIENCE
from tests.compiled import bring_engine, give_compiled

A_TAP = 10_000
"""Milliseconds within which a tap surely reaches the page."""

KEEP = """async () => {
  const [own] = [...document.scripts].filter(({ src }) => src.endsWith("/js/timezone.js")); // of a page below a path of its host
  const { installOffline } = await import(own?.src.replace("timezone.js", "service-worker.js") ?? "/static/js/service-worker.js");
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no service worker yet")), 20000));
  if (!(await Promise.race([installOffline(), late]))) throw new Error("no service worker");
  for (const end = performance.now() + 20000; !navigator.serviceWorker.controller; ) {
    if (performance.now() > end) throw new Error("the service worker has not taken the page");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const hands = (page) => page.split('id="row-').length - 1;
  for (let tries = 0; tries < 200; tries += 1) {
    const copy = await caches.match(location.pathname);
    if (copy && hands(await copy.text()) >= hands(document.documentElement.outerHTML)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not kept, ${(await caches.keys()).join(" ")}`);
}"""
"""Resolves once the phone has stored this page and everything it needs."""

SEND_FROM_ELSEWHERE = """([address, fields]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address });
  for (const [name, value] of fields) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
"""Sends a form with these fields to this address from whatever page is open."""

FOUR = ("Aline", "Benoît", "Claire", "Denis")


def played(contractor: int, bid: int | str, *points: int, **more: Any) -> dict[str, Any]:
    """Return a hand in the game record's format."""
    return {"contractor": contractor, "bid": bid, "points": list(points), **more}


def give_game(
    server: Any,
    *pages: Page,
    rules: str = "kitty",
    players: Iterable[str] = FOUR,
    events: Iterable[dict[str, Any]] = (),
    good_way: str = "",
    **options: Any,
) -> str:
    """Start a game on the first page's device, share it with the other pages, and return its address.

    `good_way`: a fast address of the program, if `server` is reached over a bad network.
    """
    contexts = list(dict.fromkeys(page.context for page in pages))
    with server.app.app_context():
        visitor = visitors.make()
        record = {
            "format": "scorekeeper-game/1",
            "rules": {"base": rules, **options},
            "players": list(players),
            "first_dealer": 0,
            "events": list(events),
        }
        access = game_creation.import_record(record, visitor, keep_unscored=True)
        cookies = [visitors.cookie_value(visitor)]
        for _ in contexts[1:]:
            other = visitors.make()
            share_links.open_link(share_links.create(access, "score").token, other)
            cookies.append(visitors.cookie_value(other))
    for context, cookie in zip(contexts, cookies, strict=False):
        if all(page.url == "about:blank" for page in context.pages):
            if good_way:
                give_compiled(context, server.url, good_way)
            else:
                bring_engine(context, server.url, server.app)
        context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": server.url}])
    return f"{server.url}/games/{access.game_id}"


def start_here(page: Page, url: str, *names: str) -> str:
    """Start a game on its page and return its address."""
    page.goto(f"{url}/games/new")
    for seat, name in enumerate(names):
        page.fill(f'[name="player-{seat}"]', name)
    page.click('button[value="start"]')
    page.wait_for_selector("form#pad")
    page.wait_for_load_state()
    return page.url


def save_hand(page: Page, contractor: int, bid: int, points: int, expected: Iterable[str], *, patience: float = PATIENCE) -> None:
    """Save a hand by taps without other bids, and wait for its scores. `patience`: milliseconds for its receipt."""
    for name, value in (("contractor", contractor), ("bid", bid), ("points", points)):
        touch(chip(page, name, value))
    page.wait_for_selector(".receipt, .ask-bids", timeout=patience)
    if page.locator(".ask-bids").count():
        touch(page.locator('label.chip:has(> [name="also_bid"])').first)
        page.wait_for_selector(".receipt")
    touch(page.locator("[data-save]"))
    expect_scores(page, *expected)


def keep(page: Page) -> None:
    """Wait until the page can open and score offline."""
    for _ in range(2):
        with suppress(Failed):
            page.evaluate(KEEP)
            return
        page.reload()  # an overloaded browser may never answer a page
    page.evaluate(KEEP)


def go(page: Page, address: str) -> None:
    """Open an address. If the page redirects at that moment, wait and try again."""
    for _ in range(4):
        with suppress(Failed):
            page.goto(address)
            return
        page.wait_for_timeout(500)
        page.wait_for_load_state()
    page.goto(address)


def leave_the_network(page: Page, url: str) -> None:
    """Open the program at `url` once, and go offline."""
    page.goto(f"{url}/rules")
    keep(page)
    page.context.set_offline(True)


LOOK, NEAR = 0.9, 28.0
"""Seconds and pixels that make a second tap part of a double tap, with a margin (click-guard.js)."""

_STANDS = """async (one) => {
  const middle = () => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const began = performance.now();
  // A page of which nothing is drawn has no frames: it is looked at all the same, and nobody waits without end.
  const frame = () => new Promise((drawn) => (requestAnimationFrame(drawn), setTimeout(drawn, 1000)));
  while (performance.now() < began + PATIENCE) {
    if (!one.isConnected) return null; // replaced meanwhile
    const { top, bottom } = one.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) one.scrollIntoView({ block: "center" });
    const before = middle();
    await frame();
    await frame();
    const [x, y] = middle();
    if (one.disabled || x !== before[0] || y !== before[1]) continue;
    if (one.contains(document.elementFromPoint(x, y))) return [x, y];
    // It lies under the bar, the page having been drawn anew since: whoever wants it moves the page after a while.
    if (performance.now() > began + 3000) one.scrollIntoView({ block: "center" });
  }
  const [x, y] = middle();
  throw new Error(`at ${x}, ${y} a finger meets ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 80)}`);
}""".replace("PATIENCE", str(PATIENCE))

_CHIP = "(one) => one.control?.type === 'radio'"
_KEYS = "a, button, label, summary, input, select, textarea"
_FINGERS = "() => window.fingers && [performance.timeOrigin, fingers.came, fingers.letGo]"
_TAKEN = f"""([one, [, came, letGo]]) => !one.isConnected || one.control.checked || fingers.letGo > letGo ||
  (fingers.came > came && !fingers.met?.closest?.("{_KEYS}"))"""
_CAME = "([page, came]) => performance.timeOrigin !== page || fingers.came > came"
_KEY = f"(one) => Boolean(one.closest('{_KEYS}'))"
_LET_GO = f"""([page, , letGo]) => performance.timeOrigin === page &&
  (fingers.letGo > letGo || !fingers.met?.closest?.("{_KEYS}"))"""

_touched: WeakKeyDictionary[Page, tuple[float, float, float]] = WeakKeyDictionary()


def show(page: Page, tab: str) -> None:
    """Open a tab of the game: `score` or `sheet`."""
    touch(page.locator(f'.game-tabs [href$="#{tab}"]'))


def touch(target: Locator, *, tries: int = 3) -> None:
    """Tap the way a person does: where the target is, once it is still and takes taps.

    Playwright's own `tap` scrolls to sticky bars. A target that appears under the last tap waits, so as not to count as a
    double
    tap. A tap that the page ignored because it was redrawn (`settle`) is repeated; a chip must be selected by it.
    """
    page = target.page
    expect(target).to_be_visible()
    place = None
    while place is None:
        place = target.evaluate(_STANDS)
        *last, at = _touched.get(page, (0.0, 0.0, 0.0))
        left = at + LOOK - time.monotonic()
        if place and left > 0 and math.dist(last, place) < NEAR:
            page.wait_for_timeout(1000 * left)
            place = None  # it may have moved
    x, y = place
    handle = target.element_handle()
    chip, key = handle.evaluate(_CHIP), handle.evaluate(_KEY)
    before = page.evaluate(_FINGERS)
    page.touchscreen.tap(x, y)
    _touched[page] = (x, y, time.monotonic())
    if before is None or not key:
        return  # a page without scripts ignores no tap
    if chip:
        page.wait_for_function(_TAKEN, arg=[handle, before], timeout=PATIENCE)  # the next target may move because of it
    if _let_go(page, before):
        assert tries > 1, f"a tap at {x}, {y} is let go again and again"
        touch(target, tries=tries - 1)


def _let_go(page: Page, before: list[float]) -> bool:
    """Return whether the page ignored the last tap. The tap may have led to another page."""
    with suppress(Failed):
        page.wait_for_function(_CAME, arg=before[:2], timeout=A_TAP)
        return bool(page.evaluate(_LET_GO, before))
    return False


class Thumb:
    """Taps and counts. Rejects what a thumb can't do: small targets, and anything outside the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        """Tap something on the screen."""
        expect(target).to_be_visible()
        while (box := target.bounding_box()) is None:  # the page has just redrawn it
            expect(target).to_be_visible()
        size = self.page.viewport_size
        assert size is not None
        assert box["height"] >= 44, box
        assert box["y"] >= 0, box
        assert box["y"] + box["height"] <= size["height"], box
        assert self.page.evaluate("scrollY") == 0
        touch(target)
        self.taps += 1

    def chip(self, name: str, value: object) -> None:
        self.tap(chip(self.page, name, value))

    def hand(self, contractor: int, bid: object, points: int) -> None:
        """Save a hand with four taps: seat, bid, points, save."""
        self.chip("contractor", contractor)
        self.chip("bid", bid)
        self.chip("points", points)
        self.tap(self.page.locator("[data-save]"))


def chip(page: Page, name: str, value: object) -> Locator:
    return page.locator(f'label.chip:has(> [name="{name}"][value="{value}"])')


def save_the_bid(page: Page, contractor: int, bid: object) -> None:
    """Save only the bid, before the hand is played."""
    touch(chip(page, "contractor", contractor))
    touch(chip(page, "bid", bid))
    touch(page.locator('#pad [value="open"]'))


def scores(page: Page) -> list[str]:
    """Return the scores on the board as read aloud."""
    return [text.strip() for text in page.locator(".board-score").all_inner_texts()]


def expect_scores(page: Page, *expected: str) -> None:
    expect(page.locator(".board-score")).to_have_text(list(expected), timeout=PATIENCE)
