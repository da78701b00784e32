"""Ties at the very end: drawn by lot, or decided by hand with a reason."""

from __future__ import annotations

import json
import re

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.pairing.record.lots import draw_order
from scorekeeper.tournaments.commands.door.door_state import record_with_door
from scorekeeper.tournaments.commands.files.record_import import bring_in
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


@pytest.fixture
def director(app):
    """A director of a round after which everyone on a side shares a rank."""
    director = Director(app, 4, "swiss", options={"rounds": 1, "tiebreaks": ["match_points"]})
    director.round()
    for table in (1, 2):
        director.result(table, 300, 200)
    return director


def ranks(director: Director) -> list[tuple[int, str, str | None]]:
    return [(row.rank, row.id, row.separated_by) for row in director.board().standings]


def first_tie(director: Director) -> list[str]:
    return re.search(r'name="tied" value="([^"]+)"', director.open("/standings").text)[1].split()


def test_lots_are_drawn_and_anyone_can_repeat_the_draw(director):
    tied = first_tie(director)
    director.send("/ties", at="/standings", tied=" ".join(tied), do="lot")
    decision = director.board().tournament.decided[0]
    assert decision.order == draw_order(tied, decision.seed)
    assert [(rank, by) for rank, _who, by in ranks(director)][:2] == [(1, "lot"), (2, "lot")]
    page = director.text("/standings")
    assert f"drawn by lot, number {decision.seed}" in page
    assert page.count("is shared") == 1  # the losers
    public = text_of(director.client.get(f"/tournaments/{director.access.tournament_id}/standings"))
    assert f"number {decision.seed}" in public


def test_a_tie_is_decided_by_hand_with_a_reason_and_undone(director):
    one, other = first_tie(director)
    director.send("/ties", at="/standings", tied=f"{one} {other}", do="hand", reason="Cut of the cards", **places(other, one))
    assert [(rank, who) for rank, who, _by in ranks(director)][:2] == [(1, other), (2, one)]
    assert "decided by the director: Cut of the cards" in director.text("/standings")
    names = ", ".join(director.board().name_of(who) for who in (other, one))
    assert f"Tie decided Organiser {names}: decided by the director: Cut of the cards" in director.text("/history")
    director.send(f"/history/{director.board().revision}/undo", at="/standings")
    assert [rank for rank, _who, _by in ranks(director)] == [1, 1, 3, 3]


def places(*order: str) -> dict[str, str]:
    return {f"place-{who}": str(k) for k, who in enumerate(order, 1)}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"reason": ""}, "Enter a reason of at most 500 characters."),
        ({"reason": "x" * 501}, "Enter a reason"),
        ({"reason": "lot", "place-e1": "2", "place-e2": "2", "place-e3": "2", "place-e4": "2"}, "a different place"),
    ],
)
def test_a_decision_without_reason_or_order_is_refused_by_name(director, fields, says):
    tied = first_tie(director)
    director.send("/ties", at="/standings", tied=" ".join(tied), do="hand", **{**places(*tied), **fields})
    assert says in director.text("/standings")
    assert not director.board().tournament.decided


def test_nobody_decides_a_tie_before_the_end_or_between_others(app, director):
    director.send("/ties", at="/standings", tied="e1 e2 e3 e4", do="lot")
    assert "These entrants do not share a rank." in director.text("/standings")
    early = Director(app, 4, "swiss", options={"rounds": 2, "tiebreaks": ["match_points"]})
    early.round()
    assert "is shared" not in early.text("/standings")
    early.send("/ties", at="", tied="e1 e2", do="lot")
    assert "A tie is decided after the last round, or before the finals are drawn." in early.text("/standings")


def test_a_correction_after_the_draw_makes_the_tie_open_again(director):
    tied = first_tie(director)
    director.send("/ties", at="/standings", tied=" ".join(tied), do="lot")
    scores = {"score-0-0": "200", "score-0-1": "300"}
    director.send("/rounds/1/tables/1/correct", at="/rounds/1/tables/1", do="keep", **scores)
    assert [rank for rank, _who, _by in ranks(director)] == [1, 1, 3, 3]


def test_the_record_of_the_desk_keeps_the_decision_and_a_club_takes_it_in(app, director):
    director.send("/ties", at="/standings", tied=" ".join(first_tie(director)), do="lot")
    with app.app_context():
        record = record_with_door(director.board())
        assert record["format"] == "scorekeeper-tournament/2"
        number = bring_in(evening.club(), json.loads(json.dumps(record)), {})
    director.move_to(f"/desk/{number}")
    assert record["decided_ties"] == record_with_door(director.board())["decided_ties"]
    assert ranks(director)[1][2] == "lot"


def test_a_decision_survives_archive_restore_archive_and_a_new_name(app, director):
    one, other = first_tie(director)
    director.send("/ties", at="/standings", tied=f"{one} {other}", do="hand", reason="Cut of the cards", **places(other, one))
    director.send(f"/entrants/{other}", at=f"/entrants/{other}", do="rename", name="Les Gagnants")
    assert ranks(director)[0][1] == other
    with app.app_context():
        club = evening.club()
        data = export.export_club(club)
        assert b"Cut of the cards" in json.dumps(record_with_door(director.board()), ensure_ascii=False).encode()
        assert export.export_club(restore.import_club(club.account, data)) == data


def test_the_public_sees_no_reason_where_names_are_hidden(director):
    one, other = first_tie(director)
    director.send("/ties", at="/standings", tied=f"{one} {other}", do="hand", reason="Aline was late", **places(other, one))
    public = f"/tournaments/{director.access.tournament_id}/standings"
    assert "decided by the director: Aline was late" in text_of(director.app.test_client().get(public))
    director.send("/setup", at="/setup", public_names="initial")
    page = text_of(director.app.test_client().get(public))
    assert "decided by the director" in page
    assert "was late" not in page
    assert "was late" not in director.app.test_client().get(f"/api/v1{public}").text
