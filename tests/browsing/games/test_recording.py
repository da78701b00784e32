"""Recording a hand: taps stay visible, nothing moves under a finger, and grey means not allowed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.kept import NO_HURRY, Corner
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played, save_the_bid, touch

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll('#pad [data-step] .chip, .board-score')].filter((one) => one.checkVisibility())
  .map((one) => Math.round(one.getBoundingClientRect().top + scrollY))"""
STEPS = [("contractor", 1), ("bid", 75), ("points", 80)]


TABLES = {
    "standard": ("Aline", "Benoît", "Claire", "Denis"),
    "cutthroat": ("Aline", "Benoît", "Claire", "Denis"),
    "six_two_teams": ("Aline", "Benoît", "Claire", "Denis", "Émilie", "François"),
    "five_called": ("Aline", "Benoît", "Claire", "Denis", "Émilie"),
}


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_from_the_first_tap_to_the_last_nothing_moves_under_a_finger(live_server, open_page, rules, language):
    page = open_page(language=language)
    page.goto(give_game(live_server, page, rules=rules, players=TABLES[rules]))
    before = page.evaluate(PLACES)
    assert len(before) > 20
    for name, value in STEPS if rules != "cutthroat" else STEPS[:2]:
        touch(chip(page, name, value))
        expect(chip(page, name, value).locator("input")).to_be_checked()
        assert page.evaluate(PLACES) == before, name
        assert rules != "standard" or page.evaluate("scrollY") == 0


UNDO = """() => {
  const button = document.querySelector("#pad .news:not([hidden]) button");
  if (!button || button.closest("[inert]")) return null;
  const { top, height } = button.getBoundingClientRect();
  return [button.closest(".news").matches(".pending-news"), top + height / 2];
}"""


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_undo_of_the_first_hand_on_a_page_stays_under_the_finger_when_the_server_has_answered(live_server, open_page, language):
    page = open_page(language=language, errors_expected=True)
    corner = Corner(page)
    page.goto(give_game(live_server, page, events=[played(1, 60, 20, 80)]))
    for name, value in STEPS:
        touch(chip(page, name, value))
    touch(page.locator("[data-save]"))
    kept, before = until(page, lambda: page.evaluate(UNDO))
    assert kept
    corner.leave()
    _, after = until(page, lambda: page.evaluate(UNDO), lambda found: found and not found[0])
    assert abs(after - before) < 22  # half of the button: the finger still meets it


def test_what_was_tapped_wrongly_is_put_right_by_one_tap_on_the_right_one(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    thumb = Thumb(page)
    for name, value in [*STEPS, ("contractor", 0), ("bid", 60), ("points", 70)]:
        thumb.chip(name, value)
    thumb.tap(page.locator("[data-save]"))
    expect_scores(page, "70", "30")


def test_clear_empties_the_hand_and_records_nothing(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    clear = page.get_by_role("button", name="Clear")
    expect(clear).to_be_hidden()
    for name, value in STEPS:
        touch(chip(page, name, value))
    expect(page.locator(".receipt")).to_be_visible()
    touch(clear)
    expect(page.locator(".receipt")).to_have_count(0)
    expect(page.locator("#pad [data-step] :checked:not(.none)")).to_have_count(0)
    expect(page.locator("#pad [data-short]")).to_have_count(0)
    expect(page.locator("#savebar")).to_contain_text("Tap who took the bid.")
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(0)
    Thumb(page).hand(0, 60, 70)
    expect_scores(page, "70", "30")


def test_nobody_passes_out_in_the_middle_of_a_hand(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    passed = page.get_by_role("button", name="Passed out")
    expect(passed).to_be_enabled()
    touch(chip(page, "contractor", 0))
    expect(passed).to_be_disabled()
    touch(page.get_by_role("button", name="Clear"))
    expect(passed).to_be_enabled()
    Thumb(page).tap(passed)
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(1)


def test_points_that_would_fail_the_bid_are_crossed_and_may_be_tapped(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    touch(chip(page, "contractor", 0))
    expect(page.locator("#pad [data-short]")).to_have_count(0)
    touch(chip(page, "bid", 60))
    crossed = page.locator("#pad [data-short] > input").evaluate_all("(all) => all.map((one) => Number(one.value))")
    assert crossed == list(range(0, 60, 5))
    drawn = "(one) => getComputedStyle(one.querySelector('span'), '::after').backgroundImage"
    assert chip(page, "points", 55).evaluate(drawn).count("gradient") == 2
    touch(chip(page, "bid", 50))
    assert page.locator("#pad [data-short]").count() == 10
    touch(chip(page, "bid", 60))
    touch(chip(page, "points", 55))
    expect(page.locator(".receipt-verdict")).to_contain_text("Contract failed")
    touch(page.locator("[data-save]"))
    expect_scores(page, "−60", "45")


def test_a_saved_bid_leaves_the_points_where_they_were_and_is_read_from_the_other_chairs(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    top = chip(page, "points", 0).bounding_box()["y"]
    save_the_bid(page, 0, 60)
    expect(page.locator("#pad .contract-line")).to_contain_text("Aline · 60")
    assert chip(page, "points", 0).bounding_box()["y"] == pytest.approx(top, abs=1)


def test_a_tap_that_falls_into_the_answer_of_the_server_counts(live_server, open_page):
    page = open_page()
    page.add_init_script(NO_HURRY)
    page.goto(give_game(live_server, page))
    answers = []
    page.route(re.compile(r"/games/\d+/log"), lambda route: answers.append((route, route.fetch())))
    save_the_bid(page, 0, 60)
    until(page, lambda: answers)
    expect(page.locator("#pad .pending-news")).to_have_count(1)  # the engine here has drawn what is kept
    box = chip(page, "points", 70).bounding_box()
    point = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    old = page.locator("#pad").element_handle()
    route, response = answers[0]
    route.fulfill(response=response)
    page.wait_for_function("(old) => !old.isConnected", arg=old)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(chip(page, "points", 70).locator("input")).to_be_checked()
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")


def test_a_low_window_brings_the_points_above_the_bar_once_the_bid_is_told(live_server, open_page):
    page = open_page(viewport={"width": 320, "height": 480})
    page.goto(give_game(live_server, page, events=[played(0, 60, 70, 30)]))
    touch(chip(page, "contractor", 1))
    touch(chip(page, "bid", 75))
    bar = page.locator("#savebar").bounding_box()["y"]
    for points in (0, 100):
        box = chip(page, "points", points).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar + 0.5
