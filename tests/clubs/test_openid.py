"""Signing in by OpenID Connect, at a provider that is served: who comes in, who does not, and what is never believed."""

from __future__ import annotations

import contextlib
import http.client
import logging
import socket
import threading
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pyotp
import pytest
from click.testing import CliRunner
from joserfc.jwk import OctKey, RSAKey

from scorekeeper.account import account as command
from scorekeeper.base.db import db
from scorekeeper.base.openid import OpenId
from scorekeeper.clubs.actions import (
    accounts,
    codes,
    fetching,
    founding,
    members,
    openid,
    operator,
    passwords,
    provider,
    second_step,
)
from scorekeeper.clubs.store.account import Account, Membership
from scorekeeper.clubs.store.openid import OpenIdLink
from scorekeeper.tournaments.actions import own_account
from tests.clubs.openid_provider import CLIENT, SECRET, Provider
from tests.tournaments.club_night import PASSWORD, refused

BACK = "/club/sign-in/openid/back"
UNBELIEVED = "gave an answer that cannot be believed"
LATE = "began in another browser"


@pytest.fixture
def club():
    served = Provider()
    yield served
    served.close()


def settings(club, **more):
    told = {"secret": SECRET, "name": "Club du Moulin", "scopes": "openid email profile", "domains": (), "group": ""}
    return OpenId(issuer=club.issuer, client=CLIENT, **{**told, **more})


@pytest.fixture
def app(make_app, club):
    return make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club))


@pytest.fixture
def rita(app):
    """Her account. What is asked of the program itself is asked `within` a context of its own: requests have theirs."""
    return within(app, founding.start, "Rita", PASSWORD, "Club du Moulin")[0]


def within(app, asked, *what):
    with app.app_context():
        return asked(*what)


def sent_back(address):
    """What the provider makes of whoever comes: where the browser is sent."""
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


def came_back(browser, club, **changed):
    """A browser goes to the provider and comes back; `changed`: what its address says otherwise (None: not at all)."""
    parts = urlsplit(sent_back(begin(browser)))
    said = {name: values[0] for name, values in parse_qs(parts.query).items()} | changed
    return browser.get(f"{parts.path}?{urlencode({name: value for name, value in said.items() if value is not None})}")


def connect(app, name="Rita", browser=None):
    """Sign in with the password, and connect the account."""
    browser = browser or app.test_client()
    browser.post("/club/sign-in", data={"name": name, "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": PASSWORD})
    onward = page.text.split('rel="noreferrer" href="')[1].split('"')[0].replace("&amp;", "&")
    back = urlsplit(sent_back(onward))
    return browser, browser.get(f"{back.path}?{back.query}")


def signed_in(browser):
    return browser.get("/club/account").status_code == 200


def test_an_account_that_was_connected_comes_in_by_the_provider_alone(app, club, rita):
    _desk, connected = connect(app)
    assert connected.headers["Location"] == "/club/account"
    link = within(app, openid.link_of, rita)
    assert (link.shown, link.used_at) == ("rita@example.org", None)
    browser = app.test_client()
    answer = came_back(browser, club)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk")
    assert signed_in(browser)
    assert within(app, openid.link_of, rita).used_at is not None
    assert signed_in(app.test_client()) is False


def test_where_somebody_was_going_they_go_on_to(app, club, rita):
    connect(app)
    browser = app.test_client()
    back = urlsplit(sent_back(begin(browser, "/club/sign-in/openid?next=/desk/clubs/club-du-moulin")))
    assert browser.get(f"{back.path}?{back.query}").headers["Location"] == "/desk/clubs/club-du-moulin"


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"])
def test_nobody_is_sent_to_another_site(app, club, rita, target):
    connect(app)
    browser = app.test_client()
    back = urlsplit(sent_back(begin(browser, f"/club/sign-in/openid?{urlencode({'next': target})}")))
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
    answer = came_back(browser, club)
    assert answer.status_code == 422
    assert "No account is connected with this identity at Club du Moulin" in answer.text
    assert not signed_in(browser)
    club.person = {"sub": "somebody-else", "email": "rita@example.org", "name": "Rita"}
    connect(app)
    club.person = {**club.person, "sub": "248289761001"}
    assert came_back(browser, club).status_code == 422, "the same address and name are not the same identity"


@pytest.mark.parametrize("changed", [{"state": "f" * 43}, {"state": None}, {"state": ""}])
def test_a_forged_state_opens_nothing_and_asks_the_provider_nothing(app, club, rita, changed):
    connect(app)
    club.asked.clear()
    browser = app.test_client()
    answer = came_back(browser, club, **changed)
    assert LATE in answer.text
    assert not signed_in(browser)
    assert "/token" not in club.asked


