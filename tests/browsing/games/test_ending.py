"""The end of a game on a phone: the picture to share, and corrections."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.sharing import share_links
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser

GAME = [played(1, 80, 10, 90), played(0, 50, 60, 40), played(1, 60, 80, 20)]

SHARES = """
Object.defineProperty(navigator, "canShare", { configurable: true, value: ({ files }) => files?.length === 1 });
Object.defineProperty(navigator, "share", { configurable: true, value: async (what) => {
  window.shared = { title: what.title, name: what.files[0].name, type: what.files[0].type, size: what.files[0].size };
  if (window.refuses) throw Object.assign(new Error("no"), { name: window.refuses });
} });
"""

SHARED = """async () => {
  const end = performance.now() + 30_000;
  while (!window.shared && performance.now() < end) await new Promise((look) => setTimeout(look, 20));
  return window.shared;
}"""

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
    expect(page.locator(".pad--over #ending")).to_be_visible()  # as the server tells it


def colour(page, name):
    """Return a colour of the page as red, green and blue."""
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
        expect(page.get_by_role("button", name="The picture is saved")).to_be_visible()  # the message stays for four seconds
    assert kept.value.suggested_filename == "200 Aline & Claire - Benoît & Denis.png"
    file = Path(tmp_path / "picture.png")
    kept.value.save_as(file)
    content = file.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (1080, 1350)
    page.route("**/picture.png", lambda route: route.fulfill(body=content, content_type="image/png"))
    assert page.evaluate(COLOURS, "/picture.png") == [colour(page, "paper"), colour(page, "side-0")]


DRAWN = """() => {
  const { fillText } = CanvasRenderingContext2D.prototype;
  window.drawn = {};
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    drawn[text] ??= this.font;
    return fillText.call(this, text, ...place);
  };
}"""


def test_the_names_of_the_picture_are_all_of_one_size(live_server, open_page):
    page = open_page()
    page.add_init_script(f"({DRAWN})(); Object.defineProperty(navigator, 'canShare', {{ value: undefined }})")
    players = ("Monique", "Luc", "Grand-maman Thérèse Thibodeau", "Yvon")
    page.goto(give_game(live_server, page, events=[*GAME, played(0, 60, 90, 10)], players=players))
    with page.expect_download():
        page.get_by_role("button", name="Send picture").tap()
    drawn = page.evaluate("drawn")
    sizes = {drawn[name] for name in ("Monique &", "Grand-maman", "Thérèse Thibodeau", "Luc &", "Yvon")}
    assert len(sizes) == 1
    assert int(re.search(r"(\d+)px", sizes.pop())[1]) > 24  # a long name takes another line before all names get small


def test_the_picture_says_what_made_it_and_where_it_is_found(live_server, open_page):
    page = open_page()
    page.add_init_script(f"({DRAWN})(); Object.defineProperty(navigator, 'canShare', {{ value: undefined }})")
    page.goto(give_game(live_server, page, events=[*GAME, played(0, 60, 90, 10)]))
    with page.expect_download():
        page.get_by_role("button", name="Send picture").tap()
    assert "Made with 200 Scorekeeper" in page.evaluate("drawn")  # the tests' address is of no use to others
    picture = next(name for name in page.evaluate(RESOURCES) if name.endswith("/js/picture.js"))
    places = [
        {"hostname": host.partition(":")[0], "host": host} for host in ("200.example.org", "192.168.1.7:8200", "localhost:1")
    ]
    address = "([url, place]) => import(url).then(({ addressOf }) => addressOf(place))"
    found = [page.evaluate(address, [picture, place]) for place in places]
    assert found == ["200.example.org", "192.168.1.7:8200", ""]


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
        sent = page.evaluate(SHARED)
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


RESOURCES = "performance.getEntriesByType('resource').map(({ name }) => name)"

WATCHES = """
window.felt = [];
Object.defineProperty(navigator, "vibrate", { value: (how) => felt.push(how), configurable: true });
window.fell = 0;
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const { className } of addedNodes) fell += className === "falling";
}).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize(("motion", "felt", "fell"), [("no-preference", [30, [40, 60, 40, 60, 160]], 1), ("reduce", [], 0)])
def test_a_win_is_celebrated_once_and_nothing_moves_with_reduced_motion(live_server, open_page, motion, felt, fell):
    page = open_page(reduced_motion=motion)
    page.add_init_script(WATCHES)
    page.goto(give_game(live_server, page, events=GAME))
    page.locator(".recent li").first.wait_for()
    assert not [name for name in page.evaluate(RESOURCES) if "ending.css" in name or "celebration" in name]
    Thumb(page).hand(0, 60, 90)
    expect(page.locator(".pad--over #ending")).to_be_visible()
    expect(page.locator("#ending")).to_have_css("background-color", f"rgb({', '.join(map(str, colour(page, 'side-0')))})")
    page.wait_for_function("(times) => fell === times && !document.querySelector('.falling')", arg=fell)
    assert page.evaluate("felt") == felt
    page.reload()
    expect(page.locator("#ending")).to_be_visible()
    page.locator("[data-picture]").wait_for()
    assert page.evaluate("fell") == 0


