"""The desk's pages: who should not meet, tags, places, handicaps, and penalties with a look at what they change."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.desk.director import Director
from tests.visitor import text_of

FAMILIES = [["Aline Roy", "Denis Roy"], ["Claire LeBlanc", "Benoît Savoie"], ["Marcel Gallant", "Odette Roy"]]
FAMILIES += [["Théo LeBlanc", "Zoé Landry"], ["Karl Doucet", "Irène Caissie"], ["Pascal Haché", "Noëlla Haché"]]


@pytest.fixture
def director(app):
    from tests.tournaments import evening

    found = Director(app)
    with app.app_context():
        evening.write(
            found.access,
            evening.entries.enter([{"players": names} for names in FAMILIES]),
            revision=evening.now(found.access).revision,
            uuid=evening.key(),
        )
    return found


def test_families_are_kept_apart_with_one_tap_and_the_draft_says_when_they_have_to_meet(director):
    assert "Who should not meet" in director.text("/entrants")
    said = director.text("/apart")
    assert "Roy Aline Roy & Denis Roy, Marcel Gallant & Odette Roy" in said
    assert "LeBlanc Claire LeBlanc & Benoît Savoie, Théo LeBlanc & Zoé Landry" in said
    assert "Haché" not in said.partition("Choose two")[0]  # one pair
    director.send("/apart/families", at="/apart", do="all", rule="never")
    said = director.text("/apart")
    assert "2 families are kept apart. Undo" in said
    assert "Same family name" not in said
    ids = [e.id for e in director.board().entrants]
    director.send("/apart", at="/apart", who=ids, rule="rather_not")
    board = director.round(publish=False)
    never = {frozenset((ids[0], ids[2])), frozenset((ids[1], ids[3]))}
    assert not never & {frozenset(t.ids) for t in board.draft.tables}
    assert "should preferably not meet, but they do." in director.text("/draft")
    director.send("/apart/1/remove", at="/apart")
    assert "Something changed since this round was paired." in director.text("/draft")
    assert "rules about who should not meet" in director.text("/history")


def test_one_alone_is_refused_and_a_family_can_be_kept_apart_by_itself(director):
    director.send("/apart", at="/apart", who="e1", rule="never")
    assert "Choose at least two entrants" in director.text("/apart")
    director.send("/apart/families", at="/apart", do="Roy", rule="not_round_1")
    assert "not in round 1" in director.text("/apart")


def test_tags_handicap_and_place_of_an_entrant_show_in_the_standings(director):
    director.send("/entrants/e1/profile", at="/entrants/e1", tag=["Ladies"], more="Cocagne, novices", handicap="30")
    director.send("/entrants/e1/place", at="/entrants/e1", table="3", side="0")
    director.send("/tags", at="/tags", tag="Ladies", who=["e1", "e2", "e4"])
    director.send("/tags/standings", at="/tags", ranked="Ladies")
    assert director.board().entrant("e1").tags == ("Ladies", "Cocagne", "novices")
    board = director.round()
    assert board.current.seat("e1").table.number == 3
    director.play()
    for path in (director.root + "/standings", f"/tournaments/{director.access.tournament_id}/standings"):
        said = text_of(director.client.get(path))
        assert "Without handicap" in said
        assert "handicap +30" in said.partition("With handicap")[2]
        ladies = said.rpartition("Ladies")[2]
        assert "Cocagne" not in ladies
        assert "Karl Doucet" not in ladies
    director.send("/entrants/e1/place", at="/entrants/e1", table="", side="")
    assert "handicap 30" in director.text("/history")
    said = director.text("/entrants/e1")
    assert "Handicap, in points" in said


def test_bad_input_of_an_entrant_is_refused_in_words(director):
    director.send("/entrants/e1/profile", at="/entrants/e1", handicap="lots")
    assert "“lots” is not a valid handicap." in director.text("/entrants/e1")
    director.send("/entrants/e1/place", at="/entrants/e1", table="x")
    assert "“x” is not a valid table." in director.text("/entrants/e1")


def test_a_penalty_shows_what_it_changes_then_counts_and_is_undone(director):
    director.round()
    director.play()
    table = director.board().table(1, 1)
    who = table.ids[0]
    assert "Penalty or warning" in director.text("/rounds/1/tables/1")
    path = f"/entrants/{who}/penalty"
    said = director.text(f"{path}?round=1&table=1")
    assert "Added to the round’s score before the winner is decided." in said
    fields = {"kind": "game_points", "round": "1", "points": "−100", "reason": "renonce", "rule": "play.revoke", "table": "1"}
    asked = f"{path}?" + "&".join(f"{name}={value}" for name, value in fields.items())
    said = director.text(asked)
    assert "310 – 245" in said.replace("\u00a0", " ").replace("\u2060", "")
    assert "210 – 245" in said.replace("\u00a0", " ").replace("\u2060", "")
    assert re.search(r"Rank: \d → \d", said)
    assert "ranks change" in said
    before = director.board().standings
    answer = director.send(path, at=asked, **fields)
    assert answer.location.endswith("/rounds/1/tables/1")
    said = director.text("/rounds/1/tables/1").replace("\u00a0", " ").replace("\u2060", "")
    assert "−100 game points in round 1: renonce" in said
    assert director.board().standings != before
    assert "A revoke" in director.text(f"/entrants/{who}")
    assert "renonce" in text_of(director.client.get(f"/tournaments/{director.access.tournament_id}/standings"))
    director.send("/penalties/1/lift", at=f"/entrants/{who}")
    assert director.board().standings == before


def test_a_penalty_rests_on_the_result_of_its_own_table_alone(director):
    director.round()
    director.result(1, 300, 250)
    one, other = director.board().table(1, 1).ids[0], director.board().table(1, 2)
    asked = f"/entrants/{one}/penalty?kind=game_points&round=1&points=-20"
    seen = director.board().revision
    director.result(other.number, 200, 100)
    fields = {"kind": "game_points", "round": "1", "points": "-20", "revision": str(seen)}
    director.send(f"/entrants/{one}/penalty", at=asked, **fields)
    director.result(1, 310, 250)
    again = director.send(f"/entrants/{one}/penalty", 409, at=asked, **fields)
    assert "not saved" in text_of(again)


def test_a_warning_stays_with_the_entrant_and_only_the_desk_sees_it(director):
    director.round()
    director.play()
    asked = "/entrants/e1/penalty?kind=warning&round=1&reason=retard"
    assert "Nothing else changes." in director.text(asked)
    director.send("/entrants/e1/penalty", at=asked, kind="warning", round="1", reason="retard")
    assert "warning in round 1: retard" in director.text("/entrants/e1")
    assert "retard" in director.text("/standings")
    assert "retard" not in text_of(director.client.get(f"/tournaments/{director.access.tournament_id}/standings"))


def test_a_penalty_that_is_not_possible_is_said_on_the_form(director):
    director.round()
    director.play()
    said = director.text("/entrants/e1/penalty?kind=game_points&round=1&points=vingt", 422)
    assert "“vingt” is not a valid number of points." in said
    assert "Give the penalty" not in said
