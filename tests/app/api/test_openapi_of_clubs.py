"""The OpenAPI document is correct for clubs and tournaments."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from scorekeeper.clubs.commands.members import api_tokens, invitations
from scorekeeper.core.api.access import concerns_club
from scorekeeper.core.api.operations import JSON
from scorekeeper.leagues.commands import leagues
from scorekeeper.tournaments.commands import player_links
from tests.app.api.test_openapi import CHECKS, shape
from tests.app.described import document_of
from tests.app.operations import OPERATIONS
from tests.printing import AtOnce
from tests.tiers import examples
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk

EXAMPLES = 3
OF_CLUBS = [
    o for o in OPERATIONS if concerns_club(o.access) and o.takes == JSON and o.name != "make_papers"
]  # that starts a process


@pytest.fixture(scope="module")
def described(migrated_database, tmp_path_factory):
    """An application with a tournament in its second round, and its document. Every operation uses it."""
    import shutil

    from scorekeeper import create_app
    from scorekeeper.core.config import flask_config
    from scorekeeper.core.db.database import db
    from scorekeeper.tournaments.commands.results import table_reports

    instance = tmp_path_factory.mktemp("described")
    shutil.copy(migrated_database, instance / flask_config.DATABASE_FILE)
    url = f"sqlite:///{instance / flask_config.DATABASE_FILE}"
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "SQLALCHEMY_DATABASE_URI": url}, instance)
    app.extensions["printer"] = AtOnce()
    with app.app_context():
        desk = Desk(9, options={"rounds": 5})
        desk.play()
        desk.next_round()
        desk.result(2, 1, 300, 200)
        desk.phone(2, 2).report(0, 250, 200)
        desk.phone(2, 3).do(table_reports.dispute, 1, "Non")
        league = {"name": "2026", "points": [3, 2, 1], "tournaments": [desk.id]}
        leagues.create(desk.club, league, uuid="league-one")
        invitations.create(desk.club, "scorer")
        table, entrant = player_links.table_links(desk.access, 2)[2], player_links.entrant_link(desk.access, "e2")
        secret = api_tokens.create(desk.club, "asks", "organise")[1]
        yield (
            desk,
            {"table": table, "entrant": entrant, "club": secret},
            document_of(app),
        )
        db.session.remove()
        db.engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("operation", OF_CLUBS, ids=lambda o: o.name)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
def test_whatever_is_asked_is_answered_as_the_document_says(described, operation, mode):
    desk, secrets, document = described
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.headers or "{" in operation.path):
        pytest.skip("where nothing is asked nothing can be asked wrongly")
    secret = secrets.get(operation.access, secrets["club"])

    @seed(200)
    @settings(max_examples=examples(EXAMPLES, least=1), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(document[operation.path][operation.method].as_strategy(generation_mode=mode), st.booleans())
    def ask(case, known):
        if known:
            case.path_parameters = {**(case.path_parameters or {}), **_existing_ids(desk, operation.path)}
            case.headers = {**(case.headers or {}), "If-Match": f'"{desk.access.revision}"'}
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"}
        case.call_and_validate(checks=CHECKS)

    ask()


def _existing_ids(desk, path):
    things = {"tournament": desk.id, "club": desk.club.club_id, "entrant": 2, "round": 2, "table": 2, "kind": "slips"}
    things |= {"member": 99, "sheet": "results", "person": "1"} | dict.fromkeys(("player", "league", "invitation", "change"), 1)
    return {name: things[name] for name in re.findall(r"\{(\w+)\}", path) if name in things}


GIVEN = {
    "/entrants": "EntrantList",
    "/entry-form": "EntryFormNow",
    "/clock": "TournamentClock",
    "/cross-table": "CrossTable",
    "/bracket": "TournamentBracket",
    "/report": "Report",
    "/timetable": "Timetable",
    "/papers": "PaperList",
}


@pytest.mark.slow
def test_what_is_answered_has_the_shape_that_the_document_gives(app, inside):
    desk = Desk(7, options={"rounds": 4})
    program = Program(app, desk)
    shape("TournamentWritten").validate(program("POST", "/draft").json)
    shape("Tournament").validate(program("GET").json)
    shape("TournamentWritten").validate(program("POST", "/draft/publish").json)
    shape("TournamentWritten").validate(program("PUT", "/clock", {"action": "start", "minutes": 40}).json)
    shape("TournamentWritten").validate(program("PUT", "/rounds/1/tables/1/result", {"scores": [300, 200]}).json)
    shape("TournamentWritten").validate(program("PUT", "/prizes", {"prizes": "Un jambon"}).json)
    shape("EntrantPage").validate(program("GET", "/entrants/1").json)
    shape("MatchSheet").validate(program("GET", "/rounds/1/tables/1").json)
    shape("Repair").validate(program("GET", "/rounds/1/repair").json)
    shape("UndoPreview").validate(program("POST", "/undo/consequences").json)
    for path, name in GIVEN.items():
        shape(name).validate(program("GET", path).json)
    shape("TournamentRound").validate(program("GET", "/rounds/1").json)
    shape("TournamentStandings").validate(program("GET", "/standings").json)
    shape("TournamentHistory").validate(program("GET", "/changes").json)
    shape("Consequences").validate(program("POST", "/rounds/1/tables/1/consequences", {"scores": [0, 200]}).json)
    shape("TournamentConflict").validate(program("PUT", "/rounds/1/tables/1/result", {"scores": [1, 2]}, If_Match='"2"').json)
    shape("TableLinks").validate(program("GET", "/rounds/1/links").json)
    shape("EntrantLinks").validate(program("GET", "/links").json)
    shape("Roster").validate(program.at("GET", f"/clubs/{desk.club.club_id}/players").json)
    shape("FormatList").validate(program.at("POST", "/formats", {"entrants": 17, "minutes": 180, "individuals": True}).json)
    own = Program(app, desk, secret=player_links.entrant_link(desk.access, "e1"))
    shape("OwnSeat").validate(own.at("GET", "/seat").json)
    phone = Program(app, desk, secret=player_links.table_links(desk.access, 1)[2])
    shape("OwnTable").validate(phone.at("GET", "/table").json)
