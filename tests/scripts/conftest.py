"""A browser page that runs the program's scripts as modules, without a server and with controlled time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import browser as chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

ORIGIN = "https://scripts.test"
"""A host that doesn't exist. HTTPS pages are trusted, so they have storage, locks and channels."""
HERE = Path(__file__).parent
SOURCES = {"/static/js/": HERE.parent.parent / "static" / "js", "/scripts/": HERE}
BLANK = (
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Scripts</title><body></body></html>'
)
RUN = "async ([driver, name, args]) => (await import(`/scripts/${driver}.js`))[name](...args)"


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN)
    for prefix, folder in SOURCES.items():
        if path.startswith(prefix):
            return route.fulfill(body=(folder / path.removeprefix(prefix)).read_text("utf-8"), content_type="text/javascript")
    return route.fulfill(body=BLANK, content_type="text/html") if path == "/" else route.abort()


@pytest.fixture(scope="module")
def script_page(browser: Browser) -> Iterator[Page]:
    """An empty page that can import the program's modules and the drivers in this folder."""
    context = chromium.new_context(browser, service_workers="block")
    context.route("**/*", _answer)
    page = context.new_page()
    page.goto(ORIGIN)
    yield page
    context.close()


@pytest.fixture
def run_driver(script_page: Page) -> Callable[..., Any]:
    """Calls a function of a driver in the page: `run_driver("log", "play", 1, 500)`."""
    return lambda driver, name, *args: script_page.evaluate(RUN, [driver, name, args])
