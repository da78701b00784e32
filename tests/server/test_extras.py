"""Without an extra, a server that needs it says what to type, and one that does not starts."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from scorekeeper.core import extras
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.server import serve
from scorekeeper.server.startup import opening
from scorekeeper.server.tls import covered_addresses
from tests.ports import own_port

pytestmark = pytest.mark.slow


def stop(_host, sockets, _instance, **flags):
    for one in sockets:
        one.close()
    print(flags)


@pytest.fixture
def without(monkeypatch, tmp_path):
    """Hide an extra's modules, and return what `serve` prints with these variables."""

    def run(extra, language, *options, **variables):
        for module in list(sys.modules):
            if module.partition(".")[0] in extra or module == "scorekeeper.core.db.postgresql":
                monkeypatch.delitem(sys.modules, module)
        for module in extra:
            monkeypatch.setitem(sys.modules, module, None)
        for name, value in {"INSTANCE": str(tmp_path / "instance"), **variables}.items():
            monkeypatch.setenv(f"SCOREKEEPER_{name}", value)
        monkeypatch.setenv("LANGUAGE", language)
        monkeypatch.setattr(serve, "run", stop)
        return CliRunner().invoke(serve.command, ["--port", str(own_port()), *options])

    return run


CASES = [
    (extras.POSTGRESQL, {"DATABASE_URL": "postgresql://localhost/none"}, "PostgreSQL", '"psycopg[binary]"'),
    (extras.METRICS, {"METRICS_PORT": "9321"}, "SCOREKEEPER_METRICS_PORT", "prometheus-client"),
    (
        extras.OPENID,
        {"OPENID_ISSUER": "https://id.example", "OPENID_CLIENT": "c"},
        "SCOREKEEPER_OPENID_ISSUER",
        "authlib joserfc",
    ),
]


@pytest.mark.parametrize(("language", "sentence"), [("en", "needs packages"), ("fr", "a besoin de paquets")])
@pytest.mark.parametrize(("extra", "variables", "what", "packages"), CASES, ids=[case[2] for case in CASES])
def test_a_setting_that_needs_a_missing_extra_says_what_to_type(without, language, sentence, extra, variables, what, packages):
    result = without(extra, language, "--no-name", **variables)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), "a traceback is not an answer"
    assert f"{what} {sentence}" in result.output
    assert f"-m pip install {packages}" in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.thorough("it starts the program")
@pytest.mark.parametrize(("language", "sentence"), [("en", "200.local needs packages"), ("fr", "200.local a besoin de paquets")])
def test_without_the_extra_for_the_local_name_the_server_starts_without_the_name(without, language, sentence):
    result = without(extras.LOCAL_NAME, language, "--host", "0.0.0.0")
    assert sentence in result.output
    assert "-m pip install zeroconf ifaddr" in result.output
    assert "'named': False" in result.output
    assert covered_addresses.local_addresses() is not None


def test_with_every_extra_nothing_is_missing():
    assert all(map(extras.is_installed, (extras.POSTGRESQL, extras.METRICS, extras.OPENID, extras.LOCAL_NAME)))
    assert opening.settings_faults(terminal_gettext()) == []
