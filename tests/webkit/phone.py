"""A page in WebKit: opened, tapped, typed in, looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 15
"""Seconds."""
MAY_PASS = (ElementClickInterceptedException, NoSuchElementException, StaleElementReferenceException)
"""What a page that is changing may say a moment long."""


class Phone:
    """A page. `browser`: the driver; `url`: of the server, without a slash at its end."""

    def __init__(self, browser: WebDriver, url: str) -> None:
        self.browser, self.url = browser, url

    def open(self, path: str) -> None:
        """Open a page, and wait for its scripts."""
        self.browser.get(self.url + path)
        self.wait(lambda: self.ask("return document.readyState === 'complete'"))

    def ask(self, script: str, *arguments: Any) -> Any:
        """What a script in the page returns."""
        return self.browser.execute_script(script, *arguments)

    def wait(self, for_what: Callable[[], Any]) -> Any:
        """Wait until it is so; what it gave then."""
        return WebDriverWait(self.browser, PATIENCE, 0.05, MAY_PASS).until(lambda _browser: for_what())

    def find(self, selector: str) -> WebElement:
        """Wait for an element."""
        return self.wait(lambda: self.browser.find_element(By.CSS_SELECTOR, selector))

    def text(self, selector: str) -> str:
        """What is read there."""
        return self.find(selector).text

    def box(self, selector: str) -> dict[str, float]:
        """Where it stands: `x`, `y`, `width`, `height`."""
        return self.find(selector).rect

    def tap(self, selector: str) -> None:
        """Tap it where a thumb would, in its middle. It fails if something else lies there."""
        self.wait(lambda: self._tapped(selector))

    def _tapped(self, selector: str) -> bool:
        element = self.browser.find_element(By.CSS_SELECTOR, selector)
        self.ask("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        settled = "return getComputedStyle(arguments[0]).pointerEvents !== 'none'"
        if not element.is_displayed() or not self.ask(settled, element):
            return False
        element.click()
        return True

    def tap_at(self, selector: str) -> None:
        """Tap the place where it stands, whatever lies there."""
        element = self.find(selector)
        self.ask("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        ActionChains(self.browser).move_to_element(element).click().perform()

    def chip(self, name: str, value: object) -> None:
        """Tap a chip."""
        self.tap(f'label.chip:has(> [name="{name}"][value="{value}"])')

    def type(self, *texts: str) -> None:
        """Type, where the focus is, each text with Enter."""
        for text in texts:
            ActionChains(self.browser).send_keys(text, Keys.ENTER).perform()

    def scores(self) -> list[str]:
        """The scores on the board, those below zero with their minus as it is read out."""
        return self.ask("return [...document.querySelectorAll('.board-score')].map((one) => one.textContent.trim())")

    def expect_scores(self, *expected: str) -> None:
        """Wait until the board shows these."""
        self.wait(lambda: self.scores() == list(expected))
