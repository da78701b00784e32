"""A game moves from one phone to another by QR codes, offline."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from segno import consts, encoder

from tests.browser import network_is_back, until
from tests.browsing.pad import expect_scores, give_game, go, keep, played
from tests.browsing.test_accessibility import expect_accessible
from tests.offline.browser.test_begun_here import save_hand
from tests.offline.browser.test_imported_here import same
from tests.offline.browser.test_stats_offline import FIRST_START, await_copies
from tests.offline.bundle.test_static_files import (
    LONG,
    hand,
    host,
    new_game,
    open_offline,
    records,
    written,
    written_and_compiled,
)
from tests.offline.packed import Desk

__all__ = ["host", "written", "written_and_compiled"]

ADDRESS = "https://scores.example.org/games/take#"


@pytest.fixture(scope="module")
def desk():
    desk = Desk("codes")
    yield desk
    desk.close()


def draw_code(desk, address, text):
    return desk.answer("/games/codes", method="POST", json={"address": address, "text": text})


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 40, 640, 1000])
def test_a_code_is_what_segno_draws(desk, length):
    text = ("1.AB2CDEFG.10.12." + "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" * 32)[:length]
    answer = draw_code(desk, ADDRESS, text)
    assert answer["status"] == 200
    parts = [(ADDRESS, consts.MODE_BYTE), (text, consts.MODE_ALPHANUMERIC)]
    code = encoder.encode(parts, error="L", micro=False, mask=3, boost_error=False)
    assert json.loads(answer["body"])["rows"] == ["".join(map(str, row)) for row in code.matrix]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "text"),
    [(ADDRESS, ""), (ADDRESS, "small"), (ADDRESS, "A" * 1001), ("", "A"), ("a" * 201, "A"), (None, "A"), (ADDRESS, 7)],
)
def test_what_is_no_part_of_a_game_is_not_drawn(desk, address, text):
    assert draw_code(desk, address, text)["status"] == 400


class Giving:
    """A phone that shows a game's QR codes. `addresses`: what a camera reads, in order."""

    def __init__(self, page, game):
        self.page, self.asked = page, []
        page.on("request", self.note)
        page.goto(f"{game}/hand-over")
        page.wait_for_selector("[data-codes] svg", timeout=LONG)
        self.count = int(re.search(r"(\d+)\D*$", page.locator("[data-told]").inner_text())[1])
        for _ in range(self.count - 1):
            told = page.locator("[data-told]").inner_text()
            page.locator("[data-next]").click()
            expect(page.locator("[data-told]")).not_to_have_text(told)
        expect(page.locator("[data-last]")).to_be_visible()

    def note(self, request):
        if request.url.endswith("/games/codes") and request.post_data not in self.asked:
            self.asked.append(request.post_data)

    @property
    def addresses(self):
        return ["".join(json.loads(one)[name] for name in ("address", "text")) for one in self.asked]


def photograph(page, address):
    """Open a scanned address in a window with another page."""
    page.goto("about:blank")
    page.goto(address)


def record(page, game):
    return page.evaluate("async (path) => (await fetch(path)).json()", f"{game}/record.json")


def expect_said(page, what):
    expect(page.locator(f'[data-say="{what}"]')).to_be_visible()


