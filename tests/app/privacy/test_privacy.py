"""A club's data controller and its retention periods."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select, update

from scorekeeper.backup import nightly
from scorekeeper.backup.storage import BackupPlan
from scorekeeper.cli.command_line import main
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.privacy import privacy, retention_periods
from scorekeeper.clubs.store.account import Invitation, SignIn
from scorekeeper.clubs.store.club import Club
from scorekeeper.clubs.store.privacy import privacy_events
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.privacy import retention
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.app.privacy.test_pseudonyms import call, everything, facts
from tests.tournaments.club_night import PASSWORD, Desk, refused
from tests.tournaments.named_evening import STAND_IN, NamedEvening

PAGE, DESK = "/clubs/club-du-moulin/privacy", "/desk/clubs/club-du-moulin/privacy"


@pytest.fixture
def evening(app):
    with app.app_context():
        return NamedEvening()


def sign_in(app, name="Rita"):
    client = app.test_client()
    assert client.post("/club/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def chosen_long_ago(**wanted):
    """Set the club’s choice as if it had been made long ago, and everyone known before that."""
    with write_transaction() as session:
        session.execute(update(Club).values(**wanted, keep_since=now() - 2 * privacy.NOTICE))
        for one in ("club_players",):
            session.connection().exec_driver_sql(f"UPDATE {one} SET created_at = '2020-01-01 00:00:00'")


def test_without_a_named_person_the_page_says_so_and_tells_the_organiser_what_to_do(app, client, evening):
    anybody, desk = client.get(PAGE).get_data(as_text=True), sign_in(app)
    assert "No one is named yet." in anybody
    assert DESK not in anybody
    assert DESK in desk.get(PAGE).get_data(as_text=True)
    sent = {"do": "responsible", "name": "Rita Cormier", "reach": "rita@example.org\n506 555-0100", "since": "2026-01-05"}
    assert desk.post(DESK, data=sent).status_code == 303
    named = client.get(PAGE).get_data(as_text=True)
    assert "Rita Cormier" in named
    assert "mailto:rita@example.org" in named
    assert "506 555-0100" in named
    assert "No one is named yet." not in named
    with app.app_context():
        noted = [str((one.action, one.before, one.after)) for one in privacy_events(evening.club.club_id)]
    assert "responsible" in noted[0]
    assert "Cormier" not in noted[0]  # that log has no names
    assert desk.post(DESK, data={"do": "nobody"}).status_code == 303
    assert "No one is named yet." in client.get(PAGE).get_data(as_text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reach", "since", "said"),
    [
        ("", "rita@example.org", "", "between 1 and 80 characters"),
        ("R" * 81, "rita@example.org", "", "between 1 and 80 characters"),
        ("Rita", "", "", "how to reach the responsible person"),
        ("Rita", "x" * 201, "", "at most 200 characters"),
        ("Rita", "r@example.org", "soon", "“soon” is not a valid date"),
        ("Rita", "r@example.org", "2999-01-01", "“2999-01-01” is not a valid date. Enter today or earlier"),
    ],
)
def test_what_is_no_responsible_person_is_refused_with_what_was_typed(app, evening, name, reach, since, said):
    answer = sign_in(app).post(DESK, data={"do": "responsible", "name": name, "reach": reach, "since": since})
    page = answer.get_data(as_text=True)
    assert (answer.status_code, said in page) == (422, True)
    assert not name or f'value="{name}"' in page
    with app.app_context():
        assert privacy.privacy_of(evening.club.club_id).responsible is None


@pytest.mark.slow
def test_the_page_is_linked_from_public_pages_and_the_entry_form_and_closed_with_the_club(app, client, evening):
    with app.app_context():
        Desk(0, organiser=evening.past.account, name="Bientôt").do(lifecycle.edit, {"entry": {"open": True}, "shown": True})
    for path in ("/club/club-du-moulin", "/tournaments/1/standings", "/tournaments/3/enter", "/clubs/club-du-moulin/season"):
        assert f'href="{PAGE}"' in client.get(path).get_data(as_text=True), path
    with app.app_context():
        members.set_private(evening.club, True)
    assert client.get(PAGE).status_code == 404
    assert sign_in(app).get(PAGE).status_code == 200


def test_only_organisers_decide(app, evening):
    with app.app_context():
        evening.past.member("Théo", "director")
    director = sign_in(app, "Théo")
    assert director.get(DESK).status_code == 403
    assert director.post(DESK, data={"do": "keep", "keep_names": "6"}).status_code == 403
    assert app.test_client().get(DESK).status_code == 303


@pytest.mark.slow
@pytest.mark.parametrize(
    ("months", "right"), [(0, False), (241, False), ("six", False), (True, False), (240, True), (None, True)]
)
def test_a_time_is_a_number_of_months_or_nothing(app, evening, months, right):
    with app.app_context():
        if right:
            privacy.set_retention(evening.club, months, months)
            assert privacy.privacy_of(evening.club.club_id).keeping.names == months
        else:
            with refused("keep.months"):
                privacy.set_retention(evening.club, months, None)


@pytest.mark.parametrize(
    ("day", "months", "there"),
    [
        ("2026-01-31", 1, "2026-02-28"),
        ("2024-01-31", 1, "2024-02-29"),
        ("2026-03-15", -3, "2025-12-15"),
        ("2026-12-01", 13, "2028-01-01"),
    ],
)
def test_months_are_those_of_the_calendar(day, months, there):
    assert retention_periods.months_after(date.fromisoformat(day), months).isoformat() == there


def test_nothing_is_done_within_a_week_of_the_choice_and_it_is_shown_before(app, evening):
    with app.app_context():
        with write_transaction() as session:
            session.connection().exec_driver_sql("UPDATE club_players SET created_at = '2020-01-01 00:00:00'")
        events_day(evening, "2020-01-10", "2020-02-07")
        privacy.set_retention(evening.club, 6, None)
        found = retention.due(evening.club.club_id)
        assert found.begins == found.today + timedelta(days=7)
        assert found.now == ()
        assert {one.on for one in found.people} == {found.begins}
        assert retention.run(evening.club.club_id, call).people == 0
    page = sign_in(app).get(DESK).get_data(as_text=True)
    assert "Marie Leblanc" in page
    assert "Nothing happens before" in page


def events_day(evening, past, present):
    """Set the days of the two evenings and finish the second."""
    evening.past.do(lifecycle.reopen)
    evening.past.do(lifecycle.edit, {"day": past})
    evening.past.do(lifecycle.finish)
    board = evening.now.board
    for table in board.current.tables:
        if not table.result.known:
            evening.now.result(board.current.number, table.number, 300, 100)
    evening.now.play()
    evening.now.do(lifecycle.finish)
    evening.now.do(lifecycle.reopen)
    evening.now.do(lifecycle.edit, {"day": present})
    evening.now.do(lifecycle.finish)


def test_whoever_came_no_more_has_no_name_and_every_score_pairing_and_rating_stays(app, evening):
    with app.app_context():
        events_day(evening, "2020-01-10", "2020-02-07")
        chosen_long_ago(keep_names=24)
        before = facts(evening)
        due = retention.due(evening.club.club_id)
        assert {STAND_IN, "Marie Leblanc", "Poirier & fils"} <= {one.name for one in due.now}
    with app.app_context():
        done = retention.run(evening.club.club_id, call)
        assert done.people == len(due.now)
        assert facts(evening) == before
        assert retention.due(evening.club.club_id).people == ()
        assert retention.run(evening.club.club_id, call).people == 0  # a pseudonym is not replaced again
        (note,) = privacy_events(evening.club.club_id)
        assert (note.action, note.who, note.after["people"]) == ("retention", "", done.people)
    kept = everything(app)
    for name in ("Leblanc", "Mazerolle", "Poirier", "Haché", "Boudreau"):
        assert name not in kept
    assert "Names replaced: " in sign_in(app).get(DESK).get_data(as_text=True)


def test_whoever_came_again_keeps_the_name_everywhere(app, evening):
    with app.app_context():
        events_day(evening, "2020-01-10", "2020-02-07")
        again = Desk(0, organiser=evening.past.account, name="Retour", day=date.today().isoformat())  # noqa: DTZ011
        again.do(entries.enter, [{"players": ["marie leblanc", "Nouvelle Personne"]}])
        chosen_long_ago(keep_names=24)
        due = {one.name for one in retention.due(evening.club.club_id).now}
        assert "Marie Leblanc" not in due
        assert "Marie Landry" in due
        retention.run(evening.club.club_id, call)
        assert evening.past.board.entrants[0].players[0] == "Marie Leblanc"


def test_an_evening_that_is_not_over_keeps_its_people(app, evening):
    with app.app_context():
        evening.now.do(lifecycle.edit, {"day": "2020-02-07"})  # it was changed today, by its director
        chosen_long_ago(keep_names=1)
        here = {name for one in evening.now.board.entrants for name in one.players}
        assert here.isdisjoint(one.name for one in retention.due(evening.club.club_id).now)


def test_sign_ins_and_invitations_that_ended_are_deleted_and_those_that_have_not_stay(served):
    with served.app_context():
        desk = Desk(0)
        desk.member("Théo", "scorer")
        with write_transaction() as session:
            old = now() - timedelta(days=100)
            session.execute(update(Invitation).values(used_at=old))
            session.add(SignIn(account_id=desk.account.id, secret="x", created_at=old, expires_at=old + timedelta(days=3)))
            session.execute(update(Club).values(keep_sign_ins=3, keep_since=now() - 2 * privacy.NOTICE))
        done = retention.run(desk.club.club_id, call)
        assert (done.people, done.sign_ins, done.invitations) == (0, 1, 1)
        assert len(db.session.scalars(select(SignIn.id)).all()) == 2
        assert retention.run_all(call) == []


def test_the_command_shows_what_is_due_and_does_it_and_so_does_the_night(app, evening, found_by_commands):
    found_by_commands(app)
    with app.app_context():
        events_day(evening, "2020-01-10", "2020-02-07")
        chosen_long_ago(keep_names=24)
    run = CliRunner()
    shown = run.invoke(main, ["privacy", "due"], catch_exceptions=False)
    assert "Marie Leblanc (last played on 2020-02-07)" in shown.output
    assert "Marie Leblanc" in everything(app)
    assert nightly.retention_applied_at(Path(app.instance_path)) is None
    done = run.invoke(main, ["privacy", "run"], catch_exceptions=False)
    assert "Club du Moulin: names replaced: " in done.output
    assert "Marie Leblanc" not in everything(app)
    assert "Nothing is due." in run.invoke(main, ["privacy", "run"], catch_exceptions=False).output


def test_it_is_done_once_a_night_also_where_no_copies_are_made_and_at_once_after_a_restore(tmp_path):
    never = nightly.RetentionJob(tmp_path, BackupPlan(at=None))
    assert never.is_due(now())
    nightly.note_retention_applied(tmp_path)
    assert not never.is_due(nightly.retention_applied_at(tmp_path))
    assert never.is_due(nightly.retention_applied_at(tmp_path) + timedelta(days=1, minutes=1))


def test_the_api_tells_everybody_what_a_club_decided_and_lets_an_organiser_decide(app, client, evening):
    path, desk = "/api/v1/clubs/1/privacy", sign_in(app)
    nothing = {"public_names": "full", "responsible": None, "keep_names": None, "keep_sign_ins": None, "href": PAGE}
    assert client.get(path).json == nothing
    named = {"name": "Rita Cormier", "reach": "rita@example.org", "since": "2026-01-05"}
    assert client.patch(path, json={"public_names": "initial"}).status_code == 401
    own = {"X-Requested-With": "scorekeeper", "Origin": "http://localhost"}
    answer = desk.patch(path, json={"public_names": "initial", "responsible": named, "keep_names": 24}, headers=own)
    assert answer.status_code == 200, answer.json
    assert client.get(path).json == nothing | {"public_names": "initial", "responsible": named, "keep_names": 24}
    for body in ({"keep_names": 0}, {"responsible": {"name": "Rita"}}, {"public_names": "all"}, {"responsible": {"nom": "Rita"}}):
        refusal = desk.patch(path, json={**body, "keep_sign_ins": 3}, headers=own)
        assert refusal.status_code == 422, body
    assert client.get(path).json["keep_sign_ins"] is None
    assert desk.patch(path, json={"responsible": None, "keep_names": None}, headers=own).json["responsible"] is None
    with app.app_context():
        members.set_private(evening.club, True)
    assert client.get(path).status_code == 404
