"""TLS in the server: HTTP and HTTPS on one port, and no connection waits for another's handshake."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import sys
import threading
import time
from contextlib import closing

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from scorekeeper.server.http import error_responses, http_server
from scorekeeper.server.tls import certificate_authority, https_setup
from scorekeeper.server.tls.tls_channel import ServedCertificate

pytestmark = [pytest.mark.process, pytest.mark.slow]

HERE, NAMES = [ipaddress.ip_address("127.0.0.1")], ["localhost", "200.local"]
LARGE = 3 * 2**20
HALF = b"\x16\x03\x01\x02\x00\x01\x00"
"""The beginning of a handshake."""


class Echo:
    """Answers with the scheme of the request, and with `?n` bytes; `/slow` waits for `go`."""

    def __init__(self, instance):
        self.extensions = {http_server.CHANNEL: https_setup.channel_class(instance)}
        self.go, self.seen = threading.Event(), threading.Event()

    def __call__(self, environ, start_response):
        self.seen.set()
        if environ["PATH_INFO"] == "/slow":
            self.go.wait(60)
        body = environ["wsgi.input"].read()
        size = int(environ["QUERY_STRING"] or 2)
        said = [("X-Scheme", environ["wsgi.url_scheme"]), ("X-From", environ["REMOTE_ADDR"]), ("X-Read", str(len(body)))]
        start_response("200 OK", [("Content-Length", str(size)), *said])
        return [b"x" * size]


class TlsServer:
    """A server in this process that closes connections idle for that many seconds."""

    def __init__(self, instance, idle=60):
        certificate_authority.renew(instance, HERE, NAMES)
        self.instance, self.over, self.echo = instance, threading.Event(), Echo(instance)
        (listener,) = http_server.listen("127.0.0.1", 0, 1)
        self.port = listener.getsockname()[1]
        how = {"channel_timeout": idle, "cleanup_interval": 1}
        self.thread = threading.Thread(target=http_server.serve, args=(self.echo, listener, self.over.is_set), kwargs=how)
        self.thread.start()

    def trusting(self):
        return ssl.create_default_context(
            cadata=certificate_authority.read_root(self.instance).public_bytes(Encoding.PEM).decode()
        )

    def https(self):
        return http.client.HTTPSConnection("localhost", self.port, context=self.trusting(), timeout=60)

    def get(self, connection, path="/", **more):
        connection.request(more.pop("method", "GET"), path, **more)
        answer = connection.getresponse()
        return answer, answer.read()

    def raw(self, data=b""):
        one = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        one.sendall(data)
        return one

    def stop(self):
        self.echo.go.set()
        self.over.set()
        self.thread.join()


@pytest.fixture
def server(tmp_path):
    one = TlsServer(tmp_path)
    yield one
    one.stop()


@pytest.fixture
def impatient(tmp_path):
    one = TlsServer(tmp_path, idle=1)
    yield one
    one.stop()


def test_one_port_speaks_both_and_knows_who_asks_and_how_whatever_a_header_says(server):
    lies = {"X-Forwarded-Proto": "ftp", "X-Forwarded-For": "8.8.8.8"}
    with closing(server.https()) as one, closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as other:
        for connection, scheme in ((one, "https"), (other, "http")):
            answer, _body = server.get(connection, headers=lies)
            assert (answer.headers["X-Scheme"], answer.headers["X-From"]) == (scheme, "127.0.0.1")


def test_large_forms_and_pages_pass_whole_and_the_connection_goes_on(server):
    with closing(server.https()) as connection:
        for size in (2, LARGE, 5):
            answer, body = server.get(connection, f"/?{size}", method="POST", body=b"y" * 300_000)
            assert (len(body), answer.headers["X-Read"]) == (size, "300000")


def test_who_reads_slowly_gets_all_of_it_before_the_connection_is_closed(server):
    plain = socket.socket()
    plain.settimeout(60)
    if sys.platform == "linux":  # small pieces as on a real network, because 64 KiB pieces take 40 s through such a small buffer
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    plain.connect(("127.0.0.1", server.port))
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    with closing(server.trusting().wrap_socket(plain, server_hostname="localhost")) as one:
        one.sendall(f"GET /?{LARGE} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        server.echo.seen.wait(60)
        time.sleep(0.5)
        answer = http.client.HTTPResponse(one)
        answer.begin()
        assert len(answer.read()) == LARGE
        assert one.recv(10) == b"", "it says that nothing more comes"


def test_half_sent_handshakes_hold_nobody_up(server):
    slow = [server.raw(data) for data in (HALF[:1], HALF) for _ in range(12)]
    with closing(server.https()) as connection:
        assert server.get(connection)[0].status == 200
    for one in slow:
        one.close()


@pytest.mark.parametrize("sent", [HALF[:1], HALF])
def test_half_sent_handshakes_are_let_go(impatient, sent):
    with closing(impatient.raw(sent)) as one:
        assert one.recv(100) == b""


def test_a_handshake_that_drips_is_no_activity(impatient):
    def drip(one):
        """Return whether the server still listens at the end."""
        for _ in range(200):
            try:
                one.sendall(b"\x00")
            except OSError:
                return False
            time.sleep(0.25)
        return True

    with closing(impatient.raw(HALF)) as one:
        assert not drip(one)


def test_a_head_that_drips_by_tls_is_let_go(server, monkeypatch):
    monkeypatch.setattr(error_responses, "HEAD_SECONDS", 1.0)

    def drip(one):
        """Return whether the server still listens at the end. A byte every quarter second is never idle."""
        for _ in range(200):
            try:
                one.sendall(b"x")
            except OSError:
                return False
            time.sleep(0.25)
        return True

    plain = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    with closing(server.trusting().wrap_socket(plain, server_hostname="localhost")) as one:
        one.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert not drip(one)


@pytest.mark.parametrize("sent", [HALF + b"\xff" * 600, b"\x16" + b"GET / HTTP/1.1\r\n\r\n" * 50])
def test_what_is_no_handshake_is_closed_and_the_others_are_served(server, sent):
    with closing(server.raw(sent)) as one:
        rest = b""
        while piece := one.recv(1000):
            rest += piece
        assert rest[:1] in (b"", b"\x15"), "an alert at most"
    with closing(server.https()) as connection:
        assert server.get(connection)[0].status == 200


def test_a_browser_that_does_not_trust_the_authority_goes_away_and_nobody_else_notices(server):
    strange = ssl.create_default_context()
    with pytest.raises(ssl.SSLCertVerificationError), server.raw() as one:
        strange.wrap_socket(one, server_hostname="localhost")
    with closing(server.https()) as connection:
        assert server.get(connection)[0].status == 200


def test_a_renewed_certificate_is_served_at_once_and_open_connections_go_on(server):
    def number(connection):
        connection.connect()
        return x509.load_der_x509_certificate(connection.sock.getpeercert(binary_form=True)).serial_number

    with closing(server.https()) as old, closing(server.https()) as new:
        before = number(old)
        certificate_authority.renew(server.instance, [*HERE, ipaddress.ip_address("10.0.0.7")], NAMES)
        assert number(new) != before
        assert server.get(old)[0].status == 200
        assert server.get(new)[0].status == 200


def test_a_certificate_that_is_lost_while_the_server_runs_stays_in_force(server):
    certificate_authority.served_path(server.instance).unlink()
    with closing(server.https()) as connection:
        assert server.get(connection)[0].status == 200


def test_without_a_certificate_nothing_is_served(tmp_path):
    with pytest.raises(FileNotFoundError):
        ServedCertificate(tmp_path / "served.pem")


def test_what_is_being_answered_when_the_server_stops_is_answered(server):
    with closing(server.https()) as connection:
        connection.request("GET", f"/slow?{LARGE}")
        server.echo.seen.wait(60)
        server.over.set()
        server.echo.go.set()
        assert len(connection.getresponse().read()) == LARGE
