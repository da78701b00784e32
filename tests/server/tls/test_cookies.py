"""Cookies for HTTPS and HTTP at one address: neither overwrites the other."""

from __future__ import annotations

import pytest

from scorekeeper.core.net import proxies
from scorekeeper.server.tls.pages import rename_incoming, rename_outgoing
from tests.visitor import start

PLAIN, SECURE = "http://200.local:8200", "https://200.local:8200"


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("__Host-theme=dark", "theme=dark"),
        ("theme=light; __Host-theme=dark", "theme=dark"),
        ("theme=light; lang=fr", "theme=light; lang=fr"),
        ("theme=light;__Host-lang=fr; zone=UTC", "lang=fr; theme=light; zone=UTC"),
        ('a="x; __Host-a=y', "a=y"),
        ("", ""),
    ],
)
def test_a_cookie_of_https_stands_before_one_of_http(sent, read):
    assert rename_incoming(sent) == read


def test_only_secure_cookies_go_apart_and_one_that_is_taken_away_goes_under_both_names():
    said = [
        ("Content-Type", "text/html"),
        ("Set-Cookie", "theme=dark; Secure; HttpOnly; Path=/"),
        ("Set-Cookie", "zone=UTC; Path=/"),
        ("Set-Cookie", "account=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; secure; Path=/"),
    ]
    assert rename_outgoing(said) == [
        ("Content-Type", "text/html"),
        ("Set-Cookie", "__Host-theme=dark; Secure; HttpOnly; Path=/"),
        ("Set-Cookie", "zone=UTC; Path=/"),
        ("Set-Cookie", "__Host-account=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; secure; Path=/"),
        ("Set-Cookie", "account=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; secure; Path=/"),
    ]


@pytest.fixture
def both(make_app):
    """A program that serves HTTP and HTTPS."""
    return make_app(HTTPS=True, WTF_CSRF_ENABLED=False)


def set_by(answer):
    return {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}


def test_a_device_that_comes_by_https_keeps_its_games_and_by_http_it_still_has_them(both):
    client = both.test_client()
    game = start(client)
    assert client.get(game, base_url=PLAIN).status_code == 404, "the device of another name"
    device = client.get_cookie("scorekeeper_device").value
    http = both.test_client()
    http.set_cookie("scorekeeper_device", device, domain="200.local")
    page = http.post("/settings", data={"name": "Aline’s phone"}, base_url=SECURE)
    cookies = set_by(page)
    assert cookies["__Host-scorekeeper_device"].startswith("__Host-scorekeeper_device=" + device)
    assert all("Secure" in cookie for cookie in cookies.values())
    assert http.get(game, base_url=SECURE).status_code == 200
    assert http.get(game, base_url=PLAIN).status_code == 200
    assert "Secure" not in "".join(set_by(http.post("/settings", data={"theme": "dark"}, base_url=PLAIN)).values())


def test_behind_a_proxy_the_names_stay_as_they_were(make_app, tmp_path):
    client = make_app(tmp_path / "proxied", TRUSTED_PROXIES=proxies.parse_proxies("1"), WTF_CSRF_ENABLED=False).test_client()
    answer = client.post("/settings", data={"theme": "dark"}, headers={"X-Forwarded-Proto": "https"})
    assert "theme" in set_by(answer)
    assert "Secure" in set_by(answer)["theme"]
