"""Environment variables: declared once, documented in one table, with one error message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli.instance.settings import command
from scorekeeper.core.config import flask_config, settings
from scorekeeper.server import serve

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs" / "reference" / "settings.md"


def test_the_table_of_the_documents_says_what_is_declared_in_its_order():
    rows = re.findall(r"^\| `(SCOREKEEPER_\w+)` \| (.+) \| (.*) \| (.+) \|$", TABLE.read_text("utf-8"), re.MULTILINE)
    declared = [
        (one.variable, one.meaning, f"`{one.default}`" if one.default else "", one.describe_valid_values(str))
        for one in settings.SETTINGS
    ]
    assert rows == declared


def test_no_other_module_reads_a_variable_of_ours():
    raw = re.compile(r"environ[^\n]*SCOREKEEPER_|getenv")
    package = ROOT / "scorekeeper"
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if raw.search(path.read_text("utf-8"))}
    assert found == {"core/paths.py"}, "which is asked before there are settings: where the instance is"


WRONG = [
    ("PORT", "phone", "a whole number from 1 to 65535"),
    ("PORT", "70000", "a whole number from 1 to 65535"),
    ("WORKERS", "0", "a whole number from 1 to 64"),
    ("THREADS", "many", "a whole number from 1 to 64"),
    ("TRUSTED_PROXIES", "yes", "a number from 0 to 9, or addresses and networks"),
    ("PRIVATE", "yes", "1, or nothing"),
    ("HOST", "http://here/", "an address of this computer, such as 127.0.0.1 or ::1"),
    ("HOSTS", "https://points.example.org", "without `https://` and port"),
    ("PREFIX", "https://club.example/cards/", "a path of at most 200 characters such as `/cards`"),
    ("HALL", "-3", "a whole number from 1 to 10000"),
    ("LANGUAGES", "en de", "one or more of en, fr"),
    ("LOG_LEVEL", "loud", "debug, info, warning or error"),
    ("LOG_FORMAT", "xml", "text or json"),
    ("METRICS_PORT", "yes", "a whole number from 1 to 65535"),
    ("METRICS_HOST", "a b", "an address of this computer"),
    ("BACKUP_AT", "at night", "a time of day such as 03:30, or never"),
    ("BACKUP_KEEP", "0,0,0", "three whole numbers, such as 7,4,12"),
    ("BACKUP_TO", "stick", "the full path of a folder"),
    ("UPGRADE_WITHOUT_BACKUP", "maybe", "1, or nothing"),
    ("OPENID_ISSUER", "http://id.example.org", "an address such as `https://id.example.org/realms/club`"),
    ("OPENID_CLIENT", "x" * 301, "the provider’s name for this server"),
    ("OPENID_SECRET_FILE", "secret", "the full path of a readable file"),
    ("OPENID_NAME", "x" * 41, "a name of at most 40 characters"),
    ("OPENID_SCOPES", "email", "`openid` among them"),
    ("OPENID_DOMAINS", "@example.org", "domains separated by commas"),
    ("OPENID_GROUP", "x" * 301, "the name of one group"),
]


@pytest.mark.parametrize(("name", "read", "right"), WRONG)
def test_a_wrong_value_ends_the_start_in_one_sentence(name, read, right, monkeypatch, tmp_path):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv(f"SCOREKEEPER_{name}", read)
    result = CliRunner().invoke(serve.command, [])
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert f"SCOREKEEPER_{name}: “{read}” is not valid. Use " in result.output
    assert right in result.output


def test_every_setting_whose_value_can_be_wrong_is_tried():
    assert {name for name, _read, _right in WRONG} == {one.name for one in settings.SETTINGS} - {
        *("INSTANCE", "DATABASE_URL", "OPENID_SECRET")  # the last one below: the value is secret
    }


ISSUER = {"OPENID_ISSUER": "https://id.example.org"}


@pytest.mark.parametrize(
    ("told", "wrong", "read"),
    [
        ({"OPENID_SECRET": "naïve"}, "OPENID_SECRET", "…"),
        ({"OPENID_CLIENT": "scorekeeper"}, "OPENID_ISSUER", ""),
        ({"OPENID_NAME": "Club"}, "OPENID_ISSUER", ""),
        (ISSUER, "OPENID_CLIENT", ""),
        ({**ISSUER, "OPENID_CLIENT": "c", "OPENID_SECRET_FILE": "/nowhere/at/all"}, "OPENID_SECRET_FILE", "/nowhere/at/all"),
        ({**ISSUER, "OPENID_CLIENT": "c", "OPENID_SECRET_FILE": "/dev/null"}, "OPENID_SECRET_FILE", "/dev/null"),
        ({**ISSUER, "OPENID_CLIENT": "c", "OPENID_SECRET_FILE": "/dev/zero"}, "OPENID_SECRET_FILE", "/dev/zero"),
        (
            {**ISSUER, "OPENID_CLIENT": "c", "OPENID_SECRET": "s", "OPENID_SECRET_FILE": __file__},
            "OPENID_SECRET_FILE",
            __file__,
        ),
        *(
            ({"OPENID_ISSUER": wrong}, "OPENID_ISSUER", wrong)
            for wrong in (
                "id.example.org",
                "https://a@id.example.org",
                "https://id.example.org/?x",
                "https://id.example.org:x",
                "ftp://h",
            )
        ),
    ],
)
def test_what_is_told_of_a_provider_must_go_together(told, wrong, read, monkeypatch, tmp_path):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    for name, value in told.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    for run in (serve.command, command):
        result = CliRunner().invoke(run, [])
        assert result.exit_code == 1
        assert f"SCOREKEEPER_{wrong}: “{read}” is not valid. " in result.output
        assert "naïve" not in result.output


def test_the_secret_of_a_provider_may_lie_in_a_file(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("of-the-provider\n")
    told = {
        **ISSUER,
        "OPENID_CLIENT": "c",
        "OPENID_SECRET_FILE": str(tmp_path / "secret"),
        "OPENID_DOMAINS": "Example.org, a.net",
    }
    for name, value in told.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    found = flask_config.settings(tmp_path)["OPENID"]
    assert (found.secret, found.domains, found.scopes) == ("of-the-provider", ("example.org", "a.net"), "openid email profile")
    assert "of-the-provider" not in repr(found)
    assert found.creates_accounts


def test_what_is_right_holds(monkeypatch, tmp_path):
    right = {
        "TRUSTED_PROXIES": "::1, 10.0.0.0/8",
        "HOSTS": "Points.example.org, cartes.local 192.0.2.7",
        "HALL": "300",
        "LANGUAGES": "fr",
        "DATABASE_URL": "postgres://someone@db/games",
    }
    for name, value in right.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
    found = flask_config.settings(tmp_path)
    assert len(found["TRUSTED_PROXIES"].networks) == 2
    assert found["HOSTS"] == ("points.example.org", "cartes.local", "192.0.2.7")
    assert (found["HALL"], found["LANGUAGES"]) == (300, ("fr",))
    assert found["SQLALCHEMY_DATABASE_URI"] == "postgresql://someone@db/games"


def test_the_command_lists_every_variable_and_shows_no_password(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://someone:very-secret@db/games")
    monkeypatch.setenv("SCOREKEEPER_HALL", "300")
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0
    assert all(one.variable in result.output for one in settings.SETTINGS)
    assert "SCOREKEEPER_HALL = 300 (set)" in result.output
    assert "very-secret" not in result.output
    monkeypatch.setenv("SCOREKEEPER_PORT", "phone")
    assert "SCOREKEEPER_PORT: “phone” is not valid" in CliRunner().invoke(command, []).output


def test_the_help_of_serve_and_the_readme_say_where_they_are_listed():
    assert "scorekeeper settings" in CliRunner().invoke(serve.command, ["--help"]).output
    assert "(docs/reference/settings.md)" in (ROOT / "README.md").read_text("utf-8")


def test_a_variable_that_is_no_setting_is_named(monkeypatch):
    assert settings.unknown_variables() == []
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_PROXY", "1")
    assert settings.unknown_variables() == ["SCOREKEEPER_TRUSTED_PROXY"]


def test_the_languages_that_are_offered_are_those_that_were_told_the_first_for_whoever_asks_for_none(make_app, tmp_path):
    german = {"Accept-Language": "de"}
    both = make_app(tmp_path / "both", LANGUAGES=("fr", "en"), WTF_CSRF_ENABLED=False).test_client()
    assert '<html lang="fr"' in both.get("/", headers=german).text
    assert '<html lang="en"' in both.get("/", headers={"Accept-Language": "en"}).text
    one = make_app(tmp_path / "one", LANGUAGES=("fr",), WTF_CSRF_ENABLED=False).test_client()
    one.post("/language", data={"lang": "en"})
    page = one.get("/", headers={"Accept-Language": "en"}).text
    assert '<html lang="fr"' in page
    assert 'name="lang"' not in page
