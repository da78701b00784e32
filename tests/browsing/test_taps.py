"""Taps per task: count them one by one, and compare them with the table in docs/performance.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browsing.pad import chip, expect_scores, give_game, played, touch

pytestmark = pytest.mark.browser

DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
WANTED = {"home page to first hand, names typed": 4, "a hand": 4, "correct one of the last five hands": 3}
HANDS = [played(n % 4, 60, 50, 50) for n in range(6)]
WON = [played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)]
AT_THE_LINE = [played(0, 60, 70, 30), played(1, 75, 40, 60)]


class TapCounter:
    """Count taps and page loads."""

    def __init__(self, page):
        self.page, self.taps, self.loads = page, 0, 0
        page.on("framenavigated", lambda _frame: setattr(self, "loads", self.loads + 1))

    def tap(self, target):
        touch(target)
        self.taps += 1

    def go(self, target):
        """Tap a link to another page."""
        target.tap()
        self.taps += 1

    def chips(self, **told):
        for name, value in told.items():
            self.tap(chip(self.page, name, value))

    def save(self):
        self.tap(self.page.locator("[data-save]"))


def start(server, page, events=(), rules="informal"):
    page.goto(give_game(server, page, rules=rules, events=events))
    expect(page.locator("form#pad")).to_be_visible()
    return TapCounter(page)


def from_home(server, page, *, named):
    counted = TapCounter(page)
    page.goto(server.url)
    counted.loads = 0
    counted.go(page.locator("main a.btn--primary"))
    page.wait_for_url("**/games/new*")  # with its scripts: Enter leads to the next seat
    if named:
        counted.tap(page.locator("[name=player-0]"))
        for name in ("Aline", "Benoît", "Claire", "Denis"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
    counted.go(page.locator(".savebar .btn--primary"))
    page.wait_for_url(re.compile(r"/games/\d+$"))
    if named:
        counted.tap(page.locator(".deals-first").get_by_role("button", name="Claire"))
        expect(page.locator("#pad label.seat", has=page.locator(".deals"))).to_contain_text("Claire")
    expect(chip(page, "contractor", 0)).to_be_visible()
    return counted


def as_last_time(server, page):
    page.goto(give_game(server, page, events=WON))
    counted = TapCounter(page)
    page.goto(server.url)
    counted.loads = 0
    counted.go(page.get_by_role("button", name="Begin game 2"))
    page.wait_for_url(re.compile(r"/games/\d+$"))
    expect(page.locator("form#pad")).to_be_visible()
    return counted


def a_hand(server, page, events=HANDS[:2], answer=None, later=False, **told):
    counted = start(server, page, events)
    counted.loads = 0
    bid = {name: value for name, value in told.items() if name != "points"}
    counted.chips(**bid)
    if later:
        counted.tap(page.locator('#pad [value="open"]'))
        expect(page.locator("#pad .contract-line")).to_be_visible()
    counted.chips(points=told["points"])
    if answer:
        counted.tap(page.locator(".ask-bids .chip", has_text=answer))
    expect(page.locator(".receipt")).to_be_visible()
    counted.save()
    expect(page.locator("#rows tr:not(.sheet-blank)")).to_have_count(len(events) + 1)
    return counted


def correct(server, page, line):
    counted = start(server, page, HANDS)
    counted.loads = 0
    hand = page.locator(".recent-hand").nth(line)
    hand.wait_for()
    was = page.locator(".board-score").all_inner_texts()
    counted.tap(hand)
    expect(page.locator(".correcting")).to_be_visible()
    counted.chips(points=70)
    expect(page.locator(".receipt")).to_be_visible()
    counted.save()
    expect(page.locator(".board-score").first).not_to_have_text(was[0])
    return counted


def undo(server, page):
    counted = start(server, page, HANDS[:1])
    counted.chips(contractor=1, bid=60, points=70)
    expect(page.locator(".receipt")).to_be_visible()
    counted.save()
    expect(page.locator("#notice")).to_contain_text("saved")
    counted.taps = counted.loads = 0
    counted.tap(page.locator(".news:not(.pending-news) button"))
    expect_scores(page, "−60", "50")
    return counted


WAYS = {
    "home page to first hand, names typed": lambda server, page: from_home(server, page, named=True),
    "home page to first hand, no names": lambda server, page: from_home(server, page, named=False),
    "a new game, same as last time": as_last_time,
    "a hand": lambda server, page: a_hand(server, page, contractor=0, bid=60, points=70),
    "a hand with its trump": lambda server, page: a_hand(server, page, contractor=0, bid=60, trump="H", points=70),
    "a hand, other side at 100, none of them bid": lambda server, page: a_hand(
        server, page, AT_THE_LINE, "Neither", contractor=1, bid=75, points=80
    ),
    "a hand, other side at 100, one of them bid": lambda server, page: a_hand(
        server, page, AT_THE_LINE, "Claire", contractor=1, bid=75, points=80
    ),
    "the bid before the hand, the points after it": lambda server, page: a_hand(
        server, page, later=True, contractor=0, bid=60, points=70
    ),
    "correct the last hand": lambda server, page: correct(server, page, 0),
    "correct one of the last five hands": lambda server, page: correct(server, page, 4),
    "undo the last save": undo,
}


def table():
    """Return the rows of the document: taps and loaded pages for each task."""
    part = DOCUMENT.read_text("utf-8").partition("## Taps")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| .+? \| (\d+) \| (\d+) \|$", part, re.M)
    return {what: (int(taps), int(loads)) for what, taps, loads in rows}


@pytest.mark.parametrize("what", WAYS)
def test_it_takes_as_many_taps_as_the_document_says(live_server, open_page, what):
    page = open_page()
    counted = WAYS[what](live_server, page)
    assert (counted.taps, counted.loads) == table()[what]
    assert counted.taps <= WANTED.get(what, counted.taps)


def test_the_document_has_no_other_rows():
    assert set(table()) == set(WAYS)
