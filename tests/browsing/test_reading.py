"""Large text, small windows and long names: nothing overlaps or covers the next button."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import Thumb, chip, give_game, played, touch
from tests.tournaments.evening import Desk, next_round, tables

pytestmark = pytest.mark.browser

NAMES = ("Jean-Christophe", "Grand-maman Thérèse", "Marie-Claire", "Éléonore Robichaud")
HANDS = [played(0, 60, 70, 30), played(1, 75, 40, 60), played(2, 50, 35, 65)]

# Layout faults in words: the page scrolls sideways, keys overlap, text overflows its key.
BROKEN = """() => {
  const page = document.documentElement, found = [];
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
  const shown = (one) => one.checkVisibility({ visibilityProperty: true })
    && !one.closest('.sr-only, .wide, .tabs, .savebar, .changebar')
    && getComputedStyle(one.closest('.chip') ?? one).clipPath === 'none';
  const keys = [...document.querySelectorAll('main .chip > span, main .btn, main .input')].filter(shown);
  const boxes = keys.map((key) => [key, key.getBoundingClientRect(), key.textContent.trim() || key.name]);
  for (const [key, box, name] of boxes) {
    if (key.scrollWidth > key.clientWidth + 1 && !key.matches('input')) found.push(`${name} sticks out of its key`);
    if (box.left < -1 || box.right > page.clientWidth + 1) found.push(`${name} is beside the page`);
    for (const [other, its, its_name] of boxes) {
      if (other === key) break;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 2 && down > 2) found.push(`${name} lies on ${its_name}`);
    }
  }
  const names = document.querySelectorAll('.board-name, .board-score, .legend, #sheet-table th, #sheet-table .score');
  const cut = [...names].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1);
  found.push(...cut.map((one) => `${one.textContent} is cut`));
  return found;
}"""


def enlarge(page, percent):
    """Enlarge the text of every page that is opened."""
    page.add_init_script(
        f"addEventListener('DOMContentLoaded', () => {{ document.documentElement.style.fontSize = '{percent}%' }})"
    )


def expect_whole(page, what):
    assert page.evaluate(BROKEN) == [], what


def tell_a_hand(page):
    """Check the pad before each tap of a hand, and the preview."""
    expect_whole(page, "nothing told")
    for name, value in (("contractor", 1), ("bid", 75), ("points", 80)):
        chip(page, name, value).locator("input").evaluate("(one) => one.click()")  # the bar may cover it
        expect_whole(page, name)
    expect(page.locator("#result .receipt")).to_be_visible()
    expect_whole(page, "receipt")


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_letters_twice_as_large_leave_every_key_whole(live_server, open_page, language):
    page = open_page(language=language)
    enlarge(page, 200)
    game = give_game(live_server, page, rules="informal", players=NAMES, events=HANDS)
    night = Desk(live_server.app, [NAMES[:2], NAMES[2:]])
    night(next_round)
    table = f"{live_server.url}/t/{night(tables)[1]}"
    paths = ("/", "/games/new", "/settings", "/library", "/household", "/join", "/phones")
    figures = ("/stats", "/stats?who=marie+claire", "/stats/hands?kind=bid")
    places = [
        *(live_server.url + path for path in (*paths, *figures)),
        *(game + end for end in ("/share", "/story", "/hands/2", "/hands/2/edit")),
        table,
    ]
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(game)
        tell_a_hand(page)
        for place in places:
            page.goto(place)
            page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
            expect_whole(page, f"{place} at {width}")


@pytest.mark.parametrize(("percent", "width"), [(150, 390), (100, 320), (100, 195)])
def test_long_names_stay_whole_with_larger_letters_on_small_phones_and_zoomed_in(live_server, open_page, percent, width):
    page = open_page(language="fr-CA", viewport={"width": width, "height": 844 * width // 390})
    enlarge(page, percent)
    page.goto(give_game(live_server, page, rules="informal", players=NAMES, events=HANDS))
    tell_a_hand(page)
    page.goto(live_server.url + "/games/new")
    expect_whole(page, "new game")


LINES = "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"


def test_the_french_head_of_the_pad_breaks_no_line_on_a_phone(live_server, open_page):
    page = open_page(language="fr-CA")
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10)]))
    question, note = page.locator("#step-contractor"), page.locator(".board-note").first
    note.evaluate("(one) => (one.textContent = 'reste 80 · doit demander')")
    assert question.evaluate(LINES) == 1
    assert note.evaluate(LINES) == 1


def test_a_score_comes_before_what_it_means_in_letters_twice_as_large(live_server, open_page):
    page = open_page()
    enlarge(page, 200)
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10)]))
    places = [page.locator(f".board-side >> nth=0 >> .board-{name}").bounding_box() for name in ("name", "score", "note")]
    assert places[0]["x"] == places[1]["x"] < places[2]["x"]


def test_the_lines_of_a_receipt_begin_below_each_other_and_apart_from_the_question(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10), played(0, 60, 65, 35)]))
    for name, value in (("contractor", 1), ("bid", 75), ("points", 80)):
        chip(page, name, value).locator("input").evaluate("(one) => one.click()")  # the bar may cover it
    touch(chip(page, "also_bid", "none-0-2"))
    note = page.locator(".receipt th small")
    expect(note).to_have_text("20 lost: did not bid")
    assert note.bounding_box()["x"] - page.locator(".receipt th").first.bounding_box()["x"] <= 1
    ask, receipt = page.locator(".ask-bids").bounding_box(), page.locator(".savebar .receipt").bounding_box()
    assert receipt["y"] - (ask["y"] + ask["height"]) >= 8


def test_the_name_of_the_rules_is_whole_on_the_score_board_of_a_phone(live_server, open_page):
    page = open_page(language="fr-CA", viewport={"width": 320, "height": 568})
    page.goto(give_game(live_server, page, rules="kitty") + "/board")
    title = page.locator(".scoreboard-head .cut")
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth"), title.inner_text()


HIDDEN = """(name) => {
  const bar = document.querySelector('.savebar').getBoundingClientRect();
  const chips = [...document.querySelectorAll(`.chip > [name="${name}"]:not(.none)`)].map((input) => input.parentElement);
  const under = ({ top, bottom, left }) => bottom > innerHeight + 0.5 || (bottom > bar.top + 0.5 && left < bar.right);
  return chips.filter((chip) => under(chip.getBoundingClientRect())).map((chip) => chip.innerText);
}"""


ABOVE = HIDDEN.replace("bottom > innerHeight + 0.5 || (bottom > bar.top + 0.5 && left < bar.right)", "top < 0")


@pytest.mark.parametrize("names", [("Aline", "Benoît", "Claire", "Denis"), NAMES])
def test_the_keys_of_the_next_tap_are_in_sight_on_low_windows(live_server, open_page, names):
    """The page scrolls to the points if the whole hand doesn't fit. Nothing is ever folded away."""
    page = open_page(language="fr-CA")
    game = give_game(live_server, page, rules="informal", players=names, events=HANDS)
    for width, height in ((320, 568), (360, 640), (390, 664), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(game)
        page.evaluate("localStorage.clear()")  # of the taps at the size before
        page.reload()
        for name, value in (("contractor", 1), ("bid", 75), ("points", 80)):
            assert page.evaluate(HIDDEN, name) == [], f"{name} at {width}×{height}"
            moved = page.evaluate("scrollY")
            assert moved == 0 or name == "points"
            assert page.evaluate(ABOVE, name) == []
            if height >= 664 and names is not NAMES:
                assert moved == 0
            touch(chip(page, name, value))
        expect(page.locator("[data-save]")).to_be_in_viewport(ratio=1)


def test_no_word_of_a_name_is_broken_at_the_table_and_on_the_sheet(live_server, open_page):
    page = open_page(language="fr-CA")
    page.goto(give_game(live_server, page, rules="informal", players=NAMES, events=HANDS))
    lines = """(one) => { const range = document.createRange(), found = [];
      for (const word of one.textContent.matchAll(/[^\\s-]+/g)) {
        const node = one.firstChild; range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]); }
      return found; }"""
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 760})
        for place in (".seat b", "#sheet-table th.c-side", ".board-name"):
            for name in page.locator(place).all():
                assert name.evaluate(lines) == [], f"{place} at {width} px"


