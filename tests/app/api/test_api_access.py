"""Access to the API: every operation is closed to callers without the role it needs."""

from __future__ import annotations

import re

import pytest

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.clubs.commands.members import members as club_members
from scorekeeper.core.refusals import NotAllowed, NotFound
from scorekeeper.leagues.commands import joined_players
from scorekeeper.tournaments.commands import player_links
from tests.app.operations import OPERATIONS
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import PASSWORD, Desk, key, refused

pytestmark = pytest.mark.slow

LADDER = ("read", "score", "direct", "organise")
THINGS = {"kind": "slips", "sheet": "results", "person": "1"}


def _path(operation, desk):
    things = {"tournament": desk.id, "club": desk.club.club_id, **THINGS}
    return re.sub(r"\{(\w+)\}", lambda m: str(things.get(m[1], 1)), operation.path)


def test_every_operation_is_closed_to_nobody_to_outsiders_and_to_every_scope_below(app, inside):
    desk = Desk(4)
    desk.next_round()
    programs = {scope: Program(app, desk, scope) for scope in LADDER}
    nobody, revision = Program(app, desk, secret=""), desk.access.revision
    elsewhere = club_members.create_club(desk.account, "Un autre club")
    outsider = Program(app, desk, secret=api_tokens.create(elsewhere, "elsewhere", "organise")[1])
    asked = [o for o in OPERATIONS if o.access.startswith("club.") and o.access != "club.public"]
    assert len(asked) > 60
    for operation in asked:
        path, needed = _path(operation, desk), operation.access[5:]
        answer = nobody.at(operation.method, path)
        assert (operation.name, answer.status_code, answer.json["code"]) == (operation.name, 401, "auth")
        for scope in LADDER[: LADDER.index(needed)]:
            answer = programs[scope].at(operation.method, path)
            said = (operation.name, scope, answer.status_code, answer.json["code"])
            assert said == (operation.name, scope, 403, f"role.{needed}")
        if "{" in operation.path:
            answer = outsider.at(operation.method, path)
            assert (operation.name, answer.status_code) == (operation.name, 404)
    assert desk.access.revision == revision


def test_what_everybody_may_read_is_open_to_nobody_while_the_tournament_is_a_draft(app, inside):
    desk = Desk(4)
    nobody = Program(app, desk, secret="")
    asked = [o for o in OPERATIONS if o.access == "club.public" and o.method == "GET" and "{tournament}" in o.path]
    assert len(asked) > 10
    assert {nobody.at("GET", _path(o, desk)).status_code for o in asked} == {404}
    desk.next_round()
    open_now = {o.name: nobody.at("GET", _path(o, desk)).status_code for o in asked}
    assert set(open_now.values()) == {200}, open_now


@pytest.mark.parametrize(("role", "most"), [("scorer", "score"), ("director", "direct")])
def test_nobody_gives_a_token_more_than_they_may_themselves(inside, role, most):
    desk = Desk(0)
    access = club_members.club_access(desk.club.slug, desk.member("Sylvie", role))
    for scope in LADDER:
        if LADDER.index(scope) <= LADDER.index(most):
            api_tokens.create(access, scope, scope)
        else:
            with refused(f"role.{scope}", NotAllowed):
                api_tokens.create(access, scope, scope)
    assert api_tokens.scopes_for([role]) == list(LADDER[: LADDER.index(most) + 1])


def test_a_token_does_no_more_than_its_account_may_by_now(app, inside):
    desk = Desk(0)
    marc = desk.member("Marc", "organiser")
    program = Program(app, desk, secret=api_tokens.create(club_members.club_access(desk.club.slug, marc), "all", "organise")[1])
    members = f"/clubs/{desk.club.club_id}/members"
    assert program.at("GET", members).status_code == 200
    club_members.set_role(desk.club, marc.id, "director")
    assert program.at("GET", members).json["code"] == "role.organise"
    assert program.at("GET", "/account").json["clubs"][0]["role"] == "director"
    club_members.remove(desk.club, marc.id)
    assert program.at("GET", members).status_code == 401


def test_a_players_links_open_what_they_are_for_and_nothing_else(app, inside):
    desk = Desk(4)
    desk.next_round()
    seat = Program(app, desk, secret=player_links.entrant_link(desk.access, "e1"))
    mine = seat.at("GET", "/seat").json
    assert (mine["entrant"]["id"], mine["rounds"][0]["status"]) == ("e1", "open")
    table = Program(app, desk, secret=mine["link"]["token"])
    assert table.at("GET", "/table").json["table"]["table"] == mine["rounds"][0]["table"]
    for program, path in ((seat, "/table"), (table, "/seat")):
        answer = program.at("GET", path)
        assert (answer.status_code, answer.json["code"]) == (401, "link.closed")
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="scorekeeper", error="invalid_token"'
    for program in (seat, table):
        assert program("POST", "/draft").status_code == 401
        assert program("GET", "/changes").status_code == 401
    director = Program(app, desk)
    renewed = director("POST", "/entrants/1/link").json
    assert renewed["path"] == f"/e/{renewed['token']}"
    assert seat.at("GET", "/seat").status_code == 401
    fresh = director("POST", f"/rounds/1/tables/{mine['rounds'][0]['table']}/link").json["token"]
    assert table.at("GET", "/table").status_code == 401
    assert Program(app, desk, secret=fresh).at("GET", "/table").status_code == 200


def test_the_account_page_offers_the_scopes_that_one_may_give(app, client):
    with app.app_context():
        desk = Desk(0)
        desk.member("Sylvie", "scorer")
    shown = {}
    for name in ("Rita", "Sylvie"):
        client.post("/club/sign-in", data={"name": name, "password": PASSWORD})
        shown[name] = re.findall(r'name="scope" value="(\w+)"', client.get("/club/account").get_data(as_text=True))
    assert shown == {"Rita": list(LADDER), "Sylvie": ["read", "score"]}
    assert client.post("/club/account/tokens", data={"club": desk.club.slug, "name": "x", "scope": "direct"}).status_code == 403


def test_a_number_too_large_for_a_database_names_nothing(served):
    with served.app_context():
        desk = Desk(2)
        program = Program(served, desk, "organise")
        club, many = f"/clubs/{desk.club.club_id}", 10**25
        for method, path, body in (
            ("DELETE", f"{club}/members/{many}", None),
            ("POST", f"{club}/invitations/{many}/back", None),
            ("PUT", f"{club}/players/{many}", {"name": "Aline"}),
            ("DELETE", f"{club}/pairs/{many}", None),
            ("POST", f"{club}/season/changes/{many}/undo", None),
        ):
            assert program.at(method, path, body).status_code == 404, path
        assert program.client.get(f"/tournaments/{many}").status_code == 404
        with refused("player", NotFound):
            joined_players.separate_name(desk.club, many, uuid=key())
