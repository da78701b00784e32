"""A ruling's link holds its whole question: sending the page's form again asks the same.

A script does so when the browser restores input, and after every tap.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.sent_forms import query_of

HELD = "AS.KS.10S.5S.9S.8S.7S.6S.AH.5H.9D.8D.7C"
STOOD = "score?rules=standard~hundred_for_200-yes&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25"
LINKS = {
    "auction": [
        "rules=standard&dealer=0&calls=60.75.k",
        "rules=standard&dealer=0&calls=60.s0-70",
        "rules=six_kitty&dealer=2&calls=60",
    ],
    "discard": [f"rules=kitty&held={HELD}&discard=5S.9S&trump=S", f"rules=online_kitty&held={HELD}&discard=5S.7C&trump=S"],
    "play": [
        "rules=standard&contractor=1&trump=D&cards=AS.8H.10S.5S",
        "rules=five_called&contractor=0&trump=S&cards=AS&partner=2",
    ],
    "misdeal": ["rules=standard&hand=10S.9S.8S.7S.5S.10H.9H.8H.7H"],
    "score": [
        "rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=none",
        "rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=1-60.2-65",
        "rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=1-bid",
        "rules=standard~hundred_for_200-yes&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=1-200",
        "rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25&bids=1-62",
        "rules=standard&scores=120.100&dealer=3&contractor=0&bid=75&points=75.25",
        "rules=standard&scores=-120.100&dealer=3&contractor=1&bid=200&points=0.100&bids=none&lost=0",
        "rules=standard~announced_all-yes&scores=20.100&dealer=3&contractor=0&bid=75&points=100.0&bids=none&all=1",
        "rules=six_kitty&scores=120.100.105&dealer=0&contractor=0&bid=50&points=60.10.30&bids=none",
        "rules=five_called&scores=120.100.0.0.0&dealer=0&contractor=2&bid=75&points=75.25&bids=none&called=3",
        "rules=two_handed&scores=120.100&dealer=1&contractor=0&bid=75&points=75.25&bids=none",
        "rules=cutthroat&scores=120.100.130.0&dealer=1&contractor=0&bid=75&points=75.15.10.0&bids=none",
    ],
    "over": [
        "rules=standard&scores=205.220&contractor=0",
        "rules=standard&scores=205.220&contractor=0&made=no",
        "rules=standard&scores=-205.0&contractor=0&moved=1",
        "rules=five_called&scores=205.220.0.0.0&contractor=0&partner=2",
        "rules=standard~announced_all-yes&scores=105.20&contractor=0&took=all&all=1",
    ],
}
CASES = [f"{kind}?{query}" for kind, queries in LINKS.items() for query in queries]


def open_ruling(client, address: str) -> tuple[str, str, str]:
    """Return a rulings page: its text, its answer, and the question in its link."""
    page = client.get(address, follow_redirects=True)
    assert page.status_code == 200, (address, page.text)
    answer = re.search(r'id="answer".*?(?=<section class="keep|</main>)', page.text, re.S)
    return page.text, re.sub(r"([?]|&(amp;)?)ask=1", "", answer.group()), page.request.full_path


def question(path: str) -> dict[str, str]:
    return {name: value for name, value in parse_qsl(urlsplit(path).query) if name != "ask"}


@pytest.mark.parametrize("case", CASES)
def test_a_ruling_whose_form_is_sent_again_gives_the_same_answer(client, case):
    path = "/rulings/" + case.partition("?")[0]
    page, answer, first = open_ruling(client, f"/rulings/{case}")
    page, again, second = open_ruling(client, f"{path}?{query_of(page, 'ask')}")
    assert again == answer
    assert question(second).items() >= {k: v for k, v in question(first).items() if v}.items()


@pytest.mark.parametrize("bids", ["none", "1-60", "1-bid", "1-200"])
def test_who_else_bid_stays_answered_when_another_bid_is_tapped(client, bids):
    page, _, _ = open_ruling(client, f"/rulings/{STOOD}&bids={bids}")
    _, answer, now = open_ruling(client, "/rulings/score?" + query_of(page, "ask", ("set", "bid~70")))
    assert question(now)["bids"] == bids
    assert question(now)["bid"] == "70"
    assert "The contract is made" in answer


def test_nobody_else_bid_is_taken_back_by_a_bid(client):
    page, _, _ = open_ruling(client, f"/rulings/{STOOD}&bids=none")
    sent = query_of(page, "ask").replace("bid1=", "bid1=60")
    assert question(open_ruling(client, f"/rulings/score?{sent}")[2])["bids"] == "1-60"


def test_a_bid_taken_back_leaves_it_open_who_bid(client):
    page, _, _ = open_ruling(client, f"/rulings/{STOOD}&bids=1-60")
    sent = query_of(page, "ask").replace("bid1=60", "bid1=")
    assert "bids" not in question(open_ruling(client, f"/rulings/score?{sent}")[2])
