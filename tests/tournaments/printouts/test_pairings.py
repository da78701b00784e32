"""Posted pairings and seats, the check-in sheet, the poster: where each entrant plays, and who may still arrive."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import kinds_of
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from tests.tournaments.printouts.printed_events import LONG, paper, texts, tournament

pytestmark = pytest.mark.slow


@pytest.mark.thorough("every printout of an event is drawn; the tests beside it draw them one by one")
def test_printouts_of_a_round_that_is_not_published_say_so():
    swiss = tournament("swiss", 12, rounds=2)
    for kind in ("pairings", "names", "slips", "scoresheets"):
        pages = texts(paper(swiss, kind, number=2, draft=2, links={(2, 1): "https://cards.example/t/x"}))
        assert all("NOT PUBLISHED" in page.upper() for page in pages)
    assert "Scan the code" not in " ".join(texts(paper(swiss, "slips", number=2, draft=2, links={(2, 1): "https://x.example"})))
    assert "NOT PUBLISHED" not in texts(paper(swiss, "names", number=1, draft=2))[0].upper()


def test_pairings_fill_pages_evenly_and_repeat_their_head():
    swiss = tournament("swiss", 128, rounds=1)
    pages = texts(paper(swiss, "pairings", number=1))
    assert len(pages) == 5
    assert all("Round 1" in page and "Coupe de l’Amicale" in page for page in pages)
    assert "Tables 1 to 13" in pages[0]
    assert "Tables 53 to 64" in pages[4]
    assert sum(page.count(" & ") for page in pages) == 128


def test_everybody_finds_a_seat_by_name_and_so_does_whoever_has_a_bye():
    swiss = tournament("swiss", 9, rounds=2)
    (page,) = texts(paper(swiss, "names", number=1))
    assert page.count("with ") == 18
    assert page.count("Bye") == 2
    listed = [page.index(f"{name}{k}") for name, k in (("Aline", 0), ("Aline", 8))]
    assert [*listed, page.index("Noël8 with")] == sorted([*listed, page.index("Noël8 with")])
    (page,) = texts(paper(tournament("rotating_partners", 8, rounds=7), "names", number=1))
    assert page.count("with ") == 8


def test_names_of_tables_on_the_wall_have_one_size_that_is_read_from_two_metres():
    swiss = tournament("swiss", 64, rounds=1)
    pages = paper(swiss, "pairings", number=1).pages
    sizes = {name.size for page in pages for column in page.columns for line in column for name in line.sides}
    assert len(sizes) == 1
    assert min(sizes) >= 20
    # A few long names do not make all the others small.
    one_long = replace(swiss, entrants=(replace(swiss.entrants[0], name=LONG), *swiss.entrants[1:]))
    sizes = [name.size for page in paper(one_long, "pairings", number=1).pages for line in page.columns[0] for name in line.sides]
    assert sorted(sizes)[1] >= 20


def test_seats_are_listed_by_family_name_and_say_who_is_away():
    swiss = tournament("swiss", 8, rounds=2)
    names = ("Zoé Arsenault & Luc d’Entremont", "Aline de la Roche & Jean LeBlanc (Cap-Pelé)")
    named = [replace(e, name=name) for e, name in zip(swiss.entrants, names, strict=False)]
    away = replace(swiss.entrants[2], id="away", name="Marie Cormier & Guy Roy", absent=(2,))
    event = replace(swiss, entrants=(*named, *swiss.entrants[2:], away))
    (page,) = texts(paper(event, "names", number=2))
    wanted = [
        "Arsenault, Zoé",
        "Cormier, Marie",
        "de la Roche, Aline",
        "d’Entremont, Luc",
        "LeBlanc, Jean (Cap-Pelé)",
        "Roy, Guy",
    ]
    assert [name for name in wanted if name in page] == wanted
    assert [page.index(name) for name in wanted] == sorted(page.index(name) for name in wanted)
    assert page.count("Absent") == 2
    assert "Absent" not in texts(paper(event, "names", number=1))[0]


def test_the_report_says_who_sat_out_a_round_and_who_never_played():
    swiss = tournament("swiss", 8, rounds=2)
    first, second = swiss.rounds
    (a, b), rest = second.tables[0].ids, second.tables[1:]
    entrants = [replace(e, absent=(2,)) if e.id in (a, b) else e for e in swiss.entrants]
    never = replace(swiss.entrants[2], id="away", name="Marie Cormier & Guy Roy", absent=(2,))
    event = replace(swiss, entrants=(*entrants, never), rounds=(first, replace(second, tables=rest)))
    report = " ".join(texts(paper(event, "report")))
    names = [e.name for e in swiss.entrants if e.id in (a, b)]
    assert f"{names[0]} and {names[1]} sat out round 2." in report
    assert "Marie Cormier & Guy Roy did not play." in report


def test_everybody_is_on_the_sign_in_list_by_family_name_but_for_who_has_left():
    swiss = tournament("swiss", 4, rounds=1)
    names = ("Zoé Arsenault & Luc Roy", "Aline Cormier & Jean LeBlanc", "Guy Aubé & Lise Aubé", "Paul Zed & Anne Zed")
    entrants = [replace(e, name=name) for e, name in zip(swiss.entrants, names, strict=True)]
    event = replace(swiss, entrants=(*entrants[:3], replace(entrants[3], left=1)), rounds=())
    (page,) = texts(paper(event, "signin"))
    assert "1 Arsenault, Zoé & Roy, Luc 2 Aubé, Guy & Aubé, Lise 3 Cormier, Aline & LeBlanc, Jean" in page
    assert "Zed" not in page
    assert all(head in page for head in ("Here", "Paid", "Signature"))


def test_all_rounds_of_a_round_robin_are_printed_before_the_first_and_those_of_a_swiss_are_not():
    robin = tournament("round_robin", 7)
    event = replace(robin, rounds=robin.rounds[:1])
    said = " ".join(texts(paper(event, "schedule")))
    assert all(f"Round {n}" in said for n in range(1, 8))
    assert said.count("Bye: ") == 7
    assert "may change" in said
    assert said.count(" & ") == 49
    assert "schedule" not in kinds_of(PrintedEvent(TournamentState(tournament("swiss", 8, rounds=2)), EventDetails(), "en"))
    assert "may change" not in " ".join(texts(paper(tournament("rotating_partners", 8, rounds=7), "schedule")))


def test_a_poster_leads_to_the_form_while_one_may_enter_and_to_the_page_afterwards():
    swiss = tournament("swiss", 8, rounds=1)
    addresses = {"page": "https://cards.example/tournaments/1", "entry": "https://cards.example/tournaments/1/enter"}
    assert "Scan the code to enter." in texts(paper(swiss, "poster", **addresses))[0]
    (after,) = texts(paper(swiss, "poster", page=addresses["page"], venue="Salle paroissiale"))
    assert "Scan the code to see" in after
    assert "Salle paroissiale" in after
    assert "Scan" not in texts(paper(swiss, "poster"))[0]
