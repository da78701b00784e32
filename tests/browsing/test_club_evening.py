from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.workflows import club_events
from tests.browsing.pad import chip
from tests.phone.test_offline_shell import KEEP
from tests.web import evening
from tests.web.phones import Phone, chips

pytestmark = pytest.mark.browser

WORDS = {
    "en-CA": {"right": "That is right", "kept": "Kept on this phone", "decides": "The director decides.", "place": "place"},
    "fr-CA": {"right": "C’est juste", "kept": "Gardé sur ce téléphone", "decides": "La direction décide.", "place": "rang"},
}


def sit(page, url, entrant):
    """Open a table's link and say whose phone this is."""
    page.goto(url)
    page.locator(f".seats [value={entrant}]").tap()
    page.locator(".whose").wait_for()


def tell(page, *scores):
    """Tap the result alone, and send it."""
    page.locator("#alone > summary").tap()
    for name, value in chips(*scores).items():
        chip(page, name, value).tap()
    page.locator(".tell .btn--go").tap()


def both_phones(app, desk, number):
    """Everybody else's phones: at each table one side reports, the other confirms by telling the same."""
    for table, secret in desk(evening.tables).items():
        if desk.board.table(number, table).result.known:
            continue
        scores = (200 + 5 * table * number, 180 - 10 * table)
        for side in (0, 1):
            answer = Phone(app).send(secret, "report", desk.revision, side=side, **chips(*scores))
            assert answer.status_code == 200, answer.json


@pytest.mark.parametrize("language", list(WORDS))
def test_an_evening_with_rotating_partners_is_told_by_phones_alone(live_server, open_page, language):
    words, app = WORDS[language], live_server.app
    options = {"rounds": 3, "match": {"kind": "hands", "hands": 2}}
    desk = evening.Desk(app, [[name] for name in evening.people(16)], "rotating_partners", options=options)
    board = desk(evening.next_round)
    secrets = desk(evening.tables)

    # Table 1: the hands on the pad of one phone; the score and the standing follow on the other.
    one, other = open_page(language=language), open_page(language=language)
    first, second = board.current.table(1).sides
    url = f"{live_server.url}/t/{secrets[1]}"
    sit(one, url, first[0])
    sit(other, url, second[1])
    chip(one, "first_dealer", 0).tap()
    one.locator("#live form .btn--go").first.tap()
    one.wait_for_url(re.compile(r"/games/\d+$"))
    for contractor, points in ((0, 75), (1, 40)):
        chip(one, "contractor", contractor).tap()
        chip(one, "bid", 60).tap()
        chip(one, "points", points).tap()
        if one.locator("[name=also_bid]").count():
            one.locator("label.chip:has(> [name=also_bid])").tap()
        one.locator("[data-save]").tap()
        one.locator("#strip").wait_for()
        if contractor == 0:
            expect(other.locator(".board-score").first).to_have_text("75", timeout=9000)
    one.locator("#pad.pad--over .btn--go").tap()
    expect(one.locator(".told-what")).to_be_visible()
    assert one.get_by_text(words["right"]).count() == 0
    assert words["place"] in other.locator(".board-note").first.inner_text()
    other.get_by_text(words["right"]).tap(timeout=9000)
    expect(other.locator("#live")).to_have_attribute("data-phase", "done")
    expect(one.locator("#live")).to_have_attribute("data-phase", "done", timeout=9000)

    # Table 2: the result alone, told without a network; it is sent by itself, once.
    third, fourth = open_page(language=language, errors_expected=True), open_page(language=language)
    url = f"{live_server.url}/t/{secrets[2]}"
    ids = board.current.table(2).sides
    sit(third, url, ids[0][0])
    sit(fourth, url, ids[1][0])
    before = desk.revision
    third.evaluate(KEEP)
    third.context.set_offline(True)
    tell(third, 245, -40)
    expect(third.locator("[data-outbox]")).to_contain_text(words["kept"])
    third.reload()
    expect(third.locator("[data-outbox]")).to_contain_text(words["kept"])
    expect(third.locator("[data-outbox]")).to_contain_text("245")
    assert desk.revision == before
    third.context.set_offline(False)
    expect(third.locator("#live")).to_have_attribute("data-phase", "mine", timeout=15000)
    expect(third.locator("[data-outbox]")).to_be_hidden()
    assert desk.revision == before + 1
    fourth.get_by_text(words["right"]).tap(timeout=9000)
    expect(fourth.locator("#live")).to_have_attribute("data-phase", "done")
    assert desk.board.table(1, 2).result.scores == (245, -40)
    both_phones(app, desk, 1)

    # The second round: the phone knows whose it is; two versions, until one side looks again.
    board = desk(evening.next_round)
    table = board.seat(first[0], 2).table
    fresh = f"{live_server.url}/t/{desk(evening.tables)[table.number]}"
    one.goto(fresh)
    mine = next(side for side, who in enumerate(table.sides) if first[0] in who)
    tell(one, 300, 100)
    expect(one.locator("#live")).to_have_attribute("data-phase", "mine")
    secret = fresh.rpartition("/")[2]
    rival = Phone(app)
    assert rival.send(secret, "report", desk.revision, side=1 - mine, **chips(310, 90)).status_code == 200
    expect(one.locator(".told-what")).to_have_text(words["decides"], timeout=9000)
    assert desk.board.table(2, table.number).status == "disputed"
    assert rival.send(secret, "retract", desk.revision, side=1 - mine).status_code == 200
    assert rival.send(secret, "report", desk.revision, side=1 - mine, **chips(300, 100)).status_code == 200
    expect(one.locator("#live")).to_have_attribute("data-phase", "done", timeout=9000)
    both_phones(app, desk, 2)
    desk(evening.next_round)
    both_phones(app, desk, 3)
    desk.write(club_events.finish)

    # Everybody has the same standings, and every result came from a phone.
    one.goto(f"{live_server.url}/tournaments/{desk.id}/standings")
    expect(one.locator(".ranks tbody tr")).to_have_count(16)
    assert one.evaluate("document.documentElement.scrollWidth") <= 390
    board = desk.board
    assert all(t.decided_by == "" for r in board.rounds for t in r.tables)
    assert one.locator(".ranks tbody th").first.inner_text() == board.name_of(board.standings[0].id)


