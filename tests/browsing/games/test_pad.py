from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import network_is_back, until
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, played, save_the_bid, show, touch
from tests.browsing.table_phones import expect_recorded, look

pytestmark = pytest.mark.browser

# contractor, bid, points of the contractor's side, scores after it
EVENING = [
    (0, 60, 70, ("70", "30")),
    (1, 75, 60, ("110", "−45")),
    (2, 50, 85, ("195", "−30")),
    (3, 80, 90, ("195", "60")),  # Aline & Claire were at the must-bid line and did not bid
    (0, 55, 60, ("255", "100")),
]
WORDS = {
    "en-CA": ("Score sheet", "Hand 1 saved.", "Aline & Claire win the game."),
    "fr-CA": ("Feuille de pointage", None, "Aline & Claire gagnent la partie."),
}


@pytest.mark.parametrize("language", [pytest.param("en-CA", marks=pytest.mark.journey), "fr-CA"])
def test_a_whole_game_takes_four_taps_a_hand(live_server, open_page, language):
    sheet, saved, won = WORDS[language]
    page = open_page(language=language)
    page.goto(give_game(live_server, page))
    expect(page.locator(".sheet-head h2")).to_have_text(sheet)
    thumb = Thumb(page)
    for n, (contractor, bid, points, after) in enumerate(EVENING, 1):
        if n == 4:  # the one hand whose score depends on who else bid
            thumb.chip("contractor", contractor)
            thumb.chip("bid", bid)
            thumb.chip("points", points)
            expect(page.locator("[data-save]")).to_be_disabled()
            thumb.chip("also_bid", "none-0-2")
            expect(page.locator(".receipt")).to_be_visible()
            thumb.tap(page.locator("[data-save]"))
        else:
            thumb.hand(contractor, bid, points)
        expect_scores(page, *after)
        if n == 1 and saved:
            expect(page.locator("#notice")).to_contain_text(saved)
    assert thumb.taps == 4 * len(EVENING) + 1
    expect(page.locator(".ending-who")).to_have_text(won)
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(len(EVENING))
    expect(page.locator(".board-side.is-winner")).to_have_count(1)


def test_the_receipt_says_before_saving_what_saving_will_do(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10), played(2, 60, 85, 15)]))
    chip(page, "contractor", 0).tap()
    chip(page, "bid", 75).tap()
    chip(page, "points", 75).tap()
    receipt = page.locator(".receipt")
    expect(receipt).to_contain_text("Contract made")
    expect(receipt).to_contain_text("75 on a bid of 75")
    expect(receipt).to_contain_text("The game is over.")
    expect(receipt.locator("td.score")).to_have_text(["250", "50"])
    expect(page.locator("#said")).to_contain_text("Contract made")
    expect_scores(page, "175", "25")  # nothing was saved yet


def test_undo_takes_the_last_hand_back_also_after_the_end(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10), played(2, 60, 85, 15)]))
    Thumb(page).hand(0, 60, 80)
    expect_scores(page, "255", "45")
    expect(page.locator(".pad--over")).to_be_visible()
    page.locator("#fix > summary").tap()
    page.get_by_role("button", name="Undo the last change").tap()
    expect_scores(page, "175", "25")
    expect(page.locator("#rows .is-struck")).to_have_count(1)
    page.goto(page.url.partition("?")[0])
    Thumb(page).hand(0, 100, 40)
    expect_scores(page, "75", "85")
    touch(page.get_by_role("button", name="Undo").first)
    expect_scores(page, "175", "25")


def test_the_bid_is_kept_while_the_hand_is_played(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    chip(page, "contractor", 3).tap()
    chip(page, "bid", 75).tap()
    page.get_by_role("button", name="Save bid and play").tap()
    expect(page.locator(".contract-line")).to_contain_text("Denis · 75")
    page.reload()
    expect(page.locator(".contract-line")).to_contain_text("Denis · 75")
    chip(page, "points", 80).tap()
    expect(page.locator(".receipt")).to_contain_text("Contract made")
    touch(page.locator("[data-save]"))
    expect_scores(page, "20", "80")
    expect(page.locator(".contract-line")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "script", "seen"), [("", "pad", "#result .receipt"), ("/hands/2/edit", "hand-correction", ".effect tbody tr")]
)
def test_what_was_tapped_before_the_script_was_there_counts_once_it_is(live_server, open_page, path, script, seen):
    page, held = open_page(), []
    page.route(f"**/js/{script}.js", lambda route: held.append(route))
    page.goto(give_game(live_server, page, events=[played(0, 60, 90, 10)]) + path, wait_until="commit")
    for name, value in (("contractor", 1), ("bid", 70), ("points", 80)):
        chip(page, name, value).evaluate("label => label.click()")
    (script,) = until(page, lambda: held)
    script.continue_()
    expect(page.locator(seen).first).to_be_visible()


