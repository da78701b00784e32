"""The pictures of the guide, in both languages: `make look ARGS=guide` makes them in docs/guide/pictures/."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageChops
from playwright.sync_api import expect

from scorekeeper.guide.source import FOLDER
from tests.browser import new_context
from tests.browsing.pad import start_here, touch
from tests.look.club import Club, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLACE = Path(__file__).parents[2] / FOLDER / "pictures"
WIDEST = 900
COLOURS = 64
"""The number of colours: few enough for small files, and text stays sharp."""
MARGIN = 16

Shown = Callable[["Page", str, Club, dict[str, str]], bytes]


def _screen(page: Page, url: str) -> bytes:
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page.screenshot(scale="css")


def _first_page(page: Page, url: str) -> bytes:
    """Return the first page of a PDF in the language of the page, without margins."""
    answer = page.context.request.get(f"{url}&lang={page.evaluate('navigator.language')[:2]}")
    assert answer.ok, f"{url}: {answer.status}"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "paper.pdf"
        file.write_bytes(answer.body())
        subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", "75", str(file), str(file.with_suffix(""))], check=True)
        return file.with_suffix(".png").read_bytes()


def _pad(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    return _screen(page, root + games["open"])


def _hand(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    page.goto(root + games["mended"])
    path = page.locator(".sheet .c-n a").first.get_attribute("href") or ""
    return _screen(page, root + path)


def _top(page: Page, url: str, height: int = 540) -> bytes:
    """Return the top of a page, which says enough."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page.screenshot(scale="css", clip={"x": 0, "y": 0, "width": 390, "height": height})


def _tap(page: Page, **values: object) -> None:
    for name, value in values.items():
        page.locator(f'label.chip:has(> [name="{name}"][value="{value}"])').first.click()


def _tap_hand(page: Page, root: str) -> None:
    """Start a game, and tap a hand in it up to the button that saves it."""
    start_here(page, root, "Aline", "Donat", "Rosa", "Edgar")
    page.wait_for_load_state("networkidle")
    _tap(page, contractor=2, bid=65, points=80)
    page.wait_for_selector("#result .receipt")


def _taps(page: Page, root: str, _club: Club, _games: dict[str, str]) -> bytes:
    _tap_hand(page, root)
    return page.screenshot(scale="css")


def _offline(page: Page, root: str, _club: Club, _games: dict[str, str]) -> bytes:
    _tap_hand(page, root)
    page.context.set_offline(True)
    touch(page.locator("[data-save]"))
    expect(page.locator(".board-score").first).to_have_text("80")
    page.evaluate("scrollTo(0, 0)")
    return page.screenshot(scale="css")


def _reasons(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    page.goto(root + games["mended"])
    path = page.locator(".sheet .c-n a").first.get_attribute("href") or ""
    page.set_viewport_size({"width": 390, "height": 1400})
    page.goto(root + path)
    first = page.locator("main section, main table").first.bounding_box()
    assert first
    return page.screenshot(scale="css", clip={"x": 0, "y": first["y"] - 12, "width": 390, "height": 330})


def _board(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    page.set_viewport_size({"width": 960, "height": 540})
    return _screen(page, f"{root}{games['open']}/board")


def _dispute(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    page.goto(root + games["mended"])
    path = page.locator(".sheet .c-n a").first.get_attribute("href") or ""
    return _top(page, f"{root}{path}/dispute")


def _stats(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    return _top(page, f"{root}/stats")


def _sheet(page: Page, root: str, _club: Club, games: dict[str, str]) -> bytes:
    return _first_page(page, f"{root}{games['won']}/sheet.pdf?size=letter")


def _standings(page: Page, root: str, club: Club, _games: dict[str, str]) -> bytes:
    return _screen(page, f"{root}/tournaments/{club.live}/standings")


def _desk(page: Page, root: str, club: Club, _games: dict[str, str]) -> bytes:
    sign_in(page, root)
    return _screen(page, f"{root}/desk/{club.live}")


def _slip(page: Page, root: str, club: Club, _games: dict[str, str]) -> bytes:
    sign_in(page, root)
    sheet = Image.open(io.BytesIO(_first_page(page, f"{root}/desk/{club.live}/documents/slips.pdf?size=letter")))
    kept = io.BytesIO()
    sheet.crop((0, 0, sheet.width // 2, sheet.height // 2)).save(kept, "PNG")
    return kept.getvalue()


PICTURES: dict[str, tuple[Shown, bool]] = {
    "pad": (_pad, False),
    "hand": (_hand, False),
    "sheet": (_sheet, False),
    "taps": (_taps, False),
    "reasons": (_reasons, False),
    "offline": (_offline, False),
    "board": (_board, False),
    "dispute": (_dispute, False),
    "stats": (_stats, False),
    "desk": (_desk, True),
    "slip": (_slip, False),
    "standings": (_standings, False),
}
"""Each picture of the guide: how to take it, and whether on a desktop."""


def small(taken: bytes) -> Image.Image:
    """Return a small picture: no wider than shown, with few colours, without empty page margins."""
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    edge = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    if edge and image.getpixel((0, 0)) == (255, 255, 255):
        left, top, right, bottom = edge
        image = image.crop(
            (max(0, left - MARGIN), max(0, top - MARGIN), min(right + MARGIN, image.width), min(bottom + MARGIN, image.height))
        )
    if image.width > WIDEST:
        image = image.resize((WIDEST, image.height * WIDEST // image.width))
    return image.quantize(COLOURS)


def make(browser: Browser, root: str, club: Club, languages: dict[str, str], games_of: Callable[[Page], dict[str, str]]) -> int:
    """Take all pictures, and return their number.

    `games_of`: opens the example games on a device and returns their addresses.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    for lang, locale in languages.items():
        for name, (taken, desktop) in PICTURES.items():
            context = new_context(browser, desktop=desktop, language=locale, device_scale_factor=1)
            page = context.new_page()
            small(taken(page, root, club, games_of(page))).save(PLACE / f"{name}.{lang}.png", optimize=True)
            context.close()
    return len(PICTURES) * len(languages)
