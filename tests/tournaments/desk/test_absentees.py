"""Entrants who never arrive: the desk asks once, leaves them out of every round, and makes the finals without them."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.desk.director import Director
from tests.tournaments.desk.test_finals import players_in_finals


@pytest.fixture
def director(app):
    """A director of 20 single players with finals, of whom four are missing when round 1 is paired."""
    director = players_in_finals(app)
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    for who in MISSING:
        director.send("/door", at="/door", do=f"missing-{who}")
    director.send("/door", at="/door", do="rest")
    director.send("/door/pair", at="/door/pair", without=MISSING)
    director.send("/draft/publish", at="/draft")
    director.play()
    return director


MISSING = ["e17", "e18", "e19", "e20"]


def step(director: Director) -> tuple[str, list[str]]:
    """Return the address of the next step's button, and the entrants it leaves out."""
    part = director.open("").text.partition("desk-next")[2].partition("</section>")[0]
    return re.search(r'(?:action|href)="([^"]+)"', part)[1].removeprefix(director.root), re.findall(
        r'"without" value="(e\d+)"', part
    )


def test_who_was_left_out_of_round_1_is_left_out_of_round_2_without_a_question(director):
    assert step(director) == ("/door/pair", MISSING)
    assert "Who plays" not in director.text("")
    director.send("/door/pair", without=MISSING)
    board = director.board()
    assert not {i for t in board.draft.tables for i in t.ids} & {*MISSING}
    assert not board.draft_stale
    assert "Left out: " in director.text("/draft")


def test_the_director_is_asked_again_when_someone_else_is_missing_or_a_missing_one_arrives(director):
    director.send("/door", at="/door", do="missing-e1")
    assert step(director) == ("/door/pair", [])
    assert "Pair round 2" in director.text("/door/pair")
    director.send("/door", at="/door", do="here-e1")
    director.send("/door", at="/door", do="here-e17")
    assert step(director) == ("/door/pair", MISSING[1:])


def test_finals_are_made_of_the_entrants_who_are_here(director):
    director.send("/door/pair", without=MISSING)
    director.send("/draft/publish", at="/draft")
    director.play()
    assert "Make finals A and B: 8 and 8" in director.text("")
    text = director.text("/door/pair")
    assert "Make finals A and B: 8 and 8" in text
    assert "After the draw they can no longer enter." in text
    director.send("/door/pair", at="/door/pair", without=MISSING)
    director.send("/draft/publish", at="/draft")
    board = director.board()
    assert [(t.pool, len(t.ids)) for t in board.current.tables] == [("A", 4), ("A", 4), ("B", 4), ("B", 4)]
    assert {e.id for e in board.entrants if e.status == "left"} == {*MISSING}
    director.play()
    assert step(director) == ("/draft", [])


def test_single_players_who_miss_round_1_before_finals_may_play_later_and_the_page_says_so(app):
    director = players_in_finals(app)
    director.send("/setup", at="/setup", door="1", **{"check-in": "1"})
    assert "They can play later rounds once they are here." in director.text("/door/pair")
