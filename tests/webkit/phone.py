"""A page in WebKit: open, tap, type, inspect."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.browsing.pad import LOOK, NEAR

PATIENCE = 15
"""Seconds."""
TRIES, A_TAP = 3, 10
"""Number of tries for a tap, and seconds within which it surely takes effect."""
PROMISED = """
const [done, ...given] = [...arguments].reverse();
Promise.resolve((%s)(...given.reverse())).then((value) => done({ value }), (error) => done({ failed: String(error) }));
"""
SEEN = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
MIDDLE = """const { left, top, width, height } = arguments[0].getBoundingClientRect();
return [left + width / 2, top + height / 2];"""
MAY_PASS = (ElementClickInterceptedException, NoSuchElementException, StaleElementReferenceException)
"""Errors that can occur for a moment while a page changes."""


class Phone:
    """A page. `browser`: the driver. `url`: the server's address without a trailing slash."""

    def __init__(self, browser: WebDriver, url: str) -> None:
        self.browser, self.url = browser, url
        self.patience = PATIENCE
        self.last, self.looked = (0.0, 0.0), 0.0

    @property
    def below(self) -> str:
        """Return the path that the program runs below, empty at the root."""
        return urlsplit(self.url).path

    @property
    def path(self) -> str:
        """Return the path of the open page, without that prefix."""
        return urlsplit(self.browser.current_url).path.removeprefix(self.below)

    def open(self, path: str) -> None:
        """Open a page, and wait for its scripts."""
        self.browser.get(self.url + path)
        self.wait(lambda: self.ask("return document.readyState === 'complete'"))

    def ask(self, script: str, *arguments: Any) -> Any:
        """Return the result of a script in the page."""
        return self.browser.execute_script(script, *arguments)

    def promised(self, script: str, *arguments: Any) -> Any:
        """Return the resolved value of a promise in the page."""
        self.browser.set_script_timeout(self.patience)
        done = self.browser.execute_async_script(PROMISED % script, *arguments)
        if "failed" in done:
            raise AssertionError(done["failed"])
        return done.get("value")

    def wait(self, for_what: Callable[[], Any]) -> Any:
        """Wait until the result is true, and return it."""
        return WebDriverWait(self.browser, self.patience, 0.05, MAY_PASS).until(lambda _browser: for_what())

    def find(self, selector: str) -> WebElement:
        """Wait for an element."""
        return self.wait(lambda: self.browser.find_element(By.CSS_SELECTOR, selector))

    def text(self, selector: str) -> str:
        return self.find(selector).text

    def box(self, selector: str) -> dict[str, float]:
        """Return its position and size: `x`, `y`, `width`, `height`."""
        return self.find(selector).rect

    def tap(self, selector: str) -> None:
        """Tap the middle of an element. Fails if another element covers it."""
        self.wait(lambda: self._tapped(selector))

    def _tapped(self, selector: str) -> bool:
        element = self.browser.find_element(By.CSS_SELECTOR, selector)
        self.ask(SEEN, element)
        settled = "return getComputedStyle(arguments[0]).pointerEvents !== 'none'"
        if not element.is_displayed() or not self.ask(settled, element):
            return False
        place = self.ask(MIDDLE, element)
        if math.dist(place, self.last) < NEAR and time.monotonic() < self.looked:
            return False  # a target that appears under the last tap counts as a double tap, so wait first
        element.click()
        self.last, self.looked = place, time.monotonic() + LOOK
        return True

    def tap_at(self, selector: str) -> None:
        """Tap the place of an element, whatever covers it."""
        element = self.find(selector)
        self.ask(SEEN, element)
        ActionChains(self.browser).move_to_element(element).click().perform()

    def chip(self, name: str, value: object) -> None:
        """Tap a chip until it is selected. A page that is redrawn under the finger ignores the tap."""
        field = f'[name="{name}"][value="{value}"]'
        self.until(f"label.chip:has(> {field})", lambda: self.browser.find_element(By.CSS_SELECTOR, field).is_selected())

    def until(self, selector: str, done: Callable[[], Any]) -> None:
        """Tap it, again if the tap had no effect."""
        for _ in range(TRIES):
            self.tap(selector)
            with suppress(TimeoutException):
                WebDriverWait(self.browser, A_TAP, 0.05, MAY_PASS).until(lambda _browser: done())
                return
        raise AssertionError(f"a tap on {selector} is let go again and again")

    def type(self, *texts: str) -> None:
        """Type each text into the focused field, with Enter."""
        for text in texts:
            ActionChains(self.browser).send_keys(text, Keys.ENTER).perform()

    def scores(self) -> list[str]:
        """Return the scores on the board, with a minus sign for negative ones as read aloud."""
        return self.ask("return [...document.querySelectorAll('.board-score')].map((one) => one.textContent.trim())")

    def expect_scores(self, *expected: str) -> None:
        self.wait(lambda: self.scores() == list(expected))
