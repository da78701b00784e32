"""Games that begin on an offline phone and move to a server."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from threading import Event

import pytest
from flask import request
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect
from sqlalchemy import func, select

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.pages.offline import offline_games
from scorekeeper.games.store.game import Game
from scorekeeper.rules.commands import house_rules
from tests.browser import PATIENCE, network_is_back, until
from tests.browsing.pad import (
    FOUR,
    SEND_FROM_ELSEWHERE,
    expect_scores,
    give_game,
    go,
    keep,
    leave_the_network,
    save_hand,
    start_here,
    touch,
)
from tests.games.pages.library.test_game_files import DIARY
from tests.offline.browser.test_imported_here import same

pytestmark = pytest.mark.browser


def test_a_game_begins_and_is_scored_without_a_network(live_server, open_page):
    page = open_page(language="fr-CA", keeps=True, first=True, errors_expected=True)
    page.set_default_timeout(4 * PATIENCE)  # everything is compiled for the first time
    leave_the_network(page, live_server.url)
    address = start_here(page, live_server.url, *FOUR)
    assert "/games/90000000000" in address
    assert "Benoît" in page.locator("form#pad").inner_text()


def confirm(page, address):
    """Open a form with a preview, and confirm it."""
    page.goto(address)
    touch(page.locator("main .btn--primary").last)
    page.wait_for_selector("form#pad, .pad--over")


@pytest.mark.journey
def test_an_evening_without_a_network_is_the_servers_once_there_is_one(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    address = start_here(page, live_server.url, *FOUR)
    save_hand(page, 0, 75, 85, ("85", "15"))
    save_hand(page, 1, 80, 90, ("95", "105"))
    expect(page.locator("#rows tr[id^=row-]")).to_have_count(2)
    page.goto(f"{address}/hands/2")
    assert "85" in page.locator("main").inner_text()
    confirm(page, f"{address}/hands/3/strike")
    expect_scores(page, "85", "15")
    page.goto(f"{address}/names")
    page.fill('[name="player-1"]', "Béatrice")
    page.locator("main form button.btn--primary, main form .btn").first.click()
    page.wait_for_selector("form#pad")
    page.goto(f"{address}/history")
    told = page.locator(".log > li p:first-of-type").all_inner_texts()
    assert len(told) >= 4
    page.goto(f"{address}/under")
    assert page.locator("main").is_visible()
    page.goto(live_server.url + "/")
    assert "Béatrice" in page.locator("main").inner_text()

    page.goto(address)
    network_is_back(page.context)
    page.wait_for_url(lambda url: "/games/" in url and "/games/9" not in url)
    expect_scores(page, "85", "15")
    record = page.evaluate("(url) => fetch(url).then((answer) => answer.json())", f"{page.url.split('?')[0]}/record.json")
    assert record["players"] == ["Aline", "Béatrice", "Claire", "Denis"]
    assert [event["points"] for event in record["events"]] == [[85, 15]]
    number = page.url.rpartition("/")[2]
    page.goto(f"{live_server.url}/games/{number}/history")
    assert page.locator(".log > li p:first-of-type").all_inner_texts() == told
    page.goto(address)
    assert page.url.endswith(f"/games/{number}")


def test_a_form_that_another_site_sends_to_a_game_of_this_phone_changes_nothing(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    address = start_here(page, live_server.url, *FOUR)
    save_hand(page, 0, 75, 85, ("85", "15"))
    expect(page.locator("#rows tr[id^=row-]")).to_have_count(1)
    strike = f"{address}/hands/2/strike"
    page.goto(strike)
    fields = page.locator("main form").evaluate("(form) => [...new FormData(form)]")
    button = page.locator("main .btn--primary").last
    fields.append([button.get_attribute("name"), button.get_attribute("value")])
    for guess in ([], [["csrf_token", ""]], [["csrf_token", "1"]]):
        page.goto("about:blank")
        page.evaluate(SEND_FROM_ELSEWHERE, [strike, [*(field for field in fields if field[0] != "csrf_token"), *guess]])
        page.wait_for_url(strike)
        assert "Nothing was saved." in page.locator("main").inner_text()
    page.goto(address)
    expect_scores(page, "85", "15")
    confirm(page, strike)
    expect_scores(page, "0", "0")


def test_a_server_that_is_silent_holds_nobody_up_and_what_it_took_all_the_same_is_one_game(live_server, open_page):
    answers = Event()
    answers.set()

    @live_server.app.before_request
    def be_silent():
        if request.method == "POST" and request.path in ("/games/new", "/games/begin"):
            assert answers.wait(60)

    page = open_page(keeps=True, errors_expected=True)
    page.goto(give_game(live_server, page, players=("Yves", "Zita", "Xavier", "Zoé")))
    keep(page)
    answers.clear()
    page.set_default_timeout(2 * PATIENCE)
    try:
        address = start_here(page, live_server.url, *FOUR)
        assert "/games/90000000000" in address
    finally:
        answers.set()
    for _ in range(4):  # opened again, as after waiting long enough
        go(page, page.url)
        with suppress(TooLate):
            page.wait_for_url(lambda url: "/games/9" not in url)
            break
    assert "/games/9" not in page.url, [worker.evaluate(_HANDING) for worker in page.context.service_workers]
    with live_server.app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Game)) == 2  # this one and the other


_HANDING = "async () => [Boolean(handing), pause, (await allGames()).map(({ rows: _, ...game }) => game)]"
"""The state of a service worker's transfer."""


