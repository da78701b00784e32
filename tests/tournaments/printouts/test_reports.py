"""The final report, histories, prizes and certificates."""

from __future__ import annotations

import pytest

from scorekeeper.pairing.adjustments import Additions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import kinds_of
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from tests.tournaments.printouts.printed_events import paper, texts, tournament, unplayed, words


@pytest.mark.slow
def test_three_pairs_at_a_table_stand_under_each_other_in_the_report_and_the_histories():
    six = tournament("swiss", 9, rounds=2, six_table=True, long=True)
    (table,) = [t for t in six.rounds[0].tables if len(t.sides) == 3]
    names = [words(next(e.name for e in six.entrants if e.id == i)) for i in table.ids]
    for kind in ("report", "history"):
        said = words(" ".join(texts(paper(six, kind, lang="fr"))))
        assert all(name in said for name in names)
        assert all(str(abs(points)) in said for points in table.result.scores)
    html = paper(six, "report", lang="fr").html()
    assert html.count('<tr class="goes-on">') == 2 * sum(len(t.sides) == 3 for r in six.rounds for t in r.tables)


@pytest.mark.slow
def test_a_final_report_has_winners_prizes_notes_standings_and_every_result():
    swiss = tournament("swiss", 12, rounds=3)
    pages = texts(paper(swiss, "report", prizes="1st: the cup\n2nd: a ham", note="Buffet at noon."))
    assert "the cup" in pages[0]
    assert "Buffet at noon." in pages[0]
    event = PrintedEvent(TournamentState(swiss), EventDetails(), "en")
    assert f"1 {event.name_of(event.standings[0].id)}" in pages[0]
    results = " ".join(pages[next(k for k, page in enumerate(pages) if "Results" in page) :])
    assert all(f"Round {n}" in results for n in (1, 2, 3))
    assert results.count(" & ") == 36
    for table in swiss.rounds[0].tables:
        assert all(str(abs(points)) in results for points in table.result.scores or ())


@pytest.mark.thorough("large PDFs")
def test_standings_of_a_small_event_stand_on_the_first_page_of_its_report():
    small, large = tournament("swiss", 8, rounds=2), tournament("swiss", 40, rounds=2)
    for size in ("letter", "a4"):
        first, *others = texts(paper(small, "report", size))
        assert "Final standings" in first
        assert all(e.name in first for e in small.entrants)
        assert not any("Final standings" in page for page in others)
        # A large event's standings begin there and continue.
        begin, goes_on, *_ = texts(paper(large, "report", size))
        assert "Final standings" in begin
        assert "Final standings" in goes_on


@pytest.mark.slow
def test_prizes_of_many_lines_go_on_over_further_pages():
    prizes = "\n".join(f"{k}: a very fine prize indeed, given by the club " * 3 for k in range(60))
    pages = texts(paper(tournament("swiss", 6, rounds=2), "report", prizes=prizes))
    assert all(any(f"{k}: a very fine" in page for page in pages) for k in range(60))


@pytest.mark.thorough("large PDFs")
def test_a_history_has_everybody_in_alphabetical_order_with_every_round():
    swiss = tournament("swiss", 10, rounds=3)
    pages = texts(paper(swiss, "history"))
    whole = " ".join(pages)
    assert whole.count("Rank ") == 10
    assert whole.index("Aline0 & Noël0 Rank") < whole.index("Aline9 & Noël9 Rank")
    assert paper(tournament("round_robin", 40), "history").html(0, 1).count("continued") >= 1


@pytest.mark.parametrize(("size", "lang"), [("letter", "en"), ("a4", "fr")])
def test_a_report_begins_its_standings_and_results_where_there_is_room(size, lang):
    pages = paper(tournament("swiss", 13, rounds=4), "report", size, lang, prizes="1st: the cup").pages
    assert len(pages) == 2
    assert pages[0].standings
    larger = paper(tournament("swiss", 64, rounds=2), "report", size, lang).pages
    assert larger[0].standings
    assert sum(page.used < 150 for page in larger if page.standings and not page.rounds) == 0


def test_histories_of_six_rounds_stand_eight_on_a_page_with_lines_to_cut_along():
    document = paper(tournament("swiss", 16, rounds=6), "history")
    assert [[len(column) for column in page] for page in document.pages] == [[4, 4], [4, 4]]
    assert document.html().count("cut-here") == 12
    for page in document.pages:
        for column in page:
            assert sum(block.height for block in column) <= document.paper.body


def test_the_first_three_get_certificates_and_prizes_by_name_once_it_is_over():
    swiss = tournament("swiss", 8, rounds=2)
    prizes = "1st: the cup\n2e – un jambon\nLast: a spoon"
    event = PrintedEvent(TournamentState(swiss), EventDetails(prizes=prizes), "en")
    names = [event.name_of(row.id) for row in event.standings]
    pages = texts(paper(swiss, "certificates", prizes=prizes))
    assert len(pages) == sum(row.rank <= 3 for row in event.standings)
    assert "First place" in pages[0]
    assert f"{names[0]} the cup" in pages[0]
    (listed,) = texts(paper(swiss, "prizes", prizes=prizes))
    assert f"1 {names[0]} the cup" in listed
    assert f"2 {names[1]} un jambon" in listed
    assert "Last: a spoon" in listed
    going = kinds_of(PrintedEvent(TournamentState(unplayed(swiss, 2)), EventDetails(prizes=prizes), "en"))
    assert not {"certificates", "prizes"} & set(going)


def test_the_first_of_each_ranked_tag_gets_a_certificate_and_the_prize_of_that_tag():
    swiss = tournament("swiss", 8, rounds=2)
    event = PrintedEvent(TournamentState(swiss), EventDetails(), "en")
    *_, sixth, seventh, last = [row.id for row in event.standings]
    tags = {sixth: ("Ladies",), seventh: ("Ladies", "Cocagne"), last: ("Cocagne",)}
    facts = {"prizes": "1st: the cup\nladies : un jambon", "additions": Additions(tags=tags, ranked=("Ladies",))}
    pages = texts(paper(swiss, "certificates", **facts))
    assert "Ladies" in pages[-1]
    assert f"{event.name_of(sixth)} un jambon" in pages[-1]
    assert not any("Cocagne" in page for page in pages)
    (listed,) = texts(paper(swiss, "prizes", **facts))
    assert f"{event.name_of(sixth)} un jambon" in listed


def test_the_report_has_every_ruling_with_its_note_and_rule():
    rulings = [{"round": 2, "table": 1, "note": "Trick 4 goes\nto the others.", "rule": "play.revoke"}]
    text = " ".join(texts(paper(tournament("swiss", 6, rounds=2), "report", rulings=rulings)))
    assert "Ruling in round 2, table 1: Trick 4 goes to the others. · A revoke (renege) (play.revoke)" in text
