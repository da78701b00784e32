from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import results, table_reports
from tests import browser as chromium
from tests.browser import until
from tests.browsing.laptop import Night
from tests.tournaments import evening

pytestmark = pytest.mark.browser

STANDS = "() => !document.activeElement.getAnimations().length"
"""A button on a page that just appeared ignores presses for a moment (click-guard.js)."""


@pytest.fixture
def night(live_server, open_page):
    """The published first round of a Swiss night, on the live desk."""
    one = Night(open_page(desktop=True), live_server)
    one.begin()
    one.next_round(1, 5)
    return one


def hold_the_first(page, pattern):
    """Hold back the first request of this pattern."""
    held = []
    page.route(pattern, lambda route: route.continue_() if held else held.append(route))
    return held


def let_go(page, held):
    """Release the request that is held back. Requests only arrive while the browser is polled."""
    (one,) = until(page, lambda: held)
    one.continue_()


def test_keys_typed_while_a_result_is_on_its_way_are_those_of_the_next_slip(night):
    held = hold_the_first(night.page, "**/results/log*")
    expect(night.page.locator("#entry-table")).to_be_focused()
    keys = night.page.keyboard
    for text in ("1", "310", "280", "3", "3200", "200"):
        keys.type(text)
        if text == "3200":  # a slip of the finger
            keys.press("Backspace")
        keys.press("Enter")
    let_go(night.page, held)
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("2")
    found = night.board()
    assert [found.table(1, n).result.scores for n in (1, 2, 3)] == [(310, 280), None, (320, 200)]


def test_a_result_whose_answer_was_lost_is_entered_once_and_not_corrected(live_server, open_page):
    night = Night(open_page(desktop=True, errors_expected=True), live_server)
    night.begin()
    night.next_round(1, 5)
    before, sent = night.board().revision, []

    def lose(route):
        sent.append(route.request.post_data_json["key"])
        if len(sent) > 1:
            return route.continue_()
        route.fetch()  # it arrives, and its answer does not
        return route.abort()

    night.page.route("**/results/log*", lose)
    expect(night.page.locator("#entry-table")).to_be_focused()
    strike(night.page, "1⏎310⏎115⏎2⏎300")  # the next slip's keys are not lost either
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    expect(night.page.locator(".outbox:visible")).to_have_count(0)
    assert night.board().revision == before + 1
    assert len(set(sent)) == 1
    strike(night.page, "⏎200⏎")
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("2")
    assert [night.board().table(1, n).result.scores for n in (1, 2)] == [(310, 115), (300, 200)]
    assert "before:" not in night.page.locator("#heard").inner_text()


def test_a_result_that_the_table_tells_otherwise_is_overruled_by_one_more_enter_and_no_key_is_lost(live_server, open_page):
    night = Night(open_page(desktop=True, errors_expected=True), live_server)
    night.begin()
    night.next_round(1, 5)
    with night.server.app.app_context():
        access = tournament_entrance.table(evening.tables(night.access())[1])
        write(access, table_reports.report(0, {"scores": [210, 165]}), revision=access.revision, uuid=evening.key())
    held = hold_the_first(night.page, "**/results/log*")
    expect(night.page.locator("#entry-table")).to_be_focused()
    keys = night.page.keyboard
    for text in ("1", "150", "220", "2", "300", "200"):
        keys.type(text)
        keys.press("Enter")
    let_go(night.page, held)
    heard = night.page.locator("#heard")
    expect(heard).to_contain_text("Table 1 reported a different result")
    expect(heard).to_contain_text("Newer entries wait for this one")
    keys.press("Enter")
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("2")
    found = night.board()
    assert [found.table(1, n).result.scores for n in (1, 2)] == [(150, 220), (300, 200)]


def test_keys_typed_before_the_script_is_there_are_those_of_the_first_slips(night):
    held = []
    night.page.route("**/js/desk-live*.js", lambda route: held.append(route))
    night.page.reload(wait_until="commit")
    expect(night.page.locator("#entry-table")).to_be_visible()
    strike(night.page, "4⏎3300⌫⏎300⏎2⇥200⇥150⏎")
    let_go(night.page, held)
    strike(night.page, "1⏎115⏎310⏎")
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("3")
    found = night.board()
    assert [found.table(1, n).result.scores for n in (4, 2, 1)] == [(330, 300), (200, 150), (115, 310)]


def strike(page, keys):
    """Press keys at full speed: `⇥`, `⇤` (shift), `⏎`, `⌫` and characters."""
    for key in keys:
        page.keyboard.press({"⇥": "Tab", "⇤": "Shift+Tab", "⏎": "Enter", "⌫": "Backspace", " ": "Space"}.get(key, key))


def test_tab_while_a_result_is_on_its_way_goes_to_the_next_field_of_the_next_slip_never_to_undo(night, live_server):
    chromium.late_answers(live_server.app, 0.7)
    expect(night.page.locator("#entry-table")).to_be_focused()
    strike(night.page, "1⇥200⇥150⏎2⇥225⇥65⏎3⏎300⇥⇤310⏎280⏎")
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("3")
    expect(night.page.locator("#entry-table")).to_be_focused()
    found = night.board()
    assert [found.table(1, n).result.scores for n in (1, 2, 3)] == [(200, 150), (225, 65), (310, 280)]


