from __future__ import annotations

import re

from tests.visitor import start, text_of


def test_a_newcomer_is_told_what_it_is_and_where_to_begin(client):
    said = text_of(client.get("/"))
    assert "No game on this device yet" in said
    assert "Record a game of 200 hand by hand" in said


def test_a_visit_alone_makes_no_device(client):
    assert "scorekeeper_device" not in client.get("/").headers.get("Set-Cookie", "")


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
    """A game that is over; its address."""
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
    assert re.search(rf'<a class="btn btn--go[^"]*" href="{url}">\s*<span>Go on', page)
    assert re.search(r'<a class="btn" href="/games/new">', page)
    assert "As last time" not in page
    over = played_out(client)
    page = client.get("/").text
    assert over in page
    assert "As last time" in page
    assert re.search(r'<a class="btn btn--go" href="/games/new">', page)


def test_as_last_time_without_a_last_time_leads_to_the_form(client):
    assert client.post("/games/again", data={"uuid": "a-key-of-my-own"}).location == "/games/new"


def test_a_game_is_taken_off_the_list_and_put_back(client):
    url = start(client)
    page = client.post(f"{url}/hide", follow_redirects=True)
    assert f'href="{url}"' not in page.get_data(as_text=True)
    assert "Nothing is lost" in text_of(page)
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