def test_what_the_keyboard_reaches_on_the_new_game_page_is_not_behind_the_bar(live_server, open_page):
    page = open_page(desktop=True, viewport={"width": 1280, "height": 720})
    page.goto(live_server.url + "/games/new")
    behind = """() => { const one = document.activeElement, bar = document.querySelector('.savebar');
      return !bar.contains(one) && one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1 }"""
    page.locator("[name=player-0]").focus()
    reached = 0
    while not page.evaluate("document.querySelector('.savebar').contains(document.activeElement)"):
        assert not page.evaluate(behind), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
        reached += 1
    assert reached > 8


SIX = ("Aline", "Benoît", "Claire", "Denis", "Émilie", "François")


@pytest.mark.journey
@pytest.mark.parametrize(
    ("rules", "names", "events", "least"),
    [
        ("informal", NAMES, HANDS[:2], 60),
        ("informal", NAMES[::-1], HANDS, 60),
        ("six_two_teams", SIX, HANDS[:2], 56),
        ("cutthroat", SIX[:4], [played(0, 60, 70, 10, 10, 10)], 48),
    ],
)
def test_on_a_phone_of_844_pixels_all_keys_are_in_sight_from_the_first_tap_to_the_result(
    live_server, open_page, rules, names, events, least
):
    page = open_page(language="fr-CA")
    page.goto(give_game(live_server, page, rules=rules, players=names, events=events))
    points = page.locator(".result .chip input:not(.none)").first.get_attribute("name")

    def look(what):
        assert page.evaluate("scrollY") == 0, what
        for name in ("contractor", "bid", points):
            assert page.evaluate(HIDDEN, name) == [], what

    look("nothing told")
    height = "(name) => document.querySelector(`.chip > [name=${name}]:not(.none)`).parentElement.getBoundingClientRect().height"
    assert min(page.evaluate(height, name) for name in ("bid", points)) >= least
    for name, value in (("contractor", 1), ("bid", 75)):
        chip(page, name, value).locator("input").evaluate("(one) => one.click()")  # the bar may cover it
        look(name)


def test_a_saved_hand_is_told_of_without_covering_the_points_of_the_next_one(live_server, open_page):
    page = open_page(language="fr-CA")
    page.goto(give_game(live_server, page, rules="informal", players=NAMES, events=HANDS[:2]))
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#notice")).to_contain_text("Donne 3 enregistrée")
    assert page.evaluate(HIDDEN, "points") == []


def test_on_a_phone_held_sideways_the_bar_stands_under_the_scores_and_the_keys_beside_them(live_server, open_page):
    page = open_page(language="fr-CA", viewport={"width": 844, "height": 390})
    page.goto(give_game(live_server, page, rules="informal", events=HANDS))
    board, bar = page.locator("#board").bounding_box(), page.locator("#savebar").bounding_box()
    keys = chip(page, "points", 0).bounding_box()
    assert board["y"] + board["height"] <= bar["y"]
    assert max(board["x"] + board["width"], bar["x"] + bar["width"]) < keys["x"]
    expect(page.locator(".board-score").first).to_be_in_viewport(ratio=1)
    for name, value in (("contractor", 1), ("bid", 75)):
        chip(page, name, value).locator("input").evaluate("(one) => one.click()")  # the bar may cover it
    assert page.evaluate(HIDDEN, "points") == []
