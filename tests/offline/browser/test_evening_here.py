"""A whole evening on a phone while the server is stopped. The server then has what the phone had."""

from __future__ import annotations

import shutil
import uuid
from datetime import datetime
from pathlib import Path

import pytest
from flask import request
from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.core.pages.web_fonts import folder as fonts_folder
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.offline.bundle.bundle import folder as kit_folder
from tests.browser import PATIENCE, until
from tests.browsing.pad import keep
from tests.compiled import bring_desk
from tests.fixtures.serving import serving
from tests.offline.browser.test_begun_here import start_here

pytestmark = pytest.mark.browser

FOUR = ("Aline", "Benoît", "Claire", "Denis")
_ACT = """async ([address, key, act]) => {
  const body = JSON.stringify({ key, seen: act.seen, after: null, act: act.act });
  const headers = { "Content-Type": "application/json", "X-Scorekeeper": "1" };
  return (await fetch(`${address}/log`, { method: "POST", headers, body })).json();
}"""
_RECORD = "async (address) => (await fetch(`${address}/record.json`)).json()"
KEPT = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("scorekeeper-games", 1);
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("games").objectStore("games").getAll();
    all.onsuccess = () => (asked.result.close(), resolve(all.result));
  };
})"""


def hand(contractor, bid, *points):
    return {"kind": "played", "contractor": contractor, "bid": bid, "bids": {}, "points": list(points)}


class Phone:
    """A phone that sends its commands through the pad's log."""

    def __init__(self, page):
        self.page = page
        self.seen = {}

    def act(self, address, **act):
        """Send a command twice under one key, as after a lost answer."""
        sent = {"seen": self.seen.get(address, 1), "act": act}
        asked = [address, str(uuid.uuid4()), sent]
        first, again = (self.page.evaluate(_ACT, asked) for _ in range(2))
        assert first["state"] == again["state"] == "done", (act, first, again)
        assert first["change"] == again["change"]
        self.seen[address] = first["revision"]
        return first["change"]

    def record(self, address):
        return self.page.evaluate(_RECORD, address)

    def games(self):
        return {one["id"]: one for one in self.page.evaluate(KEPT)}


def losing(app, times):
    """Lose the first answers to a phone's transfer after the server has processed it."""
    left = [times]

    @app.after_request
    def lose(response):
        if request.method == "POST" and request.path.endswith(("/begin", "/log")) and left[0]:
            left[0] -= 1
            response.status_code = 502
            response.set_data("lost on the way")
        return response

    return left


def evening(phone, page, url):
    """Play three games, the second a rematch of the first, and return their addresses."""
    first = start_here(page, url, *FOUR)
    opening = phone.act(first, do="record", event=hand(0, 75, 85, 15))
    phone.act(first, do="correct", of=opening, event=hand(0, 75, 80, 20))
    struck = phone.act(first, do="record", event=hand(1, 80, 10, 90))
    phone.act(first, do="strike", of=struck)
    phone.act(first, do="record", event=hand(2, 100, 100, 0))
    last = phone.act(first, do="record", event=hand(0, 100, 100, 0))
    phone.act(first, do="undo", of=last)  # after the end: it was another hand
    phone.act(first, do="record", event=hand(2, 95, 100, 0))
    page.goto(first)
    page.locator('form[action$="/rematch"] button').first.click()
    page.wait_for_url(lambda at: at != first and "/games/9" in at)
    page.wait_for_selector("form#pad")
    second = page.url.partition("?")[0]
    phone.act(second, do="record", event=hand(1, 100, 0, 100))
    phone.act(second, do="record", event=hand(3, 100, 0, 100))
    third = start_here(page, url, "Rosa", "Edgar", "Léa", "Yvon")
    phone.act(third, do="record", event={"kind": "passed_out"})
    phone.act(third, do="record", event=hand(0, 60, 70, 30))
    return first, second, third


def comparable_record(record):
    """Return a record without device names and time zones, which each place writes differently."""
    events = [{**{k: v for k, v in one.items() if k != "by"}, "at": to_the_second(one["at"])} for one in record["events"]]
    facts = {name: record.get(name) for name in ("id", "players", "rules", "first_dealer", "match")}
    return {**facts, "started_at": to_the_second(record["started_at"]), "events": events}


def to_the_second(text):
    return datetime.fromisoformat(text).timestamp() // 1


def test_an_evening_while_the_server_is_stopped_is_the_servers_once(make_app, cut_fonts, compressed_kit, open_page):
    app = make_app()
    lost = losing(app, 3)
    instance = Path(app.instance_path)
    shutil.copytree(cut_fonts, fonts_folder(instance), dirs_exist_ok=True)
    shutil.copytree(compressed_kit, kit_folder(instance), dirs_exist_ok=True)
    page = open_page(keeps=True, errors_expected=True)
    phone = Phone(page)
    with serving(app) as port:
        url = f"http://127.0.0.1:{port}"
        bring_desk(page.context, url, app)
        page.goto(f"{url}/rules")
        keep(page)
    addresses = evening(phone, page, url)
    told = [comparable_record(phone.record(address)) for address in addresses]
    with serving(app, port):

        def next_pages():  # so that a lost answer is requested again
            page.goto(f"{url}/offline/en")
            page.goto(f"{url}/rules")
            page.wait_for_timeout(1500)
            return phone.games()

        kept = until(page, next_pages, lambda games: all(one.get("moved") for one in games.values()), patience=4 * PATIENCE)
        assert [game.get("moved") for game in kept.values()] == [True] * 3
        assert lost == [0]
        there = [f"{url}/games/{game['server']}" for _, game in sorted(kept.items())]
        assert [comparable_record(phone.record(address)) for address in there] == told
        rows = _rows(app)
        for game in kept.values():
            assert rows[game["server"]] == [row["uuid"] for row in game["rows"]]
        assert len(rows) == 3
        page.goto("about:blank")


def _rows(app):
    """Return the keys of each game's log on the server, in order."""
    with app.app_context():
        found = db.session.execute(
            select(StoredGameEvent.game_id, StoredGameEvent.uuid).order_by(StoredGameEvent.game_id, StoredGameEvent.revision)
        ).all()
    rows = {}
    for game, key in found:
        rows.setdefault(game, []).append(key)
    return rows
