from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.browser import network_is_back, until
from tests.browsing.pad import chip, expect_scores, keep, touch
from tests.browsing.table_phones import AT_LAST, Phones, expect_phase, expect_recorded, look, sit, tap_hand, tell, to_the_pad
from tests.tournaments import evening

pytestmark = pytest.mark.browser

WORDS = {
    "en-CA": {
        "right": "That’s right",
        "kept": "1 change saved on this phone",
        "decides": "The director decides.",
        "back": "Withdraw our report",
        "place": "rank",
        "standings": "Standings",
        "over": "The tournament is over.",
        "winners": "Winners’ final",
        "second": "Second final",
    },
    "fr-CA": {
        "right": "C’est juste",
        "kept": "1 changement enregistré sur ce téléphone",
        "decides": "La direction décide.",
        "back": "Retirer notre déclaration",
        "place": "rang",
        "standings": "Classement",
        "over": "Le tournoi est fini.",
        "winners": "Finale des gagnants",
        "second": "Seconde finale",
    },
}


def on_the_pad(one, other, words):
    """Play a match of two hands: recorded on one phone, followed and confirmed on the other."""
    to_the_pad(one, dealer=0)
    for contractor, points in ((0, 75), (1, 40)):
        tap_hand(one, contractor, 60, points)
        expect(one.locator("#rows tr:not(.sheet-blank), #pad.pad--over")).not_to_have_count(0)
        if contractor == 0:
            expect_recorded(one, 1)
            look(other)
            expect(other.locator(".board-score").first).to_have_text("75", timeout=AT_LAST)
            assert words["place"] in other.locator(".board-note").first.inner_text()
    one.locator("#pad.pad--over .btn--primary").tap()
    expect(one.locator(".table-message")).to_be_visible()
    assert one.get_by_text(words["right"]).count() == 0, "whoever recorded does not confirm"
    expect_phase(other, "pad")
    other.get_by_text(words["right"]).tap()
    expect_phase(other, "done")
    expect_phase(one, "done")


def without_a_network(one, other, words, desk):
    """Report a result offline. It waits on the phone and is sent automatically, once."""
    before = desk.revision
    keep(one)
    one.context.set_offline(True)
    tell(one, 245, -40)
    expect(one.locator("[data-outbox]")).to_contain_text(words["kept"])
    one.reload()
    expect(one.locator("[data-outbox]")).to_contain_text(words["kept"])
    expect(one.locator("[data-outbox]")).to_contain_text("245")
    assert desk.revision == before
    network_is_back(one.context)
    expect_phase(one, "mine")
    expect(one.locator("[data-outbox]")).to_be_hidden()
    assert desk.revision == before + 1
    confirmed(other, words)


def confirmed(other, words):
    """Confirm the other side's result."""
    expect_phase(other, "theirs")
    other.get_by_text(words["right"]).tap()
    expect_phase(other, "done")


def in_two_versions(one, other, words, desk, number, table):
    """Let both sides report different results until one of them looks again."""
    tell(one, 300, 100)
    expect_phase(one, "mine")
    expect_phase(other, "theirs")
    tell(other, 310, 90)
    for phone in (one, other):
        expect_phase(phone, "disputed")
        expect(phone.locator(".table-message")).to_have_text(words["decides"])
        expect(phone.locator(".versions > div")).to_have_count(2)
    assert desk.board.table(number, table).status == "disputed"
    other.get_by_text(words["back"]).tap()
    expect_phase(other, "theirs")
    confirmed(other, words)
    expect_phase(one, "done")


