from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import network_is_back, until
from tests.browsing.kept import rows
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, played, show, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser

CALLS = ["pass", 60, 75, "keep", "pass", "pass"]
WORDS = {
    "en-CA": ("Call by call", "Aline plays 75.", "60” is not allowed.", "Score sheet"),
    "fr-CA": ("Les annonces", "Aline joue 75.", "n’est pas permis", "Feuille de pointage"),
}


def call_chip(page, call):
    return page.locator(f'.auction [name="call"][value="{call}"]')


def turn(page):
    """Return the seat in turn."""
    return page.locator(".auction .seat[aria-current] b")


def by_call(server, page, **game):
    """Open a game whose pad takes call by call."""
    address = give_game(server, page, **game)
    page.context.add_cookies([{"name": "auction", "value": "calls", "url": server.url}])
    page.goto(address)
    return address


@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_an_auction_is_tapped_in_as_many_taps_as_it_has_calls(live_server, open_page, language):
    switch, plays, refused, sheet = WORDS[language]
    page = open_page(language=language)
    page.goto(give_game(live_server, page, rules="informal"))
    expect(page.locator(".sheet-head h2")).to_have_text(sheet)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("button", name=switch))
    thumb.taps = 0
    for call, then in zip(CALLS, ["Claire", "Denis", "Aline", "Claire", "Denis", None], strict=True):
        thumb.tap(call_chip(page, call))
        if then:
            expect(turn(page)).to_have_text(then)
    assert thumb.taps == len(CALLS)
    expect(page.locator(".auction-note")).to_have_text(plays)
    expect(page.locator(".auction .calls-table tbody td")).to_have_text(
        ["passe", "60", "75", "garde", "", "passe", "passe", ""]
        if language == "fr-CA"
        else ["pass", "60", "75", "keep", "", "pass", "pass", ""]
    )
    thumb.chip("points", 85)
    expect(page.locator("#result .receipt td.score")).to_have_text(["85", "15"])
    thumb.tap(page.locator("[data-save]"))
    expect_scores(page, "85", "15")
    expect(page.locator("#rows tr").first).to_contain_text("75")
    expect(page.locator("#rows tr").first).to_contain_text("Aline")
    expect(turn(page)).to_have_text("Claire")  # the next auction, at the left of the next dealer
    expect(rows(page)).to_have_count(1)  # the answer has replaced the form
    thumb.tap(call_chip(page, 60))
    thumb.tap(call_chip(page, 60))
    expect(page.locator("[data-why]")).to_contain_text(refused)
    expect(turn(page)).to_have_text("Denis")


def test_a_refused_call_says_why_and_a_call_is_taken_back(live_server, open_page):
    page = open_page()
    by_call(live_server, page)
    thumb = Thumb(page)
    thumb.tap(call_chip(page, 70))
    thumb.tap(call_chip(page, 65))
    expect(page.locator("[data-why]")).to_contain_text("A bid must be above the last, which was 70.")
    expect(page.locator("#said")).to_contain_text("“65” is not allowed.")
    assert page.request.get(live_server.url + page.locator("[data-why] a").get_attribute("href")).ok
    thumb.tap(page.locator('.auction [name="who"][value="1"]'))
    expect(page.locator("[data-why]")).to_contain_text("It is Claire’s turn.")
    expect(page.locator(".calls-table tbody td")).to_have_text(["70", "", "", ""])
    thumb.tap(page.locator("#savebar").get_by_role("button", name="Undo call"))
    expect(turn(page)).to_have_text("Benoît")
    expect(page.locator("[data-why]")).to_be_hidden()
    page.locator(".odd summary").tap()
    call_chip(page, 45).tap()
    expect(page.locator("[data-why]")).to_contain_text("The lowest bid is 50.")
    for _ in range(4):
        call_chip(page, "pass").tap()
    expect(page.locator(".auction-note")).to_have_text("Everyone passed: the hand is thrown in.")
    page.get_by_role("button", name="Save as passed out").tap()
    expect(page.locator("#rows tr").first).to_contain_text("Passed out")


def test_the_contract_is_kept_with_its_auction_while_the_hand_is_played(live_server, open_page):
    page = open_page()
    by_call(live_server, page, rules="informal")
    for call in CALLS:
        call_chip(page, call).tap()
    page.locator('[name="action"][value="open"]').tap()
    expect(page.locator(".contract-line")).to_contain_text("Aline · 75")
    expect(page.locator(".calls-table tbody tr")).to_have_count(2)
    chip(page, "points", 80).tap()
    touch(page.locator("[data-save]"))
    expect_scores(page, "80", "20")
    show(page, "sheet")
    page.locator("#row-3 a").click()
    expect(page.locator(".calls-table tbody td")).to_have_text(["pass", "60", "75", "keep", "", "pass", "pass", ""])


def test_what_others_do_shows_on_a_pad_that_waits_with_its_contract(live_server, open_page):
    page, other = open_page(), open_page()
    address = give_game(live_server, page, other, rules="informal")
    page.context.add_cookies([{"name": "auction", "value": "calls", "url": live_server.url}])
    page.goto(address)
    for call in CALLS:
        call_chip(page, call).tap()
    page.locator('[name="action"][value="open"]').tap()
    expect(page.locator(".contract-line")).to_contain_text("Aline · 75")
    other.goto(address)
    expect(other.locator(".contract-line")).to_contain_text("Aline · 75")
    chip(other, "points", 80).tap()
    touch(other.locator("[data-save]"))
    expect_scores(page, "80", "20")  # automatically, within seconds
    expect(turn(page)).to_have_text("Claire")


