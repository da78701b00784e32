"""Headless Chromium, driven by Playwright: pages as a phone or a desktop shows them."""

from __future__ import annotations

import contextlib
import math
import shutil
import time
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask, Response, request
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}


def chromium() -> str:
    """The system's browser, best without a screen: Playwright's own would have to be downloaded."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise FileNotFoundError("Chromium is not installed; `make test` installs it")


@contextlib.contextmanager
def launch() -> Iterator[Browser]:
    """Start the browser and close it again."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def new_context(
    browser: Browser,
    *,
    desktop: bool = False,
    language: str = "en-CA",
    dark: bool = False,
    javascript: bool = True,
    **options: Any,
) -> BrowserContext:
    """A visitor with a cookie jar of their own; other `options` are Playwright's for a context."""
    return browser.new_context(
        **{
            **(DESKTOP if desktop else PHONE),
            "locale": language,
            "timezone_id": "America/Moncton",
            "color_scheme": "dark" if dark else "light",
            "java_script_enabled": javascript,
            **options,
        }
    )


SOON, NEAR = 0.9, 28.0
"""Seconds and pixels within which a second tap is the other half of a double tap, with something to spare: see guard.js."""

_tap = Locator.tap
_taps: WeakKeyDictionary[Page, tuple[float, float, float]] = WeakKeyDictionary()


def tap_as_people_do() -> None:
    """Let every tap on something else at the place of the last one wait as long as a person would take to look."""
    Locator.tap = _tapped  # type: ignore[method-assign]


def _tapped(target: Locator, **how: Any) -> None:
    page = target.page
    box = target.bounding_box(timeout=how.get("timeout"))
    x, y = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
    last_x, last_y, at = _taps.get(page, (0.0, 0.0, 0.0))
    size = page.viewport_size or {"width": 0, "height": 0}
    seen = 0 <= x < size["width"] and 0 <= y < size["height"]  # what has to be scrolled to may come to lie anywhere
    left = at + SOON - time.monotonic()
    if left > 0 and (not seen or math.hypot(x - last_x, y - last_y) < NEAR):
        page.wait_for_timeout(1000 * left)
    _tap(target, **how)
    _taps[page] = (x, y, time.monotonic())


def watch_errors(page: Page) -> list[str]:
    """Collects what visitors never see and developers must: uncaught errors, errors on the console."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    page.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    page.on("console", note)
    return errors


def late_scripts(app: Flask, seconds: float) -> None:
    """Serve scripts so much later, every time: a page is there before them."""

    @app.before_request
    def wait() -> None:
        if request.path.endswith(".js"):
            time.sleep(seconds)

    @app.after_request
    def ask_again(response: Response) -> Response:
        if request.path.endswith(".js"):
            response.headers["Cache-Control"] = "no-store"
        return response


def late_answers(app: Flask, seconds: float) -> None:
    """From now on answer what forms send so much later, as over a poor network; the application may be serving already."""

    def wait() -> None:
        if request.method == "POST" and not request.path.endswith("/preview"):
            time.sleep(seconds)

    app.before_request_funcs.setdefault(None, []).append(wait)
