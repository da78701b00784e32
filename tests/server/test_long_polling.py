"""Long polls on the program's own server, with few threads."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from contextlib import ExitStack, closing
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.http import cookies
from scorekeeper.core.http.long_poll import HEADER
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.server.http import http_server, long_polling
from scorekeeper.server.http.error_responses import Channel
from tests.games.kitchen_table import Table, hand
from tests.served import until

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture
def table(app):
    with app.app_context():
        yield Table()
        db.session.remove()


@pytest.fixture
def served_here(app, monkeypatch, request):
    """The program's own server with two threads: its address, its stop event, and its waiting requests.

    A test may request other server settings.
    """
    (listener,) = http_server.listen("127.0.0.1", 0, 1)
    over, made = threading.Event(), []

    class Counted(long_polling.HeldRequests):
        def __init__(self, server):
            super().__init__(server)
            made.append(self)

    monkeypatch.setattr(http_server, "HeldRequests", Counted)
    thread = threading.Thread(
        target=http_server.serve, args=(app, listener, over.is_set), kwargs={"threads": 2, **getattr(request, "param", {})}
    )
    thread.start()
    until(lambda: made)
    yield listener.getsockname(), over, made[0]
    over.set()
    thread.join()


@pytest.fixture
def watching(served_here, table):
    """Makes phones that watch the game."""
    with ExitStack() as connections:

        def open_one():
            one = Watcher(served_here, table)
            connections.enter_context(closing(one.connection))
            return one

        yield open_one


class Watcher:
    """A phone that watches a game."""

    def __init__(self, served, table):
        address, _, self.held = served
        self.path = f"/games/{table.game_id}/live"
        self.link = share_links.create(table.access, "watch")
        visitor = visitors.make()
        share_links.open_link(self.link.token, visitor)
        self.cookie = f"{cookies.DEVICE}={visitors.cookie_value(visitor)}"
        self.connection = http.client.HTTPConnection(*address, timeout=60)
        self.tag = None

    def ask(self, query=""):
        known = {"If-None-Match": self.tag} if self.tag else {}
        self.connection.request("GET", self.path + query, headers={"X-Fragment": "1", "Cookie": self.cookie, **known})

    def told(self):
        answer = self.connection.getresponse()
        answer.body = answer.read().decode()
        self.tag = answer.headers.get("ETag", self.tag)
        return answer

    def waits(self):
        self.ask()
        assert self.told().status == 200
        before = len(self.held)
        self.ask("?wait")
        until(lambda: len(self.held) == before + 1)
        return self


def test_whoever_waits_is_told_of_a_hand_once_it_is_recorded(watching, table):
    watcher = watching().waits()
    table.play(hand())
    answer = watcher.told()
    assert answer.status == 200
    assert "65" in answer.body
    assert HEADER not in answer.headers


def test_many_may_wait_and_keep_no_thread(watching, table):
    watchers = [watching().waits() for _ in range(12)]
    other = watching()
    other.ask()
    assert other.told().status == 200
    table.play(hand())
    assert [one.told().status for one in watchers] == [200] * 12


def test_whoever_is_let_in_no_more_meanwhile_is_told_nothing(watching, table):
    watcher = watching().waits()
    share_links.revoke(table.access, watcher.link.id)
    table.play(hand())
    assert watcher.told().status == 404


def test_a_server_that_stops_answers_those_who_wait(served_here, watching):
    watcher = watching().waits()
    served_here[1].set()
    answer = watcher.told()
    assert (answer.status, answer.headers[HEADER]) == (304, "1")


@pytest.mark.thorough("waits until a process counts as hanging")
@pytest.mark.parametrize("served_here", [{"channel_timeout": 1, "cleanup_interval": 1}], indirect=True)
def test_whoever_waits_as_long_as_a_connection_may_be_idle_is_told_all_the_same(watching, table):
    watcher = watching().waits()
    time.sleep(4)
    table.play(hand())
    assert watcher.told().status == 200


def test_who_asks_again_on_the_same_connection_waits_no_more(watching):
    watcher = watching().waits()
    sock, got = watcher.connection.sock, b""
    sock.sendall(b"GET /up HTTP/1.1\r\nHost: here\r\n\r\n")
    while b" 200 OK" not in got:
        piece = sock.recv(4096)
        assert piece, got
        got += piece
    assert got.startswith(b"HTTP/1.1 304 ")


def test_who_does_not_want_to_wait_is_answered_at_once_and_stays_connected(watching):
    watcher = watching()
    watcher.ask()
    watcher.told()
    sock = watcher.connection.sock
    for _ in range(3):
        watcher.ask()
        answer = watcher.told()
        assert (answer.status, answer.headers.get(HEADER)) == (304, None)
        assert watcher.connection.sock is sock


def test_another_server_answers_at_once(client, table):
    client.set_cookie(cookies.DEVICE, visitors.cookie_value(table.visitor))
    first = client.get(f"/games/{table.game_id}/live?wait")
    again = client.get(f"/games/{table.game_id}/live?wait", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, HEADER in again.headers) == (304, False)


def test_a_hand_is_told_where_a_page_waits_for_a_change_that_it_saw_too_late(watching, table):
    """The hand is recorded between an answer without it and the first check for news."""
    watcher = watching()
    watcher.ask()
    watcher.told()
    table.play(hand())
    watcher.ask("?wait")
    assert watcher.told().status == 200


def test_what_two_threads_send_at_once_is_sent_once():
    """A long poll's answer is written by its own thread while the loop may send on the same connection."""
    ours, theirs = socket.socketpair()
    taken = threading.Event()

    class Slow(Channel):
        """Waits between sending and noting it."""

        def send(self, data, do_close=True):
            sent = super().send(data, do_close=do_close)
            taken.set()
            time.sleep(0.1)
            return sent

    addresses = SimpleNamespace(add=lambda _address: False, remove=lambda _address: None)
    server = SimpleNamespace(active_channels={}, addresses=addresses, pull_trigger=lambda: None)
    with ours, theirs:
        channel = Slow(server, ours, ("", 0), Adjustments(), map={})
        writer = threading.Thread(target=channel.write_soon, args=(b"kept back" * 80,))
        writer.start()
        assert taken.wait(10)
        channel.handle_write()
        writer.join()
        theirs.settimeout(0.5)
        got = theirs.recv(65536)
        with pytest.raises(TimeoutError):
            theirs.recv(65536)
        assert got == b"kept back" * 80
        assert (channel.total_outbufs_len, channel.will_close) == (0, False)


def test_news_that_come_while_a_question_is_still_being_put_aside_are_told(watching, table, monkeypatch):
    add = long_polling.HeldRequests.add

    def slowly(self, *what):
        add(self, *what)
        time.sleep(4 * long_polling.CHECK_SECONDS)

    monkeypatch.setattr(long_polling.HeldRequests, "add", slowly)
    watcher = watching()
    watcher.ask()
    watcher.told()
    watcher.ask("?wait")
    until(lambda: len(watcher.held) == 1)
    table.play(hand())
    watcher.connection.sock.settimeout(10)
    assert watcher.told().status == 200