def test_those_who_watch_see_a_win_celebrated_and_feel_nothing(live_server, open_page):
    pad, viewer = open_page(), open_page()
    url = give_game(live_server, pad, events=GAME)
    cookie = next(one["value"] for one in pad.context.cookies() if one["name"] == visitors.COOKIE)
    with live_server.app.app_context():
        visitor = visitors.make()
        access = authorization.access_to(int(url.rpartition("/")[2]), cookie=cookie)
        share_links.open_link(share_links.create(access, "watch").token, visitor)
        watches = visitors.cookie_value(visitor)
    viewer.context.add_cookies([{"name": visitors.COOKIE, "value": watches, "url": live_server.url}])
    viewer.add_init_script(WATCHES)
    viewer.goto(url)
    viewer.locator("#watching").wait_for()
    pad.goto(url)
    Thumb(pad).hand(0, 60, 90)
    expect(viewer.locator("#ending")).to_be_visible()
    viewer.wait_for_function("fell === 1")
    assert viewer.evaluate("felt") == []


def words_of(part):
    return " ".join(part.inner_text().split())


def cut_off(page):
    """Block the server from now on."""
    page.route(re.compile(r"/games/\d+/(log|live|preview)"), lambda route: route.abort())


@pytest.mark.journey
def test_an_end_that_only_the_phone_knows_is_told_as_the_server_tells_it(live_server, open_page):
    page = open_page(errors_expected=True)
    page.add_init_script(SHARES)
    page.goto(give_game(live_server, page, events=GAME))
    cut_off(page)
    Thumb(page).hand(0, 60, 90)
    ending = page.locator(".pending-end #ending")
    expect(ending).to_contain_text("Aline & Claire win the game.")
    expect(ending).to_contain_text("Saved on this phone")
    facts = [words_of(fact) for fact in page.locator(".pending-end .facts > li").all()]
    assert facts[1].startswith("\u221280 Behind, then ahead for good")
    expect(page.get_by_role("button", name="Rematch")).to_be_disabled()
    expect(page.get_by_role("button", name="Rematch")).to_contain_text("once you’re online")
    expect(page.locator(".pending-end").get_by_role("link", name="Sheet")).to_have_attribute("href", "#sheet")
    page.get_by_role("button", name="Send picture").tap()
    assert page.evaluate(SHARED)["title"] == "Aline & Claire win the game."
    page.unroute_all()
    look(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_enabled()
    assert [words_of(fact) for fact in page.locator("#pad .facts > li").all()] == facts


def test_a_wrong_last_hand_is_put_right_at_an_end_without_a_network(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page, events=GAME))
    cut_off(page)
    Thumb(page).hand(0, 60, 90)
    expect(page.locator(".pending-end .fix")).to_be_visible()
    fix = page.locator(".pending-end .fix > summary")
    fix.evaluate("(one) => one.scrollIntoView({ block: 'center' })")  # the news of the kept hand stand at the foot of the window
    touch(fix)
    touch(page.locator(".pending-end .recent button").first)
    expect(page.locator(".pending-end")).to_have_count(0)
    touch(chip(page, "points", 50))
    touch(page.locator("[data-save]"))
    expect_scores(page, "90", "120")
    expect(page.locator(".pending-end")).to_have_count(0)
    expect(chip(page, "points", 50)).to_be_visible()


LINES = """() => [...document.querySelectorAll('.recent li')].map((line) => [
  line.querySelector('.recent-n').textContent.trim(),
  line.querySelector('.recent-hand > span').textContent.replace(/\\s+/g, ' ').trim(),
  Boolean(line.querySelector('.recent-hand .fail')),
  [...line.querySelectorAll('.score')].map((one) => one.textContent.trim()),
])"""


def test_the_last_hands_look_alike_below_the_keys_and_at_the_end(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=[*GAME[:2], {"kind": "passed_out"}, GAME[2]]))
    page.locator(".recent li").first.wait_for()
    before = page.evaluate(LINES)
    assert [line[:3] for line in before] == [
        ["4", "Benoît 60 20", True],
        ["3", "Passed out", False],
        ["2", "Aline 50 · 60", False],
        ["1", "Benoît 80 · 90", False],
    ]
    Thumb(page).hand(0, 60, 90)
    page.locator("#fix > summary").tap()
    assert page.evaluate(LINES) == [["5", "Aline 60 · 90", False, ["240", "80"]], *before]


RING = """async (url) => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data, width, height } = context.getImageData(0, 250, picture.width, 220);
  const ink = (x, y) => data[(y * width + x) * 4] < 128;
  const across = Array.from({ length: width }, (_, x) => x).filter((x) => x > 800);
  const rows = Array.from({ length: height }, (_, y) => across.filter((x) => ink(x, y)));
  const solid = rows.map((xs) => { // the longest line without a gap
    let [best, run] = [0, 0];
    xs.forEach((x, i) => (best = Math.max(best, (run = x === xs[i - 1] + 1 ? run + 1 : 1))));
    return best;
  });
  return Math.max(...solid);
}"""


@pytest.mark.parametrize(("mark", "straight"), [("box", True), ("circle", False)])
def test_the_picture_marks_a_score_below_zero_as_this_device_does(live_server, open_page, tmp_path, mark, straight):
    page = open_page()
    page.add_init_script("Object.defineProperty(navigator, 'canShare', { value: undefined })")
    page.goto(live_server.url + "/settings")
    page.locator(f"label:has([name=mark][value={mark}])").tap()
    page.locator("main .btn--primary").tap()
    page.get_by_text("Saved on this device.").wait_for()
    page.goto(give_game(live_server, page, events=[played(0, 60, 80, 20), played(1, 80, 90, 10)]))
    Thumb(page).hand(0, 60, 90)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Send picture").tap()
    kept.value.save_as(tmp_path / "picture.png")
    content = (tmp_path / "picture.png").read_bytes()
    page.route("**/picture.png", lambda route: route.fulfill(body=content, content_type="image/png"))
    assert (page.evaluate(RING, "/picture.png") > 90) is straight
