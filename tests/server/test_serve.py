from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing

import pytest
from click.testing import CliRunner

from scorekeeper.core.net import own_addresses
from scorekeeper.server import serve
from tests.ports import own_port

pytestmark = [pytest.mark.process, pytest.mark.slow]


def plain(text: str) -> str:
    return text


@pytest.fixture
def on_a_network(monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "192.168.1.20")


@pytest.fixture
def taken():
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


def test_phones_get_the_networks_address_and_a_code_to_scan(on_a_network):
    text = serve.welcome("0.0.0.0", 8200, plain)
    assert "http://192.168.1.20:8200/" in text
    assert "http://127.0.0.1:8200/" in text
    assert "▀" in text


def test_without_a_network_this_computer_still_plays(monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: None)
    text = serve.welcome("0.0.0.0", 8200, plain)
    assert "http://127.0.0.1:8200/" in text
    assert "Phones cannot reach this computer yet" in text


def test_an_address_that_phones_cannot_reach_has_no_code_and_says_so(on_a_network):
    text = serve.welcome("127.0.0.1", 8200, plain)
    assert "192.168.1.20" not in text
    assert "▀" not in text
    assert "Phones cannot reach this address" in text


def test_the_code_keeps_the_quiet_zone_that_cameras_need():
    rows = re.sub(r"\x1b\[[0-9;]*m", "", serve.qr_code("http://192.168.1.20:8200/")).splitlines()
    assert {len(row) for row in rows} == {len(rows[0])}
    # Light quiet zone all round: two modules are one row of whole blocks.
    assert set(rows[0]) == {"█"}
    assert all(row[:2] == row[-2:] == "██" for row in rows[:-1])


def test_a_terminal_without_block_characters_gets_no_code(monkeypatch):
    class Ascii:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Ascii())
    assert serve.qr_code("http://192.168.1.20:8200/") == ""


def test_the_terminal_is_spoken_to_in_its_own_language(monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert "Sur cet ordinateur" in serve.welcome("127.0.0.1", 8200, serve.terminal_gettext())
    monkeypatch.setenv("LANGUAGE", "en_CA:fr")
    assert "On this computer" in serve.welcome("127.0.0.1", 8200, serve.terminal_gettext())
    monkeypatch.setenv("LANGUAGE", "de:fr")
    assert "Sur cet ordinateur" in serve.welcome("127.0.0.1", 8200, serve.terminal_gettext())


def test_a_taken_port_is_passed_over(taken):
    assert serve.find_free_port("127.0.0.1", taken) > taken


def test_a_port_that_is_let_go_of_in_a_moment_is_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        threading.Timer(0.2, holder.close).start()
        assert serve.find_free_port("127.0.0.1", port, 5.0) == port


def test_a_host_of_another_computer_is_refused_with_its_reason():
    result = CliRunner().invoke(serve.command, ["--host", "203.0.113.7"])
    assert result.exit_code == 1
    assert "Cannot listen on 203.0.113.7:8200: Cannot assign requested address" in result.output
    french = CliRunner().invoke(serve.command, ["--host", "203.0.113.7"], env={"LANGUAGE": "fr"})
    assert "Impossible d’écouter sur 203.0.113.7:8200" in french.output
    assert "Cannot" not in french.output


def test_a_refused_address_names_those_of_this_computer():
    result = CliRunner().invoke(serve.command, ["--host", "203.0.113.7"])
    assert "This computer’s addresses are 127.0.0.1" in result.output
    assert "Without --host" in result.output


def test_a_port_of_the_administrator_names_the_ways_out(monkeypatch):
    def refuse(*_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(own_addresses, "port_is_free", refuse)
    result = CliRunner().invoke(serve.command, ["--port", "80"])
    assert result.exit_code == 1
    assert "Cannot listen on 0.0.0.0:80: Permission denied." in result.output
    assert "--port 8200" in result.output
    assert "reverse proxy" in result.output


@pytest.mark.parametrize("port", ["0", "70000", "phone"])
def test_a_port_that_is_none_is_refused(port):
    result = CliRunner().invoke(serve.command, ["--port", port])
    assert result.exit_code == 2
    assert port in result.output


@pytest.mark.parametrize("watched", [True, False])
def test_a_taken_port_is_passed_over_only_where_somebody_reads_which_one_it_is_instead(taken, watched, monkeypatch):
    served = []
    monkeypatch.setattr(serve, "PATIENCE", 0)
    monkeypatch.setattr(serve, "has_terminal", lambda: watched)
    monkeypatch.setattr(serve, "run", lambda _host, sockets, _instance, **_how: served.append([one.close() for one in sockets]))
    monkeypatch.setattr(serve.prerendering, "start", lambda _instance: None)
    result = CliRunner().invoke(serve.command, ["--host", "127.0.0.1", "--port", str(taken)])
    assert f"Port {taken} is taken" in result.output
    assert (result.exit_code, len(served)) == ((0, 1) if watched else (1, 0))


@pytest.mark.parametrize(("options", "asked"), [(["--domain", "points.example.org"], True), ([], False)])
def test_with_a_name_on_the_internet_the_start_prints_the_code_for_the_first_account(monkeypatch, tmp_path, options, asked):
    for name in ("HOSTS", "TRUSTED_PROXIES"):
        monkeypatch.setenv(f"SCOREKEEPER_{name}", "")  # the start sets them
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr(serve, "run", lambda _host, sockets, _instance, **_how: [one.close() for one in sockets])
    monkeypatch.setattr(serve.prerendering, "start", lambda _instance: None)
    monkeypatch.setattr("scorekeeper.server.startup.bootstrap.make_fonts", lambda _instance: ([], []))
    monkeypatch.setattr("scorekeeper.server.startup.bootstrap.prepare_kit", lambda *_: False)
    result = CliRunner().invoke(serve.command, ["--host", "127.0.0.1", "--port", str(own_port()), "--no-name", *options])
    assert result.exit_code == 0, result.output
    found = re.search(r"^ {4}([A-Z2-7]{4}(-[A-Z2-7]{4}){2})$", result.output, re.MULTILINE)
    assert bool(found) is asked
    assert ("This server has no owner yet" in result.output) is asked
    assert ("scorekeeper account code" in result.output) is asked


def test_the_program_serves_a_fresh_instance_and_stops_when_told(tmp_path):
    port = own_port()
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        printed = []
        for line in process.stdout:
            printed.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                break
        else:
            pytest.fail("".join(printed))
        # At once, without a retry: scanning the code as soon as it appears must work.
        with urllib.request.urlopen(f"{found[0]}static/css/core/tokens.css", timeout=120) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        rest = process.stdout.read()  # also what was read ahead with the address, which `communicate` would lose
        process.stdout.close()
    assert process.returncode == 0, rest
    assert rest.splitlines()[-1].startswith("Games are stored in"), "to stop is no trouble, and nothing is said of it"
    assert (tmp_path / "scorekeeper.sqlite3").exists()
    assert (tmp_path / "fonts" / "vollkorn-400.woff2").exists()
