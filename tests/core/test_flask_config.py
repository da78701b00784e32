from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.core.config import flask_config


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path):
    first = flask_config.settings(tmp_path / "new")["SECRET_KEY"]
    assert len(first) == 64
    assert flask_config.settings(tmp_path / "new")["SECRET_KEY"] == first
    assert stat.S_IMODE((tmp_path / "new" / "secret.key").stat().st_mode) == 0o600


def test_programs_that_start_together_share_one_secret_key_and_leave_no_drafts(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: flask_config.secret_key(tmp_path), range(64)))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_damaged_secret_key_is_named_instead_of_used(tmp_path):
    (tmp_path / "secret.key").write_text("short\n")
    with pytest.raises(ValueError, match=r"secret\.key holds no secret key of at least 32 characters"):
        flask_config.secret_key(tmp_path)


def test_a_new_instance_is_closed_to_other_users(tmp_path):
    flask_config.settings(tmp_path / "deep" / "instance")
    assert stat.S_IMODE((tmp_path / "deep" / "instance").stat().st_mode) == 0o700


def test_the_database_is_the_instances_unless_the_variable_names_another(monkeypatch, tmp_path):
    assert flask_config.database_url(tmp_path) == f"sqlite:///{tmp_path}/scorekeeper.sqlite3"
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgres://someone@db/games")
    assert flask_config.database_url(tmp_path) == "postgresql://someone@db/games"
