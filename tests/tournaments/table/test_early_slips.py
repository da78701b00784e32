"""A slip scanned before its round says when to scan it again."""

from __future__ import annotations

from scorekeeper.tournaments.commands.printouts import printouts
from tests.tournaments.commands.test_links_ahead import ADDRESSES
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


def test_a_slip_scanned_early_says_that_its_round_is_not_published_and_shows_no_names(app):
    director = Director(app, 4, method="round_robin", options={})
    with app.app_context():
        facts = printouts.facts_for_printing(director.access, director.board(), ADDRESSES, links=True)
    phone, address = app.test_client(), f"/t/{facts['links']['1']['1']}"
    early = phone.get(address)
    assert early.status_code == 404
    assert "Round 1 is not published yet Scan the code again once it begins." in text_of(early)
    names = [name for entrant in director.board().entrants for name in entrant.players]
    assert not any(name in text_of(early) for name in names)
    assert phone.post(address + "/report/send", json={"key": "x"}, headers={"X-Offline-Log": "1"}).status_code in (403, 404)
    director.round()
    assert phone.get(address).status_code == 200
