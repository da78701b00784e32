"""Printed brackets: sections, links between them, one page or a wall."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.bracket import bracket
from scorekeeper.tournaments.printouts.bracket_sections import has_box
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from tests.tournaments.printouts.printed_events import LONG, paper, sizes, texts, tournament, unplayed, words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "entrants", "pages"),
    [
        ("single_elimination", 8, 1),
        ("single_elimination", 16, 1),
        ("single_elimination", 32, 4),
        ("single_elimination", 64, 6),
        ("single_elimination", 128, 10),
        ("double_elimination", 8, 1),
        ("double_elimination", 64, 10),
    ],
)
def test_a_bracket_is_cut_into_sections_of_eight_matches(method, entrants, pages):
    event = PrintedEvent(TournamentState(unplayed(tournament(method, entrants), 1)), EventDetails(), "en")
    document = bracket(event, "letter")
    assert document is not None
    assert len(document.pages) == pages
    drawn = [box.name for page in document.pages for box in getattr(page, "boxes", ())]
    expected = {m.slot.name for m in event.state.bracket.matches.values() if has_box(m)}
    assert sorted(drawn) == sorted(expected)
    for page in document.pages:
        boxes = sorted(getattr(page, "boxes", ()), key=lambda b: (b.left, b.top))
        # No overlaps, and nothing outside the page.
        assert all(b.top >= a.top + 14 for a, b in pairwise(boxes) if a.left == b.left)
        assert all(b.left >= 0 and b.left + b.width <= document.paper.width + 0.01 for b in boxes)
        assert all(b.top >= 5 and b.top + 15.6 <= document.paper.body for b in boxes)


@pytest.mark.parametrize(("size", "lang"), [("letter", "en"), ("a4", "fr")])
def test_a_bracket_of_nine_pairs_is_one_page_without_boxes_for_byes(size, lang):
    double = tournament("double_elimination", 9)
    for event in (double, unplayed(double, 1)):
        document = paper(event, "bracket", size, lang)
        assert len(document.pages) == 1
        names = [side.name for page in document.pages for box in page.boxes for side in box.sides]
        assert min(name.size for name in names if name) >= 9
        assert not any(box.faint for box in document.pages[0].boxes)
    single = paper(tournament("single_elimination", 9), "bracket", size, lang).pages[0]
    assert max(side.name.size for box in single.boxes for side in box.sides) > 12


def test_whoever_comes_into_a_match_without_a_box_is_led_to_the_next_one():
    document = paper(unplayed(tournament("double_elimination", 9), 1), "bracket")
    (page,) = document.pages
    drawn = {box.name for box in page.boxes}
    for box in page.boxes:
        named = [box.loser, *(side.hint for side in box.sides)]
        assert {name for text in named for name in re.findall(r"[WLF]\d(?:\.\d)?", text)} <= drawn


@pytest.mark.thorough("large PDFs")
def test_a_section_says_on_which_page_its_winners_and_losers_go_on():
    pages = texts(paper(unplayed(tournament("double_elimination", 32), 1), "bracket"))
    assert "Overview" in pages[0]
    assert "winners continue on page" in pages[0]
    assert "Winners’ bracket A" in pages[1]
    goes = re.search(r"to W4\.1 page (\d+)", pages[1])
    assert goes
    assert "W4.1" in pages[int(goes[1]) - 1]
    falls = re.search(r"loser to (L\d+\.\d+), page (\d+)", pages[1])
    assert falls
    assert falls[1] in pages[int(falls[2]) - 1]


@pytest.mark.thorough("large PDFs")
@pytest.mark.parametrize(("size", "small", "points"), [("tabloid", "letter", (1224, 792)), ("a3", "a4", (1190.6, 841.9))])
def test_a_bracket_for_the_wall_is_drawn_larger_on_a_larger_sheet_and_says_the_same(size, small, points):
    event = tournament("double_elimination", 9)
    wall, usual = paper(event, "bracket", size), paper(event, "bracket", small)
    assert texts(wall) == texts(usual)
    ((wide, high),) = sizes(wall)
    assert (wide, high) == pytest.approx(points, abs=0.2)
    assert wall.paper.zoom > 1.29


def test_what_lies_on_a_table_stays_on_the_paper_that_belongs_to_the_wall_s():
    event = tournament("swiss", 8, rounds=2)
    assert [paper(event, kind, "a3", number=1).paper.size for kind in ("slips", "pairings")] == ["a4", "a3"]


@pytest.mark.thorough("large PDFs")
def test_a_bracket_of_128_is_drawn_on_the_pages_it_was_laid_out_on():
    document = paper(unplayed(tournament("single_elimination", 128, long=True), 1), "bracket", "a4", "fr")
    assert all(page.strip() for page in texts(document))


def test_long_names_are_whole_in_a_bracket():
    said = " ".join(texts(paper(tournament("single_elimination", 16, long=True), "bracket", "a4", "fr")))
    assert words(LONG) in words(said)
    assert "…" not in said


@pytest.mark.parametrize(
    ("method", "titles"),
    [
        ("single_elimination", ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        ("double_elimination", ["Round of 16", "Quarter-finals", "Semi-finals", "Winners’ final", "Grand final"]),
    ],
)
def test_the_rounds_of_a_bracket_are_called_on_paper_as_on_the_page(method, titles):
    heads = {head.text for page in paper(tournament(method, 16), "bracket").pages for head in getattr(page, "heads", ())}
    assert [title for title in titles if title not in heads] == []
