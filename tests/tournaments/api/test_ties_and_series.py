"""Ties at the end and the next tournaments, by API."""

from __future__ import annotations

import pytest

from scorekeeper.pairing.record.lots import draw_order
from tests.tournaments.desk.director import Director

SENT = {"X-Scorekeeper": "1"}


@pytest.fixture
def director(app):
    director = Director(app, 4, "swiss", options={"rounds": 1, "tiebreaks": ["match_points"]})
    director.round()
    director.play()
    return director


def post(director: Director, path: str, body: dict, status: int) -> dict:
    headers = {**SENT, "If-Match": f'"{director.board().revision}"', "Idempotency-Key": f"key-{len(str(body))}-{path[-4:]}"}
    answer = director.client.post(f"/api/v1{path}", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json


def test_lots_are_drawn_and_their_number_is_in_the_standings(director):
    path = f"/tournaments/{director.access.tournament_id}"
    tied = [row.id for row in director.board().standings if row.rank == 1]
    post(director, f"{path}/tie-decisions", {"entrants": tied}, 200)
    found = director.client.get(f"/api/v1{path}/standings").json
    decision = found["decisions"][0]
    assert tuple(decision["order"]) == draw_order(sorted(tied), decision["seed"])
    assert [(row["rank"], row["separated_by"]) for row in found["standings"]][:2] == [(1, "lot"), (2, "lot")]
    assert post(director, f"{path}/tie-decisions", {"entrants": tied, "reason": "Cut"}, 422)["code"] == "tie.none"


def test_the_next_tournaments_are_made_once(director):
    club = director.access.club_id
    body = {"like": director.access.tournament_id, "times": 3, "regulars": True, "name": "Vendredi"}
    made = post(director, f"/clubs/{club}/tournaments/next", body, 201)["tournaments"]
    assert post(director, f"/clubs/{club}/tournaments/next", body, 201)["tournaments"] == made
    entered = [len(director.client.get(one["href"]).json["entrants"]) for one in made]
    assert entered == [4, 0, 0]
    assert post(director, f"/clubs/{club}/tournaments/next", {**body, "times": 61}, 422)["code"] == "series.times"
