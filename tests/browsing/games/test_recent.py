"""The last five hands below the keys. A tap opens one for correction on the same page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.kept import Corner
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played, save_the_bid, touch

pytestmark = pytest.mark.browser

HANDS = [
    played(0, 60, 70, 30),
    played(1, 75, 60, 40),  # failed: it took 40
    played(2, 50, 45, 55),
    played(3, 55, 70, 30),
    played(0, 55, 20, 80),
    played(1, 60, 70, 30),
]  # 165 and −25


def line(page, number):
    return page.locator(f'.recent li:has(.recent-n:text-is("{number}")) .recent-hand')


def reopen(page, number):
    """Scroll to a hand's line, and tap it."""
    line(page, number).evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    touch(line(page, number))
    expect(page.locator(".correcting")).to_be_visible()


def open_game(live_server, page, **options):
    game = give_game(live_server, page, events=HANDS, **options)
    page.goto(game)
    expect(line(page, 6)).to_be_attached()
    return game


@pytest.mark.parametrize("number", [2, pytest.param(6, marks=pytest.mark.journey)])
def test_any_of_the_last_five_hands_is_corrected_by_three_taps_on_the_same_page(live_server, open_page, number):
    page = open_page()
    game = open_game(live_server, page)
    expect(page.locator(".recent li")).to_have_count(5)
    reopen(page, number)
    touch(chip(page, "trump", "H"))
    touch(page.locator("#pad [data-save]"))
    expect(page.locator("#notice")).to_contain_text(f"Hand {number} corrected.")
    expect(page.locator(f"#rows tr:nth-child({number}) .bid svg").first).to_be_attached()
    expect(page.locator(".correcting")).to_have_count(0)
    expect_scores(page, "165", "−25")
    assert page.url == game
    Thumb(page).chip("contractor", 3)  # and the next hand can be entered
    expect(page.locator("#savebar")).to_contain_text("Tap the bid.")


def test_scores_stand_below_each_other_and_what_is_no_hand_is_a_link_in_words(live_server, open_page):
    page = open_page()
    players = ("Marie-Ève Thibodeau-Arsenault", "Jean-François", "Grand-maman Thérèse", "Luc")
    game = give_game(
        live_server,
        page,
        events=[*HANDS[:3], {"kind": "adjustment", "side": 1, "points": 5, "reason": "revoke"}, *HANDS[3:5]],
        players=players,
    )
    page.goto(game)
    expect(line(page, 5)).to_be_attached()
    edges = page.eval_on_selector_all(
        ".recent-scores", "(all) => all.map((one) => [...one.children].map((score) => score.getBoundingClientRect().right))"
    )
    assert edges == [edges[0]] * 5
    adjusted = page.locator(".recent li:not(:has(a.recent-n))")
    expect(adjusted.locator(".recent-n")).to_have_text("")
    expect(adjusted.locator("a")).to_have_attribute("href", f"{game.removeprefix(live_server.url)}/hands/5")


def test_a_line_says_who_what_how_many_and_what_the_scores_were(live_server, open_page):
    page = open_page()
    open_game(live_server, page)
    failed, made = line(page, 2), line(page, 6)
    assert failed.inner_text().split()[:4] == ["Benoît", "75", "40", "130"]
    expect(failed.locator(".fail")).to_have_count(1)
    expect(failed.locator(".neg")).to_have_text("−45")
    expect(made.locator(".fail")).to_have_count(1)
    expect(line(page, 3)).to_contain_text("Claire 50")
    expect(line(page, 3)).to_contain_text("45")


def test_the_old_value_stays_in_sight_and_the_effect_is_shown_before_it_is_saved(live_server, open_page):
    page = open_page()
    open_game(live_server, page)
    reopen(page, 4)
    expect(page.locator(".correcting")).to_contain_text("Hand 4, as it was: Denis 55")
    for name, value in (("contractor", 3), ("bid", 55), ("points", 30)):
        expect(chip(page, name, value).locator("input")).to_be_checked()
    save = page.locator("#pad [data-save]")
    expect(save).to_be_disabled()
    expect(save).to_have_text("Tap what was wrong")
    touch(chip(page, "points", 60))
    expect(page.locator("#result .receipt-verdict")).to_contain_text("Contract made")
    expect(page.locator("#result td.score")).to_have_text(["135", "90"])
    expect(page.locator("#result")).not_to_contain_text("how other hands are scored")
    expect(save).to_have_text("Save the correction")
    expect(page.locator(".correcting")).to_contain_text("Denis 55")
    touch(chip(page, "points", 30))  # as it was
    expect(save).to_be_disabled()


def test_what_a_correction_does_to_other_hands_is_said(live_server, open_page):
    page = open_page()
    open_game(live_server, page)
    reopen(page, 5)
    touch(chip(page, "points", 60))
    expect(page.locator("#result")).to_contain_text("Aline & Claire reached 200")
    expect(page.locator("#result")).to_contain_text("Other hands’ scores change too.")


