"""Vibration and sound after saving follow the device's settings, and nothing moves with reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.pad import Thumb, expect_scores, give_game, save_the_bid, touch

pytestmark = pytest.mark.browser

LISTENS = """
window.felt = [];
Object.defineProperty(navigator, "vibrate", { value: (long) => felt.push(long), configurable: true });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  felt.push(`${Math.round(this.frequency.value)} Hz`);
  return start.apply(this, when);
};
"""
NOTES = ["659 Hz", "880 Hz"]


def choose(page, url, saving):
    page.goto(f"{url}/settings")
    page.locator(f"label:has([name=saving][value={saving}])").tap()
    page.locator("main .btn--primary").tap()
    page.locator(".flash").wait_for()


@pytest.mark.parametrize(
    ("saving", "motion", "felt"),
    [
        (None, "no-preference", [30]),
        ("sound", "no-preference", [30, *NOTES]),
        ("sound", "reduce", NOTES),
        (None, "reduce", []),
        ("quiet", "no-preference", []),
    ],
)
def test_a_saved_hand_is_felt_and_heard_as_the_device_has_chosen(live_server, open_page, saving, motion, felt):
    page = open_page(reduced_motion=motion)
    page.add_init_script(LISTENS)
    if saving:
        choose(page, live_server.url, saving)
    page.goto(give_game(live_server, page))
    Thumb(page).hand(0, 60, 70)
    expect_scores(page, "70", "30")
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/js/haptics.js'))")
    until(page, lambda: page.evaluate("felt"), lambda found: len(found) >= len(felt))
    page.wait_for_timeout(300)
    assert page.evaluate("felt") == felt


def test_a_saved_bid_is_felt_and_a_tap_that_saves_nothing_is_not(live_server, open_page):
    page = open_page()
    page.add_init_script(LISTENS)
    page.goto(give_game(live_server, page))
    touch(page.locator(".deals-first").get_by_role("button", name="Claire"))
    expect(page.locator("#pad label.seat", has=page.locator(".deals"))).to_contain_text("Claire")
    assert page.evaluate("felt") == []
    save_the_bid(page, 0, 60)
    expect(page.locator("#pad .contract-line")).to_contain_text("60")
    assert until(page, lambda: page.evaluate("felt")) == [30]
