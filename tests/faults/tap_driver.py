"""Taps on a phone over a bad network, and what waits on the phone afterwards."""

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
from tests.faults.evening_result import EveningResult
from tests.faults.page_queries import BAR, CLOCK, FELT, KEPT, TAPS, TOOK

A_LOOK = 8000
"""Milliseconds until a person checks whether a tap had any effect."""


class Fingers:
    """The taps of one person on one page. `told`: the results, with times."""

    def __init__(self, page: Page, told: EveningResult) -> None:
        self.page, self.told = page, told
        self.began = time.monotonic()
        page.context.add_init_script(f"({CLOCK})()")
        page.context.set_default_timeout(A_LOOK)
        page.context.set_default_navigation_timeout(PATIENCE)  # a page that says nothing is waited for longer than a tap

    def _see(self, script: str, arg: Any = None) -> Any:
        """Return the result of a script on the page, or on the next one after a redirect."""
        for tries in range(3):
            try:
                return self.page.evaluate(script, arg)
            except Failed as error:
                if tries == 2 or "context was destroyed" not in str(error):
                    raise
                self.page.wait_for_load_state()
        return None

    def _tap(self, target: Any) -> None:
        target.wait_for()
        try:
            touch(target)
        except Failed:  # the tap worked although the driver timed out, and another element is there now
            if not target.evaluate("(one) => one.control?.checked", timeout=A_LOOK):
                # Or the element next to it was tapped, and its result covers this one.
                target.evaluate("(one) => one.scrollIntoView({ block: 'center' })", timeout=A_LOOK)
                touch(target)

    def _save(self, button: Any) -> None:
        """Tap, again if the page changed under the finger, and wait until the hand is stored."""
        page, saves, taps = before = self._see(f"[performance.timeOrigin, window.saves, {TAPS}]")
        for _ in range(3):
            try:
                self._tap(button)
            except Failed:  # what is tapped a second time may be gone because the first tap was felt after all
                if not self._felt(before):
                    raise
            if self._felt(before):
                break
        try:
            took = self.page.wait_for_function(TOOK, arg=[page, saves], timeout=10_000)
            self.told.worst = max(self.told.worst, (took.json_value() - 1) / 1000)
        except TooLate:
            self.told.worst = 10.0
        self.told.saved += 1
        self._note(f"  tapped {self._see(TAPS)} after {taps}: {self._kept()}")

    def _felt(self, before: list[float]) -> bool:
        """Return whether the page received a tap. On a busy machine this takes a while."""
        with suppress(TooLate):
            self.page.wait_for_function(FELT, arg=before, timeout=A_LOOK / 4)
            return True
        self._note(f"  a tap was not felt; it met {self._see('window.met')}; the bar: {self._see(BAR)}")
        return False

    def _note(self, line: str) -> None:
        self.told.journal.append(f"{time.monotonic() - self.began:7.2f} {line}")

    def _kept(self) -> list[str]:
        """Return a short list of what waits on the phone."""
        return [f"{entry['act']['do']} {entry['act'].get('of', '')} {entry['state']}" for entry in self._see(KEPT) or []]

    def _comes(self, look: Callable[[], bool]) -> bool:
        """Return whether it becomes true within the time of a tap."""
        with suppress(AssertionError):
            return until(self.page, look, patience=A_LOOK / 4)
        return False

    def _look_until(self, done: Callable[[], bool], times: int = 120) -> None:
        for _ in range(times):
            if done():
                return
            with suppress(Failed):  # the page may lead on at this very moment
                look(self.page)
            self.page.wait_for_timeout(500)