@pytest.mark.parametrize(("language", "players", "rounds"), [("en-CA", 8, 2), ("fr-CA", 16, 3)])
def test_an_evening_with_rotating_partners_is_told_by_phones_alone(live_server, open_page, language, players, rounds):
    words = WORDS[language]
    options = {"rounds": rounds, "match": {"kind": "hands", "hands": 2}}
    desk = evening.Desk(live_server.app, [[name] for name in evening.people(players)], "rotating_partners", options=options)
    phones = Phones(partial(open_page, language=language, errors_expected=True), live_server.url)
    partners = set()
    for number in range(1, rounds + 1):
        board = desk(evening.next_round)
        secrets = desk(evening.tables)
        for table in board.current.tables:
            # Two different players of four use their phones each time, so that everyone has in the end.
            who = [side[number % 2] for side in table.sides]
            # Only the offline phone needs the service worker, which fetches a lot.
            keeps = (number, table.number) == (1, 2)
            one, other = (phones.at(entrant, secrets[table.number], keeps=keeps) for entrant in who)
            partners |= {frozenset(side) for side in table.sides}
            if (number, table.number) == (1, 1):
                on_the_pad(one, other, words)
            elif (number, table.number) == (1, 2):
                without_a_network(one, other, words, desk)
            elif (number, table.number) == (2, 1):
                in_two_versions(one, other, words, desk, number, 1)
            else:
                tell(one, 200 + 5 * table.number * number, 180 - 10 * table.number)
                expect_phase(one, "mine")
                confirmed(other, words)
        assert desk.board.current.done
    desk.write(lifecycle.finish)

    # Every result came from the phones of both sides, and nobody had the same partner twice.
    board = desk.board
    tables = [t for r in board.rounds for t in r.tables]
    assert len(tables) == rounds * players // 4
    assert all(t.decided_by == "" and t.reports and None not in {r.device_id for r in t.reports.values()} for t in tables)
    assert all(len({r.device_id for r in t.reports.values()}) == 2 for t in tables if (t.round, t.number) != (1, 1))
    assert len(partners) == rounds * players // 2
    assert board.table(1, 2).result.scores == (245, -40)

    # Everyone sees the same standings, and the result on a page of their own.
    phone = next(iter(phones.pages.values()))
    phone.goto(f"{live_server.url}/tournaments/{desk.id}/standings")
    expect(phone.locator("h1")).to_have_text(words["standings"])
    assert phone.locator(".ranks tbody th").all_inner_texts() == [board.name_of(row.id) for row in board.standings]
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator(".ranks tbody th a").first.tap()
    expect(phone.locator("h1")).to_have_text(board.name_of(board.standings[0].id))
    expect(phone.locator(".lede")).to_have_text(words["over"])
    expect(phone.locator(".own tbody tr")).to_have_count(rounds - 1)  # the last one is above the others


def test_the_last_hand_of_a_match_is_kept_without_a_network_and_no_other_is_taken(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(2), options={"rounds": 1, "match": {"kind": "hands", "hands": 2}})
    board = desk(evening.next_round)
    url = f"{live_server.url}/t/{desk(evening.tables)[1]}"
    one, other = open_page(keeps=True, language="fr-CA", errors_expected=True), open_page()
    for phone, side in ((one, 0), (other, 1)):
        sit(phone, url, board.current.table(1).sides[side][0])
    to_the_pad(one, dealer=0)
    tap_hand(one, 0, 60, 75)
    expect_recorded(one, 1)
    keep(one)
    one.context.set_offline(True)
    tap_hand(one, 2, 80, 100)
    expect(one.locator("[data-kept-here]")).to_contain_text("1 donne enregistrée sur ce téléphone")
    expect(one.locator(".pending-end")).to_contain_text("Le match est fini")
    expect(one.locator("[data-save]")).to_be_hidden()
    one.reload()
    expect(one.locator("#rows .is-pending")).to_have_count(1)
    expect(one.locator("#rows tr:not(.sheet-blank)")).to_have_count(2)
    expect_scores(one, "175", "25")
    expect(one.locator(".pending-end")).to_contain_text("Le match est fini")
    network_is_back(one.context)
    expect(one.locator("#pad.pad--over")).to_contain_text("Le match est fini", timeout=AT_LAST)
    expect(one.locator("[data-outbox]")).to_be_hidden()
    expect_phase(other, "pad")
    other.get_by_text("That’s right").tap()
    expect_phase(other, "done")
    assert desk.board.table(1, 1).result.scores == (175, 25)


def test_that_there_is_no_network_moves_nothing_under_a_finger(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(2), options={"rounds": 1})
    board = desk(evening.next_round)
    phone = open_page(errors_expected=True)
    sit(phone, f"{live_server.url}/t/{desk(evening.tables)[1]}", board.current.table(1).sides[0][0])
    phone.locator("#alone").evaluate("part => { part.open = true }")
    places = "() => [...document.querySelectorAll('#live :is(.chip, .btn)')].map((one) => one.getBoundingClientRect().top)"
    before = phone.evaluate(places)
    assert len(before) > 40
    phone.context.set_offline(True)
    look(phone)
    expect(phone.locator("[data-lost]")).to_be_in_viewport()
    assert phone.evaluate(places) == before


