"""Printouts for a table: slips, score sheets, numbers, boxes for handwritten results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.printouts.printed_games import PAPER
from tests.tournaments.printouts.printed_events import ADDED, paper, sizes, texts, tournament, words
from tests.visitor import flat

pytestmark = pytest.mark.slow


def test_every_table_has_a_slip_with_its_round_pairs_hands_and_signatures():
    swiss = tournament("swiss", 13, rounds=3)
    pages = texts(paper(swiss, "slips", number=2))
    assert len(pages) == 2
    whole = " ".join(pages)
    tables = swiss.rounds[1].tables
    assert whole.count("Round 2") == len(tables) == whole.count("8 hands") == whole.count("Final score")
    assert whole.count("✗") == 2 * len(tables)
    for table in tables:
        names = [next(e.name for e in swiss.entrants if e.id == i) for i in table.ids]
        assert any(all(words(n) in words(page) for n in names) for page in pages)


def test_the_four_piles_of_cut_slips_are_in_order():
    document = paper(tournament("swiss", 24, rounds=2), "slips", number=1)
    assert [slip.number for pile in zip(*document.pages, strict=True) for slip in pile] == list(range(1, 13))


def test_a_slip_has_the_code_of_its_table_only_where_there_is_a_link():
    swiss = tournament("swiss", 6, rounds=2)
    links = {(1, 2): "https://cards.example/t/secret"}
    html = paper(swiss, "slips", number=1, links=links).html()
    assert html.count("<svg viewBox") + html.count("<svg xmlns") <= 4
    assert html.count("slip-code") == 1
    assert "secret" not in html
    assert "slip-code" not in paper(swiss, "slips", number=1).html()


def test_a_slip_of_a_match_of_several_games_has_a_box_for_each_and_asks_who_won():
    (page,) = texts(paper(tournament("single_elimination", 8, match={"kind": "race", "best_of": 3}), "slips", number=1))
    assert page.count("Game 3") == 4
    assert page.count("won the match") == 8
    assert "Score after each hand" not in page


def test_three_pairs_at_a_table_sign_one_slip_and_get_a_sheet_for_six():
    swiss = tournament("swiss", 9, rounds=2, six_table=True)
    slips = texts(paper(swiss, "slips", number=1))
    assert sum(page.count("✗") for page in slips) == 9
    sheets = texts(paper(swiss, "scoresheets", number=1))
    assert any("1 · 4" in page or "1·4" in page for page in sheets)


@pytest.mark.parametrize("size", PAPER)
def test_score_sheets_bear_the_names_of_their_table_two_on_a_page(size):
    document = paper(tournament("swiss", 8, rounds=2), "scoresheets", size, "fr", 1)
    width, height = PAPER[size]
    assert sizes(document) == {(height, width)}
    pages = texts(document)
    assert len(pages) == 2
    assert "Table 1" in pages[0]
    assert "Table 3" in pages[0]
    assert all(f"Aline{k}" in " ".join(pages) and f"Noël{k}" in " ".join(pages) for k in range(8))


def test_a_score_sheet_has_as_many_rows_as_the_match_has_hands():
    def rows(**options):
        pages = paper(tournament("swiss", 6, rounds=2, **options), "scoresheets", number=1).pages
        return {(half.sheet.rows, half.tally) for page in pages for half in page if half}

    assert rows() == {(8, "Final score")}
    assert rows(match={"kind": "hands", "hands": 4, "best_of": 3}) == {(12, "Games won")}
    ((full, _),) = rows(match={"kind": "race"})
    assert full > 12
    assert rows(match={"kind": "hands", "hands": 40}) == {(full, "Final score")}


def test_a_slip_says_what_handicap_a_side_has():
    swiss = tournament("swiss", 8, rounds=3)
    said = " ".join(texts(paper(swiss, "slips", number=1, additions=ADDED)))
    assert said.count("Handicap +15") == said.count("Handicap −5") == 1
    assert said.count("Scores are written without the handicap.") == 2
    match = {"kind": "race", "best_of": 3}
    said = " ".join(texts(paper(tournament("swiss", 8, rounds=3, match=match), "slips", number=1, additions=ADDED, lang="fr")))
    assert "Handicap de +7½ par partie" in said
    assert "andicap" not in " ".join(texts(paper(swiss, "slips", number=1)))


def test_a_slip_of_a_round_by_the_clock_has_room_for_the_score_after_each_hand():
    (page,) = texts(paper(tournament("swiss", 8, rounds=2, match={"kind": "clock", "minutes": 45}), "slips", number=1))
    assert page.count("Score after each hand") == 4
    assert page.count("11 12") == 4


def test_results_by_hand_have_two_boxes_a_table():
    document = paper(tournament("swiss", 64, rounds=1), "results", number=1)
    assert flat(document.html()).count('<td class="score"><div class="write">') == 64
    assert len(texts(document)) == 2


def test_there_is_a_number_for_every_table_to_be_read_from_both_sides():
    pages = texts(paper(tournament("swiss", 10, rounds=1), "tables", "a4", "fr"))
    assert len(pages) == 3
    assert pages[0].count("Table") == 4
    assert pages[2].count("5") == 2


def test_numbers_start_where_the_tables_of_the_hall_start():
    event = replace(tournament("swiss", 10, rounds=1), first_table=11)
    plain = paper(replace(event, rounds=()), "tables", "a4", "fr")
    assert plain.pages == ((11, 12), (13, 14), (15,))
