"""Statistics pages for everyone, a player or a pair: the hands behind each number, merged names, a household."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime

import pytest

from scorekeeper.core.i18n import timezones
from scorekeeper.games.commands.stats import summaries
from tests.visitor import text_of

FOUR = ["Aline", "Benoît", "Claire", "Denis"]
FAILED = {"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "points": [60, 40]}
MADE = {"kind": "played", "contractor": 0, "bid": 60, "bids": {}, "points": [70, 30]}
WON = [{**MADE, "points": [90, 10]}] * 3


def bring(client, *events, players=FOUR, day="2026-01-05", rules="standard", **about):
    """Import a game, and return its address."""
    record = {
        "format": "scorekeeper-game/2",
        "id": str(uuid.uuid4()),
        "started_at": f"{day}T19:30:00-04:00",
        "rules": rules,
        "players": players,
        "first_dealer": 0,
        "events": list(events),
        **about,
    }
    answer = client.post("/games/bring-in", data={"text": json.dumps(record)})
    assert answer.status_code == 303, text_of(answer)
    return answer.location


def cells(answer, name):
    """Return the table row that begins with a name."""
    rows = [text_of_row(row) for row in re.findall(r"<tr>.*?</tr>", answer.text, re.DOTALL)]
    return next(row for row in rows if row.startswith(name))


def card(answer, name):
    """Return the text of a person's card."""
    cards = [text_of_row(one) for one in re.findall(r'<li class="panel">.*?</li>', answer.text, re.DOTALL)]
    return next(one for one in cards if one.startswith(name))


def text_of_row(row):
    return " ".join(re.sub(r"<[^>]+>", " ", row).split())


def test_everybody_is_listed_with_games_won_and_bids_made(client):
    bring(client, *WON)
    bring(client, MADE, FAILED)
    page = client.get("/stats")
    assert card(page, "Aline") == "Aline 100 % 1 of 1 games won Bids made 100 % 4 of 4"
    assert card(page, "Benoît") == "Benoît 0 % 0 of 1 games won Bids made 0 % 0 of 1"
    assert cells(page, "Aline &amp; Claire") == "Aline &amp; Claire 1 of 1 100 % 4 of 4"
    assert "1 game finished · 1 in play" in text_of(page)


LOST = [{**FAILED, "points": [80, 20]}, *[{**MADE, "contractor": 1, "points": [10, 90]}] * 4]


def test_a_card_says_whom_somebody_wins_with_and_how_often(client):
    for _ in range(3):
        bring(client, *WON)
    hundred = {**MADE, "bid": "100-for-200", "points": [100, 0]}
    bring(client, hundred, rules={"base": "standard", "hundred_for_200": True}, players=["Aline", "Rosa", "Yvon", "Denis"])
    said = card(client.get("/stats"), "Aline")
    assert "4 of 4 games won" in said
    assert "Best partner Claire 3 of 3 won" in said
    assert "Most wins in a row 4" in said
    assert "100 for 200 made 1 of 1" in said


def test_two_pairs_are_compared_from_either_side(client):
    bring(client, *WON)
    bring(client, *WON)
    bring(client, *LOST)
    page = client.get("/stats")
    row = re.search(r'<a href="([^"]+against=[^"]+)">(.*?)</a>', page.text, re.DOTALL)
    assert text_of_row(row[2]) == "Aline &amp; Claire 2 Benoît &amp; Denis 1"
    compared = client.get(row[1].replace("&amp;", "&"))
    assert "Aline & Claire 2 Benoît & Denis 1" in text_of(compared)
    assert "3 games finished" in text_of(compared)
    assert cells(compared, "100 % 6 of 6") == "100 % 6 of 6 Bids made 80 % 4 of 5"
    swapped = client.get("/stats?who=benoit&who=denis&against=aline&against=claire")
    assert "Benoît & Denis 1 Aline & Claire 2" in text_of(swapped)


