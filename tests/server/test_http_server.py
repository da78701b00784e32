from __future__ import annotations

import gc
import http.client
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, closing

import pytest

from scorekeeper.server.http import http_server
from tests.served import Server, until

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module")
def server(tmp_path_factory, prepared):
    one = Server(prepared(tmp_path_factory.mktemp("served")))
    yield one
    one.process.terminate()
    assert one.process.wait(timeout=60) == 0, one.log.read_text()
    assert "Traceback" not in one.log.read_text()


def test_half_sent_requests_hold_nobody_up(server):
    head = b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    body = head + b"Content-Length: 1000\r\n\r\nlang=fr"
    slow = [server.raw(data) for data in (head, body) for _ in range(12)]
    assert server.get("/rules") == 200
    for one in slow:
        one.close()


def test_a_thousand_idle_connections_hold_nobody_up(server):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most[1]), most[1]))  # their other ends are here
    with ExitStack() as idle:
        idle.callback(resource.setrlimit, resource.RLIMIT_NOFILE, most)
        for _ in range(1000):
            idle.enter_context(server.raw(b""))
        assert server.get("/rules") == 200


def test_a_process_that_was_killed_is_replaced_and_nobody_is_refused(server):
    before = server.workers()
    os.kill(min(before), signal.SIGKILL)
    assert [server.get() for _ in range(20)] == [200] * 20
    until(lambda: len(server.workers() - before) == 1 and len(server.workers()) == http_server.WORKERS)


def test_the_program_starts_anew_without_a_refused_request(server):
    before, failed, over = server.workers(), [], threading.Event()

    def visit():
        while not over.is_set():
            try:
                assert server.get() == 200
            except (AssertionError, OSError, http.client.HTTPException) as error:
                failed.append(error)

    visitors = [threading.Thread(target=visit) for _ in range(3)]
    for one in visitors:
        one.start()
    server.process.send_signal(signal.SIGHUP)
    until(lambda: len(server.workers()) == http_server.WORKERS and not server.workers() & before)
    over.set()
    for one in visitors:
        one.join()
    assert failed == []


@pytest.mark.parametrize(
    ("lang", "words"), [("fr-CA,fr;q=0.9", "est illisible"), ("en-CA", "cannot be read"), ("de", "cannot be read")]
)
def test_what_the_server_itself_refuses_is_told_in_the_visitors_language(server, lang, words):
    request = f"GET / HTTP/1.1\r\nAccept-Language: {lang}\r\nContent-Length: many\r\n\r\n"
    with closing(server.raw(request.encode())) as one:
        answer = http.client.HTTPResponse(one)
        answer.begin()
        assert answer.status == 400
        assert words in answer.read().decode()


def test_cookies_without_end_are_refused_in_words(server):
    with closing(server.raw(b"GET / HTTP/1.1\r\nCookie: " + b"x" * 40_000 + b"\r\n\r\n")) as one:
        answer = http.client.HTTPResponse(one)
        answer.begin()
        assert (answer.status, answer.headers["Content-Type"]) == (431, "text/plain; charset=utf-8")


@pytest.fixture
def small():
    """A server in this process that closes connections idle for a second. `over` stops it."""
    over, seen, (listener,) = threading.Event(), threading.Event(), http_server.listen("127.0.0.1", 0, 1)

    def application(environ, start_response):
        seen.set()
        if environ["PATH_INFO"] == "/slow":
            over.wait(30)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    how = {"channel_timeout": 1, "cleanup_interval": 1}
    thread = threading.Thread(target=http_server.serve, args=(application, listener, over.is_set), kwargs=how)
    thread.start()
    yield listener.getsockname(), seen, over
    over.set()
    thread.join()


@pytest.mark.parametrize("sent", [b"", b"GET / HTT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"])
@pytest.mark.thorough("waits until a connection has been idle for too long")
def test_what_is_half_sent_is_let_go(small, sent):
    address, seen, _ = small
    with closing(socket.create_connection(address, timeout=60)) as one:
        one.sendall(sent)
        assert one.recv(100) == b""
    assert not seen.is_set()


def test_what_is_being_answered_when_the_server_stops_is_answered(small):
    address, seen, over = small
    with closing(socket.create_connection(address, timeout=60)) as one:
        one.sendall(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
        seen.wait(30)
        over.set()
        answer = http.client.HTTPResponse(one)
        answer.begin()
        assert (answer.status, answer.read()) == (200, b"ok")


def test_no_setting_is_one_that_the_server_does_not_know():
    from waitress.adjustments import Adjustments

    made = Adjustments(**http_server.settings())
    assert made.ident is None
    assert not made.clear_untrusted_proxy_headers
    assert re.fullmatch(r"\d+", str(made.connection_limit))


HANGING = """
import gc, os, threading
from scorekeeper.server.http import http_server as serving; from scorekeeper.server import supervisor as serving_family

def application(environ, start_response):
    if environ["PATH_INFO"] == "/hang":
        threading.Event().wait()
    if environ["PATH_INFO"] == "/walks":
        start_response("200 OK", [])
        return [str(sum(any(one is known for one in gc.get_objects()) for known in imported)).encode()]
    start_response("200 OK", [])
    return [str(os.getpid()).encode()]

imported = [serving.__dict__, application.__globals__]
serving.HUNG = 2.0
sockets = serving.listen("127.0.0.1", 0, 1)
print(sockets[0].getsockname()[1], flush=True)
serving_family.run(lambda: application, sockets)
"""


@pytest.fixture
def hanging():
    """The address of a server with one process, which is replaced after two seconds without a sign of life."""
    with subprocess.Popen([sys.executable, "-c", HANGING], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        yield "127.0.0.1", int(process.stdout.readline())
        process.terminate()


def who_answers(address):
    """Return the process that answers, or None if the one with the request is gone."""
    try:
        with closing(http.client.HTTPConnection(*address, timeout=60)) as connection:
            connection.request("GET", "/")
            return int(connection.getresponse().read())
    except (OSError, http.client.HTTPException):
        return None


def test_the_collector_does_not_walk_through_what_the_application_is_made_of(hanging):
    assert all(gc.is_tracked(one) for one in (http_server.__dict__, globals()))
    with closing(http.client.HTTPConnection(*hanging, timeout=60)) as connection:
        connection.request("GET", "/walks")
        assert connection.getresponse().read() == b"0"


@pytest.mark.thorough("waits until a process counts as hanging")
@pytest.mark.parametrize("held_by", ["the system", "its own requests"])
def test_a_process_that_hangs_is_replaced(hanging, held_by):
    first = who_answers(hanging)
    with ExitStack() as held:
        if held_by == "the system":
            os.kill(first, signal.SIGSTOP)
        else:
            for _ in range(http_server.THREADS):
                one = held.enter_context(socket.create_connection(hanging, timeout=60))
                one.sendall(b"GET /hang HTTP/1.1\r\nHost: here\r\n\r\n")
        until(lambda: who_answers(hanging) not in (first, None))
