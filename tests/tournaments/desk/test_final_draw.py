"""The draw of finals A and B at the desk: ties at the cut, and what a later correction would change."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.tournaments.commands.door.door_state import record_with_door
from scorekeeper.tournaments.commands.files import record_answers
from scorekeeper.tournaments.commands.files.record_import import bring_in
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.tournaments.desk.test_finals import MATCH, play, stage


def pairs_in_finals(app: Any) -> Director:
    last = stage("swiss", options={"rounds": 2}, cut=4, lower_finals=[stage("swiss", options={"rounds": 2})])
    options = {"match": MATCH, "stages": [stage("swiss", options={"rounds": 1}), last]}
    return Director(app, 8, "stages", options=options)


def test_a_correction_after_the_draw_says_by_name_who_would_be_in_another_final(app):
    director = pairs_in_finals(app)
    play(director, 1)
    director.round()
    board = director.board()
    first = board.table(1, 1)
    winner, loser = (board.name_of(ids[0]) for ids in first.sides)
    says = f"the draw would have {loser} in final A and {winner} in final B. The finals stay as drawn."
    fields = {"score-0-0": "100", "score-0-1": "310"}
    page = director.client.get(f"{director.root}/rounds/1/tables/1/correct", query_string=fields).get_data(as_text=True)
    assert says in re.sub(r"\s+", " ", page).replace("&amp;", "&")
    answer = director.send("/rounds/1/tables/1", at="/rounds/1/tables/1", **fields)
    assert "/correct" in answer.location
    api = f"/api/v1/tournaments/{director.access.tournament_id}/rounds/1/tables/1/consequences"
    found = director.client.post(api, json={"scores": [100, 310]}, headers={"X-Scorekeeper": "1"})
    assert {(one["id"], one["final"]) for one in found.json["finals"]} == {(first.sides[1][0], "A"), (first.sides[0][0], "B")}
    director.send("/rounds/1/tables/1/correct", at="/rounds/1/tables/1", do="keep", **fields)
    assert says in director.text("")
    assert director.board().final_letters == board.final_letters


@pytest.fixture
def tied(app):
    """A director whose draft of the finals has a tie at the cut: four winners, and two places in final A."""
    last = stage("swiss", options={"rounds": 1}, cut=2, lower_finals=[stage("swiss", options={"rounds": 1})])
    first = stage("swiss", options={"rounds": 1, "tiebreaks": ["match_points"]})
    director = Director(app, 8, "stages", options={"match": MATCH, "stages": [first, last]})
    director.round()
    for table in (1, 2, 3, 4):
        director.result(table, 300, 200)
    director.round(publish=False)
    return director


def in_final_a(director: Director) -> set[str]:
    draft = director.board().draft or director.board().current
    return {i for t in draft.tables if t.pool == "A" for i in t.ids}


def decide(director: Director, *order: str, reason: str = "cut of the cards") -> None:
    places = {f"place-{who}": str(k) for k, who in enumerate(order, 1)}
    director.send("/ties", at="/draft", do="hand", tied=" ".join(sorted(order)), reason=reason, **places)


def test_the_draft_offers_to_decide_the_tie_and_says_how_it_was_decided(tied):
    page = tied.text("/draft")
    assert "are tied at the cut" in page
    assert "Rank 1 is shared" in page
    winners = sorted(row.id for row in tied.board().standings[:4])
    assert in_final_a(tied) == {*winners[:2]}
    decide(tied, *winners[::-1])
    assert in_final_a(tied) == {*winners[2:]}
    assert not tied.board().draft_stale
    page = tied.text("/draft")
    names = ", ".join(tied.board().name_of(who) for who in winners[::-1])
    assert f"Tied before the finals, now in this order: {names} (decided by the director: cut of the cards)." in page
    assert "Draw lots" not in page
    assert "cut of the cards" in tied.text("/history")
    tied.send("/draft/publish", at="/draft")
    assert not tied.board().current.by_hand
    public = tied.client.get(f"/tournaments/{tied.access.tournament_id}/standings").get_data(as_text=True)
    assert "decided by the director: cut of the cards" in public


def test_the_decision_is_undone_and_lots_can_be_drawn(tied):
    winners = sorted(row.id for row in tied.board().standings[:4])
    decide(tied, *winners[::-1])
    tied.send(f"/history/{tied.board().revision}/undo", at="/draft")
    assert in_final_a(tied) == {*winners[:2]}
    tied.send("/ties", at="/draft", do="lot", tied=" ".join(winners))
    (decision,) = tied.board().tournament.decided
    assert (decision.by, decision.stage) == ("lot", 2)
    assert in_final_a(tied) == {*decision.order[:2]}


def test_nothing_is_decided_once_the_finals_are_published_and_the_decision_stays(tied):
    winners = sorted(row.id for row in tied.board().standings[:4])
    decide(tied, *winners[::-1])
    revision = tied.board().revision
    tied.send("/draft/publish", at="/draft")
    tied.send("/ties", at="", do="lot", tied=" ".join(winners))
    assert "before the finals are drawn" in tied.text("")
    tied.result(1, 300, 200)
    tied.send(f"/history/{revision}/undo", at="")
    assert tied.board().tournament.decided[0].order == tuple(winners[::-1])


def test_a_decision_made_before_the_draft_is_not_undone_under_the_finals(tied):
    tied.send("/draft/discard", at="/draft")
    winners = sorted(row.id for row in tied.board().standings[:4])
    assert "Rank 1 is shared" in tied.text("/standings")
    tied.send("/ties", at="/standings", do="lot", tied=" ".join(winners))
    revision, order = tied.board().revision, tied.board().tournament.decided[0].order
    tied.round()
    assert in_final_a(tied) == {*order[:2]}
    tied.send(f"/history/{revision}/undo", at="")
    assert "because round 2 depends on it" in tied.text("")
    assert tied.board().tournament.decided[0].order == order


def test_the_records_and_the_archive_keep_the_decision(app, tied):
    winners = sorted(row.id for row in tied.board().standings[:4])
    decide(tied, *winners[::-1])
    tied.send("/draft/publish", at="/draft")
    tied.play()
    with app.app_context():
        board = tied.board()
        assert record_answers.check_record(str, board.record_json())["ok"]
        record = record_with_door(board)
        assert record["decided_ties"][0]["stage"] == 2
        assert record_answers.check_record(str, record)["ok"]
        club = evening.club()
        data = export.export_club(club)
        assert export.export_club(restore.import_club(club.account, data)) == data
        number = bring_in(club, json.loads(json.dumps(record)), {})
    letters = board.final_letters
    tied.move_to(f"/desk/{number}")
    assert tied.board().final_letters == letters
