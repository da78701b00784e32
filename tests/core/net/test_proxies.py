"""Behind a reverse proxy: the client's address, the host and the scheme."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.accounts import operator
from scorekeeper.core.config.settings import TRUSTED_PROXIES, WrongSetting
from scorekeeper.core.net import proxies
from scorekeeper.server.http import http_server
from tests.tournaments.club_night import PASSWORD
from tests.visitor import start, text_of

NGINX = {"X-Forwarded-For": "198.51.100.66, 203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "points.example.org"}


@pytest.fixture
def behind(make_app, tmp_path):
    """An application behind that many proxies."""
    return lambda count: make_app(
        tmp_path / str(count), TRUSTED_PROXIES=proxies.parse_proxies(str(count)), WTF_CSRF_ENABLED=False
    ).test_client()


def rita(client):
    """The form that creates the first account."""
    with client.application.app_context():
        return {"name": "Rita", "password": PASSWORD, "club": "Club", "code": operator.first_account_code()}


def begin(client):
    client.post("/club/start", data=rita(client))
    return client.application.test_client()


def sign_in(client, password, asked_by):
    headers = {**NGINX, "X-Forwarded-For": asked_by}
    return client.post("/club/sign-in", data={"name": "Rita", "password": password}, headers=headers)


def test_what_the_trusted_proxy_says_is_the_address_of_the_page_and_its_cookies_are_secure(behind):
    client = behind(1)
    answer = client.post("/club/start", data=rita(client), headers=NGINX)
    assert all("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))
    page = client.post(start(client) + "/share", data={"role": "watch"}, headers=NGINX, follow_redirects=True)
    assert "https://points.example.org/s/" in page.get_data(as_text=True)
    assert "https://points.example.org/" in client.get("/api", headers=NGINX).get_data(as_text=True)


def test_without_a_trusted_proxy_nothing_that_a_visitor_writes_is_believed(behind):
    client = behind(0)
    answer = client.post("/club/start", data=rita(client), headers=NGINX)
    assert not any("Secure" in cookie for cookie in answer.headers.getlist("Set-Cookie"))
    assert "points.example.org" not in client.get("/api", headers=NGINX).get_data(as_text=True)
    # Trust is configured in one place: the server neither uses nor removes these headers.
    assert http_server.settings()["clear_untrusted_proxy_headers"] is False
    assert "trusted_proxy" not in http_server.settings()


def test_behind_a_proxy_a_strangers_wrong_tries_make_only_the_stranger_wait(behind):
    stranger = begin(behind(1))
    # Entries further left in the header come from the client.
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


def test_proxies_are_told_by_number_or_by_address_and_nothing_else_is_taken(monkeypatch):
    assert not TRUSTED_PROXIES.value()
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "2")
    assert TRUSTED_PROXIES.value().count == 2
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8 fd00::/8")
    assert [str(network) for network in TRUSTED_PROXIES.value().networks] == ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"]
    for wrong in ("yes", "-1", "127.0.0.300", "10", "10.0.0.1/8", "1, 2"):
        monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", wrong)
        with pytest.raises(WrongSetting, match=wrong):
            TRUSTED_PROXIES.value()


def address_seen(told, peer, **headers):
    """Return the address, scheme and host that the program sees for a request from `peer`. `told`: trusted proxies."""
    environ = {"REMOTE_ADDR": peer, "wsgi.url_scheme": "http", "HTTP_HOST": "10.0.0.5:8200"}
    environ |= {f"HTTP_X_FORWARDED_{name.upper()}": value for name, value in headers.items()}
    proxies.ProxyMiddleware(lambda _environ, _start: [], proxies.parse_proxies(told))(environ, None)
    return environ["REMOTE_ADDR"], environ["wsgi.url_scheme"], environ["HTTP_HOST"]


@pytest.mark.parametrize(
    ("told", "peer", "sent", "who"),
    [
        # The client's entries are on the left, the proxies' on the right.
        ("1", "10.0.0.1", "8.8.8.8, 203.0.113.9", "203.0.113.9"),
        ("2", "10.0.0.1", "8.8.8.8, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("2", "10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("1", "10.0.0.1", "8.8.8.8, unknown", "10.0.0.1"),
        ("1", "10.0.0.1", "", "10.0.0.1"),
        ("1", "10.0.0.1", "203.0.113.9:51234", "203.0.113.9"),
        ("1", "10.0.0.1", "8.8.8.8, [2001:db8::7]:443", "2001:db8::7"),
        ("1", "10.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("1", "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8", "10.0.0.1", "8.8.8.8, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "10.0.0.1", "8.8.8.8, 203.0.113.9, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.0/8", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.0/8", "10.0.0.1", "8.8.8.8, unknown, 10.0.0.2", "10.0.0.2"),
        ("fd00::/8, 127.0.0.1", "fd00::1", "8.8.8.8, 2001:db8::7, fd00::2", "2001:db8::7"),
        # A client that bypasses the proxies has its connection's address.
        ("10.0.0.0/8", "198.51.100.66", "203.0.113.9", "198.51.100.66"),
        ("0", "10.0.0.1", "203.0.113.9", "10.0.0.1"),
    ],
)
def test_the_visitor_is_whom_the_outermost_trusted_proxy_saw(told, peer, sent, who):
    assert address_seen(told, peer, **{"for": sent})[0] == who


@pytest.mark.parametrize(
    ("told", "peer", "proto", "host", "made"),
    [
        ("1", "10.0.0.1", "https", "points.example.org", ("https", "points.example.org")),
        ("1", "10.0.0.1", "http, https", "evil.example, points.example.org", ("https", "points.example.org")),
        ("2", "10.0.0.1", "https, http", "points.example.org, inner", ("https", "points.example.org")),
        ("2", "10.0.0.1", "https", "points.example.org:8443", ("https", "points.example.org:8443")),
        ("1", "10.0.0.1", "gopher", "no name at all", ("http", "10.0.0.5:8200")),
        ("10.0.0.1", "198.51.100.66", "https", "points.example.org", ("http", "10.0.0.5:8200")),
    ],
)
def test_scheme_and_name_are_those_of_the_same_proxy(told, peer, proto, host, made):
    assert address_seen(told, peer, **{"for": "203.0.113.9", "proto": proto, "host": host})[1:] == made


def test_behind_named_proxies_a_visitor_who_comes_past_them_is_known_by_no_name_of_his_own(make_app):
    client = make_app(TRUSTED_PROXIES=proxies.parse_proxies("10.0.0.1")).test_client()
    for peer, status in (("10.0.0.1", 200), ("198.51.100.66", 421)):
        headers = {"Host": "points.example.org", "X-Forwarded-For": "203.0.113.9"}
        assert client.get("/", headers=headers, environ_overrides={"REMOTE_ADDR": peer}).status_code == status


def test_the_path_that_a_proxy_took_away_is_believed_of_a_trusted_one_alone(behind):
    below = behind(1).get("/", headers={**NGINX, "X-Forwarded-Prefix": "/cards/"})
    assert below.status_code == 200
    assert 'href="/cards/api"' in below.text
    plain = behind(1).get("/", headers={**NGINX, "X-Forwarded-Prefix": "/"})
    assert plain.status_code == 200
    assert plain.text.count("/cards") == 0
    elsewhere = behind(0).get("/", headers={"X-Forwarded-Prefix": "/cards"})
    assert elsewhere.status_code == 200
    assert "/cards" not in elsewhere.text


def test_an_address_of_ipv6_counts_by_its_64():
    assert proxies.limit_address("2001:db8:1:2:aaaa::1") == proxies.limit_address("2001:db8:1:2:bbbb::9") == "2001:db8:1:2::/64"
    assert proxies.limit_address("2001:db8:1:3::1") != proxies.limit_address("2001:db8:1:2::1")
    assert proxies.limit_address("::ffff:203.0.113.9") == proxies.limit_address("203.0.113.9") == "203.0.113.9"
    assert proxies.limit_address("fe80::1%eth0") == "fe80::/64"


def test_who_forgot_the_password_is_told_what_can_be_typed(behind):
    page = text_of(begin(behind(0)).get("/club/sign-in"))
    assert 'scorekeeper account reset "NAME"' in page
