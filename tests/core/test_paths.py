from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scorekeeper.core import paths

ROOT = Path(__file__).parents[2]


def test_a_checkout_keeps_its_resources_at_its_root():
    assert paths.resource("templates") == ROOT / "templates"
    assert paths.resource("migrations") == ROOT / "migrations"
    assert paths.resource("docs/guide") == ROOT / "docs" / "guide"


def test_an_installed_package_keeps_its_resources_inside(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "site-packages" / "scorekeeper")
    assert paths.resource("static") == tmp_path / "site-packages" / "scorekeeper" / "static"


def test_an_unknown_resource_is_refused_by_name():
    with pytest.raises(ValueError, match="no such resource: 'template'"):
        paths.resource("template")


def test_the_instance_is_where_the_variable_says(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "games"))
    assert paths.default_instance() == tmp_path / "games"


def test_a_checkout_has_its_own_instance(monkeypatch):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE")
    assert paths.default_instance() == ROOT / "instance"


def test_an_installed_program_keeps_its_instance_with_the_users_data(monkeypatch, tmp_path):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE")
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "scorekeeper")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert paths.default_instance() == tmp_path / "data" / "scorekeeper"


@pytest.mark.parametrize("data_home", ["", "relative/folder"])
def test_without_a_usable_data_folder_the_usual_one_serves(monkeypatch, tmp_path, data_home):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE")
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "scorekeeper")
    monkeypatch.setenv("XDG_DATA_HOME", data_home)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert paths.default_instance() == tmp_path / ".local" / "share" / "scorekeeper"


def test_windows_and_macos_keep_it_where_programs_keep_their_data_there(monkeypatch, tmp_path):
    monkeypatch.delenv("SCOREKEEPER_INSTANCE")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "scorekeeper")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert paths.default_instance() == tmp_path / "Library" / "Application Support" / "scorekeeper"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert paths.default_instance() == tmp_path / "Local" / "scorekeeper"
