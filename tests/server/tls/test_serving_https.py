"""`scorekeeper serve --https` and `--domain` on the command line."""

from __future__ import annotations

import ipaddress
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.serialization import Encoding

from scorekeeper.core.net import own_addresses
from scorekeeper.server import serve
from scorekeeper.server.tls import certificate_authority, https_setup
from tests.ports import own_port

pytestmark = pytest.mark.process


def plain(text):
    return text


def test_the_trust_page_comes_first_with_its_code_and_the_fingerprint(tmp_path, monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "192.168.1.20")
    found, _new = certificate_authority.ensure_authority(tmp_path)
    text = https_setup.trust_text("0.0.0.0", 8200, found, plain, serve.qr_code)
    assert "http://192.168.1.20:8200/https" in text
    assert "▀" in text
    assert certificate_authority.fingerprint(found.root) in re.sub(r"\s+", ":", text)
    assert "https://192.168.1.20:8200/" in serve.welcome("0.0.0.0", 8200, plain, "https")
    alone = https_setup.trust_text("127.0.0.1", 8200, found, plain, serve.qr_code)
    assert "http://127.0.0.1:8200/https" in alone
    assert "▀" not in alone


def test_a_damaged_authority_is_told_in_a_sentence(tmp_path):
    certificate_authority.ensure_authority(tmp_path)
    (tmp_path / "https" / "signer.pem").write_text("nothing")
    with pytest.raises(click.ClickException, match=r"signer\.pem is damaged"):
        https_setup.prepare_authority(tmp_path, "127.0.0.1", plain)


def test_a_computer_whose_address_is_not_private_is_told_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(https_setup, "local_addresses", lambda _host: [ipaddress.ip_address("203.0.113.9")])
    https_setup.prepare_authority(tmp_path, "0.0.0.0", plain)
    assert "203.0.113.9 is not a private address" in capsys.readouterr().out


class Program:
    """The program with HTTPS, for this computer only."""

    def __init__(self, instance):
        self.instance = Path(instance)
        self.port = own_port()
        self.log = self.instance / "log"
        command = [sys.executable, "-m", "scorekeeper", "serve", "--https", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.log.open("wb") as log:
            environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance), "PYTHONUNBUFFERED": "1"}
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment
            )

    def children(self):
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(number) for number in path.read_text().split()}

    def until(self, condition):
        """Wait as long as the program runs."""
        while not condition():
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)

    def get(self, scheme="https", path="/https"):
        root = certificate_authority.read_root(self.instance).public_bytes(Encoding.PEM).decode()
        context = ssl.create_default_context(cadata=root) if scheme == "https" else None
        with urllib.request.urlopen(f"{scheme}://127.0.0.1:{self.port}{path}", timeout=60, context=context) as answer:
            return answer.status, answer.read().decode()

    def answers(self):
        try:
            return self.get()[0] == 200
        except (OSError, certificate_authority.AuthorityDamaged):
            return False


@pytest.mark.thorough("it serves the program twice")
def test_the_program_serves_both_starts_anew_and_leaves_nobody_behind(tmp_path, prepared):
    program = Program(prepared(tmp_path))
    try:
        program.until(program.answers)
        assert "Its fingerprint" in program.get("http")[1]
        assert "already" in program.get("https")[1]
        program.until(lambda: len(program.children()) == 3)
        before = program.children()
        program.process.send_signal(signal.SIGHUP)
        program.until(lambda: len(program.children()) == 3 and not program.children() & before)
        assert program.get("https")[0] == 200
        kept = program.children()
    finally:
        program.process.send_signal(signal.SIGINT)
        assert program.process.wait() == 0, program.log.read_text()
    log = program.log.read_text()
    assert "Traceback" not in log
    assert log.index(f"http://127.0.0.1:{program.port}/https") < log.index(f"https://127.0.0.1:{program.port}/")
    assert [number for number in kept if Path(f"/proc/{number}").exists()] == []


@pytest.mark.parametrize(
    ("read", "name"), [("Points.Example.org", "points.example.org"), ("école.ca.", "xn--cole-9oa.ca"), (None, None)]
)
def test_a_domain_is_read_as_certificates_have_it(read, name):
    assert https_setup.parse_domain(None, None, read) == name


WRONG = ("https://points.example.org", "points", "points.example.org:8200", "192.168.1.20", "-a.org", "a..b", "")


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_domain_is_refused_with_what_would_be_right(wrong):
    result = CliRunner().invoke(serve.command, ["--domain", wrong])
    assert result.exit_code == 2
    assert "--domain" in result.output
    assert "points.example.org" in result.output


def test_a_domain_and_certificates_of_ones_own_do_not_go_together():
    result = CliRunner().invoke(serve.command, ["--domain", "points.example.org", "--https"])
    assert result.exit_code == 2
    assert "Use either --https or --domain" in result.output


@pytest.mark.thorough("starts the program several times")
def test_with_a_domain_the_one_proxy_is_believed_and_it_is_said_what_to_point_where(monkeypatch):
    for name in ("SCOREKEEPER_HOSTS", "SCOREKEEPER_TRUSTED_PROXIES"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setitem(os.environ, name, "")  # what the program sets is gone after the test
        monkeypatch.delitem(os.environ, name)
    served = []

    def run(host, sockets, instance, **how):
        app = serve.create_app({"LISTENS_ON": host}, instance)
        served.append((app, how))
        for one in sockets:
            one.close()

    monkeypatch.setattr(serve, "run", run)
    monkeypatch.setattr(serve.prerendering, "start", lambda _instance: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    result = CliRunner().invoke(serve.command, ["--domain", "points.example.org", "--port", str(port)])
    assert result.exit_code == 0, result.output
    assert "https://points.example.org/" in result.output
    assert f"port {port}" in result.output
    ((app, how),) = served
    assert how == {"secure": False, "named": False}
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "points.example.org", "X-Forwarded-For": "198.51.100.7"}
    page = app.test_client().get("/api", headers=headers)
    assert "https://points.example.org/" in page.get_data(as_text=True)
    assert app.test_client().get("/", base_url="http://other.example.org").status_code == 421
