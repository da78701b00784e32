"""What a phone has kept: said on every page, sent from every page, and said at once where nothing can be kept."""

from __future__ import annotations

import re
from threading import Event

import pytest
from flask import request
from playwright.sync_api import expect

from tests.browser import until
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, played, save_the_bid, touch
from tests.browsing.table_phones import look

pytestmark = pytest.mark.browser

ONES = re.compile(r"/games/\d+/(log|live|preview)")
"""What a page asks and sends by itself."""
NEWS = re.compile(r"/games/\d+/live")


class Corner:
    """A corner of the house without a signal, as long as `away`."""

    def __init__(self, page):
        self.away = True
        self.page = page
        page.route(ONES, lambda route: route.abort() if self.away else route.continue_())

    def leave(self):
        """There is a signal again, and all that was kept goes."""
        self.away = False
        look(self.page)
        expect(self.page.locator("#rows .is-kept")).to_have_count(0)


def rows(page):
    return page.locator("#rows tr:not(.sheet-blank):not(.is-kept)")


def test_a_hand_that_was_kept_is_told_of_on_every_page_and_sent_from_there(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    page.goto(live_server.url + "/")
    outbox = page.locator(".outbox")
    expect(outbox).to_contain_text("1 hand kept on this phone.")
    touch(outbox.get_by_role("button", name="Send now"))  # in vain as yet
    corner.away = False
    expect(outbox).to_be_hidden()  # it goes on by itself
    page.goto(game)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")


@pytest.mark.parametrize("refusal", ["throw new DOMException('no', 'SecurityError')", "return undefined"])
def test_where_nothing_can_be_kept_that_is_said_and_the_hand_stays_told_until_it_is_saved(live_server, open_page, refusal):
    page = open_page(errors_expected=True)
    page.add_init_script(f"indexedDB.open = () => {{ {refusal}; }};")
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("the form stays as it is")
    expect(page.locator('[name="points"][value="70"]')).to_be_checked()
    corner.away = False
    Thumb(page).tap(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
    expect(rows(page)).to_have_count(1)
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(rows(page)).to_have_count(2)
    expect(page.locator("#pad [name=kept]")).to_have_count(0)
    expect(page.locator("#pad .vh:focus")).to_have_count(0)  # the form is another, and its hidden key takes no focus


def test_where_nothing_can_be_kept_an_answer_after_news_of_it_leaves_no_bid_waiting(live_server, open_page):
    page = open_page(errors_expected=True)
    page.add_init_script("indexedDB.open = () => undefined;")
    page.goto(give_game(live_server, page))
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    answers = []

    def hold(route):
        answers.append((route, route.fetch()))

    page.route("**/log*", hold)
    touch(chip(page, "points", 60))
    with page.expect_request("**/log*"):
        touch(page.locator("[data-save]"))
    with page.expect_response("**/live"):
        look(page)
    expect(rows(page)).to_have_count(1)
    for route, answer in answers:
        route.fulfill(response=answer)
    expect(page.locator("#pad [name=kept]")).to_have_count(0)


def test_what_a_kept_hand_says_does_not_come_and_go_with_every_try_to_send_it(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    Corner(page)
    Thumb(page).hand(0, 60, 70)
    note = page.locator("#rows .kept-note")
    expect(note).to_be_visible()
    with page.expect_request("**/log*"):
        touch(page.get_by_role("button", name="Send now"))
    page.wait_for_timeout(300)
    expect(note).to_be_visible(timeout=100)


def test_the_first_page_opens_without_a_network_after_the_first_evening(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, page)
    page.goto(live_server.url + "/")
    page.goto(game)
    keep(page)
    page.wait_for_function("() => caches.match('/')")
    page.context.set_offline(True)
    page.goto(live_server.url + "/")
    expect(page.locator(f'a[href$="{game.removeprefix(live_server.url)}"]').first).to_be_visible()


def test_over_plain_http_a_phone_is_told_once_that_the_page_must_stay_open(live_server, open_page):
    page = open_page(errors_expected=True)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    page.goto(give_game(live_server, page))
    Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("[data-plain]:visible")).to_have_count(1)
    expect(page.locator("[data-plain]")).to_contain_text("Leave this page open until then")


def test_save_tapped_before_the_answer_to_what_was_told_saves_the_first_hand_too(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    page.route("**/preview", lambda _route: None)  # never answered
    for name, value in (("contractor", 0), ("bid", 60), ("points", 70)):
        touch(chip(page, name, value))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")


def test_a_hand_taken_back_without_a_network_has_its_saved_bid_waiting_again(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    save_the_bid(page, 0, 60)
    touch(chip(page, "points", 70))
    touch(page.locator("[data-save]"))
    expect_scores(page, "70", "30")
    expect(page.locator('#pad .news:not(.kept-news) [name="change"]')).to_be_visible()
    corner = Corner(page)
    touch(page.locator('#pad .news:not([hidden]) [name="change"]'))
    expect(page.locator("#rows .is-kept.is-struck")).to_have_count(1)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("0")
    touch(chip(page, "points", 55))
    touch(page.locator("[data-save]"))
    expect_scores(page, "−60", "45")
    corner.leave()
    expect_scores(page, "−60", "45")


class LostAnswers:
    """A network that lets the first act through and loses its answer, and then takes no act any more until `away` is over."""

    def __init__(self, page):
        self.away, self.page, self.through = True, page, 0
        page.route(re.compile(r"/games/\d+/log"), self._pass)

    def _pass(self, route):
        if not self.away:
            return route.continue_()
        if not self.through:
            self.through += 1
            route.fetch()
        return route.abort()

    leave = Corner.leave


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
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")
    touch(page.locator("#pad .kept-news [name=change]"))
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
    touch(page.locator("#pad .kept-news [name=change]"))  # it has left: taken back by an act of its own
    expect_scores(page, "60", "40")
    with page.expect_response(re.compile(r"/games/\d+/log")):
        passing.append(True)
        touch(page.get_by_role("button", name="Send now"))
    for again in (False, True):
        if again:
            page.goto(game)
        expect(page.locator("#rows .is-struck.is-kept")).to_have_count(1)
        expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
        expect_scores(page, "60", "40")


def test_a_hand_whose_answer_was_lost_is_corrected_where_it_stands(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    lost = LostAnswers(page)
    quiet = [True]
    page.route("**/live", lambda route: route.abort() if quiet else route.continue_())
    with page.expect_event("requestfailed", lambda request: "/log" in request.url):
        Thumb(page).hand(0, 60, 70)
    touch(page.locator("#rows .is-kept [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()
    quiet.clear()
    look(page)  # news with the hand in it, while it is mended
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    touch(chip(page, "points", 90))
    expect(page.locator("#result .receipt")).to_contain_text("+90")
    expect(page.locator("#result .score").first).to_have_text("90")
    page.locator("#pad [data-save]").tap()
    expect_scores(page, "90", "10")
    lost.leave()
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "90", "10")


def test_a_kept_hand_that_arrives_while_it_is_mended_is_corrected_and_not_recorded_again(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    touch(page.locator("#rows .is-kept [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()
    corner.leave()
    expect(rows(page)).to_have_count(1)
    touch(chip(page, "points", 90))
    expect(page.locator("#result .score").first).to_have_text("90")
    page.locator("#pad [data-save]").tap()
    expect_scores(page, "90", "10")
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "90", "10")


def test_a_kept_correction_that_arrives_while_it_is_mended_is_corrected_once_more(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30)])
    page.goto(f"{game}/hands/2/edit")
    corner = Corner(page)
    touch(chip(page, "points", 80))
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    touch(page.locator("#rows .is-kept [data-mend]"))
    expect(page.locator("#pad[data-mends]")).to_be_visible()
    corner.leave()
    touch(chip(page, "points", 90))
    page.locator("#pad [data-save]").tap()
    expect_scores(page, "90", "10")
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "90", "10")


def test_beside_a_corrected_contract_that_cannot_be_scored_yet_stand_no_scores_of_before(live_server, open_page):
    page = open_page(errors_expected=True)
    hands = [played(0, 60, 70, 30), played(1, 75, 40, 60), played(2, 50, 60, 40)]
    game = give_game(live_server, page, events=hands)
    page.goto(f"{game}/hands/3/edit")
    Corner(page)
    touch(chip(page, "contractor", 3))
    touch(chip(page, "points", 80))
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    row = page.locator("#row-3")
    expect(row).to_have_class(re.compile("is-kept"))
    expect(row).to_contain_text("Denis")
    expect(row.locator(".c-side")).to_have_text(["", ""])
    expect(row).not_to_have_class(re.compile("is-failed"))


def test_below_a_kept_correction_that_leaves_a_hand_unscored_stand_no_totals_of_before(live_server, open_page):
    page = open_page(errors_expected=True)
    hands = [played(0, 60, 70, 30), played(1, 50, 40, 60), played(0, 50, 60, 40), played(3, 60, 40, 60, bids={"0": 50})]
    game = give_game(live_server, page, events=hands)
    page.goto(f"{game}/hands/3/edit")
    corner = Corner(page)
    touch(chip(page, "points", 80))  # from here on they stand at the line, and who bid was never asked
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    for _ in ("kept here", "as the server has it"):
        expect(page.locator("#row-3 .score")).to_have_text(["90", "110"])
        for entry, why in ((4, "cannot be scored"), (5, "waits for an earlier entry")):
            row = page.locator(f"#row-{entry}")
            expect(row).to_have_class(re.compile("is-lost"))
            expect(row.locator("small").first).to_have_text(why)
            expect(row.locator(".c-side")).to_have_text(["", ""])
        expect_scores(page, "90", "110")
        expect(page.locator(".board .is-winner")).to_have_count(0)  # there was one, before
        if corner.away:
            expect(page.locator("#rows .is-kept")).to_have_count(1)
            corner.leave()


def test_an_engine_that_could_not_be_fetched_is_tried_again_and_what_is_kept_has_its_scores(live_server, open_page):
    page = open_page(errors_expected=True)
    asked = []

    def fail_at_first(route):
        asked.append(route)
        if len(asked) <= 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/phone/worker.js", fail_at_first)
    page.goto(give_game(live_server, page, events=[played(0, 60, 70, 30)]))
    until(page, lambda: len(asked) == 3)
    Corner(page)
    Thumb(page).hand(1, 60, 80)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    expect_scores(page, "90", "110")


def test_without_an_engine_no_totals_of_before_stand_below_a_kept_correction(live_server, open_page):
    page = open_page(errors_expected=True)
    page.route("**/phone/worker.js", lambda route: route.abort())
    game = give_game(live_server, page, events=[played(0, 60, 70, 30), played(1, 50, 40, 60), played(2, 50, 60, 40)])
    page.goto(f"{game}/hands/3/edit")
    Corner(page)
    touch(chip(page, "points", 80))
    page.locator("#changebar [value=record]").tap()
    page.wait_for_url(game)
    expect(page.locator("#row-3")).to_have_class(re.compile("is-kept"))
    expect(page.locator("#row-2 .score")).to_have_text(["70", "30"])
    expect(page.locator(":is(#row-3, #row-4) .c-side")).to_have_text([""] * 4)


def test_going_back_to_a_page_from_before_the_bid_was_saved_shows_that_bid_and_no_other(live_server, open_page):
    page = open_page()
    game = give_game(live_server, page)
    page.goto(game)
    page.goto(game)  # with all the cookies that it has later: the browser keeps this one to go back to
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
        expect(page.locator("#rows .is-kept")).to_have_count(1)  # it is written down; the news are those of the bid until then
    expect(page.locator("#pad .kept-news")).to_be_attached()
    page.route(NEWS, lambda route: route.abort())
    page.route(game, lambda route: route.fulfill(body=older, content_type="text/html"))
    page.goto(game)
    expect(page.locator("#pad .kept-news")).to_be_attached()
    page.unroute(NEWS)  # news come once what is kept holds the form
    look(page)
    expect(page.locator("#rows .is-kept")).to_have_count(0 if then == "a bid" else 1)
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
    expect(page.locator("#rows .is-kept")).to_have_count(1)
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
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    corner = Corner(page)
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    open_late(page, game, _NOTE_TYPED)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
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
    """Open a game, and do something on its page before it has looked at what is kept here."""
    late = []
    page.route("**/js/local-copy.js", lambda route: late.append(route))
    with page.expect_request("**/js/local-copy.js"):
        page.goto(game, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#pad details.rare')")
    page.evaluate(script)
    for route in late:
        route.continue_()


class NoAnswer:
    """What is sent arrives, and its answer is lost, until `heard`; the tries after the first do not arrive."""

    def __init__(self, page):
        self.page, self.sent = page, 0
        page.route(re.compile(r"/games/\d+/log"), self._lose)

    def _lose(self, route):
        self.sent += 1
        if self.sent == 1:
            route.fetch()
        route.abort()

    def heard(self):
        """From now on there are answers."""
        self.page.unroute(re.compile(r"/games/\d+/log"))


def save_a_bid_unheard(page):
    """A bid that the server has, though this page has not heard so, nor any news since."""
    lost = NoAnswer(page)
    page.route(NEWS, lambda route: route.abort())
    save_the_bid(page, 0, 90)
    expect(page.locator("#pad[data-opened]")).to_have_count(1)
    page.wait_for_function("() => document.querySelector('#pad .kept-news')")
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


def test_a_bid_that_is_taken_back_before_it_leaves_goes_on_being_told(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    save_the_bid(page, 0, 90)
    touch(page.locator("#pad .kept-news button"))
    expect(page.locator("#pad[data-opened]")).to_have_count(0)
    corner.leave()
    expect(page.locator("#pad .kept-news")).to_have_count(0)
    expect(page.locator("#pad [name=contractor]:checked")).to_have_value("0")


def change_the_bid(page, name, value):
    """Save the bid that waits otherwise."""
    page.get_by_role("link", name="Change the contract").tap()
    page.wait_for_url(re.compile("change"))
    page.locator(f'#pad [name="{name}"][value="{value}"]').evaluate("(one) => one.click()")
    touch(page.locator('#pad [value="open"]'))
    expect(page.locator("#pad [name=kept]")).to_have_count(1)


def correctable(page):
    """The recorded hand of a sheet, by its entry."""
    return page.locator("#rows tr[id]").first.get_attribute("id").replace("row-", "")


def test_a_kept_hand_that_another_tab_sends_stays_on_the_sheet_until_the_news_of_it_come(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    other = page.context.new_page()
    other.goto(game)
    expect(rows(other)).to_have_count(1)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    expect_scores(page, "70", "30")
    Thumb(page).hand(1, 60, 80)  # and what comes after it stands upon it
    expect_scores(page, "90", "110")
    expect(rows(other)).to_have_count(2)
    touch(page.locator("#rows .is-kept [data-mend]").first)
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
    expect(other.locator("#rows .is-kept")).to_have_count(1)
    expect_scores(other, "95", "5")
    expect(other.locator('#pad [name="contractor"]').first).to_be_attached()
    expect(chip(other, "contractor", 2)).to_be_visible()  # its bid waits no more


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
"""A note is there as soon as the hand before it is written down."""


def test_what_is_told_right_after_a_hand_is_told_of_the_next_one_and_not_of_the_bid_that_was_played(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    save_the_bid(page, 3, 75)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    touch(chip(page, "points", 80))
    page.evaluate(_NOTE)
    touch(page.locator("#pad [data-save]"))
    expect(rows(page)).to_have_count(1)
    expect(page.locator("#rows .is-kept")).to_have_count(0)  # the server's answer is there
    expect(page.locator("#pad .contract")).to_have_count(0)
    expect(page.locator('#pad [name="note"]')).to_have_value("again")
    expect(chip(page, "contractor", 3)).to_be_visible()
    touch(page.locator("#pad .passed"))
    expect(rows(page)).to_have_count(2)


def test_what_was_opened_in_the_form_stays_open_when_the_form_comes_anew(live_server, open_page):
    page, other = open_page(), open_page()
    game = give_game(live_server, page)
    page.goto(game)
    touch(page.locator("#pad details.rare summary"))
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
    touch(page.locator("#pad details.rare summary"))
    page.locator('#pad [name="note"]').fill("Misère noire")
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_have_value("Misère noire")
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(rows(page)).to_have_count(1)
    expect(page.locator('#pad [name="note"]')).to_have_value("")
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    told = page.evaluate("(url) => fetch(url).then((answer) => answer.json())", f"{game}/record.json")
    assert [event["note"] for event in told["events"]] == ["Misère noire"]


def test_what_was_opened_before_the_log_was_read_stays_open_in_the_form_of_the_next_hand(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    save_the_bid(page, 1, 60)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    Corner(page)
    touch(chip(page, "points", 60))
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    late = []
    page.route("**/js/local-copy.js", lambda route: late.append(route))
    with page.expect_request("**/js/local-copy.js"):
        page.goto(game, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#pad details.rare')")
    page.evaluate("document.querySelector('#pad details.rare').open = true")
    for route in late:
        route.continue_()
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    expect(page.locator("#pad [name=kept]")).to_have_count(0)
    expect(page.locator("#pad details.rare[open]")).to_have_count(1)


def test_a_recorded_hand_that_is_corrected_without_a_network_is_kept_corrected_and_sent(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30), played(1, 50, 40, 60)])
    page.goto(f"{game}/hands/2/edit")
    touch(chip(page, "points", 80))
    button = page.locator("#changebar [value=record]")
    expect(button).to_be_visible()
    corner = Corner(page)
    button.tap()
    page.wait_for_url(game)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    expect_scores(page, "120", "80")
    corner.leave()
    expect_scores(page, "120", "80")


def test_a_hand_whose_correction_is_still_kept_is_corrected_where_it_stands(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 70, 30)])
    corner = Corner(page)
    for points in (80, 90):
        page.goto(f"{game}/hands/2/edit")
        if points == 90:
            page.wait_for_url(game)  # its own page would show 70, and know nothing of 80
            touch(page.locator("#rows .is-kept [data-mend]"))
            expect(page.locator("#pad[data-mends]")).to_be_visible()
        touch(chip(page, "points", points))
        page.locator("#changebar [value=record]" if points == 80 else "#pad [data-save]").tap()
        page.wait_for_url(game)
        expect_scores(page, str(points), str(100 - points))
    corner.leave()
    expect_scores(page, "90", "10")


def test_news_that_was_asked_for_before_a_hand_was_saved_takes_no_undo_away(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    held = []
    page.route("**/live", lambda route: held.append(route))
    with page.expect_request("**/live"):
        look(page)
    Thumb(page).hand(0, 60, 70)
    undo = page.locator('#pad .news:not(.kept-news) [name="change"]')
    expect(undo).to_be_visible()
    with page.expect_response("**/live"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(undo).to_be_visible()


def test_news_that_overtakes_the_answer_to_a_hand_brings_its_undo_too(live_server, open_page):
    page = open_page()
    page.goto(give_game(live_server, page))
    held = []
    page.route(re.compile(r"/games/\d+/log"), lambda route: held.append((route, route.fetch())))
    Thumb(page).hand(0, 60, 70)
    while not held:
        page.wait_for_timeout(50)
    look(page)
    expect(rows(page)).to_have_count(1)
    route, answer = held[0]
    route.fulfill(response=answer)
    undo = page.locator('#pad .news:not(.kept-news) [name="change"]')
    expect(undo).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("Hand 1 saved.")
    touch(undo)
    expect_scores(page, "0", "0")


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
    expect(page.locator("#rows .is-kept")).to_have_count(1)
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


def test_a_refused_hand_is_put_right_as_it_was_told_though_another_bid_waits_by_now(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    page.goto(game)
    refused = []

    def refuse(route):
        refused.append(route)
        reply = {"log": 1, "key": route.request.post_data_json["key"], "state": "refused", "detail": "Not so."}
        route.fulfill(json=reply)

    page.route("**/log*", refuse, times=1)
    Thumb(page).hand(1, 60, 70)
    expect(page.locator(".slip--clash")).to_contain_text("Not so.")
    other.goto(game)
    save_the_bid(other, 0, 75)
    look(page)
    expect(page.locator("#pad [name=kept]")).to_have_count(1)
    touch(page.locator(".slip--clash [data-mend]"))
    for name, value in (("contractor", 1), ("bid", 60), ("points", 70)):
        expect(page.locator(f'#pad [name="{name}"]:checked')).to_have_value(str(value))
    assert len(refused) == 1


def test_an_answer_that_comes_upon_a_fresh_page_moves_nothing_under_the_finger(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, events=[played(0, 60, 90, 10)])
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 80)
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    corner.away = False
    with page.expect_response("**/log*"):
        page.goto(game)
    expect(rows(page)).to_have_count(2)
    for name, value in (("contractor", 0), ("bid", 100)):
        touch(chip(page, name, value))
    expect(page.locator('[name="bid"][value="100"]')).to_be_checked()


def test_who_deals_first_is_one_tap_on_the_empty_first_hand_also_without_a_network(live_server, open_page):
    page = open_page(errors_expected=True, keeps=True)
    url = give_game(live_server, page)
    page.goto(url)
    keep(page)
    chips = "document.querySelectorAll('#pad [data-step] .chip, .deals-first .chip')"
    tops = f"() => [...{chips}].map((one) => one.getBoundingClientRect().top)"
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".as-of")).to_be_visible()
    before = page.evaluate(tops)
    dealer = page.locator("#pad label.seat", has=page.locator(".deals"))
    touch(page.locator(".deals-first").get_by_role("button", name="Claire"))
    expect(dealer).to_contain_text("Claire")
    expect(page.locator(".deals-first [aria-pressed=true]")).to_have_text("Claire")
    assert page.evaluate(tops) == before  # nothing has moved under a finger
    page.reload()  # it is in the log of this phone
    expect(dealer).to_contain_text("Claire")
    touch(page.get_by_role("button", name="Draw for us"))
    expect(page.locator(".drawn td", has_text="J")).to_have_count(1)
    drawn = page.locator(".drawn tr", has=page.locator("td", has_text="J")).locator("th").inner_text()
    expect(dealer).to_contain_text(drawn)
    expect(page.locator(".deals-first [aria-pressed=true]")).to_have_text(drawn)
    touch(page.locator(".deals-first").get_by_role("button", name="Denis"))
    expect(dealer).to_contain_text("Denis")
    Thumb(page).hand(0, 60, 70)
    expect_scores(page, "70", "30")
    expect(dealer).to_contain_text("Aline")
    expect(page.locator(".deals-first")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#rows .is-kept")).to_have_count(0)
    expect(page.locator("#rows")).to_contain_text("dealt by Denis")
    expect(page.locator(".deals-first")).to_have_count(0)
    expect(page.get_by_role("link", name="Dealer?")).to_be_visible()


def test_an_answer_under_a_saved_bid_stays_in_the_record_where_the_points_make_it_needless(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page, rules="informal", events=[played(0, 60, 70, 30), played(1, 75, 40, 60)])
    page.goto(game)
    corner = Corner(page)
    save_the_bid(page, 1, 75)
    touch(page.locator(".ask-bids .chip", has_text="No"))
    touch(chip(page, "points", 100))  # nothing is left for the other side: nobody need know who bid
    expect(page.locator(".receipt")).to_be_visible()
    expect(page.locator(".ask-bids")).to_have_count(0)
    touch(page.locator("[data-save]"))
    expect(page.locator("#rows .is-kept")).to_have_count(1)
    corner.leave()
    expect(rows(page)).to_have_count(3)  # the server has it
    record = page.evaluate("async (game) => (await fetch(game + '/record.json')).json()", game)
    assert record["events"][-1]["bids"] == {}


def test_a_page_that_is_kept_anew_is_at_no_moment_without_a_copy(live_server, open_page):
    page = open_page(keeps=True)
    page.goto(give_game(live_server, page))
    keep(page)
    moments = page.evaluate("""async () => {
      const { active } = await navigator.serviceWorker.ready;
      const cache = await caches.open((await caches.keys()).find((name) => name.endsWith("scorekeeper-pages")));
      const path = location.pathname;
      const asOf = async () => (await (await cache.match(path))?.text())?.match(/data-as-of="([^"]*)"/)?.[1];
      const seen = new Set();
      for (const end = performance.now() + 20_000; seen.size < 12 && performance.now() < end; ) {
        active.postMessage({ keep: path });
        for (let look = 0; look < 20 && seen.size < 12; look += 1) seen.add(await asOf());
      }
      return [...seen].map((one) => one ?? "no copy");
    }""")
    assert len(moments) == 12
    assert "no copy" not in moments