@pytest.mark.journey
def test_an_old_hand_is_corrected_with_its_consequences_shown_first(live_server, open_page):
    page = open_page()
    events = [played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)]
    game = give_game(live_server, page, events=events)
    page.goto(game)
    expect(page.locator(".pad--over")).to_be_visible()
    show(page, "sheet")
    page.locator("#row-2 a").click()
    expect(page.locator(".why").first).to_contain_text("Aline & Claire bid 60 and took 90")
    page.get_by_role("link", name="Correct it").tap()
    chip(page, "points", 40).tap()
    effect = page.locator(".effect")
    expect(effect.locator("tbody tr")).to_have_count(3)
    expect(effect.locator("tbody tr").first).to_contain_text("−60")
    expect(page.locator(".effect-end")).to_contain_text("The game goes on.")
    page.get_by_role("button", name="Correct hand 1").tap()
    expect_scores(page, "105", "95")
    expect(page.locator(".pad--over")).to_have_count(0)
    page.goto(f"{game}/history")
    expect(page.locator(".log li").first).to_contain_text("Corrected: hand 1")
    expect(page.locator(".log li").first.locator("s")).to_contain_text("Aline & Claire 90")


def test_correcting_keeps_the_old_value_scolds_nobody_and_has_its_button_in_sight(live_server, open_page):
    page = open_page(viewport={"width": 390, "height": 664})
    hands = [played(n % 4, 50, *((60, 40) if n % 2 else (40, 60))) for n in range(10)]
    page.goto(give_game(live_server, page, events=hands) + "/hands/2/edit")
    expect(chip(page, "points", 40).locator("input")).to_be_checked()
    expect(chip(page, "points", 100)).to_be_visible()
    expect(page.locator(".error")).to_have_count(0)
    chip(page, "points", 55).tap()
    expect(page.locator(".effect tbody tr")).to_have_count(10)
    expect(page.get_by_role("button", name="Correct hand 1")).to_be_in_viewport(ratio=1)
    chip(page, "points", 55).tap()  # the same again: nothing is asked
    expect(chip(page, "points", 55).locator("input")).to_be_checked()


def test_two_phones_that_disagree_are_both_shown(live_server, open_page):
    one, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, one, other)
    one.goto(game)
    other.goto(game)
    one.route("**/live", lambda route: route.abort())  # in a corner without news
    Thumb(one).chip("contractor", 0)
    Thumb(other).hand(1, 70, 80)
    expect_scores(other, "20", "80")
    expect_recorded(other, 1)
    chip(one, "bid", 60).tap()
    chip(one, "points", 65).tap()
    touch(one.locator("[data-save]"))
    clash = one.locator(".slip--clash")
    expect(clash).to_contain_text("Benoît, 70")
    expect(clash).to_contain_text("Aline, 60")
    expect_scores(one, "20", "80")  # what stands is shown in any case
    touch(clash.get_by_role("button", name="Different hand: save both"))
    expect_scores(one, "85", "115")
    expect_scores(other, "85", "115")  # automatically, within seconds


def test_of_two_phones_the_right_one_replaces_the_other_hand_after_its_scores_are_shown(live_server, open_page):
    one, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, one, other)
    one.goto(game)
    one.route("**/live", lambda route: route.abort())
    other.goto(game)
    Thumb(other).hand(1, 70, 80)
    expect_recorded(other, 1)
    Thumb(one).hand(1, 70, 75)
    clash = one.locator(".slip--clash")
    expect(clash).to_contain_text("If yours replaces theirs: Aline & Claire 20 → 25, Benoît & Denis 80 → 75.")
    touch(clash.get_by_role("button", name="Same hand: replace theirs"))
    expect(clash).to_have_count(0)
    expect_scores(one, "25", "75")
    expect_scores(other, "25", "75")
    expect_recorded(one, 1)


