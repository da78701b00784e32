"""Several tournaments in one hall: whose tables are whose, one clock, one screen."""

from __future__ import annotations

import html
import re

import pytest

from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands.adjustments import places
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments import evening
from tests.tournaments.desk.director import FRAGMENT, Director
from tests.tournaments.desk.test_finals import play, players_in_finals
from tests.visitor import value_of

MATCH = {"rounds": 3, "match": {"kind": "hands", "hands": 4}}


@pytest.fixture
def director(app):
    """Direct the second of two tournaments in the hall: *Open* with four pairs, next to *Débutants* with six."""
    return two_in_hall(app)[1]


def two_in_hall(app, first: int = 6, second: int = 4, **facts):
    beginners = Director(app, first, name="Débutants", options=MATCH)
    return beginners, Director(app, second, name="Open", options=MATCH, **facts)


def other(director: Director) -> Director:
    """Return the director of the tournament before."""
    found = Director.__new__(Director)
    found.app, found.client = director.app, director.client
    number = director.access.tournament_id - 1
    found.move_to(f"/desk/{number}")
    return found


def do(director: Director, command):
    with director.app.app_context():
        return write(director.access, command, revision=director.board().revision, uuid=evening.key())


def undo(director: Director) -> None:
    """Undo the last event of the tournament."""
    path = f"/history/{director.board().revision}/undo"
    director.send(path, at=path)


def numbers(director: Director) -> list[int]:
    return sorted(table.number for table in director.board().current.tables)


def hall_part(director: Director) -> str:
    """Return the text about the hall on the desk, without tags."""
    page = director.open().get_data(as_text=True)
    found = re.search(r'<section[^>]*id="desk-hall".*?</section>', page, re.DOTALL)
    text = " ".join(html.unescape(re.sub("<[^>]*>", " ", found[0])).split()) if found else ""
    return text.replace(" ,", ",")


def test_a_tournament_alone_in_the_hall_shows_nothing_of_it(app):
    director = Director(app, 4, options=MATCH)
    assert hall_part(director) == ""
    director.round()
    assert hall_part(director) == ""
    page = director.open().get_data(as_text=True)
    assert 'name="also"' not in page
    assert "hall=1" not in page


@pytest.mark.parametrize(
    ("facts", "shown"),
    [({}, True), ({"day": "2026-11-21"}, False), ({"venue": "Salle B"}, False), ({"venue": "  "}, True)],
)
def test_a_hall_is_one_day_and_one_venue_of_a_club(app, facts, shown):
    _, director = two_in_hall(app, **facts)
    assert ("Débutants" in hall_part(director)) is shown


def test_the_case_of_a_venue_and_its_spaces_do_not_matter(app):
    Director(app, 4, name="Débutants", options=MATCH, venue="Salle  du Club")
    director = Director(app, 4, name="Open", options=MATCH, venue="salle du club ")
    assert "Also in this hall: Débutants, tables 1 and 2." in hall_part(director)


def test_the_desk_proposes_the_first_free_number_and_saves_it_only_when_told(director):
    assert "Also in this hall: Débutants, tables 1 to 3." in hall_part(director)
    assert value_of(director.open(), "first-table") == "4"
    assert "Not saved yet. Now they start at 1" in hall_part(director)
    assert director.board().log.first_table == 1
    director.send("/hall", **{"first-table": "4"})
    assert "Not saved yet" not in hall_part(director)
    director.round()
    assert numbers(director) == [4, 5]
    other(director).round()
    assert "in use" not in hall_part(director)
    # On screen, tables and slips it is the same number.
    assert '<b class="number">4' in director.client.get(f"/tournaments/{director.access.tournament_id}/screen?show=tables").text
    assert "Tables start at number 4" in director.text("/history")


def test_a_draft_sees_the_tables_of_tournaments_that_are_announced(app):
    director = Director(app, 6, name="Débutants", options=MATCH)
    with app.app_context():
        access = lifecycle.create(evening.club(), {"name": "Open", "day": "2026-11-20", "method": "swiss"})
    assert hall_part(director) == ""
    director.move_to(f"/desk/{access.tournament_id}")
    assert "Débutants, tables 1 to 3" in hall_part(director)
    assert "One screen" not in hall_part(director)


