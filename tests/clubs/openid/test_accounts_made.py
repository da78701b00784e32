"""Accounts created on first sign-in, only where the settings allow it."""

from __future__ import annotations

from html import unescape

import pytest

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.members import invitations
from scorekeeper.clubs.store.account import Account
from scorekeeper.core.db.database import db
from tests.clubs.openid.visitors import UNBELIEVED, connect, is_signed_in, return_from_provider, settings, within
from tests.tournaments.club_night import PASSWORD, refused

MADE = {"domains": ("example.org",)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "person", "comes_in"),
    [
        (MADE, {"email": "Léo@Example.ORG", "email_verified": True}, True),
        (MADE, {"email": "leo@example.org", "email_verified": False}, False),
        (MADE, {"email": "leo@example.org", "email_verified": "true"}, False),
        (MADE, {"email": "leo@example.org"}, False),
        (MADE, {"email": "leo@not-example.org", "email_verified": True}, False),
        (MADE, {"email": "leo@example.org@elsewhere.net", "email_verified": True}, False),
        (MADE, {}, False),
        ({"group": "desk"}, {"groups": ["bar", "desk"]}, True),
        ({"group": "desk"}, {"groups": ["bar"]}, False),
        ({"group": "desk"}, {"groups": "desk"}, False),
        ({**MADE, "group": "desk"}, {"email": "leo@example.org", "email_verified": True}, False),
        ({**MADE, "group": "desk"}, {"email": "leo@example.org", "email_verified": True, "groups": ["desk"]}, True),
        ({}, {"email": "leo@example.org", "email_verified": True, "groups": ["desk"]}, False),
    ],
)
def test_an_account_is_made_for_whom_the_settings_let_in(make_app, club, told, person, comes_in):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, **told))
    club.person, club.brief = {"sub": "leo", "name": "Rita", **person}, True
    browser = app.test_client()
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    assert return_from_provider(browser, club).status_code == (303 if comes_in else 422)
    assert is_signed_in(browser) is comes_in
    if comes_in:
        assert browser.get("/desk").status_code == 200
        for path in ("/club/account", "/club/account/openid"):
            assert 'scorekeeper account reset "Rita 2"' in unescape(page := browser.get(path).text)
            assert 'name="old"' not in page
        page = browser.get("/club/account").text
        assert "No club yet. An organizer can invite you." in page
        assert "Create token" not in page
        assert "Not connected." not in page
        for path in ("openid/end", "second-step/begin"):
            said = unescape(browser.post(f"/club/account/{path}", data={"old": "nobody has this password"}).text)
            assert "no password yet." in said.lower()
        assert return_from_provider(app.test_client(), club).status_code == 303
    with app.app_context():
        names = [one.name for one in db.session.query(Account).order_by(Account.id)]
        assert names == (["Rita", "Rita 2"] if comes_in else ["Rita"])
        if comes_in:
            for typed in ("", passwords.NO_PASSWORD, "nobody has this password"):
                with refused("sign_in"):
                    accounts.sign_in("Rita 2", typed, "192.0.2.7")


def test_claims_about_somebody_else_make_no_account(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, **MADE))
    club.lies = {"sub": "leo"}
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    assert UNBELIEVED in return_from_provider(app.test_client(), club).text


def test_nobody_is_the_first_account_by_the_providers_word(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, **MADE))
    assert return_from_provider(app.test_client(), club).status_code == 422
    assert within(app, accounts.no_account_exists)


NOT_IN_IT = "You are not in the group of Club du Moulin that may sign in here"


def test_the_group_is_asked_at_each_sign_in(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, group="desk"))
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    club.person = {"sub": "leo", "name": "Léo", "groups": ["desk"]}
    assert return_from_provider(app.test_client(), club).status_code == 303
    club.person["groups"] = ["bar"]
    browser = app.test_client()
    answer = return_from_provider(browser, club)
    assert (answer.status_code, NOT_IN_IT in answer.text, is_signed_in(browser)) == (422, True, False)
    club.person["groups"] = ["desk"]
    assert return_from_provider(app.test_client(), club).status_code == 303


def test_an_account_that_was_connected_needs_the_group_too_and_keeps_its_password(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, group="desk"))
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    club.person["groups"] = ["bar"]
    _browser, refused_page = connect(app)
    assert (refused_page.status_code, NOT_IN_IT in refused_page.text) == (422, True)
    club.person["groups"] = ["desk"]
    assert connect(app)[1].status_code == 303
    club.person["groups"] = ["bar"]
    assert return_from_provider(app.test_client(), club).status_code == 422
    browser = app.test_client()
    assert browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}).status_code == 303
    assert is_signed_in(browser)