def test_an_auction_without_a_network_is_judged_by_the_engine_on_the_phone(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    by_call(live_server, page, events=[played(0, 60, 70, 30)])
    keep(page)
    page.context.set_offline(True)
    call_chip(page, 60).tap()
    expect(turn(page)).to_have_text("Denis")
    call_chip(page, 55).tap()
    expect(page.locator("[data-why]")).to_contain_text("A bid must be above the last, which was 60.")
    for call in (75, "pass", "pass", "pass"):
        call_chip(page, call).tap()
    expect(page.locator(".auction-note")).to_have_text("Denis plays 75.")
    chip(page, "points", 80).tap()
    expect(page.locator("#result .receipt td.score")).to_have_text(["90", "110"])
    touch(page.locator("[data-save]"))
    kept = page.locator("#rows .is-pending")
    expect(kept).to_contain_text("Denis 75")
    expect_scores(page, "90", "110")
    expect(turn(page)).to_have_text("Denis")  # Claire deals next
    expect(page.locator(".calls-table thead th").first).to_have_text("Denis")
    network_is_back(page.context)
    expect(kept).to_have_count(0)
    expect_scores(page, "90", "110")
    expect(page.locator("#rows tr").nth(1)).to_contain_text("60, 75, pass, pass, pass")


def test_a_kept_auction_keeps_its_contractor_where_another_hand_comes_before_it(live_server, open_page):
    page, other = open_page(keeps=True, errors_expected=True), open_page()
    address = give_game(live_server, page, other)
    page.context.add_cookies([{"name": "auction", "value": "calls", "url": live_server.url}])
    page.goto(address)
    other.goto(address)
    keep(page)
    page.context.set_offline(True)
    for call in (60, "pass", "pass", "pass"):  # Aline deals: Benoît plays 60
        call_chip(page, call).tap()
    expect(page.locator(".auction-note")).to_have_text("Benoît plays 60.")
    chip(page, "points", 70).tap()
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    Thumb(other).hand(0, 50, 90)
    expect_scores(other, "90", "10")
    expect(rows(other)).to_have_count(1)  # the server has it
    network_is_back(page.context)
    page.locator("[data-outbox] [data-do='again']").tap()
    expect_scores(page, "120", "80")
    expect(page.locator("#rows tr").nth(1)).to_contain_text("Benoît 60")


@pytest.mark.journey
def test_an_auction_without_script_is_a_submit_a_call(live_server, open_page):
    page = open_page(javascript=False)
    page.goto(give_game(live_server, page, rules="informal"))
    page.get_by_role("button", name="Call by call").tap()
    for call, then in zip(CALLS, ["Claire", "Denis", "Aline", "Claire", "Denis", None], strict=True):
        call_chip(page, call).tap()
        if then:
            expect(turn(page)).to_have_text(then)
    expect(page.locator(".auction-note")).to_have_text("Aline plays 75.")
    chip(page, "points", 85).tap()
    page.locator("[data-save]").tap()
    expect_scores(page, "85", "15")
    expect(turn(page)).to_have_text("Claire")


@pytest.mark.parametrize(("rules", "height"), [("informal", 664), ("le_ruff", 844), ("six_three_pairs", 844), ("cutthroat", 844)])
def test_a_usual_auction_needs_no_scrolling(live_server, open_page, rules, height):
    players = {"six_three_pairs": ["Aline", "Benoît", "Claire", "Denis", "Émile", "Fleur"]}.get(
        rules, ["Aline", "Benoît", "Claire", "Denis"]
    )
    page = open_page()
    page.set_viewport_size({"width": 390, "height": height})
    by_call(live_server, page, rules=rules, players=players)
    bar = page.locator("#savebar").bounding_box()
    for call in ("pass", 60, 65, 70, 75):
        button = call_chip(page, call)
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= bar["y"] + 1
        button.tap()
        expect(page.locator('.auction [name="calls"]')).to_have_value(ends_with(call))
    assert page.evaluate("scrollY") == 0
    last = call_chip(page, 100).bounding_box()
    assert last["y"] + last["height"] <= page.locator("#savebar").bounding_box()["y"] + 1


def ends_with(call):
    """Return a pattern for calls that end with this one."""
    return re.compile(rf"(^|\.){call}$")


def test_a_call_whose_answer_comes_after_news_of_another_hand_is_made_in_the_auction_of_the_next(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    page.route("**/phone/worker.js", lambda route: route.abort())  # the server has the auction's state
    address = give_game(live_server, page, other)
    page.context.add_cookies([{"name": "auction", "value": "calls", "url": live_server.url}])
    page.goto(address)
    other.goto(address)
    held = []
    page.route(f"{address}/auction**", lambda route: held.append(route) if not held else route.continue_())
    expect(turn(page)).to_have_text("Benoît")
    touch(call_chip(page, 60))
    until(page, lambda: held)
    Thumb(other).hand(0, 50, 90)
    expect(rows(other)).to_have_count(1)
    look(page)
    expect(turn(page)).to_have_text("Claire")  # Benoît deals now
    held[0].continue_()
    expect(page.locator(".auction .calls-table tbody td").first).to_have_text("60")
    expect(turn(page)).to_have_text("Denis")
