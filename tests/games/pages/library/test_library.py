"""The list of games and its search, the page of a session, the story of a game."""

from __future__ import annotations

import re

import pytest

from tests.games.pages.stats.test_stats import MADE, WON, bring
from tests.visitor import start, text_of


def search_library(client, asked=""):
    return text_of(client.get("/library", query_string={"q": asked}))


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["rosa", "ROSA Rumour", "chalet", "noel", "2025-12", "december 30", "renege", "kitty"])
def test_a_game_is_found_by_whatever_was_written_in_it_its_rules_and_its_date(client, asked):
    hands = [{**MADE, "note": "a renege, they say"}]
    names = ["Rosa Rumour", "Luc", "Claire", "Denis"]
    bring(client, *hands, players=names, day="2025-12-30", place="Chalet", occasion="Noël", rules="kitty")
    bring(client, *WON)
    said = search_library(client, asked)
    assert "1 game " in said
    assert "Rosa Rumour" in said


def test_games_are_listed_by_evenings_the_newest_first(client):
    bring(client, *WON, day="2026-01-05", place="chez Yvon")
    bring(client, *WON, day="2026-01-09")
    bring(client, MADE, started_at="2026-01-06T00:30:00-04:00")
    page = client.get("/library")
    assert re.findall(r"/evenings/([\d-]+)", page.text) == ["2026-01-09", "2026-01-05"]
    assert "Monday, January 5, 2026 chez Yvon" in text_of(page)


def test_what_no_game_has_is_said(app, client):
    bring(client, *WON)
    assert "No games match." in search_library(client, "zoé")
    assert "No games yet" in text_of(app.test_client().get("/library"))


@pytest.mark.slow
def test_many_games_have_pages(client):
    for _ in range(31):
        bring(client, MADE)
    page = client.get("/library")
    assert page.text.count('class="whole"') == 30
    older = re.search(r'href="([^"]+)">Older', page.text)[1].replace("&amp;", "&")
    assert client.get(older).text.count('class="whole"') == 1


def test_an_evening_says_who_won_how_many_and_tells_its_games(client):
    bring(client, *WON, place="chez Yvon")
    bring(client, *WON, started_at="2026-01-05T21:00:00-04:00")
    bring(client, MADE, started_at="2026-01-06T00:30:00-04:00")
    said = text_of(client.get("/evenings/2026-01-05"))
    assert "Aline & Claire 2 Benoît & Denis 0" in said
    assert "Games won: Aline & Claire 2." in said
    assert "Game 2: Aline and Claire were never behind. In the last hand Aline bid 60 and took 90." in said


def test_an_evening_without_games_is_not_there(client):
    bring(client, *WON)
    assert client.get("/evenings/2020-01-01").status_code == 404
    assert client.get("/evenings/yesterday").status_code == 404


def test_the_story_of_a_game_can_be_copied_and_sent(client):
    game = bring(client, *WON, place="chez Yvon")
    assert f'href="{game}/story"' in client.get(game).text
    page = client.get(f"{game}/story")
    assert "Monday, January 5, 2026 · chez Yvon" in text_of(page)
    assert "Aline and Claire were never behind." in re.search(r'data-copy="([^"]+)"', page.text)[1]


def test_a_game_without_a_hand_has_no_story_yet(client):
    assert "Nothing to tell yet" in text_of(client.get(start(client) + "/story"))


def test_a_story_is_told_in_the_language_of_the_page(client):
    game = bring(client, *WON)
    page = text_of(client.get(f"{game}/story", headers={"Accept-Language": "fr"}))
    assert "Aline et Claire n’ont jamais été en retard." in page
