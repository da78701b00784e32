from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper.core.db.database import write_transaction
from scorekeeper.games.store.game import Game
from tests.games.pages.table import FOUR, Table, played
from tests.visitor import start, text_of, value_of

WON = [played(0, 60, 90, 10), played(2, 60, 85, 15), played(0, 60, 80, 20)]
LOST = [played(1, 60, 10, 90), played(3, 60, 15, 85), played(1, 60, 20, 80)]


def play(client, address, hands):
    """Record hands in a game with the kitty rules."""
    for hand in hands:
        page = client.get(address)
        side = hand["contractor"] % 2
        also = "none-" + "-".join(str(seat) for seat in range(4) if seat % 2 != side)
        asked = {name: value_of(page, name) for name in ("revision", "uuid")}
        told = {"contractor": hand["contractor"], "bid": hand["bid"], "points": hand["points"][side], "also_bid": also}
        answer = client.post(f"{address}/hands", data={"action": "record", **asked, **told})
        assert answer.status_code == 303, text_of(answer)


def as_last_time(client):
    """Start the next game from the first page, and return the answer."""
    page = client.get("/")
    return client.post("/games/again", data={name: value_of(page, name) for name in ("uuid", "after")})


def a_week_ago(app):
    """Move the start of every game back by a week."""
    with app.app_context(), write_transaction() as session:
        for game in session.scalars(select(Game)):
            game.created_at -= timedelta(days=7)


def test_a_newcomer_is_told_what_it_is_and_where_to_begin(client):
    said = text_of(client.get("/"))
    assert "No games yet" in said
    assert "Record each hand" in said


def test_a_visit_alone_makes_no_device(client):
    assert "scorekeeper_device" not in client.get("/").headers.get("Set-Cookie", "")


def test_the_game_to_continue_has_a_heading_of_its_own_beside_the_others_in_progress(client):
    for _ in range(2):
        play(client, start(client), WON[:1])
    assert re.findall("<h2>(.*?)</h2>", client.get("/").get_data(as_text=True))[:2] == ["In progress", "Also in progress"]


def test_the_games_of_this_device_are_listed_and_nobody_elses(app, client):
    url = start(client)
    assert f'href="{url}"' in client.get("/").get_data(as_text=True)
    other = app.test_client()
    assert f'href="{url}"' not in other.get("/").get_data(as_text=True)
    assert other.get(url).status_code == 404


def test_as_last_time_is_one_tap_with_the_same_rules_players_and_dealer(client):
    first = start(client, "le_rough", first_dealer="3")
    answer = client.post("/games/again", data={"uuid": "a-key-of-my-own"})
    assert answer.location != first
    before, after = (client.get(f"{url}/record.json").get_json() for url in (first, answer.location))
    assert before.pop("id") != after.pop("id")
    assert before.pop("started_at") <= after.pop("started_at")  # the one second may end between them
    assert before == after
    assert client.post("/games/again", data={"uuid": "a-key-of-my-own"}).location == answer.location


def played_out(client):
    """Return the address of a finished game."""
    url = start(client, "kitty", first_dealer="0")
    for n in range(3):
        asked = {
            "action": "record",
            "revision": n + 1,
            "uuid": f"a-key-of-hand-{n}",
            "contractor": 2 * (n % 2),
            "bid": 60,
            "points": 90,
        }
        answer = client.post(f"{url}/hands", data=asked | {"also_bid": "none-1-3"})
        assert answer.status_code == 303, text_of(answer)
    return url


def test_while_a_game_is_played_the_first_page_goes_on_with_it_and_starts_no_second_one_by_a_tap(client):
    url = start(client)
    page = client.get("/").text
    assert re.search(rf'<a class="btn btn--primary" href="{url}">Continue', page)
    assert re.search(r'<a class="btn tile" href="/games/new">', page)
    assert "Same as last time" not in page
    over = played_out(client)
    page = client.get("/").text
    assert over in page
    assert "Begin game 2" in page
    assert re.search(r'<a class="btn tile" href="/games/new">', page)


