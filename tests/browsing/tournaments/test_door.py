"""The door on phones: double taps, two devices at once, a network that comes and goes, and a player's own phone."""

from __future__ import annotations

import re
import time

import pytest
from flask import request
from playwright.sync_api import expect

from scorekeeper.tournaments.commands.door import check_ins, payments
from scorekeeper.tournaments.commands.door.check_in_link import check_in_link
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.browser import network_is_back, until
from tests.browsing.test_accessibility import expect_accessible
from tests.browsing.test_reading import enlarge
from tests.tournaments import evening

pytestmark = pytest.mark.browser


class Door:
    """A tournament of eight pairs with an entry fee of ten dollars, and the devices at its door."""

    def __init__(self, server, open_page):
        self.server, self.open_page = server, open_page
        self.desk = evening.Desk(server.app, evening.pairs(8))
        self.desk.write(lifecycle.edit, {"door": {"price": 1000}})

    def device(self, **how):
        """Return a signed-in device that shows the door."""
        page = self.open_page(**how)
        page.goto(f"{self.server.url}/club/sign-in")
        page.locator("[name=name]").fill("Organiser")
        page.locator("[name=password]").fill("fleur de lys au vent")
        page.locator("main .btn--primary").click()
        page.wait_for_url("**/desk/**")
        page.goto(f"{self.server.url}/desk/{self.desk.id}/door")
        expect(page.locator("html.js .door-row")).to_have_count(8)
        return page

    def states(self):
        return [one.state for one in DoorState(self.desk.board).entries]

    def paid(self):
        return [one.paid for one in DoorState(self.desk.board).entries]


@pytest.fixture
def door(live_server, open_page):
    return Door(live_server, open_page)


def button(page, who, act):
    return page.locator(f"#door-{who} .door-tap--{act}")


def settled(page):
    """Wait until the server has every tap."""
    expect(page.locator(".door-row.is-pending")).to_have_count(0)


@pytest.mark.journey
def test_a_double_tap_checks_in_and_takes_the_fee_once(door):
    page = door.device()
    button(page, "e1", "here").dblclick()
    settled(page)
    expect(button(page, "e1", "here")).to_have_attribute("aria-pressed", "true")
    button(page, "e1", "cash").dblclick()
    settled(page)
    assert door.states()[0] == "here"
    assert door.paid()[0] == 1000
    expect(page.locator("#door-sums")).to_contain_text("1 of 8 here")
    expect(page.locator("#door-sums")).to_contain_text("paid $10")


@pytest.mark.thorough("two taps within 0.8 seconds are one")
def test_a_later_tap_undoes_the_first(door):
    page = door.device()
    for state in ("here", "expected"):
        button(page, "e1", "here").tap()
        settled(page)
        assert door.states()[0] == state
        page.wait_for_timeout(900)


def test_taps_made_without_a_network_are_shown_at_once_and_arrive_later_in_order(door):
    page = door.device(errors_expected=True)
    page.context.set_offline(True)
    for who in ("e1", "e2", "e3"):
        button(page, who, "here").tap()
        button(page, who, "e_transfer").tap()
    button(page, "e4", "missing").tap()
    expect(page.locator(".door-row.is-pending")).to_have_count(4)
    assert door.states() == ["expected"] * 8
    network_is_back(page.context)
    settled(page)
    assert door.states() == [*["here"] * 3, "missing", *["expected"] * 4]
    assert door.paid()[:4] == [1000, 1000, 1000, 0]
    assert door.desk.board.revision == 11


