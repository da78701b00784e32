"""The way around a game: four tabs, and from its other pages one way back, with one wording in one place."""

from __future__ import annotations

import re

import pytest

from tests.games.pages.table import FOUR, Table, played
from tests.visitor import text_of

HANDS = [played(0, 60, 90, 10), played(2, 60, 85, 15)]
PAGES = (
    *("history", "names", "adjust", "dealer?entry=3", "dealer", "share", "paper", "rules", "rulings", "hand-over", "story"),
    *("under", "hands/2", "hands/2/edit", "hands/2/strike", "hands/new?before=2"),
)


@pytest.fixture
def table(app, client):
    return Table(app, client, "kitty", FOUR, HANDS)


@pytest.mark.parametrize("path", [*PAGES, "settings"])
def test_every_page_of_a_game_has_one_way_back_in_the_bar_at_the_top(client, table, path):
    game = f"/games/{table.id}"
    answer = client.get(f"/settings?next={game}" if path == "settings" else f"{game}/{path}", follow_redirects=True)
    assert answer.status_code == 200
    ways = re.findall(r'<a class="([^"]*)"[^>]* href="([^"]*)"[^>]*>\s*Back(?: to the game)?\s*</a>', answer.text)
    assert [name for name, _url in ways] == ["topbar-back"]
    assert ways[0][1].partition("#")[0] == game
    assert ">Back to the game<" in answer.text.partition('<header class="topbar">')[2].partition("</header>")[0]
    assert not re.search(r">\s*(Leave it|Close|Done|Return)\s*<", answer.text)


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


def tabs(page):
    """Return the tabs of a page: words, address, and whether it is the current one."""
    nav = page.partition('<nav class="game-tabs"')[2].partition('<details class="menu')[0]
    return [(said, url, bool(now)) for url, now, said in re.findall(r'<a href="([^"]*)"( aria-current="page")?>(.*?)</a>', nav)]


def test_a_game_has_its_tabs_on_its_own_page_and_on_that_of_its_chances(table):
    game = f"/games/{table.id}"
    here = [("Score", "#score", False), ("Sheet", "#sheet", False), ("Chances", f"{game}/odds", False)]
    assert tabs(table.get().text) == here
    chances = [("Score", f"{game}#score", False), ("Sheet", f"{game}#sheet", False), ("Chances", f"{game}/odds", True)]
    assert tabs(table.get("/odds").text) == chances


@pytest.mark.parametrize("name", ["score", "sheet", "odds"])
def test_what_a_tab_shows_is_a_part_of_the_game_s_page(table, name):
    assert len(re.findall(rf'<(?:div|section) [^>]*id="{name}"', table.get().text)) == 1


def test_from_a_hand_the_way_back_leads_to_the_sheet_and_from_other_pages_to_the_scores(table):
    for path, tab in (("/hands/2", "#sheet"), ("/hands/2/edit", "#sheet"), ("/names", ""), ("/history", "")):
        assert f'<a class="topbar-back" href="/games/{table.id}{tab}">Back to the game</a>' in table.get(path).text


@pytest.mark.parametrize("path", ["", "/history", "/odds", "/share", "/rules"])
def test_more_has_the_menu_in_four_groups(table, path):
    menu = table.get(path).text.partition('<details class="menu more-menu">')[2].partition("</details>")[0]
    assert re.search(r"<summary>(.*?)</summary>", menu)[1] == "More"
    assert re.findall(r"<p>(.*?)</p>", menu) == ["Show and send", "Fix", "Rules", "Device"]
    groups = [re.findall(r"<(?:a|button)[^>]*>(.*?)</", part) for part in menu.split("</ul>")[:4]]
    assert groups == [
        ["Scoreboard", "Share", "Send by QR code", "Print the sheet", "Save as a file"],
        ["History and undo", "Names", "Change dealer", "Adjust a score"],
        ["Rules of this game", "Ruling desk"],
        ["Settings", "Help", "Français"],
    ]


def test_a_device_that_only_watches_has_no_menu_items_that_change_the_game(app, table):
    watching = app.test_client()
    link = re.search(r'/s/[^"<\s]+', table.get(table.post("/share", role="watch").location.partition(str(table.id))[2]).text)[0]
    watching.post(link)
    said = watching.get(f"/games/{table.id}").text.partition('<details class="menu more-menu">')[2].partition("</details>")[0]
    assert "Scoreboard" in said
    assert not [one for one in ("names", "dealer", "adjust", "share") if f"/games/{table.id}/{one}" in said]
