"""The hall screen: the largest type that fits each page, and players find themselves by name."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import expect

from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.posted_pairings import by_name
from scorekeeper.tournaments.public.screen import LEGIBLE, HallShape, fit, items_per_page
from scorekeeper.tournaments.words import surname_first
from tests.tournaments import evening

LONG = [["Marie-Évangéline Robichaud", "Jean-Baptiste Arsenault"], ["Luc Roy", "Anne Côté"], ["Guy Haché", "Lise Haché"]]


@pytest.fixture
def desk(app):
    desk = evening.Desk(app, LONG, options={"rounds": 2})
    desk(evening.next_round)
    return desk


def page_text(client, desk, page):
    return html.unescape(client.get(f"/tournaments/{desk.id}{page}").get_data(as_text=True))


def test_everybody_is_on_the_list_by_name_under_their_own_name(client, desk):
    for page, found in (
        ("/tables?by=name", r"<b>([^<]*)</b>|>([^<]* & [^<]*)<"),
        ("/screen?show=names", r'class="hall-who cut">([^<]*)<'),
    ):
        text = page_text(client, desk, page)
        for names in LONG:
            for one, other in (names, names[::-1]):
                assert f"{surname_first(one)} & {other}" in text, (page, found)
    names = re.findall(r'class="hall-who cut">([^<]*)<', page_text(client, desk, "/screen?show=names"))
    assert names == sorted(names)


def test_the_screen_lists_people_in_the_order_of_the_sheet_on_the_wall(app, client):
    desk = evening.Desk(app, [[name] for name in evening.people(12)], method="rotating_partners", options={"rounds": 3})
    desk(evening.next_round)
    screen = re.findall(r'class="hall-who cut">([^<]*)<', page_text(client, desk, "/screen?show=names"))
    event = PrintedEvent(TournamentState(desk.board.tournament), EventDetails(), "en", 1)
    sheet = by_name(event, "letter")
    assert screen == ["".join(seat.name.lines) for page in sheet.pages for column in page.columns for seat in column]
    assert all(", " in name for name in screen)


def test_an_initial_is_no_family_name():
    assert surname_first("Marie L.") == "Marie L."
    assert surname_first("Jean de la Tour") == "de la Tour, Jean"


def test_the_standings_in_the_hall_fill_the_screen_and_have_only_headings_that_speak_for_themselves(app, client):
    desk = evening.Desk(app, [[name] for name in evening.people(40)], method="rotating_partners", options={"rounds": 2})
    for _ in range(2):
        desk(evening.play_round)
    page = page_text(client, desk, "/screen?show=standings")
    size = int("".join(re.search(r"hall-f(\d+) hall-t(\d)", page).groups()))
    assert size >= LEGIBLE
    swiss = evening.Desk(app, evening.pairs(8), options={"rounds": 3})
    for _ in range(3):
        swiss(evening.play_round)
    heads = re.findall(r'<th scope="col">([^<]*)</th>', page_text(client, swiss, "/screen?show=standings"))
    assert heads[0] == "Pts"
    assert not {*heads} & {"Bhz", "H2H", "SB", "Prog."}


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en-CA", "fr-CA"])
def test_the_last_hand_is_called_above_a_full_page_and_nothing_lies_on_the_links(live_server, open_page, language):
    desk = evening.Desk(
        live_server.app, [[name] for name in evening.people(40)], method="rotating_partners", options={"rounds": 4}
    )
    desk(evening.next_round)
    desk.write(clock.start, 40)
    desk.write(clock.call)
    page = open_page(viewport={"width": 1920, "height": 1080}, language=language, desktop=True)
    for step in range(4):
        page.goto(f"{live_server.url}/tournaments/{desk.id}/screen?step={step}&seconds=120")
        expect(page.locator(".hall-clock.is-last")).to_be_visible()
        foot, heading = page.locator(".hall-foot").bounding_box(), page.locator(".hall-head h1").bounding_box()
        assert heading["height"] < 1080 * 0.06
        rows = page.locator(".hall-lists :is(li, tr) :is(.hall-who, .number)").all()
        assert max(row.bounding_box()["y"] + row.bounding_box()["height"] for row in rows) <= foot["y"]


def test_a_page_has_one_size_of_type(client, desk):
    for page in ("/screen?show=names", "/screen?show=tables"):
        sizes = re.findall(r"hall-f(\d+) hall-t(\d)", page_text(client, desk, page))
        assert len(sizes) == 1
        assert int("".join(sizes[0])) >= LEGIBLE


@pytest.mark.parametrize("items", [1, 2, 6, 12])
def test_the_fewer_there_are_the_larger_they_stand(items):
    shape = HallShape(most=2, beside=28, lines=2)
    sizes = [fit(["Aline Doiron & Denis Doiron"] * n, n, shape).size for n in range(items, 13)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= LEGIBLE


def test_long_names_go_on_more_pages_rather_than_into_small_type():
    shape = HallShape(most=3, beside=13)
    names = ["Marie-Évangéline Robichaud-Thériault & Jean-Baptiste Arsenault"] * 60
    size = items_per_page(names, len(names), 33, shape)
    assert size < 33
    assert fit(names, size, shape).size >= LEGIBLE