@pytest.mark.browser
def test_a_game_goes_from_phone_to_phone_and_what_differs_is_compared(host, open_page):
    url, asked = host
    one = open_offline(host, open_page)
    game = new_game(one, url)
    hand(one, 0, 75, 85, ("85", "15"))
    expect(one.locator('form#pad [name="revision"]')).to_have_value("2")
    giving = Giving(one, game)
    expect_accessible(one, "the codes")
    assert giving.count >= 2
    assert len(giving.addresses) == giving.count
    assert all(address.startswith(f"{url}games/take#1.") for address in giving.addresses)

    other = open_offline(host, open_page, language="fr-CA", dark=True)
    since = len(asked)
    first, *rest = giving.addresses
    photograph(other, rest[-1])
    expect_said(other, "more")
    expect_accessible(other, "some of the codes")
    assert "#" not in other.url
    photograph(other, rest[-1])  # twice is once
    expect(other.locator("[data-missing]")).to_contain_text(f"1 sur {giving.count}")
    for address in rest[:-1]:
        photograph(other, address)
    photograph(other, first)
    expect_said(other, "whole")
    expect(other.locator("[data-who]")).to_contain_text("Aline")
    expect_accessible(other, "all of the codes")
    other.locator("[data-take] button").click()
    other.wait_for_selector("form#pad")
    expect_scores(other, "85", "15")
    there = other.url.split("?")[0]
    assert same(records(other, f"{there}/record.json"), records(one, f"{game}/record.json"))

    photograph(other, f"{url}games/take")
    expect_said(other, "nothing")  # a difference that was accepted is not offered again
    for address in giving.addresses:
        photograph(other, address)
    other.locator("[data-take] button").click()
    other.wait_for_selector("form#pad")
    assert other.url.split("?")[0] == there
    assert len(records(other, f"{url}games/all.jsonl")) == 1

    one.goto(game)
    hand(one, 1, 80, 90, ("95", "105"))
    expect(one.locator('form#pad [name="revision"]')).to_have_value("3")
    again = Giving(one, game)
    for address in again.addresses:
        photograph(other, address)
    expect_said(other, "whole")
    other.locator("[data-take] button").click()
    other.locator('[name="take-0"][value="there"]').check()
    other.locator("main form .btn--primary").click()
    other.wait_for_selector("form#pad")
    expect_scores(other, "95", "105")
    assert [path for path in asked[since:] if "take" in path or "codes" in path] == []


@pytest.mark.browser
def test_what_does_not_fit_says_so_and_keeps_what_is_there(host, open_page):
    url, _asked = host
    page = open_offline(host, open_page)
    data = "A" * 40
    for fragment, why in (
        *(("1.AAAAAAAA.1.2.a!", "none"), ("hello", "none"), ("1.AAAAAAAA.3.2.AA", "none"), ("1.AAAAAAAA.1.99.AA", "none")),
        *((f"2.AAAAAAAA.1.2.{data}", "newer"), (f"1.AAAAAAAA.1.1.{data}", "damaged"), (f"1.BBBBBBBB.1.2.{data}", "more")),
        *((f"1.BBBBBBBB.1.3.{data}", "damaged"), (f"1.BBBBBBBB.1.2.{data}B", "damaged"), (f"1.BBBBBBBB.2.2.{data}", "damaged")),
    ):
        photograph(page, f"{url}games/take#{fragment}")
        expect_said(page, why)
        expect(page.locator("[data-say]:visible")).to_have_count(1)
    photograph(page, f"{url}games/take")
    expect_said(page, "nothing")


@pytest.mark.browser
def test_a_servers_game_goes_to_a_phone_without_a_network_and_to_one_with(live_server, open_page):
    giver = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, giver, events=[played(0, 60, 70, 30), played(1, 75, 40, 60)])
    giver.goto(f"{live_server.url}/rules")
    keep(giver)
    giving = Giving(giver, game)
    told = record(giver, game)

    away = open_page(keeps=True, errors_expected=True)
    away.goto(f"{live_server.url}/rules")
    keep(away)
    away.context.set_offline(True)
    near = open_page(keeps=True, errors_expected=True)
    near.goto(f"{live_server.url}/rules")
    keep(near)
    for page in (away, near):
        for address in giving.addresses:
            photograph(page, address)
        expect_said(page, "whole")
        page.locator("[data-take] button").click()
        page.wait_for_selector("form#pad", timeout=LONG)
    assert "/games/9" in away.url
    assert "/games/9" not in near.url
    for page in (away, near):
        assert same(record(page, page.url.split("?")[0]), told)


