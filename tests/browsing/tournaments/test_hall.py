"""One clock for two tournaments in a hall, at the desk while it updates by itself, and one screen that turns to the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.authorization import reread
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.hall.hall_tables import number_tables
from tests.tournaments import evening

pytestmark = [pytest.mark.browser]


def clock_of(app, access):
    with app.app_context():
        return tournament_board.load(reread(access)).clock


def test_a_tick_stays_while_the_desk_updates_and_the_screen_turns_to_the_other_event(live_server, open_page):
    app = live_server.app
    with app.app_context():
        beginners = evening.tournament(evening.pairs(4), name="Débutants", options={"rounds": 2})
        evening.next_round(beginners)
        access = evening.tournament(evening.pairs(4), name="Open", options={"rounds": 2})
        write(access, number_tables(3), revision=evening.now(access).revision, uuid=evening.key())
        evening.next_round(access)
    page = open_page(desktop=True)
    page.goto(live_server.url + "/club/sign-in")
    page.locator("[name=name]").fill("Organiser")
    page.locator("[name=password]").fill("fleur de lys au vent")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/desk**")
    page.goto(f"{live_server.url}/desk/{access.tournament_id}")
    also = page.get_by_label("Also in Débutants")
    expect(also).to_be_checked()
    also.uncheck()
    page.locator("#entry-table").focus()
    with app.app_context():
        evening.enter(access, 3, [200, 100])  # the clock's part of the page is sent again
    expect(page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    expect(also).not_to_be_checked()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert clock_of(app, beginners) is None
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    also.check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert clock_of(app, beginners).running
    assert clock_of(app, access).running
    page.goto(f"{live_server.url}/tournaments/{access.tournament_id}/screen?hall=1&show=tables&seconds=120")
    expect(page.locator(".hall-name")).to_have_text("Open")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hall-name")).to_have_text("Débutants")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hall-name")).to_have_text("Open")
