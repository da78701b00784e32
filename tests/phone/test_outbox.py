"""Hands recorded without a network: kept, sent in order and once, and shown beside what another device recorded meanwhile."""

from __future__ import annotations

import pytest

from scorekeeper.engine.variants import named
from scorekeeper.workflows import devices, entrance, games, playing, view

pytestmark = pytest.mark.browser

OPEN = """async () => {
  const { createOutbox } = await import("/static/js/offline.js");
  window.outbox = createOutbox();
  window.told = [];
  for (const name of ["kept", "sent", "conflict", "refused"])
    outbox.addEventListener(name, ({ detail }) => told.push([name, detail.entry.summary[0]]));
}"""

UNTIL = """async (game) => {
  for (let tries = 0; tries < 200; tries += 1) {
    const kept = await outbox.pending(game);
    if (CONDITION) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("still " + JSON.stringify(await outbox.pending(game)));
}"""


def hand(contractor, bid, ours):
    return {"contractor": contractor, "bid": bid, "bids": {}, "points": [ours, 100 - ours]}


class Table:
    """A game on a phone, and the same game as another device sees it."""

    def __init__(self, live_server, open_page, lang="en"):
        self.app, self.url = live_server.app, live_server.url
        with self.app.app_context():
            device = devices.make()
            self.cookie = devices.cookie(device)
            self.game = games.start(named("standard"), ["Aline", "Benoît", "Claire", "Denis"], 0, device).game_id
        self.page = open_page(errors_expected=True, language=f"{lang}-CA")
        self.page.context.add_cookies([{"name": devices.COOKIE, "value": self.cookie, "url": self.url}])
        self.load()

    def load(self):
        self.page.goto(f"{self.url}/offline/en")
        self.page.evaluate(OPEN)

    def submit(self, event, revision, summary, **more):
        asked = {"event": event, "revision": revision, "summary": summary, **more}
        return self.page.evaluate("([game, asked]) => outbox.submit(game, asked)", [self.game, asked])

    def pending(self):
        return self.page.evaluate("(game) => outbox.pending(game)", self.game)

    def until(self, condition):
        """Wait until the kept entries are as `condition`, JavaScript about `kept`, says."""
        self.page.evaluate(UNTIL.replace("CONDITION", condition), self.game)

    def until_sent(self):
        self.until("kept.length === 0")

    def view(self):
        with self.app.app_context():
            return view.load(entrance.way_to(self.game, cookie=self.cookie))

    def record_elsewhere(self, event, key):
        with self.app.app_context():
            way = entrance.way_to(self.game, cookie=self.cookie)
            playing.record(way, event, revision=way.revision, uuid=key)

    def network(self, there):
        self.page.context.set_offline(not there)


@pytest.fixture
def table(live_server, open_page):
    return Table(live_server, open_page)


def test_a_hand_is_sent_at_once_when_there_is_a_network(table):
    done = table.submit(hand(0, 75, 85), 1, "one")
    assert done["state"] == "sent"
    assert (done["answer"]["revision"], done["answer"]["scores"]) == (2, [85, 15])
    assert table.pending() == []


def test_hands_kept_without_a_network_survive_a_reload_and_are_sent_in_order_and_once(table):
    table.network(False)
    assert table.submit(hand(0, 75, 85), 1, "one")["state"] == "waiting"
    assert table.submit(hand(1, 60, 40), 1, "two")["state"] == "waiting"
    assert table.view().revision == 1
    table.page.route("**/api/**", lambda route: route.abort())
    table.network(True)
    table.load()
    assert [(kept["summary"], kept["state"]) for kept in table.pending()] == [(["one"], "waiting"), (["two"], "waiting")]
    table.page.unroute("**/api/**")
    table.page.evaluate("() => { outbox.flush(); outbox.flush(); }")
    table.until_sent()
    stored = table.view()
    assert [entry.event.bid for entry in stored.entries] == [75, 60]
    assert (stored.revision, stored.scores) == (3, (125, 75))
    assert table.page.evaluate("told") == [["sent", "one"], ["sent", "two"]]


def test_a_hand_whose_answer_was_lost_counts_once(table):
    def swallow(route):
        route.fetch()
        route.abort()

    table.page.route("**/api/**", swallow, times=1)
    assert table.submit(hand(0, 75, 85), 1, "one")["state"] == "waiting"
    assert table.view().revision == 2
    table.page.evaluate("outbox.flush()")
    table.until_sent()
    assert [entry.event.bid for entry in table.view().entries] == [75]


