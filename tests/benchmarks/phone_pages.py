"""Pages that a phone renders itself: the size of each bundle, and the time to a page, at two speeds.

It runs on a page's thread, which Chromium can slow down. The service worker does the same work in its own thread.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorekeeper.offline.bundle import packs
from scorekeeper.offline.bundle.bundle import current_kit
from scorekeeper.offline.views import addresses, kit_url
from tests.benchmarks.browsed import program
from tests.benchmarks.rows import row, size
from tests.browser import launch

LANG = "fr"
ASKED = {
    "rulings": (
        "/rulings/score",
        [["scores", "100.110"], ["contractor", "0"], ["bid", "75"], ["points", "85.15"], ["bids", "none"]],
    ),
    "rulebook": ("/rulebook/how-to-play", []),
    "search": ("/rulebook/search", [["q", "garder"]]),
}
"""The page to measure for each bundle."""
SPEEDS = size((1, 4), (1,))

BEGIN = """async (known) => {
  const script = (src) => new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject }));
  });
  const json = async (url) => (await fetch(url)).json();
  const files = await Promise.all(known.packs.map(async ({ file, words }) => [await json(file), await json(words)]));
  await script(known.brython);
  const began = performance.now();
  __BRYTHON__.brython({ debug: 0, indexeddb: false });
  if (window.compiled) __BRYTHON__.precompiled = { ...window.compiled };
  await script(known.engine);
  files.forEach(([{ modules, templates }, messages], place) => {
    __BRYTHON__.loadBrythonPackage(modules);
    for (const name of known.packs[place].modules) __BRYTHON__.importModule(name);
    phoneKnow(JSON.stringify({ templates, messages: { [known.lang]: messages } }));
  });
  phoneKnow(JSON.stringify({ addresses: known.addresses }));
  window.desk = (path, args) => JSON.parse(phoneAnswer(JSON.stringify({
    method: "GET", path, args, form: [], cookies: { lang: known.lang }, headers: {}, root: "", host: location.host,
  })));
  const { status } = desk(...known.asked);
  const first = performance.now() - began;
  const again = [];
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now();
    desk(...known.asked);
    again.push(performance.now() - start);
  }
  return { status, first, again: again.sort((a, b) => a - b)[2], compiled: { ...__BRYTHON__.precompiled } };
}"""


def _chain(name: str) -> list[str]:
    """Return the bundles that a page of this one needs, in order."""
    chain = [*packs._required_packs(name), name]
    return [one for one in dict.fromkeys(chain) if one != packs.ENGINE]


def weigh(instance: Path) -> None:
    """Print bytes on the wire of each bundle with its French words."""
    kit = current_kit(instance)
    for name, asset in kit.packs.items():
        sizes = {"pack": len(asset.encodings["gzip"]), f"words-{LANG}": len(kit.words[name][LANG].encodings["gzip"])}
        row(f"phone.pack.{name}.gzip", sum(sizes.values()), "bytes", parts=sizes)


def main() -> None:
    """Serve an instance, run its bundles in a browser, and print the rows."""
    with program() as (app, url), launch() as browser:
        instance = Path(app.instance_path)
        weigh(instance)
        kit = current_kit(instance)
        with app.test_request_context():
            told: dict[str, Any] = {
                "brython": kit_url(kit.brython),
                "engine": kit_url(kit.engine),
                "addresses": addresses(kit.endpoints),
                "lang": LANG,
            }
            files = {name: {"file": kit_url(kit.packs[name]), "words": kit_url(kit.words[name][LANG])} for name in kit.packs}
        for name, asked in ASKED.items():
            known = {**told, "asked": asked, "packs": [{**files[n], "modules": packs.PACKS[n].modules} for n in _chain(name)]}
            for speed in SPEEDS:
                context = browser.new_context(bypass_csp=True, service_workers="block")
                page = context.new_page()
                page.goto(f"{url}/offline/{LANG}")
                context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": speed})
                first = page.evaluate(BEGIN, known)
                assert first["status"] == 200, (name, first["status"])
                page.reload()
                page.evaluate("(text) => { window.compiled = JSON.parse(text); }", json.dumps(first["compiled"]))
                later = page.evaluate(BEGIN, known)
                row(
                    f"phone.page.{name}.x{speed}",
                    first["first"],
                    "ms",
                    later=round(later["first"]),
                    next_page=round(later["again"]),
                )
                context.close()


if __name__ == "__main__":
    main()