def test_when_time_is_called_the_pad_takes_the_hand_in_play_and_no_other(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(2), options={"rounds": 1, "match": {"kind": "clock", "minutes": 30}})
    board = desk(evening.next_round)
    url = f"{live_server.url}/t/{desk(evening.tables)[1]}"
    one, other = open_page(), open_page(language="fr-CA")
    for phone, side in ((one, 0), (other, 1)):
        sit(phone, url, board.current.table(1).sides[side][0])
    desk.write(clock.start, 30)
    to_the_pad(one, dealer=0)
    tap_hand(one, 0, 60, 75)
    expect_recorded(one, 1)
    expect(one.locator("#strip [data-clock]")).to_have_text(re.compile(r"^(29:\d\d|30:00)$"))
    desk.write(clock.call)
    look(one)
    expect(one.locator("#strip strong")).to_have_text("Last hand", timeout=AT_LAST)
    expect(one.locator("form#pad")).to_be_visible()
    # The other phone may end the match between hands; here a hand was in play and is recorded.
    expect_phase(other, "last")
    expect(other.locator(".told")).to_contain_text("75 à 25")
    tap_hand(one, 1, 60, 100)
    expect(one.locator("#pad.pad--over")).to_contain_text("The match is over")
    expect(one.locator("form#pad")).to_have_count(0)
    expect_phase(other, "pad")
    other.get_by_text("C’est juste").tap()
    expect_phase(other, "done")
    assert desk.board.table(1, 1).result.scores == (75, 125)
    look(one)
    expect(one.locator("#pad.pad--over")).to_contain_text("The result stands.", timeout=AT_LAST)


@pytest.mark.parametrize("language", list(WORDS))
def test_nine_pairs_play_a_double_elimination_to_a_second_final(live_server, open_page, language):
    words = WORDS[language]
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
    expect(final.locator(".bracket-side.is-open")).to_have_count(0)
    expect(page.locator("#br-final-2 h2")).to_have_text(words["second"])
    assert words["winners"] in page.locator(".bracket-rounds").inner_text()

    # The finalist from the losers' bracket wins the first final. Each has lost once, and the page shows the second.
    bracket = board.bracket.matches
    upper, lower = bracket["F1"].sides
    at = [s[0] for s in board.current.tables[0].sides]
    desk(evening.enter, 1, tuple(100 if who == upper else 290 for who in at))
    board = desk(evening.next_round)
    assert [t.match for t in board.current.tables] == ["F2"]
    second = page.locator("#br-final-2")
    look(page)
    expect(second.locator(".bracket-side:not(.is-open)")).to_have_count(2)
    hall.goto(f"{address}/screen?show=tables,standings,bracket&seconds=5")
    expect(hall.locator("#live")).to_have_attribute("data-step", "1")
    hall.goto(f"{address}/screen?show=bracket")
    shown = hall.get_by_text("F2")

    def on():
        hall.locator("[data-go=next]").click()
        hall.wait_for_timeout(200)

    until(hall, lambda: shown.count() or on())
    expect(hall.locator(".hall-bracket")).to_contain_text(board.name_of(lower))
    assert hall.evaluate("document.documentElement.scrollHeight <= innerHeight")

    desk(evening.enter, 1, tuple(310 if who == upper else 200 for who in at))
    look(page)
    expect(page.locator(".won-name")).to_have_text(desk.board.name_of(upper))
    assert [row.id for row in desk.board.standings][:2] == [upper, lower]
    # The whole picture: nothing of it is cut off, and it can be made larger by a tap.
    picture = page.locator(".bracket-whole .bracket-svg")
    width = picture.evaluate("e => e.getBoundingClientRect().width")
    touch(chip(page, "zoom", "2"))
    until(page, lambda: picture.evaluate("e => e.getBoundingClientRect().width") > width)
    box = "e => ({ drawn: e.getBBox(), room: e.viewBox.baseVal })"
    assert picture.evaluate(f"e => {{ const {{ drawn, room }} = ({box})(e); return drawn.width <= room.width }}")
    assert picture.evaluate(f"e => {{ const {{ drawn, room }} = ({box})(e); return drawn.y + drawn.height <= room.height }}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
