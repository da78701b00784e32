"""Behind a reverse proxy: who asks, by which address, and from where."""

from __future__ import annotations

import pytest

from scorekeeper import config, serving
from tests.tournaments.club_night import PASSWORD
from tests.visitor import start, text_of

NGINX = {"X-Forwarded-For": "198.51.100.66, 203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "points.example.org"}


@pytest.fixture
def behind(make_app, tmp_path):
    """An application with so many proxies before it."""
    return lambda count: make_app(tmp_path / str(count), TRUSTED_PROXIES=count, WTF_CSRF_ENABLED=False).test_client()


def begin(client):
    client.post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Club"})
    return client.application.test_client()


def sign_in(client, password, asked_by):
    headers = {**NGINX, "X-Forwarded-For": asked_by}
    return client.post("/club/sign-in", data={"name": "Rita", "password": password}, headers=headers)


def test_what_the_trusted_proxy_says_is_the_address_of_the_page_and_its_cookies_are_secure(behind):
    client = behind(1)
    answer = client.post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Club"}, headers=NGINX)
    assert all("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))
    page = client.post(start(client) + "/share", data={"role": "watch"}, headers=NGINX, follow_redirects=True)
    assert "https://points.example.org/s/" in page.get_data(as_text=True)
    assert "https://points.example.org/" in client.get("/api", headers=NGINX).get_data(as_text=True)


def test_without_a_trusted_proxy_nothing_that_a_visitor_writes_is_believed(behind):
    client = behind(0)
    answer = client.post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Club"}, headers=NGINX)
    assert not any("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))
    assert "points.example.org" not in client.get("/api", headers=NGINX).get_data(as_text=True)
    # Whose word is taken is said in one place: the server neither believes these headers nor takes them away.
    assert serving.settings()["clear_untrusted_proxy_headers"] is False
    assert "trusted_proxy" not in serving.settings()


def test_behind_a_proxy_a_strangers_wrong_tries_make_only_the_stranger_wait(behind):
    stranger = begin(behind(1))
    # What stands further left in the header was written by the stranger himself.
    tries = [sign_in(stranger, "faux faux faux", f"10.0.0.{n}, 198.51.100.66") for n in range(6)]
    assert [answer.status_code for answer in tries] == [422] * 5 + [429]
    elsewhere = stranger.application.test_client()
    assert sign_in(elsewhere, PASSWORD, "203.0.113.9").status_code == 303


def test_where_all_have_one_address_the_owners_browser_still_gets_in(behind):
    client = behind(0)
    begin(client)
    client.post("/club/sign-out")
    stranger = client.application.test_client()
    assert [sign_in(stranger, "faux faux faux", "x").status_code for _ in range(6)][-1] == 429
    assert sign_in(client.application.test_client(), PASSWORD, "x").status_code == 429
    assert sign_in(client, PASSWORD, "x").status_code == 303


def test_the_number_of_proxies_is_read_from_the_variable_and_nothing_else_is_taken(monkeypatch):
    assert config.trusted_proxies() == 0
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "2")
    assert config.trusted_proxies() == 2
    for wrong in ("yes", "-1", "127.0.0.1", "10"):
        monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", wrong)
        with pytest.raises(ValueError, match=wrong):
            config.trusted_proxies()


def test_who_forgot_the_password_is_told_what_can_be_typed(behind):
    page = text_of(begin(behind(0)).get("/club/sign-in"))
    assert 'scorekeeper account reset "NAME"' in page
