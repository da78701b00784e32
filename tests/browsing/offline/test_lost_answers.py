"""Answers that are lost, late or went to another tab: what the page shows and what its buttons do then."""

from __future__ import annotations

import re
from threading import Event

import pytest
from flask import request
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.kept import NEWS, NO_HURRY, ONES, Corner, LostAnswers, change_the_bid, rows
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, played, save_the_bid, show, touch
from tests.browsing.table_phones import look
from tests.faults.page_queries import KEPT

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("how", ["reload", "news"])
def test_a_hand_whose_answer_was_lost_stands_once_on_a_page_that_has_it(live_server, open_page, how):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    lost = LostAnswers(page)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/log") or "/log?" in request.url):
        Thumb(page).hand(0, 60, 70)
    if how == "reload":
        page.goto(game)
    else:
        look(page)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")
    touch(page.locator("#pad .pending-news [name=change]"))
    expect_scores(page, "0", "0")
    Thumb(page).hand(1, 75, 80)
    expect_scores(page, "20", "80")
    lost.leave()
    expect(rows(page).and_(page.locator(":not(.is-struck)"))).to_have_count(1)
    expect_scores(page, "20", "80")


def test_what_is_kept_about_a_hand_still_means_that_hand_on_a_page_that_came_after_its_answer(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 50, 60, 40)])
    page.goto(game)
    passing = []  # how many acts the network takes
    page.route("**/live", lambda route: route.abort())
    page.route(re.compile(r"/games/\d+/log"), lambda route: route.continue_() if passing and passing.pop() else route.abort())
    with page.expect_event("requestfailed", lambda request: "/log" in request.url):
        Thumb(page).hand(0, 60, 70)
    touch(page.locator("#pad .pending-news [name=change]"))  # it has left: taken back by an act of its own
    expect_scores(page, "60", "40")
    with page.expect_response(re.compile(r"/games/\d+/log")):
        passing.append(True)
        touch(page.get_by_role("button", name="Send now"))
    for again in (False, True):
        if again:
            page.goto(game)
        expect(page.locator("#rows .is-struck.is-pending")).to_have_count(1)
        expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
        expect_scores(page, "60", "40")


