"""Members and seasons of a club over the API."""

from __future__ import annotations

import pytest

from scorekeeper.clubs.commands.members import api_tokens, invitations
from scorekeeper.clubs.commands.members import members as club_members
from tests.app.api.test_openapi import shape
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import PASSWORD, Desk, key


@pytest.fixture
def desk(inside):
    """A finished tournament of four pairs."""
    desk = Desk(4, options={"rounds": 2})
    desk.play()
    desk.play()
    program = Program(inside, desk)
    program("PUT", "/status", {"status": "finished"})
    return desk


@pytest.fixture
def program(app, desk):
    return Program(app, desk, "organise")


def test_an_invitation_tells_its_link_once_and_makes_a_member_who_can_be_given_another_role(desk, program):
    club = f"/clubs/{desk.club.club_id}"
    made = program.at("POST", f"{club}/invitations", {"role": "scorer", "note": "pour Sylvie"})
    assert made.status_code == 201
    shape("NewInvitation").validate(made.json)
    listed = program.at("GET", f"{club}/invitations").json
    shape("InvitationList").validate(listed)
    assert [one["note"] for one in listed["invitations"]] == ["pour Sylvie"]
    assert made.json["token"] not in program.at("GET", f"{club}/invitations").get_data(as_text=True)
    sylvie, _ = invitations.accept_new(made.json["token"], "Sylvie", PASSWORD)
    members = program.at("GET", f"{club}/members").json
    shape("MemberList").validate(members)
    assert {one["name"]: one["role"] for one in members["members"]} == {"Rita": "organiser", "Sylvie": "scorer"}
    assert program.at("PUT", f"{club}/members/{sylvie.id}", {"role": "director"}).status_code == 204
    assert club_members.club_access(desk.club.slug, sylvie).role == "director"
    own = api_tokens.create(club_members.club_access(desk.club.slug, sylvie), "own", "direct")[1]
    assert program.at("DELETE", f"{club}/members/{sylvie.id}").status_code == 204
    assert Program(program.client.application, desk, secret=own).at("GET", club + "/players").status_code == 401


def test_an_invitation_that_was_ended_opens_nothing_and_the_last_organiser_stays(desk, program):
    club = f"/clubs/{desk.club.club_id}"
    made = program.at("POST", f"{club}/invitations", {"role": "organiser"}).json
    assert program.at("DELETE", f"{club}/invitations/{made['id']}").status_code == 204
    assert program.at("GET", f"{club}/invitations").json["invitations"] == []
    assert program.client.get(made["path"]).status_code == 404
    assert program.at("POST", f"{club}/invitations/{made['id']}/back").status_code == 204
    assert program.client.get(made["path"]).status_code == 200
    assert program.at("DELETE", f"{club}/invitations/999").json["code"] == "invitation"
    for method, body in (("PUT", {"role": "scorer"}), ("DELETE", None)):
        answer = program.at(method, f"{club}/members/{desk.account.id}", body)
        assert (answer.status_code, answer.json["code"]) == (422, "organiser.last")
    assert program.at("POST", f"{club}/invitations", {"role": "king"}).json["code"] == "role.unknown"


def test_a_program_is_told_who_it_speaks_for(desk, program):
    said = program.at("GET", "/account").json
    shape("WhoAsks").validate(said)
    assert (said["name"], said["scope"], [one["slug"] for one in said["clubs"]]) == ("Rita", "organise", ["club-du-moulin"])
    assert program.at("PUT", f"/clubs/{desk.club.club_id}/name", {"name": "Club du Pont"}).status_code == 204
    assert [one["name"] for one in program.at("GET", "/clubs").json["clubs"]] == ["Club du Pont"]


@pytest.mark.slow
def test_a_league_is_made_read_printed_put_away_and_put_back(app, desk, program):
    club = f"/clubs/{desk.club.club_id}"
    facts = {"name": "2026", "points": [3, 2, 1], "tournaments": [desk.id]}
    league = program.at("POST", f"{club}/leagues", facts).json
    path = f"{club}/leagues/{league['id']}"
    everybody = Program(app, desk, secret="")
    standing = everybody.at("GET", path).json
    shape("LeagueStanding").validate(standing)
    first = standing["standings"][0]
    assert (first["name"], first["points"]) == ("Aline & Benoît", 3)
    assert everybody.at("GET", f"{path}/paper?size=a4&lang=fr").data.startswith(b"%PDF")
    assert "Aline & Benoît" in everybody.at("GET", f"{path}/csv").data.decode("utf-8-sig")
    assert program.at("DELETE", path).status_code == 204
    assert (everybody.at("GET", path).status_code, everybody.at("GET", f"{club}/leagues").json) == (404, {"leagues": []})
    assert [one["name"] for one in program.at("GET", f"{club}/leagues?away=1").json["leagues"]] == ["2026"]
    assert program.at("POST", f"{path}/back").json["name"] == "2026"
    changes = program.at("GET", f"{club}/season/changes").json
    shape("SeasonHistory").validate(changes)
    assert [one["action"] for one in changes["changes"]] == ["back", "away", "create"]
    undone = program.at("POST", f"{club}/season/changes/{changes['changes'][0]['number']}/undo").json
    shape("SeasonChange").validate(undone)
    assert everybody.at("GET", path).status_code == 404


@pytest.mark.slow
def test_a_season_is_read_by_everybody_and_two_names_of_one_player_are_joined_by_a_director(app, desk, program):
    club, everybody = f"/clubs/{desk.club.club_id}", Program(app, desk, secret="")
    found = everybody.at("GET", f"{club}/season/records").json
    shape("SeasonRecords").validate(found)
    assert found["matches"]["biggest_wins"][0]["value"] > 0
    ratings = everybody.at("GET", f"{club}/ratings/pairs").json
    shape("Ratings").validate(ratings)
    best = ratings["ratings"][0]
    career = everybody.at("GET", f"{club}/season/people/{best['key']}").json
    shape("Career").validate(career)
    assert (career["name"], career["won"], len(career["members"])) == (best["name"], 2, 2)
    player = everybody.at("GET", f"{club}/season/people/{career['members'][0]['key']}").json
    shape("Career").validate(player)
    assert player["evenings"][0]["matches"][0]["partners"] == [career["members"][1]]
    assert everybody.at("GET", f"{club}/season/people/nobody").json["code"] == "season.player"
    program.at("POST", f"{club}/players", {"name": "Alline"})
    sent = {"Idempotency_Key": key()}
    for _ in range(2):
        assert program.at("POST", f"{club}/season/names", {"keep": "Aline", "other": "Alline"}, **sent).status_code == 204
    names = program.at("GET", f"{club}/season/names").json
    shape("SeasonNames").validate(names)
    assert [(one["name"], one["player"]) for one in names["joined"]] == [("Alline", "Aline")]
    assert everybody.at("GET", f"{club}/tournaments").json["tournaments"][0]["status"] == "finished"
