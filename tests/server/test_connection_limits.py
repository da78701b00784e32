"""Server limits: request time, connections for each address, and requests that are not read."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.server import BaseWSGIServer

from scorekeeper.core.net.proxies import parse_proxies
from scorekeeper.server.http import error_responses, http_server
from scorekeeper.server.http.error_responses import LEAST_RATE, Channel, ConnectionCounter

HEAD_OF_A_FORM = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"


class Clock:
    """A clock set by hand."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


class Connection:
    """A connection to a server that answers nothing: what arrived, and whether it is still open later."""

    def __init__(self, clock, addresses=None, address="192.0.2.7"):
        self.clock = clock
        self.server = SimpleNamespace(
            held=(), active_channels={}, tasks=[], adj=Adjustments(**http_server.settings()), pull_trigger=lambda: None
        )
        self.server.addresses = addresses or ConnectionCounter(10, parse_proxies("0"))
        self.server.add_task = self.server.tasks.append
        self.theirs, self.ours = socket.socketpair()
        self.channel = Channel(self.server, self.ours, (address, 1), self.server.adj, map={})

    def send(self, data):
        self.theirs.sendall(data)
        self.channel.handle_read()

    def is_kept_after(self, seconds):
        self.clock.now += seconds
        BaseWSGIServer.maintenance(self.server, self.clock.now)
        return not self.channel.will_close

    def close(self):
        self.channel.handle_close()
        self.theirs.close()


@pytest.fixture
def clock(monkeypatch):
    one = Clock()
    monkeypatch.setattr(error_responses, "clock", one)
    return one


@pytest.fixture
def connection(clock):
    one = Connection(clock)
    yield one
    one.close()


@pytest.mark.parametrize("drop", [b"x", b"\r\n\r\n", b"\r\n"], ids=["a byte", "an empty request", "an empty line"])
def test_a_head_that_drips_is_let_go_thirty_seconds_after_its_first_byte(connection, drop):
    for _ in range(3):
        connection.send(drop)
        assert connection.is_kept_after(9)
    connection.send(drop)
    assert not connection.is_kept_after(9)


def test_a_body_that_drips_is_let_go(connection):
    connection.send(HEAD_OF_A_FORM)
    for _ in range(3):
        assert connection.is_kept_after(9)
        connection.send(b"x")
    assert not connection.is_kept_after(9)


def test_a_body_over_a_slow_network_arrives(connection):
    connection.send(HEAD_OF_A_FORM)
    for _ in range(20):
        connection.send(b"x" * LEAST_RATE * 10)
        assert connection.is_kept_after(10)
    assert connection.server.tasks == [connection.channel]


def test_each_request_of_a_connection_has_its_own_time(connection):
    connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /")
    assert connection.is_kept_after(9)
    connection.channel.requests.clear()
    connection.send(b"up HTTP/1.1\r\nHost: localhost\r\n\r\n")
    connection.channel.requests.clear()
    assert connection.is_kept_after(15)
    connection.send(b"GET ")
    assert connection.is_kept_after(15)


def test_an_answer_that_is_read_a_byte_at_a_time_is_let_go(connection):
    connection.ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    connection.channel.write_soon(b"x" * 3_000_000)
    for _ in range(40):
        connection.theirs.recv(2048)
        connection.channel.handle_write()
        kept = connection.is_kept_after(9)
        if not kept:
            break
    assert not kept
    assert connection.channel.total_outbufs_len


def test_a_hall_of_phones_comes_in_from_one_address_and_no_more(clock):
    addresses = ConnectionCounter.of_settings(2000)
    assert addresses.most == 1000, "half is for the others"
    assert ConnectionCounter.of_settings(100_000).most == 200 * error_responses.PER_PHONE
    addresses.most = 2
    one, two, three = [Connection(clock, addresses) for _ in range(3)]
    other = Connection(clock, addresses, "192.0.2.8")
    assert [each.channel.will_close for each in (one, two, three, other)] == [False, False, True, False]
    for each in (one, three):
        each.close()
    again = Connection(clock, addresses)
    assert not again.channel.will_close
    for each in (two, other, again):
        each.close()


@pytest.mark.parametrize(
    ("trusted", "address", "too_many"),
    [
        ("0", "127.0.0.1", False),
        ("0", "::1", False),
        ("0", "::ffff:127.0.0.1", False),
        ("0", "10.0.0.9", True),
        ("10.0.0.0/24", "10.0.0.9", False),
        ("10.0.0.0/24", "10.0.1.9", True),
        ("1", "10.0.0.9", False),
        ("0", "2001:db8::7", True),
    ],
)
def test_this_computer_and_trusted_proxies_carry_everyones_connections(trusted, address, too_many):
    addresses = ConnectionCounter(0, parse_proxies(trusted))
    assert addresses.add(address) is too_many


def test_a_process_asks_for_as_many_files_as_it_may_have(monkeypatch):
    resource = pytest.importorskip("resource")
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    cases = [((1024, 524288), [(4200, 524288)], 4000), ((1024, 4096), [(4096, 4096)], 3896), ((1024, 1024), [], 824)]
    cases += [((1024, resource.RLIM_INFINITY), [(4200, resource.RLIM_INFINITY)], 4000), ((8192, 8192), [], 4000)]
    for limits, wanted, most in cases:
        asked.clear()
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, found=limits: found)
        assert (http_server.settings()["connection_limit"], asked) == (most, wanted), limits


def _request(*lines):
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize(
    "sent",
    [
        _request("POST / HTTP/1.1", "Host: a", "Content-Length: " + "9" * 5000),
        _request("POST / HTTP/1.1", "Host: a", "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
        _request("POST / HTTP/1.1", "Host: a", "transfer-encoding: chunked", "content-length: 4") + b"0\r\n\r\n",
        _request("POST / HTTP/1.0", "Transfer-Encoding: chunked") + b"0\r\n\r\n",
        _request("POST / HTTP/1.1", "Host: a", "Transfer-Encoding:"),
        _request("GET http://[ HTTP/1.1", "Host: a"),
        _request("GET / HTTP/1.1"),
        _request("GET / HTTP/1.1", "Host: localhost", "Host: evil.example"),
        _request("GET / HTTP/1.1", "Host:"),
        *(
            _request("GET / HTTP/1.1", f"Host: {host}")
            for host in ("evil.example/", "a@evil.example", "[evil.example]", "localhost, evil.example", "a:1:2", "caf\xe9")
        ),
    ],
)
def test_what_two_readers_could_understand_in_two_ways_is_refused(connection, sent):
    connection.send(sent)
    (request, *_) = connection.channel.requests
    assert request.error.code == 400
    connection.channel.service()
    assert connection.channel.close_when_flushed
    assert b" 400 " in connection.theirs.recv(4096)
    assert not connection.channel.requests


@pytest.mark.parametrize("host", ["localhost", "localhost:8200", "200.local", "[::1]:8200", "127.0.0.1", "a_b.example."])
def test_a_request_names_its_host(connection, host):
    connection.send(_request("GET / HTTP/1.1", f"Host: {host}"))
    (request,) = connection.channel.requests
    assert request.error is None


def test_a_request_without_a_host_is_told_so_in_the_visitors_language(connection):
    connection.send(_request("GET / HTTP/1.1", "Accept-Language: fr"))
    connection.channel.service()
    answer = connection.theirs.recv(4096).decode()
    assert "en-tête Host" in answer
    assert "waitress.invalid" not in answer
