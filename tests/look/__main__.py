"""`make look`: screenshots of the main pages and sheets for people to check, in `build/look/`.

Pages: phone and desktop, light and dark, English and French. Sheets: every page of the PDFs, as printed. `make look
ARGS=guide`
makes the guide's pictures in its own folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser import launch, new_context
from tests.look import guide
from tests.look.club import Club, fill, papers
from tests.look.club import pages as club_pages
from tests.printing import AtOnce

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "look"
LANGUAGES = {"en": "en-CA", "fr": "fr-CA"}
LOOKS = [(desktop, dark, lang) for lang in LANGUAGES for desktop in (False, True) for dark in (False, True)]
TALLEST = 2400
"""The most pixels of a page in a screenshot."""


@contextlib.contextmanager
def served(instance: Path) -> Iterator[tuple[str, Club]]:
    """Serve an instance with the example games and a club, and yield its address and the club."""
    from werkzeug.serving import WSGIRequestHandler, make_server

    os.environ["SCOREKEEPER_INSTANCE"] = str(instance)
    os.environ.pop("SCOREKEEPER_DATABASE_URL", None)
    subprocess.run([sys.executable, "-m", "scorekeeper", "demo"], check=True, stdout=subprocess.DEVNULL)
    from scorekeeper import create_app

    class Quiet(WSGIRequestHandler):
        def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (Werkzeug's name)
            pass

    app = create_app()
    app.extensions["printer"] = AtOnce()
    found = fill(app)
    web = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{web.server_port}", found
    web.shutdown()
    thread.join()
    web.server_close()


class Album:
    """One visitor's screenshots in one look."""

    def __init__(self, context: BrowserContext, root: str, look: str) -> None:
        self.root, self.look = root, look
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.games: dict[str, str] = {}

    def take(self, name: str, path: str | None = None) -> None:
        """Take a screenshot of a page, or of the current one."""
        if path is not None:
            self.page.goto(self.root + path)
        self.page.wait_for_timeout(30)
        width = self.page.viewport_size["width"] if self.page.viewport_size else 0
        tall = min(int(self.page.evaluate("document.documentElement.scrollHeight")), TALLEST)
        small = {"full_page": True, "clip": {"x": 0, "y": 0, "width": width, "height": tall}, "scale": "css"}
        self.page.screenshot(path=OUT / f"{name}.{self.look}.png", **small)

    def open_examples(self) -> None:
        """Open every example game on this device."""
        self.page.goto(self.root)
        links = [a.get_attribute("href") for a in self.page.locator(".games a").all()]
        for name, link in zip(("open", "won", "mended", "rough", "pairs", "called", "match"), links, strict=True):
            self.page.goto(f"{self.root}{link}")
            self.page.locator("main .btn--primary").click()
            self.page.wait_for_url("**/games/*")
            self.games[name] = self.page.url.removeprefix(self.root)


def pages(album: Album, found: Club) -> None:
    """Take every page in the order a newcomer sees them, then the club's."""
    take, page = album.take, album.page
    take("home-newcomer", "/")
    album.open_examples()
    take("home", "/")
    for name, path in album.games.items():
        take(f"game-{name}", path)
    of_open, won = album.games["open"], album.games["won"]
    take("hand", album.games["mended"] + "/hands/" + _an_entry(page, album.root + album.games["mended"]))
    take("history", album.games["mended"] + "/history")
    take("share", of_open + "/share")
    page.locator("[name=role][value=score]").click()
    page.wait_for_selector(".code")
    take("share-link")
    take("game-rules", of_open + "/rules")
    take("game-paper", won + "/paper")
    new_games(album)
    for name, path in {
        "rules": "/rules",
        "rule-card": "/rules/le_rough",
        "paper": "/paper",
        "settings": "/settings",
        "bring-in": "/games/bring-in",
        "not-here": "/games/999999",
    }.items():
        take(name, path)
    club_pages(album, found)


