"""The wheel works when installed outside the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.core import paths
from scorekeeper.core.pages import web_fonts
from scorekeeper.core.version import VERSION
from scorekeeper.offline.bundle import packs

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # The build's requirements are installed with the tests', so nothing is downloaded here.
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob(f"deuxcents-{VERSION}-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        target,
        wheel,
    ]
    subprocess.run(command, check=True, capture_output=True)
    return target


def run_installed(installed: Path, home: Path, *command: str) -> str:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")},
        "PYTHONPATH": str(installed),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
    }
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_git(folder: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "--", folder], cwd=ROOT, check=True, capture_output=True, text=True)
    return {line for line in listed.stdout.splitlines() if (ROOT / line).exists()}


@pytest.mark.thorough("builds the wheel")
def test_the_wheel_holds_every_resource_and_the_compiled_catalogs(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in paths.RESOURCES:
        kept = in_git(folder)
        assert kept, folder
        assert {f"scorekeeper/{name}" for name in kept} - names == set()
    catalogs = {str(path.relative_to(ROOT)) for path in paths.TRANSLATIONS.glob("*/LC_MESSAGES/*.po")}
    assert {f"{name[:-3]}.mo" for name in catalogs} - names == set()
    assert [name for name in names if name.endswith((".po", ".pyc"))] == []


@pytest.mark.thorough("builds the wheel")
def test_the_wheel_holds_the_fonts_and_the_scoring_kit_in_its_compressed_forms(wheel):
    with zipfile.ZipFile(wheel) as archive:
        prebuilt = [name.removeprefix("scorekeeper/prebuilt/") for name in archive.namelist() if "/prebuilt/" in name]
    assert {f"fonts/{face.served}" for face in web_fonts.FACES if web_fonts.installed(face)} <= set(prebuilt)
    endings = Counter(Path(name).suffix for name in prebuilt if name.startswith("phone/"))
    assert endings == {".kit": 1, ".br": endings[".gz"], ".gz": endings[".br"]}
    assert endings[".gz"] > len(packs.PACKS)


@pytest.mark.thorough("builds the wheel and installs it")
def test_an_installed_program_prepares_its_instance_and_answers(installed, tmp_path):
    program = """
import scorekeeper.server.startup.bootstrap
app = scorekeeper.create_app()
scorekeeper.server.startup.bootstrap.prepare(app, print, str, print)
client = app.test_client()
page = client.get("/", follow_redirects=True)
asked = [client.get(path) for path in ("/fonts/vollkorn-600.woff2", "/phone/worker.js")]
print(scorekeeper.__file__, app.instance_path, page.status_code, *(one.status_code for one in asked), sep="\\n")
"""
    *said, module, instance, status, font, kit = run_installed(installed, tmp_path, sys.executable, "-c", program).splitlines()
    assert said == ["Database upgraded."]
    assert (font, kit) == ("200", "200")
    assert {path.name for path in Path(instance).iterdir()} & {"fonts", "phone"} == set()
    assert module.startswith(str(installed))
    assert instance == str(tmp_path / "data" / "scorekeeper")
    assert status == "200"
    assert (Path(instance) / "scorekeeper.sqlite3").exists()


@pytest.mark.thorough("builds the wheel and installs it")
def test_an_installed_program_has_its_command(installed, tmp_path):
    listed = run_installed(installed, tmp_path, sys.executable, "-m", "scorekeeper", "--help")
    assert "serve" in listed