def test_an_answer_for_another_browser_opens_nothing(app, club, rita):
    connect(app)
    back = urlsplit(sent_back(begin(app.test_client())))
    for browser in (app.test_client(), app.test_client()):
        begin(browser)
        assert LATE in browser.get(f"{back.path}?{back.query}").text
        assert not signed_in(browser)


def test_what_a_browser_keeps_is_sealed_and_no_other_is_taken(app, club, rita):
    connect(app)
    browser = app.test_client()
    begin(browser)
    kept = browser.get_cookie("scorekeeper_openid", path="/club/").value
    state = parse_qs(urlsplit(begin(browser)).query)["state"][0]
    assert state not in kept
    for other in ("", "x", kept[:-4] + "AAAA", "é"):
        with refused("openid.late"), app.app_context():
            openid.come_back(other, {"state": state, "code": "c", "iss": club.issuer})


def test_an_answer_counts_once(app, club, rita):
    connect(app)
    browser = app.test_client()
    back = urlsplit(sent_back(begin(browser)))
    kept = browser.get_cookie("scorekeeper_openid", path="/club/").value
    assert browser.get(f"{back.path}?{back.query}").status_code == 303
    assert browser.get_cookie("scorekeeper_openid", path="/club/") is None
    other = app.test_client()
    other.set_cookie("scorekeeper_openid", kept, path="/club/")
    club.asked.clear()
    assert LATE in other.get(f"{back.path}?{back.query}").text
    assert not signed_in(other)
    assert club.asked == []


def test_who_comes_back_too_late_begins_again(app, club, rita, monkeypatch):
    connect(app)
    browser = app.test_client()
    back = urlsplit(sent_back(begin(browser)))
    later = openid.now() + openid.LASTS
    monkeypatch.setattr(openid, "now", lambda: later)
    assert LATE in browser.get(f"{back.path}?{back.query}").text


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


@pytest.mark.parametrize("lies", LIES.values(), ids=LIES)
def test_a_token_that_is_not_for_this_sign_in_opens_nothing(app, club, rita, lies, caplog):
    connect(app)
    club.lies = lies
    browser = app.test_client()
    with caplog.at_level(logging.WARNING):
        answer = came_back(browser, club)
    assert UNBELIEVED in answer.text
    assert not signed_in(browser)
    assert f"The OpenID provider {club.issuer} is not believed: the ID token" in caplog.text


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
    assert UNBELIEVED in came_back(browser, club).text
    assert not signed_in(browser)


def test_keys_that_the_provider_has_since_are_asked_for_again_but_not_at_every_try(app, club, rita, monkeypatch):
    connect(app)
    club.has_new_keys()
    club.asked.clear()
    assert UNBELIEVED in came_back(app.test_client(), club).text
    assert "/keys" not in club.asked
    monkeypatch.setattr(provider, "ASKED_AGAIN", 0)
    browser = app.test_client()
    assert came_back(browser, club).status_code == 303
    assert club.asked.count("/keys") == 1
    assert signed_in(browser)


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
        back = urlsplit(sent_back(answer.headers["Location"]))
        answer = browser.get(f"{back.path}?{back.query}")
    assert UNBELIEVED in answer.text


@pytest.mark.parametrize("changed", [{"iss": "https://elsewhere.example"}, {"iss": None}])
def test_an_answer_of_another_provider_is_not_taken(app, club, rita, changed):
    connect(app)
    assert UNBELIEVED in came_back(app.test_client(), club, **changed).text


def test_a_provider_that_let_nobody_in_is_told_so_in_our_own_words(app, club, rita):
    answer = came_back(app.test_client(), club, code=None, error="access_denied", error_description="<b>call 555</b>")
    assert "Club du Moulin let nobody in" in answer.text
    assert "call 555" not in answer.text


@pytest.mark.parametrize("secret", ["not the secret", None])
def test_a_provider_that_does_not_know_the_program_gives_no_tokens(make_app, club, secret, caplog):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, secret=secret))
    within(app, founding.start, "Rita", PASSWORD, "Club du Moulin")
    with caplog.at_level(logging.WARNING):
        assert UNBELIEVED in came_back(app.test_client(), club).text
    assert "no token: invalid_client" in caplog.text


