"""Calling the director from a table's phone: in every phase, once, and only there."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.calls.board_calls import open_calls
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments import evening
from tests.tournaments.table.phones import Phone
from tests.visitor import text_of

SECRET = ("Card out of turn", "out_of_turn", "Dealt again")
"""What only the desk and the table may see of a call."""


@pytest.fixture
def event(app):
    """Four pairs in the first round, where tables may call: the director, the tables' secrets, the pairs at table 1."""
    desk = evening.Desk(app, evening.pairs(4), options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    desk.write(lifecycle.edit, {"director_calls": True})
    board = desk(evening.next_round)
    return desk, desk(evening.tables), [side[0] for side in board.current.table(1).sides]


def calls(desk):
    return [(one.table, one.number, one.reason, one.side, one.status) for one in open_calls(desk.board)]


def test_the_button_is_there_in_every_phase(app, event):
    desk, tokens, (one, other) = event
    phone, theirs = Phone(app), Phone(app)

    def offers():
        text = text_of(phone.look(tokens[1]))
        return "Call the director" in text and "Card out of turn" in text

    assert offers()  # before anyone has said whose phone it is
    phone.sit(tokens[1], one)
    theirs.sit(tokens[1], other)
    assert offers()
    phone.send(tokens[1], "report", desk.board.revision, side=0, **{"h-0-0": 3, "r-0-0": 0, "h-0-1": 2, "r-0-1": 0})
    assert offers()
    theirs.send(tokens[1], "report", desk.board.revision, side=1, **{"h-0-0": 2, "r-0-0": 0, "h-0-1": 3, "r-0-1": 0})
    assert "The director decides" in text_of(phone.look(tokens[1]))
    assert offers()
    desk.write(results.enter, 1, 1, {"scores": [300, 200]}, overrule=True)
    assert "The director has decided" in text_of(phone.look(tokens[1]))
    assert offers()


def test_a_call_is_one_tap_and_the_phone_says_what_became_of_it(app, event):
    desk, tokens, _pairs = event
    phone = Phone(app)
    assert phone.post(tokens[1], "call", desk.board.revision, reason="revoke", side="None").status_code == 303
    assert calls(desk) == [(1, 1, "revoke", None, "open")]
    text = text_of(phone.look(tokens[1]))
    assert "The director knows." in text
    assert "Called just now" in text
    assert "Revoke" in text
    desk.write(director_calls.answer, 1, 1, 1)
    assert "The director is on the way." in text_of(phone.look(tokens[1]))
    assert phone.post(tokens[1], "withdraw", 1, call=1).status_code == 303  # its page may be old
    assert calls(desk) == []
    assert "Card out of turn" in text_of(phone.look(tokens[1]))


def test_what_the_phone_kept_is_sent_often_and_counts_once(app, event):
    desk, tokens, (one, _other) = event
    phone = Phone(app)
    phone.sit(tokens[1], one)
    early = desk.board.revision
    desk.write(results.enter, 1, 2, {"scores": [300, 200]})
    answers = [phone.send(tokens[1], "call", early, uuid="kept-call-1", reason="score", side=0) for _ in range(3)]
    assert [answer.json["state"] for answer in answers] == ["done"] * 3
    assert calls(desk) == [(1, 1, "score", 0, "open")]
    again = Phone(app).send(tokens[1], "call", early, reason="other", side=1)  # the other side calls at the same moment
    assert again.json["state"] == "done"
    assert calls(desk) == [(1, 1, "score", 0, "open")]


@pytest.mark.parametrize("sent", [{"reason": "tired"}, {"reason": ""}, {"reason": "score", "side": 7}])
def test_a_call_that_says_nothing_is_refused_in_words(app, event, sent):
    desk, tokens, _pairs = event
    refused = Phone(app).send(tokens[1], "call", desk.board.revision, **sent)
    assert (refused.status_code, refused.json["state"]) == (422, "refused")
    assert refused.json["detail"]
    assert calls(desk) == []


def test_a_small_club_sees_none_of_it(app, event):
    desk, tokens, _pairs = event
    desk.write(lifecycle.edit, {"director_calls": False})
    assert "Card out of turn" not in text_of(Phone(app).look(tokens[1]))
    assert Phone(app).send(tokens[1], "call", desk.board.revision, reason="score").json["state"] == "refused"


def test_no_public_page_shows_a_call(app, event):
    desk, tokens, _pairs = event
    Phone(app).send(tokens[1], "call", desk.board.revision, reason="misdeal", side=0)
    desk.write(director_calls.settle, 1, 1, 1, "Dealt again, says Rita.", "deal.misdeal")
    Phone(app).send(tokens[1], "call", desk.board.revision, reason="out_of_turn", side=0)
    client, root = app.test_client(), f"/tournaments/{desk.id}"
    for path in ("", "/standings", "/tables", "/rounds/1/tables/1", "/entrants", "/screen"):
        answer = client.get(root + path)
        assert answer.status_code == 200, path
        assert [words for words in SECRET if words in text_of(answer)] == [], path
    for path in ("", "/rounds/1", "/rounds/1/tables/1", "/standings"):
        answer = client.get(f"/api/v1/tournaments/{desk.id}{path}").get_data(as_text=True)
        assert [words for words in SECRET if words in answer] == [], path
    assert "Dealt again" not in text_of(Phone(app).look(tokens[1]))
