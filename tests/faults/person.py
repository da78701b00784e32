"""The actions of one person at the table with a phone over a bad network."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Error as Failed
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import PATIENCE
from tests.browsing.pad import chip, go
from tests.faults.evening_result import EveningResult
from tests.faults.page_queries import KEPT, RECORDED, ROW, SHOWN, WAITS
from tests.faults.tap_driver import A_LOOK, Fingers

MOST = 95
"""The most points of a contractor's camp. All 100 would end the game."""


class Person(Fingers):
    """A person with one phone, a game and its rematch.

    `expected`: the hands that a careful scorekeeper would have written. `played`: the hands of finished games.
    """

    def __init__(self, app: Any, network: Any, page: Page, game: str, cookie: str, seed: int) -> None:
        super().__init__(page, EveningResult(seed, network.rate))
        self.app, self.network, self.game, self.cookie = app, network, game, cookie
        self.chance = random.Random(seed)
        self.expected: list[tuple[Any, ...]] = []
        self.opened: tuple[int, int] | None = None
        self.before: list[tuple[Any, ...]] | None = None
        self.saved_bid = False
        self.back_to: tuple[int, int] | None = None
        self.played: list[tuple[str, list[tuple[Any, ...]]]] = []
        page.on("framenavigated", self._left)

    def _left(self, frame: Any) -> None:
        own = re.search(r"/games/\d+((#\w+)?$|/hands/|/history)", frame.url) or frame.url == "about:blank"
        if frame == self.page.main_frame and not own:
            self.told.pages_left += 1
            self.told.wrong.append(frame.url)

    # ---- what is done at the table

    def hand(self) -> None:
        """Record a hand: seat and bid unless they are waiting, points, Save."""
        if self.opened is None:
            self._tell()
        self._points()

    def bid_first(self) -> None:
        """Save the bid, then play, then record the points."""
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
        own = min(self.chance.randrange(0, 101, 5), MOST)
        if self.saved_bid:
            self._see_the_bid()
        self._tap(chip(self.page, "points", own))
        self.page.wait_for_timeout(self.chance.choice((0, 0, 300)))
        self._save(self.page.locator("#pad [data-save]"))
        self._keep(_hand(contractor, bid, own))
        self.back_to = self.opened if self.saved_bid else None
        self.opened, self.saved_bid = None, False

    def _see_the_bid(self) -> None:
        """Check that the phone still has the saved bid before recording points."""
        try:
            self.page.wait_for_function(WAITS, arg=list(self.opened or ()), timeout=PATIENCE)
        except TooLate:
            self.told.wrong.append(f"the bid {self.opened} does not wait")
            self._bid()

    def _bid(self) -> None:
        contractor, bid = self.opened or (0, 0)
        self._tap(chip(self.page, "contractor", contractor))
        self._tap(chip(self.page, "bid", bid))

    def passed_out(self) -> None:
        """Record a hand that was passed out, sometimes with a note."""
        if self.opened:
            return self._points()
        if self.chance.random() < 0.5:
            self._see("document.querySelector('#pad details.pad-more').open = true")
            self.page.locator('#pad [name="note"]').fill("again")
        self._save(self.page.locator("#pad .passed"))
        self.back_to = None
        return self._keep(("passed_out",))

    def undo(self) -> None:
        """Undo the last action if it was a hand."""
        button = self.page.locator('#pad .news:not([hidden]) [name="change"]')
        if self.opened or self.before is None or not button.is_visible():
            return self.hand()
        try:
            self._save(button)
        except (
            Failed,
            AssertionError,
        ):  # the page was just redrawn by an answer or another tab, and has no undo or a different one
            return self.hand()
        self.expected, self.before = self.before, None
        self.opened, self.saved_bid = self.back_to, self.back_to is not None  # its bid waits again
        return None

    def mend(self) -> None:
        """Correct the last hand that is still only on the phone."""
        self._read_the_sheet()
        with self._on_the_sheet():
            button = self.page.locator("#rows [data-mend]:visible").last
            may = not self.opened and button.count() and self.expected[-1:] != [("passed_out",)]
            row, key = self._row(button) if may else (-1, "")
            if row >= 0:
                with suppress(TooLate):  # a tap may have worked although the driver timed out
                    self.page.locator(f'#rows [data-mend="{key}"]').tap(timeout=1500)
        if row < 0:
            return self.hand()
        try:
            self.page.locator("#pad[data-mends]").wait_for(timeout=10_000)
        except TooLate:  # it has just left, and its row is the server's now
            return None
        contractor, bid, ours = self.expected[row]
        # With the same points there is nothing to save.
        own = self.chance.choice([points for points in range(5, 96, 5) if points not in (ours, 100 - ours)])
        self._tap(chip(self.page, "points", own))
        self._save(self.page.locator("#pad [data-save]"))
        self._replace(row, _hand(contractor, bid, own))
        return None

    @contextmanager
    def _on_the_sheet(self) -> Iterator[None]:
        """Open the sheet's tab, and go back to the scores."""
        self.page.evaluate("location.hash = 'sheet'")
        yield
        self.page.evaluate("location.hash = 'score'")

    def _read_the_sheet(self) -> None:
        """Wait until the sheet shows every recorded hand. It is updated a moment after the last action."""
        try:
            self.page.wait_for_function(f"(told) => ({SHOWN})() === told", arg=len(self.expected), timeout=PATIENCE)
        except TooLate:
            self.told.wrong.append(f"the sheet shows {self._see(SHOWN)} hands of {len(self.expected)}")

    def _row(self, button: Any) -> tuple[int, str]:
        """Return a button's row and key.

        -1 if it has just disappeared, or if the page is an old one that misses hands: its rows are not the told ones.
        """
        try:
            row, key, shown, numbers = button.evaluate(ROW, timeout=1500)
        except TooLate:
            return -1, ""
        if shown != len(self.expected) or numbers != sorted(numbers):
            self._note(f"of {len(self.expected)} hands, the sheet shows {shown}: {numbers}")
            return -1, ""
        return row, key

    def strike(self) -> None:
        """Void the last entry that is still only on the phone."""
        self._read_the_sheet()
        with self._on_the_sheet():
            button = self.page.locator("[data-strike]:visible").last
            row, key = self._row(button) if not self.opened and button.count() else (-1, "")
            late = False
            if row >= 0:
                try:
                    self.page.locator(f'[data-strike="{key}"]').tap(timeout=1500)
                except TooLate:
                    late = True
        if row < 0:
            return self.hand()
        if late and not self._comes(
            lambda: self._strikes(key)
        ):  # it has just left, or the tap worked although the driver timed out
            return None
        self.page.locator(f'.is-pending[data-key="{key}"]').wait_for(state="detached")
        self.expected = [*self.expected[:row], *self.expected[row + 1 :]]
        self.before = None
        return None

    def _strikes(self, key: str) -> bool:
        acts = [entry["act"] for entry in self._see(KEPT) or []]
        return any((act["do"], act.get("of")) == ("strike", key) for act in acts)

    def correct(self) -> None:
        """Correct a recorded hand on its own page, which only the server has."""
        self._read_the_sheet()
        there = self._see(RECORDED) if self._opens() and not self._busy() else []
        kept = {entry["act"].get("of") for entry in self._see(KEPT) or []}  # a moment later their rows say so
        hands = [(row, entry) for row, entry in there if self.expected[row] != ("passed_out",) and int(entry) not in kept]
        if not hands:
            return self.hand()
        row, entry = self.chance.choice(hands)
        contractor, bid, ours = self.expected[row]
        own = self.chance.choice([points for points in range(5, 96, 5) if points not in (ours, 100 - ours)])
        if not self._change(entry, own):
            go(self.page, self.game)
            return self.hand()
        self.page.wait_for_url(re.compile(r"/games/\d+(#\w+)?$"))
        self._replace(row, _hand(contractor, bid, own))
        return None

    def _change(self, entry: str, own: int) -> bool:
        """Enter other points, preview them as often as needed, and save.

        Returns whether the hand can be corrected. The phone may have no copy of one that arrived just before the network
        went away.
        """
        go(self.page, f"{self.game}/hands/{entry}/edit")
        if not self.page.locator("form#pad").count():
            return False
        chip(self.page, "points", own).tap()
        change = self.page.locator("#changebar [value=record]")
        for _ in range(5):
            with suppress(TooLate):
                change.tap(timeout=A_LOOK)
                return True
            with suppress(TooLate):  # it may have come just now
                self.page.locator("#changebar [value=preview]").tap(timeout=4000)
        change.tap()
        return True

    def reload(self) -> None:
        """Reload the page if there is a network."""
        if self._busy() or not self._opens():
            return self.hand()
        go(self.page, self.game)
        self.page.wait_for_timeout(500)
        return None

    def back(self) -> None:
        """Open the history, and go back with the browser's button."""
        if self._busy() or not self._opens():
            return self.hand()
        go(self.page, f"{self.game}/history")
        self.page.go_back()
        self.before = None
        return None

    def begin_again(self) -> None:
        """Close the page and open it again."""
        if self._busy() or not self._opens():
            return self.hand()
        context = self.page.context
        self.page.close()
        self._open(context.new_page())
        self.before = None
        return None

    def in_another_tab(self) -> None:
        """Record a hand in a second tab of the same phone. The first tab is notified."""
        if self.opened or not self._opens():
            return self.hand()
        first = self.page
        self._open(first.context.new_page())
        self.hand()
        self.page.close()
        self.page, self.before = first, None
        return None

    def rematch(self) -> None:
        """End the game with a hand of all 100 points, and start the next one."""
        self.network.away = False
        if self.opened:
            self._points()
        self._tap(chip(self.page, "contractor", 0))
        self._tap(chip(self.page, "bid", 90))
        self._tap(chip(self.page, "points", 100))
        self._save(self.page.locator("#pad [data-save]"))
        self._keep((0, 90, 100))
        over, button = self.game, self.page.locator(".after .btn--primary")
        self._look_until(lambda: button.is_visible())
        for _ in range(20):
            try:
                button.tap(no_wait_after=True)
                self.page.wait_for_url(lambda url: "/games/" in url and game_address(url) != over, timeout=A_LOOK)
                break
            except TooLate:  # after waiting in vain, open the game again: it leads to its rematch if there is one
                go(self.page, self.game)
        self.played.append((over, self.expected))
        self.game, self.expected, self.before, self.back_to = game_address(self.page.url), [], None, None

    def _opens(self) -> bool:
        """Return whether a page of the game can be opened now."""
        return not self.network.away

    def _busy(self) -> bool:
        """Return whether a hand is half entered and would be lost with the page."""
        return self.opened is not None and not self.saved_bid

    def _open(self, page: Page) -> None:
        page.on("framenavigated", self._left)
        self.page = page
        go(self.page, self.game)

    def _replace(self, row: int, what: tuple[Any, ...]) -> None:
        self.expected = [*self.expected[:row], what, *self.expected[row + 1 :]]
        self.before = None

    def _keep(self, what: tuple[Any, ...]) -> None:
        self.before = list(self.expected)
        self.expected.append(what)


def _hand(contractor: int, bid: int, own: int) -> tuple[int, int, int]:
    """Return a hand as recorded, with the points of the first side instead of the contractor's."""
    return contractor, bid, own if contractor % 2 == 0 else 100 - own


def game_address(url: str) -> str:
    """Return the address of a game, without the tab that is open on its page."""
    return url.partition("#")[0]
