"""Corrections to hands while they or their corrections are still waiting on the phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.kept import Corner, rows
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played, show, touch

pytestmark = pytest.mark.browser


def save_the_only_hand(page):
    """Save it with 90 points, and wait until the server has it once."""
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "90", "10")
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "90", "10")


def test_a_kept_hand_that_arrives_while_it_is_mended_is_corrected_and_not_recorded_again(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    show(page, "sheet")
    touch(page.locator("#rows .is-pending [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()
    corner.leave()
    expect(rows(page)).to_have_count(1)
    touch(chip(page, "points", 90))
    expect(page.locator("#result")).to_contain_text(re.compile(r"70 →\s*90"))
    save_the_only_hand(page)


def test_a_kept_correction_that_arrives_while_it_is_mended_is_corrected_once_more(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30)])
    page.goto(f"{game}/hands/2/edit")
    corner = Corner(page)
    touch(chip(page, "points", 80))
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    show(page, "sheet")
    touch(page.locator("#rows .is-pending [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()
    corner.leave()
    touch(chip(page, "points", 90))
    save_the_only_hand(page)


def test_beside_a_corrected_contract_that_cannot_be_scored_yet_stand_no_scores_of_before(live_server, open_page):
    page = open_page(errors_expected=True)
    hands = [played(0, 60, 70, 30), played(1, 75, 40, 60), played(2, 50, 60, 40)]
    game = give_game(live_server, page, events=hands)
    page.goto(f"{game}/hands/3/edit")
    Corner(page)
    touch(chip(page, "contractor", 3))
    touch(chip(page, "points", 80))
    expect(page.locator("#pad:not([data-stale])")).to_be_visible()  # what both change is seen
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    row = page.locator("#row-3")
    expect(row).to_have_class(re.compile("is-pending"))
    expect(row).to_contain_text("Denis")
    expect(row.locator(".c-side")).to_have_text(["", ""])
    expect(row).not_to_have_class(re.compile("is-failed"))


def test_below_a_kept_correction_that_leaves_a_hand_unscored_stand_no_totals_of_before(live_server, open_page):
    page = open_page(errors_expected=True)
    hands = [played(0, 60, 70, 30), played(1, 50, 40, 60), played(0, 50, 60, 40), played(3, 60, 40, 60, bids={"0": 50})]
    game = give_game(live_server, page, events=hands)
    page.goto(f"{game}/hands/3/edit")
    corner = Corner(page)
    touch(chip(page, "points", 80))  # from here on they are at the must-bid line, and the bidders were never asked
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    for _ in ("kept here", "as the server has it"):
        expect(page.locator("#row-3 .score")).to_have_text(["90", "110"])
        for entry, why in ((4, "cannot be scored"), (5, "waiting for an earlier line")):
            row = page.locator(f"#row-{entry}")
            expect(row).to_have_class(re.compile("is-lost"))
            expect(row.locator("small:not(.dealt)").first).to_have_text(why)
            expect(row.locator(".c-side")).to_have_text(["", ""])
        expect_scores(page, "90", "110")
        expect(page.locator(".board .is-winner")).to_have_count(0)  # there was one, before
        if corner.away:
            expect(page.locator("#rows .is-pending")).to_have_count(1)
            corner.leave()


def test_an_engine_that_could_not_be_fetched_is_tried_again_and_what_is_kept_has_its_scores(live_server, open_page):
    page = open_page(errors_expected=True)
    asked = []

    def fail_at_first(route):
        asked.append(route)
        if len(asked) <= 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/phone/worker.js", fail_at_first)
    page.goto(give_game(live_server, page, events=[played(0, 60, 70, 30)]))
    until(page, lambda: len(asked) == 3)
    Corner(page)
    Thumb(page).hand(1, 60, 80)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect_scores(page, "90", "110")


def test_without_an_engine_no_totals_of_before_stand_below_a_kept_correction(live_server, open_page):
    page = open_page(errors_expected=True)
    page.route("**/phone/worker.js", lambda route: route.abort())
    game = give_game(live_server, page, events=[played(0, 60, 70, 30), played(1, 50, 40, 60), played(2, 50, 60, 40)])
    page.goto(f"{game}/hands/3/edit")
    Corner(page)
    touch(chip(page, "points", 80))
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    expect(page.locator("#row-3")).to_have_class(re.compile("is-pending"))
    expect(page.locator("#row-2 .score")).to_have_text(["70", "30"])
    expect(page.locator(":is(#row-3, #row-4) .c-side")).to_have_text([""] * 4)


def test_a_recorded_hand_that_is_corrected_without_a_network_is_kept_corrected_and_sent(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30), played(1, 50, 40, 60)])
    page.goto(f"{game}/hands/2/edit")
    touch(chip(page, "points", 80))
    button = page.locator("#changebar [value=record]")
    expect(button).to_be_visible()
    corner = Corner(page)
    button.tap()
    page.wait_for_url(game)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect_scores(page, "120", "80")
    corner.leave()
    expect_scores(page, "120", "80")


def test_a_hand_whose_correction_is_still_kept_is_corrected_where_it_stands(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30)])
    corner = Corner(page)
    for points in (80, 90):
        page.goto(f"{game}/hands/2/edit")
        if points == 90:
            page.wait_for_url(game)  # its own page would show 70, and know nothing of 80
            show(page, "sheet")
            touch(page.locator("#rows .is-pending [data-mend]"))
            expect(page.locator("#pad[data-mends]")).to_be_visible()
        touch(chip(page, "points", points))
        touch(page.locator("#changebar [value=record]" if points == 80 else "#pad [data-save]"))
        page.wait_for_url(lambda url: url.partition("#")[0] == game)
        expect_scores(page, str(points), str(100 - points))
    corner.leave()
    expect_scores(page, "90", "10")
