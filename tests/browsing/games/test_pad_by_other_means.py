"""The pad with a keyboard, and with the screen kept awake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import chip, expect_scores, give_game, touch

pytestmark = pytest.mark.browser

LOCK = """
window.asked = [];
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
  request: async (kind) => {
    window.asked.push(kind);
    if (window.refuse) throw new DOMException("the battery is low", "NotAllowedError");
    const lock = { released: false };
    window.locks.push(lock);
    return lock;
  },
} });
"""


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def focused(page):
    """Return the name and value of the focused element."""
    return page.evaluate("[document.activeElement.name, document.activeElement.value]")


def reach(page, name):
    """Press Tab until a control of this name has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page)[0] == name:
            return
    raise AssertionError(f"{name} is not reached with Tab")


@pytest.mark.journey
def test_a_hand_is_recorded_by_keyboard_alone(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(give_game(live_server, page))
    page.locator(".topbar .home").focus()
    reach(page, "contractor")
    while focused(page)[1] != "2":
        page.keyboard.press("ArrowDown")
    reach(page, "bid")
    while focused(page)[1] != "60":
        page.keyboard.press("ArrowDown")
    reach(page, "points")
    while focused(page)[1] != "85":
        page.keyboard.press("ArrowUp")
    expect(page.locator("#result .receipt td.score")).to_have_text(["85", "15"])
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.hasAttribute('data-save')"):
            break
    page.keyboard.press("Enter")
    expect_scores(page, "85", "15")
    expect(page.locator("#rows tr").first).to_contain_text("Claire 60")


def test_an_auction_is_called_by_keyboard_and_the_focus_stays(live_server, open_page):
    page = open_page(desktop=True)
    address = give_game(live_server, page)
    page.context.add_cookies([{"name": "auction", "value": "calls", "url": live_server.url}])
    page.goto(address)
    page.locator('.auction [name="call"][value="60"]').focus()
    press(page, "Enter")
    expect(page.locator(".auction .seat[aria-current] b")).to_have_text("Claire")
    assert focused(page) == ["call", "60"]
    page.locator('.auction [name="call"][value="pass"]').focus()
    for then in ("Denis", "Aline"):
        press(page, "Space")
        expect(page.locator(".auction .seat[aria-current] b")).to_have_text(then)
    press(page, "Space")
    expect(page.locator(".auction-note")).to_have_text("Benoît plays 60.")


def test_the_screen_is_kept_awake_while_a_game_is_open(live_server, open_page):
    page = open_page()
    page.add_init_script(LOCK)
    page.goto(give_game(live_server, page))
    page.wait_for_function("() => window.asked.length === 1")
    assert page.evaluate("window.asked") == ["screen"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(100)
    assert page.evaluate("window.asked.length") == 1  # it still has the lock
    # a browser takes the lock away while the page is out of sight
    page.evaluate("window.locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => window.asked.length === 2")


def test_a_phone_that_will_not_stay_awake_still_keeps_the_score(live_server, open_page):
    page = open_page()
    page.add_init_script(LOCK + "window.refuse = true;")
    page.goto(give_game(live_server, page))
    page.wait_for_function("() => window.asked.length === 1")
    for name, value in (("contractor", 0), ("bid", 60), ("points", 70)):
        touch(chip(page, name, value))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