def test_a_hand_that_lacks_something_by_the_time_it_is_sent_is_put_right_and_recorded(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    page.goto(game)
    other.goto(game)
    away = [True]
    page.route(re.compile(r"/games/\d+/(log|live|preview)"), lambda route: route.abort() if away else route.continue_())
    Thumb(other).hand(0, 60, 90)
    expect_scores(other, "90", "10")
    Thumb(other).hand(2, 60, 85)
    expect_scores(other, "175", "25")
    expect_recorded(other, 2)
    Thumb(page).hand(1, 65, 80)  # by now a question: did the others, so high, bid?
    away.clear()
    look(page)
    touch(page.get_by_role("button", name="Different hand: save both"))
    refused = page.locator(".slip--clash")
    expect(refused).to_contain_text("It is not recorded who bid")
    touch(refused.get_by_role("button", name="Correct it"))
    touch(chip(page, "also_bid", "none-0-2"))
    touch(page.locator("[data-save]"))
    expect_scores(page, "175", "105")
    expect(refused).to_have_count(0)
    expect(page.locator("#rows tr:not(.sheet-blank):not(.is-pending)")).to_have_count(3)


LINE = [played(0, 60, 90, 10), played(0, 60, 65, 35)]


def test_the_last_of_several_piles_is_what_is_left_and_points_below_the_bid_are_marked(live_server, open_page):
    page = open_page()
    players = ("Aline", "Benoît", "Claire", "Denis", "Émile", "Flore")
    page.goto(give_game(live_server, page, rules="six_three_pairs", players=players))
    for name, value in (("contractor", 1), ("bid", 65), ("points-0", 15)):
        touch(chip(page, name, value))
    expect(chip(page, "points-1", 60)).to_have_attribute("data-short", "")
    expect(chip(page, "points-1", 65)).not_to_have_attribute("data-short", "")
    expect(chip(page, "points-0", 15)).not_to_have_attribute("data-short", "")
    touch(chip(page, "points-1", 70))
    expect(chip(page, "points-2", "rest").locator("input")).to_be_checked()
    expect(chip(page, "points-2", "rest")).to_have_text("The rest 15")
    expect(page.locator("#result .receipt td.score")).to_have_text(["15", "70", "15"])
    touch(chip(page, "points-1", 80))  # it follows
    expect(page.locator("#result .receipt td.score")).to_have_text(["15", "80", "5"])
    touch(chip(page, "contractor", 2))
    expect(chip(page, "points-2", "rest")).to_have_attribute("data-short", "")
    touch(page.locator("[data-save]"))
    expect_scores(page, "15", "80", "−65")


def test_who_else_bid_is_told_under_the_saved_bid_and_still_known_when_the_result_comes(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page, events=LINE))
    save_the_bid(page, 1, 75)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    expect(page.locator(".ask-bids")).to_contain_text("Did Aline or Claire bid?")
    chip(page, "bidder-2", 1).tap()
    until(page, lambda: page.evaluate("async () => /bidder-2[^>]*checked/.test(await (await fetch(location.href)).text())"))
    page.reload()
    expect(chip(page, "bidder-2", 1).locator("input")).to_be_checked()
    chip(page, "points", 80).tap()
    touch(page.locator("[data-save]"))
    expect_scores(page, "175", "125")


def test_who_else_bid_is_asked_under_a_bid_that_only_the_phone_has(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page, events=LINE))
    keep(page)
    page.context.set_offline(True)
    save_the_bid(page, 1, 75)
    chip(page, "also_bid", "none-0-2").tap()
    chip(page, "points", 80).tap()
    expect(page.locator("[data-save]")).to_be_enabled()
    touch(page.locator("[data-save]"))
    expect_scores(page, "155", "125")
    network_is_back(page.context)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect_scores(page, "155", "125")


def test_a_hand_without_a_network_is_kept_and_sent_once(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page))
    keep(page)
    page.context.set_offline(True)
    chip(page, "contractor", 0).tap()
    chip(page, "bid", 60).tap()
    chip(page, "points", 70).tap()
    expect(page.locator("#result .receipt td.score")).to_have_text(["70", "30"])  # the engine on the phone
    touch(page.locator("[data-save]"))
    kept = page.locator("#rows .is-pending")
    expect(kept).to_contain_text("Saved on this phone")
    expect_scores(page, "70", "30")
    page.locator("[data-save]").wait_for(state="attached")
    chip(page, "contractor", 1).tap()
    chip(page, "bid", 75).tap()
    chip(page, "points", 60).tap()
    expect(page.locator("#result .receipt")).to_contain_text("Contract failed")
    touch(page.locator("[data-save]"))
    expect(kept).to_have_count(2)
    expect_scores(page, "110", "−45")
    network_is_back(page.context)
    expect(kept).to_have_count(0)
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
    expect_scores(page, "110", "−45")
    page.reload()
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
    expect_scores(page, "110", "−45")


