"""The pages of the laboratory: nothing runs until requested; totals first, then the games."""

from __future__ import annotations

import json
import re
import time

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.formats.game_record import dump_record, parse_record
from scorekeeper.games.commands.library import game_creation
from scorekeeper.what_if.pages import results
from tests.archives.test_archive import a_club
from tests.cli.test_lab import SAME, TURNED, record
from tests.tournaments.club_night import PASSWORD
from tests.visitor import text_of

ALWAYS = "/laboratory?set=opponents_score=always"


def import_games(app, client, *records: str) -> list[int]:
    """Import these games on the client's device."""
    with app.app_context():
        device = visitors.make()
        client.set_cookie(visitors.COOKIE, visitors.cookie_value(device))
        return [game_creation.import_record(dump_record(parse_record(json.loads(one))), device).game_id for one in records]


@pytest.fixture
def two(app, client):
    """Two games: with the same winner if defenders always score, and with another one."""
    return import_games(app, client, SAME, TURNED)


def test_the_page_of_a_device_without_games_says_so(client):
    assert "No hands recorded here yet." in text_of(client.get("/laboratory"))


def test_nothing_is_tried_until_it_is_asked(client, two):
    page = client.get("/laboratory")
    assert page.status_code == 200
    assert "2 recorded games." in text_of(page)
    assert 'id="told"' not in page.text
    assert 'id="bids"' not in page.text


def test_totals_come_first_and_a_game_that_turns_leads_to_its_two_sheets(client, two):
    page = client.get(ALWAYS)
    text = text_of(page)
    assert "Defenders score: always." in text
    assert "The same side wins 1" in text
    assert "Another side wins 1" in text
    assert "Benoît & Denis instead of Aline & Claire" in text
    assert "Benoît of 2 0 1" in text
    assert page.text.index('id="fates"') < page.text.index(f"/games/{two[1]}/under")
    sheets = client.get(f"/games/{two[1]}/under?rules=standard~opponents_score-always")
    assert f"/games/{two[1]}/under?rules=standard~opponents_score-always" in page.text
    assert sheets.status_code == 200
    assert "Benoît & Denis win the game" in text_of(sheets)
    assert "/laboratory?rules=standard~opponents_score-always" in sheets.text


def test_games_that_go_on_are_told_apart_from_those_that_turn(client, two):
    text = text_of(client.get("/laboratory?rules=north_300"))
    assert "Over as played, continues under these rules It is not known who would have won" in text
    assert "Those hands were never played. 2" in text
    assert "Games that continue 2" in text


def test_a_named_set_and_three_options_are_kept_in_the_form(client, two):
    asked = "/laboratory?rules=kitty&set=target=300&set=hole_limit=off&set=hundred_wins=yes&coach=*"
    page = client.get(asked).text
    for value in ("kitty", "target=300", "hole_limit=off", "hundred_wins=yes", "*"):
        assert f'<option value="{value}" selected>' in page


def test_what_each_height_brings_is_told_of_a_player_or_of_everybody(client, two):
    own = text_of(client.get("/laboratory?coach=Aline"))
    assert "75 2 of 2 made" in own
    assert "too few to tell" in own
    assert "The same side wins" not in own
    assert "Zoé: no contracts recorded." in text_of(client.get("/laboratory?coach=Zoé"))
    assert "Everyone’s bids" in text_of(client.get("/laboratory?coach=*"))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("rules=nobodys", "nobodys"),
        ("set=target=3", "whole number from 5 to 5000"),
        ("set=nothing=3", "there is no such option"),
        ("set=target", "Target"),
        ("set=target=300&set=target=400", "is changed twice"),
        ("rules=standard&set=kitty=4", "The cards do not add up"),
        ("set=" + "9" * 3000, "there is no such option"),
    ],
)
def test_what_cannot_be_tried_is_said_above_the_form(client, two, asked, said):
    page = client.get(f"/laboratory?{asked}")
    assert page.status_code == 422
    assert said in text_of(page)
    assert 'id="told"' not in page.text


def test_names_are_shown_as_they_are_written(app, client):
    players = ["<b>Al</b>", "Benoît", "Claire", "Denis"]
    import_games(app, client, record((0, 75, 100, 0), (0, 75, 100, 0), players=players))
    page = client.get("/laboratory?set=target=100&coach=*").text
    assert "<b>Al</b>" not in page
    assert "&lt;b&gt;Al&lt;/b&gt;" in page


def test_five_hundred_games_take_little_and_more_are_not_looked_at(app, client, monkeypatch):
    import_games(app, client, *[SAME, TURNED] * 20)
    client.get(ALWAYS)
    before = time.process_time()
    assert "40 recorded games." in text_of(client.get(ALWAYS))
    assert time.process_time() - before < 2
    monkeypatch.setattr(results, "MOST", 10)
    text = text_of(client.get(ALWAYS))
    assert "10 recorded games." in text
    assert "Only the newest are used" in text


def test_a_club_sees_the_games_of_its_tables(app, client):
    with app.app_context():
        desk = a_club()
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    page = client.get("/desk/clubs/club-du-moulin/laboratory?set=target=50&coach=*")
    text = text_of(page)
    assert page.status_code == 200, text
    assert "1 recorded game." in text
    assert "Not over as played, won under these rules 1" in text
    assert "60 1 of 1 made" in text
    open_there = client.get("/desk/clubs/club-du-moulin/laboratory?set=no_trump=double")
    assert "Games with no known result 1" in text_of(open_there)
    assert f"/desk/{desk.id}/rounds/2" in open_there.text
    assert client.get(f"/desk/{desk.id}/rounds/2").status_code == 200
    assert "/desk/clubs/club-du-moulin/laboratory" in client.get("/desk/clubs/club-du-moulin").text


def test_who_is_not_of_the_club_sees_nothing_of_it(app, client):
    with app.app_context():
        a_club()
    assert client.get("/desk/clubs/club-du-moulin/laboratory").status_code == 303


def test_quick_questions_lead_to_the_totals_and_the_list_fits_the_players(app, client):
    import_games(app, client, SAME, TURNED)
    page = client.get("/laboratory").text
    links = re.findall(r'class="chip chip--word" href="(\?set=[^"]*)"', page)
    assert len(links) == 3
    assert links[0] == "?set=target=300"
    listed = re.findall(r'<option value="(\w+)"', page.partition('name="rules"')[2].partition("</select>")[0])
    assert "kitty" in listed
    assert "six_kitty" not in listed
    answer = client.get(f"/laboratory{links[0]}").text
    assert 'aria-current="true"' in answer
    assert answer.index('id="fates"') < answer.index('id="ask"')
