"""Reloading in the middle of a hand restores its own unsaved taps, never another hand's."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.pad import FOUR, chip, expect_scores, give_game, keep, leave_the_network, save_the_bid, start_here, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser

SIX = (*FOUR, "Émile", "Flore")
STORED = "localStorage.getItem('scorekeeper-unsaved')"


def tap(page, *taps):
    for name, value in taps:
        touch(chip(page, name, value))


def expect_chosen(page, *taps):
    for name, value in taps:
        expect(chip(page, name, value).locator("input")).to_be_checked()


def expect_nothing_chosen(page):
    expect(page.locator("#pad [data-step] :checked:not(.none):not([value=''])")).to_have_count(0)


def load_again(page):
    """Reload the page once it has stored the taps."""
    until(page, lambda: page.evaluate(STORED))
    page.reload()


def expect_nothing_stored(page):
    until(page, lambda: page.evaluate(STORED) is None)


@pytest.mark.parametrize(
    ("rules", "players", "taps"),
    [
        ("kitty", FOUR, [("contractor", 1), ("bid", 75), ("trump", "H"), ("points", 80)]),
        ("six_three_pairs", SIX, [("contractor", 1), ("bid", 75), ("points-0", 15), ("points-1", 80)]),
    ],
)
def test_a_page_loaded_again_in_the_middle_of_a_hand_has_what_was_tapped(live_server, open_page, rules, players, taps):
    page = open_page()
    page.goto(give_game(live_server, page, rules=rules, players=players))
    tap(page, *taps)
    load_again(page)
    expect_chosen(page, *taps)
    if rules == "kitty":
        expect(page.locator("#result .receipt td.score")).to_have_text(["20", "80"])
        touch(page.locator("[data-save]"))
        expect_scores(page, "20", "80")


def test_the_answer_to_who_else_bid_is_there_again(live_server, open_page):
    page = open_page()
    events = [{"contractor": 0, "bid": 60, "points": [90, 10]}, {"contractor": 0, "bid": 60, "points": [65, 35]}]
    page.goto(give_game(live_server, page, events=events))
    tap(page, ("contractor", 1), ("bid", 75), ("points", 80))
    expect(page.locator(".ask-bids")).to_be_visible()
    tap(page, ("bidder-2", 1))
    load_again(page)
    expect_chosen(page, ("contractor", 1), ("bid", 75), ("points", 80), ("bidder-2", 1))
    touch(page.locator("[data-save]"))
    expect_scores(page, "175", "125")


def test_the_calls_of_an_auction_are_there_again(live_server, open_page):
    page = open_page()
    address = give_game(live_server, page)
    page.goto(address)
    touch(page.get_by_role("button", name="Call by call"))
    for call in ("pass", 60):
        touch(page.locator(f'.auction [name="call"][value="{call}"]').first)
    expect(page.locator(".calls-table tbody")).to_contain_text("60")
    load_again(page)
    expect(page.locator(".calls-table tbody")).to_contain_text("60")
    assert page.locator("#pad [name=calls]").input_value() == "pass.60"


def test_the_points_under_a_saved_bid_are_there_again_and_not_without_that_bid(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    save_the_bid(page, 1, 75)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    expect_nothing_stored(page)
    tap(page, ("points", 80))
    load_again(page)
    expect_chosen(page, ("points", 80))
    page.locator(".pad-more summary").tap()
    touch(page.get_by_role("button", name="Cancel the contract"))
    expect(page.locator("#pad [name=kept]")).to_have_count(0)
    expect_nothing_stored(page)


def test_taps_under_hands_that_wait_for_a_network_are_there_again(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page))
    keep(page)
    page.context.set_offline(True)
    tap(page, ("contractor", 0), ("bid", 60), ("points", 70))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
    expect_nothing_stored(page)
    tap(page, ("contractor", 2), ("bid", 85))
    load_again(page)
    expect_scores(page, "70", "30")
    expect_chosen(page, ("contractor", 2), ("bid", 85))
    expect(page.locator("#pad [data-hand]")).to_have_text("Hand 2")


def test_taps_in_a_game_that_began_on_the_phone_are_there_again(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    start_here(page, live_server.url, *FOUR)
    tap(page, ("contractor", 2), ("bid", 85))
    load_again(page)
    expect_chosen(page, ("contractor", 2), ("bid", 85))


def test_nothing_of_a_hand_that_was_saved_or_cleared_comes_back(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    hand = [("contractor", 0), ("bid", 60), ("points", 70)]
    tap(page, *hand)
    until(page, lambda: page.evaluate(STORED))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
    expect_nothing_stored(page)
    touch(page.locator("#pad .news [name=change]"))  # Undo: it is hand 1 again
    expect_scores(page, "0", "0")
    expect_nothing_stored(page)
    tap(page, *hand)
    until(page, lambda: page.evaluate(STORED))
    touch(page.get_by_role("button", name="Clear"))
    expect_nothing_stored(page)


def test_taps_of_a_hand_that_another_phone_has_saved_do_not_become_those_of_the_next(live_server, open_page):
    page, other = open_page(), open_page()
    address = give_game(live_server, page, other)
    page.goto(address)
    tap(page, ("contractor", 0), ("bid", 60))
    until(page, lambda: page.evaluate(STORED))
    other.goto(address)
    tap(other, ("contractor", 0), ("bid", 60), ("points", 70))
    touch(other.locator("[data-save]"))
    expect_scores(other, "70", "30")
    look(page)
    expect_scores(page, "70", "30")
    tap(page, ("points", 70))  # entered further: still that hand
    load_again(page)
    expect(page.locator("#pad [data-hand]")).to_have_text("Hand 2")
    expect_nothing_stored(page)
    expect_nothing_chosen(page)


def test_a_correction_stores_nothing_and_leaves_the_taps_of_the_next_hand(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=[{"contractor": 0, "bid": 60, "points": [70, 30]}]))
    tap(page, ("contractor", 1), ("bid", 75))
    until(page, lambda: page.evaluate(STORED))
    touch(page.locator(".recent [data-mend]"))
    expect(page.locator(".correcting")).to_be_visible()
    tap(page, ("points", 90))
    load_again(page)
    expect_chosen(page, ("contractor", 1), ("bid", 75))
    expect(page.locator(".correcting")).to_have_count(0)
