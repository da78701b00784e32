"""The log of a phone and its sender without a page of ours: only these two modules."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Error

from scorekeeper.core.devices import visitors
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands import authorization, game_state
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from tests.browser import network_is_back, until

pytestmark = pytest.mark.browser

OPEN = """async () => {
  document.body.append(document.createElement("div"));
  document.body.lastChild.dataset.outbox = ""; // nobody else on this page sends
  const { Log } = await import("/static/js/log.js");
  const { Sender } = await import("/static/js/sender.js");
  window.log = new Log();
  window.sender = new Sender(log);
  window.told = [];
  sender.addEventListener("answer", ({ detail }) => told.push([detail.entry.summary[0], detail.reply.state]));
}"""

UNTIL = """async () => {
  for (let tries = 0; tries < 1600; tries += 1) {
    const kept = await log.all();
    if (CONDITION) return kept;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("still " + JSON.stringify(await log.all()));
}"""

ADD = "([game, act, summary, more]) => log.add({ subject: game, url: `/games/${game}/log`, act, summary: [summary], ...more })"


def hand(contractor, bid, ours):
    return {"contractor": contractor, "bid": bid, "points": [ours, 100 - ours]}


class Phone:
    """Two games on a phone. Another device has the first one too."""

    def __init__(self, live_server, open_page):
        self.app, self.url = live_server.app, live_server.url
        with self.app.app_context():
            device, other = visitors.make(), visitors.make()
            self.cookie, self.other = visitors.cookie_value(device), visitors.cookie_value(other)
            accesses = [
                game_creation.start(named_rules("kitty"), ["Aline", "Benoît", "Claire", "Denis"], 0, device) for _ in range(2)
            ]
            share_links.open_link(share_links.create(accesses[0], "score").token, other)
        self.games = [access.game_id for access in accesses]
        self.page = open_page(errors_expected=True)
        self.page.context.add_cookies([{"name": visitors.COOKIE, "value": self.cookie, "url": self.url}])
        self.load()

    def load(self):
        self.page.goto(f"{self.url}/offline/en")
        self.page.evaluate(OPEN)

    def add(self, event, summary, game=0, do="record", **more):
        act = {"do": do, **({"event": event} if do == "record" else event)}
        return self.page.evaluate(ADD, [self.games[game], act, summary, more])

    def until(self, condition):
        return self.page.evaluate(UNTIL.replace("CONDITION", condition))

    def bids(self, game=0):
        with self.app.app_context():
            found = game_state.load(authorization.access_to(self.games[game], cookie=self.cookie))
            return [entry.event.bid for entry in found.entries]

    def told(self):
        return self.page.evaluate("told")


@pytest.fixture
def phone(live_server, open_page):
    return Phone(live_server, open_page)


def test_what_was_kept_without_a_network_outlives_the_page_and_is_sent_in_order_and_once(phone):
    away, lost = [True], [lambda route: (route.fetch(), route.abort()), lambda route: route.abort()]

    def network(route):
        if away:
            route.abort()
        elif lost:
            lost.pop()(route)
        else:
            route.continue_()

    phone.page.route("**/log", network)
    for n, bid in enumerate((60, 65, 70)):
        phone.add(hand(n, bid, 80), str(bid))
    assert phone.bids() == []
    phone.load()
    away.clear()
    phone.page.evaluate("() => { sender.wake(); sender.wake(); }")
    phone.until("kept.length === 0")
    assert phone.bids() == [60, 65, 70]
    assert phone.told() == [["60", "done"], ["65", "done"], ["70", "done"]]


def test_what_is_done_while_the_act_before_is_on_its_way_follows_it_and_another_game_does_not_wait(phone):
    held = []
    phone.page.route(f"**/games/{phone.games[0]}/log", lambda route: held.append(route) if not held else route.continue_())
    phone.add(hand(0, 60, 80), "first")
    phone.until("kept[0].left === 1")
    phone.add(hand(1, 65, 80), "second")
    phone.add(hand(2, 90, 95), "elsewhere", game=1)
    phone.until(f"kept.every((one) => one.subject !== {phone.games[1]})")
    assert (phone.bids(0), phone.bids(1)) == ([], [90])
    held[0].continue_()
    phone.until("kept.length === 0")
    assert phone.bids() == [60, 65]


@pytest.mark.parametrize(
    "stranger",
    [
        {"status": 404, "content_type": "text/html", "body": "<!doctype html><h1>Not found</h1>"},
        {"status": 413, "content_type": "text/html", "body": ""},
        {"status": 200, "content_type": "text/html", "body": "<!doctype html><h1>Sign in to the wireless network</h1>"},
        {"status": 200, "content_type": "application/json", "body": '{"log": 1, "key": "of-another", "state": "done"}'},
        {"status": 200, "content_type": "application/json", "body": '{"log": 1, "key": "'},
        {"status": 302, "headers": {"Location": "/offline/en"}, "body": ""},
    ],
)
def test_an_answer_that_is_not_ours_is_no_answer(phone, stranger):
    answers = [stranger]
    phone.page.route("**/log", lambda route: route.fulfill(**answers.pop()) if answers else route.continue_())
    phone.add(hand(0, 60, 80), "mine")
    phone.until("kept.length === 0")
    assert phone.bids() == [60]
    assert phone.told() == [["mine", "done"]]


def test_only_what_has_not_left_is_taken_out_or_replaced_and_what_is_about_it_goes_with_it(phone):
    phone.page.context.set_offline(True)
    first = phone.add(hand(0, 60, 80), "first")["key"]
    phone.until("kept[0].left > 0")
    second = phone.add(hand(1, 65, 80), "second")["key"]
    third = phone.add(hand(2, 70, 80), "third")["key"]
    assert phone.page.evaluate("(key) => log.take(key)", first) is False
    mended = phone.add(hand(1, 75, 80), "mended", instead=second)["key"]
    phone.add({"of": third}, "struck", do="strike")
    assert phone.page.evaluate("(key) => log.take(key)", third) is True
    kept = phone.until("true")
    assert [(one["key"], one["after"]) for one in kept] == [(first, None), (mended, first)]
    network_is_back(phone.page.context)
    phone.until("kept.length === 0")
    assert phone.bids() == [60, 75]


def test_what_has_left_or_is_gone_is_not_replaced_by_what_would_be_recorded_beside_it(phone):
    phone.page.context.set_offline(True)
    left = phone.add(hand(0, 60, 80), "left")["key"]
    phone.until("kept[0].left > 0")
    with pytest.raises(Error):
        phone.add(hand(0, 60, 90), "instead", instead=left)
    network_is_back(phone.page.context)
    phone.until("kept.length === 0")
    with pytest.raises(Error):
        phone.add(hand(0, 60, 90), "instead", instead=left)
    assert phone.until("true") == []
    assert phone.bids() == [60]


def test_a_question_waits_for_people_and_neither_answer_counts_a_hand_twice(phone):
    phone.page.context.set_offline(True)
    mine = phone.add(hand(1, 55, 40), "mine")["key"]
    phone.add(hand(1, 65, 80), "next")
    with phone.app.app_context():
        access = authorization.access_to(phone.games[0], cookie=phone.other)
        write(access, table_commands.record(hand(2, 50, 55)), revision=access.revision, uuid="elsewhere-1")
    network_is_back(phone.page.context)
    (asked, waits) = phone.until("kept[0].state === 'asked'")
    assert "Claire, 50" in json.dumps(asked["reply"]["question"]["theirs"])
    assert (waits["state"], phone.bids()) == ("waiting", [50])
    phone.page.evaluate("(key) => log.again(key)", mine)
    phone.until("kept.length === 0")
    assert phone.bids() == [50, 55, 65]
    assert phone.told() == [["mine", "asked"], ["mine", "done"], ["next", "done"]]


def test_what_was_left_out_after_a_question_is_asked_about_no_more(phone):
    phone.page.context.set_offline(True)
    mine = phone.add(hand(2, 90, 95), "mine")["key"]
    phone.add(hand(1, 65, 80), "next")
    with phone.app.app_context():
        access = authorization.access_to(phone.games[0], cookie=phone.other)
        write(access, table_commands.record(hand(2, 90, 95)), revision=access.revision, uuid="elsewhere-1")
    network_is_back(phone.page.context)
    (asked, _) = phone.until("kept[0].state === 'asked'")
    assert asked["reply"]["question"]["same"] is True
    phone.page.evaluate("(key) => log.drop(key)", mine)
    phone.until("kept.length === 0")
    assert phone.bids() == [90, 65]


_NO_PAUSE_ENDS = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => (ms > 400 ? 0 : wait(work, ms, ...more));
}"""


def test_a_network_that_comes_while_a_try_is_being_lost_is_tried_at_once(phone):
    phone.page.evaluate(_NO_PAUSE_ENDS)
    held = []
    phone.page.route("**/log", lambda route: route.continue_() if held else held.append(route))
    phone.add(hand(0, 60, 80), "mine")
    until(phone.page, lambda: held)
    phone.page.evaluate("() => { dispatchEvent(new Event('online')); return log.all(); }")
    phone.page.evaluate("log.all()")  # the sender has looked by then
    held[0].abort()
    phone.until("kept.length === 0")
    assert phone.bids() == [60]
