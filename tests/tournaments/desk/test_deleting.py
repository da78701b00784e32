from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from scorekeeper.clubs.commands.members import invitations
from scorekeeper.core.db.database import Base, db
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import Refusal
from scorekeeper.leagues.commands import leagues
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.results import table_reports
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of


@pytest.fixture
def director(app):
    """A director with six pairs, a published round, a game begun on a phone, and another club."""
    found = Director(app, 6)
    found.round()
    with app.app_context():
        table_reports.open_game(authorization.table(evening.tables(found.access)[1]), visitors.make())
    return found


def left(app) -> dict[str, int]:
    """Return the number of rows in each table."""
    with app.app_context():
        return {t.name: db.session.scalar(select(func.count()).select_from(t)) or 0 for t in Base.metadata.sorted_tables}


def league(tournaments):
    facts = {"name": "Winter", "points": [10, 8], "others": 1, "best": None, "share": True, "who": "teams"}
    leagues.create(evening.club(), {**facts, "tournaments": tournaments}, uuid=evening.key())


def post(director, path, **fields):
    return director.client.post(path, data=fields, follow_redirects=True)


def test_a_tournament_that_nobody_has_seen_is_deleted_at_once_and_its_number_opens_nothing(app):
    director = Director(app, 4)
    assert "Delete for good" in director.text("/delete")
    answer = post(director, director.root + "/delete")
    assert "“Friday night” is deleted." in text_of(answer)
    director.open(status=404)
    assert left(app)["tournament_changes"] == 0


def test_a_tournament_with_rounds_is_deleted_by_its_name_and_its_games_stay_on_the_phones(app, director):
    assert "Save tournament file" in director.text("/delete")
    assert "is not its name" in text_of(post(director, director.root + "/delete", name="Friday"))
    director.open()
    post(director, director.root + "/delete", name="friday  night")
    director.open(status=404)
    rows = left(app)
    assert {name for name in rows if name.startswith(("tournament", "table_")) and rows[name]} == set()
    assert rows["games"] == 1


def test_a_tournament_that_counts_in_a_league_is_not_deleted(app, director):
    with app.app_context():
        league([director.access.tournament_id])
    answer = post(director, director.root + "/delete", name="Friday night")
    assert "It counts in a league (Winter)" in text_of(answer)
    director.open()


@pytest.mark.slow
def test_a_club_is_deleted_whole_by_its_name_after_its_archive_was_offered_and_another_may_be_made(app, director):
    with app.app_context():
        invitations.create(evening.club(), "scorer")
        league([])
    page = director.open(director.club + "/delete").get_data(as_text=True)
    assert "archive.zip" in page
    assert "1 tournament, 12 players, 1 league" in text_of(director.open(director.club + "/delete"))
    assert "is not its name" in text_of(post(director, director.club + "/delete", name="Club"))
    answer = post(director, director.club + "/delete", name="Club de cartes de Memramcook")
    assert "No club yet." in text_of(answer)
    rows = left(app)
    kept = {"accounts", "sign_ins", "sign_in_failures", "games", "devices", "changes", "accesses", "links"}
    assert {name for name in rows if rows[name]} <= kept
    assert "Club neuf" in text_of(post(director, "/desk/clubs", name="Club neuf"))


def test_a_club_is_renamed_and_two_of_one_name_are_told_apart(app, director):
    post(director, director.club + "/setup", name="Le Moulin")
    post(director, "/desk/clubs", name="Le Moulin")
    page = text_of(director.open("/desk"))
    assert page.count("Le Moulin") == 2
    assert "1 tournament" in page
    assert "0 tournaments" in page
    assert "between 1 and" in text_of(director.client.post(director.club + "/setup", data={"name": " "}))


def test_a_role_a_removal_and_an_ended_invitation_are_taken_back(app, director):
    people = "/clubs/club-de-cartes-de-memramcook/people"
    with app.app_context():
        token = invitations.create(evening.club(), "scorer").token
        other, _ = invitations.accept_new(token, "Theresa", "un deux trois soleil")
        waiting = invitations.create(evening.club(), "scorer")

    def role():
        found = director.client.get(people).get_data(as_text=True)
        return re.findall(rf'people/{other.id}".*?<option value="(\w+)" selected', found, re.DOTALL)

    for change in ("director", "none"):
        post(director, f"{people}/{other.id}", role=change)
        assert role() == ([change] if change != "none" else [])
        post(director, people, do="last")
        assert role() == ["scorer"]
    post(director, f"{people}/invitations/{waiting.id}/end")
    assert waiting.token not in director.client.get(people).get_data(as_text=True)
    post(director, people, do="last")
    assert waiting.token in director.client.get(people).get_data(as_text=True)


def test_the_desk_looks_at_a_draft_as_everybody_will_and_nobody_else_does(app, director):
    with app.app_context():
        from scorekeeper.tournaments.commands.setup import lifecycle

        draft = lifecycle.create(evening.club(), {"name": "Secret", "day": "2026-12-01", "method": "swiss"})
    path = f"/tournaments/{draft.tournament_id}"
    assert app.test_client().get(path).status_code == 404
    assert "Preview: only the desk sees this." in text_of(director.client.get(path))


def test_a_round_that_was_published_meanwhile_asks_for_the_name_all_the_same(app):
    director = Director(app, 4)
    with app.app_context():
        before = authorization.desk(director.access.tournament_id, evening.club().account)
    director.round()
    with app.app_context(), pytest.raises(Refusal) as refused:
        deletion.delete_tournament(before)
    assert refused.value.code == "delete.name"
    director.open()
