"""Headless Chromium with Playwright, as a phone or a desktop."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from flask import Flask, Response, request
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

Found = TypeVar("Found")

PATIENCE = 30_000
"""Milliseconds for something a page does in one. A busy machine may be many times slower."""

expect.set_options(timeout=PATIENCE)

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

FINGERS = """() => {
  const fingers = (window.fingers = { came: 0, letGo: 0, met: null });
  addEventListener("pointerdown", ({ target }) => (fingers.met = target), true);
  addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    let through = false;
    document.addEventListener("click", () => (through = true), { capture: true, once: true });
    setTimeout(() => {
      fingers.came += 1;
      if (!through) fingers.letGo += 1;
    });
  }, true);
}"""
"""Counts taps on a page, and taps ignored because the page changed under the finger (click-guard.js).

`met`: the element of the last tap.
"""

_NOT_BACK = 'addEventListener("online", (event) => event.isTrusted && event.stopImmediatePropagation(), true)'
"""Hides Chromium's own `online` events.

Half a second after every third offline page load it reports a network, because the emulation for the previous page ends
then.
"""


def chromium() -> str:
    """Return the system's browser, preferably headless. Playwright's own would need a download."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise FileNotFoundError("Chromium is not installed; `make test` installs it")


@contextlib.contextmanager
def launch() -> Iterator[Browser]:
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
    """Return a visitor with their own cookies. Other `options` are Playwright's for a context."""
    context = browser.new_context(
        **{
            **(DESKTOP if desktop else PHONE),
            "locale": language,
            "timezone_id": "America/Moncton",
            "color_scheme": "dark" if dark else "light",
            "java_script_enabled": javascript,
            **options,
        }
    )
    context.add_init_script(f"({FINGERS})()")
    context.add_init_script(_NOT_BACK)
    return context


def network_is_back(context: BrowserContext) -> None:
    """End `context.set_offline(True)`. Pages are notified once."""
    context.set_offline(False)
    for page in context.pages:
        with contextlib.suppress(Error):  # it is loading another page, which will be online
            page.evaluate('() => void dispatchEvent(new Event("online"))')


def watch_errors(page: Page) -> list[str]:
    """Return a list that collects uncaught errors and console errors."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    page.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    page.on("console", note)
    return errors


def until(page: Page, look: Callable[[], Found], done: Callable[[Found], object] = bool, *, patience: float = PATIENCE) -> Found:
    """Poll `look` while the browser runs until `done`, and return what it found.

    For state that no page shows, so that `expect` can't wait for it. `patience`: milliseconds.
    """
    end = time.monotonic() + patience / 1000
    while not done(found := look()):
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)
    return found


def late_scripts(app: Flask, seconds: float) -> None:
    """Delay every script, so that the page is there first."""

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
    """Delay answers to forms from now on, as on a poor network. The application may already be serving."""

    def wait() -> None:
        if request.method == "POST" and not request.path.endswith("/preview"):
            time.sleep(seconds)

    app.before_request_funcs.setdefault(None, []).append(wait)
