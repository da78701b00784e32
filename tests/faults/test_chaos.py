"""Every acknowledged write is stored once, whatever fails: processes, database, disk, network, clock."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.pages import web_fonts
from scorekeeper.offline.bundle.bundle import prepare_kit
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres as server
from tests.faults.chaos import A_GAME, Place

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are Linux's to set")

EVERYWHERE = ("worker_killed", "worker_held", "program_killed", "clock_moved", "disk_full")
FAULTS = {
    "sqlite": (*EVERYWHERE, "database_locked", "database_moved"),
    "postgresql": (*EVERYWHERE, "database_stopped", "connection_killed"),
}


@pytest.fixture(scope="module")
def made_ready(tmp_path_factory) -> Path:
    """Files that the program makes before its first start, made once because it takes seconds."""
    folder = tmp_path_factory.mktemp("ready")
    web_fonts.make_fonts(folder)
    prepare_kit(folder)
    return folder


@pytest.fixture(params=[*FAULTS])
def place(request, make_app, made_ready, tmp_path) -> Iterator[tuple[str, Place]]:
    """A program on each kind of database with durable writes."""
    games = 1 + request.config.getoption("breaks") // 10 if request.node.get_closest_marker("soak") else 1
    with ExitStack() as left:
        cluster = left.enter_context(server.cluster(durable=True, bounded=True)) if request.param == "postgresql" else None
        url = cluster.database() if cluster else ""
        file = f"sqlite:///{tmp_path / 'instance' / DATABASE_FILE}"  # whatever --database says
        app = make_app(WTF_CSRF_ENABLED=False, SQLALCHEMY_DATABASE_URI=url or file)
        if url:
            upgrade_database(app)
        shutil.copytree(made_ready, app.instance_path, dirs_exist_ok=True)
        one = Place(app, url, cluster, games)
        left.callback(one.server.kill)
        yield request.param, one


def possible(kind: str, place: Place) -> list[str]:
    """Return the faults that are possible here. A full disk on a server needs a small disk of its own."""
    small = place.cluster is None or place.cluster.bounded
    return [name for name in FAULTS[kind] if small or name != "disk_full"]


def played(place, seed, faults, least):
    """Play an evening, and check that it is sound and not empty."""
    outcome = place.evening(seed, faults, least)
    assert outcome.sound, f"seed {seed}: {outcome}\n{place.server.log.read_text()[-4000:]}"
    assert len(outcome.account.said) > 4 * least, outcome
    return outcome


@pytest.mark.thorough("programs are killed under load for minutes")
def test_what_was_acknowledged_is_there_once_after_everything_broke(place):
    kind, one = place
    known = possible(kind, one)
    faults = random.Random(200).sample(known, len(known))
    outcome = played(one, 200, faults, 6)
    assert sum(outcome.faults.values()) == len(faults)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_what_was_acknowledged_is_there_once_after_a_long_evening(place, seed, request, counted):
    kind, one = place
    many = request.config.getoption("breaks")
    faults = random.Random(seed).choices(possible(kind, one), k=many)
    outcome = played(one, seed, faults, min(2 * many, A_GAME))
    counted(f"evenings with a {kind} that breaks", f"{kind}, seed {seed}: {outcome}", outcome.numbers, answer=outcome.account.p95)
