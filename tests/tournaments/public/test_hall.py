"""The hall screen: the largest type that fits each page, and players find themselves by name."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorekeeper.core.db.database import now
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.posted_pairings import by_name
from scorekeeper.tournaments.public.hall_type import GAP, LEGIBLE, LETTER, WIDTH, HallShape, fit, items_per_page, pages
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
    text = page_text(client, desk, "/tables?by=name")
    screen = " ".join(re.sub("<[^>]*>", " ", page_text(client, desk, "/screen?show=names")).split())
    for names in LONG:
        for one, other in (names, names[::-1]):
            assert f"{surname_first(one)} & {other}" in text
            assert f"{surname_first(one)} with {other}" in screen
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


def seconds_of(client, desk, step=0, **query):
    """Return the kind of a page of the screen, how long it is shown and how many there are."""
    page = page_text(client, desk, f"/screen?step={step}" + "".join(f"&{name}={value}" for name, value in query.items()))
    kind = re.search(r'class="slide slide-(\w+)"', page)[1]
    dots = re.search(r'<ol class="dots".*?</ol>', page, re.DOTALL)[0].count("<li")
    return kind, int(re.search(r'data-seconds="(\d+)"', page)[1]), dots


@pytest.mark.parametrize("people", [12, 40, 80])
def test_while_a_round_is_seated_everyone_sees_their_name_and_partner_within_20_seconds(app, client, people):
    names = [f"{name}{'-Roy' * (k // 40)}" for k, name in enumerate(evening.people(40) * 3)][:people]
    desk = evening.Desk(app, [[name] for name in names], method="rotating_partners", options={"rounds": 3})
    desk(evening.play_round)
    desk(evening.next_round)
    kind, seconds, pages = seconds_of(client, desk)
    assert kind == "names"
    assert seconds >= 5
    assert seconds * pages <= 20
    # Only names, until the first result or for ten minutes.
    assert {seconds_of(client, desk, step)[0] for step in range(pages)} == {"names"}
    page = page_text(client, desk, "/screen")
    assert page.count("with ") == page.count('class="hall-who cut"') >= min(people, 20)
    size = int("".join(re.search(r"hall-f(\d+) hall-t(\d)", page).groups()))
    assert size >= (40 if people <= 40 else LEGIBLE)
    assert seconds_of(client, desk, seconds=30)[1] == 30
    assert seconds_of(client, desk, show="standings")[0] == "standings"
    desk(evening.enter, 1, [200, 100])
    assert seconds_of(client, desk, pages)[0] == "tables"


def test_ten_minutes_after_a_round_is_published_the_screen_shows_its_tables_too(app, client, monkeypatch):
    desk = evening.Desk(app, [[name] for name in evening.people(12)], method="rotating_partners", options={"rounds": 3})
    desk(evening.next_round)
    assert {seconds_of(client, desk, step)[0] for step in range(3)} == {"names"}
    monkeypatch.setattr("scorekeeper.tournaments.public.screen.now", lambda: now() + timedelta(minutes=11))
    assert {seconds_of(client, desk, step)[0] for step in range(3)} == {"names", "tables"}


@pytest.mark.parametrize("people", [11, 20, 31, 40])
def test_lines_of_the_standings_share_the_height_of_the_screen(people):
    names = evening.people(people)
    shape = HallShape(most=2, beside=26, head=6, air=0.55, letter=0.62)
    for part in pages(names, items_per_page(names, people, 20, shape)):
        found = fit(part, len(part), shape)
        rows = -(-len(part) // found.columns)
        # The rows fill the height. Their type is at least as high as half of one of ten rows.
        assert found.size >= LEGIBLE
        assert rows >= 5


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
    desk(evening.enter, 1, [200, 100])
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


@pytest.mark.browser
def test_the_podium_waits_for_a_key_and_turns_by_it(live_server, open_page):
    desk = evening.Desk(live_server.app, evening.pairs(4), options={"rounds": 1}, name="Cup")
    desk(evening.play_round)
    page = open_page(viewport={"width": 1280, "height": 720}, desktop=True)
    page.goto(f"{live_server.url}/tournaments/{desk.id}/screen?show=podium")
    expect(page.locator(".hall-podium")).to_contain_text("Cup")
    expect(page.locator("[data-go=stop]")).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(page.locator(".hall-podium h2")).to_have_text("Third place")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hall-podium")).to_contain_text("Cup")


def test_a_long_double_name_is_not_cut_on_two_lines():
    names = ["Roy, Denis", "Chiasson-Robichaud, Ghislaine"]
    for items in (6, 13, 24):
        found = fit(names, items, HallShape(most=3, beside=0))
        width = (WIDTH - GAP * (found.columns - 1)) / found.columns
        longest = len("Robichaud, Ghislaine") if found.wraps else len(names[1])
        assert found.size / 10 * LETTER * longest <= width
