from __future__ import annotations

import ipaddress
import socket

import pytest

from scorekeeper.core.config import settings
from scorekeeper.core.net import own_addresses
from scorekeeper.server import serve
from scorekeeper.server.http import http_server
from tests.ports import own_port


@pytest.fixture
def taken():
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_that_another_server_shares_out_is_still_taken(taken):
    assert not own_addresses.port_is_free("127.0.0.1", taken)
    assert not own_addresses.port_is_free("0.0.0.0", taken)


def test_a_port_nobody_listens_on_is_free(taken):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    assert own_addresses.port_is_free("127.0.0.1", port)


def test_a_host_that_is_not_this_computers_is_an_error_not_a_taken_port():
    with pytest.raises(OSError, match="assign requested address"):
        own_addresses.port_is_free("203.0.113.7", 8200)


def test_the_address_for_phones_is_never_the_loopback():
    address = own_addresses.lan_address()
    assert address is None or not ipaddress.ip_address(address).is_loopback


def test_without_a_route_the_interfaces_are_asked(monkeypatch):
    monkeypatch.setattr(own_addresses, "_route_address", lambda: None)
    monkeypatch.setattr(own_addresses, "_interface_address", lambda: "192.168.1.20")
    assert own_addresses.lan_address() == "192.168.1.20"


def test_interfaces_of_containers_are_no_way_to_a_phone(monkeypatch):
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "docker0"), (3, "veth12")])
    assert own_addresses._interface_address() is None


def test_an_interface_tells_its_address(monkeypatch):
    monkeypatch.setattr(own_addresses, "VIRTUAL", ())
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo")])
    assert own_addresses._interface_address() == "127.0.0.1"


@pytest.mark.parametrize("host", ["::1", "[::1]", "::", "127.0.0.1", "0.0.0.0", ""])
def test_a_free_port_is_found_and_listened_on_by_either_family(host):
    port = serve.find_free_port(host, own_port())
    first, second = http_server.listen(host, port, 2)
    with first, second:
        assert not own_addresses.port_is_free(host, port)
        where = ("::1" if ":" in host else "127.0.0.1", port)
        socket.create_connection(where, timeout=10).close()
        if own_addresses.is_everywhere(host):
            socket.create_connection(("127.0.0.1", port), timeout=10).close()


@pytest.mark.parametrize("host", ["::1", "[::1]", "2001:db8::7"])
def test_an_address_of_ipv6_is_printed_in_brackets(host):
    assert f"http://[{own_addresses.without_brackets(host)}]:8200/" in serve.welcome(host, 8200, str)


def test_at_all_addresses_of_ipv6_phones_are_told_the_one_in_the_house(monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: "192.168.1.20")
    text = serve.welcome("::", 8200, str)
    assert "http://192.168.1.20:8200/" in text
    assert "http://127.0.0.1:8200/" in text


def test_a_host_in_brackets_is_a_setting_too(monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_HOST", "[::1]")
    assert settings.HOST.value() == "::1"
