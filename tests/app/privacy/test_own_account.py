"""An account's personal data: shown, exported, corrected, and deleted while its work stays."""

from __future__ import annotations

import json
import re

import pytest

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.privacy import deletion, own_account, pseudonyms
from tests.app.privacy.test_pseudonyms import everything, facts
from tests.tournaments.club_night import PASSWORD, refused, run_command
from tests.tournaments.named_evening import NamedEvening

PAGE = "/club/account/personal"


@pytest.fixture
def evening(app):
    with app.app_context():
        return NamedEvening()


def sign_in(app, name, password=PASSWORD):
    client = app.test_client()
    assert client.post("/club/sign-in", data={"name": name, "password": password}).status_code == 303
    return client


def director(evening):
    """A director with a changed entry and a token."""
    found = evening.past.member("Théophile", "director")
    way = authorization.desk(evening.now.id, found)
    run_command(way, entries.change, "e1", {"name": "Les autres"}, revision=way.revision, uuid="theophile-1")
    api_tokens.create(members.club_access("club-du-moulin", found), "Écran", "read")
    return found


def test_everything_is_shown_and_saved_and_the_password_is_not(app, evening):
    with app.app_context():
        director(evening)
    client = sign_in(app, "Théophile")
    page = client.get(PAGE)
    assert page.status_code == 200
    assert "Théophile" in page.get_data(as_text=True)
    saved = json.loads(client.post(PAGE, data={"do": "save"}).data)
    assert saved["format"] == "scorekeeper-account/1"
    assert saved["account"]["name"] == "Théophile"
    assert [(one["club"], one["role"]) for one in saved["clubs"]] == [("Club du Moulin", "director")]
    assert len(saved["sign_ins"]) == 2
    assert [one["name"] for one in saved["tokens"]] == ["Écran"]
    assert len(saved["invitations_used"]) == 1
    assert [(one["tournament"], one["action"]) for one in saved["changes"]] == [("Deuxième soir", "change_entrant")]
    assert "argon2" not in json.dumps(saved)


def test_a_name_that_is_corrected_is_told_everywhere_and_signs_in(app, evening):
    with app.app_context():
        director(evening)
        organiser = evening.past.account
    client, desk = sign_in(app, "Théophile"), sign_in(app, "Rita")
    assert "Théophile" in desk.get("/desk/2/history").get_data(as_text=True)
    taken = client.post(PAGE, data={"do": "rename", "name": "rita"})
    assert (taken.status_code, "There is already an account named “rita”" in taken.get_data(as_text=True)) == (422, True)
    assert client.post(PAGE, data={"do": "rename", "name": ""}).status_code == 422
    assert client.post(PAGE, data={"do": "rename", "name": "Théo Roy"}).status_code == 303
    history = desk.get("/desk/2/history").get_data(as_text=True)
    assert "Théo Roy" in history
    assert "Théophile" not in history
    assert sign_in(app, "Théo Roy")
    assert app.test_client().post("/club/sign-in", data={"name": "Théophile", "password": PASSWORD}).status_code == 422
    assert organiser.name == "Rita"


def test_an_account_that_has_ended_opens_nothing_and_what_it_did_stays(app, evening):
    with app.app_context():
        theo = director(evening)
        token = api_tokens.create(members.club_access("club-du-moulin", theo), "Autre", "read")[1]
        before = facts(evening)
    client, elsewhere, desk = sign_in(app, "Théophile"), sign_in(app, "Théophile"), sign_in(app, "Rita")
    wrong = client.post(PAGE, data={"do": "end", "old": "not that"})
    assert wrong.status_code == 422
    assert client.get(PAGE).status_code == 200
    ended = client.post(PAGE, data={"do": "end", "old": PASSWORD})
    assert (ended.status_code, ended.location) == (303, "/")
    for one in (client, elsewhere):
        assert one.get(PAGE).status_code == 303
    assert app.test_client().get("/api/v1/clubs", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert app.test_client().post("/club/sign-in", data={"name": "Théophile", "password": PASSWORD}).status_code == 422
    assert not re.search("Théophile", everything(app))
    assert "deleted account" in desk.get("/desk/2/history").get_data(as_text=True)
    assert "An account was deleted by its owner." in desk.get("/desk/clubs/club-du-moulin/privacy").get_data(as_text=True)
    with app.app_context():
        assert facts(evening) == before
        assert evening.past.member("Théophile", "scorer").id != theo.id  # the name is free again


def test_whoever_replaced_a_name_is_not_named_for_it_either_once_the_account_has_ended(app, evening):
    with app.app_context():
        other = evening.past.member("Édith", "organiser")
        way = members.club_access("club-du-moulin", other)
        pseudonyms.pseudonymise(way, "Marie Leblanc", "Anonyme {}".format)
        assert "Édith" in everything(app)
        own_account.delete_account(other, PASSWORD, "")
    assert "Édith" not in everything(app)


def test_whoever_alone_organises_a_club_hands_it_over_or_deletes_it_first(app, evening):
    client = sign_in(app, "Rita")
    answer = client.post(PAGE, data={"do": "end", "old": PASSWORD})
    page = answer.get_data(as_text=True)
    assert (answer.status_code, "You are the only organizer of Club du Moulin." in page) == (422, True)
    with app.app_context():
        other = evening.past.member("Édith", "organiser")
        with refused("account.operator"):  # there are others, and the instance needs somebody
            own_account.delete_account(accounts.Account(evening.past.account.id, "Rita"), PASSWORD, "")
        link = invitations.create(members.club_access("club-du-moulin", other), "scorer").token
        own_account.delete_account(other, PASSWORD, "")
        with refused("invitation.closed"):
            invitations.find_invitation(link)
        assert own_account.alone_in(evening.past.account) == ["Club du Moulin"]


def test_after_the_last_account_has_ended_the_program_begins_anew(app, evening):
    with app.app_context():
        deletion.delete_club(evening.club, "Club du Moulin")
        own_account.delete_account(evening.past.account, PASSWORD, "")
        assert accounts.no_account_exists()
    start = app.test_client().post("/club/start", data={"name": "Rita", "password": PASSWORD, "club": "Nouveau"})
    assert start.status_code == 303
