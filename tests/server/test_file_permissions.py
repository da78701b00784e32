"""An instance's files are readable by its owner only, whatever the umask, and older ones are fixed."""

from __future__ import annotations

import os
import stat

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.core.config import flask_config
from scorekeeper.server.startup import file_permissions

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no modes")


@pytest.fixture
def careless():
    """A umask of 0."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


@pytest.mark.usefixtures("careless")
@pytest.mark.sqlite("its file has modes")
def test_what_a_command_makes_is_for_its_owner_alone(monkeypatch, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir(mode=0o777)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    done = CliRunner().invoke(main, ["account", "list"])
    assert done.exit_code == 0, done.output
    found = modes(instance)
    assert found.pop("instance") == 0o700
    assert flask_config.DATABASE_FILE in found
    assert set(found.values()) <= {0o600, 0o700}


@pytest.mark.usefixtures("careless")
def test_what_an_earlier_start_left_open_is_closed_and_other_files_stay(tmp_path):
    names = [f"{flask_config.DATABASE_FILE}{end}" for end in file_permissions.DATABASE_SUFFIXES]
    names += [
        flask_config.SECRET_KEY_FILE,
        "examples.json",
        "fonts/a.woff2",
        "phone/b.br",
        "metrics/8200/c.db",
        "copies/d.zip",
        "https/e",
    ]
    for name in (*names, "photos/of-the-club.jpg"):
        (tmp_path / name).parent.mkdir(mode=0o777, parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "pdf").symlink_to(tmp_path / "photos")
    file_permissions.begin(tmp_path)
    for name in names:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
        if (folder := (tmp_path / name).parent) != tmp_path:
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder
    assert stat.S_IMODE((tmp_path / "photos/of-the-club.jpg").stat().st_mode) == 0o666
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    assert [*file_permissions.open_to_others(tmp_path)] == []
    (tmp_path / "made later").write_text("")
    assert stat.S_IMODE((tmp_path / "made later").stat().st_mode) == 0o600


@pytest.mark.usefixtures("careless")
def test_a_database_file_elsewhere_is_closed_too(monkeypatch, tmp_path):
    file = tmp_path / "elsewhere.sqlite3"
    file.write_text("")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"sqlite:///{file}")
    (tmp_path / "instance").mkdir()
    assert file in file_permissions.open_to_others(tmp_path / "instance")
    file_permissions.begin(tmp_path / "instance")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
