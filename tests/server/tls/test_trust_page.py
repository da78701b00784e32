"""The page for trusting the certificate, and the pad's message without HTTPS."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography import x509

from scorekeeper.server.tls import certificate_authority
from scorekeeper.server.tls.pages import platform_of
from tests.visitor import start, text_of

HOUSE = "http://192.168.1.20:8200"
AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1": "apple",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36": "android",
    "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0": "android",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0": "windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15": "mac",
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0": "firefox",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36": "linux",
    "": "linux",
}


@pytest.fixture
def trusting(make_app):
    """A visitor of a program that serves HTTPS."""
    app = make_app(HTTPS=True, WTF_CSRF_ENABLED=False)
    certificate_authority.ensure_authority(Path(app.instance_path))
    return app.test_client()


@pytest.mark.parametrize(("agent", "platform"), AGENTS.items())
def test_a_devices_own_steps_are_open(trusting, agent, platform):
    assert platform_of(agent) == platform
    page = trusting.get("/https", headers={"User-Agent": agent}).get_data(as_text=True)
    assert page.count(" open>") == 1
    assert f'id="{platform}" open' in page
    for other in AGENTS.values():
        assert f'id="{other}"' in page


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            [
                "Once per device",
                "Certificate Trust Settings",
                "Its fingerprint",
                "To remove it",
                "Do this only if you know whose computer it is",
            ],
        ),
        ("fr", ["Une fois par appareil", "Réglages de confiance", "empreinte", "Pour l’enlever", "Ne le faites que si"]),
    ],
)
def test_it_says_in_both_languages_how_what_it_means_and_how_to_take_it_away(trusting, lang, words):
    page = text_of(trusting.get("/https", headers={"Accept-Language": lang}, base_url=HOUSE))
    assert [word for word in words if word not in page] == []


def test_it_shows_the_fingerprint_that_the_program_shows_and_leads_to_https_at_the_same_address(trusting):
    page = trusting.get("/https", base_url=HOUSE).get_data(as_text=True)
    root = certificate_authority.read_root(Path(trusting.application.instance_path))
    assert certificate_authority.fingerprint(root) in page
    assert certificate_authority.name_of(root) in page
    assert 'href="https://192.168.1.20:8200/"' in page


def test_the_authority_is_a_file_that_systems_offer_to_install_and_holds_no_key(trusting):
    answer = trusting.get("/https/200-scorekeeper.crt", base_url=HOUSE)
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in answer.headers
    assert x509.load_pem_x509_certificate(answer.data) == certificate_authority.read_root(
        Path(trusting.application.instance_path)
    )
    assert answer.data.count(b"-----BEGIN") == 1


def test_its_code_leads_to_the_page_by_http_which_every_device_can_open(trusting):
    answer = trusting.get("/https/code.svg", base_url=HOUSE.replace("http:", "https:"))
    assert answer.mimetype == "image/svg+xml"
    assert "http://192.168.1.20:8200/https" in text_of(trusting.get("/https", base_url=HOUSE.replace("http:", "https:")))


def test_no_browser_is_told_to_come_by_https_for_ever(trusting):
    for path in ("/https", "/", "/settings"):
        assert "Strict-Transport-Security" not in trusting.get(path, base_url="https://200.local:8200").headers


def test_where_there_is_no_https_the_page_says_who_can_help_and_nothing_else_is_there(client):
    assert "scorekeeper serve --https" in text_of(client.get("/https"))
    assert "The app can be installed" in text_of(client.get("/https", base_url="https://localhost"))
    assert client.get("/https/200-scorekeeper.crt").status_code == 404
    assert client.get("/https/code.svg").status_code == 404


def test_the_pad_says_why_it_cannot_be_installed_by_plain_http_alone(client):
    game = start(client)
    plain = client.get(game).get_data(as_text=True)
    assert 'id="plain-http" hidden' in plain
    assert 'href="/https"' in plain
    assert 'id="plain-http"' not in client.get(game, base_url="https://localhost").get_data(as_text=True)


def test_the_name_in_the_house_is_answered_to_also_where_other_names_were_told(make_app):
    client = make_app(HOSTS=("points.example.org",)).test_client()
    assert client.get("/https", base_url="http://200.local:8200").status_code == 200
    assert client.get("/https", base_url="http://200-2.local:8200").status_code == 200
    assert client.get("/https", base_url="http://300.local:8200").status_code == 421
