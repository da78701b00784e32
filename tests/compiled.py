"""A browser's store of compiled Python. On a phone, compiling takes seconds on the first visit.

The first worker that needs it makes it once for each run.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request
from playwright.sync_api import Browser, BrowserContext

_ENGINE = """async ([root, script]) => {
  const { createEngine } = await import(script);
  const engine = createEngine({ workerUrl: `${root}/phone/worker.js`, lazy: true });
  await engine.start();
  for (const end = performance.now() + 60000; performance.now() < end; ) {
    for (const { name } of await indexedDB.databases()) {
      if (!name.endsWith("scorekeeper-engine")) continue;
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

_DESK = """async () => {
  await begin();
  for (const name of Object.keys(DESK.packs)) await load(name);
  await write();
  return COMPILED;
}"""
"""Tells the service worker to compile and store everything that it renders pages with."""

_made: dict[str, str] = {}
_folder_of: list[Callable[[str, Callable[[Path], object]], Path]] = []


def share(folder_of: Callable[[str, Callable[[Path], object]], Path]) -> None:
    """Share compiled files between workers in a folder: `folder_of(name, make)`, see `made_once`."""
    _folder_of[:] = [folder_of]


def _made_once(name: str, make: Callable[[], str]) -> str:
    if name not in _made:
        if _folder_of:
            folder = _folder_of[0](f"compiled-{name}", lambda place: (place / "it.json").write_text(make(), "utf-8"))
            _made[name] = (folder / "it.json").read_text("utf-8")
        else:
            _made[name] = make()
    return _made[name]


def _engine(browser: Browser, url: str) -> str:
    """Return the database in which a browser stores the compiled engine, as Playwright serializes it."""

    def make() -> str:
        with contextlib.closing(browser.new_context()) as first:  # a visitor's own may run no scripts, or hold some back
            page = first.new_page()
            page.goto(f"{url}/offline/en")
            page.evaluate(_ENGINE, ["", "/static/js/engine.js"])
            return _stored_database(first, "scorekeeper-engine")

    return _made_once("engine", make)


def _desk(browser: Browser, url: str) -> str:
    """Return the database in which a service worker stores its compiled files."""

    def make() -> str:
        with contextlib.closing(browser.new_context()) as first:
            page = first.new_page()
            page.goto(f"{url}/offline/en")
            page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready.then(() => null))")
            (worker,) = first.service_workers
            return _stored_database(first, worker.evaluate(_DESK))

    return _made_once("desk", make)


def _stored_database(context: BrowserContext, name: str) -> str:
    (origin,) = context.storage_state(indexed_db=True)["origins"]
    return json.dumps([kept for kept in origin["indexedDB"] if kept["name"] == name])


def _value(kept: str) -> str:
    """Return the only value in such a database."""
    ((store,),) = (database["stores"] for database in json.loads(kept))
    return json.dumps(store["records"][0]["value"])


def give_compiled(context: BrowserContext, url: str, way: str) -> None:
    """Give a new visitor's browser everything compiled, as on a later visit. Compiling takes many seconds.

    `url`: the visitor's address of the program. `way`: a faster address.
    """
    assert context.browser is not None
    databases = [one for make in (_engine, _desk) for one in json.loads(make(context.browser, way))]
    kept: Any = {"origin": url, "localStorage": [], "indexedDB": databases}
    context.set_storage_state({"cookies": context.cookies(), "origins": [kept]})


_BRINGS = """
addEventListener("install", (event) => {
  const bring = async ([database, key, from]) => {
    const compiled = await (await fetch(new URL(from, location.href))).json();
    const opened = await storeDatabase(database, "compiled", {});
    const put = opened.transaction("compiled", "readwrite").objectStore("compiled").put(compiled, key);
    await new Promise((resolve, reject) => ((put.onsuccess = resolve), (put.onerror = reject)));
    opened.close();
  };
  event.waitUntil(Promise.all(BROUGHT.map(bring)).then(() => setting("warm", DESK.digest)));
});
"""
"""Appended to a service worker's script that has it compiled at installation, in case it is offline later."""


def bring_with_files(browser: Browser, url: str, files: Path) -> None:
    """Add the compiled code to static files, as on a later visit. Compiling takes many seconds.

    `url`: where they are served. `files`: their folder.
    """
    (script,) = files.glob("static/*/js/engine.js")
    with contextlib.closing(browser.new_context()) as first:
        page = first.new_page()
        page.goto(url)
        page.wait_for_selector(".masthead", timeout=60_000)
        page.evaluate(_ENGINE, [url.rstrip("/"), url + script.relative_to(files).as_posix()])
        (worker,) = first.service_workers
        worker.evaluate(_DESK)
        (origin,) = first.storage_state(indexed_db=True)["origins"]
    brought = []
    for database in origin["indexedDB"]:
        (store,) = database["stores"]
        if store["name"] == "compiled":
            (record,) = store["records"]
            file = f"phone/compiled-{len(brought)}.json"
            (files / file).write_text(json.dumps(record["value"]), "utf-8")
            brought.append([database["name"], record["key"], file])
    assert len(brought) == 2, "the engine's and the service worker's"
    with (files / "sw.js").open("a", encoding="utf-8") as below:
        below.write(_BRINGS.replace("BROUGHT", json.dumps(brought)))


_HAS_BEEN_HERE = "been-here"
_BROUGHT = {"engine": "/phone/compiled.json", "desk": "/phone/compiled-desk.json"}
_ENGINE_FINDS = f"""
const findCompiled = readCompiled;
readCompiled = async () => {{
  const kept = await findCompiled();
  if (kept) return kept;
  try {{
    const compiled = await (await fetch("{_BROUGHT["engine"]}")).json();
    await keepCompiled(compiled);
    return compiled;
  }} catch {{
    return undefined;
  }}
}};
"""
"""Appended to the engine's script for returning visitors."""
_DESK_HAS = _BRINGS.replace("BROUGHT", f'[[COMPILED, DESK.digest, "{_BROUGHT["desk"]}"]]')
_BELOW = {"/phone/worker.js": ("engine", _ENGINE_FINDS), "/sw.js": ("desk", _DESK_HAS)}


def bring_engine(context: BrowserContext, url: str, app: Flask) -> None:
    """Let the page find the compiled engine when needed. On a good network this is faster than `give_compiled`."""
    assert context.browser is not None
    _bring(context, url, app, "engine", _value(_engine(context.browser, url)))


def bring_desk(context: BrowserContext, url: str, app: Flask) -> None:
    """Give a new visitor's service worker its compiled files at installation."""
    assert context.browser is not None
    _bring(context, url, app, "desk", _value(_desk(context.browser, url)))


def _bring(context: BrowserContext, url: str, app: Flask, what: str, compiled: str) -> None:
    if "compiled" not in app.extensions:
        app.extensions["compiled"] = {}
        app.before_request_funcs.setdefault(None, []).insert(0, _compiled)
        app.after_request_funcs.setdefault(None, []).append(_script_that_finds_it)
    app.extensions["compiled"][what] = compiled
    context.add_cookies([{"name": f"{_HAS_BEEN_HERE}-{what}", "value": "compiled", "url": url}])


def _compiled() -> Response | None:
    for what, path in _BROUGHT.items():
        if request.path == path:
            return Response(current_app.extensions["compiled"][what], mimetype="application/json")
    return None


def _script_that_finds_it(response: Response) -> Response:
    what, below = _BELOW.get(request.path, ("", ""))
    if what and f"{_HAS_BEEN_HERE}-{what}" in request.cookies and response.status_code == 200:
        response.set_data(response.get_data() + below.encode())
    return response