def test_a_provider_that_is_away_is_told_so_and_the_password_still_opens(app, club, rita):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    app.config["OPENID"] = settings(club)
    object.__setattr__(app.config["OPENID"], "issuer", nobody)
    browser = app.test_client()
    answer = browser.get("/club/sign-in/openid")
    assert answer.status_code == 503
    assert "Club du Moulin does not answer just now" in answer.text
    assert browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}).status_code == 303


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token"])
def test_a_provider_that_is_slow_or_says_too_much_is_given_up(app, club, rita, path, monkeypatch):
    waits = threading.Event()
    monkeypatch.setattr(fetching, "WAIT", 0.2)
    club.answers[path] = lambda _handler: waits.wait(20)
    browser = app.test_client()

    def last():
        answer = browser.get("/club/sign-in/openid")
        if answer.status_code != 303:
            return answer
        back = urlsplit(sent_back(answer.headers["Location"]))
        return browser.get(f"{back.path}?{back.query}")

    assert (last().status_code, "does not answer just now" in last().text) == (503, True)
    waits.set()
    monkeypatch.setattr(fetching, "WAIT", 5)
    club.answers[path] = lambda handler: club.say(handler, {"much": "x" * fetching.LARGEST})
    assert "does not answer just now" in last().text
    club.answers[path] = lambda handler: club.say(handler, ["no object"])
    assert UNBELIEVED in last().text
    club.answers[path] = lambda handler: (handler.send_response(302), handler.send_header("Location", "/"), handler.end_headers())
    assert last().status_code in (422, 503), "no redirect is followed"
    assert "/" not in club.asked


def test_what_is_slow_elsewhere_does_not_keep_everybody_waiting(app, club, rita, monkeypatch):
    monkeypatch.setattr(fetching, "IN_TURN", 0.05)
    waits, inside = threading.Event(), threading.Semaphore(0)

    def slow(handler):
        inside.release()
        waits.wait(20)
        club.say(handler, club.discovery())

    club.answers["/.well-known/openid-configuration"] = slow
    threads = [threading.Thread(target=lambda: app.test_client().get("/club/sign-in/openid")) for _ in range(fetching.AT_ONCE)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert inside.acquire(timeout=20)
    answer = app.test_client().get("/club/sign-in/openid")
    waits.set()
    for thread in threads:
        thread.join()
    assert answer.status_code == 503


def test_the_second_step_is_asked_for_all_the_same(app, club, rita):
    browser, _connected = connect(app)
    with app.app_context():
        second_step.begin(rita, PASSWORD, "192.0.2.7")
        recovery = second_step.confirm(rita, pyotp.TOTP(codes.offered(rita.id).secret).now())
    club.lies = {"amr": ["mfa", "otp"], "acr": "2"}
    browser = app.test_client()
    page = came_back(browser, club)
    assert page.status_code == 200
    assert "Club du Moulin knows you. This account asks for a code from your phone too." in page.text
    assert not signed_in(browser)
    halfway = page.text.split('name="halfway" value="')[1].split('"')[0]
    wrong = browser.post("/club/sign-in/code", data={"halfway": halfway, "code": "000000", "next": "/desk"})
    assert wrong.status_code == 422
    assert "The password is right." not in wrong.text
    assert not signed_in(browser)
    right = browser.post("/club/sign-in/code", data={"halfway": halfway, "recovery": recovery[0], "next": "/desk"})
    assert right.headers["Location"] == "/desk"
    assert signed_in(browser)


def test_an_account_is_connected_by_who_knows_its_password_alone(app, club, rita):
    browser = app.test_client()
    browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": "not the password"})
    assert "That is not the present password." in page.text
    assert club.asked == []
    assert app.test_client().post("/club/account/openid/connect", data={"old": PASSWORD}).status_code == 401


def test_another_sign_in_of_the_same_browser_connects_nothing(app, club, rita):
    browser = app.test_client()
    browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    page = browser.post("/club/account/openid/connect", data={"old": PASSWORD})
    back = urlsplit(sent_back(page.text.split('rel="noreferrer" href="')[1].split('"')[0].replace("&amp;", "&")))
    browser.post("/club/sign-out")
    assert LATE in browser.get(f"{back.path}?{back.query}").text
    assert within(app, openid.link_of, rita) is None


def test_an_identity_opens_one_account_and_an_account_has_one(app, club, rita):
    browser, _page = connect(app)
    with app.app_context():
        session = db.session()
        accounts.add(session, "Léo", passwords.hashed(PASSWORD))
        session.commit()
    _leo, page = connect(app, "Léo")
    assert "This identity at Club du Moulin is connected with another account." in page.text
    assert "This account is connected already." in browser.post("/club/account/openid/connect", data={"old": PASSWORD}).text


def test_a_connection_is_ended_with_the_password_and_by_whoever_runs_the_program(app, club, rita, monkeypatch):
    browser, _page = connect(app)
    assert "That is not the present password." in browser.post("/club/account/openid/end", data={"old": "no"}).text
    assert came_back(app.test_client(), club).status_code == 303
    assert browser.post("/club/account/openid/end", data={"old": PASSWORD}).status_code == 303
    assert came_back(app.test_client(), club).status_code == 422
    connect(app, browser=browser)
    monkeypatch.setattr("scorekeeper.account.opened", lambda _t: app)
    said = [CliRunner().invoke(command, ["disconnect", "rita"], obj={}).output for _ in range(2)]
    assert "is connected with no identity any more" in said[0]
    assert "Rita is connected with no identity.\n" in said[1]
    assert came_back(app.test_client(), club).status_code == 422


def test_what_is_kept_is_told_and_goes_with_the_account(app, club, rita):
    browser, _page = connect(app)
    with app.app_context():
        accounts.add(db.session(), "Léo", passwords.hashed(PASSWORD))
        members.lock(db.session(), 1)
        db.session.add(Membership(account_id=2, club_id=1, role="organiser"))
        db.session.commit()
        operator.name_operator("Léo")
        assert own_account.personal_data(rita)["openid"]["shown"] == "rita@example.org"
        page = browser.get("/club/account/personal").text
        assert "rita@example.org" in page
        assert "No other e-mail address and no telephone number." in page
        assert "an identity at Club du Moulin" in app.test_client().get("/clubs/club-du-moulin/privacy").text
        own_account.end(rita, PASSWORD, "192.0.2.7")
        assert db.session.query(OpenIdLink).count() == 0
    assert came_back(app.test_client(), club).status_code == 422


MADE = {"domains": ("example.org",)}


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
    within(app, founding.start, "Rita", PASSWORD, "Club du Moulin")
    assert came_back(browser, club).status_code == (303 if comes_in else 422)
    assert signed_in(browser) is comes_in
    if comes_in:
        assert browser.get("/desk").status_code == 200
        for path in ("/club/account", "/club/account/openid"):
            assert 'scorekeeper account reset "Rita 2"' in unescape(page := browser.get(path).text)
            assert 'name="old"' not in page
        page = browser.get("/club/account").text
        assert "This account belongs to no club." in page
        assert "Make a token" not in page
        assert "The password alone is enough." not in page
        for path in ("openid/end", "second-step/begin"):
            said = unescape(browser.post(f"/club/account/{path}", data={"old": "nobody has this password"}).text)
            assert "This account has no password yet." in said
        assert came_back(app.test_client(), club).status_code == 303
    with app.app_context():
        names = [one.name for one in db.session.query(Account).order_by(Account.id)]
        assert names == (["Rita", "Rita 2"] if comes_in else ["Rita"])
        if comes_in:
            for typed in ("", passwords.NONE, "nobody has this password"):
                with refused("sign_in"):
                    accounts.sign_in("Rita 2", typed, "192.0.2.7")


def test_claims_about_somebody_else_make_no_account(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, **MADE))
    club.lies = {"sub": "leo"}
    within(app, founding.start, "Rita", PASSWORD, "Club du Moulin")
    assert UNBELIEVED in came_back(app.test_client(), club).text


