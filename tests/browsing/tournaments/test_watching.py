"""Watchers and the score board see each hand at once, on the program's own server."""

from __future__ import annotations

import re
import shutil
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.server.http import http_server
from tests.browser import network_is_back
from tests.browsing.pad import keep, played
from tests.fixtures.serving import LiveServer
from tests.games.kitchen_table import Table, header

pytestmark = pytest.mark.browser

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# A canvas has no lining digits. They are as tall as capitals.
INK = """score => {
  const style = getComputedStyle(score);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} Vollkorn`;
  return pen.measureText("H").actualBoundingBoxAscent;
}"""
LIVE = re.compile(r"/(live|board)\?wait$")


@pytest.fixture
def live_server(make_app, cut_fonts):
    """The application on the program's own server, with long polls."""
    app = make_app()
    shutil.copytree(cut_fonts, fonts_folder(Path(app.instance_path)), dirs_exist_ok=True)
    (listener,) = http_server.listen("127.0.0.1", 0, 1)
    over = threading.Event()
    thread = threading.Thread(target=http_server.serve, args=(app, listener, over.is_set))
    thread.start()
    yield LiveServer(app, f"http://127.0.0.1:{listener.getsockname()[1]}")
    over.set()
    thread.join()


class Game:
    """A game at the kitchen table, and its watchers."""

    def __init__(self, server):
        self.server, self.app = server, server.app
        with self.app.app_context():
            self.table = Table.of({**header("kitty"), "events": [played(0, 60, 90, 10), played(0, 60, 60, 40)]})
            db.session.remove()
        self.url = f"{server.url}/games/{self.table.game_id}"

    def watched_by(self, page):
        with self.app.app_context():
            visitor = visitors.make()
            share_links.open_link(share_links.create(self.table.access, "watch").token, visitor)
            cookie = visitors.cookie_value(visitor)
            db.session.remove()
        page.context.add_cookies([{"name": visitors.COOKIE, "value": cookie, "url": self.server.url}])
        return page

    def play(self, *hands):
        with self.app.app_context():
            self.table.play(*hands)
            db.session.remove()


@pytest.fixture
def game(live_server):
    return Game(live_server)


def questions(page):
    asked = []
    page.on("request", lambda request: LIVE.search(request.url) and asked.append(request))
    return asked


@pytest.mark.journey
def test_a_hand_shows_to_those_who_watch_with_the_answer_to_the_question_that_waited(game, open_page):
    page = game.watched_by(open_page())
    asked = questions(page)
    with page.expect_request(LIVE):
        page.goto(game.url)
    game.play(played(1, 60, 20, 80, bids={}))
    expect(page.locator("#rows .c-n", has_text="3")).to_be_visible()
    assert len(asked) <= 2, "it was not asked every second"


def test_who_has_put_the_phone_away_asks_nothing_and_sees_all_of_it_afterwards(game, open_page):
    page = game.watched_by(open_page(errors_expected=True))
    with page.expect_request(LIVE):
        page.goto(game.url)
    asked = questions(page)
    with page.expect_event("requestfailed", lambda request: LIVE.search(request.url)):
        page.evaluate(HIDE, True)
    game.play(played(1, 60, 20, 80, bids={}))
    page.wait_for_timeout(500)
    assert asked == []
    page.evaluate(HIDE, False)
    expect(page.locator("#rows .c-n", has_text="3")).to_be_visible()
    expect(page.locator("#watching .is-lost")).to_be_hidden()


def test_the_score_board_is_one_tap_away_and_its_scores_fill_a_third_of_the_height(game, open_page):
    page = game.watched_by(open_page(desktop=True, viewport={"width": 1920, "height": 1080}))
    page.goto(game.url)
    page.locator("#watching a").click()
    scores = page.locator(".scoreboard-score")
    expect(scores).to_have_text(["150", "50"])
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    assert scores.first.locator(".score").evaluate(INK) >= 0.3 * 1080
    expect(page.locator(".scoreboard-note").first).to_contain_text("must bid")
    assert page.locator(".scoreboard").evaluate("board => [board.scrollHeight, board.scrollWidth]") == [1080, 1920]
    game.play(played(1, 75, 40, 60, bids={}))
    expect(page.locator(".scoreboard-side .neg")).to_have_text("−25")
    expect(page.locator(".scoreboard-hands tbody tr")).to_have_count(3)


def test_the_score_board_goes_on_to_the_next_game(game, open_page):
    page = game.watched_by(open_page(desktop=True))
    with page.expect_request(LIVE):
        page.goto(f"{game.url}/board")
    game.play(played(0, 60, 90, 10))
    expect(page.locator(".scoreboard-won")).to_be_visible()
    with game.app.app_context():
        following = matches.rematch(game.table.access)
        db.session.remove()
    page.wait_for_url(f"**/games/{following.game_id}/board")
    expect(page.locator(".scoreboard-head .digits")).to_have_text("Tonight 1–0")


def test_the_score_board_says_that_it_may_be_old_and_opens_without_a_network(game, open_page):
    page = game.watched_by(open_page(desktop=True, keeps=True, errors_expected=True))
    with page.expect_request(LIVE):
        page.goto(f"{game.url}/board")
    keep(page)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    page.reload()
    expect(page.locator(".scoreboard-score").first).to_have_text("150")
    expect(page.locator("#lost")).to_be_visible()
    game.play(played(1, 60, 20, 80, bids={}))
    network_is_back(page.context)
    expect(page.locator(".scoreboard-score").nth(1)).to_have_text("130")
    expect(page.locator("#lost")).to_be_hidden()
