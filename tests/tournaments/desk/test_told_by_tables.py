"""Results reported by tables: confirmed, disputed, replaced by another report."""

from __future__ import annotations

import re

from scorekeeper.core.net import own_addresses
from scorekeeper.core.pages import lan_address
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.results import table_reports
from tests.tournaments import evening
from tests.tournaments.desk.director import FRAGMENT
from tests.visitor import text_of, value_of


def at_table(director, table):
    """Return a player's access by the table's link."""
    return tournament_entrance.table(evening.tables(director.access)[table])


def test_a_result_that_is_not_what_the_table_told_is_entered_only_when_it_is_sent_again(director):
    director.round()
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, table_reports.report(0, {"scores": [210, 165]}), revision=access.revision, uuid=evening.key())
    said = director.result(1, 150, 220, status=422, headers=FRAGMENT)
    names = [e.name for i in director.board().table(1, 1).ids for e in director.board().entrants if e.id == i]
    assert f"Table 1 reported a different result: {names[0]}: 210 – 165. You typed 150 – 220." in text_of(said)
    assert "Is this the right table?" in text_of(said)
    assert not director.board().table(1, 1).result.known
    again = {name: value_of(said, name) for name in ("sure", "against")}
    # Different scores are a different question.
    director.result(1, 155, 220, status=422, headers=FRAGMENT, **again)
    director.result(1, 150, 220, status=200, headers=FRAGMENT, **again)
    assert director.board().table(1, 1).result.scores == (150, 220)


def test_a_report_that_comes_meanwhile_is_another_question(director):
    director.round()
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, table_reports.report(0, {"scores": [210, 165]}), revision=access.revision, uuid=evening.key())
    page = "/rounds/1/tables/1"
    asked = director.send(page, 422, at=page, **{"score-0-0": "150", "score-0-1": "220"})
    assert "Yes, save it" in text_of(asked)
    again = {name: value_of(asked, name) for name in ("sure", "against")}
    with director.app.app_context():
        access = at_table(director, 1)
        write(access, table_reports.report(1, {"scores": [200, 165]}), revision=access.revision, uuid=evening.key())
    asked = director.send(page, 422, at=page, **{"score-0-0": "150", "score-0-1": "220"}, **again)
    again = {name: value_of(asked, name) for name in ("sure", "against")}
    director.send(page, at=page, **{"score-0-0": "150", "score-0-1": "220"}, **again)
    assert director.board().table(1, 1).result.scores == (150, 220)


def test_a_report_is_confirmed_from_the_desk_and_a_dispute_shows_both_versions(director):
    director.round()
    with director.app.app_context():
        for side, scores in ((0, [300, 200]), (1, [200, 300])):
            access = at_table(director, 1)
            write(access, table_reports.report(side, {"scores": scores}), revision=access.revision, uuid=evening.key())
        access = at_table(director, 2)
        write(access, table_reports.report(0, {"scores": [345, 290]}), revision=access.revision, uuid=evening.key())
    page = director.text()
    assert "in dispute" in page
    assert "reported" in page
    page = director.text("/rounds/1/tables/1")
    assert "Two versions" in page
    assert "300 – 200" in page
    assert "200 – 300" in page
    director.send("/rounds/1/tables/1/take", at="/rounds/1/tables/1", side="1")
    director.send("/rounds/1/tables/2/take", at="/rounds/1/tables/2", side="0")
    board = director.board()
    assert board.table(1, 1).result.scores == (200, 300)
    assert board.table(1, 2).result.scores == (345, 290)


def test_a_table_that_lost_its_slip_gets_a_qr_code_at_the_desk_and_from_its_players_own_pages(director, app):
    board = director.round()
    page = director.open("/rounds/1/tables/1").get_data(as_text=True)
    address = re.search(r'src="([^"]+code\.svg)"', page)[1]
    with app.test_request_context():
        token = player_links.table_links(director.access, 1)[1]
        own = player_links.entrant_link(director.access, board.table(1, 1).ids[0])
        drawn = lan_address.qr_code(f"{lan_address.reachable_root()}/t/{token}").get_data()
    answer = director.open(address)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert answer.get_data() == drawn
    player = app.test_client()
    found = re.search(r'src="([^"]+code\.svg)"', player.get(f"/e/{own}").get_data(as_text=True))[1]
    assert player.get(found).get_data() == drawn
    assert player.get(address).status_code == 303
    assert player.get("/e/" + "a" * 43 + "/code.svg").status_code == 404


def test_a_desk_that_is_asked_for_as_localhost_shows_links_that_phones_open(director, app, monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "192.0.2.7")
    board = director.round()
    people = f"/clubs/{director.access.club_slug}/people"
    with app.test_request_context():
        table = player_links.table_links(director.access, 1)[1]
        own = player_links.entrant_link(director.access, board.table(1, 1).ids[0])
    assert f"http://192.0.2.7/t/{table}" in director.text("/rounds/1/tables/1")
    assert f"http://192.0.2.7/e/{own}" in director.text(f"/entrants/{board.table(1, 1).ids[0]}")
    director.client.post(f"{people}/invitations", data={"role": "scorer", "uuid": "invited"})
    assert "http://192.0.2.7/club/join/" in director.client.get(people).get_data(as_text=True)
