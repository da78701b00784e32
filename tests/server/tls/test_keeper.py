"""Background tasks next to the server: its local name, and a certificate for today's address."""

from __future__ import annotations

import ipaddress
import os
import secrets
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography import x509

from scorekeeper.server.tls import certificate_authority, certificate_renewal, covered_addresses, local_name

pytestmark = pytest.mark.process


def plain(text):
    return text


class Network:
    """A local network: its host names, and this computer's addresses."""

    def __init__(self, *found):
        self.found, self.names, self.refuses = list(found), {}, None

    def addresses(self, _host=""):
        return [ipaddress.ip_address(one) for one in self.found]

    def publish(self, found, port):
        if self.refuses:
            raise self.refuses
        name = next((one for one in certificate_renewal.LOCAL_NAMES if one not in self.names), None)
        if name:
            self.names[name] = (tuple(found), port)
        return name and Publication(self, name, tuple(found))


class Publication:
    def __init__(self, network, name, found):
        self.network, self.name, self.addresses = network, name, found

    def withdraw(self):
        del self.network.names[self.name]


@pytest.fixture
def network(monkeypatch):
    one = Network("192.168.1.20")
    monkeypatch.setattr(certificate_renewal, "local_addresses", one.addresses)
    monkeypatch.setattr(covered_addresses, "local_addresses", one.addresses)
    monkeypatch.setattr(local_name, "publish", one.publish)
    return one


@pytest.fixture
def beside(tmp_path):
    said = []

    def make(secure=True, named=True):
        one = certificate_renewal.Keeper(tmp_path, "0.0.0.0", 8200, secure, named, said.append, plain)
        one.said = said
        return one

    return make


def certified(instance):
    leaf = x509.load_pem_x509_certificate(certificate_authority.served_path(instance).read_bytes())
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))}


def test_the_name_is_taken_told_once_and_withdrawn(network, beside, tmp_path):
    one = beside()
    for _ in range(3):
        one.look()
    assert network.names == {"200.local": (("192.168.1.20",), 8200)}
    assert one.said == ["On this network also: https://200.local:8200/"]
    assert {"200.local", "192.168.1.20"} <= certified(tmp_path)
    one.end()
    assert network.names == {}


def test_where_the_name_is_taken_the_next_one_is_in_the_certificate_too(network, beside, tmp_path):
    network.names["200.local"] = "somebody else's"
    one = beside()
    one.look()
    assert one.said == ["On this network also: https://200-2.local:8200/"]
    assert "200-2.local" in certified(tmp_path)
    one.end()
    assert [*network.names] == ["200.local"]


def test_a_new_address_gets_the_name_and_a_certificate(network, beside, tmp_path):
    one = beside()
    one.look()
    network.found = ["10.0.0.7"]
    one.look()
    assert network.names == {"200.local": (("10.0.0.7",), 8200)}
    assert "10.0.0.7" in certified(tmp_path)
    network.found = []
    one.look()
    assert network.names == {}


def test_where_every_name_is_taken_it_is_said(network, beside):
    network.names = dict.fromkeys(certificate_renewal.LOCAL_NAMES, "others")
    one = beside(secure=False)
    one.look()
    assert one.said == ["Every name up to 200-9.local is taken on this network."]


@pytest.mark.parametrize("error", [OSError(1, "Operation not permitted"), local_name.zeroconf.NotRunningException()])
def test_where_the_network_lets_nobody_have_a_name_it_is_said_once_and_the_rest_goes_on(network, beside, tmp_path, error):
    network.refuses = error
    one = beside()
    for _ in range(2):
        one.look()
    assert len(one.said) == 1
    assert "On this network no computer can be called 200.local" in one.said[0]
    assert "192.168.1.20" in certified(tmp_path)


def test_on_the_internet_nobody_is_called_by_a_name_of_the_house(network, beside):
    network.found = ["203.0.113.9"]
    beside().look()
    assert network.names == {}


def test_without_the_switches_nothing_is_kept(network, beside, tmp_path):
    one = beside(secure=False, named=False)
    one.look()
    assert (network.names, one.said, [*tmp_path.iterdir()]) == ({}, [], [])


@pytest.mark.thorough("starts the program several times")
def test_a_real_name_is_taken_by_one_and_free_again_after(monkeypatch):
    """By multicast on this computer, with an unused name."""
    stem = f"scorekeeper-test-{secrets.token_hex(4)}"
    names = [f"{stem}.local", f"{stem}-2.local"]
    with ThreadPoolExecutor(1) as apart:  # a browser’s driver may have its loop in this thread
        apart.submit(_three_want_it, names, monkeypatch).result()


def _three_want_it(names, monkeypatch):
    """Try to take a name three times. A busy computer gets time to answer, but an unused name needs no long wait."""
    usual = local_name.CHECK_MS
    try:
        first = local_name.publish(["127.0.0.1"], 8200, names)
    except local_name.CannotPublish as error:
        pytest.skip(f"no multicast here: {error}")
    monkeypatch.setattr(local_name, "CHECK_MS", 5000)
    second = local_name.publish(["127.0.0.1"], 8201, names)
    assert [first.name, second.name] == names
    assert local_name.publish(["127.0.0.1"], 8202, names) is None
    first.withdraw()
    monkeypatch.setattr(local_name, "CHECK_MS", usual)
    third = local_name.publish(["127.0.0.1"], 8202, names)
    assert third.name == names[0]
    third.withdraw()
    second.withdraw()


@pytest.mark.slow
def test_it_ends_with_the_server_and_before_the_next_one_begins(tmp_path, monkeypatch):
    monkeypatch.delenv(certificate_renewal.PREVIOUS_VARIABLE, raising=False)
    kept, started = [], subprocess.Popen
    monkeypatch.setattr(certificate_renewal.subprocess, "Popen", lambda *a, **k: kept.append(started(*a, **k)) or kept[-1])
    with certificate_renewal.run_keeper(tmp_path, "127.0.0.1", 8200, secure=True, named=False):
        assert os.environ[certificate_renewal.PREVIOUS_VARIABLE] == str(kept[0].pid)
        while not certificate_authority.served_path(tmp_path).exists():
            assert kept[0].poll() is None
            time.sleep(0.05)
    assert kept[0].returncode == 0
    assert certificate_renewal.PREVIOUS_VARIABLE not in os.environ


def test_no_signal_goes_to_a_process_that_is_not_ours(monkeypatch):
    monkeypatch.setenv(certificate_renewal.PREVIOUS_VARIABLE, str(os.getppid()))
    sent = []
    monkeypatch.setattr(certificate_renewal.os, "kill", lambda *told: sent.append(told))
    certificate_renewal._stop_previous()
    assert sent == []
    assert certificate_renewal.PREVIOUS_VARIABLE not in os.environ
