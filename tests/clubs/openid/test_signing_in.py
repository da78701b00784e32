"""Signing in with OpenID Connect: each answer counts once, in the browser that asked."""

from __future__ import annotations

import logging
from urllib.parse import parse_qs, urlencode, urlsplit

import pyotp
import pytest

from scorekeeper.clubs.commands.accounts import openid, two_factor, two_factor_codes
from scorekeeper.clubs.commands.members import invitations
from tests.clubs.openid.provider import CLIENT, SECRET
from tests.clubs.openid.visitors import (
    LATE,
    UNBELIEVED,
    begin,
    connect,
    is_signed_in,
    provider_redirect,
    return_from_provider,
    settings,
    within,
)
from tests.tournaments.club_night import PASSWORD, refused

BACK = "/club/sign-in/openid/back"


def test_an_account_that_was_connected_comes_in_by_the_provider_alone(app, club, rita):
    _desk, connected = connect(app)
    assert connected.headers["Location"] == "/club/account"
    link = within(app, openid.link_of, rita)
    assert (link.shown, link.used_at) == ("rita@example.org", None)
    browser = app.test_client()
    answer = return_from_provider(browser, club)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk")
    assert is_signed_in(browser)
    assert within(app, openid.link_of, rita).used_at is not None
    assert is_signed_in(app.test_client()) is False


def test_where_somebody_was_going_they_go_on_to(app, club, rita):
    connect(app)
    browser = app.test_client()
    back = urlsplit(provider_redirect(begin(browser, "/club/sign-in/openid?next=/desk/clubs/club-du-moulin")))
    assert browser.get(f"{back.path}?{back.query}").headers["Location"] == "/desk/clubs/club-du-moulin"


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"])
def test_nobody_is_sent_to_another_site(app, club, rita, target):
    connect(app)
    browser = app.test_client()
    back = urlsplit(provider_redirect(begin(browser, f"/club/sign-in/openid?{urlencode({'next': target})}")))
    assert browser.get(f"{back.path}?{back.query}").headers["Location"] == "/desk"


def test_what_the_provider_is_asked(app, club, rita):
    asked = {name: values[0] for name, values in parse_qs(urlsplit(begin(app.test_client())).query).items()}
    assert asked["redirect_uri"] == f"http://localhost{BACK}"
    assert (asked["client_id"], asked["response_type"], asked["scope"]) == (CLIENT, "code", "openid email profile")
    assert asked["code_challenge_method"] == "S256"
    assert min(len(asked[name]) for name in ("state", "nonce", "code_challenge")) >= 43
    assert begin(app.test_client()) != begin(app.test_client())


def test_an_identity_that_no_account_is_connected_with_opens_none(app, club, rita):
    browser = app.test_client()
    answer = return_from_provider(browser, club)
    assert answer.status_code == 422
    assert "No account is connected to this identity at Club du Moulin" in answer.text
    assert not is_signed_in(browser)
    club.person = {"sub": "somebody-else", "email": "rita@example.org", "name": "Rita"}
    connect(app)
    club.person = {**club.person, "sub": "248289761001"}
    assert return_from_provider(browser, club).status_code == 422, "the same address and name are not the same identity"


@pytest.mark.parametrize("changed", [{"state": "f" * 43}, {"state": None}, {"state": ""}])
def test_a_forged_state_opens_nothing_and_asks_the_provider_nothing(app, club, rita, changed):
    connect(app)
    club.asked.clear()
    browser = app.test_client()
    answer = return_from_provider(browser, club, **changed)
    assert LATE in answer.text
    assert not is_signed_in(browser)
    assert "/token" not in club.asked


def test_an_answer_for_another_browser_opens_nothing(app, club, rita):
    connect(app)
    back = urlsplit(provider_redirect(begin(app.test_client())))
    for browser in (app.test_client(), app.test_client()):
        begin(browser)
        assert LATE in browser.get(f"{back.path}?{back.query}").text
        assert not is_signed_in(browser)


def test_what_a_browser_keeps_is_sealed_and_no_other_is_taken(app, club, rita):
    connect(app)
    browser = app.test_client()
    begin(browser)
    kept = browser.get_cookie("scorekeeper_openid", path="/club/").value
    state = parse_qs(urlsplit(begin(browser)).query)["state"][0]
    assert state not in kept
    for other in ("", "x", kept[:-4] + "AAAA", "é"):
        with refused("openid.late"), app.app_context():
            openid.finish_sign_in(other, {"state": state, "code": "c", "iss": club.issuer})


