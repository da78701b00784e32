"""Hands waiting on the phone: shown on every page, sent from every page, and a warning if nothing can be stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import network_is_back, until
from tests.browsing.kept import Corner, rows
from tests.browsing.pad import Thumb, chip, expect_scores, give_game, keep, played, save_the_bid, show, touch
from tests.browsing.table_phones import look
from tests.faults.page_queries import KEPT

pytestmark = pytest.mark.browser


@pytest.mark.journey
def test_a_hand_that_was_kept_is_told_of_on_every_page_and_sent_from_there(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    page.goto(live_server.url + "/")
    outbox = page.locator(".outbox")
    expect(outbox).to_contain_text("1 hand saved on this phone.")
    touch(outbox.get_by_role("button", name="Send now"))  # in vain as yet
    corner.away = False
    expect(outbox).to_be_hidden()  # it goes on automatically
    page.goto(game)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")


def test_what_stands_on_the_sheet_stays_what_it_is_when_more_is_kept_and_taken_back(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page, events=[played(1, 60, 20, 80)]))
    corner, thumb = Corner(page), Thumb(page)
    thumb.hand(0, 60, 70)
    kept = page.locator("#rows .is-pending")
    expect(kept).to_have_count(1)
    names = ("#rows .is-pending", "#rows tr[id]", ".board-score", ".recent li:last-child")
    stays = {name: page.locator(name).first.element_handle() for name in names}

    def gone():
        return {name for name, one in stays.items() if not one.evaluate("(one) => one.isConnected")}

    thumb.hand(1, 75, 80)
    expect(kept).to_have_count(2)
    expect_scores(page, "110", "190")
    assert gone() == set()
    thumb.tap(page.locator(".pending-news").get_by_role("button", name="Undo"))
    expect(kept).to_have_count(1)
    expect_scores(page, "90", "110")
    assert gone() == set()
    assert kept.first.evaluate("(one) => one.nextElementSibling.matches('.sheet-blank')")
    blanks = page.locator("#rows .sheet-blank").count()
    corner.leave()
    expect(rows(page)).to_have_count(2)
    expect(page.locator("#rows .sheet-blank")).to_have_count(blanks)


def test_a_hand_is_recorded_once_where_its_form_goes_away_while_it_is_written_down(live_server, open_page):
    page = open_page(errors_expected=True)
    game = give_game(live_server, page)
    page.goto(game)
    page.evaluate(
        """() => {
          const { add } = IDBObjectStore.prototype;
          IDBObjectStore.prototype.add = function (...what) {
            document.querySelector("form#pad").remove();  // as where news say that the game has ended
            return add.apply(this, what);
          };
        }"""
    )
    with page.expect_response("**/log*"):
        Thumb(page).hand(0, 60, 70)
    page.goto(game)
    until(page, lambda: page.evaluate("localStorage.getItem('scorekeeper-log')") == "0")  # nothing is left to be sent
    page.goto(game)
    expect(rows(page)).to_have_count(1)
    expect_scores(page, "70", "30")


@pytest.mark.parametrize(
    "refusal", ["throw new DOMException('no', 'SecurityError')", pytest.param("return undefined", marks=pytest.mark.journey)]
)
def test_where_nothing_can_be_kept_that_is_said_and_the_hand_stays_told_until_it_is_saved(live_server, open_page, refusal):
    page = open_page(errors_expected=True)
    page.add_init_script(f"indexedDB.open = () => {{ {refusal}; }};")
    page.goto(give_game(live_server, page))
    corner = Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("The form is unchanged")
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
    expect(page.locator("#pad .sr-only:focus")).to_have_count(0)  # the form is another, and its hidden key takes no focus


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
    until(page, lambda: answers)  # the server has it, and so have the news
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
    show(page, "sheet")
    note = page.locator("#rows .pending-note")
    expect(note).to_be_visible()
    with page.expect_request("**/log*"):
        page.evaluate("dispatchEvent(new Event('online'))")  # it is tried at once
    page.wait_for_timeout(300)
    expect(note).to_be_visible(timeout=100)


def test_a_score_that_lacks_the_kept_hands_says_so_until_they_are_counted(live_server, open_page):
    page = open_page(errors_expected=True)
    page.goto(give_game(live_server, page))
    Corner(page)
    Thumb(page).hand(0, 60, 70)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    held = []
    page.route("**/phone/worker.js", lambda route: held.append(route))  # the engine is not there yet
    page.reload()
    notes, late = page.locator(".board-note"), page.locator(".is-uncounted")
    expect(notes).to_have_text(["not counted yet", "not counted yet"])
    expect(late).to_have_count(2)
    until(page, lambda: held)
    for route in held:
        route.continue_()
    expect_scores(page, "70", "30")
    expect(late).to_have_count(0)
    expect(notes.first).not_to_have_text("not counted yet")


def test_the_first_page_opens_without_a_network_after_the_first_evening(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, page)
    page.goto(live_server.url + "/")
    page.goto(game)
    keep(page)
    until(page, lambda: page.evaluate("async () => Boolean(await caches.match('/'))"))
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
    touch(page.get_by_role("button", name="Draw for dealer"))
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
    network_is_back(page.context)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect(page.locator("#rows")).to_contain_text("dealt by Denis")
    expect(page.locator(".deals-first")).to_have_count(0)
    expect(page.get_by_role("link", name="Dealer?")).to_be_visible()


def test_the_next_dealer_takes_two_taps_from_the_badge_with_undo_also_without_a_network(live_server, open_page):
    page = open_page(errors_expected=True, keeps=True)
    page.goto(give_game(live_server, page, events=[played(0, 60, 65, 35)]))
    keep(page)
    dealer = page.locator("#pad label.seat", has=page.locator(".deals"))
    asked = page.get_by_role("group", name="Who deals?")
    news = page.locator(".news:not([hidden])")
    for away in (False, True):
        page.context.set_offline(away)
        touch(page.locator("#pad .deals"))
        expect(page.locator("#pad [name=contractor]:checked:not(.none)")).to_have_count(0)
        touch(asked.get_by_role("button", name="Denis"))
        expect(asked).to_have_count(0)
        expect(dealer).to_contain_text("Denis")
        expect(news).to_contain_text("Denis deals")
        touch(news.get_by_role("button", name="Undo"))
        expect(dealer).to_contain_text("Benoît")
    touch(page.locator("#pad .deals"))
    touch(asked.get_by_role("button", name="Cancel"))
    expect(asked).to_have_count(0)
    for name in ("Denis", "Claire"):  # the second one corrects the first
        touch(page.get_by_role("link", name="Dealer?"))
        touch(asked.get_by_role("button", name=name))
        expect(dealer).to_contain_text(name)
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    network_is_back(page.context)
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    expect(page.locator("#rows")).to_contain_text("Claire deals from here on")
    expect(dealer).to_contain_text("Claire")


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
      for (const end = performance.now() + 120_000; seen.size < 12 && performance.now() < end; ) {
        active.postMessage({ keep: path });
        for (let look = 0; look < 20 && seen.size < 12; look += 1) seen.add(await asOf());
      }
      return [...seen].map((one) => one ?? "no copy");
    }""")
    assert len(moments) == 12
    assert "no copy" not in moments


def test_what_was_refused_is_said_though_the_words_for_it_come_late_and_stands_still_then(live_server, open_page):
    page, other = open_page(errors_expected=True), open_page()
    game = give_game(live_server, page, other)
    late, asked = [True], []
    page.route("**/kept/**", lambda route: (asked.append(route), route.abort() if late else route.continue_()))
    page.goto(game)
    other.goto(game)
    corner = Corner(page)
    for name, value in (("contractor", 1), ("bid", 60), ("points", 60)):
        touch(chip(page, name, value))
    Thumb(other).hand(0, 60, 90)
    expect(rows(other)).to_have_count(1)
    touch(page.locator("[data-save]"))
    expect_scores(page, "40", "60")
    corner.away = False
    look(page)
    until(page, lambda: page.evaluate(KEPT), lambda kept: [one["state"] for one in kept] == ["asked"])
    before = len(asked)
    until(page, lambda: len(asked) > before)  # only this is still to come
    late.clear()
    clash = page.locator(".slip--clash")
    expect(clash).to_be_visible()
    old = clash.element_handle()
    page.wait_for_timeout(3000)  # by then every retry has happened
    assert old.evaluate("(one) => one.isConnected")
