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
"""Milliseconds for what a page does in one: a busy machine may be many times slower, and nothing is missed for it."""

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
"""Counts the taps that have come to a page, and those that it let go because it was drawn anew under the finger (guard.js);
`met`: what the last one met.
"""

_NOT_BACK = 'addEventListener("online", (event) => event.isTrusted && event.stopImmediatePropagation(), true)'
"""Keeps from a page what Chromium says of its own accord: half a second after every third page that it loads without a network it
says that there is one again, because what emulates that for the page before is only then taken away.
"""


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
    """End what `context.set_offline(True)` began; pages hear of it once, and only by this."""
    context.set_offline(False)
    for page in context.pages:
        with contextlib.suppress(Error):  # it is on its way to another page, which begins with a network
            page.evaluate('() => void dispatchEvent(new Event("online"))')


def watch_errors(page: Page) -> list[str]:
    """Collects what visitors never see and developers must: uncaught errors, errors on the console."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    page.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    page.on("console", note)
    return errors


def until(page: Page, look: Callable[[], Found], done: Callable[[Found], object] = bool, *, patience: float = PATIENCE) -> Found:
    """Look again and again, while the browser goes on, until what is found is as wanted; what was found.

    For what no page shows, and `expect` cannot wait for. `patience`: milliseconds.
    """
    end = time.monotonic() + patience / 1000
    while not done(found := look()):
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)
    return found


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
