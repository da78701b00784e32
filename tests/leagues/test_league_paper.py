"""A league's printed standings."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.leagues.commands.leagues import League, Standing
from scorekeeper.leagues.printouts.league import ROOM, TURNED_ROOM, league_html
from scorekeeper.ratings import league as pure
from scorekeeper.ratings.facts import SeasonEvent
from tests.games.printouts.printed_games import pages


def season(tournaments: int) -> Standing:
    """Return two pairs that have played every tournament; every third doesn't count for the first pair."""
    events = tuple(SeasonEvent(n, f"Soir {n}", f"2026-{1 + n // 28:02}-{1 + n % 28:02}", (), ()) for n in range(tournaments))
    mine = tuple(pure.Result(e.id, 1, Fraction(10), counts=e.id % 3 > 0) for e in events)
    theirs = tuple(pure.Result(e.id, 2, Fraction(1)) for e in events)
    totals = [sum(r.points for r in results if r.counts) for results in (mine, theirs)]
    lines = (pure.Line(1, "a", Fraction(totals[0]), mine, None), pure.Line(2, "b", Fraction(totals[1]), theirs, "points"))
    league = League(1, 1, 1, "Ligue du lundi", "", pure.Rules(), (), datetime(2026, 1, 1, tzinfo=UTC), False)
    return Standing(league, events, 0, lines, ())


@pytest.mark.slow
@pytest.mark.parametrize("tournaments", [16, 17, 40])
def test_the_points_of_a_league_are_the_sum_of_what_its_paper_shows(tournaments):
    standing = season(tournaments)
    names = {"a": "Aline & Noël", "b": "Zoé & Léo"}
    html = league_html(standing, names, "Amicale", SheetOptions())
    (page,) = pages(write_pdf(html))
    earlier = standing.events[:-16]
    assert ("before" in page) == bool(earlier)
    if earlier:
        before = [sum(r.points for r in line.results[: len(earlier)] if r.counts) for line in standing.lines]
        assert "what counts from all earlier tournaments, together" in page
        assert f"Aline & Noël {standing.lines[0].points} {before[0]} " in page
        assert f" {standing.lines[1].points} {before[1]} 1 1 1" in page


def league_of(lines: int, tournaments: int, note: str = "") -> str:
    """Return a league of that many pairs. Every second one has a tie-break in small print."""
    standing = season(tournaments)
    first = standing.lines[0]
    pairs = tuple(replace(first, rank=n + 1, key=str(n), separated_by="countback" if n % 2 else "points") for n in range(lines))
    league = replace(standing.league, note=note)
    names = {str(n): f"Aline{n} & Noël{n}" for n in range(lines)}
    return league_html(replace(standing, lines=pairs, league=league), names, "Amicale", SheetOptions())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tournaments", "most"), [(7, ROOM), pytest.param(16, TURNED_ROOM, marks=pytest.mark.thorough("turned"))]
)
def test_as_many_lines_as_a_page_is_said_to_hold_take_one_page(tournaments, most):
    for lines, size in zip(most, ("large", "middle", "small"), strict=True):
        html = league_of(lines, tournaments)
        assert f"type-{size}" in html
        assert len(pages(write_pdf(html))) == 1, (lines, size)
    assert len(pages(write_pdf(league_of(most[-1] - 3, tournaments, note="Une note.\n" * 3)))) == 1


def test_what_takes_two_pages_anyway_is_in_the_largest_type_that_takes_no_more():
    assert "type-large" in league_of(ROOM[-1] + 1, 7)
    assert "type-middle" in league_of(2 * ROOM[1], 7)
