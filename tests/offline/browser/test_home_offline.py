"""The first page of an evening: online, offline between games, during game 3 that began offline, and online again."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.authorization import access_to
from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from tests.browser import network_is_back, until
from tests.browsing.pad import give_game, keep, played, save_hand
from tests.browsing.test_accessibility import expect_accessible
from tests.offline.browser.test_stats_offline import FIRST_START, await_copies

pytestmark = pytest.mark.browser

WON = [{"kind": "played", "bids": {}, **played(0, 60, 90, 10)} for _ in range(3)]
MADE_AHEAD = """async () => {
  const stored = await (await caches.open("scorekeeper-settings")).match("/first");
  return stored ? (await stored.json()).html : "";
}"""
"""The first page as the phone has made it ahead of time."""
PICTURES = os.environ.get("HOME_PICTURES", "")
"""A folder for a picture of each step, to look at."""


def play_two_games(live_server, page):
    """Play the first two games of a match. Each side wins one."""
    first = give_game(live_server, page, events=WON)
    with live_server.app.app_context():
        cookie = next(one["value"] for one in page.context.cookies() if one["name"] == visitors.COOKIE)
        second = matches.rematch(access_to(int(first.rpartition("/")[2]), cookie=cookie), games_to_win=2)
        for n in range(1, 4):
            write(second, table_commands.record(played(1, 60, 10, 90)), revision=n, uuid=f"hand-of-game-two-{n}")


def show_home(page, url, step):
    """Open the first page, and return what it says about games."""
    page.goto(f"{url}/", timeout=FIRST_START)
    expect(page.locator(".now .btn--primary")).to_be_visible(timeout=FIRST_START)
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{step}.png")
    said = [text.replace("(online only)", "") for text in page.locator("main > section").all_inner_texts()]
    return [" ".join(text.split()) for text in said]


def test_the_first_page_of_a_match_is_the_same_with_and_without_a_network(live_server, open_page):
    page, url = open_page(keeps=True, errors_expected=True), live_server.url
    play_two_games(live_server, page)
    online = show_home(page, url, "1-online")
    assert online[0].startswith("Tonight 1–1, game 3 Aline & Claire – Benoît & Denis")
    keep(page)
    await_copies(page, 2)

    page.context.set_offline(True)
    assert show_home(page, url, "2-offline-between-games") == online
    expect_accessible(page, "the first page of an evening, drawn by the phone")
    page.get_by_role("button", name="Begin game 3").click()
    page.wait_for_selector("form#pad", timeout=FIRST_START)
    assert "/games/9" in page.url
    expect(page.locator("#tally")).to_contain_text("Tonight 1–1")
    save_hand(page, 0, 60, 70, ("70", "30"))
    until(page, lambda: page.evaluate(MADE_AHEAD), lambda html: re.search(r">70<", html), patience=FIRST_START)
    said = show_home(page, url, "3-offline-in-game-3")
    assert said[0].startswith("Tonight 1–1, game 3 Aline & Claire 70 Benoît & Denis 30")
    assert "Only on this phone" in said[0]
    assert said[1:] == online[1:]

    network_is_back(page.context)
    go_on = page.locator(".now .btn--primary")

    def listed():
        said = show_home(page, url, "4-online-again")[0]
        assert said.startswith("Tonight 1–1, game 3 Aline & Claire 70 Benoît & Denis 30")
        return said, go_on.get_attribute("href")

    text, path = until(page, listed, lambda found: "/games/9" not in found[1], patience=FIRST_START)
    assert "Only on this phone" not in text
    match = page.request.get(f"{url}{path}/record.json").json()["match"]
    assert (match["number"], match["games_to_win"]) == (3, 2)

    page.goto(f"{url}{path}/share")
    page.locator('[name=role][value="score"]').click()
    link = page.locator(".address").input_value()
    other = open_page(keeps=True)
    other.goto(url + urlsplit(link).path)
    other.locator("main .btn--primary").click()
    other.wait_for_selector("form#pad")
    said = show_home(other, url, "5-second-phone")[0]
    assert "game 3" in said
    assert "Aline & Claire 70 Benoît & Denis 30" in said
