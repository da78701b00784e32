"""Pages about many games in a real browser, without a network: of the server's games and of the phone's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import give_game, keep, played
from tests.phone.test_begun_here import save_hand, start_here

pytestmark = pytest.mark.browser

FIRST_START = 60_000
"""Milliseconds: everything is compiled for the first time, on a machine that others work on."""
COPIES = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("scorekeeper-copies", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("copies", { keyPath: "id" });
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("copies").objectStore("copies").getAll();
    all.onsuccess = () => (asked.result.close(), resolve(all.result.map(({ id, revision }) => [id, revision])));
  };
})"""


def copied(page, games):
    """Wait until the phone has copies of so many games."""
    for _ in range(100):
        found = page.evaluate(COPIES)
        if len(found) == games:
            return dict(found)
        page.wait_for_timeout(100)
    raise AssertionError(found)


def text(page):
    return re.sub(r"\s+", " ", page.locator("main").inner_text())


def test_figures_of_the_servers_games_and_of_the_phones_own(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    hands = [{"kind": "played", "bids": {}, **played(0, 60, 90, 10)}] * 2
    address = give_game(live_server, page, rules="standard", events=hands)
    page.goto(f"{live_server.url}/figures?who=aline")
    there = text(page)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    copied(page, 1)
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/figures?who=aline", timeout=FIRST_START)
    here = text(page)
    assert "Without a network: from the games that this phone has (1 copied from the server)." in here
    for line in ("Bids 2", "60.0 on average", "Bids made 2"):
        assert line in there
        assert line in here
    start_here(page, live_server.url, "Aline", "O’Neil", "Élodie", "Denis")
    save_hand(page, 0, 75, 85, ("85", "15"))
    page.goto(f"{live_server.url}/figures?who=aline")
    assert "1 copied from the server, 1 begun on it" in text(page)
    assert "Bids 3" in text(page)
    page.locator("dd a", has_text="3").first.click()
    page.wait_for_url("**/figures/hands?**")
    assert page.locator(".behind > li").count() == 3
    assert page.locator(f'.behind a[href^="/games/{address.rpartition("/")[2]}/hands/"]').count() == 2
    page.goto(f"{live_server.url}/library?q=ELODIE")
    expect(page.locator(".games > li")).to_have_count(1)
    page.locator("h2 a").click()
    page.wait_for_url("**/evenings/*")
    assert "Games won" in text(page)
