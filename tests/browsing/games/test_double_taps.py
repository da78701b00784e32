"""Double taps and repeated keys: an element that appears under them neither records nor undoes anything."""

from __future__ import annotations

import time
from itertools import cycle

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.games.store.change import StoredGameEvent
from tests import browser as chromium
from tests.browser import until
from tests.browsing.kept import Corner, rows
from tests.browsing.pad import Thumb, chip, give_game, played, touch
from tests.faults.page_queries import KEPT

pytestmark = pytest.mark.browser

GAPS = (120, 300, 600)
"""Milliseconds between the two taps of a double tap."""
SETTLED = 1000
"""Milliseconds after which any effect of a second tap is visible."""
LONG = {"target": 5000, "opponents_score": "always"}
"""A game that doesn't end and never needs the other bids."""


def double_tap(page, x, y, gap):
    """Tap twice, with time stamps that far apart, however slow this computer is."""
    finger = page.context.new_cdp_session(page)
    start = time.time()
    for seconds in (0, gap / 1000):
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": points, "timestamp": start + seconds}
            finger.send("Input.dispatchTouchEvent", event)
        if not seconds:
            page.wait_for_timeout(gap)
    finger.detach()


def middle(target):
    box = target.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def entries(page):
    """Return the number of valid and of voided entries on the sheet."""
    rows = page.locator("#rows tr:not(.sheet-blank)")
    return rows.count() - page.locator("#rows .is-struck").count(), page.locator("#rows .is-struck").count()


def tell(page):
    for name, value in (("contractor", 1), ("bid", 50), ("points", 55)):
        touch(chip(page, name, value))
    page.locator("#result .receipt").wait_for()


@pytest.mark.parametrize(
    ("late", "places"), [(0, (40, 110, 180, 250, 310, 365)), pytest.param(0.7, (60, 180, 310), marks=pytest.mark.journey)]
)
def test_a_double_tap_on_save_saves_one_hand_wherever_the_bar_is_touched(live_server, open_page, late, places):
    page = open_page()
    page.goto(give_game(live_server, page, **LONG))
    chromium.late_answers(live_server.app, late)
    for n, (x, gap) in enumerate(zip(places, cycle(GAPS), strict=False), 1):
        tell(page)
        double_tap(page, x, 810, gap)
        expect(page.locator("#pad [data-hand]")).to_have_text(f"Hand {n + 1}")
        expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(n)  # the sheet follows the form
        page.wait_for_timeout(SETTLED if late else SETTLED - gap)
        assert entries(page) == (n, 0), (x, gap)


