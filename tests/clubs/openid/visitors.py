"""Visitors who go to the provider and come back, as a browser does."""

from __future__ import annotations

import contextlib
import http.client
from urllib.parse import parse_qs, urlencode, urlsplit

from scorekeeper.core.config.openid import OpenId
from tests.clubs.openid.provider import CLIENT, SECRET
from tests.tournaments.club_night import PASSWORD

UNBELIEVED = "is not valid, and no one was signed in"
LATE = "started in another browser"


def settings(club, **more):
    told = {"secret": SECRET, "name": "Club du Moulin", "scopes": "openid email profile", "domains": (), "group": ""}
    return OpenId(issuer=club.issuer, client=CLIENT, **{**told, **more})


def within(app, asked, *what):
    with app.app_context():
        return asked(*what)


def provider_redirect(address):
    """Return the address that the provider redirects a visitor to."""
    parts = urlsplit(address)
    with contextlib.closing(http.client.HTTPConnection(parts.netloc, timeout=10)) as line:
        line.request("GET", f"{parts.path}?{parts.query}")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 303, "it sent nobody back"
        return answer.headers["Location"]


def begin(browser, path="/club/sign-in/openid"):
    answer = browser.get(path)
    assert answer.status_code == 303
    return answer.headers["Location"]


def return_from_provider(browser, club, **changed):
    """Send a browser to the provider and back. `changed`: changes to the returning address (None: omit)."""
    parts = urlsplit(provider_redirect(begin(browser)))
    said = {name: values[0] for name, values in parse_qs(parts.query).items()} | changed
    return browser.get(f"{parts.path}?{urlencode({name: value for name, value in said.items() if value is not None})}")


def connect(app, name="Rita", browser=None):
    """Sign in with the password, and connect the account."""
    browser = browser or app.test_client()
    browser.post("/club/sign-in", data={"name": name, "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": PASSWORD})
    onward = page.text.split('rel="noreferrer" href="')[1].split('"')[0].replace("&amp;", "&")
    back = urlsplit(provider_redirect(onward))
    return browser, browser.get(f"{back.path}?{back.query}")


def is_signed_in(browser):
    return browser.get("/club/account").status_code == 200