def test_numbers_used_twice_are_a_warning_by_name(director):
    other(director).round()
    director.round()
    assert "Tables 1 and 2 are also in use in Débutants." in hall_part(director)
    assert "Tables 1 and 2 are also in use in Open." in hall_part(other(director))
    director.send("/hall", **{"first-table": "4"})
    assert "Another number applies from the next round." in hall_part(director)
    director.play()
    director.round()
    assert numbers(director) == [4, 5]
    assert "in use" not in hall_part(director)


def test_a_draft_with_old_numbers_must_be_paired_again(director):
    director.round(publish=False)
    director.send("/hall", **{"first-table": "4"})
    assert director.board().draft_stale
    director.round()
    assert numbers(director) == [4, 5]


def test_one_undo_brings_the_number_back(director):
    director.send("/hall", **{"first-table": "4"})
    undo(director)
    assert director.board().log.first_table == 1


def test_a_fixed_table_of_the_other_tournament_is_taken_too(director):
    do(other(director), places.fix_place("e1", 5, None))
    assert "tables 1 to 3 and 5" in hall_part(director)
    assert value_of(director.open(), "first-table") == "6"


@pytest.mark.parametrize("typed", ["0", "1000", "x", ""])
def test_a_wrong_number_is_refused_in_words(director, typed):
    director.send("/hall", **{"first-table": typed})
    assert "is not a valid table" in director.text()
    assert director.board().log.first_table == 1


def test_a_number_can_be_taken_back_once_the_others_have_ended(director):
    director.send("/hall", **{"first-table": "4"})
    do(other(director), lifecycle.announce(is_public=False))
    assert "Also in this hall" not in hall_part(director)
    director.send("/hall", **{"first-table": "1"})
    assert hall_part(director) == ""


def ticks(director: Director) -> dict[str, bool]:
    """Return the other tournaments next to the clock, and whether they are ticked."""
    page = director.open().get_data(as_text=True)
    tags = [tag for tag in re.findall(r"<input[^>]*>", page) if 'name="also"' in tag]
    return {re.search(r'value="(\d+)"', tag)[1]: " checked" in tag for tag in tags}


def begin_both(director: Director) -> Director:
    director.send("/hall", **{"first-table": "4"})
    director.round()
    beginners = other(director)
    beginners.round()
    return beginners


def test_one_press_sets_the_clock_of_both_each_in_its_own_log(director):
    beginners = begin_both(director)
    also = str(beginners.access.tournament_id)
    assert ticks(director) == {also: True}
    director.send("/clock", do="start", minutes="30", also=also)
    text = director.text()
    assert "The clock is running. Also in Débutants." in text
    assert (director.board().clock.minutes, beginners.board().clock.minutes) == (30, 30)
    assert ticks(director) == {also: True}
    director.send("/clock", do="add-5", also=also)
    director.send("/clock", do="pause", also=also)
    assert not director.board().clock.running
    assert (beginners.board().clock.minutes, beginners.board().clock.running) == (35, False)
    director.send("/clock", do="resume", also=also)
    director.send("/clock", do="call", also=also)
    assert beginners.board().clock.called_at is not None
    director.send("/clock", do="stop", also=also)
    assert (director.board().clock, beginners.board().clock) == (None, None)
    # Undone there alone.
    undo(beginners)
    assert beginners.board().clock is not None
    assert director.board().clock is None


def test_without_the_tick_the_other_clock_stays_as_it_is(director):
    beginners = begin_both(director)
    director.send("/clock", do="start", minutes="30")
    assert beginners.board().clock is None
    assert ticks(director) == {str(beginners.access.tournament_id): False}


def test_a_clock_that_refuses_is_named_and_the_first_goes_on(director):
    beginners = begin_both(director)
    do(beginners, clock.start(20))
    do(beginners, clock.call())
    director.send("/clock", do="start", minutes="30")
    director.send("/clock", do="pause", also=str(beginners.access.tournament_id))
    text = director.text()
    assert "The clock is paused." in text
    assert "Not in Débutants: " in text
    assert not director.board().clock.running
    # By the desk's script, the page that says so.
    fields = {"do": "resume", "also": str(beginners.access.tournament_id), "headers": FRAGMENT}
    assert director.send("/clock", **fields).location.endswith("#clock")
    assert "Not in Débutants: " in director.text()
    assert director.board().clock.running


