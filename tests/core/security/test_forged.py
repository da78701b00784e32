"""Input that no browser sends is rejected like a typing mistake: foreign digits, unpaired surrogates."""

from __future__ import annotations

import io

import pytest

from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.tournaments.table.phones import Phone, chips
from tests.visitor import start, text_of

FORGED = pytest.mark.parametrize("digits", ["9" * 5000, "٣" * 5000, "²"], ids=["long", "long in Arabic", "raised"])


@pytest.mark.slow
@FORGED
def test_at_a_table_they_are_a_result_that_cannot_be(app, digits):
    desk = evening.Desk(app, evening.pairs(4), options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    board = desk(evening.next_round)
    secret, entrant = desk(evening.tables)[1], board.current.table(1).sides[0][0]
    phone = Phone(app)
    phone.sit(secret, entrant)
    for field in ("h-0-0", "r-0-0", "x-0-0"):
        answer = phone.post(secret, "report", desk.revision, **{**chips(345, 290), "side": 0, field: digits})
        assert answer.status_code == 422, field
    answer = phone.client.post(f"/t/{secret}/pad", data={"first_dealer": digits})
    assert answer.status_code == 422
    assert "Tap who deals first." in text_of(answer)


@pytest.mark.slow
@FORGED
def test_at_the_desk_they_are_no_winner_and_no_house_rules(app, digits):
    director = Director(app, 4, "single_elimination")
    director.round()
    assert "Choose who won." in text_of(director.result(1, 300, 300, status=422, winner=digits))
    assert director.board().table(1, 1).result.known is False
    fields = {"name": "Soirée", "entrants": "12", "ends": "22:00", "who": "pairs", "do": "create", "uuid": evening.key()}
    answer = director.client.post(f"{director.club}/new", data={**fields, "rules": f"house-{digits}"})
    assert answer.status_code == 422


@FORGED
def test_on_the_pad_they_are_nobodys_adjustment(client, digits):
    fields = {"action": "preview", "side": digits, "sign": "+", "points": "10", "reason": "x"}
    answer = client.post(f"{start(client)}/adjust", data=fields)
    assert answer.status_code == 422
    assert "Tap whose score to adjust." in text_of(answer)


def test_a_file_with_half_a_sign_is_not_read_and_leaves_no_page_that_cannot_be_shown(app):
    director, half = Director(app), b'{"name": "\\ud800", "rules": {"target": "\\ud800"}, "format": "\\ud800"}'
    answer = director.client.post(
        f"{director.club.removeprefix('/desk')}/files", data={"do": "record", "file": (io.BytesIO(half), "r.json")}
    )
    page = director.client.get(answer.location)
    assert page.status_code == 200
    assert "r.json" in text_of(page)
    for place in ("/games/bring-in", "/rules/bring-in"):
        answer = director.client.post(place, data={"text": half.decode()})
        assert answer.status_code == 422
        assert "This is not JSON" in text_of(answer)


def test_half_a_sign_is_not_the_result_that_was_shown(app):
    desk = evening.Desk(app, evening.pairs(4))
    board = desk(evening.next_round)
    secret, sides = desk(evening.tables)[1], board.current.table(1).sides
    first, second = Phone(app), Phone(app)
    for phone, side in zip((first, second), sides, strict=True):
        phone.sit(secret, side[0])
    assert first.post(secret, "report", desk.revision, side=0, **chips(345, 290)).status_code == 303
    answer = second.post(secret, "confirm", desk.revision, side=1, seen='{"\\ud800": 1}')
    assert answer.status_code == 422
    assert "The result stands." not in text_of(second.look(secret))
