"""Printouts of finals A, B …: each table names its final, and standings, certificates and prizes go by final."""

from __future__ import annotations

import pytest

from tests.tournaments.printouts.printed_events import paper, texts, tournament

pytestmark = pytest.mark.slow

STAGES = [
    {"method": "swiss", "options": {"rounds": 2}},
    {"method": "single_elimination", "cut": 4, "lower_finals": [{"method": "single_elimination"}]},
]


@pytest.fixture
def event():
    return tournament("stages", 10, stages=STAGES)


def test_slips_pairings_and_results_name_the_final_of_a_table(event):
    assert sum(page.count("Final B") for page in texts(paper(event, "slips", number=3))) == 2
    assert sum(page.count("Final A") for page in texts(paper(event, "pairings", number=3))) == 2
    assert "Final B" in " ".join(texts(paper(event, "report")))


def test_each_final_has_its_bracket_on_its_own_page_with_the_tables_of_the_event(event):
    first, second = texts(paper(event, "bracket"))
    assert "Final A · Bracket" in first
    assert "round 3, table 1" in first
    assert "Final B · Bracket" in second
    assert "round 3, table 3" in second


def test_standings_begin_at_one_in_each_final(event):
    (page,) = texts(paper(event, "standings"))
    for part in page.split("Final ")[1:]:
        assert part[1:].split()[0] == "1"


def test_the_first_of_final_b_gets_a_certificate_of_final_b(event):
    pages = texts(paper(event, "certificates"))
    assert sum("First place Final B" in page for page in pages) == 1
    assert sum("First place Final A" in page for page in pages) == 1


def test_prizes_go_by_final_or_by_the_overall_rank(event):
    (page,) = texts(paper(event, "prizes", prizes="1st: the cup\nB 1: a ham\nFinale B, 2e : une tarte\nfinal C 1st: nobody"))
    assert "the cup" in page
    assert page.count("(Final B)") == 2
    assert page.index("a ham") < page.index("une tarte") < page.index("nobody")
