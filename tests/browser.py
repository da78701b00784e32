"""Headless Chromium, driven by Playwright: pages as a phone or a desktop shows them."""

from __future__ import annotations

import contextlib
import json
import shutil
import time
from collections.abc import Iterator
from typing import Any

from flask import Flask, Response, current_app, request
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

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


_ENGINE = """async () => {
  const { createEngine } = await import("/static/js/engine.js");
  const engine = createEngine({ workerUrl: "/phone/worker.js", lazy: true });
  await engine.start();
  for (const end = performance.now() + 60000; performance.now() < end; ) {
    for (const { name } of await indexedDB.databases()) {
      if (name !== "scorekeeper-engine") continue;
      const asked = indexedDB.open(name);
      await new Promise((resolve) => (asked.onsuccess = resolve));
      const count = asked.result.transaction("compiled").objectStore("compiled").count();
      await new Promise((resolve) => (count.onsuccess = resolve));
      asked.result.close();
      if (count.result) return engine.stop();
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("what was compiled is not kept");
}"""
_compiled: list[Any] = []


def _compile(browser: Browser, url: str) -> list[Any]:
    """The database in which a browser keeps the scoring engine compiled, as Playwright writes it down; made once a process."""
    if not _compiled:
        with contextlib.closing(browser.new_context()) as first:  # a visitor's own may run no scripts, or hold some back
            page = first.new_page()
            page.goto(f"{url}/offline/en")
            page.evaluate(_ENGINE)
            (origin,) = first.storage_state(indexed_db=True)["origins"]
            _compiled.extend(kept for kept in origin["indexedDB"] if kept["name"] == "scorekeeper-engine")
    return _compiled


def give_engine(context: BrowserContext, url: str, way: str = "") -> None:
    """Let a new visitor's browser have the scoring engine compiled, as at every visit but the first: that takes it seconds.

    `url`: where the visitor finds the program; `way`: a better one to it.
    """
    assert context.browser is not None
    kept = {"origin": url, "localStorage": [], "indexedDB": _compile(context.browser, way or url)}
    context.set_storage_state({"cookies": context.cookies(), "origins": [kept]})


COMPILED = "/phone/compiled.json"
_HAS_BEEN_HERE = "engine"
_FINDS = f"""
const findCompiled = readCompiled;
readCompiled = async () => {{
  const kept = await findCompiled();
  if (kept) return kept;
  try {{
    const compiled = await (await fetch("{COMPILED}")).json();
    await keepCompiled(compiled);
    return compiled;
  }} catch {{
    return undefined;
  }}
}};
"""
"""What stands below the worker's script for those who have been here."""


def bring_engine(context: BrowserContext, url: str, app: Flask) -> None:
    """The same as `give_engine`, sooner, where the network is good: the engine comes compiled when the page wants it."""
    assert context.browser is not None
    if "compiled" not in app.extensions:
        ((store,),) = (kept["stores"] for kept in _compile(context.browser, url))
        app.extensions["compiled"] = json.dumps(store["records"][0]["value"])
        app.before_request_funcs.setdefault(None, []).insert(0, _compiled_engine)
        app.after_request_funcs.setdefault(None, []).append(_worker_that_finds_it)
    context.add_cookies([{"name": _HAS_BEEN_HERE, "value": "compiled", "url": url}])


def _compiled_engine() -> Response | None:
    return Response(current_app.extensions["compiled"], mimetype="application/json") if request.path == COMPILED else None


def _worker_that_finds_it(response: Response) -> Response:
    if request.path == "/phone/worker.js" and _HAS_BEEN_HERE in request.cookies and response.status_code == 200:
        response.set_data(response.get_data() + _FINDS.encode())
    return response


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
