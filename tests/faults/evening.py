"""An evening told on one phone over a bad network, with real taps, by somebody who does not look into the record.

`python -m tests.faults.evening SEED [RATE] [ACTS]` plays one of them again and says what became of it.
"""

from __future__ import annotations

import random
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from scorekeeper import create_app
from scorekeeper.prepare import upgrade_database
from scorekeeper.workflows import devices, entrance, view
from tests import browser as chromium
from tests.browsing.pad import chip, give_game, touch
from tests.browsing.tables import look
from tests.conftest import serving
from tests.faults.looks import CLOCK, KEPT, RECORDED, ROW, WAITS
from tests.faults.proxy import between
from tests.faults.told import Told

RULES = {"target": 5000, "opponents_score": "always"}
"""A game that does not end, and asks nobody who else bid."""


class Evening:
    """One phone, one game. `expected`: the hands that a careful writer would have on paper by now."""

    def __init__(self, app: Any, network: Any, page: Page, game: str, cookie: str, seed: int) -> None:
        self.app, self.network, self.page, self.game, self.cookie = app, network, page, game, cookie
        self.chance = random.Random(seed)
        self.told = Told(seed, network.rate)
        self.expected: list[tuple[Any, ...]] = []
        self.opened: tuple[int, int] | None = None
        self.before: list[tuple[Any, ...]] | None = None
        self.saved_bid = False
        self.back_to: tuple[int, int] | None = None
        page.context.add_init_script(f"({CLOCK})()")
        page.context.set_default_timeout(8000)
        page.on("framenavigated", self._left)

    def _left(self, frame: Any) -> None:
        if frame == self.page.main_frame and self.game.rpartition("/games/")[2] not in frame.url and frame.url != "about:blank":
            self.told.pages_left += 1
            self.told.wrong.append(frame.url)

    def play(self, acts: int) -> Told:
        """So many acts, then a good network until everything has left the phone."""
        self.page.goto(self.game)
        ways = (
            self.hand,
            self.hand,
            self.hand,
            self.bid_first,
            self.passed_out,
            self.undo,
            self.mend,
            self.strike,
            self.reload,
            self.back,
            self.begin_again,
            self.in_another_tab,
            self.correct,
        )
        for n in range(acts):
            if n % 10 == 5:
                self.network.away = self.network.rate > 0 and self.chance.random() < 0.5
            elif n % 10 == 9:
                self.network.away = False
            self.told.acts += 1
            self.chance.choice(ways)()
            self._questions()
        self._settle()
        self.told.met = dict(self.network.met)
        return self.told

    # ---- what is done at the table

    def hand(self) -> None:
        """Seat and bid, unless they wait from a hand that was taken back; points, Save."""
        if self.opened is None:
            self._tell()
        self._points()

    def bid_first(self) -> None:
        """Save the bid, then play, then the points."""
        if self.opened is None:
            self._tell()
            self.saved_bid = True
            self._save(self.page.locator('#pad [name="action"][value="open"]'))
            self.page.wait_for_timeout(self.chance.choice((50, 400, 1200)))
        self._points()

    def _tell(self) -> None:
        self.opened = self.chance.randrange(4), self.chance.choice((50, 60, 75, 90))
        self._bid()

    def _points(self) -> None:
        assert self.opened is not None
        contractor, bid = self.opened
        own = self.chance.randrange(0, 101, 5)
        if self.saved_bid:
            self._see_the_bid()
        self._tap(chip(self.page, "points", own))
        self.page.wait_for_timeout(self.chance.choice((0, 0, 300)))
        self._save(self.page.locator("#pad [data-save]"))
        self._keep(_hand(contractor, bid, own))
        self.back_to = self.opened if self.saved_bid else None
        self.opened, self.saved_bid = None, False

    def _see_the_bid(self) -> None:
        """Nobody tells the points of a hand whose bid the phone seems to have forgotten."""
        try:
            self.page.wait_for_function(WAITS, arg=list(self.opened or ()), timeout=8000)
        except TooLate:
            self.told.wrong.append(f"the bid {self.opened} does not wait")
            self._bid()

    def _bid(self) -> None:
        contractor, bid = self.opened or (0, 0)
        self._tap(chip(self.page, "contractor", contractor))
        self._tap(chip(self.page, "bid", bid))

    def passed_out(self) -> None:
        """Nobody bid, sometimes with a note."""
        if self.opened:
            return self._points()
        if self.chance.random() < 0.5:
            self.page.evaluate("document.querySelector('#pad details.rare').open = true")
            self.page.locator('#pad [name="note"]').fill("again")
        self._save(self.page.locator('#pad .ring [value="passed_out"]'))
        self.back_to = None
        return self._keep(("passed_out",))

    def undo(self) -> None:
        """Take back what was done last, if it was a hand."""
        button = self.page.locator('#pad .news:not([hidden]) [name="change"]')
        if self.opened or self.before is None or not button.is_visible():
            return self.hand()
        try:
            self._save(button)
        except TooLate:  # the page was just drawn anew after what another tab did, and offers no undo
            return self.hand()
        self.expected, self.before = self.before, None
        self.opened, self.saved_bid = self.back_to, self.back_to is not None  # its bid waits again
        return None

    def mend(self) -> None:
        """Correct the last kept hand, where it is still only here."""
        button = self.page.locator("[data-mend]:visible").last
        if self.opened or not button.count() or self.expected[-1:] == [("passed_out",)]:
            return self.hand()
        row, key = self._row(button)
        if row < 0:
            return self.hand()
        try:
            self.page.locator(f'[data-mend="{key}"]').tap(timeout=1500)
            self.page.locator("#pad[data-mends]").wait_for(timeout=10_000)
        except TooLate:  # it has left in this moment: its row is the server's by now
            return None
        self._tap(self.page.locator('[data-step="points"] .again'))
        contractor, bid, _ = self.expected[row]
        own = self.chance.randrange(0, 101, 5)
        self._tap(chip(self.page, "points", own))
        self._save(self.page.locator("#pad [data-save]"))
        self._replace(row, _hand(contractor, bid, own))
        return None

    def _row(self, button: Any) -> tuple[int, str]:
        """Where the hand of a button stands, and its key; -1 where it has just left."""
        try:
            row, key = button.evaluate(ROW, timeout=1500)
        except TooLate:
            return -1, ""
        return row, key

    def strike(self) -> None:
        """Strike out the last kept entry, where it is still only here."""
        button = self.page.locator("[data-strike]:visible").last
        if self.opened or not button.count():
            return self.hand()
        row, key = self._row(button)
        if row < 0:
            return self.hand()
        try:
            self.page.locator(f'[data-strike="{key}"]').tap(timeout=1500)
        except TooLate:
            return None
        self.page.locator(f'.is-kept[data-key="{key}"]').wait_for(state="detached")
        self.expected = [*self.expected[:row], *self.expected[row + 1 :]]
        self.before = None
        return None

    def correct(self) -> None:
        """Correct a recorded hand on its own page, which only the program can show."""
        there = [] if self.network.away or self._busy() else self.page.evaluate(RECORDED)
        kept = {entry["act"].get("of") for entry in self.page.evaluate(KEPT) or []}  # a moment later their rows say so
        hands = [(row, entry) for row, entry in there if self.expected[row] != ("passed_out",) and int(entry) not in kept]
        if not hands:
            return self.hand()
        row, entry = self.chance.choice(hands)
        contractor, bid, ours = self.expected[row]
        own = self.chance.choice([points for points in range(0, 101, 5) if points not in (ours, 100 - ours)])
        self.page.goto(f"{self.game}/hands/{entry}/edit")
        self.page.locator('[data-step="points"] .again').tap()
        self.page.wait_for_timeout(900)  # sooner, at the same place, it would be the other half of a double tap
        chip(self.page, "points", own).tap()
        self.page.locator("#changebar [value=record]").tap()
        self.page.wait_for_url(self.game)
        self._replace(row, _hand(contractor, bid, own))
        return None

    def reload(self) -> None:
        """Load the page again, as far as there is a network."""
        if self.network.away or self._busy():
            return self.hand()
        self.page.goto(self.game)
        self.page.wait_for_timeout(500)
        return None

    def back(self) -> None:
        """Look at the history, and come back by the browser's own button."""
        if self.network.away or self._busy():
            return self.hand()
        self.page.goto(f"{self.game}/history")
        self.page.go_back()
        self.before = None
        return None

    def begin_again(self) -> None:
        """Close the page, and open it anew."""
        if self.network.away or self._busy():
            return self.hand()
        context = self.page.context
        self.page.close()
        self._open(context.new_page())
        self.before = None
        return None

    def in_another_tab(self) -> None:
        """Record a hand in a second tab of the same phone; the first comes to know of it."""
        if self.network.away or self.opened:
            return self.hand()
        first = self.page
        self._open(first.context.new_page())
        self.hand()
        self.page.close()
        self.page, self.before = first, None
        return None

    def _busy(self) -> bool:
        """Whether a hand is half told that a page would take along."""
        return self.opened is not None and not self.saved_bid

    def _open(self, page: Page) -> None:
        page.on("framenavigated", self._left)
        self.page = page
        page.goto(self.game)

    # ---- how it is done

    def _tap(self, target: Any) -> None:
        target.wait_for()
        touch(target, tries=3)

    def _save(self, button: Any) -> None:
        """Tap, once more where the page was just changing under the finger, and wait until it is written down."""
        saves, taps = self.page.evaluate("[window.saves, window.taps]")
        for _ in range(3):
            self._tap(button)
            if self.page.evaluate("window.taps") > taps:
                break
            self.page.wait_for_timeout(300)
        try:
            took = self.page.wait_for_function("(saves) => window.saves > saves && took + 1", arg=saves, timeout=10_000)
            self.told.worst = max(self.told.worst, (took.json_value() - 1) / 1000)
        except TooLate:
            self.told.worst = 10.0
        self.told.saved += 1

    def _replace(self, row: int, what: tuple[Any, ...]) -> None:
        self.expected = [*self.expected[:row], what, *self.expected[row + 1 :]]
        self.before = None

    def _keep(self, what: tuple[Any, ...]) -> None:
        self.before = list(self.expected)
        self.expected.append(what)

    def _questions(self) -> None:
        entries = self.page.evaluate(KEPT) or []
        for state in ("asked", "refused", "closed"):
            found = [entry for entry in entries if entry["state"] == state]
            if not found:
                continue
            self.told.wrong.append(str(found))
            if state == "asked":
                self.told.false_questions += len(found)
            else:
                self.told.refused += len(found)
            button = self.page.locator(".slip--clash [data-do='again']").first
            button.tap(timeout=3000)

    def _settle(self) -> None:
        self.network.away, self.network.rate = False, 0.0
        for _ in range(120):
            if not self.page.evaluate(KEPT):
                break
            look(self.page)
            self.page.wait_for_timeout(500)
        left = self.page.evaluate(KEPT)
        if left:
            self.told.wrong.append(f"still here: {left}")
        found = self.recorded()
        rest = list(found)
        for hand in self.expected:
            if hand in rest:
                rest.remove(hand)
            else:
                self.told.lost += 1
        self.told.twice = len(rest)
        if found != self.expected:
            self.told.wrong.append(f"{self.expected} told, {found} recorded")

    def recorded(self) -> list[tuple[Any, ...]]:
        """The hands as the server has them."""
        with self.app.app_context():
            shown = view.load(entrance.way_to(int(self.game.rpartition("/")[2]), cookie=self.cookie))
            return [told(entry.event) for entry in shown.entries]