def mend_a_hand_whose_answer_was_lost(page):
    """Return the network, and a switch that lets the news arrive during the correction."""
    lost = LostAnswers(page)
    quiet = [True]
    page.route("**/live", lambda route: route.abort() if quiet else route.continue_())
    with page.expect_event("requestfailed", lambda request: "/log" in request.url):
        Thumb(page).hand(0, 60, 70)
    show(page, "sheet")
    touch(page.locator("#rows .is-pending [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()

    def come():
        quiet.clear()
        look(page)

    return lost, come


@pytest.mark.journey
def test_a_hand_whose_answer_was_lost_is_corrected_where_it_stands(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    lost, come = mend_a_hand_whose_answer_was_lost(page)
    come()
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    touch(chip(page, "points", 90))
    expect(page.locator("#result .receipt")).to_contain_text("+90")
    expect(page.locator("#result td.score").first).to_have_text("90")
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "90", "10")
    lost.leave()
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "90", "10")


SLOW_TO_READ = """() => {
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function () {
    const told = {}, end = performance.now() + 800;
    const again = () => {
      const asked = getAll.call(this);
      asked.onsuccess = () => {
        if (performance.now() < end) return again();
        told.result = asked.result;
        told.onsuccess();
      };
    };
    again();
    return told;
  };
}"""
"""Delays every read of the log by most of a second, as on a busy old phone."""


def test_what_saving_will_do_counts_no_hand_twice_that_has_just_come_back_with_the_news(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    _, come = mend_a_hand_whose_answer_was_lost(page)
    page.evaluate(SLOW_TO_READ)
    come()
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    touch(chip(page, "points", 90))
    expect(page.locator("#result")).to_contain_text(re.compile(r"→\s*90"))


class NoAnswer:
    """Requests arrive, but their answers are lost until `heard`. Retries don't arrive."""

    def __init__(self, page):
        self.page, self.sent, self.there = page, 0, False
        page.route(re.compile(r"/games/\d+/log"), self._lose)

    def _lose(self, route):
        self.sent += 1
        if self.sent == 1:
            self.there = route.fetch().ok
        route.abort()

    def heard(self):
        """Restore answers."""
        self.page.unroute(re.compile(r"/games/\d+/log"))


def save_a_bid_unheard(page):
    """Save a bid so that the server has it but the page doesn't know."""
    lost = NoAnswer(page)
    page.route(NEWS, lambda route: route.abort())
    save_the_bid(page, 0, 90)
    expect(page.locator("#pad[data-opened]")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('#pad .pending-news')")
    until(page, lambda: lost.there)
    return lost


@pytest.mark.parametrize("by", ["news", "answer"])
def test_a_bid_whose_answer_was_lost_leaves_the_form_where_another_phone_has_played_it(live_server, open_page, by):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    page.goto(game)
    lost = save_a_bid_unheard(page)
    other.goto(game)
    touch(chip(other, "points", 90))
    touch(other.locator("#pad [data-save]"))
    expect(rows(other)).to_have_count(1)
    if by == "answer":
        lost.heard()
    else:
        page.unroute(NEWS)
    look(page)
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#pad [data-step] :checked:not(.none)")).to_have_count(0)
    expect(page.locator("#pad .passed")).to_be_enabled()


def test_a_bid_whose_answer_was_lost_is_in_the_form_as_another_phone_has_changed_it(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    page.goto(game)
    save_a_bid_unheard(page)
    other.goto(game)
    change_the_bid(other, "contractor", 2)
    page.unroute(NEWS)
    look(page)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("2")
    expect(page.locator("#pad [name=bid]:checked")).to_have_value("90")


def test_what_another_phone_adds_to_the_bid_comes_into_the_form_in_which_it_waits(live_server, open_page):
    page, other = open_page(), open_page()
    game = give_game(live_server, page, other, announced_all=True)
    page.goto(game)
    save_the_bid(page, 0, 90)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    other.goto(game)
    change_the_bid(other, "announced_all", 1)
    look(page)
    expect(page.locator("#pad [name=announced_all][type=hidden]")).to_have_value("1")


def test_a_kept_hand_that_another_tab_sends_stays_on_the_sheet_until_the_news_of_it_come(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    other = page.context.new_page()
    other.goto(game)
    expect(rows(other)).to_have_count(1)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    expect_scores(page, "70", "30")
    Thumb(page).hand(1, 60, 80)  # and later hands depend on it
    expect_scores(page, "90", "110")
    expect(rows(other)).to_have_count(2)
    show(page, "sheet")
    touch(page.locator("#rows .is-pending [data-mend]").first)
    expect(page.locator("#pad[data-mends]")).to_be_attached()
    touch(chip(page, "points", 90))
    touch(page.locator("#pad [data-save]"))
    expect_scores(page, "110", "90")
    corner.leave()
    expect(rows(page)).to_have_count(2)
    expect_scores(page, "110", "90")
    expect_scores(other, "110", "90")


def test_a_page_that_was_on_its_way_while_another_tab_was_answered_shows_what_that_tab_has_recorded(live_server, open_page):
    made, go_on = Event(), Event()

    def wait(answer):
        if request.args.get("late"):
            made.set()
            go_on.wait(20)
        return answer

    live_server.app.after_request_funcs.setdefault(None, []).append(wait)
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    save_the_bid(page, 2, 90)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    other = page.context.new_page()
    other.route(ONES, lambda route: route.abort())  # and no news come
    other.evaluate("(url) => { setTimeout(() => location.assign(url)); }", f"{game}?late=1")
    until(page, made.is_set)
    touch(chip(page, "points", 95))
    touch(page.locator("#pad [data-save]"))
    expect(rows(page)).to_have_count(1)
    go_on.set()
    expect(other.locator("#rows .is-pending")).to_have_count(1)
    expect_scores(other, "95", "5")
    expect(other.locator('#pad [name="contractor"]').first).to_be_attached()
    expect(chip(other, "contractor", 2)).to_be_visible()  # its bid is no longer waiting


def test_news_that_was_asked_for_before_a_hand_was_saved_takes_no_undo_away(live_server, open_page):
    page = open_page()
    page.add_init_script(NO_HURRY)
    page.goto(give_game(live_server, page))
    held = []
    page.route("**/live", lambda route: held.append(route))
    with page.expect_request("**/live"):
        look(page)
    Thumb(page).hand(0, 60, 70)
    undo = page.locator('#pad .news:not(.pending-news) [name="change"]')
    expect(undo).to_be_visible()
    with page.expect_response("**/live"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(undo).to_be_visible()


def test_news_that_overtakes_the_answer_to_a_hand_brings_its_undo_too(live_server, open_page):
    page = open_page()
    page.add_init_script(NO_HURRY)
    page.goto(give_game(live_server, page))
    held = []
    page.route(re.compile(r"/games/\d+/log"), lambda route: held.append((route, route.fetch())))
    Thumb(page).hand(0, 60, 70)
    until(page, lambda: held)
    look(page)
    expect(rows(page)).to_have_count(1)
    route, answer = held[0]
    route.fulfill(response=answer)
    undo = page.locator('#pad .news:not(.pending-news) [name="change"]')
    expect(undo).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("Hand 1 saved.")
    touch(undo)
    expect_scores(page, "0", "0")


def test_an_answer_that_comes_upon_a_fresh_page_moves_nothing_under_the_finger(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 90, 10)])
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 80)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    corner.away = False
    with page.expect_response("**/log*"):
        page.goto(game)
    expect(rows(page)).to_have_count(2)
    for name, value in (("contractor", 0), ("bid", 100)):
        touch(chip(page, name, value))
    expect(page.locator('[name="bid"][value="100"]')).to_be_checked()


def no_news(live_server):
    """Blocks news once set. A browser route would stop the page from storing pages."""
    silent = Event()

    def news():
        return "" if silent.is_set() and request.path.endswith("/live") else None

    live_server.app.before_request_funcs.setdefault(None, []).insert(0, news)
    return silent


@pytest.mark.parametrize("then", ["undone", "corrected"])
def test_on_a_page_from_before_a_hand_it_stands_as_it_was_changed_after_it_was_recorded(live_server, open_page, then):
    silent = no_news(live_server)
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    page.goto(game)  # with all its later cookies, because the browser stores this page for going back
    for n, hand in enumerate([(0, 60, 70), (1, 60, 80)], 1):
        Thumb(page).hand(*hand)
        expect(rows(page)).to_have_count(n)
    if then == "undone":
        touch(page.locator("#pad .news:not([hidden]) [name=change]"))
        expect(page.locator("#rows tr.is-struck:not(.is-pending)")).to_have_count(1)
    else:
        touch(page.locator(".recent [data-mend]").first)
        expect(page.locator("#pad[data-mends]")).to_be_attached()
        touch(chip(page, "points", 60))
        touch(page.locator("#pad [data-save]"))
    right = ("70", "30") if then == "undone" else ("110", "90")
    expect_scores(page, *right)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    page.goto(f"{game}/history")
    silent.set()  # what the older page lacks does not come
    page.go_back()
    expect_scores(page, *right)
    expect(page.locator("#rows .is-pending")).to_have_count(1 if then == "undone" else 2)


_LEFT_MEANWHILE = """() => {
  const remove = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (...of) {
    const asked = remove.apply(this, of);
    if (this.name === "entries" && !window.left) {
      window.left = true;
      this.transaction.abort();
    }
    return asked;
  };
}"""
"""Leaves the page while it stores an answer, so that the event stays in the log."""


def test_an_answer_that_was_written_down_twice_stands_once_on_a_page_from_before(live_server, open_page):
    silent = no_news(live_server)
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    page.goto(game)  # with all its later cookies, because the browser stores this page for going back
    page.evaluate(_LEFT_MEANWHILE)
    Thumb(page).hand(0, 60, 70)
    page.wait_for_function("() => window.left")
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    until(page, lambda: (look(page), page.evaluate(KEPT))[1] == [])  # looked at, it is sent again
    page.goto(f"{game}/history")
    silent.set()
    page.go_back()
    expect_scores(page, "70", "30")
    expect(page.locator("#rows .is-pending")).to_have_count(1)


def test_on_a_page_from_long_before_stands_what_was_recorded_since(live_server, open_page):
    silent = no_news(live_server)
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.clock.install()
    page.goto(game)
    page.goto(game)  # with all its later cookies, because the browser stores this page for going back
    Thumb(page).hand(0, 60, 70)
    expect(rows(page)).to_have_count(1)
    page.goto(f"{game}/history")
    page.clock.fast_forward("30:00")  # which was read at leisure
    silent.set()
    page.go_back()
    expect_scores(page, "70", "30")
    silent.clear()
    look(page)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect_scores(page, "70", "30")


_AND_ANOTHER = """() => {
  const [hand] = JSON.parse(localStorage.getItem("scorekeeper-answered"));
  localStorage.setItem("scorekeeper-answered", JSON.stringify([{ ...hand, key: "0".repeat(32), change: hand.change + 1 }]));
}"""
"""Behaves as if the server had recorded one more hand and then been restored from an older backup."""


def test_what_a_server_that_was_put_back_has_no_more_stands_on_no_page_that_it_has_answered(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.clock.install()
    page.goto(game)
    Thumb(page).hand(0, 60, 70)
    expect(rows(page)).to_have_count(1)
    page.wait_for_function("() => localStorage.getItem('scorekeeper-answered')")
    page.evaluate(_AND_ANOTHER)
    page.goto(game)
    expect_scores(page, "140", "60")
    page.clock.fast_forward("02:00")
    look(page)
    expect_scores(page, "70", "30")