def test_a_network_that_fails_once_more_when_it_is_back_keeps_no_game_on_the_phone(live_server, open_page):
    refused = []

    @live_server.app.before_request
    def fail_once():
        if request.path == "/games/begin" and not refused:
            refused.append(request.path)
            return "<h1>Bad gateway</h1>", 502
        return None

    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    start_here(page, live_server.url, *FOUR)
    network_is_back(page.context)
    page.wait_for_url(lambda url: "/games/9" not in url, timeout=60_000)  # nobody has touched it
    assert refused


def test_the_first_page_does_not_say_that_there_is_no_game_above_the_games(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    page.goto(f"{live_server.url}/")
    keep(page)
    page.context.set_offline(True)
    start_here(page, live_server.url, *FOUR)
    page.goto(f"{live_server.url}/")
    said = page.locator("main").inner_text()
    assert "Only on this phone" in said
    assert "No games yet" not in said
    assert page.get_by_role("link", name="New game").count() == 1
    # The page for removing it from the list first says what happens to the record.
    page.get_by_role("link", name="Remove: Aline & Claire, Benoît & Denis").click()
    assert "It is only on this phone." in page.locator("main").inner_text()
    page.get_by_role("button", name="Delete it from this phone").click()
    page.wait_for_url(f"{live_server.url}/")
    expect(page.locator("main .games")).to_have_count(0)
    assert "No games yet" in page.locator("main").inner_text()


def test_sharing_a_game_that_is_not_there_yet_says_so_and_comes_when_it_is(live_server, open_page, monkeypatch):
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    address = start_here(page, live_server.url, *FOUR)
    create = offline_games.game_creation.create

    def no_room(*_given, **_more):
        raise Refusal("game.many", high=1)

    monkeypatch.setattr(offline_games.game_creation, "create", no_room)
    network_is_back(page.context)
    go(page, f"{address}/rules")
    expect(page.locator("main h1")).to_have_text("Kitchen-table 200")
    for name in ("share", "paper"):
        go(page, f"{address}/{name}")
        assert "Not on the server yet" in page.locator("main").inner_text()
    monkeypatch.setattr(offline_games.game_creation, "create", create)
    page.get_by_role("link", name="Try again").click()
    page.wait_for_url(lambda url: url.endswith("/paper") and "/games/9" not in url)
    assert page.locator("main form").count()


_SAID_AGAIN = """([moved, to]) => {
  const say = () => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { moved, to } }));
  say();
  setTimeout(say, 150);
}"""


def test_a_game_that_is_said_twice_to_have_moved_is_gone_to_once(live_server, open_page):
    page = open_page(keeps=True)
    page.goto(f"{live_server.url}/rulebook")
    page.evaluate("navigator.serviceWorker.ready")
    asked = []

    def late():
        if request.path == "/rules":
            asked.append(request.path)
            time.sleep(0.7)

    live_server.app.before_request_funcs.setdefault(None, []).append(late)
    page.evaluate("history.replaceState(null, '', '/games/9000000000001')")
    page.evaluate(_SAID_AGAIN, ["9000000000001", "/rules"])
    page.wait_for_url("**/rules")
    page.wait_for_timeout(300)
    assert asked == ["/rules"]


def test_names_and_house_rules_of_the_server_are_there_without_a_network(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    give_game(live_server, page, players=("Zélie", "Donat", "Rosa", "Edgar"))
    with live_server.app.app_context():
        cookie = next(one for one in page.context.cookies() if one["name"] == visitors.COOKIE)
        house_rules.save(
            visitors.load(cookie["value"]),
            "Chez Zélie",
            named_rules("kitty").with_options(target=350),
            base="kitty",
            uuid="kept-at-home",
        )
    page.goto(f"{live_server.url}/rules")
    keep(page)
    until(page, lambda: page.evaluate("async () => Boolean(await caches.match('/known'))"))
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/games/new")
    assert page.locator("[data-known] button").first.inner_text() == "Zélie"
    assert page.locator("main", has_text="Chez Zélie").count()


def test_a_record_that_is_brought_in_without_a_network_is_the_servers_once_there_is_one(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True)
    leave_the_network(page, live_server.url)
    page.goto(f"{live_server.url}/games/bring-in")
    page.fill('[name="text"]', json.dumps({**DIARY, "players": "Aline"}))
    page.locator("main form .btn--primary").click()
    expect(page.locator(".faults")).to_contain_text("players")
    page.fill('[name="text"]', json.dumps(DIARY))
    page.locator("main form .btn--primary").click()
    page.wait_for_selector("form#pad")
    assert "/games/9" in page.url
    network_is_back(page.context)
    page.wait_for_url(lambda url: "/games/" in url and "/games/9" not in url)
    record = page.context.request.get(f"{page.url.split('?')[0]}/record.json").json()
    assert same(record, {**DIARY, "rules": record["rules"], "events": record["events"]})
    assert [event["points"] for event in record["events"]] == [event["points"] for event in DIARY["events"]]
    assert record["events"][0]["by"] == "Luc"