def test_nobody_is_the_first_account_by_the_providers_word(make_app, club):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, **MADE))
    assert came_back(app.test_client(), club).status_code == 422
    assert within(app, accounts.none_yet)


def test_no_secret_code_or_token_is_logged(app, club, rita, caplog):
    connect(app)
    with caplog.at_level(logging.DEBUG):
        came_back(app.test_client(), club)
        club.lies = {"nonce": "x"}
        came_back(app.test_client(), club)
        for error in (SECRET, "invalid_grant"):
            club.answers["/token"] = lambda handler, said=error: club.say(handler, {"error": said}, 400)
            assert UNBELIEVED in came_back(app.test_client(), club).text
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
    within(app, founding.start, "Rita", PASSWORD, "Club du Moulin")
    answers = [app.test_client().get("/club/sign-in/openid").status_code for _ in range(openid.MOST_OF_EACH + 1)]
    assert answers == [303] * openid.MOST_OF_EACH + [429]


@pytest.mark.browser
def test_a_browser_goes_to_the_provider_and_back_under_the_policy_of_the_pages(live_server, open_page, club):
    live_server.app.config["OPENID"] = settings(club)
    within(live_server.app, founding.start, "Rita", PASSWORD, "Club du Moulin")
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
    assert "The account is connected: signing in with Club du Moulin opens it from now on." in page.inner_text("main")
    page.click("text=Sign out here")
    page.wait_for_url(f"{live_server.url}/")
    page.goto(f"{live_server.url}/club/sign-in")
    page.click("text=Sign in with Club du Moulin")
    page.wait_for_url("**/desk/clubs/**")