def test_a_double_tap_on_a_seat_chooses_the_seat_alone_and_one_on_a_bid_the_bid(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    chosen = "[...document.querySelectorAll('#pad :checked:not(.none)')].map((one) => one.name)"
    for seat, gap in enumerate((120, 300, 600, 300)):
        page.reload()
        double_tap(page, *middle(chip(page, "contractor", seat)), gap)
        assert page.evaluate(chosen) == ["contractor"], seat
    page.wait_for_timeout(SETTLED)
    double_tap(page, *middle(chip(page, "bid", 75)), 300)
    assert page.evaluate(chosen) == ["contractor", "bid"]


@pytest.mark.parametrize(("first", "after"), [("Passed out", (2, 0)), ("Undo", (0, 1))])
def test_a_double_tap_on_passed_out_or_undo_counts_once(live_server, open_page, first, after):
    page = open_page()
    page.goto(give_game(live_server, page, **LONG))
    tell(page)
    touch(page.locator("[data-save]"))
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#pad .pending-news")).to_have_count(0)  # the server has it: what can be tapped now stays
    button = page.get_by_role("button", name=first, exact=True)
    button.tap(trial=True)  # once it has been there for a moment
    double_tap(page, *middle(button), 300)
    until(page, lambda: entries(page), lambda found: found == after)
    page.wait_for_timeout(SETTLED)
    assert entries(page) == after


def test_a_key_that_is_held_or_pressed_twice_saves_one_hand(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(give_game(live_server, page, **LONG))

    for name, value in (("contractor", 1), ("bid", 50), ("points", 55)):
        chip(page, name, value).click()
    page.locator("[data-save]").focus()
    page.keyboard.down("Enter")
    for _ in range(3):
        page.keyboard.down("Enter")  # repeated, as by a key that is held
    page.keyboard.up("Enter")
    expect(page.locator("#notice")).to_contain_text("Hand 1 saved.")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert entries(page) == (1, 0)
    expect(page.locator("#problem")).to_have_count(0)


def test_a_page_that_has_just_come_does_nothing_under_the_second_tap_and_works_a_moment_later(live_server, open_page):
    page = open_page(javascript=False)
    game = give_game(live_server, page, events=[played(0, 60, 90, 10)])
    moment = page.context.new_cdp_session(page)
    moment.send("Animation.enable")
    # The delay lasts until the tap arrives, however slow this computer is.
    moment.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.goto(f"{game}/hands/2/strike")
    button = page.get_by_role("button", name="Void it")
    page.touchscreen.tap(*middle(button))
    page.wait_for_timeout(200)
    assert page.url.endswith("/strike")
    moment.send("Animation.setPlaybackRate", {"playbackRate": 1})
    button.tap()
    page.wait_for_url(f"{game}?*")


def test_a_menu_closes_by_escape_and_by_a_tap_beside_it_that_does_nothing_else(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    menu = page.locator(".menu")
    page.locator(".menu > summary").tap()
    expect(menu).to_have_attribute("open", "")
    page.touchscreen.tap(*middle(chip(page, "points", 40)))
    expect(menu).not_to_have_attribute("open", "")
    page.wait_for_function("() => fingers.came >= 2")  # the tap on the menu, and this one
    assert page.locator("#pad :checked:not(.none)").count() == 0
    page.locator(".menu > summary").tap()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(page.locator(".menu > summary")).to_be_focused()


def test_undo_takes_no_tap_between_a_hand_that_is_saved_and_the_page_that_is_drawn_with_it(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    late = []
    page.route("**/js/local-view.js", lambda route: late.append(route))  # the script that draws it is slow
    page.goto(game)
    Thumb(page).hand(1, 60, 80)
    expect(rows(page)).to_have_count(1)
    undo = page.locator('#pad .news:not(.pending-news) [name="change"]')
    expect(undo).to_be_visible()
    assert not undo.evaluate("(one) => Boolean(one.closest('[inert]'))")
    corner = Corner(page)
    Thumb(page).hand(2, 60, 70)
    expect(page.locator("#pad :checked:not(.none)")).to_have_count(0)
    assert undo.evaluate("(one) => Boolean(one.closest('[inert]'))")  # it would take back the hand before
    for route in late:
        route.continue_()
    touch(page.locator('.pending-news [name="change"]'))
    expect(page.locator("#rows .is-pending:not(.is-struck)")).to_have_count(0)
    corner.leave()

    def told():
        return [event["contractor"] for event in page.request.get(f"{game}/record.json").json()["events"]]

    until(page, lambda: page.evaluate(KEPT), lambda kept: kept == [])
    until(page, told, lambda hands: hands == [1])


def test_what_a_hand_brings_is_said_no_more_once_it_is_saved(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    late = []
    page.route("**/js/local-view.js", lambda route: late.append(route))
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(2, 60, 70)
    expect(page.locator("#pad :checked:not(.none)")).to_have_count(0)
    for route in late:
        route.continue_()
    expect(page.locator("#rows .is-pending .score")).to_have_count(2)  # the engine runs and has already computed the preview
    expect(page.locator("#result > *")).to_have_count(0)
    corner.leave()


@pytest.mark.parametrize(("way", "done"), [("strike", "strike"), ("edit", "correct")])
def test_a_double_tap_on_a_page_of_its_own_strikes_out_or_corrects_once(live_server, open_page, way, done):
    page = open_page()
    game = give_game(live_server, page, events=[played(0, 60, 90, 10)], **LONG)
    page.goto(f"{game}/hands/2/{way}")
    if way == "edit":
        touch(chip(page, "points", 80))
        expect(page.locator("#changebar [value=record]")).to_be_enabled()
        page.wait_for_timeout(SETTLED)
    button = page.locator("#changebar [value=record]") if way == "edit" else page.get_by_role("button", name="Void it")
    button.tap(trial=True)
    double_tap(page, *middle(button), 120)
    until(page, lambda: page.url.partition("?")[0] == game)

    def acts():
        with live_server.app.app_context():
            return [one.action for one in db.session.scalars(select(StoredGameEvent).order_by(StoredGameEvent.revision))][2:]

    until(page, acts)
    page.wait_for_timeout(SETTLED)
    assert acts() == [done]
    expect(page.locator("#rows .is-pending, .slip--clash")).to_have_count(0)
