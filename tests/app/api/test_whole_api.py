"""Every operation of the API on both databases: the answers match the document.

Requests are made from the document, valid and invalid. The tests that always run skip on SQLite what `test_document.py` and
`test_document_of_clubs.py` cover. `make soak ARGS="-k whole_api --examples 500"` sends more, each operation on a restored
database, so that no answer depends on earlier requests.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
import schemathesis
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.clubs.commands.accounts import passwords
from scorekeeper.clubs.commands.members import api_tokens, invitations
from scorekeeper.core.api.access import concerns_club
from scorekeeper.core.api.operations import JSON
from scorekeeper.core.config import flask_config
from scorekeeper.core.db.database import db
from scorekeeper.games.store.game import Game
from scorekeeper.leagues.commands import leagues
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.printouts import document_jobs
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.store.tournament import StoredTournament
from tests.app.api.test_openapi import CHECKS
from tests.app.described import document_of
from tests.app.operations import OPERATIONS
from tests.app.stand_ins import NoPapers, no_process
from tests.fixture_caches import remember_templates
from tests.games.api.caller import Caller
from tests.games.kitchen_table import hand
from tests.tournaments.club_night import Desk

SHORT = 2
"""Valid and invalid requests for each operation, in the tests that always run."""
BYTES = {"text/csv", "application/zip"}
"""Request types other than JSON."""


@schemathesis.serializer(*BYTES)
def as_it_is(_context, value):
    """Return the bytes of a file."""
    value = getattr(value, "data", value)
    return value if isinstance(value, bytes) else str(value).encode()


def read_file_answer(answer):
    """Read a file answer, because schemathesis leaves it open."""
    if answer.direct_passthrough:
        file, answer.direct_passthrough = answer.response, False
        answer.set_data(b"".join(file))
        file.close()
    return answer


class Described:
    """A prepared database, and copies of it for requests. `things`: ids for addresses. `secrets`: by access."""

    def __init__(self, kind, instance, request):
        self.kind, self.instance, self.copy = kind, instance, None
        if kind == "sqlite":
            self.cluster, self.template = None, f"sqlite:///{instance / 'template.sqlite3'}"
            shutil.copy(request.getfixturevalue("migrated_database"), instance / "template.sqlite3")
        else:
            self.cluster = request.getfixturevalue("postgres_cluster")
            self.template = self.cluster.database(request.getfixturevalue("migrated_server"))
        app = self.application(self.template)
        with app.app_context():
            self._fill(app)
            db.session.remove()
            db.engine.dispose()

    def application(self, url):
        """Return the program on this database, without form tokens or printouts."""
        own = {"TESTING": True, "WTF_CSRF_ENABLED": False, "SQLALCHEMY_DATABASE_URI": url, "HALL": 1_000_000}
        app = create_app(own, self.instance)
        remember_templates(app)
        app.extensions["printer"] = NoPapers()
        app.after_request(read_file_answer)
        return app

    def _fill(self, app):
        desk = Desk(9, options={"rounds": 5})
        desk.play()
        desk.next_round()
        desk.result(2, 1, 300, 200)
        desk.phone(2, 2).report(0, 250, 200)
        desk.phone(2, 3).do(table_reports.dispute, 1, "Non")
        leagues.create(desk.club, {"name": "2026", "points": [3, 2, 1], "tournaments": [desk.id]}, uuid="league-one")
        invited = invitations.create(desk.club, "scorer")
        marc = desk.member("Marc", "director")
        game = Caller(app.test_client())
        game.play(hand(), hand(1, points=(30, 70)), {"kind": "passed_out"})
        token = api_tokens.create(desk.club, "asks", "organise")[1]
        self.secrets = {
            "table": player_links.table_links(desk.access, 2)[2],
            "entrant": player_links.entrant_link(desk.access, "e2"),
            "club": token,
            "game": game.secrets["score"],
        }
        self.things = {
            "tournament": desk.id,
            "club": desk.club.club_id,
            "entrant": 2,
            "round": 2,
            "table": 2,
            "kind": "slips",
            "member": marc.id,
            "invitation": invited.id,
            "sheet": "results",
            "person": "1",
            "file": 1,
            "game": game.game,
            **dict.fromkeys(("player", "pair", "league", "change"), 1),
            "entry": 2,
            "link": 1,
            "name": "kitty",
            "other": "informal",
        }

    def secret(self, operation):
        """Return the secret that gives access to an operation."""
        if operation.access in self.secrets:
            return self.secrets[operation.access]
        return self.secrets["club" if concerns_club(operation.access) else "game"]

    def anew(self):
        """Replace the copy of the prepared database."""
        self.end()
        if self.cluster is None:
            self.copy = f"sqlite:///{self.instance / flask_config.DATABASE_FILE}"
            for left in self.instance.glob(f"{flask_config.DATABASE_FILE}*"):
                left.unlink()
            shutil.copy(self.instance / "template.sqlite3", self.instance / flask_config.DATABASE_FILE)
        else:
            self.copy = self.cluster.database(self.template)
        self.app = self.application(self.copy)
        self.document = document_of(self.app)

    def still_there(self):
        """Replace the copy if there is none or its game or tournament was deleted."""
        if self.copy is None or None in (self.revision("game"), self.revision("tournament")):
            self.anew()

    def end(self):
        """Close the copy."""
        if self.copy is None:
            return
        with self.app.app_context():
            db.engine.dispose()
        if self.cluster is not None:
            self.cluster.drop(self.copy)
        self.copy = None

    def revision(self, thing):
        """Return the revision of the game or tournament, or None if it is gone."""
        kind = Game if thing == "game" else StoredTournament
        with self.app.app_context():
            found = db.session.scalar(select(kind.revision).where(kind.id == self.things[thing]))
            db.session.remove()
        return found


@pytest.fixture(scope="module")
def described(request, tmp_path_factory) -> Iterator[Described]:
    """A club with a tournament in its second round, a league and a game, on each kind of database."""
    with (
        mock.patch.object(document_jobs, "_run", no_process),
        mock.patch.object(passwords, "_hasher", PasswordHasher(1, 8, 1)),
    ):
        one = Described(request.param, Path(tmp_path_factory.mktemp("described")), request)
        yield one
        one.end()


def ask(described, operation, mode, many):
    """Send that many requests, half of them about existing things."""
    asking = described.document[operation.path][operation.method]
    secret, thing = described.secret(operation), "game" if "{game}" in operation.path else "tournament"
    there = {name: described.things[name] for name in re.findall(r"\{(\w+)\}", operation.path) if name in described.things}

    @seed(200)
    @settings(max_examples=many, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(asking.as_strategy(generation_mode=mode), st.booleans())
    def one(case, known):
        if known:
            case.path_parameters = {**(case.path_parameters or {}), **there}
            case.headers = {**(case.headers or {}), "If-Match": f'"{described.revision(thing) or 1}"'}
        sent = {"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"}
        case.headers = {**(case.headers or {}), **sent}
        case.call_and_validate(checks=CHECKS)

    one()


def modes(operation):
    """Return the modes to test. Without input there are no invalid requests, and a file may be any bytes."""
    asks = operation.body or operation.query or operation.headers or "{" in operation.path
    return [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if asks and operation.takes == JSON else [])]


RIGHT_AND_WRONG = [
    pytest.param(operation, mode, id=f"{operation.name}-{mode.value}") for operation in OPERATIONS for mode in modes(operation)
]


@pytest.mark.thorough("thousands of generated questions on PostgreSQL too")
@pytest.mark.parametrize("described", ["postgresql"], indirect=True)
@pytest.mark.parametrize("access", sorted({o.access for o in OPERATIONS}))
def test_whatever_a_program_asks_of_postgresql_is_answered_as_the_document_says(described, access):
    for operation in OPERATIONS:
        if operation.access == access:
            for mode in modes(operation):
                described.still_there()
                ask(described, operation, mode, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("described", ["sqlite"], indirect=True)
@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.takes != JSON or o.name == "make_papers"], ids=lambda o: o.name)
def test_files_and_papers_are_answered_as_the_document_says(described, operation):
    for mode in modes(operation):
        described.still_there()
        ask(described, operation, mode, 4 * SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("described", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.parametrize(("operation", "mode"), RIGHT_AND_WRONG)
def test_whatever_a_program_asks_is_answered_as_the_document_says_many_times(described, operation, mode, request):
    described.anew()
    ask(described, operation, mode, request.config.getoption("examples"))