def test_cancel_leaves_everything_as_it_was(live_server, open_page):
    page = open_page()
    open_game(live_server, page)
    reopen(page, 5)
    touch(chip(page, "points", 60))
    expect(page.locator("#result .receipt")).to_be_visible()
    touch(page.get_by_role("button", name="Cancel"))
    expect(page.locator(".correcting")).to_have_count(0)
    expect(page.locator("#result .receipt")).to_have_count(0)
    expect(page.locator("#pad [data-step] :checked:not(.none)")).to_have_count(0)
    expect(page.locator("#savebar")).to_contain_text("Hand 7")
    expect_scores(page, "165", "−25")
    for name, value in (("contractor", 0), ("bid", 75), ("points", 100)):
        touch(chip(page, name, value))
    expect(page.locator("#pad [data-save]")).to_have_text("Save hand 7")


@pytest.mark.parametrize("way", ["saved", "cancelled"])
def test_what_was_told_of_the_next_hand_waits_until_the_older_one_is_corrected(live_server, open_page, way):
    page = open_page()
    open_game(live_server, page)
    for name, value in (("contractor", 0), ("bid", 75), ("points", 85)):
        touch(chip(page, name, value))
    reopen(page, 4)
    expect(page.locator(".correcting")).to_be_visible()
    if way == "saved":
        touch(chip(page, "points", 35))
        touch(page.locator("#pad [data-save]"))
        expect(page.locator("#notice")).to_contain_text("Hand 4 corrected.")
    else:
        touch(page.get_by_role("button", name="Cancel"))
    for name, value in (("contractor", 0), ("bid", 75), ("points", 85)):
        expect(chip(page, name, value).locator("input")).to_be_checked()
    expect(page.locator("#result .receipt-verdict")).to_contain_text("Contract made")
    expect(page.locator("#pad [data-save]")).to_have_text("Save hand 7")


def test_a_saved_bid_waits_again_after_an_older_hand_was_corrected(live_server, open_page):
    page = open_page()
    open_game(live_server, page)
    save_the_bid(page, 0, 75)
    expect(page.locator("#pad .contract-line")).to_contain_text("Aline · 75")
    reopen(page, 6)
    touch(chip(page, "points", 20))
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "175", "−25")
    touch(chip(page, "points", 85))
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "260", "−10")


def test_hands_are_corrected_without_a_network_and_the_server_has_it_afterwards(live_server, open_page):
    page = open_page(errors_expected=True)
    game = open_game(live_server, page)
    corner = Corner(page)
    for name, value in (("contractor", 3), ("bid", 75), ("points", 85)):
        touch(chip(page, name, value))
    expect(page.locator("#pad").get_by_text("Did they bid?")).to_be_visible()
    touch(chip(page, "also_bid", "none-0-2"))
    touch(page.locator("#pad [data-save]"))  # kept here
    expect(line(page, 7)).to_contain_text("Denis 75")
    expect(page.locator(".board-note").last).to_have_text("140 to go")
    reopen(page, 7)
    expect(chip(page, "also_bid", "none-0-2").locator("input")).to_be_checked()
    touch(chip(page, "points", 80))
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "165", "55")
    reopen(page, 6)  # the server's
    touch(chip(page, "points", 70))
    expect(page.locator("#result td.score")).to_have_text(["125", "185"])
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "125", "185")
    expect(line(page, 6)).to_contain_text("105")
    corner.leave()
    expect_scores(page, "125", "185")
    page.goto(game)
    expect_scores(page, "125", "185")
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(7)


@pytest.mark.parametrize("away", [False, True])
def test_who_bid_is_kept_with_a_correction_and_corrected_by_one_tap(live_server, open_page, away):
    page = open_page(errors_expected=True)
    hands = [*HANDS, played(3, 75, 20, 80, bids={"0": 60})]  # 185 and 55: Aline bid too
    game = give_game(live_server, page, events=hands)
    page.goto(game)
    corner = Corner(page)
    corner.away = away
    reopen(page, 7)
    touch(chip(page, "points", 85))
    expect(page.locator("#result td.score")).to_have_text(["180", "60"])
    expect(chip(page, "bidder-0", 1).locator("input")).to_be_checked()
    touch(chip(page, "also_bid", "none-0-2"))
    expect(page.locator("#result td.score")).to_have_text(["165", "60"])
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "165", "60")
    if away:
        corner.leave()
    page.goto(game)
    expect_scores(page, "165", "60")


def test_a_hand_told_call_by_call_is_corrected_on_its_own_page(live_server, open_page):
    page = open_page()
    auction = {"kind": "played", "auction": [50, 60, "pass", "pass", "pass"], "points": [30, 70]}
    game = give_game(live_server, page, events=[auction, played(0, 60, 70, 30)])
    page.goto(game)
    line(page, 1).tap()
    expect(page).to_have_url(f"{game}/hands/2/edit")


def test_without_script_the_rows_of_the_sheet_lead_to_the_correction(live_server, open_page):
    page = open_page(java_script_enabled=False)
    page.goto(give_game(live_server, page, events=HANDS))
    expect(page.locator(".recent")).to_have_count(0)
    page.get_by_role("link", name="Sheet").tap()
    page.locator("#rows a").first.tap()
    expect(page.get_by_role("link", name="Correct it")).to_be_visible()
