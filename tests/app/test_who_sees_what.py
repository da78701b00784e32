"""Accepted host names, what crawlers and caches may keep, and private clubs."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.core.api import access
from scorekeeper.core.net import proxies
from scorekeeper.tournaments.commands import player_links
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import PASSWORD, Desk

SIGN_IN = {"name": "Rita", "password": PASSWORD}


@pytest.mark.parametrize("host", ["192.168.1.20:8200", "localhost:8200", "[::1]:8200", "cartes", "cartes.local:80", "10.0.0.7"])
def test_the_program_answers_under_numbers_and_names_of_the_house(client, host):
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_a_page_elsewhere_cannot_reach_it_under_a_name_of_its_own(client):
    refused = client.get("/club/start", headers={"Host": "evil.example:8200"})
    assert refused.status_code == 421
    assert "SCOREKEEPER_HOSTS=evil.example" in refused.get_data(as_text=True)


@pytest.mark.parametrize("host", ["evil.example/", "a@evil.example", "[evil.example]", "localhost, evil.example", ""])
def test_a_host_that_cannot_be_read_is_refused_in_words_without_advice(client, host):
    refused = client.get("/club/start", headers={"Host": host})
    assert refused.status_code == 400
    assert "SCOREKEEPER_HOSTS" not in refused.get_data(as_text=True)
    assert "no valid Host header" in refused.get_data(as_text=True)


def test_names_that_were_told_are_the_only_ones(make_app, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "Points.example.org, 192.0.2.7")
    client = make_app().test_client()
    for host, status in (("points.example.org", 200), ("192.0.2.7:8200", 200), ("cartes.local", 421), ("localhost", 200)):
        assert client.get("/", headers={"Host": host}).status_code == status


def test_behind_a_proxy_that_is_trusted_its_names_are_ours(make_app):
    client = make_app(TRUSTED_PROXIES=proxies.parse_proxies("1")).test_client()
    assert client.get("/", headers={"X-Forwarded-Host": "points.example.org"}).status_code == 200


@pytest.mark.slow
def test_no_machine_lists_secret_pages_and_it_is_told_where_not_to_go(app, inside):
    desk = Desk(4)
    desk.next_round()
    client = app.test_client()
    table, entrant = player_links.table_links(desk.access, 1)[1], player_links.entrant_links(desk.access)["e1"]
    for path in (f"/t/{table}", f"/e/{entrant}"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex")
    assert "X-Robots-Tag" not in client.get("/rulebook").headers
    robots = client.get("/robots.txt")
    assert robots.mimetype == "text/plain"
    assert "Disallow: /desk" in robots.get_data(as_text=True)


def test_a_page_is_kept_by_nobody_between(client):
    for path in ("/", "/settings", "/games/hidden", "/rules/ours", "/games/new"):
        kept = client.get(path).headers["Cache-Control"]
        assert "private" in kept or "no-store" in kept, path


def test_a_private_club_is_seen_by_its_own_accounts_only_and_its_links_open_as_ever(app):
    with app.app_context():
        desk = Desk(4)
        desk.next_round()
        table, program = player_links.table_links(desk.access, 1)[1], Program(app, desk, "organise")
    pages = [f"/tournaments/{desk.id}", f"/club/{desk.club.slug}", f"/clubs/{desk.club.slug}/season"]
    api = [f"/api/v1/tournaments/{desk.id}", f"/api/v1/clubs/{desk.club.club_id}/ratings/players"]
    stranger, member = app.test_client(), app.test_client()
    member.post("/club/sign-in", data=SIGN_IN)
    assert [stranger.get(path).status_code for path in (*pages, *api)] == [200] * 5
    assert program.at("PUT", f"/clubs/{desk.club.club_id}/private", {"private": True}).status_code == 204
    assert [stranger.get(path).status_code for path in (*pages, *api)] == [404] * 5
    assert [member.get(path).status_code for path in pages] == [200] * 3
    assert program("GET").status_code == 200
    assert stranger.get(f"/t/{table}").status_code == 200
    assert member.post(f"/desk/clubs/{desk.club.slug}/private", data={"private": "0"}).status_code == 303
    assert stranger.get(pages[0]).status_code == 200


def test_a_token_for_one_club_makes_no_other(app, inside):
    program = Program(app, Desk(0), "organise")
    refused = program.at("POST", "/clubs", {"name": "Club de la Rive"})
    assert (refused.status_code, refused.json["code"]) == (403, "token.one_club")
    refused = program.at("POST", "/archives", {})
    assert (refused.status_code, refused.json["code"]) == (403, "token.one_club")
    assert "bring" not in access.SCOPES["organise"]


def test_with_a_new_password_one_is_told_of_the_programs_and_may_end_them(app, inside):
    desk = Desk(0)
    client = app.test_client()
    client.post("/club/sign-in", data=SIGN_IN)
    api_tokens.create(desk.club, "the screen", "read")
    other = {"old": PASSWORD, "password": "toute nouvelle phrase"}
    told = client.post("/club/account/password", data=other, follow_redirects=True).get_data(as_text=True)
    assert "API tokens still work" in told
    assert len(api_tokens.tokens_of_account(desk.account)) == 1
    back = {"old": other["password"], "password": PASSWORD, "tokens": "1"}
    client.post("/club/account/password", data=back)
    assert api_tokens.tokens_of_account(desk.account) == []


def test_what_forms_are_protected_with_begins_anew_with_a_sign_in(make_app):
    app = make_app()
    with app.app_context():
        Desk(0)
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    client.get("/club/sign-in")
    with client.session_transaction() as session:
        session["csrf_token"] = "planted"
    client.post("/club/sign-in", data=SIGN_IN)
    with client.session_transaction() as session:
        assert session.get("csrf_token") != "planted"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_sign_that_no_text_can_hold_is_refused_alike_by_every_database(request, make_app, kind):
    url = {} if kind == "sqlite" else {"SQLALCHEMY_DATABASE_URI": request.getfixturevalue("postgres")}
    app = make_app(WTF_CSRF_ENABLED=False, **url)
    with app.app_context():
        slug = Desk(0).club.slug
    client = app.test_client()
    client.post("/club/sign-in", data=SIGN_IN)
    asked = client.get("/api/v1/clubs/%00/leagues")
    assert (asked.status_code, asked.mimetype) == (404, "application/problem+json")
    assert client.get("/club/%00").status_code == 404
    assert client.get("/desk/clubs/%00").status_code == 404
    assert client.get(f"/desk/clubs/{slug}/players/suggest?q=%00").status_code == 400
    assert app.test_client().post("/club/sign-in", data={"name": "a\0b", "password": PASSWORD}).status_code == 422
