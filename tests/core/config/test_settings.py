from __future__ import annotations

import re

import pytest

from tests.visitor import start, text_of


def test_the_language_is_switched_and_kept_and_the_page_with_it(client):
    answer = client.post("/language", data={"lang": "fr", "next": "/rules/kitty"})
    assert answer.location == "/rules/kitty"
    assert '<html lang="fr"' in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("page", ["/", "/games/new", "/rules", "/rules/kitty", "/paper", "/settings", "/games/bring-in"])
def test_every_page_offers_the_other_language(client, page):
    assert 'name="lang" value="fr"' in client.get(page).get_data(as_text=True)


def test_the_pages_of_a_game_offer_the_other_language(client):
    url = start(client)
    for page in (url, f"{url}/share", f"{url}/rules", f"{url}/paper"):
        assert 'name="lang" value="fr"' in client.get(page).get_data(as_text=True), page


@pytest.mark.parametrize(
    "target", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", "", "/a\nb"]
)
def test_nobody_is_led_to_another_site(client, target):
    assert client.post("/language", data={"lang": "fr", "next": target}).location == "/"


def test_look_mark_and_language_are_kept_on_the_device(client):
    page = client.post("/settings", data={"theme": "dark", "mark": "circle", "lang": "en", "name": ""}, follow_redirects=True)
    html = page.get_data(as_text=True)
    assert re.search(r'css/core/dark\.css">', html), "dark, whatever the device is set to"
    assert 'data-negative="circle"' in html
    assert "Saved on this device." in text_of(page)


def test_larger_letters_are_kept_on_the_device_for_every_page(client):
    assert "data-letters" not in client.get("/").text.partition("<head>")[0]
    client.post("/settings", data={"letters": "largest"})
    for path in ("/", "/settings", "/games/new"):
        assert 'data-letters="largest"' in client.get(path).text.partition("<head>")[0]
    client.post("/settings", data={"letters": "huge"})
    assert 'value="largest" checked' in client.get("/settings").text
    client.post("/settings", data={"letters": "usual"})
    assert "data-letters" not in client.get("/").text.partition("<head>")[0]


def test_what_is_felt_of_saving_is_kept_on_the_device_for_every_page(client):
    assert "data-saving" not in client.get("/").text.partition("<head>")[0]
    for chosen in ("sound", "quiet"):
        client.post("/settings", data={"saving": chosen})
        assert f'data-saving="{chosen}"' in client.get("/").text.partition("<head>")[0]
        assert f'value="{chosen}" checked' in client.get("/settings").text
    client.post("/settings", data={"saving": "trumpets"})
    assert 'value="quiet" checked' in client.get("/settings").text


def test_who_wants_it_light_is_sent_no_night(client):
    page = client.post("/settings", data={"theme": "light", "mark": "box", "lang": "en", "name": ""}, follow_redirects=True)
    assert "dark.css" not in page.text


def test_what_is_no_choice_changes_nothing(client):
    client.post("/settings", data={"theme": "neon", "mark": "star", "lang": "xx", "name": ""})
    html = client.get("/settings").get_data(as_text=True)
    assert re.search(r'css/core/dark\.css" media="\(prefers-color-scheme: dark\)">', html)
    assert "data-negative" not in html


def test_the_device_gets_a_name_that_the_history_shows(client):
    client.post("/settings", data={"name": "Aline’s phone"})
    assert 'value="Aline’s phone"' in client.get("/settings").get_data(as_text=True)
    assert "Aline’s phone" in text_of(client.get(start(client) + "/history"))


def test_a_name_that_is_too_long_is_refused_and_not_lost(client):
    answer = client.post("/settings", data={"name": "A" * 200})
    assert answer.status_code == 422
    assert "A" * 200 in answer.get_data(as_text=True)


def test_errors_have_pages_with_a_way_out(client):
    answer = client.get("/no-such-page")
    assert answer.status_code == 404
    assert '<a class="btn btn--primary" href="/">My games</a>' in answer.text


def test_the_settings_lead_back_to_the_game_they_were_opened_from_also_after_saving(client):
    url = start(client)
    assert f'href="/settings?next={url}"' in client.get(url).text
    for page in (
        client.get("/settings", query_string={"next": url}),
        client.post(f"/settings?next={url}", data={"lang": "en"}, follow_redirects=True),
    ):
        assert f'<a class="topbar-back" href="{url}">Back to the game</a>' in page.text
    assert 'href="//elsewhere.example"' not in client.get("/settings", query_string={"next": "//elsewhere.example"}).text
