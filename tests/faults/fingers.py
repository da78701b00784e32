"""How a phone is tapped over a bad network: felt or not, and what waits on it then."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error as Failed
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import PATIENCE, until
from tests.browsing.pad import touch
from tests.browsing.table_phones import look
from tests.faults.looks import BAR, CLOCK, KEPT
from tests.faults.told import Told

A_LOOK = 8000
"""Milliseconds until somebody looks whether what was tapped was felt at all."""


class Fingers:
    """Those of one person, on one page of a phone; `told`: what came of it, and when."""

    def __init__(self, page: Page, told: Told) -> None:
        self.page, self.told = page, told
        self.began = time.monotonic()
        page.context.add_init_script(f"({CLOCK})()")
        page.context.set_default_timeout(A_LOOK)
        page.context.set_default_navigation_timeout(PATIENCE)  # a page that says nothing is waited for longer than a tap

    def _tap(self, target: Any) -> None:
        target.wait_for()
        try:
            touch(target)
        except Failed:  # the tap was felt though the driver has waited for too long, and another thing stands there by now
            if not target.evaluate("(one) => one.control?.checked", timeout=1500):
                # Or the one beside it was, and what that comes to lies over this one.
                target.evaluate("(one) => one.scrollIntoView({ block: 'center' })", timeout=1500)
                touch(target)

    def _save(self, button: Any) -> None:
        """Tap, once more where the page was just changing under the finger, and wait until it is written down."""
        saves, taps = self.page.evaluate("[window.saves, window.taps]")
        for _ in range(3):
            try:
                self._tap(button)
            except Failed:  # what is tapped a second time may be gone because the first tap was felt after all
                if not self._felt(taps):
                    raise
            if self._felt(taps):
                break
        try:
            took = self.page.wait_for_function("(saves) => window.saves > saves && took + 1", arg=saves, timeout=10_000)
            self.told.worst = max(self.told.worst, (took.json_value() - 1) / 1000)
        except TooLate:
            self.told.worst = 10.0
        self.told.saved += 1
        self._note(f"  tapped {self.page.evaluate('window.taps') - taps}: {self._kept()}")

    def _felt(self, taps: int) -> bool:
        """Whether the page has taken a tap. On a busy machine it comes to that long after the driver has made it."""
        with suppress(TooLate):
            self.page.wait_for_function("(taps) => window.taps > taps", arg=taps, timeout=A_LOOK / 4)
            return True
        self._note(f"  a tap was not felt; it met {self.page.evaluate('window.met')}; the bar: {self.page.evaluate(BAR)}")
        return False

    def _note(self, line: str) -> None:
        self.told.journal.append(f"{time.monotonic() - self.began:7.2f} {line}")

    def _kept(self) -> list[str]:
        """What waits on the phone, in short."""
        return [f"{entry['act']['do']} {entry['act'].get('of', '')} {entry['state']}" for entry in self.page.evaluate(KEPT) or []]

    def _comes(self, look: Callable[[], bool]) -> bool:
        """Whether it does within the time in which a tap is felt."""
        with suppress(AssertionError):
            return until(self.page, look, patience=A_LOOK / 4)
        return False

    def _look_until(self, done: Callable[[], bool]) -> None:
        for _ in range(120):
            if done():
                return
            look(self.page)
            self.page.wait_for_timeout(500)
