"""A provider that rejects, fails, is slow or says too much: our own messages, and no long waits."""

from __future__ import annotations

import logging
import socket
import threading
from urllib.parse import urlsplit

import pytest

from scorekeeper.clubs.commands.accounts import openid_provider
from scorekeeper.clubs.commands.members import invitations
from tests.clubs.openid.visitors import UNBELIEVED, provider_redirect, return_from_provider, settings, within
from tests.tournaments.club_night import PASSWORD


def test_a_provider_that_let_nobody_in_is_told_so_in_our_own_words(app, club, rita):
    answer = return_from_provider(app.test_client(), club, code=None, error="access_denied", error_description="<b>call 555</b>")
    assert "Club du Moulin did not sign you in" in answer.text
    assert "call 555" not in answer.text


@pytest.mark.parametrize("secret", ["not the secret", None])
def test_a_provider_that_does_not_know_the_program_gives_no_tokens(make_app, club, secret, caplog):
    app = make_app(WTF_CSRF_ENABLED=False, OPENID=settings(club, secret=secret))
    within(app, invitations.create_first_account, "Rita", PASSWORD, "Club du Moulin")
    with caplog.at_level(logging.WARNING):
        assert UNBELIEVED in return_from_provider(app.test_client(), club).text
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
    assert "Club du Moulin is not answering" in answer.text
    assert browser.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}).status_code == 303


def test_a_provider_that_did_not_answer_is_left_alone_for_a_while_and_then_asked_by_one(app, club, rita, monkeypatch):
    time = [1000.0]
    monkeypatch.setattr(openid_provider, "monotonic", lambda: time[0])
    discovery = "/.well-known/openid-configuration"
    club.answers[discovery] = lambda _handler: None  # the connection ends
    browser = app.test_client()

    def asked() -> int:
        """Return the number of requests to the provider when three users want to sign in."""
        before = club.asked.count(discovery)
        for _n in range(3):
            answer = browser.get("/club/sign-in/openid")
            assert (answer.status_code, "is not answering" in answer.text) == (503, True)
        return club.asked.count(discovery) - before

    assert asked() == 1
    time[0] += openid_provider.RETRY_SECONDS - 1
    assert asked() == 0
    time[0] += 1
    assert asked() == 1
    del club.answers[discovery]
    time[0] += openid_provider.RETRY_SECONDS
    assert return_from_provider(browser, club).status_code == 422  # nobody is connected
    assert return_from_provider(browser, club).status_code == 422


def test_nobody_waits_behind_the_one_who_asks_again(app, club, rita, monkeypatch):
    time, during = [1000.0], []
    monkeypatch.setattr(openid_provider, "monotonic", lambda: time[0])
    discovery = "/.well-known/openid-configuration"
    club.answers[discovery] = lambda _handler: None
    app.test_client().get("/club/sign-in/openid")
    time[0] += openid_provider.RETRY_SECONDS

    def slow(handler):
        during.append(app.test_client().get("/club/sign-in/openid").status_code)
        club.say(handler, club.discovery())

    club.answers[discovery] = slow
    assert app.test_client().get("/club/sign-in/openid").status_code == 303
    assert during == [503]
    assert app.test_client().get("/club/sign-in/openid").status_code == 303


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token"])
def test_a_provider_that_is_slow_or_says_too_much_is_given_up(app, club, rita, path, monkeypatch):
    waits = threading.Event()
    monkeypatch.setattr(openid_provider, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(openid_provider, "RETRY_SECONDS", 0)
    club.answers[path] = lambda _handler: waits.wait(20)
    browser = app.test_client()

    def last():
        answer = browser.get("/club/sign-in/openid")
        if answer.status_code != 303:
            return answer
        back = urlsplit(provider_redirect(answer.headers["Location"]))
        return browser.get(f"{back.path}?{back.query}")

    assert (last().status_code, "is not answering" in last().text) == (503, True)
    waits.set()
    monkeypatch.setattr(openid_provider, "CONNECT_SECONDS", 5)
    club.answers[path] = lambda handler: club.say(handler, {"much": "x" * openid_provider.LARGEST})
    assert "is not answering" in last().text
    club.answers[path] = lambda handler: club.say(handler, ["no object"])
    assert UNBELIEVED in last().text
    club.answers[path] = lambda handler: (handler.send_response(302), handler.send_header("Location", "/"), handler.end_headers())
    assert last().status_code in (422, 503), "no redirect is followed"
    assert "/" not in club.asked


def test_what_is_slow_elsewhere_does_not_keep_everybody_waiting(app, club, rita, monkeypatch):
    monkeypatch.setattr(openid_provider, "QUEUE_SECONDS", 0.05)
    waits, inside = threading.Event(), threading.Semaphore(0)

    def slow(handler):
        inside.release()
        waits.wait(20)
        club.say(handler, club.discovery())

    club.answers["/.well-known/openid-configuration"] = slow
    threads = [
        threading.Thread(target=lambda: app.test_client().get("/club/sign-in/openid")) for _ in range(openid_provider.AT_ONCE)
    ]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert inside.acquire(timeout=20)
    answer = app.test_client().get("/club/sign-in/openid")
    waits.set()
    for thread in threads:
        thread.join()
    assert answer.status_code == 503