@pytest.mark.browser
def test_a_servers_game_goes_from_phone_to_phone_where_neither_has_a_network_with_what_waits(live_server, open_page):
    events = [{"kind": "played", "bids": {}, **played(0, 60, 70, 30)}, {"kind": "played", "bids": {}, **played(1, 75, 40, 60)}]
    giver = open_page(keeps=True, errors_expected=True)
    game = give_game(live_server, giver, rules="standard", events=events)
    giver.goto(game)
    keep(giver)
    await_copies(giver, 1)
    giver.context.set_offline(True)
    giver.goto(game)
    giver.wait_for_selector("form#pad")
    save_hand(giver, 0, 80, 85, ("195", "−30"))
    giver.locator(f'a[href$="{urlsplit(game).path}/hand-over"]').first.evaluate("(link) => link.click()")
    giver.wait_for_selector("[data-codes] svg", timeout=FIRST_START)
    expect(giver.locator("html")).to_have_attribute("data-alone", "")
    assert giver.locator(".error:visible").count() == 0
    expect_accessible(giver, "the codes of a server's game without a network")
    giving = Giving(giver, game)
    told = record(giver, game)
    assert [event["points"] for event in told["events"]] == [[70, 30], [40, 60], [85, 15]]

    taker = open_page(keeps=True, errors_expected=True)
    taker.goto(f"{live_server.url}/rules")
    keep(taker)
    taker.context.set_offline(True)
    for address in giving.addresses:
        photograph(taker, address)
    expect_said(taker, "whole")
    taker.locator("[data-take] button").click()
    taker.wait_for_selector("form#pad", timeout=LONG)
    expect_scores(taker, "195", "−30")
    assert same(record(taker, taker.url.split("?")[0]), told)


@pytest.mark.browser
def test_without_the_program_on_the_phone_it_says_what_to_do(live_server, open_page):
    page = open_page()
    game = give_game(live_server, page, events=[played(0, 60, 70, 30)])
    page.goto(f"{game}/hand-over")
    expect(page.locator('[data-failed="here"]')).to_be_visible()
    expect(page.locator("[data-busy]")).to_be_hidden()


@pytest.mark.browser
def test_a_game_that_the_server_tells_otherwise_is_compared_from_the_first_page(live_server, open_page):
    page = open_page(keeps=True, errors_expected=True, language="fr-CA")
    events = [{"kind": "played", "bids": {}, **played(0, 60, 70, 30)}, {"kind": "played", "bids": {}, **played(1, 75, 20, 80)}]
    game = give_game(live_server, page, rules="standard", events=events)
    page.goto(f"{live_server.url}/rules")
    keep(page)
    await_copies(page, 1)
    told = page.request.get(f"{game}/record.json").json()
    told["events"][0]["points"] = [90, 10]
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/games/bring-in", timeout=FIRST_START)
    page.locator('textarea[name="text"]').fill(json.dumps(told))
    page.locator("main form button.btn--primary").click()
    page.wait_for_url("**/games/9*", timeout=FIRST_START)
    network_is_back(page.context)
    link = page.locator("#on-this-phone").get_by_role("link", name="Comparer les deux")

    def opened_again():  # a page asks the server, which has a different version
        page.wait_for_timeout(500)
        go(page, live_server.url)

    until(page, lambda: opened_again() or link.count())
    link.click()
    page.wait_for_selector('[name="take-0"]', timeout=FIRST_START)
    assert page.url == f"{game}/compare"
    assert page.locator("html[data-as-of]").count() == 0  # there is a network
    expect_accessible(page, "a game compared with the server's")
    page.locator('[name="take-0"][value="there"]').check()
    page.locator("main form .btn--primary").click()
    page.wait_for_url(f"{game}**", timeout=FIRST_START)
    expect_scores(page, "110", "90")
    until(page, lambda: page.request.get(f"{game}/record.json").json()["events"][0]["points"] == [90, 10])
    # Both have the same version now. It is no longer only on this phone.
    until(page, lambda: opened_again() or not page.locator("#on-this-phone").count())
