"""A server's game offline in a real browser: any hand is corrected or voided, and sent to the server once."""

from __future__ import annotations

import re
from contextlib import suppress
from threading import Event

import pytest
from flask import request
from playwright.sync_api import expect

from tests.browser import network_is_back, until
from tests.browsing.pad import (
    FOUR,
    SEND_FROM_ELSEWHERE,
    chip,
    expect_scores,
    give_game,
    go,
    keep,
    played,
    save_hand,
    start_here,
    touch,
)
from tests.browsing.test_accessibility import expect_accessible
from tests.compiled import bring_engine
from tests.faults.page_queries import KEPT
from tests.offline.browser.test_stats_offline import COPIES, FIRST_START, await_copies

pytestmark = pytest.mark.browser

POINTS = ((70, 30), (35, 65), (80, 20))
FIRST_PAGE = "async () => (await (await caches.match('/'))?.text()) ?? ''"
"""The stored copy of the first page."""
LISTED_THERE = """async (numbers) => {
  const rows = numbers.map((number) => `<li id="game-${number}"><a href="/games/${number}">At table 3</a></li>`);
  const html = `<main><section><h2>In progress</h2><ul class="list games">${rows.join("")}</ul></section></main>`;
  await (await caches.open("scorekeeper-pages")).put("/", new Response(html, { headers: { "Content-Type": "text/html" } }));
}"""
"""Stores the first page with these games, as if a server had listed them."""
HANDS = [{"kind": "played", "bids": {}, **played(seat, 60, *points)} for seat, points in enumerate(POINTS)]


def open_offline(live_server, open_page, **how):
    """Return an offline phone with a local copy of the game."""
    page = open_page(keeps=True, errors_expected=True, **how)
    address = give_game(live_server, page, rules="standard", events=HANDS)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    page.context.set_offline(True)
    return page, address


def press(page, button, address):
    """Press the button, and wait until the change is stored and the game shown. Slow phones need seconds."""
    button.evaluate("(one) => one.click()")
    page.wait_for_url(address, timeout=FIRST_START)


def take_points_away(page, address):
    """Subtract 25 from the first side, on the open adjustment page."""
    page.wait_for_selector("main [data-without]", timeout=FIRST_START)
    for name, value in (("side", 0), ("sign", "-"), ("points", 25)):
        touch(chip(page, name, value))
    page.get_by_label("Reason").fill("revoke")
    page.locator("main form .btn--primary").click()
    page.wait_for_selector('button[value="record"]', timeout=FIRST_START)
    press(page, page.locator('main form .btn--primary[value="record"]'), address)


def told_to_the_server(page, address, wanted):
    """Go online, and wait until the page has sent its data automatically."""
    network_is_back(page.context)

    def points():
        events = page.request.get(f"{address}/record.json").json()["events"]
        return [event["points"] if event["kind"] == "played" else None for event in events]

    until(page, points, lambda told: told == wanted)