def test_the_first_page_goes_on_with_a_match_that_is_not_decided(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    second = first.post("/rematch", games_to_win="3").location
    play(client, second, LOST)
    page = client.get("/")
    said = text_of(page)
    assert "Tonight 1–1, game 3 Aline & Claire – Benoît & Denis" in said
    assert "Begin game 3" in said
    assert "Same as last time" not in said
    third = as_last_time(client).location
    record = client.get(f"{third}/record.json").json
    assert (record["match"]["number"], record["match"]["games_to_win"]) == (3, 3)
    assert "<b>Tonight 1–1</b>" in client.get(third).text
    sent = {name: value_of(page, name) for name in ("uuid", "after")}
    assert client.post("/games/again", data=sent).location == third, "a second tap starts no other game"
    assert re.search(rf'<a class="btn btn--primary" href="{third}">', client.get("/").text)


def test_as_last_time_goes_on_with_the_evening(app, client):
    Table(app, client, "kitty", FOUR, WON)
    second = as_last_time(client).location
    assert "<b>Tonight 1–0</b>" in client.get(second).text
    play(client, second, LOST)
    said = text_of(client.get("/"))
    assert "Tonight 1–1, game 3 Aline & Claire – Benoît & Denis" in said
    assert "Begin game 3" in said
    third = as_last_time(client).location
    assert "<b>Tonight 1–1</b>" in client.get(third).text
    assert "Tonight 1–1, game 3 Aline & Claire 0 Benoît & Denis 0" in text_of(client.get("/"))


def test_the_first_game_of_an_evening_counts_in_its_score(app, client):
    Table(app, client, "kitty", FOUR, WON)
    said = text_of(client.get("/"))
    assert "Tonight 1–0, game 2 Aline & Claire – Benoît & Denis" in said
    assert "Begin game 2" in said


def test_the_top_of_a_page_and_the_end_of_the_game_have_the_same_score_of_the_evening(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    second = first.post("/rematch", games_to_win="3").location
    play(client, second, LOST)
    page = client.get(second)
    assert "<b>Tonight 1–1</b></span>" in page.text
    assert "Tonight 1–1 · Games won: Aline & Claire 1, Benoît & Denis 1 · match to 3" in text_of(page)
    assert "Tonight 1–1" in text_of(client.get("/"))


def test_the_first_page_lists_the_last_three_finished_games_and_leads_to_all(client):
    games = [played_out(client) for _ in range(4)]
    page = client.get("/")
    assert [f'id="game-{url.rpartition("/")[2]}"' in page.text for url in games] == [False, True, True, True]
    assert 'href="/library"' in page.text


def test_a_newcomer_has_one_button_and_a_page_of_what_it_does(client):
    page = client.get("/")
    assert page.text.count('href="/games/new"') == 1
    address = re.search(r'class="see" href="([^"]+)"', page.text)[1]
    assert client.get(address).text.count("<img") == 8


def test_as_last_time_begins_another_evening_on_another_day(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    play(client, first.post("/rematch").location, LOST)
    a_week_ago(app)
    said = text_of(client.get("/"))
    assert "Games 1–1" not in said
    assert "Same as last time Aline & Claire – Benoît & Denis" in said
    assert "match" not in client.get(f"{as_last_time(client).location}/record.json").json


def test_a_match_that_was_decided_is_not_gone_on_with(app, client):
    first = Table(app, client, "kitty", FOUR, WON)
    play(client, first.post("/rematch", games_to_win="2").location, WON)
    assert "of the match ·" not in text_of(client.get("/")).partition("Finished")[0]
    assert "match" not in client.get(f"{as_last_time(client).location}/record.json").json


def test_two_taps_on_as_last_time_start_one_game(client):
    played_out(client)
    page = client.get("/")
    sent = {name: value_of(page, name) for name in ("uuid", "after")}
    assert len(sent["uuid"]) > 20
    assert len({client.post("/games/again", data=sent).location for _ in range(2)}) == 1


def test_a_game_without_a_hand_leaves_the_list_when_another_begins_and_is_found_again(client):
    empty = start(client)
    assert f'href="{empty}"' in client.get("/").text
    newer = start(client)
    page = client.get("/").text
    assert f'href="{empty}"' not in page
    assert f'href="{newer}"' in page
    hidden = client.get(re.search(r'href="([^"]*hidden)"', page)[1]).text
    assert f'href="{empty}"' in hidden
    assert f'href="{newer}"' not in hidden
    play(client, empty, WON[:1])
    assert f'href="{empty}"' in client.get("/").text


@pytest.mark.parametrize("kept", [False, True])
def test_the_first_page_goes_on_with_a_game_that_has_a_hand(client, kept):
    begun = start(client)
    if kept:
        client.post(
            f"{begun}/hands", data={"action": "open", "revision": 1, "uuid": "a-key-of-my-own", "contractor": 0, "bid": 60}
        )
    else:
        play(client, begun, WON[:1])
    empty = start(client)
    page = client.get("/").text
    assert re.search(rf'<a class="btn btn--primary" href="{begun}">', page)
    assert f'href="{empty}"' in page


def test_as_last_time_without_a_last_time_leads_to_the_form(client):
    assert client.post("/games/again", data={"uuid": "a-key-of-my-own"}).location == "/games/new"


def test_a_game_is_taken_off_the_list_and_put_back(client):
    url = start(client)
    page = client.post(f"{url}/hide", follow_redirects=True)
    assert f'href="{url}"' not in page.get_data(as_text=True)
    assert "Removed from the list." in text_of(page)
    assert client.get(url).status_code == 200
    assert f'href="{url}"' in client.get("/games/hidden").get_data(as_text=True)
    client.post(f"{url}/hide", data={"hidden": "0"})
    assert f'href="{url}"' in client.get("/").get_data(as_text=True)


def test_nobody_takes_a_game_off_anothers_list(app, client):
    url = start(client)
    assert app.test_client().post(f"{url}/hide").status_code == 404


def test_names_are_escaped(client):
    start(client, **{"player-0": "<script>alert(1)</script>"})
    assert "<script>alert" not in client.get("/").get_data(as_text=True)


def test_the_first_page_leads_to_the_cards_of_the_people_who_play_most(client):
    assert "who=" not in client.get("/").get_data(as_text=True)
    for others in (("Luc", "Zoé", "Paul"), ("Luc", "Rosa", "Paul")):
        names = {f"player-{seat}": name for seat, name in enumerate(("Aline", *others))}
        play(client, start(client, "kitty", first_dealer="0", **names), WON)
    client.post("/stats/names", data={"name": "Rosa", "person": "Zoé"})
    page = client.get("/").get_data(as_text=True)
    links = re.findall(r'href="(/stats\?who=[^"]+)">([^<]+)</a>', page)
    assert sorted(name for _url, name in links) == ["Aline", "Luc", "Paul", "Zoé"]
    assert all("2 games" in text_of(client.get(url)) for url, _name in links)
