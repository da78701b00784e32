"""The laboratory in a browser, on a phone and a desktop, in both languages."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.formats.game_record import dump_record, parse_record
from scorekeeper.games.commands.library import game_creation
from tests.browsing.test_accessibility import expect_accessible, sign_in
from tests.cli.test_lab import SAME, TURNED, record
from tests.tournaments.evening import Desk, play_round

pytestmark = pytest.mark.browser

LONG = ["Marie-Antoinette Robichaud-Thériault", "Benoît", "Jean-Baptiste-Alexandre Haché", "Denis"]
FEW = record((0, 75, 85, 15), (1, 60, 55, 45), (2, 50, 60, 40), players=LONG)


def bring(server, page, *records: str) -> None:
    with server.app.app_context():
        device = visitors.make()
        for one in records:
            game_creation.import_record(dump_record(parse_record(json.loads(one))), device)
        cookie = visitors.cookie_value(device)
    page.context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": server.url}])


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("language", "dark", "desktop"),
    [pytest.param("en-CA", False, False, marks=pytest.mark.journey), ("fr-CA", True, True)],
)
def test_a_winter_is_tried_out_and_leads_to_the_game_that_turns(live_server, open_page, language, dark, desktop):
    page = open_page(language=language, dark=dark, desktop=desktop, bypass_csp=True)
    bring(live_server, page, *[SAME] * 6, TURNED, FEW)
    page.goto(f"{live_server.url}/laboratory")
    expect_accessible(page, "the form")
    page.locator("[name=set]").first.select_option("opponents_score=always")
    page.locator("[name=coach]").select_option("*")
    page.locator("main .btn--primary").click()
    expect(page.locator("#fates")).to_contain_text("1")
    expect(page.locator("#bids tbody tr")).to_have_count(3)
    assert fits(page)
    expect_accessible(page, "what came of it")
    page.locator("#told details[open] a").click()
    expect(page.locator(".two-sheets")).to_be_visible()
    page.go_back()
    expect(page.locator("[name=set]").first).to_have_value("opponents_score=always")


def test_it_fits_where_letters_are_twice_as_large(live_server, open_page):
    page = open_page(viewport={"width": 320, "height": 640}, bypass_csp=True)
    bring(live_server, page, SAME, TURNED, FEW)
    page.goto(f"{live_server.url}/laboratory?set=opponents_score=always&coach=*")
    page.add_style_tag(content="html { font-size: 200% }")
    assert fits(page)


def test_a_club_has_it_among_its_pages(live_server, open_page):
    page = open_page(desktop=True, bypass_csp=True)
    Desk(live_server.app, [["Aline", "Denis"], ["Rosa", "Edgar"]])(play_round)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/desk")
    page.get_by_role("link", name="Games under other rules").click()
    expect(page.get_by_text("No hands recorded here yet.")).to_be_visible()
    expect_accessible(page, "a club without recorded games")
