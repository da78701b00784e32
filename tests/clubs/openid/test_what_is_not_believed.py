"""Forged or invalid answers from a provider are rejected."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

import pytest
from joserfc.jwk import OctKey, RSAKey

from scorekeeper.clubs.commands.accounts import openid_provider
from tests.clubs.openid.provider import CLIENT, SECRET
from tests.clubs.openid.visitors import UNBELIEVED, connect, is_signed_in, provider_redirect, return_from_provider

LIES = {
    "a wrong nonce": {"nonce": "another"},
    "no nonce": {"nonce": None},
    "a wrong audience": {"aud": "another-program"},
    "audiences without ours": {"aud": ["another-program"], "azp": CLIENT},
    "no audience": {"aud": None},
    "for another party": {"aud": [CLIENT, "another-program"], "azp": "another-program"},
    "another issuer": {"iss": "https://elsewhere.example"},
    "no issuer": {"iss": None},
    "too old": {"exp": 1_600_000_000, "iat": 1_599_999_000},
    "without an end": {"exp": None},
    "from the future": {"iat": 4_000_000_000, "exp": 4_000_001_000},
    "nobody": {"sub": None},
    "an empty name": {"sub": ""},
    "a number": {"sub": 7},
    "an access token that is another": {"at_hash": "bm90IHRoaXMgb25lIGF0IGFsbA"},
}


@pytest.mark.slow
@pytest.mark.parametrize("lies", LIES.values(), ids=LIES)
def test_a_token_that_is_not_for_this_sign_in_opens_nothing(app, club, rita, lies, caplog):
    connect(app)
    club.lies = lies
    browser = app.test_client()
    with caplog.at_level(logging.WARNING):
        answer = return_from_provider(browser, club)
    assert UNBELIEVED in answer.text
    assert not is_signed_in(browser)
    assert f"The OpenID provider {club.issuer} is not believed: the ID token" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("key", ["another", "shared", "none"])
def test_a_token_that_the_provider_did_not_sign_opens_nothing(app, club, rita, key, monkeypatch):
    connect(app)
    if key == "another":
        club.signed_by = RSAKey.generate_key(2048, parameters={"kid": "one"})
    elif key == "shared":
        club.signed_by, club.algorithm = OctKey.import_key(SECRET * 2), "HS256"
    else:
        monkeypatch.setattr(club, "id_token", lambda _nonce: "eyJhbGciOiJub25lIn0.eyJzdWIiOiIyNDgyODk3NjEwMDEifQ.")
    browser = app.test_client()
    assert UNBELIEVED in return_from_provider(browser, club).text
    assert not is_signed_in(browser)


def test_keys_that_the_provider_has_since_are_asked_for_again_but_not_at_every_try(app, club, rita, monkeypatch):
    connect(app)
    club.has_new_keys()
    club.asked.clear()
    assert UNBELIEVED in return_from_provider(app.test_client(), club).text
    assert "/keys" not in club.asked
    monkeypatch.setattr(openid_provider, "REFETCH_SECONDS", 0)
    browser = app.test_client()
    assert return_from_provider(browser, club).status_code == 303
    assert club.asked.count("/keys") == 1
    assert is_signed_in(browser)


@pytest.mark.parametrize(
    "about",
    [
        {"issuer": "https://elsewhere.example"},
        {"authorization_endpoint": "file:///etc/passwd"},
        {"authorization_endpoint": None},
        {"token_endpoint": "ftp://127.0.0.1/"},
        {"jwks_uri": 7},
    ],
)
def test_a_provider_that_says_of_itself_what_cannot_be_is_not_believed(app, club, rita, about):
    club.about = about
    browser = app.test_client()
    answer = browser.get("/club/sign-in/openid")
    if answer.status_code == 303:
        back = urlsplit(provider_redirect(answer.headers["Location"]))
        answer = browser.get(f"{back.path}?{back.query}")
    assert UNBELIEVED in answer.text


@pytest.mark.parametrize("changed", [{"iss": "https://elsewhere.example"}, {"iss": None}])
def test_an_answer_of_another_provider_is_not_taken(app, club, rita, changed):
    connect(app)
    assert UNBELIEVED in return_from_provider(app.test_client(), club, **changed).text
