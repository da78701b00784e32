"""Statistics in a real offline browser, for the server's games and the phone's own."""

from __future__ import annotations

import re
import threading
from urllib.parse import urlsplit

import pytest
from flask import request
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from tests.browser import network_is_back, until
from tests.browsing.pad import FOUR, give_game, keep, played
from tests.browsing.test_accessibility import expect_accessible
from tests.games.kitchen_table import header
from tests.offline.browser.test_begun_here import save_hand, start_here
from tests.offline.browser.test_evening_here import KEPT

pytestmark = pytest.mark.browser

FIRST_START = 60_000
"""Milliseconds for the first compilation on a busy machine."""
COPIES = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("scorekeeper-copies", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("copies", { keyPath: "id" });
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("copies").objectStore("copies").getAll();
    all.onsuccess = () => (asked.result.close(), resolve(all.result.map(({ id, revision }) => [id, revision])));
  };
})"""

MANY = """(number) => new Promise((resolve, reject) => {
  const asked = indexedDB.open("scorekeeper-copies", 1);
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const store = asked.result.transaction("copies", "readwrite").objectStore("copies");
    store.getAll().onsuccess = ({ target: { result: [game] } }) => {
      for (let n = 1; n <= number; n += 1) store.put({ ...game, id: game.id + n, uuid: `${game.uuid}-${n}` });
    };
    store.transaction.oncomplete = () => (asked.result.close(), resolve(number));
  };
})"""
"""Adds that many copies of one game."""


def await_copies(page, games):
    """Wait until the phone has copies of that many games."""
    return until(page, lambda: dict(page.evaluate(COPIES)), lambda found: len(found) == games)


def text(page):
    return re.sub(r"\s+", " ", page.locator("main").inner_text())


def test_a_hand_that_was_just_recorded_is_in_the_copy(live_server, open_page):
    page = open_page(keeps=True)
    address = give_game(live_server, page, rules="standard", events=[{"kind": "played", "bids": {}, **played(0, 60, 90, 10)}])
    page.goto(address)
    keep(page)
    await_copies(page, 1)
    for scores in (("175", "25"), ("260", "40")):
        save_hand(page, 0, 75, 85, scores)
    number = int(address.rpartition("/")[2])
    # Far sooner than idle pages poll.
    until(page, lambda: dict(page.evaluate(COPIES))[number], lambda revision: revision == 4, patience=15_000)


def test_figures_of_the_servers_games_and_of_the_phones_own(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    hands = [{"kind": "played", "bids": {}, **played(0, 60, 90, 10)}] * 2
    address = give_game(live_server, page, rules="standard", events=hands)
    page.goto(f"{live_server.url}/stats?who=aline")
    there = text(page)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/stats?who=aline", timeout=FIRST_START)
    here = text(page)
    assert "Offline: based on the games on this phone (1 copied from the server)." in here
    for line in ("Bids 2", "60.0 on average", "Bids made 2"):
        assert line in there
        assert line in here
    start_here(page, live_server.url, "Aline", "O’Neil", "Élodie", "Denis")
    save_hand(page, 0, 75, 85, ("85", "15"))
    # A hand is shown at once and recorded a moment later.
    until(page, lambda: [len(game["rows"]) for game in page.evaluate(KEPT)], lambda rows: rows == [2])
    page.goto(f"{live_server.url}/stats?who=aline")
    assert "1 copied from the server, 1 started here" in text(page)
    assert "Bids 3" in text(page)
    page.locator("dd a", has_text="3").first.click()
    page.wait_for_url("**/stats/hands?**")
    assert page.locator(".behind > li").count() == 3
    assert page.locator(f'.behind a[href^="/games/{address.rpartition("/")[2]}/hands/"]').count() == 2
    page.goto(f"{live_server.url}/library?q=ELODIE")
    expect(page.locator(".games > li")).to_have_count(1)
    page.locator("h2 a").click()
    page.wait_for_url("**/evenings/*")
    assert "Games won" in text(page)


def test_a_game_of_the_server_opens_from_its_copy_and_says_as_of_when(live_server, open_page):
    page = open_page(language="fr-CA", keeps=True, errors_expected=True)
    hands = [{"kind": "played", "bids": {}, **played(0, 60, 90, 10)}, {"kind": "played", "bids": {}, **played(1, 75, 60, 40)}]
    address = give_game(live_server, page, rules="standard", events=hands)
    number = int(address.rpartition("/")[2])
    page.goto(f"{live_server.url}/rules")
    keep(page)
    assert await_copies(page, 1) == {number: 3}
    page.context.set_offline(True)
    page.goto(f"{address}/history", timeout=FIRST_START)  # which was never opened with a network
    assert page.locator(".log > li").count() == 3
    assert page.evaluate("document.documentElement.dataset.asOf")
    expect(page.locator("main")).to_contain_text("Hors ligne")
    page.goto(f"{address}/hands/3")
    expect(page.locator("h1")).to_contain_text("Benoît")
    page.goto(f"{address}/under?rules=kitty", timeout=FIRST_START)
    assert "90" in text(page)
    page.goto(f"{address}/odds", timeout=FIRST_START)
    assert page.locator(".odds-sides").is_visible()
    page.goto(f"{address}/board", timeout=FIRST_START)
    assert "90" in text(page)
    page.goto(f"{address}/hands/3/strike", timeout=FIRST_START)
    page.locator("#confirm .btn--primary").evaluate("(one) => one.click()")  # it goes into the phone's log like every command
    page.wait_for_url(address, timeout=FIRST_START)
    expect(page.locator(".board-score")).to_have_text(["90", "10"], timeout=3 * FIRST_START)  # the pad's engine is compiled
    network_is_back(page.context)
    page.reload()
    there = "async () => (await (await fetch(`${location.pathname}/record.json`)).json()).events.length"
    until(page, lambda: page.evaluate(there), lambda events: events == 1)


def test_a_copy_goes_with_the_way_to_its_game(live_server, open_page, app):
    page = open_page(keeps=True, errors_expected=True)
    address = give_game(live_server, page)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    page.context.clear_cookies()
    page.goto(address)
    await_copies(page, 0)


def test_a_copy_goes_though_the_server_says_so_too_late_to_be_shown(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    history = f"{give_game(live_server, page)}/history"  # a page that asks for nothing itself
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    page.context.clear_cookies()
    asked = threading.Event()
    late = threading.Event()

    def wait():
        if request.path == urlsplit(history).path:
            asked.set()
            late.wait(FIRST_START / 1000)

    live_server.app.before_request_funcs.setdefault(None, []).append(wait)
    page.goto(history, timeout=FIRST_START)
    expect(page.locator("main")).to_contain_text("Offline: this page is from")  # the phone waits for five seconds
    assert asked.is_set()
    await_copies(page, 1)
    late.set()
    await_copies(page, 0)


def test_many_games_are_counted_with_a_bar_that_moves(live_server, open_page, app):
    page = open_page(keeps=True, errors_expected=True)
    give_game(live_server, page, events=[{"kind": "passed_out"}] * 12)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    assert page.evaluate(MANY, 400) == 400
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/stats", timeout=FIRST_START)
    bar = page.locator("progress")
    expect(bar).to_have_attribute("max", "401")
    expect(page.locator("[data-counted]")).to_contain_text("of 401")
    # It doesn't change while it is checked.
    page.evaluate("() => { window.asks = fetch; window.fetch = () => Promise.reject(new Error('stands still')); }")
    expect_accessible(page, "the page of a count")
    page.evaluate("() => { window.fetch = asks; }")
    expect(page.locator("h1")).to_have_text("Stats", timeout=3 * FIRST_START)
    assert "401 in play" in text(page)
    page.reload()
    assert "401 in play" in text(page)  # at once: they were counted


def test_a_game_that_ends_without_a_network_says_what_is_rare_about_its_people(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    won = [{"kind": "played", "bids": {}, **played(0, 60, 90, 10)}] * 3
    give_game(live_server, page, rules="standard", events=won)
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == visitors.COOKIE)
    with live_server.app.app_context():
        for events in (won, won[:2]):
            record = {**header("standard", names=list(FOUR)), "events": events}
            game = game_creation.import_record(record, visitors.load(cookie)).game_id
    page.goto(f"{live_server.url}/games/{game}")
    keep(page)
    await_copies(page, 3)
    page.context.set_offline(True)
    save_hand(page, 0, 75, 85, ("265", "35"))
    expect(page.locator("#ending")).to_contain_text("win the game")
    expect(page.locator("#people li").first).to_have_text("Aline & Claire: 3 wins in a row", timeout=FIRST_START)
    network_is_back(page.context)
    expect(page.locator(".pending-end")).to_have_count(0)
    expect(page.locator("#people li").first).to_have_text("Aline & Claire: 3 wins in a row")
