"""Connecting an account with an identity and disconnecting it: permissions, and the data stored."""

from __future__ import annotations

from urllib.parse import urlsplit

from click.testing import CliRunner

from scorekeeper.cli.instance.account import account as command
from scorekeeper.clubs.commands.accounts import accounts, openid, operator, passwords
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.store.account import Membership
from scorekeeper.clubs.store.openid import OpenIdLink
from scorekeeper.core.db.database import db
from scorekeeper.tournaments.commands.privacy import own_account
from tests.clubs.openid.visitors import LATE, connect, provider_redirect, return_from_provider, within
from tests.tournaments.club_night import PASSWORD


def test_an_account_is_connected_by_who_knows_its_password_alone(app, club, rita):
    browser = app.test_client()
    browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": "not the password"})
    assert "That is not the current password." in page.text
    assert club.asked == []
    assert app.test_client().post("/club/account/openid/connect", data={"old": PASSWORD}).status_code == 401


def test_another_sign_in_of_the_same_browser_connects_nothing(app, club, rita):
    browser = app.test_client()
    browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": PASSWORD})
    back = urlsplit(provider_redirect(page.text.split('rel="noreferrer" href="')[1].split('"')[0].replace("&amp;", "&")))
    browser.post("/club/sign-out")
    assert LATE in browser.get(f"{back.path}?{back.query}").text
    assert within(app, openid.link_of, rita) is None


def test_an_identity_opens_one_account_and_an_account_has_one(app, club, rita):
    browser, _page = connect(app)
    with app.app_context():
        session = db.session()
        accounts.add(session, "Léo", passwords.hash_password(PASSWORD))
        session.commit()
    _leo, page = connect(app, "Léo")
    assert "This identity at Club du Moulin is already connected to another account." in page.text
    assert "This account is already connected." in browser.post("/club/account/openid/connect", data={"old": PASSWORD}).text


def test_a_connection_is_ended_with_the_password_and_by_whoever_runs_the_program(app, club, rita, monkeypatch):
    browser, _page = connect(app)
    assert "That is not the current password." in browser.post("/club/account/openid/end", data={"old": "no"}).text
    assert return_from_provider(app.test_client(), club).status_code == 303
    assert browser.post("/club/account/openid/end", data={"old": PASSWORD}).status_code == 303
    assert return_from_provider(app.test_client(), club).status_code == 422
    connect(app, browser=browser)
    monkeypatch.setattr("scorekeeper.cli.instance.account.open_application", lambda _t: app)
    said = [CliRunner().invoke(command, ["disconnect", "rita"], obj={}).output for _ in range(2)]
    assert "is no longer connected to a provider" in said[0]
    assert "Rita is not connected to a provider.\n" in said[1]
    assert return_from_provider(app.test_client(), club).status_code == 422


def test_what_is_kept_is_told_and_goes_with_the_account(app, club, rita):
    browser, _page = connect(app)
    with app.app_context():
        accounts.add(db.session(), "Léo", passwords.hash_password(PASSWORD))
        members.lock(db.session(), 1)
        db.session.add(Membership(account_id=2, club_id=1, role="organiser"))
        db.session.commit()
        operator.name_operator("Léo")
        assert own_account.personal_data(rita)["openid"]["shown"] == "rita@example.org"
        page = browser.get("/club/account/personal").text
        assert "rita@example.org" in page
        assert "No other contact details." in page
        assert (
            "Sign-in with Club du Moulin: a hash of the identity" in app.test_client().get("/clubs/club-du-moulin/privacy").text
        )
        own_account.delete_account(rita, PASSWORD, "192.0.2.7")
        assert db.session.query(OpenIdLink).count() == 0
    assert return_from_provider(app.test_client(), club).status_code == 422
