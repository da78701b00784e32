"""`scorekeeper doctor`: the problem, and how to fix it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from scorekeeper.backup import create
from scorekeeper.cli.command_line import main
from scorekeeper.cli.instance import doctor
from scorekeeper.clubs.commands.members import invitations
from scorekeeper.core.db.database import db
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pages import web_fonts
from scorekeeper.core.pdf.rendering import NoPango
from scorekeeper.server.startup import opening
from scorekeeper.server.tls import certificate_authority
from tests.backup.evening import fill, hold_no_connection
from tests.tournaments.club_night import PASSWORD


@pytest.fixture
def instance(app, found_by_commands, monkeypatch, tmp_path):
    fill(app)
    monkeypatch.setenv("SCOREKEEPER_BACKUP_TO", str(tmp_path / "stick"))
    (tmp_path / "stick").mkdir()
    create.make_backup(app, "hand")
    hold_no_connection(app)
    found_by_commands(app)
    return Path(app.instance_path)


def run(lang="en"):
    done = CliRunner().invoke(main, ["doctor"], env={"LANGUAGE": lang})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def states(output):
    return {line[14:].partition(":")[0]: line.split()[0] for line in output.splitlines()}


def test_a_sound_instance_has_no_fault_and_is_told_what_plain_http_means(instance):
    done = run()
    assert done.exit_code == 0, done.output
    found = states(done.output)
    assert (found["Database"], found["Folder"], found["Backups"], found["Versions"]) == ("ok", "ok", "ok", "ok")
    assert found["Proxies, HTTPS"] == "warning"
    assert "has the newest schema version" in done.output
    assert "With --domain, that is fine." in done.output
    assert "zone America/Moncton" in done.output


def test_nothing_is_made_where_there_is_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "nowhere"))
    assert run().exit_code == 0
    assert not (tmp_path / "nowhere").exists()


def test_a_newer_and_an_older_form_are_told_apart(instance, app):
    for form, state, words in (
        ("9999", "fault", "A newer version of this program made the database"),
        ("0011", "warning", "The next start backs it up"),
    ):
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :form"), {"form": form})
        hold_no_connection(app)
        done = run()
        assert states(done.output)["Database"] == state
        assert words in done.output
        assert done.exit_code == (1 if state == "fault" else 0)


@pytest.mark.sqlite("its file is damaged")
def test_a_damaged_database_is_a_fault(instance):
    file = instance / "scorekeeper.sqlite3"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    done = run()
    assert done.exit_code == 1
    assert states(done.output)["Database"] == "fault"


def test_a_server_that_is_away_is_a_fault_and_its_password_is_not_shown(instance, monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", f"postgresql://rita:s3cret@/cards?host={tmp_path}")
    done = run()
    assert done.exit_code == 1
    assert "Cannot use" in done.output
    assert "s3cret" not in done.output


def test_a_server_that_answers_is_looked_at_too(make_app, postgres, monkeypatch, tmp_path):
    make_app(tmp_path / "instance", SQLALCHEMY_DATABASE_URI=postgres)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", postgres)
    assert states(run().output)["Database"] == "ok"


def test_disk_key_pango_clock_and_settings(instance, monkeypatch):
    monkeypatch.setattr(opening, "free_on", lambda _instance: 1000)
    (instance / "secret.key").chmod(0o644)

    def none():
        raise NoPango

    monkeypatch.setattr(doctor, "need_pango", none)
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "many")
    monkeypatch.setenv("SCOREKEEPER_BACKUP_AT", "noon")
    done = run()
    found = states(done.output)
    assert done.exit_code == 1
    assert (found["Disk"], found["PDF"], found["Proxies, HTTPS"], found["Backups"]) == ("fault", "warning", "fault", "fault")
    assert f"Other users of this computer can read {instance / 'secret.key'} (0644)." in done.output
    assert "“many” is not valid" in done.output


def test_a_path_below_which_the_program_is_is_looked_at(instance, monkeypatch):
    assert "Path prefix" not in states(run().output)
    for path, state in (("/cards", "ok"), ("/club", "warning"), ("/our/club", "ok")):
        monkeypatch.setenv("SCOREKEEPER_PREFIX", path)
        found = run().output
        assert states(found)["Path prefix"] == state
        assert path in found
    monkeypatch.setenv("SCOREKEEPER_PREFIX", "cards/")
    found = run().output
    assert "“cards/” is not valid" in found
    assert states(found)["Proxies, HTTPS"] == "fault"


def test_doctor_knows_what_pages_of_the_program_begin_with(app):
    begin = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    assert {one for one in begin if one and "." not in one} == doctor.OWN_PATHS


def test_https_in_the_house_is_known_by_its_authority(instance):
    without = run().output
    assert "No proxy is set, and there is no HTTPS" in without
    assert "run “scorekeeper serve --https”" in without
    found, _new = certificate_authority.ensure_authority(instance)
    done = run()
    assert states(done.output)["Proxies, HTTPS"] == "ok"
    assert f"valid until {found.root.not_valid_after_utc.date()}" in done.output
    (certificate_authority.folder(instance) / certificate_authority.SIGNER).write_text("no key")
    done = run()
    assert (states(done.output)["Proxies, HTTPS"], done.exit_code) == ("fault", 1)
    assert "“serve --https” cannot start" in done.output


def test_a_copy_that_is_missing_is_told_by_who_would_make_it(monkeypatch, make_app, found_by_commands, tmp_path):
    app = make_app(tmp_path / "instance")
    hold_no_connection(app)
    found_by_commands(app)
    assert "makes one each night while it runs" in run().output
    monkeypatch.setenv("SCOREKEEPER_BACKUP_AT", "never")
    assert "SCOREKEEPER_BACKUP_AT is never" in run().output


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("WORKERS", "abc", "SCOREKEEPER_WORKERS: “abc” is not valid"),
        ("OPENID_ISSUER", "https://id.example.org", "SCOREKEEPER_OPENID"),
        ("DATABASE_URL", "mysql://rita:s3cret@here/cards", "“mysql” is not a supported database"),
    ],
)
def test_what_the_start_refuses_is_a_fault_here_too(instance, monkeypatch, name, value, words):
    monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    done = run()
    assert done.exit_code == 1
    assert words in done.output
    assert "s3cret" not in done.output
    refused = CliRunner().invoke(main, ["serve"], env={"LANGUAGE": "en"})
    assert refused.exit_code == 1
    assert words in refused.output


def test_a_variable_that_is_no_setting_is_told(instance, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DOMAIN", "x")
    done = run()
    assert states(done.output)["Settings"] == "warning"
    assert "SCOREKEEPER_DOMAIN is not a setting" in done.output


def test_a_port_that_the_start_could_not_have_is_a_fault(instance, monkeypatch):
    def refuse(*_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    assert states(run().output)["Port"] == "ok"
    monkeypatch.setattr(own_addresses, "port_is_free", lambda *_: False)
    assert states(run().output)["Port"] == "ok", "by the program itself, most likely"
    monkeypatch.setattr(own_addresses, "port_is_free", refuse)
    monkeypatch.setenv("SCOREKEEPER_PORT", "80")
    done = run()
    assert states(done.output)["Port"] == "fault"
    assert "Ports below 1024" in done.output


def test_an_instance_that_nobody_owns_is_told(make_app, found_by_commands, monkeypatch, tmp_path):
    app = make_app(tmp_path / "instance")
    hold_no_connection(app)
    found_by_commands(app)
    done = run()
    assert states(done.output)["Accounts"] == "ok"
    assert "This server has no owner yet, and the first visitor of /club/start could become it" in done.output
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXIES", "1")
    done = run()
    assert states(done.output)["Accounts"] == "warning"
    assert "the code that the start prints" in done.output
    with app.app_context():
        invitations.create_account_with_club("Rita", PASSWORD, "Club du Moulin")
    hold_no_connection(app)
    assert "This server has no owner yet" not in run().output


def test_in_french(instance):
    output = run("fr").output
    assert "avertissement" in output
    assert "Base de données" in output
    assert "Horloge" in output
    assert "Chronomètre" not in output, "that is the clock of a tournament"


def test_where_the_pages_have_their_fonts_only_printouts_lack_them(monkeypatch, tmp_path):
    monkeypatch.setattr(web_fonts, "SOURCES", ())
    monkeypatch.setattr(web_fonts.paths, "PREBUILT", tmp_path)
    assert "the pages use another serif" in run().output
    (tmp_path / "fonts").mkdir()
    for face in web_fonts.FACES:
        (tmp_path / "fonts" / face.served).touch()
    assert "printouts use another serif" in run().output
