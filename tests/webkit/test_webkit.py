"""Bugs that occurred in WebKit or easily could: taps on the right target, steps on one line, offline hands."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from selenium.webdriver.common.by import By

from tests.tournaments import evening
from tests.tournaments.table.phones import chips
from tests.webkit.phone import SEEN

pytestmark = pytest.mark.webkit

NAMES = ("Aline", "Benoît", "Claire", "Denis")


def start_game(phone):
    """Start a game as a newcomer: four names, and the first one deals."""
    phone.open("/games/new")
    phone.tap("[name=player-0]")
    for seat, name in enumerate(NAMES):
        phone.type(name)
        phone.wait(lambda at=seat, typed=name: phone.find(f"[name=player-{at}]").get_attribute("value") == typed)
    # The names have just been sent to the page, which may ignore a press at that moment. Press again.
    phone.wait(lambda: phone.ask("return document.getAnimations().length === 0"))
    phone.tap(".savebar .btn--primary")
    if not phone.browser.find_elements(By.CSS_SELECTOR, "form#pad"):
        time.sleep(1)
    if "/games/new" in phone.browser.current_url:
        phone.tap(".savebar .btn--primary")
    phone.find("form#pad")


def tell(phone, contractor, bid, points):
    for name, value in (("contractor", contractor), ("bid", bid), ("points", points)):
        phone.chip(name, value)
    phone.find("#result .receipt")


def record(phone, contractor, bid, points):
    tell(phone, contractor, bid, points)
    phone.tap("[data-save]")


def middle(box):
    return box["y"] + box["height"] / 2


def test_every_tap_on_the_pad_reaches_what_it_shows_and_the_number_of_a_row_opens_its_reasons(open_phone):
    phone = open_phone()
    start_game(phone)
    record(phone, 0, 60, 70)
    phone.expect_scores("70", "30")
    record(phone, 1, 75, 60)
    phone.expect_scores("110", "−45")
    phone.ask("location.hash = 'sheet'")
    phone.tap_at("#row-3 .c-n")
    phone.wait(lambda: phone.browser.current_url.endswith("/hands/3"))
    assert "Benoît, 75 failed" in " ".join(phone.text("h1").split())


def test_the_seats_stand_in_one_row_below_their_question_and_a_suit_beside_its_own(open_phone):
    phone = open_phone()
    start_game(phone)
    trump, suits = phone.box("#step-trump"), phone.box("[data-step=trump] .chips")
    assert abs(middle(trump) - middle(suits)) < 2
    assert trump["x"] + trump["width"] < suits["x"]
    question = phone.box("#step-contractor")
    seats = [phone.box(f'label.chip:has(> [name=contractor][value="{seat}"])') for seat in range(4)]
    assert len({seat["y"] for seat in seats}) == 1
    assert 0 < seats[0]["y"] - (question["y"] + question["height"]) < 24
    assert all(one["x"] + one["width"] <= next_one["x"] for one, next_one in pairwise(seats))


@pytest.mark.parametrize(("language", "kept"), [("en", "Saved on this phone"), ("fr", "Enregistré sur ce téléphone")])
def test_a_hand_without_a_network_is_scored_kept_and_sent_once(house, open_phone, language, kept):
    phone = open_phone()
    if language == "fr":
        phone.open("/")
        phone.tap("[name=lang][value=fr]")
        phone.find("html[lang=fr]")
    start_game(phone)
    phone.wait(lambda: phone.ask("return Boolean(navigator.serviceWorker.controller)"))
    path = phone.ask("return location.pathname")
    phone.browser.set_script_timeout(20)
    phone.browser.execute_async_script(
        """
        const [path, done] = arguments;
        const kept = async () => (await caches.match(path)) && (await caches.match("/phone/worker.js"));
        const look = async () => ((await kept()) ? done() : setTimeout(look, 50));
        look();
        """,
        path,
    )
    house.down()
    record(phone, 0, 60, 70)
    phone.expect_scores("70", "30")
    phone.ask("location.hash = 'sheet'")
    # Delayed elements only appear in view, because WebKit pauses animations outside the screen.
    phone.wait(lambda: phone.ask(SEEN, phone.find("#rows .is-pending")) or kept in phone.text("#rows .is-pending"))
    phone.open(path)
    phone.expect_scores("70", "30")
    house.up()
    phone.ask("dispatchEvent(new Event('online'))")
    phone.wait(lambda: not phone.browser.find_elements(By.CSS_SELECTOR, "#rows .is-pending"))
    phone.expect_scores("70", "30")
    phone.wait(lambda: len(phone.browser.find_elements(By.CSS_SELECTOR, "#rows tr:not(.sheet-blank)")) == 1)


def test_a_result_is_told_by_one_phone_and_confirmed_by_the_other(house, open_phone):
    desk = evening.Desk(house.app, evening.pairs(4), options={"rounds": 1})
    table = desk(evening.next_round).current.table(1)
    url = f"/t/{desk(evening.tables)[1]}"
    one, other = open_phone(), open_phone()
    for phone, side in ((one, 0), (other, 1)):
        phone.open(url)
        phone.tap(f".seats [value={table.sides[side][0]}]")
        phone.find(".whose")
    one.tap("#alone > summary")
    for name, value in chips(320, -45).items():
        one.chip(name, value)
    one.tap(".tell .btn--primary")
    other.wait(lambda: "320" in other.text("#live"))
    other.tap(".told .btn--primary")
    other.wait(lambda: other.find("#live").get_attribute("data-phase") == "done")
    assert desk.board.table(1, 1).result.scores == (320, -45)


def test_results_are_typed_at_the_desk_by_keys_alone(house, open_phone):
    desk = evening.Desk(house.app, evening.pairs(4), options={"rounds": 1})
    desk(evening.next_round)
    laptop = open_phone(width=1200)
    laptop.open("/club/sign-in")
    laptop.find("[name=name]").send_keys("Organiser")
    laptop.find("[name=password]").send_keys("fleur de lys au vent")
    laptop.type("")
    laptop.wait(lambda: "/sign-in" not in laptop.browser.current_url)
    laptop.open("/desk/1")
    laptop.wait(lambda: laptop.ask("return document.activeElement?.id") == "entry-table")
    laptop.type("2", "310", "280", "1", "245", "300")
    laptop.wait(lambda: laptop.text("#desk-watch .desk-tally b") == "2")
    assert [desk.board.table(1, n).result.scores for n in (1, 2)] == [(245, 300), (310, 280)]
