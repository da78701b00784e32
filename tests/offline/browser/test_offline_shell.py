"""Offline: the pages of games opened before, the bundle, and a notice for everything else."""

from __future__ import annotations

import pytest
from flask import request

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.offline import shell
from tests.browser import until
from tests.browsing.pad import keep
from tests.offline.conftest import START

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
  return urls;
}"""


COPY = "async () => (await (await caches.match(location.pathname))?.text()) ?? ''"
"""The stored copy of the open page."""


class Site:
    """A few pages at the relevant addresses, so that only the address matters."""

    def __init__(self, live_server):
        self.url = live_server.url
        self.visits = 0
        self.status = 200
        add = live_server.app.add_url_rule
        for path in ("/games/4711", "/games/4711/history", "/games/4711/share", "/s/secret-4711", "/games/4712"):
            add(path, endpoint=path, view_func=self.page)
        add("/games/4711/sheet.pdf", endpoint="pdf", view_func=lambda: ("%PDF", {"Content-Type": "application/pdf"}))

    def page(self):
        self.visits += 1
        head = '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/static/css/core/page.css">'
        return f'<!doctype html><html lang="fr">{head}<h1>visit {self.visits}</h1>', self.status


@pytest.fixture
def site(live_server):
    return Site(live_server)


@pytest.fixture
def page(site, open_page):
    """A phone that has opened and stored game 4711."""
    page = open_page(keeps=True, errors_expected=True)
    page.goto(f"{site.url}/games/4711")
    keep(page)
    return page


def heading(page):
    return page.locator("h1").inner_text()


def test_a_page_that_came_before_the_service_worker_had_it_in_hand_is_kept_once(page, site):
    page.evaluate("caches.delete('scorekeeper-pages')")
    keep(page)
    visits = site.visits
    keep(page)
    assert site.visits == visits


@pytest.mark.journey
def test_a_game_that_was_opened_here_opens_without_a_network_and_can_be_scored(page):
    page.context.set_offline(True)
    page.reload()
    assert heading(page).startswith("visit")
    page.evaluate(START, "fr")
    record = {"format": "scorekeeper-game/1", "rules": "standard", "players": list("ABCD"), "first_dealer": 0, "events": []}
    event = {"contractor": 0, "bid": 75, "bids": {}, "points": [85, 15]}
    answer = page.evaluate("([record, event]) => ask('preview', record, event)", [record, event])
    assert answer["scores"] == [85, 15]
    assert answer["hand"]["why"][0]["text"] == t_for("fr")("%(side)s bid %(bid)s and took %(took)s: %(change)s.") % {
        "side": "A & C", "bid": 75, "took": 85, "change": "+85",
    }  # fmt: skip


def test_with_a_network_the_newest_page_is_shown(page, site):
    page.goto(f"{site.url}/games/4711")
    first = heading(page)
    page.reload()
    assert heading(page) != first
    until(page, lambda: heading(page) in page.evaluate(COPY))
    page.context.set_offline(True)
    newest = heading(page)
    page.reload()
    assert heading(page) == newest


def test_a_game_never_opened_here_gives_a_notice_in_the_language_of_the_page(page, site):
    page.context.set_offline(True)
    answer = page.goto(f"{site.url}/games/4712")
    assert answer.status == 503
    assert heading(page) == t_for("fr")("You’re offline")


def test_a_page_of_the_guide_that_was_read_opens_without_a_network(page, site):
    page.goto(f"{site.url}/help/offline")
    read = heading(page)
    until(page, lambda: "<h1" in page.evaluate(COPY))
    page.context.set_offline(True)
    page.reload()
    assert heading(page) == read


def test_over_a_bad_network_what_is_needed_comes_piece_by_piece(site, live_server, open_page):
    asked = set()

    @live_server.app.before_request
    def each_at_first():
        asked_for_to_keep = request.headers.get("Sec-Fetch-Dest") == "empty"
        if asked_for_to_keep and request.path not in asked:
            asked.add(request.path)
            return "<h1>Bad gateway</h1>", 502
        return None

    page = open_page(keeps=True, errors_expected=True)
    page.goto(f"{site.url}/games/4711")
    page.evaluate("async () => (await import('/static/js/service-worker.js')).installOffline()")  # however long it takes
    keep(page)
    assert len(asked) > 30, asked  # each of them was refused once
    page.context.set_offline(True)
    page.reload()
    assert heading(page).startswith("visit")


def test_secrets_documents_and_answers_of_the_api_are_never_kept(page, site):
    for path in ("/games/4711/history", "/games/4711/share", "/s/secret-4711", "/games/4711?lang=en"):
        page.goto(f"{site.url}{path}")
    page.evaluate("fetch('/games/4711/sheet.pdf').then((answer) => answer.text())")
    page.evaluate("fetch('/api/v1/rules').then((answer) => answer.text())")
    page.evaluate("fetch('/games/4711', {method: 'POST'}).then((answer) => answer.text())")
    kept = page.evaluate(KEPT)
    assert "/games/4711/history" in kept
    pages = [url for url in kept if not url.startswith("/static/")]
    assert [url for url in pages if any(part in url for part in ("/share", "/s/", ".pdf", "/api/"))] == []


def test_a_game_that_may_no_longer_be_seen_is_forgotten(page, site):
    site.status = 404
    page.goto(f"{site.url}/games/4711")
    until(page, lambda: not page.evaluate(COPY))
    page.context.set_offline(True)
    page.goto(f"{site.url}/games/4711")
    assert heading(page) == t_for("fr")("You’re offline")


def test_a_new_version_replaces_the_files_and_leaves_the_games(page, monkeypatch):
    first = file_caches(page)
    page.evaluate("caches.open('somebody-elses')")
    files = shell.static_files()
    monkeypatch.setattr(shell, "static_files", lambda: {**files, "css/core/page.css": "changed"})
    page.evaluate("""async () => {
      const before = (await caches.keys()).join();
      await (await navigator.serviceWorker.getRegistration()).update();
      for (const end = performance.now() + 60000; performance.now() < end; ) {
        const names = await caches.keys();
        if (names.join() !== before && names.filter((name) => name.startsWith("scorekeeper-files-")).length === 1) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }""")
    assert len(file_caches(page)) == 1
    assert file_caches(page) != first
    assert {"somebody-elses", "scorekeeper-pages"} <= set(page.evaluate("caches.keys()"))
    page.context.set_offline(True)
    page.reload()
    assert heading(page).startswith("visit")


def file_caches(page):
    return [name for name in page.evaluate("caches.keys()") if name.startswith("scorekeeper-files-")]
