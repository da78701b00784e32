"""A call to the director from a phone without a network: kept, sent once, and rung at the desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands.calls.board_calls import calls_of
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.browser import network_is_back, until
from tests.browsing.test_accessibility import expect_accessible
from tests.tournaments import evening

pytestmark = pytest.mark.browser


def test_a_call_waits_on_the_phone_for_the_network_and_marks_the_desk_once(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(4), options={"rounds": 3})
    desk.write(lifecycle.edit, {"director_calls": True})
    desk(evening.next_round)
    token = desk(evening.tables)[1]
    at_desk = open_page(desktop=True)
    at_desk.goto(f"{live_server.url}/club/sign-in")
    at_desk.locator("[name=name]").fill("Organiser")
    at_desk.locator("[name=password]").fill("fleur de lys au vent")
    at_desk.locator("main .btn--primary").click()
    at_desk.wait_for_url("**/desk/**")
    at_desk.goto(f"{live_server.url}/desk/{desk.id}")
    at_desk.locator("#desk-ring").click()
    expect(at_desk.locator("#desk-ring[aria-pressed=true]")).to_be_visible()
    phone = open_page(errors_expected=True)
    phone.goto(f"{live_server.url}/t/{token}")
    expect(phone.locator("html.js")).to_have_count(1)
    phone.context.set_offline(True)
    phone.locator(".call summary").tap()
    phone.locator("[name=reason][value=revoke]").tap()
    expect(phone.locator(".call[inert]")).to_be_visible()  # kept on the phone
    assert calls_of(desk.board) == []
    network_is_back(phone.context)
    expect(phone.locator(".call")).to_contain_text("The director knows.")
    assert [one.reason for one in calls_of(desk.board)] == ["revoke"]
    expect(at_desk.locator(".desk-call.is-new")).to_contain_text("Revoke")
    until(at_desk, lambda: at_desk.title().startswith("(1) "))
    expect_accessible(at_desk, "the desk with a call")
    with at_desk.expect_popup() as opened:
        at_desk.get_by_role("button", name="On my way").click()
    expect(opened.value.locator("#main.ruling")).to_be_visible()
    expect(phone.locator(".call")).to_contain_text("The director is on the way.")
    until(at_desk, lambda: not at_desk.title().startswith("("))
    expect_accessible(phone, "the phone of a table that called")
