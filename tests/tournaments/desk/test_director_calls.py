"""Calls to the director at the desk: the list on the round's page, on my way, and the ruling that stays with the match."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.tournaments.commands import player_links
from tests.tournaments.desk.director import FRAGMENT, Director
from tests.tournaments.table.phones import Phone
from tests.visitor import text_of


@pytest.fixture
def director(app):
    found = Director(app, 4, options={"rounds": 3, "match": {"kind": "hands", "hands": 4}})
    found.send("/setup", at="/setup", calls="1", **{"may-call": "1"})
    found.round()
    return found


def token(director: Director, table: int = 1) -> str:
    with director.app.app_context():
        return player_links.table_links(director.access, 1)[table]


def call(director: Director, reason: str = "revoke", table: int = 1, **more: object) -> None:
    answer = Phone(director.app).send(token(director, table), "call", director.board().revision, reason=reason, **more)
    assert answer.json["state"] == "done"


def calls_part(director: Director) -> str:
    html = director.open("").get_data(as_text=True)
    return html[html.index('id="desk-calls"') : html.index("</section>", html.index('id="desk-calls"'))]


def test_a_desk_without_calls_has_no_list_and_no_bell(app):
    director = Director(app, 4, options={"rounds": 3})
    director.round()
    html = director.open("").get_data(as_text=True)
    assert "desk-ring" not in html
    assert "desk-calls.js" not in html
    assert "Call" not in text_of(director.open(""))


def test_open_calls_are_on_top_with_table_reason_and_minutes_and_reach_the_page_by_themselves(director):
    before = director.open("/rounds/1/live").headers["ETag"]
    call(director, "out_of_turn", 2, side=0)
    fresh = director.open("/rounds/1/live", headers={**FRAGMENT, "If-None-Match": before}).get_data(as_text=True)
    whole = director.open("").get_data(as_text=True)
    for html in (fresh, whole):
        for words in ("1 table calls", "Card out of turn", "Called just now"):
            assert words in html
    assert whole.index("1 table calls") < whole.index('id="entry"')


def test_on_my_way_opens_the_ruling_desk_with_the_rules_and_names_of_the_table(director):
    call(director, "revoke", 1, side=1)
    answer = director.send("/rounds/1/tables/1/calls/1/answer")
    address = urlsplit(answer.location)
    assert address.path == "/rulings/play"
    assert len(parse_qs(address.query)["names"][0].split("~")) == 4
    assert director.client.get(answer.location).status_code == 200
    assert "knows that you are on the way" in director.text("")
    assert "Ruling desk" in calls_part(director)
    assert "On my way" not in calls_part(director)
    again = director.send("/rounds/1/tables/1/calls/1/answer")  # from another desk, or a second tap
    assert again.location == answer.location


def test_the_ruling_desk_has_the_hand_that_the_table_recorded(director):
    phone, link = Phone(director.app), token(director)
    phone.sit(link, director.board().current.table(1).sides[0][0])
    pad = phone.client.post(f"/t/{link}/pad", data={"first_dealer": 1})
    game = pad.location.rpartition("/")[2]
    hand = {"do": "record", "event": {"kind": "played", "contractor": 2, "bid": 60, "points": [70, 30]}}
    told = phone.client.post(
        f"/games/{game}/log", json={"key": "hand-of-table-1", "seen": 1, "act": hand}, headers={"X-Scorekeeper": "1"}
    )
    if told.json.get("state") != "done":
        pytest.fail(str(told.json))
    call(director, "score", 1)
    query = parse_qs(urlsplit(director.send("/rounds/1/tables/1/calls/1/answer").location).query)
    assert (query["contractor"], query["bid"], query["points"]) == (["2"], ["60"], ["70.30"])


def test_the_pad_leads_to_the_call(director):
    phone, link = Phone(director.app), token(director)
    phone.sit(link, director.board().current.table(1).sides[0][0])
    pad = phone.client.get(phone.client.post(f"/t/{link}/pad", data={"first_dealer": 1}).location).get_data(as_text=True)
    path, _hash, anchor = re.search(r'href="([^"]*)" aria-label="Call the director"', pad)[1].partition("#")
    assert f'id="{anchor}"' in phone.client.get(path).get_data(as_text=True)
    director.send("/setup", at="/setup", calls="1")
    pad = phone.client.get(phone.client.post(f"/t/{link}/pad", data={"first_dealer": 1}).location).get_data(as_text=True)
    assert "Call the director" not in pad


def test_a_ruling_stays_with_the_match(director):
    call(director, "misdeal", 1, side=0)
    page = director.open("/rounds/1/tables/1/calls/1").get_data(as_text=True)
    assert re.search(r'<option value="deal.misdeal" selected>', page)
    director.send("/rounds/1/tables/1/calls/1", at="/rounds/1/tables/1/calls/1", note="Dealt <again>.", rule="deal.misdeal")
    assert "Misdeal" not in calls_part(director)
    for path in ("/rounds/1/tables/1", "/history"):
        text = director.open(path).get_data(as_text=True)
        for words in ("Dealt &lt;again&gt;.", "deal.misdeal"):
            assert words in text, path
    director.send("/rounds/1/tables/1/calls/1", at="/rounds/1/tables/1/calls/1", note="Warned.", rule="")
    text = director.text("/rounds/1/tables/1")
    assert "Warned." in text


def test_a_ruling_that_cannot_be_saved_keeps_what_was_typed(director):
    call(director)
    at = "/rounds/1/tables/1/calls/1"
    wrong = director.send(at, 422, at=at, note="Kept as typed", rule="play.cheat").get_data(as_text=True)
    assert "Kept as typed" in wrong
    assert "“play.cheat” is not the id of a rule." in wrong
    director.open("/rounds/1/tables/1/calls/7", 404)


def test_a_table_with_only_a_call_has_no_report_to_remove(director):
    call(director)
    assert "Remove reports" not in director.text("/rounds/1/tables/1")
