"""Watchers, strangers, rematches, the pot, names and French."""

from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.sharing import share_links
from tests.games.pages.table import SIX, played
from tests.visitor import text_of


def test_a_rematch_carries_the_match_on_and_is_made_once(sit):
    table = sit(events=[played(0, 60, 90, 10), played(0, 60, 65, 35), played(0, 60, 80, 20)])
    assert "win the game" in text_of(table.get())
    answer = table.post("/rematch", games_to_win=2)
    again = table.post("/rematch", games_to_win=2)
    assert answer.location == again.location
    assert table.client.get(answer.location).status_code == 200
    assert "Games won: Aline & Claire 1, Benoît & Denis 0 · match to 2" in text_of(table.get())


def test_watchers_see_board_and_sheet_and_no_pad(sit, app):
    table = sit(events=[played(0, 60, 70, 30)])
    with app.app_context():
        access = authorization.access_by_device(table.id, table.visitor.key)
        token = share_links.create(access, "watch").token
        watcher = visitors.make()
        share_links.open_link(token, watcher)
        cookie = visitors.cookie_value(watcher)
    other = app.test_client()
    other.set_cookie(visitors.COOKIE, cookie)
    page = other.get(f"/games/{table.id}")
    assert "Hand 2, dealt by Benoît" in text_of(page)
    assert "<form" not in page.text.partition('id="main"')[2]
    assert '"record"' not in page.text
    assert other.post(f"/games/{table.id}/hands", data={"action": "passed_out", "revision": 2}).status_code == 403
    assert other.get(f"/games/{table.id}/hands/2/edit").status_code == 403


def test_nothing_new_costs_those_who_watch_next_to_nothing(sit):
    table = sit()
    first = table.get("/live")
    assert first.status_code == 200
    same = table.client.get(f"/games/{table.id}/live", headers={"If-None-Match": first.headers["ETag"]})
    assert same.status_code == 304
    table.save(contractor=0, bid=60, points=70)
    news = table.client.get(f"/games/{table.id}/live", headers={"If-None-Match": first.headers["ETag"]})
    assert news.status_code == 200
    assert "70" in text_of(news)


def test_a_stranger_is_told_nothing(sit, app):
    table = sit()
    for path in ("", "/live", "/history", "/hands/2", "/names", "/adjust"):
        assert app.test_client().get(f"/games/{table.id}{path}").status_code == 404


def test_names_are_escaped_wherever_they_are_shown(sit):
    table = sit(players=["<b>x</b>", "Benoît", "Claire", "Denis"])
    page = table.save(contractor=0, bid=60, points=70, note="<script>alert(1)</script>")
    assert "<b>x</b>" not in page.text
    assert "<script>alert" not in page.text
    assert "<script>alert" not in table.get("/hands/2").text


def test_the_pot_is_shown_divided_at_the_end(sit):
    rules = {"base": "pot", "ante": 100, "target": 100, "margin": 0}
    table = sit(rules, SIX, [played(1, 60, 20, 70, 10), played(1, 60, 0, 100, 0)])
    page = text_of(table.get())
    assert "The pot" in page
    assert "$6.00" in page
    assert "$3.00" in page


@pytest.mark.parametrize("path", ["", "/history", "/hands/2", "/hands/2/edit", "/hands/2/strike", "/names", "/adjust"])
def test_every_page_speaks_french(sit, path):
    table = sit(events=[played(0, 60, 70, 30)])
    page = table.client.get(f"/games/{table.id}{path}", headers={"Accept-Language": "fr-CA"})
    assert page.status_code == 200
    assert '<html lang="fr"' in page.text
