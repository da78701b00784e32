"""Input during a request: text and taps stay, and the last tap counts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import browser as chromium
from tests.browser import until
from tests.browsing.games.test_double_taps import SETTLED, double_tap, middle
from tests.browsing.pad import chip, touch
from tests.browsing.table_phones import Phones, expect_phase, look, tell
from tests.tournaments import evening
from tests.tournaments.table.phones import chips

pytestmark = pytest.mark.browser

LATE = 0.7
"""Seconds that an old Raspberry Pi takes."""


@pytest.mark.parametrize("step", ["label:has([name=rules][value=kitty])", "[value=swap-0]", "[value=count-5]"])
def test_what_is_told_of_a_new_game_while_a_step_of_it_comes_stays(live_server, open_page, step):
    page = open_page()
    page.goto(f"{live_server.url}/games/new")
    page.locator("#rules > summary").tap()
    name = page.locator("[name=player-0]")
    name.fill("Aline")
    before = name.element_handle()
    name.blur()
    until(page, lambda: before.evaluate("(one) => !one.isConnected"))  # the answer to that is there
    chromium.late_answers(live_server.app, LATE)
    first = page.locator("[name=player-0]").element_handle()
    touch(page.locator(step))
    page.locator("[name=player-3]").fill("Edgar")
    page.evaluate("document.querySelector('[name=games_to_win][value=\"3\"]').click()")
    until(page, lambda: first.evaluate("(one) => !one.isConnected"))  # the answer is there
    expect(page.locator("[name=player-3]")).to_have_value("Edgar")
    expect(page.locator("[name=games_to_win][value='3']")).to_be_checked()
    expect(page.locator("[name=player-1]" if "swap" in step else "[name=player-0]")).to_have_value("Aline")


@pytest.fixture
def table(live_server, open_page):
    """A player's phone at the only table of an evening, and the evening."""
    options = {"rounds": 1, "match": {"kind": "hands", "hands": 2}}
    desk = evening.Desk(live_server.app, [[name] for name in evening.people(4)], "rotating_partners", options=options)
    board = desk(evening.next_round)
    (one,) = board.current.tables
    return Phones(open_page, live_server.url).at(one.sides[0][0], desk(evening.tables)[one.number]), desk


def expect_told_once(page, desk):
    """Send a result with a double tap."""
    before = desk.revision
    page.locator("#alone").evaluate("part => { part.open = true }")
    for name, value in chips(245, -40).items():
        touch(chip(page, name, value))
    button = page.locator(".tell .btn--primary")
    button.tap(trial=True)
    double_tap(page, *middle(button), 120)
    expect_phase(page, "mine")
    page.wait_for_timeout(SETTLED)
    assert desk.revision == before + 1


def test_a_result_that_is_sent_by_a_double_tap_is_told_once(live_server, table):
    page, desk = table
    chromium.late_answers(live_server.app, LATE)
    expect_told_once(page, desk)


def test_news_that_were_asked_for_before_a_result_was_told_do_not_take_its_place(table):
    page, _desk = table
    before = page.request.get(page.url, headers={"X-Fragment": "1"}).text()
    late = []
    page.route(page.url, lambda route: route.continue_() if late else late.append(route))
    look(page)
    until(page, lambda: late)
    tell(page, 245, -40)
    expect(page.locator("#live")).to_have_attribute("data-phase", "mine")
    with page.expect_response(page.url):
        late[0].fulfill(body=before, content_type="text/html")
    page.wait_for_timeout(200)
    assert page.locator("#live").get_attribute("data-phase") == "mine"  # a second later the next news would have it so again


def test_calls_that_are_tapped_faster_than_they_are_answered_are_all_made(live_server, open_page):
    page = open_page()
    page.goto(f"{live_server.url}/rulings/auction?rules=standard&dealer=0")
    chromium.late_answers(live_server.app, LATE)
    page.evaluate("for (const call of ['60', '75', 'p']) document.getElementById(`call-${call}`).click()")
    page.wait_for_url(re.compile(r"calls=60[^&]*75[^&]*p(&|$)"))
    expect(page.locator("#main .answer-said")).to_be_visible()
    page.go_back()
    page.wait_for_url(re.compile(r"calls=60[^&]*75(&|$)"))


def test_a_call_whose_answer_never_came_can_be_made_again(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(f"{live_server.url}/rulings/auction?rules=standard&dealer=0")
    # Neither the script's own way leads on nor the browser's.
    ways = [lambda route: route.abort(), lambda route: route.fulfill(status=204)]
    page.route("**/rulings/auction?*", lambda route: ways.pop(0)(route) if ways else route.continue_())
    page.locator("#call-60").tap()
    until(page, lambda: not ways)
    page.locator("#call-60").tap()
    page.wait_for_url(re.compile("calls=60"))


def test_points_that_are_typed_while_a_ruling_comes_stay_and_count(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(f"{live_server.url}/rulings/score?rules=standard&contractor=0&bid=60")
    typed, held = [], []
    page.route("**/rulings/score?*", lambda route: route.continue_() if typed else held.append(route))
    main = page.locator("#main").element_handle()
    page.locator("[name=score0]").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("120")
    page.keyboard.press("Tab")
    page.locator("[name=score1]").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("85")
    until(page, lambda: held)
    typed.append(True)
    for route in held:
        route.continue_()
    until(page, lambda: main.evaluate("(one) => !one.isConnected"))
    expect(page.locator("[name=score1]")).to_be_focused()
    expect(page.locator("[name=score1]")).to_have_value("85")
    page.keyboard.press("Tab")
    page.wait_for_url(re.compile(r"scores=120\.85"))
    expect(page.locator("[name=score0]")).to_have_value("120")
    expect(page.locator("[name=score1]")).to_have_value("85")


SLOW_STORE = """() => {
  const { add, getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...what) {
    const end = performance.now() + 600;
    const again = () => (performance.now() < end ? (getAll.call(this).onsuccess = again) : add.apply(this, what));
    return again(); // a transaction lasts for as long as it is asked
  };
}"""


def test_a_double_tap_sends_a_result_once_also_where_writing_it_down_takes_long(table):
    page, desk = table
    page.evaluate(SLOW_STORE)
    expect_told_once(page, desk)


def test_points_that_are_selected_while_a_ruling_comes_are_still_selected_and_typed_over(live_server, open_page):
    page = open_page(desktop=True)
    page.goto(f"{live_server.url}/rulings/score?rules=standard&contractor=0&bid=60&scores=0.40")
    held = []
    page.route("**/rulings/score?*", lambda route: held.append(route))
    main = page.locator("#main").element_handle()
    page.locator("[name=score0]").fill("120")
    page.keyboard.press("Tab")
    page.locator("[name=score1]").focus()
    page.keyboard.press("Control+a")
    until(page, lambda: held)
    held[0].continue_()
    until(page, lambda: main.evaluate("(one) => !one.isConnected"))
    expect(page.locator("[name=score1]")).to_be_focused()
    page.keyboard.type("85")
    expect(page.locator("[name=score1]")).to_have_value("85")
