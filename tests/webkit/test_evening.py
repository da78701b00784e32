"""A whole evening offline in WebKit that reaches a server later, and one without any server."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import visibility_of_element_located
from selenium.webdriver.support.ui import WebDriverWait

from tests.browsing.pad import KEEP
from tests.offline.browser.test_evening_here import KEPT, comparable_record
from tests.offline.browser.test_imported_here import same
from tests.offline.bundle.test_static_files import fresh_host, written
from tests.webkit.phone import MAY_PASS, Phone
from tests.webkit.test_webkit import NAMES, start_game, tell

__all__ = ["fresh_host", "written"]

pytestmark = pytest.mark.webkit

LONG = 120
"""Seconds. Nothing is compiled before the first page that the phone renders."""
ASKED = 10
SAVES = (By.CSS_SELECTOR, "#changebar [value=record]")
RULING = "/rulings/score?contractor=0&bid=75&points=85.15"


@pytest.fixture
def patient(open_phone):
    """A phone that waits longer, because it compiles."""
    phone = open_phone()
    phone.patience = LONG
    return phone


def is_stored(phone):
    """Return whether the phone has stored the page and everything it needs."""
    with suppress(AssertionError):
        phone.promised(KEEP)
        return True
    return False


def games_of(phone):
    """Return the games that began on the phone, by number."""
    return {one["id"]: one for one in phone.promised(KEPT)}


def file_text(phone, path):
    """Return a page's file as text."""
    return phone.promised("async (path) => (await fetch(path)).text()", path)


def correct(phone, game, entry, points):
    """Correct a hand on its own page."""
    phone.open(f"{game}/hands/{entry}/edit")
    for _ in range(LONG // ASKED):  # the page gives up after 8 s, so try again
        phone.chip("points", points)
        with suppress(TimeoutException):
            WebDriverWait(phone.browser, ASKED, ignored_exceptions=MAY_PASS).until(visibility_of_element_located(SAVES))
            break
        phone.chip("points", 0)
    phone.tap(SAVES[1])
    phone.wait(lambda: phone.path == game)


def hands(phone):
    """Return the number of hands on the sheet."""
    return len(phone.browser.find_elements(By.CSS_SELECTOR, "#rows tr:not(.sheet-blank)"))


def played(phone, contractor, bid, points):
    """Record one hand, and wait until it is on the sheet."""
    before = hands(phone)
    tell(phone, contractor, bid, points)
    phone.until("[data-save]", lambda: hands(phone) == before + 1)


def three_games(phone):
    """Play three games, and return their paths and numbers of hands.

    The second is a rematch of the first; the third has a hand that was passed out.
    """
    start_game(phone)
    first = phone.path
    played(phone, 0, 75, 85)
    played(phone, 1, 80, 10)
    phone.expect_scores("175", "−65")
    correct(phone, first, 2, 80)
    correct(phone, first, 3, 90)
    phone.expect_scores("90", "110")
    phone.open(RULING)
    assert "85" in phone.text("main")
    phone.open(first)
    played(phone, 2, 90, 100)
    played(phone, 0, 60, 100)
    phone.tap('form[action$="/rematch"] button')
    phone.wait(lambda: "/games/9" in phone.path and phone.path != first and phone.find("form#pad"))
    second = phone.path
    played(phone, 3, 90, 100)
    played(phone, 1, 90, 100)
    phone.find('form[action$="/rematch"]')
    phone.open("/games/new")  # with the names of the last one
    phone.tap(".savebar .btn--primary")
    phone.wait(lambda: "/games/9" in phone.path and phone.path != second and phone.find("form#pad"))
    third = phone.path
    phone.until("#pad .passed", lambda: hands(phone) == 1)
    played(phone, 1, 90, 100)
    played(phone, 3, 90, 100)
    phone.find('form[action$="/rematch"]')
    phone.wait(lambda: not phone.browser.find_elements(By.CSS_SELECTOR, "#rows .is-pending"))
    return {first: 4, second: 2, third: 3}


def test_an_evening_of_three_games_while_the_server_is_stopped_is_the_servers_as_the_phone_had_it(house, patient):
    phone = patient
    phone.open("/rules")
    phone.wait(lambda: is_stored(phone))
    house.down()
    games = three_games(phone)
    records = [comparable_record(json.loads(file_text(phone, f"{game}/record.json"))) for game in games]
    assert [len(one["events"]) for one in records] == [*games.values()]
    house.up()

    def moved():
        phone.open("/offline/en")
        phone.open("/rules")
        return all(one.get("moved") for one in games_of(phone).values())

    phone.wait(moved)
    there = [one["server"] for _, one in sorted(games_of(phone).items())]
    assert [comparable_record(json.loads(file_text(phone, f"/games/{number}/record.json"))) for number in there] == records
    phone.open(f"/games/{there[0]}")
    assert NAMES[0] in phone.text("main")


def test_an_evening_on_a_host_of_plain_files_is_brought_in_by_a_server(fresh_host, patient, client):
    url, asked = fresh_host
    phone = Phone(patient.browser, url.rstrip("/"))
    phone.patience = LONG
    phone.open("/")
    phone.find(".masthead")
    since = len(asked)
    games = three_games(phone)
    text = file_text(phone, f"{phone.below}/games/all.jsonl")
    records = [json.loads(line) for line in text.splitlines()]
    assert sorted([len(one["events"]) for one in records]) == sorted(games.values())
    assert [path for path in asked[since:] if "/games/" in path and not path.endswith((".js", ".css"))] == []
    answer = client.post("/games/bring-in", data={"text": text, "uuid": "one-key-for-it"})
    assert answer.status_code == 200
    there = [json.loads(line) for line in client.get("/games/all.jsonl").get_data(as_text=True).splitlines()]
    assert same(there, records)