def test_it_is_sent_by_itself_when_the_network_is_back(table):
    table.network(False)
    table.submit(hand(0, 75, 85), 1, "one")
    table.network(True)
    table.until_sent()
    assert table.view().scores == (85, 15)


def clash(table):
    """Two hands kept here, one recorded elsewhere."""
    table.network(False)
    table.submit(hand(0, 75, 85), 1, "mine")
    table.submit(hand(1, 60, 40), 1, "next")
    table.record_elsewhere(hand(2, 50, 50), "elsewhere-1")
    table.network(True)
    table.until("kept[0].state === 'conflict'")
    return table.pending()[0]


def test_when_another_device_recorded_meanwhile_both_versions_are_there_to_choose_from(table):
    kept = clash(table)
    assert kept["problem"]["code"] == "revision"
    assert kept["current"]["replay"]["hands"][0]["bid"] == 50
    assert kept["event"]["bid"] == 75
    assert len(table.view().entries) == 1


def test_mine_is_recorded_after_theirs_when_it_is_another_hand(table):
    kept = clash(table)
    table.page.evaluate("(id) => outbox.resolve(id, 'mine')", kept["id"])
    table.until_sent()
    assert [entry.event.bid for entry in table.view().entries] == [50, 75, 60]


def test_mine_is_left_out_when_it_is_the_same_hand_and_what_followed_is_asked_about(table):
    kept = clash(table)
    table.page.evaluate("(id) => outbox.resolve(id, 'theirs')", kept["id"])
    (following,) = table.pending()
    assert (following["summary"], following["state"]) == (["next"], "conflict")
    table.page.evaluate("(id) => outbox.resolve(id, 'mine')", following["id"])
    table.until_sent()
    assert [entry.event.bid for entry in table.view().entries] == [50, 60]


def test_what_the_server_refuses_stays_here_with_its_reason_until_somebody_decides(table):
    done = table.submit({**hand(0, 75, 85), "points": [85, 10]}, 1, "wrong")
    assert done["state"] == "refused"
    assert done["entry"]["problem"]["code"] == "points.sum"
    assert "85 + 10 make 95" in done["entry"]["problem"]["detail"]
    assert table.submit(hand(1, 60, 40), 1, "after")["state"] == "waiting"
    table.page.evaluate("(id) => outbox.discard(id)", done["entry"]["id"])
    table.until_sent()
    assert [entry.event.bid for entry in table.view().entries] == [60]


def test_a_correction_is_kept_and_sent_like_a_hand(table):
    table.submit(hand(0, 75, 85), 1, "one")
    entry = table.view().entries[0].id
    table.network(False)
    assert table.submit(hand(0, 90, 85), 2, "corrected", operation="correct", entry=entry)["state"] == "waiting"
    table.network(True)
    table.until_sent()
    assert table.view().scores == (-90, 15)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_list_shows_what_is_kept_and_lets_people_choose(live_server, open_page, lang):
    from flask import render_template

    from scorekeeper.i18n import t_for

    t = t_for(lang)
    live_server.app.add_url_rule("/list/<int:game_id>", view_func=lambda game_id: page_with_list(render_template, game_id))
    table = Table(live_server, open_page, lang)
    clash(table)
    table.page.goto(f"{table.url}/list/{table.game}")
    table.page.evaluate(OPEN)
    table.page.evaluate("""async () => {
      const { showOutbox } = await import("/static/js/outbox.js");
      await showOutbox(document.querySelector("[data-outbox]"), outbox);
    }""")
    conflict = table.page.locator(".slip--clash")
    text = conflict.inner_text()
    for part in ("Another device recorded something meanwhile", "Recorded there", "Is it the same hand, or another one?"):
        assert t(part) in text
    assert "50" in conflict.locator("[data-slot=theirs]").inner_text()
    assert "mine" in conflict.locator("[data-slot=summary]").inner_text()
    assert t("Kept on this phone, will be sent.") in table.page.locator(".slip:not(.slip--clash)").inner_text()
    conflict.get_by_role("button", name=t("Another: record mine after it")).tap()
    table.page.locator(".slip").first.wait_for(state="detached")
    table.until_sent()
    assert [entry.event.bid for entry in table.view().entries] == [50, 75, 60]


def page_with_list(render_template, game_id):
    links = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("tokens", "base", "forms", "outbox"))
    head = f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">{links}'
    return f'{head}<main class="page">{render_template("phone/outbox.html", game_id=game_id)}</main>'