def _an_entry(page: Page, url: str) -> str:
    page.goto(url)
    link = page.locator(".sheet .c-n a").first.get_attribute("href") or ""
    return link.rstrip("/").rpartition("/")[2]


def unfold(page: Page, part: str) -> None:
    """Open a part of the page. A click on something that has just moved is ignored, so it may take two."""
    while not page.locator(f"#{part}").evaluate("details => details.open"):
        page.locator(f"#{part} > summary").click()
        page.wait_for_timeout(100)


def new_games(album: Album) -> None:
    """Take the form of a new game: as it opens, with unplayable rules, and for other tables."""
    take, page = album.take, album.page
    take("new-game", "/games/new?rules=kitty")
    for part in ("rules", "house-rules", "rules-deal"):
        unfold(page, part)
    page.locator("label:has([name=opt-pack][value='36'])").click()
    page.wait_for_selector(".faults")
    take("new-game-conflict")
    for players, rules in {5: "five_silent", 6: "six_three_pairs", 2: "two_handed"}.items():
        take(f"new-game-{players}", f"/games/new?rules={rules}")


def sheets(browser: Browser, root: str, found: Club) -> None:
    """Take the PDFs of the example games, blank sheets and a tournament, page by page."""
    for lang, locale in LANGUAGES.items():
        context = new_context(browser, language=locale)
        album = Album(context, root, lang)
        album.open_examples()
        documents = {
            "sheet-won": album.games["won"] + "/sheet.pdf?size=letter&reasons=1&rules=1",
            "sheet-open-circle": album.games["open"] + "/sheet.pdf?size=a4&mark=circle",
            "sheet-pairs": album.games["pairs"] + "/sheet.pdf?size=letter",
            "sheet-called": album.games["called"] + "/sheet.pdf?size=letter",
            "blank-full": "/paper/sheets.pdf?rules=informal&size=letter",
            "blank-half": "/paper/sheets.pdf?rules=kitty&size=letter&layout=half",
            "blank-six": "/paper/sheets.pdf?rules=six_kitty&size=a4",
            "card": "/rules/le_rough.pdf?size=letter",
        }
        for name, path in documents.items():
            answer = context.request.get(f"{root}{path}{'&' if '?' in path else '?'}lang={lang}")
            assert answer.ok, f"{path}: {answer.status}"
            _print(answer.body(), f"pdf-{name}.{lang}")
        for name, body in papers(context, root, found, lang).items():
            _print(body, f"pdf-{name}.{lang}")
        context.close()


def _print(body: bytes, name: str) -> None:
    file = OUT / f"{name}.pdf"
    file.write_bytes(body)
    subprocess.run(["pdftoppm", "-png", "-r", "60", str(file), str(OUT / name)], check=True)
    file.unlink()


def of_guide() -> None:
    """Take the pictures of the guide."""

    def games_of(page: Page) -> dict[str, str]:
        album = Album(page.context, root, "")
        album.open_examples()
        return album.games

    with tempfile.TemporaryDirectory() as instance, served(Path(instance)) as (root, found), launch() as browser:
        count = guide.make(browser, root, found, LANGUAGES, games_of)
    print(f"{count} pictures in {guide.PLACE.relative_to(ROOT)}")


def main() -> None:
    if sys.argv[1:] == ["guide"]:
        of_guide()
        return
    started = time.monotonic()
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as instance, served(Path(instance)) as (root, found), launch() as browser:
        for desktop, dark, lang in LOOKS:
            look = f"{'desktop' if desktop else 'phone'}-{'dark' if dark else 'light'}-{lang}"
            if wanted and not any(word in look for word in wanted):
                continue
            context = new_context(browser, desktop=desktop, dark=dark, language=LANGUAGES[lang], device_scale_factor=1)
            pages(Album(context, root, look), found)
            context.close()
        if not wanted or "pdf" in wanted:
            sheets(browser, root, found)
    count = len(list(OUT.glob("*.png")))
    print(f"{count} pictures in {OUT.relative_to(ROOT)}, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
