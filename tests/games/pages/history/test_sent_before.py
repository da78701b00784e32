"""A form that is changed and sent again under the same key: what was recorded and what was not."""

from __future__ import annotations

import uuid

from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.tournaments.table.phones import Phone, chips
from tests.visitor import NAMES, form, text_of, value_of


def test_a_result_sent_before_with_other_scores_shows_both_at_the_desk_and_stands(app):
    director = Director(app, 4, options={"rounds": 3})
    director.round()
    sent = {"revision": director.board().revision, "uuid": str(uuid.uuid4())}
    director.result(2, 300, 100, **sent)
    again = director.result(2, 300, 100, **sent)
    assert again.status_code == 303
    refused = director.result(2, 100, 300, status=422, **sent)
    assert "You already sent a different result. Table 2 has: 300 – 100." in text_of(refused).replace("–", " – ").replace(
        "  ", " "
    )
    assert director.board().table(1, 2).result.scores == (300, 100)
    anew = {"revision": value_of(refused, "revision"), "uuid": value_of(refused, "uuid")}
    director.result(2, 100, 300, **anew)
    assert director.board().table(1, 2).result.scores == (100, 300)


def test_any_other_form_of_the_desk_sent_before_with_something_else_shows_both(app):
    director = Director(app, 4)
    sent = {"revision": director.board().revision, "uuid": str(uuid.uuid4())}
    director.send("/setup", name="Jeudi", **sent)
    refused = text_of(director.send("/setup", 422, name="Vendredi", **sent))
    assert "Already sent" in refused
    recorded, _heading, yours = refused.partition("Your version, not saved")
    assert "Jeudi" in recorded.partition("Recorded")[2]
    assert "Vendredi" in yours
    assert director.board().name == "Jeudi"


def test_a_list_of_entrants_is_known_by_what_was_typed(app):
    director = Director(app)
    sent = {"revision": director.board().revision, "uuid": str(uuid.uuid4())}
    director.send("/entrants", at="/entrants", text="Aline & Denis", **sent)
    director.send("/entrants", at="/entrants", text="Aline & Denis", **sent)
    director.send("/entrants", 422, at="/entrants", text="Rosa & Edgar", **sent)
    assert [e.name for e in director.board().entrants] == ["Aline & Denis"]


def test_a_table_that_sends_another_result_from_the_same_form_is_told_both(app):
    desk = evening.Desk(app, evening.pairs(4), options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    board = desk(evening.next_round)
    token, phone, key = desk(evening.tables)[1], Phone(app), str(uuid.uuid4())
    phone.sit(token, board.current.table(1).sides[0][0])
    revision = desk.revision
    for _ in range(2):
        assert phone.post(token, "report", revision, uuid=key, side=0, **chips(300, 100)).status_code == 303
    refused = phone.post(token, "report", revision, uuid=key, side=0, **chips(100, 300))
    assert refused.status_code == 422
    assert "300 to 100 was saved before. 100 to 300 was not." in text_of(refused)
    assert value_of(refused, "uuid") != key
    late = phone.send(token, "report", revision, uuid=key, side=0, **chips(100, 300))
    assert (late.status_code, late.json["code"]) == (422, "uuid.reused")


def test_a_new_game_from_a_form_that_started_one_says_so_and_can_be_started_as_well(client):
    first = form()
    url = client.post("/games/new", data=first).location
    assert client.post("/games/new", data=first).location == url
    other = {**first, "player-0": "Zoé"}
    refused = client.post("/games/new", data=other)
    assert refused.status_code == 422
    text = text_of(refused)
    assert "You already started a game here" in text
    assert ", ".join(NAMES[:4]) in text
    assert client.post("/games/new", data={**other, "uuid": value_of(refused, "uuid")}).location != url


def test_house_rules_kept_under_another_name_from_the_same_form_are_not_swallowed(client):
    sent = {"uuid": str(uuid.uuid4()), "name": "Chez Rita"}
    url = client.post("/rules/of/kitty", data=sent).location
    assert client.post("/rules/of/kitty", data=sent).location == url
    refused = client.post("/rules/of/kitty", data={**sent, "name": "Au chalet"})
    assert (refused.status_code, "The first one counts." in text_of(refused)) == (422, True)