@pytest.mark.parametrize("language", list(WORDS))
def test_nine_pairs_play_a_double_elimination_to_a_second_final(live_server, open_page, language):
    desk = evening.Desk(live_server.app, evening.pairs(9), "double_elimination", options={"match": {"kind": "hands", "hands": 4}})
    page = open_page(language=language)
    hall = open_page(language=language, desktop=True)
    while True:
        board = desk(evening.next_round)
        names = [t.match for t in board.current.tables]
        if names == ["F1"]:
            break
        for table in board.current.tables:
            desk(evening.enter, table.number, (300, 100 + 5 * table.number))
    address = f"{live_server.url}/tournaments/{desk.id}"
    page.goto(f"{address}/bracket")
    final = page.locator("#br-final-1")
    expect(final).to_have_attribute("open", "")
    expect(final.locator(".br-side.is-open")).to_have_count(0)
    expect(page.locator("#br-final-2")).to_be_attached()

    # Whoever came up from the losers' bracket wins the first final: each has lost once, and the page shows the second.
    bracket = board.bracket.matches
    upper, lower = bracket["F1"].sides
    at = [s[0] for s in board.current.tables[0].sides]
    desk(evening.enter, 1, tuple(100 if who == upper else 290 for who in at))
    board = desk(evening.next_round)
    assert [t.match for t in board.current.tables] == ["F2"]
    second = page.locator("#br-final-2")
    expect(second.locator(".br-side:not(.is-open)")).to_have_count(2, timeout=9000)
    hall.goto(f"{address}/screen?seconds=5")
    expect(hall.locator("#live")).to_have_attribute("data-step", "1", timeout=12_000)
    hall.goto(f"{address}/screen?show=bracket")
    for _ in range(6):
        if hall.get_by_text("F2").count():
            break
        hall.locator("[data-go=next]").click()
        hall.wait_for_timeout(200)
    expect(hall.locator(".hall-bracket")).to_contain_text(board.name_of(lower))
    assert hall.evaluate("document.documentElement.scrollHeight <= innerHeight")

    desk(evening.enter, 1, tuple(310 if who == upper else 200 for who in at))
    expect(page.locator(".won-name")).to_have_text(desk.board.name_of(upper), timeout=9000)
    # The whole picture: nothing of it is cut off, and it can be made larger by a tap.
    picture = page.locator(".br-whole .br-svg")
    width = picture.evaluate("e => e.getBoundingClientRect().width")
    chip(page, "zoom", "2").tap()
    assert picture.evaluate("e => e.getBoundingClientRect().width") > width
    box = "e => ({ drawn: e.getBBox(), room: e.viewBox.baseVal })"
    assert picture.evaluate(f"e => {{ const {{ drawn, room }} = ({box})(e); return drawn.width <= room.width }}")
    assert picture.evaluate(f"e => {{ const {{ drawn, room }} = ({box})(e); return drawn.y + drawn.height <= room.height }}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
