"""Single players at the desk, at the door and on the public form."""

from __future__ import annotations

import pytest

from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.entrants import partners
from tests.tournaments.desk.director import Director
from tests.visitor import text_of, value_of


@pytest.fixture
def director(app):
    found = Director(app, 4, options={"rounds": 3})
    found.send("/setup", at="/setup", entries="1", open="1", singles="1", door="1", **{"check-in": "1"})
    return found


def enter(director: Director, *names: str) -> None:
    for name in names:
        director.send("/entrants", at="/entrants", partner="1", **{"player-0": name})


def singles(director: Director) -> list[str]:
    return [one.name for one in partners.singles(director.board())]


def test_a_club_that_does_not_want_singles_sees_none_of_it(app):
    director = Director(app, 4)
    director.send("/setup", at="/setup", entries="1", open="1")
    assert "partner" not in director.text("/entrants").lower()
    form = app.test_client().get(f"/tournaments/{director.access.tournament_id}/enter")
    assert "partner" not in text_of(form).lower()


def test_a_single_is_entered_and_matched_in_one_tap_at_the_door(director):
    enter(director, "Ursule", "Yvon", "Zita")
    assert "Looking for a partner" in director.text("/door")
    director.send("/door", at="/door", do="here-e5")
    director.send("/entrants/match", at="/door", match="e5-e7-door")
    assert singles(director) == ["Yvon"]
    assert "Ursule & Zita are a pair now." in director.text("/door")


def test_who_has_no_partner_is_named_when_the_round_is_paired(director):
    enter(director, "Ursule", "Yvon", "Zita")
    for who in ("e1", "e2", "e3", "e4", "e5", "e6"):
        director.send("/door", at="/door", do=f"here-{who}")
    text = director.text("/door/pair")
    assert "Without a partner, so left out" in text
    director.send("/entrants/match", at="/door/pair", match="e5-e6-pair")
    assert "Zita" in director.text("/door/pair")
    director.send("/door/pair", at="/door/pair")
    assert "Left out: Zita." in director.text("/draft")
    assert director.board().draft.seat("e5") is not None


def test_without_check_in_the_draft_names_them_too(app):
    director = Director(app, 4, options={"rounds": 3})
    director.send("/setup", at="/setup", entries="1", singles="1")
    enter(director, "Ursule")
    director.send("/draft")
    assert "Without a partner, so left out: Ursule." in director.text("/draft")


def test_a_single_enters_by_the_form_and_finds_it_on_the_own_page(director):
    client, address = director.app.test_client(), f"/tournaments/{director.access.tournament_id}"
    form = client.get(f"{address}/enter")
    assert "I have no partner" in text_of(form)
    fields = {name: value_of(form, name) for name in ("revision", "uuid")}
    answer = client.post(f"{address}/enter", data={**fields, "player-0": "Victor", "player-1": "", "partner": "1"})
    assert answer.status_code == 303
    assert "The desk is looking for a partner for you." in text_of(client.get(answer.location))
    assert singles(director) == ["Victor"]
    assert "Looking for a partner" in text_of(client.get(f"{address}/who/e5"))
    assert "Looking for a partner" in text_of(client.get(f"{address}/entrants"))


def test_a_match_that_is_no_longer_possible_says_so(director):
    enter(director, "Ursule", "Yvon")
    director.send("/entrants/match", at="/entrants", match="e5-e6-entrants")
    director.send("/entrants/match", at="/entrants", match="e5-e6-entrants")
    assert "This tournament has no such entrant." in director.text("/entrants")
    director.send("/entrants/match", at="/entrants", match="nonsense")
    assert "This tournament has no such entrant." in director.text("/entrants")


def test_a_late_entry_with_check_in_is_said_and_here(director):
    director.send("/draft")
    director.send("/draft/publish", at="/draft")
    director.send("/entrants", at="/entrants", **{"player-0": "Ursule", "player-1": "Victor"})
    assert "Entered: Ursule & Victor." in director.text("/entrants")
    assert director.board().entrant("e5").joined == 2


def test_the_page_and_the_link_of_the_second_player_lead_to_the_pair(director):
    enter(director, "Ursule", "Yvon", "Zita")
    with director.app.app_context():
        links = player_links.entrant_links(director.access)
    director.send("/entrants/match", at="/entrants", match="e5-e7-entrants")
    phone, address = director.app.test_client(), f"/tournaments/{director.access.tournament_id}/who"
    answer = phone.get(f"{address}/e7")
    assert (answer.status_code, answer.location) == (303, f"{address}/e5")
    assert "Ursule & Zita" in text_of(phone.get(answer.location))
    assert "Ursule & Zita" in text_of(phone.get(f"/e/{links['e7']}"))
    assert [phone.get(f"{address}/{who}").status_code for who in ("e5", "e6", "e9")] == [200, 200, 404]
    director.send("/entrants", at="/entrants", text="Victor & Wilma")
    director.round()
    assert phone.get(f"/e/{links['e7']}/code.svg").status_code == 200


def test_after_the_match_is_undone_or_the_pair_is_gone_nobody_is_sent_there(director):
    enter(director, "Ursule", "Yvon")
    director.send("/entrants/match", at="/entrants", match="e5-e6-entrants")
    phone, address = director.app.test_client(), f"/tournaments/{director.access.tournament_id}/who"
    director.send(f"/history/{director.board().revision}/undo", at="/entrants")
    assert "Yvon" in text_of(phone.get(f"{address}/e6"))
    director.send("/entrants/e6", at="/entrants/e6", do="withdraw")
    assert phone.get(f"{address}/e6").status_code == 404