def test_an_answer_counts_once(app, club, rita):
    connect(app)
    browser = app.test_client()
    back = urlsplit(provider_redirect(begin(browser)))
    kept = browser.get_cookie("scorekeeper_openid", path="/club/").value
    assert browser.get(f"{back.path}?{back.query}").status_code == 303
    assert browser.get_cookie("scorekeeper_openid", path="/club/") is None
    other = app.test_client()
    other.set_cookie("scorekeeper_openid", kept, path="/club/")
    club.asked.clear()
    assert LATE in other.get(f"{back.path}?{back.query}").text
    assert not is_signed_in(other)
    assert club.asked == []


def test_who_comes_back_too_late_begins_again(app, club, rita, monkeypatch):
    connect(app)
    browser = app.test_client()
    back = urlsplit(provider_redirect(begin(browser)))
    later = openid.now() + openid.LIFETIME
    monkeypatch.setattr(openid, "now", lambda: later)
    assert LATE in browser.get(f"{back.path}?{back.query}").text


def test_the_second_step_is_asked_for_all_the_same(app, club, rita):
    browser, _connected = connect(app)
    with app.app_context():
        two_factor.begin(rita, PASSWORD, "192.0.2.7")
        recovery = two_factor.confirm(rita, pyotp.TOTP(two_factor_codes.pending_app_secret(rita.id).secret).now())
    club.lies = {"amr": ["mfa", "otp"], "acr": "2"}
    browser = app.test_client()
    page = return_from_provider(browser, club)
    assert page.status_code == 200
    assert "This account also needs a code from your phone." in page.text
    assert not is_signed_in(browser)
    halfway = page.text.split('name="halfway" value="')[1].split('"')[0]
    wrong = browser.post("/club/sign-in/code", data={"halfway": halfway, "code": "000000", "next": "/desk"})
    assert wrong.status_code == 422
    assert not is_signed_in(browser)
    right = browser.post("/club/sign-in/code", data={"halfway": halfway, "recovery": recovery[0], "next": "/desk"})
    assert right.headers["Location"] == "/desk"
    assert is_signed_in(browser)


def test_no_secret_code_or_token_is_logged(app, club, rita, caplog):
    connect(app)
    with caplog.at_level(logging.DEBUG):
        return_from_provider(app.test_client(), club)
        club.lies = {"nonce": "x"}
        return_from_provider(app.test_client(), club)
        for error in (SECRET, "invalid_grant"):
            club.answers["/token"] = lambda handler, said=error: club.say(handler, {"error": said}, 400)
            assert UNBELIEVED in return_from_provider(app.test_client(), club).text
    said = caplog.text
    assert "nonce" in said
    assert "no token: invalid_grant" in said
    for secret in (SECRET, *club.tokens):
        assert secret not in said


def test_without_a_provider_there_is_nothing_of_it(make_app):
    app = make_app(WTF_CSRF_ENABLED=False)
    browser = app.test_client()
    browser.post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Club du Moulin"})
    assert "openid" not in browser.get("/club/account").text.lower()
    assert "openid" not in app.test_client().get("/club/sign-in").text.lower()
    for path in ("/club/sign-in/openid", BACK, "/club/account/openid"):
        assert browser.get(path).status_code == 404
    for path in ("/club/account/openid/connect", "/club/account/openid/end"):
        assert browser.post(path, data={"old": PASSWORD}).status_code == 404


def test_beginnings_are_counted_by_address(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club), HALL=1)
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    answers = [app.test_client().get("/club/sign-in/openid").status_code for _ in range(openid.MOST_OF_EACH + 1)]
    assert answers == [303] * openid.MOST_OF_EACH + [429]


@pytest.mark.journey
@pytest.mark.browser
def test_a_browser_goes_to_the_provider_and_back_under_the_policy_of_the_pages(live_server, open_page, club):
    live_server.app.config["OPENID"] = settings(club)
    within(live_server.app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    page = open_page()
    page.goto(f"{live_server.url}/club/sign-in")
    page.fill("input[name=name]", "Rita")
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/desk/clubs/**")
    page.goto(f"{live_server.url}/club/account")
    page.click("a[href='/club/account/openid']")
    page.fill("input[name=old]", PASSWORD)
    page.press("input[name=old]", "Enter")
    page.click("a[rel=noreferrer]")
    page.wait_for_url("**/club/account")
    assert "You can now sign in with Club du Moulin." in page.inner_text("main")
    page.click("text=Sign out here")
    page.wait_for_url(f"{live_server.url}/")
    page.goto(f"{live_server.url}/club/sign-in")
    page.click("text=Sign in with Club du Moulin")
    page.wait_for_url("**/desk/clubs/**")
