"""On a public server, creating the first account needs the code printed at startup."""

from __future__ import annotations

import re

import pytest

from scorekeeper.clubs.commands.accounts import accounts, operator
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import db, now
from scorekeeper.core.net import proxies
from tests.tournaments.club_night import PASSWORD

RITA = {"club": "Club du Moulin", "name": "Rita", "password": PASSWORD}


@pytest.fixture(
    params=[{"TRUSTED_PROXIES": proxies.parse_proxies("1")}, {"HOSTS": ("points.example.org",)}], ids=["proxy", "name"]
)
def reached(request, make_app):
    """An application on the public internet."""
    return make_app(WTF_CSRF_ENABLED=False, **request.param)


def visitor(app):
    client = app.test_client()
    client.environ_base["HTTP_HOST"] = "points.example.org"
    return client


def code_of(app):
    with app.app_context():
        return operator.first_account_code()


def has_account(app):
    with app.app_context():
        return not accounts.no_account_exists()


@pytest.mark.parametrize("typed", [None, "", "AAAA-AAAA-AAAA", "é"])
def test_a_stranger_without_the_code_is_told_where_it_is_and_makes_no_account(reached, typed):
    client = visitor(reached)
    shown = client.get("/club/start").get_data(as_text=True)
    assert "Printed at startup" in shown
    refused = client.post("/club/start", data=RITA if typed is None else {**RITA, "code": typed})
    assert refused.status_code == 422
    assert "scorekeeper account code" in refused.get_data(as_text=True)
    assert not has_account(reached)


def test_the_code_makes_the_first_account_however_it_is_typed(reached):
    code = code_of(reached)
    assert re.fullmatch(r"([A-Z2-7]{4}-){2}[A-Z2-7]{4}", code)
    made = visitor(reached).post("/club/start", data={**RITA, "code": f" {code.lower().replace('-', ' ')} "})
    assert made.status_code == 303
    assert has_account(reached)


def test_a_code_is_good_for_one_account(reached):
    code = code_of(reached)
    visitor(reached).post("/club/start", data={**RITA, "code": code})
    with reached.app_context():
        db.session.query(stored.Account).update({"closed_at": now()})
        db.session.commit()
    assert not has_account(reached)
    assert code_of(reached) != code
    assert visitor(reached).post("/club/start", data={**RITA, "code": code}).status_code == 422


@pytest.mark.parametrize("settings", [{}, {"HOSTS": ("cartes.local", "192.0.2.7")}], ids=["nothing", "names of the house"])
def test_at_home_nobody_is_asked_for_a_code(make_app, settings):
    client = make_app(WTF_CSRF_ENABLED=False, **settings).test_client()
    assert 'name="code"' not in client.get("/club/start").get_data(as_text=True)
    assert client.post("/club/start", data=RITA).status_code == 303
