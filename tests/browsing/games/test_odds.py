"""“What do we need?” in its tab: at once, current, and available offline."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import network_is_back
from tests.browsing.pad import FOUR, chip, give_game, keep, played, touch

pytestmark = pytest.mark.browser

HANDS = [
    played(0, 60, 75, 25, bids={}),
    played(1, 70, 60, 40, bids={"0": 65}),
]
SLOW = 60_000


def tab(page, name="Chances"):
    return page.locator(".game-tabs").get_by_role("link", name=name)


def open_it(page):
    """Open the tab. During setup a tap may have no effect, or lead to the page of the odds, so the script is awaited."""
    expect(tab(page)).to_have_attribute("href", "#odds")
    touch(tab(page))
    expect(page.locator("#odds")).to_be_visible()


def words(parts):
    """Return the words of each part, whatever its lines."""
    return [text.split() for text in parts.all_inner_texts()]


def test_the_tab_shows_at_once_what_each_side_needs(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, rules="standard", events=HANDS))
    expect(page.locator("#odds")).to_be_hidden()
    open_it(page)
    box = page.locator("#odds")
    expect(box.get_by_role("heading", name="What do we need?")).to_be_visible()
    expect(box.locator(".odds-side")).to_have_count(2, timeout=SLOW)
    expect(box.locator(".odds-chance").first).to_contain_text("about 9 in 10")
    expect(page.locator("#pad")).to_be_hidden()
    page.reload()
    expect(box.locator(".odds-side")).to_have_count(2, timeout=SLOW)


@pytest.mark.parametrize(
    ("rules", "players", "events", "said", "points"),
    [
        ("online_kitty", FOUR, HANDS[:1], "about 6 in 10", {"points": 95}),
        (
            "six_three_pairs",
            [*FOUR, "Élie", "Fleur"],
            [played(0, 60, 80, 20, 0, bids={})],
            "about 5 in 10",
            {"points-0": 75, "points-1": 20, "points-2": "rest"},
        ),
    ],
    ids=["two sides", "three pairs"],
)
def test_a_hand_that_is_saved_without_a_network_is_in_it_and_the_server_says_the_same(
    live_server, open_page, rules, players, events, said, points
):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page, rules=rules, players=players, events=events))
    open_it(page)
    expect(page.locator(".odds-chance").first).to_contain_text(said, timeout=SLOW)
    keep(page)
    page.context.set_offline(True)
    touch(tab(page, "Score"))
    for name, value in (("contractor", 0), ("bid", 60), *points.items()):
        touch(chip(page, name, value))
    touch(page.locator("[data-save]"))
    touch(tab(page))
    expect(page.locator(".odds-ways li").first).to_have_text("any made bid", timeout=SLOW)
    here = words(page.locator(".odds-side"))
    network_is_back(page.context)
    page.reload()
    of_the_server = page.locator(".odds-side:has(a[href$='#how']) .odds-ways li")
    expect(of_the_server.first).to_have_text("any made bid", timeout=SLOW)
    assert words(page.locator(".odds-side")) == here


def test_the_chances_of_five_players_fit_a_small_phone_each_with_its_name(live_server, open_page):
    names = ["Jean-Baptiste LeBlanc", "Marie-Ange Thibodeau", "Cy", "Donat", "Édith"]
    page = open_page()
    hand = {**played(0, 60, 70, 30, bids={}), "called_seat": 2}
    address = give_game(live_server, page, rules="five_called", players=names, events=[hand])
    cells = "[...document.querySelectorAll('.odds-table--many tbody tr:first-child td')]"
    said = f"{cells}.map(cell => getComputedStyle(cell, '::before').content)"
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{address}/odds")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    wanted = [f'"{name}"' for name in names]
    assert page.evaluate(said) == ['"how often"', *wanted, *wanted]
    for chance in page.locator(".odds-table--many td").all():
        box = chance.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
    page.set_viewport_size({"width": 1000, "height": 700})
    assert set(page.evaluate(said)) == {"none"}  # there the columns say it
