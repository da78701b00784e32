"""A page while answers are late, old, lost or missing, and while there is no storage for a hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.kept import NO_HURRY
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, save_the_bid, touch
from tests.browsing.table_phones import look, sit, tell
from tests.offline.browser.test_stats_offline import COPIES, FIRST_START
from tests.tournaments import evening

pytestmark = pytest.mark.browser

LOG = re.compile(r"/games/\d+/log")


def recorded_rows(page):
    return page.locator("#rows tr:not(.sheet-blank):not(.is-pending)")


def test_save_waits_neither_for_the_engine_nor_for_news(live_server, open_page):
    page = open_page(errors_expected=True)
    for never in ("**/phone/**", "**/live", "**/preview"):
        page.route(never, lambda _route: None)
    page.route(LOG, lambda route: route.abort())
    page.goto(give_game(live_server, page))
    for n, (contractor, points) in enumerate(((0, 70), (1, 80)), 1):
        for name, value in (("contractor", contractor), ("bid", 60), ("points", points)):
            touch(chip(page, name, value))
        touch(page.locator("[data-save]"))
        expect(page.locator("#rows .is-pending")).to_have_count(n)


@pytest.mark.journey
def test_an_answer_that_is_older_than_the_page_changes_nothing(live_server, open_page):
    page = open_page()
    page.add_init_script(NO_HURRY)
    page.goto(give_game(live_server, page))
    held = []

    def hold(route):
        whole = {name: value for name, value in route.request.headers.items() if name != "if-none-match"}
        held.append((route, route.fetch(headers=whole)))

    page.route("**/live", hold)
    with page.expect_request("**/live"):
        look(page)
    Thumb(page).hand(0, 60, 70)
    expect(recorded_rows(page)).to_have_count(1)
    late, old = held[0]
    assert 'id="state"' in old.text()
    with page.expect_response("**/live"):
        late.fulfill(response=old)
    # And if the time of its request is unknown.
    taken = page.evaluate("async (html) => (await import('/static/js/live-game.js')).patchGame(html)", old.text())
    assert taken is False
    expect(recorded_rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")


def test_a_look_that_is_answered_while_a_hand_is_on_its_way_gives_it_no_other_key(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    looked, sent = [], []
    page.route("**/preview", lambda route: looked.append(route))

    def lose(route):
        sent.append(route.request.post_data_json["key"])
        if len(sent) == 1:
            route.fetch()  # it arrives, and its answer does not
            return route.abort()
        return route.continue_()

    page.route(LOG, lose)
    for name, value in (("contractor", 0), ("bid", 60), ("points", 70)):
        touch(chip(page, name, value))
    with page.expect_event("requestfailed", lambda request: "/log" in request.url):
        touch(page.locator("[data-save]"))
    for route in looked:
        route.continue_()
    expect(recorded_rows(page)).to_have_count(1)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect(page.locator(".slip--clash")).to_have_count(0)
    expect_scores(page, "70", "30")
    assert len(set(sent)) == 1


KEPT = """async (hands) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await (await caches.match(location.pathname)).text()).split('id="row-').length === hands + 1) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the page that is kept is older");
}"""
"""Resolves once the stored page of this game has that many hands."""


def test_a_page_that_is_opened_again_without_a_network_has_what_was_recorded_since_and_says_as_of_when(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    keep(page)
    for n in (1, 2):
        Thumb(page).hand(n, 60, 70)
        expect(recorded_rows(page)).to_have_count(n)
    page.evaluate(KEPT, 2)
    page.context.set_offline(True)
    page.goto(game)
    expect(recorded_rows(page)).to_have_count(2)
    expect(page.locator(".as-of")).to_be_visible()


def test_a_contract_is_changed_without_a_network(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    keep(page)
    with page.expect_response(LOG):
        save_the_bid(page, 0, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    number = int(game.rpartition("/")[2])
    until(page, lambda: dict(page.evaluate(COPIES)).get(number, 0), lambda revision: revision > 1)  # the bid is in the copy
    address = page.get_by_role("link", name="Change the contract").get_attribute("href")
    page.context.set_offline(True)
    page.goto(f"{live_server.url}{address}", timeout=FIRST_START)
    for name, value in (("contractor", 1), ("bid", 75), ("points", 80)):
        touch(chip(page, name, value))
    touch(page.locator("[data-save]"))
    expect_scores(page, "20", "80")
    expect(page.locator("#rows .is-pending")).to_contain_text("75")


def test_a_result_that_has_left_a_table_s_phone_is_not_taken_back_from_the_phone_alone_nor_told_again(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(2), options={"rounds": 1, "match": {"kind": "hands", "hands": 2}})
    board = desk(evening.next_round)
    page = open_page(errors_expected=True)
    sit(page, f"{live_server.url}/t/{desk(evening.tables)[1]}", board.current.table(1).sides[0][0])
    page.route("**/report/send", lambda _route: None)  # never answered
    tell(page, 245, -40)
    kept = page.locator("[data-outbox] [data-list] > *")
    expect(kept).to_contain_text("245")
    expect(kept.locator("[data-do]")).to_have_count(0)
    told = page.evaluate("[...document.querySelectorAll('.told, .alone')].map((part) => part.inert)")
    assert set(told) == {True}


NO_ROOM = """
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...told) {
  const asked = add.apply(this, told);
  this.transaction.abort(); // as a browser ends it whose disk is full
  return asked;
};
"""


NEVER_READ = """
IDBObjectStore.prototype.getAll = function () {
  const ask = () => (this.count().onsuccess = ask); // it goes on as long as something is asked in it
  return ask();
};
"""
"""Makes every read of the browser's storage hang."""
NO_END = f"""
const {{ setTimeout: later }} = window;
window.setTimeout = (work, after, ...told) => later(work, after === 8000 ? 300 : after, ...told);
{NEVER_READ}
"""


