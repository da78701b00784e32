"""The end of a game on a phone: the picture that is sent of it, and how it is put right."""

from __future__ import annotations

import struct
from pathlib import Path

from playwright.sync_api import expect

from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played

GAME = [played(1, 80, 10, 90), played(0, 50, 60, 40), played(1, 60, 80, 20)]

SHARES = """
Object.defineProperty(navigator, "canShare", { configurable: true, value: ({ files }) => files?.length === 1 });
Object.defineProperty(navigator, "share", { configurable: true, value: async (what) => {
  window.shared = { title: what.title, name: what.files[0].name, type: what.files[0].type, size: what.files[0].size };
  if (window.refuses) throw Object.assign(new Error("no"), { name: window.refuses });
} });
"""

COLOURS = """async (url) => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  return [[4, 4], [4, 180]].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
}"""


def ended(live_server, page):
    page.goto(give_game(live_server, page, events=GAME))
    Thumb(page).hand(0, 60, 90)
    expect(page.locator("#ending")).to_contain_text("Aline & Claire win the game.")


def colour(page, name):
    """A colour of the page, as red, green and blue."""
    return page.evaluate(
        """(name) => {
          const part = document.body.appendChild(document.createElement("i"));
          part.style.color = `var(--${name})`;
          const said = getComputedStyle(part).color;
          part.remove();
          return said.match(/\\d+/g).slice(0, 3).map(Number);
        }""",
        name,
    )


def test_the_picture_is_saved_where_the_browser_shares_none(live_server, open_page, tmp_path):
    page = open_page()
    page.add_init_script("Object.defineProperty(navigator, 'canShare', { value: undefined })")
    ended(live_server, page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Send picture").tap()
    assert kept.value.suggested_filename == "200 Aline & Claire - Benoît & Denis.png"
    file = Path(tmp_path / "picture.png")
    kept.value.save_as(file)
    content = file.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (1080, 1350)
    expect(page.get_by_role("button", name="The picture is saved")).to_be_visible()
    page.route("**/picture.png", lambda route: route.fulfill(body=content, content_type="image/png"))
    assert page.evaluate(COLOURS, "/picture.png") == [colour(page, "paper"), colour(page, "side-0")]


def test_a_phone_sends_the_picture_and_who_thinks_better_of_it_saves_nothing(live_server, open_page):
    page = open_page()
    page.add_init_script(SHARES)
    ended(live_server, page)
    saved = []
    page.on("download", lambda one: saved.append(one))
    button = page.locator("[data-picture]")
    for refuses in ("", "AbortError"):
        page.evaluate("(name) => { window.shared = null; window.refuses = name; }", refuses)
        button.tap()
        sent = page.evaluate(
            "async () => { while (!window.shared) await new Promise((done) => setTimeout(done, 20)); return window.shared; }"
        )
        assert sent.pop("size") > 10_000
        assert sent == {
            "title": "Aline & Claire win the game.",
            "name": "200 Aline & Claire - Benoît & Denis.png",
            "type": "image/png",
        }
    expect(button).to_have_text("Send picture")
    assert saved == []


def test_a_printed_page_has_the_winners_in_ink_on_paper(live_server, open_page):
    page = open_page()
    ended(live_server, page)
    page.emulate_media(media="print")
    expect(page.locator("#ending")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator(".ending-who")).to_be_visible()
    body, title = (page.locator(part).evaluate("(part) => getComputedStyle(part).color") for part in ("body", ".ending-who"))
    assert body == title


def test_a_wrong_last_hand_is_mended_from_the_end_in_three_taps_and_the_game_goes_on(live_server, open_page):
    page = open_page()
    ended(live_server, page)
    page.locator("#fix > summary").tap()
    page.locator("#fix .recent-hand").first.tap()
    chip(page, "points", 50).tap()
    page.get_by_role("button", name="Correct hand 4").tap()
    expect_scores(page, "90", "120")
