"""Announcements from the desk: on the screen, the public pages, the players' own pages, the tables' phones and the pad."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest

from scorekeeper.core.db import database
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.calls import announcements
from tests.tournaments.desk.director import FRAGMENT, Director
from tests.tournaments.table.phones import Phone
from tests.visitor import text_of


@pytest.fixture
def director(app):
    found = Director(app, 4, options={"rounds": 3, "match": {"kind": "hands", "hands": 4}})
    found.round()
    return found


def pages(director: Director) -> list[str]:
    """Return every page that people in the hall look at."""
    with director.app.app_context():
        token = player_links.table_links(director.access, 1)[1]
        own = player_links.entrant_links(director.access)["e1"]
    phone = Phone(director.app)
    pad = phone.client.post(f"/t/{token}/pad", data={"first_dealer": 1}).location
    of = f"/tournaments/{director.access.tournament_id}"
    addresses = [of, f"{of}/screen", f"{of}/standings", f"{of}/tables", f"{of}/who/e1", f"/e/{own}", f"/t/{token}", pad]
    return [text_of(phone.client.get(address, follow_redirects=True)) for address in addresses]


def test_what_the_desk_says_is_on_every_page_until_it_ends(director):
    assert not any("Prize draw" in page for page in pages(director))
    director.send("/announcement", do="draw", minutes="15")
    assert [page for page in pages(director) if "Prize draw" not in page] == []
    assert "Announced until" in director.text("")
    later = database.now() + timedelta(minutes=16)
    with mock.patch.object(announcements, "now", return_value=later):
        assert not any("Prize draw" in page for page in pages(director))
    director.send("/announcement", do="remove")
    assert not any("Prize draw" in page for page in pages(director))


def test_a_page_learns_of_the_end_without_any_change(director):
    director.send("/announcement", do="coffee", minutes="5")
    address = f"/tournaments/{director.access.tournament_id}"
    client = director.app.test_client()
    stamp = client.get(address, headers=FRAGMENT).headers["ETag"]
    assert client.get(address, headers={**FRAGMENT, "If-None-Match": stamp}).status_code == 304
    with mock.patch.object(announcements, "now", return_value=database.now() + timedelta(minutes=6)):
        assert client.get(address, headers={**FRAGMENT, "If-None-Match": stamp}).status_code == 200


def test_own_words_are_escaped_and_bounded(director):
    director.send("/announcement", do="text", text="Soup & <b>bread</b>", minutes="")
    html = director.app.test_client().get(f"/tournaments/{director.access.tournament_id}").get_data(as_text=True)
    assert "Soup &amp; &lt;b&gt;bread&lt;/b&gt;" in html
    director.send("/announcement", do="text", text="x" * 141)
    assert "at most 140 characters" in director.text("")
    director.send("/announcement", do="coffee", minutes="soon")
    assert "An announcement lasts between 1 and 1440 minutes" in director.text("")
    director.send("/announcement", do="beer")
    assert "Invalid announcement “beer”" in director.text("")


def test_the_desk_announces_before_the_first_round_and_after_the_last(app):
    director = Director(app, 4, options={"rounds": 1})
    director.send("/announcement", do="coffee", minutes="5")
    assert "Coffee break" in director.text("")
    director.round()
    director.play()
    director.send("/finish", at="/finish")
    director.send("/announcement", do="draw", minutes="5", at="/setup")
    assert "Prize draw" in director.text("")


def test_the_script_gets_the_parts_that_changed(director):
    answer = director.send("/announcement", 200, do="coffee", minutes="5", headers=FRAGMENT)
    assert 'id="desk-announce"' in answer.get_data(as_text=True)