@pytest.mark.parametrize("stuck", [NO_ROOM, NO_END])
def test_where_nothing_can_be_written_that_is_said_and_the_hand_stays_told_until_it_is_saved(live_server, open_page, stuck):
    page = open_page(errors_expected=True)
    page.add_init_script(stuck)
    page.goto(give_game(live_server, page))
    page.route(LOG, lambda route: route.abort())
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#told")).to_contain_text("The form is unchanged")
    expect(page.locator('[name="points"][value="70"]')).to_be_checked()
    page.unroute(LOG)
    touch(page.locator("[data-save]"))
    expect(recorded_rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")


def test_a_browser_is_asked_to_clear_nothing_away_once_a_hand_is_kept_in_it(live_server, open_page):
    page = open_page()
    page.add_init_script("navigator.storage.persist = async () => (window.persists = true);")
    page.goto(give_game(live_server, page))
    assert page.evaluate("window.persists") is None
    Thumb(page).hand(0, 60, 70)
    page.wait_for_function("() => window.persists")


def test_what_was_cleared_away_in_the_browser_is_no_longer_said_to_be_kept(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    page.route(LOG, lambda route: route.abort())
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": live_server.url, "storageTypes": "indexeddb"})
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect_scores(page, "0", "0")
    Thumb(page).hand(1, 60, 80)  # and the next one is kept
    expect(page.locator("#rows .is-pending")).to_have_count(1)


def test_one_line_is_drawn_through_a_hand_that_was_taken_back_and_none_beside_it(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    Thumb(page).hand(0, 60, 70)
    touch(page.locator('#pad .news:not(.pending-news) [name="change"]'))
    expect(page.locator("#rows .is-struck")).to_have_count(1)
    lines = page.evaluate("""() => [...document.querySelector("#rows .is-struck").cells]
      .map((cell) => [cell, getComputedStyle(cell, "::after")])
      .filter(([, line]) => line.content !== "none" && line.position === "absolute")
      .map(([cell]) => [cell.className, getComputedStyle(cell).position])""")
    assert [(name.split()[0], position) for name, position in lines] == [("c-n", "relative")]