def _hand(contractor: int, bid: int, own: int) -> tuple[int, int, int]:
    """A hand as the record has it: the points of the first camp, where those of the contractor's were told."""
    return contractor, bid, own if contractor % 2 == 0 else 100 - own


def told(event: Any) -> tuple[Any, ...]:
    """A recorded event as it was told."""
    return (event.contractor, event.bid, event.points[0]) if event.kind == "played" else (event.kind,)


def one(app: Any, url: str, browser: Any, seed: int, rate: float, acts: int) -> Told:
    """One evening against a program that is served at `url`."""
    context = chromium.new_context(browser)
    try:
        chromium.give_engine(context, url)  # over the good network: it is not what an evening is about
        page = context.new_page()
        with between(url, rate=rate, seed=seed) as (bad, network):
            served = Served(app, bad)
            game = give_game(served, page, **RULES)
            cookie = next(one["value"] for one in context.cookies() if one["name"] == devices.COOKIE)
            return Evening(app, network, page, game, cookie, seed).play(acts)
    finally:
        context.close()


@dataclass(frozen=True)
class Served:
    """An application, and where the phone finds it."""

    app: Any
    url: str


def main() -> None:
    """Play one evening again."""
    seed, rate, acts = (float(text) for text in [*sys.argv[1:], "0.3", "40"][:3])
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(instance_path=folder)
        upgrade_database(app)
        with serving(app) as port, chromium.launch() as browser:
            told = one(app, f"http://127.0.0.1:{port}", browser, int(seed), rate, int(acts))
        print(told, *told.wrong, sep="\n")
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()


if __name__ == "__main__":
    main()
