"""The client made by openapi-python-client: a game with a correction, and a small tournament."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from tests.app.operations import OPERATIONS
from tests.clients.conftest import ServedClub
from tests.tournaments.club_night import NAMES

pytestmark = [pytest.mark.process, pytest.mark.thorough("generates a client for every operation")]

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = ("application/pdf", "application/zip", "text/csv", WORKBOOK)
PACKAGE = "generated_scorekeeper"


@pytest.fixture(scope="module")
def made(served_club: ServedClub, tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """The generated package, and the generator's output."""
    folder = tmp_path_factory.mktemp("python-client")
    settings = ConfigFile(content_type_overrides=dict.fromkeys(FILES, "application/octet-stream"), post_hooks=[])
    config = Config.from_sources(
        settings,
        MetaType.NONE,
        document_source=served_club.document(folder / "openapi.json"),
        file_encoding="utf-8",
        overwrite=False,
        output_path=folder / PACKAGE,
    )
    return SimpleNamespace(said=generate(config=config), folder=folder)


class Package:
    """The generated package, for one API."""

    def __init__(self, api: str, open_until: ExitStack) -> None:
        self.api, self.open_until = api, open_until
        self.models = self.load("models")

    def load(self, name: str) -> Any:
        """Import a module of the package."""
        return importlib.import_module(f"{PACKAGE}.{name}")

    def client(self, secret: str | None = None) -> Any:
        """Return a client that sends this secret."""
        clients, strict = self.load("client"), {"raise_on_unexpected_status": True}
        one = clients.AuthenticatedClient(self.api, secret, **strict) if secret else clients.Client(self.api, **strict)
        return self.open_until.enter_context(one)

    def function(self, operation: str, *path: Any, **sent: Any) -> Callable[..., Any]:
        """Return the function generated for `tag.operation`."""
        return partial(self.load(f"api.{operation}").sync, *path, **sent)


@pytest.fixture
def package(made: SimpleNamespace, served_club: ServedClub, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    monkeypatch.syspath_prepend(made.folder)
    with ExitStack() as open_until:
        yield Package(served_club.api, open_until)
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_the_generator_makes_every_operation_without_a_warning(made):
    assert [(one.level, one.header, one.detail) for one in made.said] == []
    functions = {path.stem for path in (made.folder / PACKAGE / "api").glob("*/*.py")} - {"__init__"}
    assert functions == {operation.name for operation in OPERATIONS}


def test_its_functions_record_a_game_and_correct_a_hand(package):
    models = package.models
    header = {"format": "scorekeeper-game/2", "rules": "standard", "players": NAMES[:4], "first_dealer": 0}
    start = package.function("games.create_game", client=package.client())
    game = start(body=models.NewRecord2.from_dict(header))
    scorer = package.client(game.links.score.token)

    record = package.function("events.add_event", game.id, client=scorer)
    hand = {"contractor": 0, "points": [85, 15], "trump": models.Trump.H}
    made = models.Played(bid=75, **hand)
    first = record(body=made, if_match=f'"{game.revision}"', idempotency_key="hand-one")
    assert first.scores == [85, 15]
    again = record(body=made, if_match=f'"{game.revision}"', idempotency_key="hand-one")
    assert again.revision == first.revision
    second = record(body=models.PassedOut("passed_out"), if_match=f'"{first.revision}"', idempotency_key="hand-two")

    correct = package.function("events.correct_event", game.id, first.entry.entry, client=scorer)
    failed = correct(body=models.Played(bid=90, **hand), if_match=f'"{second.revision}"')
    assert failed.scores == [-90, 15]
    stale = correct(body=made, if_match=f'"{game.revision}"')
    assert (stale.code, stale.current.scores) == ("revision", [-90, 15])
    read = package.function("games.read_game", game.id, client=scorer)()
    assert [(entry.status, entry.corrected) for entry in read.entries] == [("scored", 1), ("scored", 0)]
    assert read.replay.hands[0].bid == 90


def test_its_functions_run_a_tournament_to_its_standings(package, served_club):
    models, desk = package.models, package.client(served_club.token)
    setup = {"name": "Mardi", "day": "2026-12-01", "method": "swiss", "options": {"rounds": 2}, "rules": "standard"}
    make = package.function("tournaments.create_tournament", served_club.club, client=desk)
    tournament = make(body=models.TournamentFacts.from_dict(setup))
    revision = tournament.revision

    def change(operation, *path, **sent):
        nonlocal revision
        written = package.function(operation, tournament.id, *path, client=desk)(if_match=f'"{revision}"', **sent)
        revision = written.revision

    pairs = [{"players": NAMES[k : k + 2]} for k in range(0, 8, 2)]
    change("entrants.enter", body=models.NewEntrants.from_dict({"entrants": pairs}))
    for number in (1, 2):
        change("rounds.pair_round")
        change("rounds.publish_draft")
        for table in (1, 2):
            change("results.enter_result", number, table, body=models.TableResult(scores=[345, 100 * table]))
    change("tournaments.set_status", body=models.TournamentStatus(models.StatusOfTournament.FINISHED))
    read = package.function("standings.read_standings", tournament.id, client=package.client())
    assert [row["rank"] for row in read().to_dict()["standings"]] == [1, 2, 3, 4]