def test_a_page_whose_token_has_expired_loses_no_hand(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    page.context.clear_cookies(name="scorekeeper")
    Thumb(page).hand(0, 60, 70)
    expect_scores(page, "70", "30")
    expect(page.locator("#rows tr:not(.sheet-blank):not(.is-pending)")).to_have_count(1)


def test_a_whole_game_without_script_takes_four_taps_a_hand_too(live_server, open_page):
    page = open_page(javascript=False, errors_expected=True)
    page.goto(give_game(live_server, page))
    taps = 0

    def tap(target):
        nonlocal taps
        target.tap()
        taps += 1

    for n, (contractor, bid, points, after) in enumerate(EVENING, 1):
        tap(chip(page, "contractor", contractor))
        tap(chip(page, "bid", bid))
        tap(chip(page, "points", points))
        tap(page.locator("[data-save]"))
        if n == 4:
            expect(page.locator(".ask")).to_contain_text("Did Aline or Claire bid?")
            tap(chip(page, "also_bid", "none-0-2"))
            tap(page.locator("[data-save]"))
        expect_scores(page, *after)
        if n < len(EVENING):
            expect(page.locator("#notice")).to_contain_text(f"Hand {n} saved.")
            expect(page.locator("#saved")).to_contain_text(f"Why: hand {n}")
    assert taps == 4 * len(EVENING) + 2
    expect(page.locator(".pad--over")).to_contain_text("Aline & Claire win the game.")
    page.locator("#fix > summary").tap()
    page.get_by_role("button", name="Undo the last change").tap()
    expect_scores(page, *EVENING[-2][3])
    page.get_by_role("link", name="Sheet").tap()
    page.get_by_role("link", name="Hand 2").click()
    page.get_by_role("link", name="Void it").tap()
    expect(page.locator(".effect").first).to_contain_text("voided")
    page.get_by_role("button", name="Void it").tap()
    expect(page.locator("#rows .is-struck")).to_have_count(2)


def test_without_script_check_first_shows_the_receipt(live_server, open_page):
    page = open_page(javascript=False)
    page.goto(give_game(live_server, page))
    chip(page, "contractor", 0).tap()
    chip(page, "bid", 60).tap()
    chip(page, "points", 40).tap()
    page.get_by_role("button", name="Check first").tap()
    expect(page.locator(".receipt")).to_contain_text("Contract failed")
    expect_scores(page, "0", "0")
    page.locator("[data-save]").tap()
    expect_scores(page, "−60", "60")


def test_a_network_that_goes_before_the_page_is_ready_for_it_loses_no_hand(live_server, open_page):
    page = open_page(errors_expected=True)
    page.route("**/js/local-view.js", lambda route: route.abort())
    page.goto(give_game(live_server, page))
    page.context.set_offline(True)
    Thumb(page).hand(0, 60, 80)
    expect(page.locator("#told")).to_contain_text("Saved on this phone")
    network_is_back(page.context)
    expect_scores(page, "80", "20")
    expect(page.locator("#told")).to_be_hidden()


ASKED = """() => {
  const [loaded] = performance.getEntriesByType("navigation");
  const first = performance.getEntriesByType("resource").find(({ name }) => /[/]live($|[?])/.test(name));
  return first && Math.max(1, first.startTime - loaded.loadEventEnd);
}"""
"""Milliseconds from loading until the page first polls."""


def test_going_back_shows_the_game_as_it_is_now(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    Thumb(page).hand(0, 60, 80)
    expect_scores(page, "80", "20")
    touch(page.locator(".recent a").first)
    page.wait_for_url("**/hands/*")
    page.go_back()
    expect(page.locator(".board-score")).to_have_text(["80", "20"])
    assert until(page, lambda: page.evaluate(ASKED)) < 2000  # the next look is seconds later
