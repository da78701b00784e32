"""How a phone's game moves to a server: triggers, failures, and notifications.

The tests call the service worker's functions directly, so none of them waits for a clock.
"""

from __future__ import annotations

from threading import Event

import pytest
from flask import request
from playwright.sync_api import expect

from scorekeeper.core.refusals import Refusal
from scorekeeper.games.pages.offline import offline_games
from tests.browser import network_is_back, until
from tests.browsing.offline.test_silent_network import NEVER_READ
from tests.browsing.pad import (
    FOUR,
    PATIENCE,
    chip,
    expect_scores,
    give_game,
    go,
    keep,
    leave_the_network,
    save_hand,
    start_here,
    touch,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def away(live_server, open_page):
    """A page of the program on an offline phone."""
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    return page


def begin(page, live_server):
    """Begin a game on that phone, and return its address."""
    return start_here(page, live_server.url, *FOUR).split("?")[0]


def worker(page):
    """Return the service worker."""
    (one,) = page.context.service_workers
    return one


_MOVED = """async () => {
  for (const end = performance.now() + 40000; performance.now() < end; ) {
    if ((await allGames()).some(({ moved }) => moved)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}"""


def test_a_network_that_is_there_later_than_it_is_said_takes_the_game_though_the_page_that_is_open_asks_for_nothing(
    away, live_server
):
    failed = []

    def fail_twice():
        if request.path == "/games/begin" and len(failed) < 2:
            failed.append(request.path)
            return "<h1>Bad gateway</h1>", 502
        return None

    live_server.app.before_request_funcs.setdefault(None, []).append(fail_twice)
    begin(away, live_server)
    away.goto(f"{live_server.url}/rules")
    network_is_back(away.context)
    assert worker(away).evaluate(_MOVED)
    assert len(failed) == 2


_ASKED = """async (path) => {
  const { tag } = JSON.parse(document.querySelector("#state").textContent);
  const headers = { "X-Fragment": "1", "If-None-Match": `W/"${tag}"` };
  return (await fetch(`${path}/live`, { headers, cache: "no-store" })).status;
}"""
"""The request that a page makes every few seconds."""


def test_a_page_of_a_phones_game_is_told_that_nothing_is_new(away, live_server):
    assert away.evaluate(_ASKED, begin(away, live_server)) == 304


_DEAF = """
window.missed = 0;
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (!event.data?.moved || window.hears) return;
  window.missed += 1;
  event.stopImmediatePropagation();
});
"""


def moved_unheard(away, live_server):
    """The address of a game that has moved while its open page was not notified."""
    away.add_init_script(_DEAF)
    address = begin(away, live_server)
    network_is_back(away.context)
    assert worker(away).evaluate(_MOVED)
    away.wait_for_function("() => window.missed")
    return address


def test_a_page_that_has_not_heard_that_its_game_moved_is_told_when_it_asks_again(away, live_server):
    address = moved_unheard(away, live_server)
    assert away.url.startswith(address)
    # The answer redirects it, along with anyone who waits for it.
    away.evaluate("(path) => { window.hears = true; setTimeout(() => fetch(`${path}/live`).catch(() => null)); }", address)
    away.wait_for_url(lambda url: "/games/9" not in url)


def save_at_the_server(page):
    """Finish and save a hand whose contractor is entered, and wait for the scores on the next page."""
    for name, value in (("bid", 75), ("points", 85)):
        touch(chip(page, name, value))
    page.wait_for_selector(".receipt", timeout=4 * PATIENCE)  # the pad's engine is compiled
    touch(page.locator("[data-save]"))
    page.wait_for_url(lambda url: "/games/9" not in url, timeout=2 * PATIENCE)
    expect_scores(page, "85", "15")


def test_a_hand_that_is_being_told_while_its_game_moves_is_the_servers(away, live_server):
    begin(away, live_server)
    touch(chip(away, "contractor", 0))
    network_is_back(away.context)
    assert worker(away).evaluate(_MOVED)
    assert "/games/9" in away.url
    save_at_the_server(away)
    assert points_at(away) == [[85, 15]]


def points_at(page):
    """Return the points of each hand on the game's server."""
    record = page.evaluate("(url) => fetch(url).then((answer) => answer.json())", f"{page.url.split('?')[0]}/record.json")
    return [event["points"] for event in record["events"]]


def test_hands_tapped_while_their_game_moves_are_shown_and_sent_in_their_order_though_the_network_goes_then(away, live_server):
    address = moved_unheard(away, live_server)
    away.context.set_offline(True)
    save_hand(away, 0, 75, 85, ("85", "15"), patience=4 * PATIENCE)
    sent_by = []
    away.on("request", lambda asked: asked.method == "POST" and sent_by.append((asked.frame.url, asked.url)))
    away.goto(address)
    away.wait_for_url(lambda url: "/games/9" not in url)
    expect_scores(away, "85", "15")
    save_hand(away, 1, 50, 60, ("125", "75"), patience=4 * PATIENCE)
    expect(away.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
    network_is_back(away.context)
    until(away, lambda: points_at(away), lambda points: len(points) == 2)
    assert points_at(away) == [[85, 15], [40, 60]]
    assert not [to for at, to in sent_by if "/games/9" in to and "/games/9" not in at]


_HEARS = """{
  const add = navigator.serviceWorker?.addEventListener;
  if (add) navigator.serviceWorker.addEventListener = function (...heard) {
    window.hears = true;
    return add.apply(this, heard);
  };
}"""
"""Reports when a page is notified of moved games."""
_LEADS = """async (moved) => {
  document.querySelector("#pad .passed").click();
  await new Promise((resolve) => setTimeout(resolve));
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { moved, to: "/rules" } }));
  return document.body.inert;
}"""
"""Reports a moved game to a page that is storing something. Returns whether the page leaves and blocks taps."""


def test_a_page_stays_until_what_was_tapped_is_written_down(away, live_server):
    away.add_init_script(_HEARS)
    address = begin(away, live_server)
    away.wait_for_function("() => window.hears")
    assert not away.evaluate(_LEADS, int(address.rpartition("/")[2]))
    away.wait_for_url("**/rules")
    away.goto(address)
    expect(away.locator("#rows tr:not(.sheet-blank)")).to_have_count(1)


def test_a_hand_that_the_server_answered_to_the_old_page_is_on_the_new_one_though_the_network_goes_then(away, live_server):
    address = moved_unheard(away, live_server)
    save_hand(away, 0, 75, 85, ("85", "15"), patience=4 * PATIENCE)
    until(away, lambda: worker(away).evaluate("() => inLog('readonly', (entries) => entries.length)"), lambda left: left == 0)
    away.context.set_offline(True)
    away.goto(address)
    away.wait_for_url(lambda url: "/games/9" not in url)
    expect_scores(away, "85", "15")


_STRAY = """() => new Promise((resolve) => {
  indexedDB.open("scorekeeper-log").onsuccess = ({ target }) => {
    const transaction = target.result.transaction("entries", "readwrite");
    const event = { kind: "played", contractor: 0, bid: 75, points: [85, 15] };
    const act = JSON.stringify({ do: "record", event });
    const where = { subject: 9000000000001, url: "/games/9000000000001/log", seen: 1, after: null };
    const told = { summary: [], header: null, at: new Date().toISOString(), state: "waiting", left: 0, reply: null };
    transaction.objectStore("entries").add({ key: crypto.randomUUID(), act, ...where, ...told });
    transaction.oncomplete = resolve;
    new BroadcastChannel("scorekeeper-log").postMessage({});
  };
})"""
"""Stores something late for a page that is gone, after the next page has opened."""


def test_what_an_old_page_wrote_down_too_late_is_shown_by_the_new_one_without_a_network(away, live_server):
    begin(away, live_server)
    network_is_back(away.context)
    away.wait_for_url(lambda url: "/games/9" not in url)
    away.wait_for_load_state()
    away.context.set_offline(True)
    away.evaluate(_STRAY)
    expect_scores(away, "85", "15")


_STILL_HERE = """() => {
  const where = arrived;
  arrived = async (path) => (path.endsWith("/log") ? null : where(path));
}"""
"""Moves the game just after a command's address was requested."""


def test_a_hand_that_waits_for_its_turn_while_its_game_moves_is_the_servers(away, live_server):
    begin(away, live_server)
    touch(chip(away, "contractor", 0))
    network_is_back(away.context)
    assert worker(away).evaluate(_MOVED)
    worker(away).evaluate(_STILL_HERE)
    save_at_the_server(away)
    expect(away.locator(".slip--clash")).to_have_count(0)


def test_a_form_of_a_game_that_moved_meanwhile_leads_to_the_game_as_it_is_there(away, live_server):
    address = begin(away, live_server)
    worker(away).evaluate("() => PAUSES.splice(0, 5, 200, 400, 800)")  # over before that page says that there is a network
    away.goto(f"{address}/names")
    away.fill('[name="player-1"]', "Béatrice")  # a focused field, so the page doesn't navigate away
    network_is_back(away.context)
    assert worker(away).evaluate(_MOVED)
    away.locator("main form button.btn--primary, main form .btn").first.click()
    away.wait_for_url(lambda url: "/games/9" not in url and not url.endswith("/names"))
    expect(away.locator("form#pad")).to_be_visible()


def test_what_is_refused_is_asked_for_less_and_less_often_until_it_is_taken(away, live_server, monkeypatch):
    begin(away, live_server)
    away.goto(f"{live_server.url}/rules")
    create = offline_games.game_creation.create

    def no_room(*_given, **_more):
        raise Refusal("game.many", high=1)

    monkeypatch.setattr(offline_games.game_creation, "create", no_room)
    network_is_back(away.context)
    go(away, f"{live_server.url}/help")
    tried = "async () => { await handing; const before = pause; await handOver(); return [before, pause]; }"
    for _ in range(8):
        before, after = worker(away).evaluate(tried)
        assert after >= min(2 * before, 60_000)
    assert after == 60_000
    monkeypatch.setattr(offline_games.game_creation, "create", create)
    assert worker(away).evaluate(tried)[1] == 3000  # the page's own attempt may have succeeded just before


_STUCK = [
    ("indexedDB.open = () => ({});", "delete indexedDB.open;"),
    (f"const {{ getAll }} = IDBObjectStore.prototype; {NEVER_READ}", "IDBObjectStore.prototype.getAll = getAll;"),
]
_NOTHING_COMPILED = """async () => {
  const patience = withPatience;
  withPatience = (coming, most) => patience(coming, most === WHOLE ? 50 : most);
  const never = within("readonly", (store) => {
    const ask = () => (store.count().onsuccess = ask);
    ask();
    return {}; // an answer to it never comes
  });
  const late = new Promise((resolve) => setTimeout(resolve, 5000, "waits"));
  return Promise.race([never, late]).catch(({ message }) => message);
}"""
_NEVER_ANSWERS = """async () => {
  const patience = withPatience;
  withPatience = (coming, most) => patience(coming, most === WHOLE ? 50 : most);
  %s
  const soon = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 5000))]);
  const late = await soon(allGames().catch(({ message }) => message));
  await soon(handOver());
  const stuck = Boolean(handing);
  %s
  withPatience = patience;
  return [late, stuck];
}"""


def test_a_phone_that_never_finds_what_it_has_compiled_compiles_again(away):
    assert worker(away).evaluate(_NOTHING_COMPILED) == "late"


@pytest.mark.parametrize("stuck", _STUCK)
def test_storage_that_never_answers_keeps_nothing_from_being_handed_over_later(away, live_server, stuck):
    begin(away, live_server)
    away.goto(f"{live_server.url}/rules")
    assert worker(away).evaluate(_NEVER_ANSWERS % stuck) == ["late", False]
    network_is_back(away.context)
    worker(away).evaluate("handOver()")
    assert worker(away).evaluate(_MOVED)


def test_what_people_must_decide_is_in_the_log_once_however_often_it_was_put_there(away):
    put = """async () => {
      const game = { server: 7, rows: [{ after: {} }] };
      const at = "2026-01-02T20:15:00-04:00";
      const acts = ["a", "b"].map((key) => ({ key, seen: 1, after: null, at, act: { do: "record" } }));
      await intoLog(game, acts.slice(0, 1));
      await intoLog(game, acts);
      return inLog("readonly", (entries) => entries.map(({ key }) => key));
    }"""
    assert worker(away).evaluate(put) == ["a", "b"]


def test_what_waits_for_a_game_that_moved_goes_between_what_people_decide_and_what_came_later(away):
    put = """async () => {
      const rows = [{ after: {} }];
      await inGames("readwrite", (store) => store.put({ id: 9000000000001, rows, moved: true, server: 7 }));
      const entry = (key, subject, more) => ({ key, subject, seen: 5, after: null, act: "{}", ...more });
      await inLog("readwrite", (_entries, store) => {
        store.add(entry("other", 8));
        store.add(entry("tapped", 9000000000001));
        store.add(entry("next", 9000000000001, { after: "tapped" }));
        store.add(entry("here", 9000000000002));
        store.add(entry("late", 7, { seen: 3 }));
      });
      const at = "2026-01-02T20:15:00-04:00";
      await intoLog({ server: 7, rows }, ["a", "b"].map((key) => ({ key, seen: 2, after: null, at, act: { do: "record" } })));
      await gather();
      const there = await inLog("readonly", (all) => all.map(({ key, subject, seen, after }) => [key, subject, seen, after]));
      return [there, await Promise.all(["a", "b", "tapped", "elsewhere"].map((key) => mustWait(7, key)))];
    }"""
    there, waits = worker(away).evaluate(put)
    assert there == [
        ["other", 8, 5, None],
        ["a", 7, 2, None],
        ["b", 7, 2, None],
        ["here", 9000000000002, 5, None],
        ["tapped", 7, 2, "b"],
        ["next", 7, 5, "tapped"],
        ["late", 7, 3, None],
    ]
    assert waits == [False, True, True, False]


def test_what_pages_are_told_while_they_are_still_beginning_waits_for_them(away):
    told = """async () => {
      const before = begun;
      let begins;
      begun = new Promise((resolve) => (begins = resolve));
      let told = false;
      const telling = inPages(() => (told = true));
      await new Promise((resolve) => setTimeout(resolve));
      const early = told;
      begins();
      await telling;
      begun = before;
      return [early, told];
    }"""
    assert worker(away).evaluate(told) == [False, True]


_STEP = """async () => {
  const form = document.querySelector("form[data-last]");
  const sent = new FormData(form);
  sent.set("do", "names");
  const answer = await fetch(form.action, { method: "POST", body: sent });
  return [answer.status, answer.headers.get("X-Phone")];
}"""
"""Sends what a new game's page sends at each step: multipart, but without a file."""


def test_a_step_that_a_silent_server_does_not_answer_is_answered_by_the_phone(live_server, open_page):
    answers, asked = Event(), Event()

    @live_server.app.before_request
    def be_silent():
        if request.method == "POST" and request.path == "/games/new":
            asked.set()
            answers.wait(20)

    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page))
    keep(page)
    worker(page).evaluate("""() => {
      const usual = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (most) => usual(most === SENT ? 500 : most);
    }""")
    page.goto(f"{live_server.url}/games/new")
    try:
        assert page.evaluate(_STEP) == [200, "1"]
    finally:
        answers.set()
    assert asked.is_set()