def test_this_evening_this_year_and_all_are_links(client, monkeypatch):
    monkeypatch.setattr(timezones, "now", lambda: datetime(2026, 1, 5, 22, tzinfo=UTC))
    bring(client, *WON, day="2025-12-30")
    bring(client, *WON, day="2026-01-03")
    bring(client, *WON, day="2026-01-05")
    page = client.get("/stats?who=aline").text
    links = dict(map(reversed, re.findall(r'<a href="(/stats[^"]*)"[^>]*>(This evening|This year|All)</a>', page)))
    counts = [games_counted(client.get(links[name].replace("&amp;", "&"))) for name in ("This evening", "This year", "All")]
    assert counts == [1, 2, 3]
    monkeypatch.setattr(timezones, "now", lambda: datetime(2027, 1, 5, 22, tzinfo=UTC))
    later = client.get("/stats").text
    assert ">Jan 5</a>" in later
    assert ">2026</a>" in later


def test_the_former_address_leads_to_the_same_page(client):
    bring(client, *WON)
    answer = client.get("/figures?who=aline&who=claire&year=2026&token=x&_external=1")
    assert (answer.status_code, answer.location) == (301, "/stats?who=aline&who=claire&year=2026")
    assert client.get("/figures/hands?kind=made").location == "/stats/hands?kind=made"
    assert client.get("/figures/names").location == "/stats/names"
    assert client.get("/figures/other").status_code == 404


def games_counted(answer):
    """Return the number of games that the page counts."""
    return sum(map(int, re.findall(r"(\d+) (?:games? finished|in play)", text_of(answer))))


def test_a_newcomer_is_told_when_figures_begin(client):
    assert "No games here yet" in text_of(client.get("/stats"))


def test_every_figure_of_a_person_leads_to_as_many_hands_as_it_says(client):
    bring(client, *WON)
    bring(client, MADE, FAILED, FAILED)
    page = client.get("/stats?who=benoit")
    facts = dict(re.findall(r"<dt>([^<]+)</dt>\s*<dd>\s*(?:<a href=\"([^\"]+)\")", page.text))
    assert "Points lost on failed bids" in facts
    said = text_of(client.get(facts["Points lost on failed bids"].replace("&amp;", "&")))
    assert "2 hands" in said
    assert said.count("bid 75 but took only 40: −75") == 2
    boxed = text_of(client.get(facts["Went in the box"].replace("&amp;", "&")))
    assert "1 hand " in boxed


@pytest.mark.slow
def test_a_hand_that_is_corrected_corrects_the_year(client):
    game = bring(client, MADE, FAILED)
    assert "Points lost on failed bids 75" in text_of(client.get("/stats?who=benoit&year=2026"))
    seen = json.dumps({"kind": "played", "contractor": 1, "bid": 75, "points": [20, 80]}, sort_keys=True)
    told = {"kind": "played", "contractor": 1, "bid": 75, "points": 80, "action": "record", "seen": seen, "revision": 3}
    answer = client.post(f"{game}/hands/3/edit", data={**told, "uuid": "a-key-of-mine"})
    assert answer.status_code == 303, text_of(answer)
    said = text_of(client.get("/stats?who=benoit&year=2026"))
    assert "Points lost on failed bids" not in said
    assert "Bids made 1 100 %" in said


def test_figures_are_asked_for_a_year_the_rules_a_place_and_an_opponent(client):
    bring(client, *WON, day="2025-12-30", place="chez Yvon")
    bring(client, *WON, day="2026-01-05", rules="kitty")
    bring(client, *WON, players=["Aline", "Rosa", "Claire", "Denis"])
    games = {
        "": 3,
        "&year=2025": 1,
        "&rules=kitty": 1,
        "&place=chez+Yvon": 1,
        "&against=rosa": 1,
        "&who=claire": 3,
    }
    for asked, found in games.items():
        assert games_counted(client.get("/stats?who=aline" + asked)) == found, asked


def test_an_evening_goes_on_past_midnight(client):
    bring(client, *WON, started_at="2026-01-01T00:40:00-04:00")
    assert games_counted(client.get("/stats?year=2025")) == 1


def test_a_game_taken_off_the_list_is_not_counted(client):
    game = bring(client, *WON)
    client.post(f"{game}/hide")
    assert "No games here yet" in text_of(client.get("/stats"))


def test_nobody_sees_the_figures_of_another_device(app, client):
    bring(client, *WON)
    assert "Aline" not in text_of(app.test_client().get("/stats"))


def test_what_no_figure_is_called_is_not_found(client):
    bring(client, *WON)
    assert client.get("/stats/hands?kind=nonsense").status_code == 404
    assert client.get("/stats?who=nobody").status_code == 200


