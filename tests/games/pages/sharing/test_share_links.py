from __future__ import annotations

import re

import pytest

from scorekeeper.core.net import own_addresses
from tests.visitor import start, text_of


def make_link(client, url, role="score"):
    page = client.post(f"{url}/share", data={"role": role}, follow_redirects=True).get_data(as_text=True)
    return re.search(r'value="http://[^"/]+(/s/[^"]+)"', page)[1]


def test_a_link_opens_the_game_on_another_device(app, client):
    url = start(client)
    link, other = make_link(client, url), app.test_client()
    assert other.get(url).status_code == 404
    assert other.post(link).location == url
    assert other.get(url).status_code == 200
    assert other.get(link).location == url


def test_the_code_and_the_phrase_come_before_the_field_with_the_link(client):
    url = start(client)
    make_link(client, url)
    say = re.search(r'action="([^"]+/words)"', client.get(f"{url}/share").get_data(as_text=True))[1]
    for phrase in ("Create a join phrase", "join-words"):
        page = client.get(f"{url}/share").get_data(as_text=True)
        places = [page.index(part) for part in ('class="code"', phrase, 'class="input address"')]
        assert places == sorted(places)
        client.post(say)


def test_looking_at_a_link_opens_nothing(app, client):
    url = start(client)
    link, other = make_link(client, url), app.test_client()
    answer = other.get(link)
    assert answer.status_code == 200
    assert "Aline & Rosa" in text_of(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    assert other.get(url).status_code == 404


def test_whoever_watches_may_not_share(app, client):
    url = start(client)
    watcher = app.test_client()
    watcher.post(make_link(client, url, "watch"))
    assert watcher.get(url).status_code == 200
    assert watcher.get(f"{url}/share").status_code == 403
    assert watcher.post(f"{url}/share", data={"role": "score"}).status_code == 403


def test_an_ended_link_opens_nothing_any_more(app, client):
    url = start(client)
    link, other = make_link(client, url), app.test_client()
    other.post(link)
    page = client.get(f"{url}/share")
    assert "Opened on 1 device." in text_of(page)
    end = re.search(r'action="([^"]+/end)"', page.get_data(as_text=True))[1]
    client.post(end)
    assert other.get(url).status_code == 404
    assert other.get(link).status_code == 404
    assert other.post(link).status_code == 404


def test_the_code_is_drawn_for_those_who_may_share_only(app, client):
    url = start(client)
    make_link(client, url)
    code = re.search(r'src="([^"]+\.svg)"', client.get(f"{url}/share").get_data(as_text=True))[1]
    drawn = client.get(code)
    assert (drawn.mimetype, drawn.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert app.test_client().get(code).status_code == 404


def test_a_forged_link_is_not_found(client):
    assert client.get("/s/1.AAAAAAAAAAAAAAAA").status_code == 404
    assert client.post("/s/nonsense").status_code == 404


def test_the_last_way_in_is_not_ended_and_the_page_says_what_to_do(app, client):
    header = {"format": "scorekeeper-game/1", "rules": "kitty", "players": ["Aline", "Donat", "Rosa", "Edgar"], "first_dealer": 0}
    made = client.post("/api/v1/games", json=header).get_json()
    scorer = app.test_client()
    url = scorer.post(made["links"]["score"]["path"]).location
    refused = scorer.post(f"{url}/share/{made['links']['score']['id']}/end")
    assert refused.status_code == 422
    assert "Make another link before you revoke it." in text_of(refused)
    assert f'action="{url}/share"' in refused.text, "the other link can be made right there"
    assert scorer.get(url).status_code == 200


@pytest.mark.parametrize("path", ["share", "ruling", "rules"])
def test_no_code_is_drawn_for_an_address_that_no_phone_can_reach_and_the_page_says_what_to_do(app, client, monkeypatch, path):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "192.168.1.20")
    url = start(client)
    make_link(client, url)
    pages = {"share": f"{url}/share", "ruling": "/rulings/over?scores=210.0&ask=1", "rules": "/rules/of/kitty?target=300"}
    assert "192.168.1.20" in client.get(pages[path]).text
    app.config["LISTENS_ON"] = "127.0.0.1"
    page = client.get(pages[path])
    assert "192.168.1.20" not in page.text
    assert 'value="http://localhost/' in page.text
    assert 'class="code"' not in page.text
    assert "Start it without --host to let phones in." in text_of(page)
