"""Entrants who never played a match: without a rank, in no tie to decide, and named below the standings."""

from __future__ import annotations

from html import unescape

import pytest

from scorekeeper.tournaments.commands.results.ties import open_ties
from tests.tournaments.desk.director import Director
from tests.tournaments.printouts.printed_events import paper, words
from tests.visitor import text_of

NAMES = "Did not play: {0} and {1}."


@pytest.fixture
def director(app):
    """A director of 8 pairs, of whom e7 and e8 never come. Everyone of a side shares a rank."""
    director = Director(app, 8, options={"rounds": 1, "tiebreaks": ["match_points"]})
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"})
    for who in ("e7", "e8"):
        director.send("/door", at="/door", do=f"missing-{who}")
    director.send("/door", at="/door", do="rest")
    director.send("/door/pair", at="/door/pair", without=["e7", "e8"])
    director.send("/draft/publish", at="/draft")
    return director


def end(director: Director) -> tuple[str, str]:
    """Play the round with 300 to 200 everywhere, and return the names of the two who stayed away."""
    for table in director.board().current.tables:
        director.result(table.number, 300, 200)
    board = director.board()
    return board.name_of("e7"), board.name_of("e8")


def test_the_desk_and_the_public_page_name_them_below_the_standings(director):
    names = end(director)
    public = f"/tournaments/{director.access.tournament_id}"
    for text in (director.text("/standings"), text_of(director.client.get(f"{public}/standings"))):
        assert NAMES.format(*names) in text
        assert text.count(names[0]) == 1
    assert NAMES.format(*names) in director.text("/report")
    own = text_of(director.client.get(f"{public}/who/e7"))
    assert f"{names[0]} did not play." in own
    assert "Rank" not in own


def test_they_are_in_no_tie_to_decide(director):
    end(director)
    assert [[row.rank for row in tied] for tied in open_ties(director.board())] == [[1, 1, 1], [4, 4, 4]]
    director.send("/ties", at="/standings", tied="e7 e8", do="lot")
    assert not director.board().tournament.decided
    (_, losers) = open_ties(director.board())
    director.send("/ties", at="/standings", tied=" ".join(row.id for row in losers), do="lot")
    assert [row.rank for row in director.board().standings] == [1, 1, 1, 4, 5, 6, 7, 7]


def test_the_screen_and_the_printouts_name_them_without_a_rank(director):
    names = end(director)
    base = f"/tournaments/{director.access.tournament_id}/screen?show=standings"
    shown = [text_of(director.client.get(f"{base}&step={n}")) for n in range(2)]
    assert names[0] not in shown[0]
    assert "No match played" in shown[1]
    assert all(name in shown[1] for name in names)
    record = director.board().tournament
    for kind in ("standings", "report"):
        assert words(NAMES.format(*names)) in words(unescape(paper(record, kind).html()))
    assert "N’ont pas joué\u00a0: " in paper(record, "standings", lang="fr").html()


def test_while_the_event_goes_on_they_have_not_played_yet(director):
    assert "Not played yet: " in director.text("/standings")


def test_a_seat_that_was_forfeited_and_a_bye_before_leaving_are_no_match(app):
    director = Director(app, 5, options={"rounds": 1})
    director.round()
    board = director.board()
    (idle,) = board.current.byes
    away = board.current.tables[0].sides[1][0]
    director.result(1, "", "", **{"forfeit-1": "1", "do": "forfeit"})
    director.result(2, 300, 200)
    director.send(f"/entrants/{idle}", at=f"/entrants/{idle}", do="withdraw")
    assert {*director.board().who_did_not_play} == {away, idle}


def test_one_alone_is_named_in_a_sentence(app):
    director = Director(app, 4, options={"rounds": 2})
    director.round()
    director.play()
    director.send("/entrants", at="/entrants", text="Zénon & Ovide")
    assert "Zénon & Ovide has not played yet." in director.text("/standings")
    director.round()
    director.play()
    assert "played yet" not in director.text("/standings")