def test_two_devices_show_each_others_taps_and_take_the_fee_once(door, live_server):
    one, two = door.device(errors_expected=True), door.device(errors_expected=True, desktop=True)

    def wait():
        if request.path.endswith("/door/log"):
            time.sleep(0.4)

    live_server.app.before_request_funcs.setdefault(None, []).append(wait)
    for page in (one, two):
        button(page, "e1", "here").click(no_wait_after=True)
        button(page, "e1", "cash").click(no_wait_after=True)
    button(one, "e2", "here").click(no_wait_after=True)
    button(two, "e3", "missing").click(no_wait_after=True)
    for page in (one, two):
        settled(page)
    assert door.states()[:3] == ["here", "here", "missing"]
    assert door.paid()[0] == 1000
    for page in (one, two):
        expect(page.locator("#door-e2")).to_have_attribute("data-state", "here")
        expect(page.locator("#door-e3")).to_have_attribute("data-state", "missing")
    button(one, "e4", "here").click()
    button(two, "e4", "missing").click()
    until(one, lambda: one.locator("#door-said:visible").count() + two.locator("#door-said:visible").count() == 1)
    expect(one.locator("#door-e4")).to_have_attribute("data-state", re.compile("here|missing"))


@pytest.mark.thorough("two taps in one place within 0.8 seconds are one")
def test_everyone_else_is_here_and_the_round_begins_without_the_missing(door):
    page = door.device()
    for who in ("e2", "e5"):
        button(page, who, "missing").tap()
        settled(page)
        page.wait_for_timeout(900)  # the list may have moved under the finger
    page.get_by_role("button", name="Everyone else is here").tap()
    expect(page.locator("#door-sums")).to_contain_text("6 of 8 here")
    page.wait_for_timeout(900)
    page.get_by_role("link", name="Pair round 1").tap()
    page.get_by_role("button", name="Pair round 1").tap()
    page.wait_for_url("**/draft")
    assert door.desk.board.draft.seat("e2") is None
    assert len(door.desk.board.draft.tables) == 3


def test_a_name_is_found_without_accents_and_enter_makes_room_for_the_next(door):
    page = door.device()
    page.locator("[data-seek]").fill("gerard")
    expect(page.locator(".door-row:visible")).to_have_count(1)
    page.locator(".door-row:visible .door-tap--here").tap()
    settled(page)
    expect(page.locator(".door-row:visible")).to_have_count(1)
    page.locator("[data-seek]").press("Enter")
    expect(page.locator(".door-row:visible")).to_have_count(8)


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_every_button_can_be_tapped_with_letters_twice_as_large(door, language):
    page = door.device(language=language)
    enlarge(page, 200)
    page.reload()
    for one in page.locator("#door-e1 .door-tap").all():
        box = one.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 44
        assert one.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_player_checks_in_on_their_own_phone_and_may_take_it_back(door, open_page, live_server):
    desk_page = door.device(desktop=True)
    with live_server.app.app_context():
        token = check_in_link(door.desk.access, door.desk.board)
    phone, other = open_page(), open_page()
    phone.goto(f"{live_server.url}/d/{token}")
    phone.locator("[data-seek]").fill("irenee")
    phone.locator(".door-own:visible .btn").tap()
    expect(phone.get_by_role("status")).to_contain_text("is checked in")
    expect(desk_page.locator("#door-e5")).to_have_attribute("data-state", "here")
    expect(desk_page.locator("#door-e5")).to_contain_text("by phone")
    other.goto(f"{live_server.url}/d/{token}")
    expect(other.locator(".door-own", has_text="Irénée").locator(".btn")).to_have_count(0)
    phone.locator(".door-own .btn", has_text="Not me").tap()
    expect(phone.get_by_role("status")).to_contain_text("is not checked in")
    assert door.states()[4] == "expected"


@pytest.mark.parametrize("dark", [False, True])
def test_the_pages_of_the_door_are_accessible(door, live_server, dark):
    door.desk.write(check_ins.check_in, ["e1"], "here")
    door.desk.write(check_ins.check_in, ["e2"], "missing")
    door.desk.write(payments.pay, "e1", "cash")
    page = door.device(dark=dark)
    page.set_viewport_size({"width": 390, "height": 1800})  # a button half covered by the foot would count as too small
    expect_accessible(page, "the door")
    page.goto(f"{live_server.url}/desk/{door.desk.id}/door/pair")
    expect_accessible(page, "who plays")
    with live_server.app.app_context():
        token = check_in_link(door.desk.access, door.desk.board)
    page.goto(f"{live_server.url}/d/{token}")
    expect_accessible(page, "check-in by phone")
