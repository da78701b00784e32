"""A bid saved before its hand was played stays in the form while it waits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browsing.kept import NEWS, Corner, correctable, rows
from tests.browsing.pad import chip, expect_scores, give_game, played, save_the_bid, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser


def play_the_bid_here(page):
    """Record the result of a bid on the server while offline. Returns the corner that stores it."""
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    corner = Corner(page)
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    return corner


@pytest.mark.journey
def test_a_hand_taken_back_without_a_network_has_its_saved_bid_waiting_again(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    save_the_bid(page, 0, 60)
    touch(chip(page, "points", 70))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
    expect(page.locator('#pad .news:not(.pending-news) [name="change"]')).to_be_visible()
    corner = Corner(page)
    touch(page.locator('#pad .news:not([hidden]) [name="change"]'))
    expect(page.locator("#rows .is-pending.is-struck")).to_have_count(1)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("0")
    touch(chip(page, "points", 55))
    touch(page.locator("[data-save]"))
    expect_scores(page, "−60", "45")
    corner.leave()
    expect_scores(page, "−60", "45")


def test_going_back_to_a_page_from_before_the_bid_was_saved_shows_that_bid_and_no_other(live_server, open_page):
    page = open_page()
    game = give_game(live_server, page)
    page.goto(game)
    page.goto(game)  # with all its later cookies, because the browser stores this page for going back
    save_the_bid(page, 2, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    page.goto(f"{game}/history")
    page.go_back()
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    for name, value in (("contractor", "2"), ("bid", "60")):
        expect(page.locator(f"#pad [name={name}]:checked")).to_have_value(value)


@pytest.mark.parametrize("then", ["a bid", "a hand", "a correction"])
def test_an_older_page_on_which_another_bid_waits_shows_what_waits_now(live_server, open_page, then):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    save_the_bid(page, 2, 75)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    older = page.request.get(game).text()  # as a browser or a middleman may keep it
    touch(chip(page, "points", 75))
    touch(page.locator("#pad [data-save]"))
    expect(rows(page)).to_have_count(1)
    page.route(re.compile(r"/games/\d+/log"), lambda route: route.abort())  # what is done from here on stays here
    if then == "a correction":
        page.goto(f"{game}/hands/{correctable(page)}/edit")
        page.wait_for_timeout(900)
        chip(page, "points", 80).tap()
        page.locator("#changebar [value=record]").tap()
        page.wait_for_url(game)
    else:
        save_the_bid(page, 1, 50)
    if then == "a hand":
        touch(chip(page, "points", 60))
        touch(page.locator("#pad [data-save]"))
        expect(page.locator("#rows .is-pending")).to_have_count(1)  # it is stored; until then the news is about the bid
    expect(page.locator("#pad .pending-news")).to_be_attached()
    page.route(NEWS, lambda route: route.abort())
    page.route(game, lambda route: route.fulfill(body=older, content_type="text/html"))
    page.goto(game)
    expect(page.locator("#pad .pending-news")).to_be_attached()
    page.unroute(NEWS)  # news arrives once the stored hand fills the form
    look(page)
    expect(page.locator("#rows .is-pending")).to_have_count(0 if then == "a bid" else 1)
    if then == "a bid":
        for name, value in (("contractor", "1"), ("bid", "50")):
            expect(page.locator(f"#pad [name={name}]:checked")).to_have_value(value)
    else:
        expect(chip(page, "contractor", 1)).to_be_visible()
        expect(page.locator("#pad [data-step] :checked:not(.none)")).to_have_count(0)


def test_a_contract_that_another_phone_has_played_meanwhile_leaves_the_form_with_the_result_that_is_kept(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    page.goto(game)
    save_the_bid(page, 0, 90)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    touch(chip(page, "points", 95))
    other.goto(game)
    touch(chip(other, "points", 90))
    touch(other.locator("#pad [data-save]"))
    expect(rows(other)).to_have_count(1)
    look(page)
    expect(rows(page)).to_have_count(1)  # the news, around what is half told
    Corner(page)
    touch(page.locator("#pad [data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect(page.locator("#pad .contract")).to_have_count(0)
    expect(chip(page, "contractor", 0)).to_be_visible()


_NOTE_TYPED = """() => {
  const note = document.querySelector('#pad [name="note"]');
  note.closest("details").open = true;
  note.focus();
  note.value = "again";
}"""


def test_a_note_told_before_the_log_was_read_holds_no_bid_that_was_played_in_the_form(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    corner = play_the_bid_here(page)
    open_late(page, game, _NOTE_TYPED)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect(page.locator("#pad .contract")).to_have_count(0)
    expect(page.locator('#pad [name="note"]')).to_be_focused()
    corner.leave()
    expect(rows(page)).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_have_value("again")
    with page.expect_request(re.compile(r"/games/\d+/log")) as sent:
        touch(page.locator("#pad .passed"))
    assert sent.value.post_data_json["act"]["event"] == {"kind": "passed_out", "note": "again"}


def test_a_note_told_before_the_log_was_read_keeps_no_bid_that_waits_out_of_the_form(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    Corner(page)
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad[data-opened]")).to_have_count(1)
    open_late(page, game, _NOTE_TYPED)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("1")
    expect(page.locator("#pad [name=bid]:checked")).to_have_value("60")
    expect(page.locator('#pad [name="note"]')).to_have_value("again")


def open_late(page, game, script):
    """Open a game, and run something before the page has read its stored data."""
    late = []
    page.route("**/js/local-view.js", lambda route: late.append(route))
    with page.expect_request("**/js/local-view.js"):
        page.goto(game, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#pad details.pad-more')")
    page.evaluate(script)
    for route in late:
        route.continue_()


def test_a_bid_that_is_taken_back_before_it_leaves_goes_on_being_told(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    save_the_bid(page, 0, 90)
    touch(page.locator("#pad .pending-news button"))
    expect(page.locator("#pad[data-opened]")).to_have_count(0)
    corner.leave()
    expect(page.locator("#pad .pending-news")).to_have_count(0)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("0")


_NOTE = """() => {
  const written = new MutationObserver(() => {
    const note = document.querySelector("#pad [name=note]");
    if (!document.querySelector("#pad")?.dataset.turn || !note) return;
    written.disconnect();
    note.value = "again";
  });
  delete document.querySelector("#pad").dataset.turn;
  written.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-turn"] });
}"""
"""Adds a note as soon as the previous hand is stored."""


def test_what_is_told_right_after_a_hand_is_told_of_the_next_one_and_not_of_the_bid_that_was_played(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    save_the_bid(page, 3, 75)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    touch(chip(page, "points", 80))
    page.evaluate(_NOTE)
    touch(page.locator("#pad [data-save]"))
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#rows .is-pending")).to_have_count(0)  # the server's answer is there
    expect(page.locator("#pad .contract")).to_have_count(0)
    expect(page.locator('#pad [name="note"]')).to_have_value("again")
    expect(chip(page, "contractor", 3)).to_be_visible()
    touch(page.locator("#pad .passed"))
    expect(rows(page)).to_have_count(2)


def test_what_was_opened_in_the_form_stays_open_when_the_form_comes_anew(live_server, open_page):
    page, other = open_page(), open_page()
    game = give_game(live_server, page)
    page.goto(game)
    touch(page.locator("#pad details.pad-more summary"))
    expect(page.locator('#pad [name="note"]')).to_be_visible()
    other.context.add_cookies(page.context.cookies())
    other.goto(game)
    save_the_bid(other, 0, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_be_visible()


def test_a_note_that_was_typed_before_the_bid_was_saved_is_kept_with_the_hand(live_server, open_page):
    page = open_page()
    game = give_game(live_server, page)
    page.goto(game)
    touch(page.locator("#pad details.pad-more summary"))
    page.locator('#pad [name="note"]').fill("Misère noire")
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_have_value("Misère noire")
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(rows(page)).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_have_value("")
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    told = page.evaluate("(url) => fetch(url).then((answer) => answer.json())", f"{game}/record.json")
    assert [event["note"] for event in told["events"]] == ["Misère noire"]


def test_what_was_opened_before_the_log_was_read_stays_open_in_the_form_of_the_next_hand(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    play_the_bid_here(page)
    late = []
    page.route("**/js/local-view.js", lambda route: late.append(route))
    with page.expect_request("**/js/local-view.js"):
        page.goto(game, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#pad details.pad-more')")
    page.evaluate("document.querySelector('#pad details.pad-more').open = true")
    for route in late:
        route.continue_()
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect(page.locator("#pad [name=kept]")).to_have_count(0)
    expect(page.locator("#pad details.pad-more[open]")).to_have_count(1)


FLASHED = """() => new MutationObserver(() => {
  if (document.querySelector("#pad [name=kept]")) window.flashed = true;
}).observe(document.body, { childList: true, subtree: true })"""


def test_while_what_was_kept_is_answered_bit_by_bit_the_form_stays_that_of_the_next_hand(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    may_pass = []
    page.route("**/live", lambda route: route.abort())
    page.route("**/log*", lambda route: route.continue_() if may_pass and may_pass.pop() else route.abort())
    save_the_bid(page, 0, 60)
    touch(chip(page, "points", 70))
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect(chip(page, "contractor", 1)).to_be_visible()
    page.evaluate(FLASHED)
    may_pass.append(True)
    with page.expect_response("**/log*"):
        look(page)  # the bid is answered, its hand is not yet
    touch(chip(page, "contractor", 1))
    may_pass.extend([True, True])
    look(page)
    expect(rows(page)).to_have_count(1)
    expect(page.locator('#pad [name=contractor][value="1"]')).to_be_checked()
    assert not page.evaluate("window.flashed")


def test_an_answer_under_a_saved_bid_stays_in_the_record_where_the_points_make_it_needless(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, rules="informal", events=[played(0, 60, 70, 30), played(1, 75, 40, 60)])
    page.goto(game)
    corner = Corner(page)
    save_the_bid(page, 1, 75)
    touch(page.locator(".ask-bids .chip", has_text="No"))
    touch(chip(page, "points", 100))  # the other side has no points, so the bids don't matter
    expect(page.locator(".receipt")).to_be_visible()
    expect(page.locator(".ask-bids")).to_have_count(0)
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    corner.leave()
    expect(rows(page)).to_have_count(3)  # the server has it
    record = page.evaluate("async (game) => (await fetch(game + '/record.json')).json()", game)
    assert record["events"][-1]["bids"] == {}