@pytest.mark.slow
def test_long_lists_of_hands_have_pages(client):
    for _ in range(15):
        bring(client, *WON)
    first = client.get("/stats/hands?kind=made")
    assert "45 hands" in text_of(first)
    older = re.search(r'href="([^"]+)">Older', first.text)[1].replace("&amp;", "&")
    assert text_of(client.get(older)).count("Hand ") == 5


def test_two_names_of_one_person_are_joined_and_separated_again(client):
    bring(client, *WON, players=["Mémère", *FOUR[1:]])
    bring(client, *WON, players=["Thérèse", *FOUR[1:]])
    answer = client.post("/stats/names", data={"name": "Mémère", "person": "Thérèse"})
    assert answer.status_code == 303
    page = client.get("/stats")
    assert card(page, "Thérèse").startswith("Thérèse 100 % 2 of 2")
    assert "Mémère" not in text_of(page)
    client.post("/stats/names/part", data={"name": "Mémère"})
    assert card(client.get("/stats"), "Mémère").startswith("Mémère 100 % 1 of 1")


def test_a_name_is_not_joined_with_itself_nor_in_a_circle(client):
    bring(client, *WON)
    assert client.post("/stats/names", data={"name": "Aline", "person": "aline"}).status_code == 422
    client.post("/stats/names", data={"name": "Aline", "person": "Claire"})
    answer = client.post("/stats/names", data={"name": "Claire", "person": "Aline"})
    assert answer.status_code == 422
    assert "A name can’t be merged with itself." in text_of(answer)
    assert 'value="Claire"' in answer.text  # what was typed is still there


def link(client, purpose):
    """Return a link of this device's household."""
    client.post("/household/links", data={"purpose": purpose})
    return re.search(rf'value="http://[^/]+(/household/{purpose}/[^"]+)"', client.get("/household").text)[1]


def test_a_household_counts_the_games_of_its_devices_together(app, client):
    bring(client, *WON)
    other = app.test_client()
    bring(other, *WON, players=["Rosa", *FOUR[1:]])
    join = link(client, "join")
    assert "Join the household?" in text_of(other.get(join))
    other.post(join)
    for device in (client, other):
        assert games_counted(device.get("/stats")) == 2
        assert games_counted(device.get("/stats?of=device")) == 1
    hands = client.get("/stats/hands?kind=made&who=rosa").text
    assert "Hand 1" in hands
    assert "/games/" not in re.sub(r'href="/games/[a-z][^"]*"', "", hands)  # the game of the other phone stays its own
    other.post("/household/leave")
    assert games_counted(client.get("/stats")) == 1


def test_a_game_that_two_devices_have_counts_once(app, client):
    record = client.get(bring(client, *WON) + "/record.json").text
    other = app.test_client()
    other.post("/games/bring-in", data={"text": record})
    other.post(link(client, "join"))
    assert games_counted(client.get("/stats")) == 1


def test_a_link_to_look_shows_the_figures_and_opens_nothing_until_it_is_ended(app, client):
    game = bring(client, *WON)
    look = link(client, "look")
    stranger = app.test_client()
    page = stranger.get(look)
    assert "Aline" in text_of(page)
    hands = stranger.get(f"{look}/hands?kind=made").text
    assert "Hand 1" in hands
    assert game not in hands
    assert stranger.get(game).status_code == 404
    assert stranger.get(look.replace("/look/", "/join/")).status_code == 404
    end = re.search(r'action="(/household/links/\d+/end)"', client.get("/household").text)[1]
    assert stranger.post(end).status_code == 404
    client.post(end)
    assert stranger.get(look).status_code == 404
    assert stranger.get(f"{look}/hands?kind=made").status_code == 404


def test_a_link_is_made_once_however_often_its_button_is_tapped(client):
    assert link(client, "look") == link(client, "look")


def test_a_game_is_read_once_for_each_of_its_revisions(app, client, monkeypatch):
    for _ in range(3):
        bring(client, MADE)
    read = []
    monkeypatch.setattr(summaries, "load_many", lambda ways, real=summaries.load_many: read.extend(ways) or real(ways))
    client.get("/stats")
    client.get("/stats?who=aline")
    assert len(read) == 3
