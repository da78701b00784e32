"""The draw of finals A and B at the desk: what a later correction would change."""

from __future__ import annotations

import re
from typing import Any

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