def test_an_older_hand_is_corrected_then_another_struck_out(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto(f"{address}/hands/2", timeout=FIRST_START)
    page.get_by_role("link", name="Correct it").click()
    page.wait_for_selector("form#pad")
    page.wait_for_selector("main [data-without]", timeout=FIRST_START)
    touch(chip(page, "points", 90))
    for _ in range(4):  # the page gives up after 8 s, so try again
        with suppress(AssertionError):
            expect(page.locator("#changebar [value=record]")).to_be_enabled(timeout=FIRST_START / 4)
            break
        page.locator('[name="points"][value="90"]').dispatch_event("change")
    expect(page.locator("#change .effect, #change .receipt").first).to_be_visible(timeout=FIRST_START)
    expect(page.locator("#changebar [value=record]")).to_be_enabled(timeout=FIRST_START)
    press(page, page.locator("#changebar [value=record]"), address)
    expect_scores(page, "205", "95")  # 90 + 35 + 80, 10 + 65 + 20
    # The waiting correction is corrected again: the page shows the waiting version.
    page.goto(f"{address}/hands/2", timeout=FIRST_START)
    expect(page.locator("main")).to_contain_text("90")
    page.goto(f"{address}/hands/4/strike", timeout=FIRST_START)
    press(page, page.locator("#confirm .btn--primary"), address)
    expect_scores(page, "125", "75")
    page.goto(f"{address}/history", timeout=FIRST_START)
    expect(page.locator(".log > li")).to_have_count(6)  # begun, three hands, and what waits
    told_to_the_server(page, address, [[90, 10], [35, 65]])


def test_a_first_page_that_was_never_open_lists_the_games_all_the_same(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto(f"{live_server.url}/", timeout=FIRST_START)
    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", re.sub(r"^\w+://[^/]*", "", address))
    expect(page.locator(".blank")).to_have_count(0)
    expect_accessible(page, "the first page, drawn by the phone")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_selector("form#pad", timeout=FIRST_START)
    expect_scores(page, "185", "115")


def test_the_first_page_has_what_the_server_listed_and_the_phone_has_no_copy_of(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    number = int(address.rpartition("/")[2])
    page.evaluate(LISTED_THERE, [number, 7777])
    page.goto(f"{live_server.url}/", timeout=FIRST_START)
    expect(page.locator("#game-7777 a")).to_contain_text("At table 3")
    expect(page.locator(f"#game-{number}")).to_have_count(1)
    expect(page.locator(f"#game-{number}")).to_contain_text("Aline & Claire")


def test_the_first_page_has_the_game_that_was_begun_since_and_its_kept_hand(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    bring_engine(page.context, live_server.url, live_server.app)
    page.goto(f"{live_server.url}/")
    keep(page)
    until(page, lambda: "No games yet" in page.evaluate(FIRST_PAGE))
    address = start_here(page, live_server.url, *FOUR)
    save_hand(page, 0, 60, 70, ("70", "30"))
    until(page, lambda: dict(page.evaluate(COPIES)), lambda found: list(found.values()) == [2])
    page.context.set_offline(True)
    save_hand(page, 1, 60, 65, ("105", "95"))
    page.goto(f"{live_server.url}/", timeout=FIRST_START)
    path = re.sub(r"^\w+://[^/]*", "", address)
    go_on = page.get_by_role("link", name="Continue")
    expect(go_on).to_have_attribute("href", path)
    expect(page.locator(".now .games")).to_contain_text("105")
    expect(page.locator(".now .games")).to_contain_text("95")
    expect(page.locator("main")).not_to_contain_text("No games yet")
    expect(page.locator(".outbox a[data-game]")).to_have_attribute("href", path)


def test_points_are_taken_away_outside_a_hand(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto(f"{address}/adjust", timeout=FIRST_START)
    expect(page.locator("html")).to_have_attribute("data-alone", "")
    expect_accessible(page, "an adjustment that the phone draws")
    for name, value in (("side", 0), ("sign", "-"), ("points", 25)):
        touch(chip(page, name, value))
    page.get_by_label("Reason").fill("revoke")
    page.locator("main form .btn--primary").click()
    page.wait_for_selector('button[value="record"]', timeout=FIRST_START)
    expect_accessible(page, "an adjustment that the phone shows first")
    press(page, page.locator('main form .btn--primary[value="record"]'), address)
    expect_scores(page, "160", "115")  # 70 + 35 + 80 - 25
    told_to_the_server(page, address, [[70, 30], [35, 65], [80, 20], None])


def test_who_deals_and_an_adjustment_say_on_the_pad_what_they_are_while_they_wait(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto(f"{address}/dealer?entry=4", timeout=FIRST_START)
    for selector in ('[name="dealer"][value="0"]', '[name="how"][value="here"]'):
        page.locator(selector).evaluate("(one) => one.click()")
    page.locator("main form .btn--primary").click()
    page.wait_for_selector('button[value="record"]', timeout=FIRST_START)
    press(page, page.locator('main form .btn--primary[value="record"]'), address)
    page.goto(f"{address}/adjust", timeout=FIRST_START)
    take_points_away(page, address)
    rows = page.locator("#rows tr[data-key] .c-contract")
    expect(rows).to_have_count(2, timeout=FIRST_START)
    expect(rows.nth(0)).to_contain_text("Aline")
    expect(rows.nth(1)).to_contain_text("revoke")
    expect_scores(page, "160", "115")


def lose_the_answer(live_server, ending):
    """Delay the answer to one form until no one waits. Set once the form has arrived."""
    taken, over = Event(), Event()

    def late(answer):
        if request.method == "POST" and request.path.endswith(ending) and not taken.is_set():
            taken.set()
            over.wait(20)
        return answer

    live_server.app.after_request_funcs.setdefault(None, []).append(late)
    return taken, over


def at_home(live_server, open_page):
    """A phone with a local copy of the game, online."""
    page, address = open_offline(live_server, open_page)
    network_is_back(page.context)
    return page, address


def test_a_page_that_the_server_drew_before_the_network_went_is_saved_all_the_same(live_server, open_page):
    page, address = at_home(live_server, open_page)
    go(page, f"{address}/adjust")
    expect(page.locator("html")).not_to_have_attribute("data-alone", "")
    page.context.set_offline(True)
    take_points_away(page, address)
    expect_scores(page, "160", "115")
    told_to_the_server(page, address, [[70, 30], [35, 65], [80, 20], None])


def test_a_form_whose_answer_was_lost_is_kept_and_counts_once(live_server, open_page):
    page, address = at_home(live_server, open_page)
    taken, over = lose_the_answer(live_server, "/names")
    page.goto(f"{address}/names")
    page.fill('[name="player-1"]', "Béatrice")
    press(page, page.locator("form:has([name=do][value=spell]) button.btn").first, f"{address}?saved=5")
    assert taken.is_set()
    over.set()
    until(page, lambda: page.evaluate(KEPT), lambda kept: kept == [])
    page.goto(f"{address}/history")
    expect(page.locator(".log > li").filter(has_text="Béatrice").filter(has_text="names")).to_have_count(1)


def test_a_form_of_another_site_is_not_saved_without_a_network(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto("about:blank")
    fields = [["csrf_token", "1"], ["revision", "4"], ["uuid", "0" * 32]]
    with page.expect_event("requestfailed", lambda asked: asked.method == "POST"):
        page.evaluate(SEND_FROM_ELSEWHERE, [f"{address}/hands/3/strike", fields])
    page.wait_for_url("chrome-error://**")
    page.goto(address, timeout=FIRST_START)
    expect_scores(page, "185", "115")
    expect(page.locator("#rows .is-pending")).to_have_count(0)
    assert not page.evaluate(KEPT)  # nothing was written down


def test_names_that_wait_are_on_the_pad_already(live_server, open_page):
    page, address = open_offline(live_server, open_page, language="fr-CA")
    page.goto(f"{address}/names", timeout=FIRST_START)
    for seat, name in enumerate(("Benoît", "Aline", "Chloé")):  # the first two had been mixed up
        page.fill(f'[name="player-{seat}"]', name)
    press(page, page.locator("form:has([name=do][value=spell]) button.btn").first, address)
    for again in (False, True):
        if again:
            page.goto(address, timeout=FIRST_START)
        expect(page.locator(".board-name").first).to_contain_text("Benoît")
        expect(page.locator(".board-name").first).to_contain_text("Chloé")
        expect(page.locator("#pad .seat b")).to_have_text(["Benoît", "Aline", "Chloé", "Denis"])
        expect(page.locator("#rows .c-contract").first).to_contain_text(re.compile("Benoît.*60.*donne.*Benoît", re.S))
        expect(page.locator(".chart-key")).to_contain_text("Benoît & Chloé")
        expect(page.locator(".recent li").last).to_contain_text("Benoît")
    touch(page.locator("#pad .pending-news [name=change]"))
    expect(page.locator("#pad .seat b")).to_have_text(["Aline", "Benoît", "Claire", "Denis"])
    expect(page.locator(".board-name").first).to_contain_text("Claire")
    network_is_back(page.context)
    until(page, lambda: page.evaluate(KEPT), lambda kept: kept == [])
    expect(page.locator("#pad .seat b")).to_have_text(["Aline", "Benoît", "Claire", "Denis"])


def no_more_copies(live_server):
    """Let the server give no copies until the returned function is called."""
    checks = live_server.app.before_request_funcs.setdefault(None, [])

    def refuse():
        return ("", 503) if request.path == "/games/copies" else None

    checks.append(refuse)
    return lambda: checks.remove(refuse)


def test_a_hand_that_the_copy_lacks_is_not_taken_for_one_that_waits(live_server, open_page):
    page, other = open_page(keeps=True, errors_expected=True), open_page()
    address = give_game(live_server, page, other, events=HANDS, target=5000, opponents_score="always")
    other.goto(address)
    page.goto(address)
    keep(page)
    await_copies(page, 1)
    number = int(address.rpartition("/")[2])

    no_more_copies(live_server)
    save_hand(other, 3, 60, 60, ("225", "175"))
    expect(page.locator("#row-5")).to_be_attached(timeout=FIRST_START)
    until(page, lambda: page.evaluate(_KEPT_PAD), lambda html: 'id="row-5"' in html)
    page.context.set_offline(True)
    save_hand(page, 0, 60, 90, ("315", "185"))
    expect(page.locator("#rows .is-pending")).to_have_count(1)
    assert dict(page.evaluate(COPIES)) == {number: 4}
    answer = page.goto(f"{address}/hands/5/edit", timeout=FIRST_START)
    assert answer.status == 503  # the waiting hand has this number in the copy
    page.goto(f"{address}/hands/4/edit", timeout=FIRST_START)
    expect(page.locator("h1")).to_contain_text("hand 3")
    page.goto(address, timeout=FIRST_START)
    expect_scores(page, "315", "185")


_KEPT_PAD = "async () => (await (await caches.match(location.pathname)).text())"


_OVERTAKEN = """async () => {
  const game = (revision) => ({ id: 7, revision, rows: [], at: "" });
  const usual = self.fetch;
  const waiting = [];
  const answer = (revision) => Response.json({ games: [game(revision)], gone: [] });
  self.fetch = () => new Promise((resolve) => waiting.push((revision) => resolve(answer(revision))));
  try {
    await inCopies("readwrite", (store) => store.put(game(3)));
    const [older, newer] = [copy([7]), copy([7])];
    while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    waiting[1](5);
    await newer;
    waiting[0](4);
    await older;
    const overtaken = (await copyOf(7)).revision;
    const restored = copy([7]);
    while (waiting.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    waiting[2](2);
    await restored;
    return [overtaken, (await copyOf(7)).revision];
  } finally {
    self.fetch = usual;
  }
}"""


def test_of_answers_that_overtake_each_other_the_newest_is_the_copy_and_a_server_that_was_put_back_is_believed(
    live_server, open_page
):
    page = open_page(keeps=True)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    (worker,) = page.context.service_workers
    assert worker.evaluate(_OVERTAKEN) == [5, 2]


def test_a_hand_that_was_answered_just_before_the_network_went_is_on_every_page_that_the_phone_draws(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    address = give_game(live_server, page, rules="standard", events=HANDS)
    page.goto(address)
    keep(page)
    await_copies(page, 1)

    again = no_more_copies(live_server)
    save_hand(page, 3, 60, 65, ("185", "180"), patience=4 * FIRST_START)
    until(page, lambda: page.evaluate(KEPT), lambda left: left == [])
    page.context.set_offline(True)
    page.goto(f"{address}/hands/5", timeout=FIRST_START)
    expect(page.locator("h1")).to_contain_text("60")
    again()
    page.goto(f"{address}/hands/2/strike", timeout=FIRST_START)
    network_is_back(page.context)
    press(page, page.locator("main form .btn").first, address)  # on top of a copy that has that hand by now
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(4)
    told_to_the_server(page, address, [[35, 65], [80, 20], [35, 65]])


def test_a_page_is_loaded_anew_when_the_network_is_back_and_not_when_it_was_there_for_a_moment(live_server, open_page):
    page, address = open_offline(live_server, open_page)
    page.goto(f"{address}/hands/2", timeout=FIRST_START)
    expect(page.locator(".as-of")).to_be_visible()  # the listener for the network is there
    page.evaluate("() => { window.stays = true; dispatchEvent(new Event('online')); }")
    page.wait_for_timeout(500)
    assert page.evaluate("window.stays")
    network_is_back(page.context)
    page.wait_for_function("() => !window.stays && !document.documentElement.dataset.asOf")
