"""The score sheet on a phone: a line a hand, which a tap opens for correction on the same page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.kept import Corner
from tests.browsing.pad import chip, expect_scores, give_game, played, touch

pytestmark = pytest.mark.browser

NAMES = ("Marie-Ève", "Jean-François", "Grand-maman Thérèse", "Luc")
LAST = 14
HANDS = [played(n % 4, 65, *((70, 30) if n % 3 else (60, 40)), bids={str((n + 1) % 4): 50}) for n in range(LAST)]
EIGHT = HANDS[:8]


def row(page, number):
    return page.locator(f"#rows tr:nth-child({number})")


def open_sheet(live_server, page, hands=EIGHT, **options):
    game = give_game(live_server, page, events=hands, players=NAMES, target=1000, **options)
    page.goto(game)
    expect(page.locator(f"#rows tr:nth-child({len(hands)}) .row-mend")).to_be_attached()
    page.locator(".game-tabs").get_by_role("link", name="Sheet").tap()
    expect(page.locator("#rows")).to_be_in_viewport()
    return game


def correct(page, number):
    """Tap a row, and wait until its hand is in the form."""
    touch(row(page, number).locator(".row-mend"))
    expect(page.locator(".correcting")).to_contain_text(f"Hand {number}, as it was")


def test_the_tab_leads_to_the_sheet_and_fourteen_hands_fit_on_the_screen(live_server, open_page):
    page = open_page()
    open_sheet(live_server, page, HANDS)
    for number in (1, LAST):
        expect(row(page, number)).to_be_in_viewport(ratio=1)
    assert min(page.eval_on_selector_all(".row-mend", "(all) => all.map((one) => one.offsetHeight)")) >= 44


def test_the_tabs_stay_above_the_sheet_of_a_short_game(live_server, open_page):
    page = open_page()
    open_sheet(live_server, page, HANDS[:1])
    expect(page.locator(".game-tabs")).to_be_in_viewport(ratio=1)
    expect(page.locator("#pad")).to_be_hidden()


def test_a_line_has_initials_bid_points_and_dealer_and_reads_the_names_aloud(live_server, open_page):
    page = open_page()
    open_sheet(live_server, page)
    third = row(page, 3)
    assert third.locator("[data-i]").evaluate_all("(all) => all.map(({ dataset }) => dataset.i)") == ["GT", "GT"]
    expect(third.locator(".took")).to_have_text("· 70")
    expect(row(page, 1).locator(".took .fail")).to_be_visible()
    said = " ".join(third.locator(".c-contract").text_content().split())
    assert said == "Grand-maman Thérèse 65 · 70 dealt by Grand-maman Thérèse"
    expect(third.get_by_role("button", name="Hand 3: Correct it")).to_be_visible()


def test_an_old_hand_is_corrected_from_its_line_with_the_effect_in_the_bar_and_undone(live_server, open_page):
    page = open_page()
    game = open_sheet(live_server, page)
    before = [text.strip() for text in page.locator(".board-score").all_text_contents()]
    correct(page, 3)
    expect(page.locator(".correcting")).to_contain_text("Grand-maman Thérèse 65 · 70")
    touch(chip(page, "points", 15))
    expect(page.locator("#result .was").first).to_contain_text(f"{before[0]} →")
    touch(page.locator("#pad [data-save]"))
    expect(page.locator("#notice")).to_contain_text("Hand 3 corrected.")
    assert page.url.split("#")[0] == game
    touch(page.locator("#savebar").get_by_role("button", name="Undo"))
    expect_scores(page, *before)


def test_the_number_of_a_line_still_opens_the_whole_page_of_the_hand(live_server, open_page):
    page = open_page()
    game = open_sheet(live_server, page)
    row(page, 3).locator(".c-n a").tap(position={"x": 6, "y": 12})
    expect(page).to_have_url(f"{game}/hands/4")


def test_a_line_is_corrected_without_a_network(live_server, open_page):
    page = open_page(errors_expected=True)
    open_sheet(live_server, page)
    before = [text.strip() for text in page.locator(".board-score").all_text_contents()]
    corner = Corner(page)
    correct(page, 3)
    touch(chip(page, "points", 15))
    expect(page.locator("#result .was").first).to_contain_text(f"{before[0]} →")
    touch(page.locator("#pad [data-save]"))
    page.locator(".game-tabs").get_by_role("link", name="Sheet").tap()
    expect(row(page, 3).locator(".took")).to_have_text("15")
    expect(row(page, 3).locator(".by")).to_have_attribute("data-i", "GT")
    corner.leave()
    expect(row(page, 3).locator(".row-mend")).to_be_attached()


def test_lines_of_a_game_that_one_watches_or_that_is_over_lead_to_the_hand(live_server, open_page):
    page = open_page()
    game = give_game(live_server, page, events=HANDS, players=NAMES)
    page.goto(game)
    expect(page.locator(".pad--over")).to_be_visible()
    page.locator(".game-tabs").get_by_role("link", name="Sheet").tap()
    row(page, 3).scroll_into_view_if_needed()
    row(page, 3).locator(".c-side").first.click(force=True)
    expect(page).to_have_url(f"{game}/hands/4")
