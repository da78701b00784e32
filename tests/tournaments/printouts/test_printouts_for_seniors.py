"""Printouts that people of 78 read in a hurry: sizes in points, pages that are full, and printouts made before the rush."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scorekeeper.pairing.record.record import Result, Tournament
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import kinds_of
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.page import in_piles
from scorekeeper.tournaments.printouts.personal_cards import SPACING
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT
from scorekeeper.tournaments.prizes import PrizeLine, parse_prize
from tests.tournaments.evening import people
from tests.tournaments.printouts.printed_events import LONG, paper, texts, tournament, words

SIZES = ("letter", "a4")
EVENT = EventDetails()


def hall(method: str = "rotating_partners", rounds: int = 5) -> Tournament:
    """Return an event of 40 people with ordinary names."""
    names = people(40)
    played = tournament(method, 40 if method == "rotating_partners" else 20, rounds=rounds)
    each = len(names) // len(played.entrants)
    named = (replace(e, name=" & ".join(names[k * each : k * each + each])) for k, e in enumerate(played.entrants))
    return replace(played, entrants=tuple(named))


def most_of(sizes: list[float]) -> float:
    """Return the size that nine of ten names have at least."""
    return sorted(sizes)[len(sizes) // 10]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("method", ["rotating_partners", "swiss"])
def test_forty_people_find_their_seat_on_one_page_in_18_points_with_their_partner_in_10(size, method):
    (page,) = paper(hall(method), "names", size, "fr", 1).pages
    seats = [seat for column in page.columns for seat in column]
    assert len(seats) == 40
    assert most_of([seat.name.size for seat in seats]) >= 18
    assert most_of([seat.beside.size for seat in seats]) >= 10
    assert sum(seat.row for seat in page.columns[0]) > 220
    assert all(seat.beside.lines[0].startswith("avec ") for seat in seats)


@pytest.mark.parametrize(("size", "least"), [("letter", 22), ("a4", 22), ("tabloid", 30), ("a3", 30)])
def test_pairings_of_ten_tables_fill_the_page_and_are_read_from_two_metres(size, least):
    document = paper(hall(), "pairings", size, number=1)
    (page,) = document.pages
    names = [name for column in page.columns for line in column for name in line.sides]
    assert most_of([name.size * document.paper.zoom for name in names]) >= least
    assert page.tall > document.paper.body - 2


@pytest.mark.parametrize("size", SIZES)
def test_standings_of_forty_are_on_one_page_and_those_of_a_report_on_two_at_most(size):
    (page,) = paper(hall(), "standings", size).pages
    assert min(line.name.size for part in page for line in part.lines) >= 9
    pages = paper(hall(), "report", size, prizes="1: $100\n2: $80\n3: $60").pages
    assert sum(bool(page.standings) for page in pages) <= 2


@pytest.mark.parametrize("size", SIZES)
def test_all_rounds_are_in_larger_type(size):
    pages = paper(hall(), "schedule", size).pages
    assert len(pages) == 2
    cells = [cell for page in pages for part in page for line in part.lines for cell in line.cells if not isinstance(cell, str)]
    assert most_of([cell.size for cell in cells]) >= 11


@pytest.mark.parametrize("size", SIZES)
def test_a_results_sheet_fills_its_page(size):
    document = paper(hall(), "results", size, number=1)
    ((part,),) = document.pages
    assert most_of([cell.size for line in part.lines for cell in line.cells if not isinstance(cell, str)]) >= 14
    assert part.height > document.paper.body - 2


@pytest.mark.parametrize(
    ("size", "lang", "table"),
    [
        ("letter", "en", "Partner"),
        pytest.param("a4", "fr", "Partenaire", marks=pytest.mark.thorough("another size and language")),
    ],
)
def test_everyone_has_a_card_with_round_table_partner_and_opponents_before_the_first_round(size, lang, table):
    event = hall()
    document = paper(replace(event, rounds=()), "personal", size, lang)
    cards = [card for page in document.pages for card in page if card]
    assert len(cards) == 40
    assert [len([card for card in page if card]) for page in document.pages] == [6, 6, 6, 6, 6, 5, 5]
    assert min(one.partner.size for card in cards for one in card.rounds) >= 10
    assert min(one.against.size for card in cards for one in card.rounds) >= 8.5
    said = texts(document)
    assert all(table in page for page in said)
    name = event.entrants[0].name
    # Once on the own card, and each round on those of the partner and two opponents.
    assert words(" ".join(said)).count(words(name)) == 5 * 3


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rounds", [3, 5, 7])
def test_partner_and_opponents_fit_the_height_of_their_round_even_with_long_names(size, rounds):
    event = hall(rounds=rounds)
    long = "Marie-Ève Robichaud-Thériault"
    renamed = tuple(replace(e, name=f"{long} {k}") if k % 3 == 0 else e for k, e in enumerate(event.entrants))
    document = paper(replace(event, entrants=renamed, rounds=()), "personal", size)
    cards = [card for page in document.pages for card in page if card]
    for line in (one for card in cards for one in card.rounds if one.against):
        points = sum(part.size * len(part.lines) for part in (line.partner, line.against))
        assert points * SPACING * MM_A_POINT <= document.values["row"]
        assert not line.against.cut


def test_a_long_pair_has_three_lines_on_its_slip_instead_of_small_type():
    event = hall()
    first = event.rounds[0].tables[0].ids[0]
    long = tuple(replace(e, name="Marie-Josée Thibodeau-Cormier") if e.id == first else e for e in event.entrants)
    slips = [slip for page in paper(replace(event, entrants=long), "slips", number=1).pages for slip in page if slip]
    sides = [side.name for slip in slips for side in slip.sides]
    assert min(name.size for name in sides) >= 9
    (three,) = [name for name in sides if len(name.lines) == 3]
    assert three.lines[:2] == ("Marie-Josée", "Thibodeau-Cormier &")


def test_the_cards_of_a_round_that_was_played_differently_say_how():
    event = hall()
    first = event.rounds[0]
    a, b = first.tables[0], first.tables[1]
    swapped = (replace(a, sides=b.sides), replace(b, sides=a.sides), *first.tables[2:])
    changed = replace(event, rounds=(replace(first, tables=swapped),))
    cards = [card for page in paper(changed, "personal").pages for card in page if card]
    who = next(e.name for e in event.entrants if e.id == a.ids[0])
    surname, first_name = who.split()[1], who.split()[0]
    (card,) = [card for card in cards if card.name.lines[0] == f"{surname}, {first_name}"]
    assert card.rounds[0].table == b.number
    assert [one.number for one in card.rounds] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("method", "entrants", "rounds"), [("rotating_partners", 12, 3), ("round_robin", 6, None), ("mitchell", 8, None)]
)
def test_slips_of_every_known_round_are_one_stack_before_round_1(method, entrants, rounds):
    event = replace(tournament(method, entrants, rounds=rounds), rounds=())
    document = paper(event, "slipsahead")
    slips = [slip for pile in zip(*document.pages, strict=True) for slip in pile if slip]
    planned = TournamentState(event).planned
    assert [(slip.round, slip.number) for slip in slips] == [(one.number, t.number) for one in planned for t in one.tables]
    said = " ".join(texts(document))
    assert said.count("check the names") == len(slips)


def test_slips_ahead_leave_out_the_rounds_that_are_published_but_not_the_draft():
    event = tournament("rotating_partners", 12, rounds=5)
    two = replace(event, rounds=event.rounds[:2])
    rounds = {slip.round for page in paper(two, "slipsahead").pages for slip in page if slip}
    assert min(rounds) == 3
    rounds = {slip.round for page in paper(two, "slipsahead", draft=2).pages for slip in page if slip}
    assert min(rounds) == 2
    for other in (event, replace(tournament("swiss", 8, rounds=2), rounds=())):
        assert "slipsahead" not in kinds_of(PrintedEvent(TournamentState(other), EVENT, "en"))


def test_only_individual_events_with_known_rounds_have_personal_cards():
    for method, entrants, has in (("rotating_partners", 8, True), ("round_robin", 6, False), ("swiss", 8, False)):
        event = replace(tournament(method, entrants, rounds=5), rounds=())
        assert ("personal" in kinds_of(PrintedEvent(TournamentState(event), EVENT, "en"))) == has


@pytest.mark.parametrize("kind", ["personal", "slipsahead", "schedule"])
def test_long_names_are_never_cut_on_printouts_made_ahead(kind):
    event = tournament("rotating_partners", 16, rounds=3)
    long = LONG.partition(" & ")[0]
    event = replace(event, entrants=tuple(replace(e, name=f"{long} {k}") for k, e in enumerate(event.entrants)))
    said = " ".join(texts(paper(replace(event, rounds=()), kind, lang="fr")))
    assert "…" not in said
    assert "ThériaultBoudreau" in words(said)


def test_a_cut_stack_gives_piles_in_order():
    pages = in_piles(range(13), 4)
    assert [one for pile in zip(*pages, strict=True) for one in pile if one is not None] == list(range(13))
    assert in_piles([], 4) == []


@pytest.mark.parametrize(("size", "lang", "fee"), [("letter", "en", "Entry fee: $10"), ("a4", "fr", "Inscription : 10 $")])
def test_a_poster_says_club_hour_fee_and_prizes_on_one_page(size, lang, fee):
    prizes = "\n".join(f"{n}: a very fine prize, number {n}, given by the club" for n in range(1, 12))
    about = {"day": date(2026, 12, 5), "starts": "13:00", "club": "Club de l’Isle-Verte", "price": 1000, "prizes": prizes}
    links = {"page": "https://cards.example/tournaments/1", "check_in": "https://cards.example/check-in/secret"}
    for extra in ({}, links):
        (page,) = texts(paper(replace(hall(), rounds=()), "poster", size, lang, venue="Salle paroissiale", **about, **extra))
        assert fee in page
        assert "Club de l’Isle-Verte" in page
        assert ("1:00" if lang == "en" else "13 h 00") in page.replace("\u00a0", " ").replace("\u202f", " ")
        assert "number 8" in page
    assert "Entry fee" not in texts(paper(hall(), "poster"))[0]


def test_every_place_with_a_prize_gets_a_certificate_with_the_clubs_name():
    event = hall()
    pages = texts(paper(event, "certificates", prizes="1st: $100\n2nd: $80\n4th to 6th: $20", club="Club de l’Isle-Verte"))
    standings = PrintedEvent(TournamentState(event), EVENT, "en").standings
    honoured = [row.rank for row in standings if row.rank <= 6]
    assert len(pages) == len(honoured)
    assert all("Club de l’Isle-Verte" in page for page in pages)
    assert "Fourth place" in " ".join(pages)
    (listed,) = texts(paper(event, "prizes", prizes="1st: $100\n4th to 6th: $20"))
    assert listed.count("$20") == sum(4 <= row.rank <= 6 for row in standings)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("11e au 13e : un jambon", PrizeLine("un jambon", range(11, 14))),
        ("11e au 13e (groupe B) : un jambon", PrizeLine("un jambon", range(11, 14), "B")),
        ("2e – un jambon", PrizeLine("un jambon", range(2, 3))),
        ("4-10: $20", PrizeLine("$20", range(4, 11))),
        ("final B 1st: a ham", PrizeLine("a ham", range(1, 2), "B")),
        ("B 2nd to 3rd: a pie", PrizeLine("a pie", range(2, 4), "B")),
        ("Last: a spoon", PrizeLine("Last: a spoon")),
    ],
)
def test_a_prize_is_for_one_rank_or_for_several_and_may_be_for_a_final(line, wanted):
    assert parse_prize(line) == wanted


def test_a_draft_of_the_next_round_is_on_the_slips_ahead_only_without_results():
    event = tournament("rotating_partners", 8, rounds=5)
    last = event.rounds[1]
    drafted = replace(last, tables=tuple(replace(table, result=Result()) for table in last.tables))
    rounds = PrintedEvent(TournamentState(replace(event, rounds=(event.rounds[0], drafted))), EVENT, "en").known_rounds
    assert [one.number for one in rounds] == [*range(1, len(rounds) + 1)]
