"""The pages around the pad: their order, the match score, and what watchers see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper.core.db.database import write_transaction
from scorekeeper.engine.state import needs
from scorekeeper.games.pages.pad import pad_form
from scorekeeper.games.store.game import Game
from tests.games.pages.table import FOUR, Table, played
from tests.visitor import start, text_of

WON = [played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)]


def test_the_second_game_of_a_match_says_who_won_the_first_on_the_pad_and_on_its_sheet(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    assert "Games won before" not in text_of(first.get())
    following = first.post("/rematch", games_to_win="3").location
    page = client.get(following)
    assert "<b>Tonight 1–0</b>" in page.text
    assert "Games won before this one: Aline & Claire 1, Benoît & Denis 0 · match to 3" in text_of(page)


def test_head_and_end_of_a_finished_game_say_the_same_tally(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    first.post("/rematch", games_to_win="3")
    for page in (first.get(), client.get(f"/games/{first.id}/live", headers={"X-Fragment": "1"})):
        assert "<b>Tonight 1–0</b>" in page.text
        assert text_of(page).count("Games won: Aline & Claire 1, Benoît & Denis 0 · match to 3") == 2, "panel and sheet"
        assert "Games won before" not in text_of(page)


def test_a_match_that_began_on_another_day_is_not_tonight_s(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    following = first.post("/rematch").location
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Game).where(Game.number == 1)).one().created_at -= timedelta(days=7)
    assert "<b>Games 1–0</b>" in client.get(following).text


def test_the_page_of_a_hand_begins_with_its_correction_and_has_one_way_back(app, client):
    table = Table(app, client, "kitty", FOUR, WON[:1])
    page = table.get("/hands/2").text
    acts = re.findall(r'<a class="(btn[^"]*)" href="[^"]*">([^<]*)</a>', page)
    assert acts[0] == ("btn btn--primary", "Correct it")
    assert page.index(">Correct it<") < page.index('class="why"'), "above the reasons, in sight on a phone"
    assert len(re.findall(r">\s*Back[^<]*</a>", page)) == 1
    assert ">Change<" not in page, "that would read as a button"


def test_a_row_of_the_sheet_looks_like_the_link_that_it_is(app, client):
    table = Table(app, client, "kitty", FOUR, WON[:1])
    style = re.search(r'href="(/static/[^"]*sheet[^"]*\.css)"', table.get().text)[1]
    rules = re.search(r"\.sheet \.c-n a \{[^}]*\}", client.get(style).text)[0]
    assert "text-decoration: none" not in rules


def test_an_incomplete_correction_is_told_softly_while_it_is_made_and_plainly_once_it_is_sent(app, client):
    table = Table(app, client, "kitty", FOUR, WON[:1])
    asked = {"kind": "played", "contractor": "0", "bid": "60", "action": "preview"}
    looked = client.post(f"/games/{table.id}/hands/2/edit", data=asked, headers={"X-Fragment": "1"})
    assert looked.status_code == 200
    assert "Tap the card points." in text_of(looked)
    assert 'class="error"' not in looked.text
    sent = client.post(f"/games/{table.id}/hands/2/edit", data=asked)
    assert sent.status_code == 422
    assert 'class="error"' in sent.text


def test_those_who_watch_are_told_that_they_do(app, client):
    table = Table(app, client, "kitty", FOUR, WON[:1])
    assert 'id="watching"' not in table.get().text
    client.post(f"/games/{table.id}/share", data={"role": "watch"})
    link = re.search(r'value="[^"]*(/s/[^"]+)"', client.get(f"/games/{table.id}/share").text)[1]
    other = app.test_client()
    page = other.get(other.post(link).location)
    assert '<p class="watching small soft" id="watching"><b>Watching</b>' in page.text


def test_an_iphone_finds_the_sign_for_its_home_screen(client):
    icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', client.get("/").text)[1]
    answer = client.get(icon)
    assert answer.mimetype == "image/png"


@pytest.mark.slow
def test_styles_need_nothing_that_the_browsers_of_the_readme_lack(client):
    links = set()
    for page in ("/", start(client), "/games/new", "/settings", "/rules"):
        links.update(re.findall(r'href="(/static/[^"]+\.css)"', client.get(page).text))
    styles = "\n".join(client.get(link).text for link in links)
    assert "subgrid" not in styles, "Chrome 117"
    assert len(re.findall(r"(?<!-)hyphens: auto", styles)) == styles.count("-webkit-hyphens: auto"), "Safari before 17"


@pytest.mark.parametrize("path", ["", "/hands/2/edit"])
def test_what_a_hand_must_tell_is_worked_out_once_a_page(app, client, monkeypatch, path):
    table = Table(app, client, "kitty", FOUR, WON[:2])
    asked = []
    monkeypatch.setattr(pad_form, "needs", lambda *known: asked.append(known) or needs(*known))
    assert table.get(path).status_code == 200
    assert len(asked) == 1


def test_a_kitchen_game_to_the_farthest_target_says_what_is_left_and_draws_it_once_it_comes_nearer(app, client):
    table = Table(app, client, {"base": "kitty", "target": 5000}, FOUR, WON[:2])
    page = table.get()
    assert "4825 to go" in text_of(page)
    assert 'class="goal"' not in page.text, "the lines would lie flat"
    taken = {"kind": "adjustment", "side": 0, "points": 225, "reason": "taken over"}
    later = Table(app, client, {"base": "kitty", "target": 5000}, FOUR, [taken, *WON[:2], played(0, 100, 100, 0)]).get()
    assert "4500 to go" in text_of(later)
    assert 'class="goal"' in later.text
