"""The way back from a game's pages: one wording, one place."""

from __future__ import annotations

import re

import pytest

from tests.games.pages.table import FOUR, Table, played
from tests.visitor import text_of

HANDS = [played(0, 60, 90, 10), played(2, 60, 85, 15)]
PAGES = (
    *("history", "names", "adjust", "dealer?entry=3", "dealer", "share", "paper", "rules", "rulings", "hand-over", "story"),
    *("odds", "under", "hands/2", "hands/2/edit", "hands/2/strike", "hands/new?before=2"),
)


@pytest.fixture
def table(app, client):
    return Table(app, client, "kitty", FOUR, HANDS)


@pytest.mark.parametrize("path", [*PAGES, "settings"])
def test_every_page_of_a_game_has_one_way_back_above_its_heading(client, table, path):
    game = f"/games/{table.id}"
    answer = client.get(f"/settings?next={game}" if path == "settings" else f"{game}/{path}", follow_redirects=True)
    assert answer.status_code == 200
    ways = re.findall(r'<a class="([^"]*)"[^>]* href="([^"]*)"[^>]*>\s*Back(?: to the game)?\s*</a>', answer.text)
    assert [name for name, _url in ways] == ["back"]
    assert ways[0][1].partition("#")[0] == game
    assert answer.text.index(">Back to the game<") < answer.text.index("<h1")


@pytest.mark.parametrize("path", ["names", "adjust", "dealer?entry=3", "hands/2/edit", "hands/2/strike"])
def test_whoever_changes_nothing_taps_cancel(table, path):
    said = text_of(table.get(f"/{path}"))
    assert "Cancel" in said
    assert "Leave it" not in said


@pytest.mark.parametrize("path", ["/settings", "/games/new", "/games/1", "/games/1/history", "/games/1/share"])
def test_the_first_page_has_one_name_in_every_head(client, table, path):
    assert '<b>200</b> <span class="sr-only">My games</span></a>' in client.get(path).text


def test_a_link_that_was_not_opened_yet_offers_no_page_of_its_game(app, client, table):
    made = table.post("/share", role="watch")
    page = client.get(made.location).text
    link = re.search(r'/s/[^"<\s]+', page)[0]
    shown = app.test_client().get(link).text
    assert "Open the game on this device" in shown
    assert 'href="/games/' not in shown.partition("<main")[0].replace('href="/games/new"', "")


def test_the_link_to_the_sheet_leads_to_its_table(table):
    saved = table.save(kind="played", contractor=0, bid=60, points=70, also_bid="none-1-3")
    for page, name in ((saved.text, "Sheet"), (table.get("/hands/2").text, "Back to the game")):
        target = re.search(rf'<a [^>]*href="[^"#]*#([\w-]+)"[^>]*>\s*{name}\s*</a>', page)[1]
        assert re.search(rf'id="{target}">\s*<table class="sheet', table.get().text)
