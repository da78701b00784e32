"""A forgotten password: the operator's command."""

from __future__ import annotations

import os
import re

import pytest
from click.testing import CliRunner

from scorekeeper.cli.command_line import main
from scorekeeper.clubs.commands.accounts import account_reset, accounts, operator
from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from scorekeeper.core.config import flask_config
from scorekeeper.core.refusals import Refusal
from tests.tournaments.club_night import PASSWORD

HERE = "192.0.2.7"


@pytest.fixture(params=["sqlite", "postgresql"])
def env(request, tmp_path, monkeypatch):
    """The environment variables that lead the command to the instance, on each kind of database."""
    instance = tmp_path / "instance"
    instance.mkdir(exist_ok=True)
    url = (
        f"sqlite:///{instance / flask_config.DATABASE_FILE}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    )
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    return {"LANG": "en_CA.UTF-8"}


@pytest.fixture
def served(env, make_app, tmp_path):
    return make_app(tmp_path / "instance", SQLALCHEMY_DATABASE_URI=os.environ["SCOREKEEPER_DATABASE_URL"])


def run(env, *args, **extra):
    return CliRunner().invoke(main, ["account", *args], env=env, **extra)


def test_a_forgotten_password_is_set_anew_and_every_browser_signed_out(served, env):
    with served.app_context():
        rita, cookie = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
        accounts.sign_in("Rita", PASSWORD, HERE)
        api_tokens.create(members.club_access("club-du-moulin", rita), "a program", "read")
        for _ in range(6):
            with pytest.raises(Refusal):
                accounts.sign_in("Rita", "faux faux faux", HERE)
    result = run(env, "reset", "rita", "--make")
    assert result.exit_code == 0, result.output
    made = re.search(r"^ {4}(\S+)$", result.output, re.MULTILINE)
    assert made is not None
    assert "New password for Rita, shown only once" in result.output
    assert "signed out: 2." in result.output
    assert "API tokens that still work: 1." in result.output
    with served.app_context():
        assert accounts.load_account(cookie) is None
        with pytest.raises(Refusal) as found:
            accounts.sign_in("Rita", PASSWORD, HERE)
        assert found.value.code == "sign_in"
        assert accounts.sign_in("Rita", made[1], HERE)[0].id == rita.id
    assert "API tokens revoked: 1." in run(env, "reset", "Rita", "--make", "--end-tokens").output


def test_who_is_not_there_is_told_who_is(served, env):
    with served.app_context():
        invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
    result = run(env, "reset", "Ritta")
    assert result.exit_code == 1
    assert "There is no account “Ritta”. Accounts: Rita." in result.output
    assert run(env, "list").output.split(maxsplit=1) == ["Rita", "Club du Moulin (operator)\n"]


def test_a_password_may_be_typed_instead_and_has_to_be_a_good_one(served, env):
    with served.app_context():
        invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
    wrong = run(env, "reset", "Rita", "--ask", input="court\ncourt\n")
    assert wrong.exit_code == 1
    assert "10" in wrong.output
    good = run(env, "reset", "Rita", "--ask", input="une autre phrase\nune autre phrase\n")
    assert good.exit_code == 0, good.output
    assert "une autre phrase" not in good.output
    with served.app_context():
        assert accounts.sign_in("Rita", "une autre phrase", HERE)


def test_a_link_is_made_that_opens_once_under_the_address_that_is_told(served, env):
    with served.app_context():
        invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
    result = run(env, "reset", "rita", "--address", "https://points.example.org/")
    assert result.exit_code == 0, result.output
    link = re.search(r"^ {4}https://points\.example\.org(/club/new-password/\S+)$", result.output, re.MULTILINE)
    assert link is not None
    assert "It is valid until" in result.output
    with served.app_context():
        assert accounts.sign_in("Rita", PASSWORD, HERE)
        name, secret = "Rita", link[1].rpartition("/")[2]
        assert account_reset.account_name_of(secret) == name
        account_reset.use_password_link(secret, "une autre phrase")
        assert accounts.sign_in("Rita", "une autre phrase", HERE)
    assert "://" in run(env, "reset", "Rita").output
    for wrong in (["--address", "points"], ["--end-tokens"], ["--ask", "--make"]):
        assert run(env, "reset", "Rita", *wrong).exit_code == 2


def test_another_account_can_answer_for_the_instance(served, env):
    with served.app_context():
        rita, _cookie = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
        invited = invitations.create(members.club_access("club-du-moulin", rita), "scorer").token
        denis, _cookie = invitations.accept_new(invited, "Denis", PASSWORD)
        assert operator.is_operator(rita)
    assert run(env, "operator", "Nobody").exit_code == 1
    assert "Denis is now the operator" in run(env, "operator", "denis").output
    with served.app_context():
        assert operator.is_operator(denis)
        assert not operator.is_operator(rita)


def test_in_french_where_the_terminal_is_french(served, env):
    assert "Il n’y a pas encore de compte." in run({"LANG": "fr_CA.UTF-8"}, "list").output


def test_the_first_account_is_made_by_the_command_line(served, env):
    result = run(env, "create", "Rita", "--club", "Club du Moulin")
    assert result.exit_code == 0, result.output
    made = re.search(r"^ {4}(\S+)$", result.output, re.MULTILINE)
    with served.app_context():
        rita, _cookie = accounts.sign_in("Rita", made[1], HERE)
        assert operator.operator() == "Rita"
        assert [club.name for club in members.clubs_of_account(rita)] == ["Club du Moulin"]
    typed = run(env, "create", "Luc", "--ask", input=f"Autre club\n{PASSWORD}\n{PASSWORD}\n")
    assert typed.exit_code == 0, typed.output
    assert PASSWORD not in typed.output
    with served.app_context():
        accounts.sign_in("Luc", PASSWORD, HERE)
        assert operator.operator() == "Rita"
    taken = run(env, "create", "rita", "--club", "Club")
    assert taken.exit_code == 1
    assert "There is already an account named “rita”" in taken.output


def test_the_code_for_the_first_account_is_shown_until_there_is_one(served, env):
    result = run(env, "code")
    assert result.exit_code == 0, result.output
    with served.app_context():
        assert result.output.strip() == operator.first_account_code()
        invitations.create_account_with_club("Rita", PASSWORD, "Club")
    refused = run(env, "code")
    assert refused.exit_code == 1
    assert "There is already an account" in refused.output
