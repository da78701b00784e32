"""The password reset link works once, for one day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorekeeper.clubs.commands.accounts import account_reset, accounts, passwords
from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from scorekeeper.core.db.database import now
from scorekeeper.core.refusals import NotFound, Refusal
from tests.tournaments.club_night import PASSWORD, refused

HERE = "192.0.2.7"
OTHER = "une tout autre phrase"


@pytest.fixture
def rita(inside):
    return invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")


def test_it_sets_a_password_once_signs_in_here_and_out_everywhere_else(rita):
    account, cookie = rita
    name, secret, _until = account_reset.make_password_link("rita")
    assert name == "Rita"
    assert accounts.sign_in("Rita", PASSWORD, HERE)[0].id == account.id  # until it is used all stays as it is
    found, here = account_reset.use_password_link(secret, OTHER)
    assert found.id == account.id
    assert accounts.load_account(here) is not None
    assert accounts.load_account(cookie) is None
    with refused("sign_in"):
        accounts.sign_in("Rita", PASSWORD, HERE)
    assert accounts.sign_in("Rita", OTHER, HERE)
    with refused("password.link", NotFound):
        account_reset.use_password_link(secret, "encore une autre phrase")


def test_a_password_that_will_not_do_leaves_the_link_as_it_is(rita):
    _name, secret, _until = account_reset.make_password_link("Rita")
    with refused("password.short"):
        account_reset.use_password_link(secret, "court")
    assert account_reset.use_password_link(secret, OTHER)


def test_it_opens_for_a_day(rita, monkeypatch):
    _name, secret, until = account_reset.make_password_link("Rita")
    assert timedelta(hours=23) < until - now() <= timedelta(hours=24)
    later = until + timedelta(seconds=1)
    monkeypatch.setattr(passwords, "now", lambda: later)
    with refused("password.link", NotFound):
        account_reset.account_name_of(secret)


FORGED = [lambda s: s[:-2] + "AA", lambda s: "2" + s[1:], lambda s: s.split(".")[0], lambda _s: "x", lambda _s: ""]


@pytest.mark.parametrize("change", FORGED)
def test_what_was_not_made_here_opens_nothing(rita, change):
    _name, secret, _until = account_reset.make_password_link("Rita")
    with refused("password.link", NotFound):
        account_reset.account_name_of(change(secret))


def test_its_end_cannot_be_moved(rita):
    _name, secret, _until = account_reset.make_password_link("Rita")
    head, _, sign = secret.partition(".")
    number, _, end = head.partition("-")
    with refused("password.link", NotFound):
        account_reset.account_name_of(f"{number}-{int(end) + 9999}.{sign}")


def test_another_password_by_other_means_ends_it(rita):
    account, _cookie = rita
    _name, secret, _until = account_reset.make_password_link("Rita")
    accounts.change_password(account, PASSWORD, OTHER, HERE)
    with refused("password.link", NotFound):
        account_reset.account_name_of(secret)


def test_nobody_of_that_name_has_no_link(rita):
    with refused("account.none", NotFound):
        account_reset.make_password_link("Ritta")


def test_on_the_page_it_is_typed_and_tokens_are_ended_where_that_is_ticked(app, rita):
    account, _cookie = rita
    _token, program = api_tokens.create(members.club_access("club-du-moulin", account), "a program", "read")
    _name, secret, _until = account_reset.make_password_link("Rita")
    client, path = app.test_client(), f"/club/new-password/{secret}"
    page = client.get(path)
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert page.headers["Cache-Control"] == "no-store"
    assert "For Rita." in page.get_data(as_text=True)
    short = client.post(path, data={"password": "court"})
    assert short.status_code == 422
    assert "10" in short.get_data(as_text=True)
    done = client.post(path, data={"password": OTHER, "tokens": "1"})
    assert (done.status_code, done.headers["Location"]) == (303, "/club/account")
    assert "Password changed." in client.get("/club/account").get_data(as_text=True)
    with pytest.raises(Refusal):
        api_tokens.bearer(program)
    assert client.get(path).status_code == 404
    assert app.test_client().post(path, data={"password": OTHER}).status_code == 404