def test_names_typed_one_pair_after_the_other_are_entered_whole_and_the_cursor_is_at_the_next_name(live_server, open_page):
    night = Night(open_page(desktop=True, errors_expected=True), live_server)
    night.begin()
    chromium.late_answers(live_server.app, 0.7)
    page = night.page
    page.locator("[name=player-0]").focus()
    strike(page, "Jean LeBlanc⇥Marie LeBlanc⏎Luc Roy⇥Paul Richard⏎Zo")
    expect(page.locator(".desk-entrants")).to_contain_text("Luc Roy & Paul Richard")
    expect(page.locator("[name=player-0]")).to_be_focused()
    strike(page, "e⇥Luc Roy⏎")  # who is entered already
    expect(page.locator("#enter .faults")).to_be_visible()
    expect(page.locator("[name=player-0]")).to_be_focused()
    assert [page.locator(f"[name=player-{k}]").input_value() for k in (0, 1)] == ["Zoe", "Luc Roy"]
    assert {"Jean LeBlanc & Marie LeBlanc", "Luc Roy & Paul Richard"} <= {one.name for one in night.board().entrants}


@pytest.mark.parametrize("button", ["+5 min", "Pause", "Call last hand", "Remove"])
def test_after_a_button_of_the_clock_the_cursor_is_in_the_line_for_results(night, button):
    page = night.page
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#entry-table")).to_be_focused()
    page.get_by_role("button", name=button).click()
    strike(page, "1⏎200⏎150⏎")
    expect(page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    assert night.board().table(1, 1).result.scores == (200, 150)


def test_undo_beside_the_line_keeps_what_is_typed_and_the_cursor(night):
    page = night.page
    expect(page.locator("#entry-table")).to_be_focused()
    strike(page, "1⏎200⏎150⏎")
    expect(page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    strike(page, "2⏎3")
    page.locator("#heard").get_by_role("button", name="Undo").click()
    strike(page, "10⏎115⏎")
    expect(page.locator("#desk-tables #table-2")).to_contain_text("310")
    assert [night.board().table(1, n).result.known for n in (1, 2)] == [False, True]


def test_the_draft_begins_with_the_button_that_publishes_it(night):
    expect(night.page.locator("#entry-table")).to_be_focused()
    for n in (1, 2, 3, 4, 5):
        strike(night.page, f"{n}⏎300⏎200⏎")
    night.page.get_by_role("button", name="Pair round 2").click()
    expect(night.page.get_by_role("button", name="Publish round 2")).to_be_focused()


def test_keys_typed_while_a_round_is_being_published_are_those_of_its_first_slip(night):
    expect(night.page.locator("#entry-table")).to_be_focused()
    for n in (1, 2, 3, 4, 5):
        strike(night.page, f"{n}⏎300⏎200⏎")
    night.page.get_by_role("button", name="Pair round 2").click()
    held = hold_the_first(night.page, "**/draft/publish")
    publish = night.page.get_by_role("button", name="Publish round 2")
    expect(publish).to_be_focused()
    night.page.evaluate("() => { window.stays = true }")
    publish.click(no_wait_after=True)
    until(night.page, lambda: held)
    strike(night.page, "2⏎200⏎150⏎")
    let_go(night.page, held)
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    assert night.board().table(2, 2).result.scores == (200, 150)
    # A browser that loads another page drops keys, but none was pressed.
    assert night.page.evaluate("window.stays")
    assert night.page.url == night.url
    night.page.reload()
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("1")
    night.page.get_by_role("button", name="Start").click()
    expect(night.page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_round_that_cannot_be_published_any_more_says_so(night):
    expect(night.page.locator("#entry-table")).to_be_focused()
    for n in (1, 2, 3, 4, 5):
        strike(night.page, f"{n}⏎300⏎200⏎")
    night.page.get_by_role("button", name="Pair round 2").click()
    publish = night.page.get_by_role("button", name="Publish round 2")
    expect(publish).to_be_focused()
    with night.server.app.app_context():
        access = night.access()
        write(access, results.enter(1, 1, {"scores": [200, 300]}), revision=access.revision, uuid=evening.key())
    publish.click()
    expect(night.page.locator("main")).to_contain_text("Something changed since this round was paired")
    expect(night.page.get_by_role("button", name="Pair again").first).to_be_focused()


def test_two_keys_lead_from_the_last_result_to_the_next_round(night):
    expect(night.page.locator("#entry-table")).to_be_focused()
    for n in (1, 2, 3, 4):
        strike(night.page, f"{n}⏎300⏎200⏎")
    expect(night.page.locator("#desk-watch .desk-tally b")).to_have_text("4")
    expect(night.page.locator("#entry-table")).to_be_focused()
    strike(night.page, "5⏎300⏎200⏎")
    expect(night.page.get_by_role("button", name="Pair round 2")).to_be_focused()
    night.page.wait_for_function(STANDS)
    strike(night.page, "⏎")
    expect(night.page.get_by_role("button", name="Publish round 2")).to_be_focused()
    night.page.wait_for_function(STANDS)
    strike(night.page, "⏎")
    expect(night.page.locator(".desk-rounds [aria-current]")).to_have_text("2")
    assert len(night.board().rounds) == 2


def test_two_clicks_lead_from_the_last_result_to_the_next_round_and_a_result_can_still_be_corrected(night):
    expect(night.page.locator("#entry-table")).to_be_focused()
    for n in (1, 2, 3, 4, 5):
        strike(night.page, f"{n}⏎300⏎200⏎")
    pair = night.page.get_by_role("button", name="Pair round 2")
    expect(pair).to_be_focused()
    strike(night.page, "3⏎100⏎200⏎")
    expect(night.page.locator("#table-3")).to_contain_text("100")
    assert night.board().table(1, 3).result.scores == (100, 200)
    expect(pair).to_be_focused()
    pair.click()
    night.page.get_by_role("button", name="Publish round 2").click()
    expect(night.page.locator(".desk-rounds [aria-current]")).to_have_text("2")
