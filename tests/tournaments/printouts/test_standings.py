"""Printed standings and cross tables: columns, lists by field, tag or handicap, blocks."""

from __future__ import annotations

import re

import pytest

from scorekeeper.pairing.adjustments import Additions
from scorekeeper.tournaments.commands.tournament_state import TournamentState
from scorekeeper.tournaments.printouts.documents import kinds_of
from scorekeeper.tournaments.printouts.event import EventDetails, PrintedEvent
from scorekeeper.tournaments.printouts.standings import standings
from tests.games.printouts.printed_games import PAPER
from tests.tournaments.printouts.printed_events import ADDED, paper, sizes, texts, tournament

pytestmark = pytest.mark.slow


def test_standings_show_every_column_used_and_say_which_one_separated():
    swiss = tournament("swiss", 64, rounds=4)
    pages = texts(paper(swiss, "standings"))
    assert len(pages) == 2
    assert all("Buchholz" in page and "Margin" in page and "after round 4" in page for page in pages)
    event = PrintedEvent(TournamentState(swiss), EventDetails(), "en")
    told = [line for page in standings(event, "letter").pages for part in page for line in part.lines]
    assert len(told) == 64
    for line, row in zip(told, event.standings, strict=True):
        assert line.told is None if row.separated_by is None else line.why


def test_standings_have_a_list_with_handicap_and_one_for_each_tag_and_tell_penalties_beside_the_name():
    swiss = tournament("swiss", 8, rounds=3)
    said = " ".join(texts(paper(swiss, "standings", additions=ADDED)))
    assert said.count("Handicap +15") == said.count("Handicap −5") == 1
    assert "novice, Cocagne" in said
    assert "−20 game points in round 1: revoke" in said
    assert "−½ match points in round 2" in said
    assert "warning in round 2: a long story" in said
    listed = standings(PrintedEvent(TournamentState(swiss), EventDetails(additions=ADDED), "en"), "letter")
    sections = [(section.heading, section.lines) for page in listed.pages for section in page]
    assert [(heading, len(lines)) for heading, lines in sections] == [
        ("Without handicap", 8),
        ("With handicap", 8),
        ("novice", 2),
        ("Cocagne", 1),
    ]
    assert [[line.rank for line in lines] for _, lines in sections[2:]] == [[1, 2], [1]]
    assert all(line.told is None for _, lines in sections[2:] for line in lines)
    plain = " ".join(texts(paper(swiss, "standings")))
    assert "andicap" not in plain
    assert "revoke" in " ".join(texts(paper(swiss, "report", additions=ADDED)))


def test_a_field_of_a_mitchell_has_its_own_list_with_handicap():
    said = " ".join(texts(paper(tournament("mitchell", 12), "standings", additions=Additions({"e1": 15}))))
    assert all(f"{how} handicap · {field}" in said for how in ("Without", "With") for field in ("North–South", "East–West"))


def test_a_mitchell_ranks_each_field_by_itself():
    (page,) = texts(paper(tournament("mitchell", 12), "standings", lang="en"))
    assert page.index("North–South") < page.index("East–West")
    first = texts(paper(tournament("mitchell", 12), "report"))[0]
    assert "North–South" in first


@pytest.mark.thorough("large PDFs")
def test_a_cross_table_of_a_round_robin_is_cut_into_blocks_whose_heads_are_repeated():
    few = tournament("round_robin", 9)
    (page,) = texts(paper(few, "crosstable"))
    assert "1 2 3 4 5 6 7 8 9" in page
    many = tournament("round_robin", 26)
    pages = texts(paper(many, "crosstable", "a4"))
    assert len(pages) == 4
    assert "1 – 13 × 14 – 26" in pages[1]
    assert " ".join(str(n) for n in range(14, 27)) in pages[1]
    width, height = PAPER["a4"]
    assert sizes(paper(few, "crosstable", "a4")) == {(height, width)}


def test_a_cross_table_of_a_swiss_names_opponents_by_their_number():
    swiss = tournament("swiss", 9, rounds=3)
    (page,) = texts(paper(swiss, "crosstable"))
    assert page.count("bye") == 3
    assert len(re.findall(r"\b[WLT] \d", page)) == 24


def test_stages_have_a_bracket_pools_and_all_their_points_in_the_cross_table():
    stages = [{"method": "round_robin", "pools": 2, "advance": 2, "options": {}}, {"method": "single_elimination", "options": {}}]
    event = tournament("stages", 8, stages=stages)
    assert {"bracket", "crosstable", "standings"} <= set(kinds_of(PrintedEvent(TournamentState(event), EventDetails(), "en")))
    (page,) = texts(paper(event, "standings"))
    headings = ["Knock-out", "Out after the pools", "Pool A", "Pool B"]
    assert sorted(headings, key=page.index) == headings
    # Entrants who advanced are in their pool's table too.
    assert all(page.count(e.name) == 2 for e in event.entrants)
    (cross,) = paper(event, "crosstable").pages
    wins = sum(len(one.tables) for one in event.rounds)
    ties = sum(cell.kind == "tie" for line in cross.lines for cell in line.cells)
    assert sum(cell.kind == "win" for line in cross.lines for cell in line.cells) == wins - ties / 2
