"""Every page of a game in every format fits small phones and large text, with long names."""

from __future__ import annotations

import pytest

from tests.browsing.pad import give_game, played
from tests.browsing.test_reading import BROKEN, enlarge

pytestmark = pytest.mark.browser

NAMES = (
    "Jean-Christophe",
    "Grand-maman Thérèse",
    "Marie-Claire",
    "Éléonore Robichaud",
    "Marie-Ange Thibodeau-LeBlanc",
    "Fernand",
)
CALLED = ({**played(0, 60, 70, 30, bids={}), "called_seat": 2}, {**played(1, 60, 50, 50, bids={}), "called_seat": 3})
TWO = (played(0, 60, 70, 30, bids={}), played(1, 60, 40, 60, bids={}))
THREE = (played(0, 60, 80, 20, 0, bids={}), played(1, 70, 30, 65, 5, bids={"0": 60}))
FOUR = (played(0, 60, 70, 10, 10, 10, bids={}), played(1, 60, 10, 70, 10, 10, bids={}))

USUAL = {"standard": (4, TWO), "five_called": (5, CALLED), "six_three_pairs": (6, THREE), "two_handed": (2, TWO)}
FORMATS = {
    **USUAL,
    "five_silent": (5, TWO),
    "six_two_teams": (6, TWO),
    "pot": (6, THREE),
    "cutthroat": (4, FOUR),
}
UNDER = "/under?rules={rules}~target-300"
PAGES = (
    *("", "/adjust", "/auction", "/dealer", "/names", "/history", "/odds", "/rules", "/share", "/story", "/board", "/hand-over"),
    *("/hands/2", "/hands/2/edit", "/hands/2/strike", "/hands/2/dispute", "/hands/2/ruling"),
    *("/rulings", UNDER, "/paper"),
)
QUICK = ("", "/auction", "/odds", "/hands/2/strike", "/hands/2/ruling", UNDER)


def found_in(page, game, ends):
    """Return what looks broken, by page."""
    found = {}
    for end in ends:
        assert page.goto(game + end).status == 200, end
        page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        found[end] = page.evaluate(BROKEN)
    return {end: broken for end, broken in found.items() if broken}


def find_broken(live_server, page, rules, ends):
    many, hands = FORMATS[rules]
    game = give_game(live_server, page, rules=rules, players=NAMES[:many], events=hands)
    return found_in(page, game, [end.format(rules=rules) for end in ends])


@pytest.mark.parametrize(("percent", "width"), [(100, 320), (200, 390)])
def test_what_is_wide_with_many_sides_fits(live_server, open_page, percent, width):
    page = open_page(language="fr-CA", viewport={"width": width, "height": 844})
    enlarge(page, percent)
    assert {rules: found for rules in USUAL if (found := find_broken(live_server, page, rules, QUICK))} == {}


BROKEN_WORDS = """() => {
  const broken = [];
  for (const name of document.querySelectorAll("th.c-side")) {
    const text = name.firstChild;
    for (const { 0: word, index } of text.data.matchAll(/[^\\s-]+-?/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [700, 960, 1152, 1280])
def test_where_there_is_room_two_sheets_break_no_word_of_a_name(live_server, open_page, width):
    page = open_page(language="fr-CA", viewport={"width": width, "height": 800})
    found = {}
    for rules in ("standard", "six_three_pairs", "cutthroat", "five_called"):
        many, hands = FORMATS[rules]
        page.goto(give_game(live_server, page, rules=rules, players=NAMES[:many], events=hands) + UNDER.format(rules=rules))
        assert page.locator("th.c-side").count() > 3
        found[rules] = page.evaluate(BROKEN_WORDS)
    assert {rules: broken for rules, broken in found.items() if broken} == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
@pytest.mark.parametrize(("percent", "width"), [(100, 320), (100, 390), (150, 360), (200, 390)])
@pytest.mark.parametrize("rules", FORMATS)
def test_every_page_of_every_format_fits(live_server, open_page, rules, percent, width, language):
    page = open_page(language=language, viewport={"width": width, "height": 844})
    enlarge(page, percent)
    assert find_broken(live_server, page, rules, PAGES) == {}