def test_only_tournaments_in_the_hall_can_have_the_same_clock(app, director):
    begin_both(director)
    elsewhere = Director(app, 4, name="Ailleurs", options=MATCH, venue="Salle B")
    director.send("/clock", do="start", minutes="30", also=str(elsewhere.access.tournament_id))
    assert elsewhere.board().clock is None


def test_sending_the_form_again_changes_both_clocks_once(director):
    beginners = begin_both(director)
    fields = {"do": "start", "minutes": "30", "also": str(beginners.access.tournament_id), "uuid": evening.key()}
    director.send("/clock", **fields)
    revision = beginners.board().revision
    director.send("/clock", **fields)
    assert beginners.board().revision == revision


def screen(director: Director, address: str) -> tuple[str, str]:
    """Return the event that a page of the screen is about, and the address of the page after it."""
    page = director.app.test_client().get(address)
    assert page.status_code == 200
    text = html.unescape(page.text)
    after = re.search(r'data-next="([^"]*)"', text)[1]
    refresh = re.search(r'http-equiv="refresh" content="\d+;url=([^"]*)"', text)
    assert refresh is None or refresh[1] == after
    return re.search(r'class="soft hall-name[^"]*">([^<]*)<', text)[1], after


def tour(director: Director, address: str, pages: int) -> list[str]:
    names = []
    for _ in range(pages):
        name, address = screen(director, address)
        names.append(name)
    return names


def test_one_screen_shows_the_pages_of_each_event_in_turn(director):
    beginners = begin_both(director)
    director.play()
    start = re.search(r'href="(/tournaments/\d+/screen\?hall=1)"', director.open().get_data(as_text=True))[1]
    names = tour(director, f"{start}&theme=dark&seconds=7", 12)
    changes = [name for k, name in enumerate(names) if not k or names[k - 1] != name]
    assert changes[:3] == ["Open", "Débutants", "Open"]
    _, after = screen(director, f"{start}&theme=dark&seconds=7&step=-1")
    assert after == f"/tournaments/{beginners.access.tournament_id}/screen?step=0&seconds=7&theme=dark&hall=1"
    # Alone, it stays with its own event.
    assert {*tour(director, start.partition("?")[0], 6)} == {"Open"}


def test_an_event_that_ends_drops_out_and_leads_on_to_the_others(director):
    beginners = begin_both(director)
    director.play()
    do(director, lifecycle.finish())
    ended, going = (f"/tournaments/{one.access.tournament_id}/screen?hall=1" for one in (director, beginners))
    assert {*tour(director, going, 6)} == {"Débutants"}
    assert tour(director, f"{ended}&step=-1", 4) == ["Open", "Débutants", "Débutants", "Débutants"]


def test_a_screen_learns_that_another_event_has_begun_or_ended(director):
    beginners = begin_both(director)
    address = f"/tournaments/{director.access.tournament_id}/screen?hall=1"
    client = director.app.test_client()
    stamp = client.get(address, headers=FRAGMENT).headers["ETag"]
    assert client.get(address, headers={**FRAGMENT, "If-None-Match": stamp}).status_code == 304
    beginners.play()
    do(beginners, lifecycle.finish())
    assert client.get(address, headers={**FRAGMENT, "If-None-Match": stamp}).status_code == 200


def test_finals_start_at_the_number_of_the_hall_and_keep_it(app):
    director = players_in_finals(app)
    director.send("/hall", **{"first-table": "11"})
    play(director, 2)
    director.round(publish=False)
    assert [(t.number, t.pool) for t in director.board().draft.tables] == [(11, "A"), (12, "A"), (13, "B"), (14, "B"), (15, "B")]
    director.round()
    assert "Tables start at number" not in director.text()
    director.send("/hall", **{"first-table": "1"})
    assert "The finals have begun, and keep their tables." in director.text()
    assert check(director.board().tournament) == []
