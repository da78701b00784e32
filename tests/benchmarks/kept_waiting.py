"""Two thousand watchers on long polls, on one PostgreSQL with 1, 2 and 4 processes.

It measures processor time while nothing happens, and the delay until watchers see a new hand. Each watcher is a device with
its own connection and polls like a page. Servers run one at a time, because each should be idle alone. The results are next
to
one process in the same run.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.core.http import cookies
from scorekeeper.core.http.long_poll import HEADER as HELD
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import game_creation
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks.http_recording import HEADER, event, our_app, served
from tests.benchmarks.processes import PROCESSES
from tests.benchmarks.rows import row, size

WATCHERS = size(2000, 12)
GAMES = size(100, 6)
"""Games in progress, each with the same number of watchers."""
IDLE = size(8.0, 0.2)
"""Seconds without news."""
RECORDED = size(30, 2)
"""Hands recorded after that, each in its own game."""
BETWEEN = 0.2
"""Seconds between two of them."""
AT_ONCE = 8
"""Watchers who start at the same moment."""
SOON = 0.1
"""Seconds until a page polls again (`long-poll.js`)."""
PATIENCE = 60.0
"""Seconds until the benchmark fails."""

Game = tuple[int, str]
"""A game's id and the secret of its scoring link."""


class Watcher:
    """A page that watches a game. `seen`: when it got news."""

    def __init__(self, game: int, cookie: str) -> None:
        self.game, self.cookie = game, cookie
        self.tag, self.seen, self.waits, self.again = "", 0.0, False, 0.0
        self._got = b""

    def connect(self, port: int, loop: selectors.BaseSelector) -> None:
        """Connect and send the first request."""
        self.line = socket.create_connection(("127.0.0.1", port))
        loop.register(self.line, selectors.EVENT_READ, self)
        self.ask()

    def ask(self) -> None:
        """Poll for news. The first request is answered at once."""
        self.again, self.waits = 0.0, bool(self.tag)
        known = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        head = f"GET /games/{self.game}/live{'?wait' if self.tag else ''} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Fragment: 1\r\n"
        self.line.sendall(f"{head}Cookie: {cookies.DEVICE}={self.cookie}\r\n{known}\r\n".encode())

    def read(self) -> None:
        """Read what arrived. Raises RuntimeError for an unexpected answer."""
        self._got += (more := self.line.recv(65536))
        head, end, body = self._got.partition(b"\r\n\r\n")
        if not more:
            raise RuntimeError(f"a connection was closed: {self._got[:200]!r}")
        if not end or (head.startswith(b"HTTP/1.1 200") and len(body) < int(_field(head, "Content-Length"))):
            return
        status, self._got = int(head[9:12]), b""
        if status not in (200, 304) or (status == 304 and not _field(head, HELD)):
            raise RuntimeError(head.decode())
        if status == 200:
            self.seen = time.perf_counter() if self.tag else 0.0
            self.tag = _field(head, "ETag")
        self.again = time.perf_counter() + SOON


def _field(head: bytes, name: str) -> str:
    found = re.search(rf"\r\n{name}: ([^\r]*)".encode(), head, re.IGNORECASE)
    return found[1].decode() if found else ""


def started(instance: str, each: int) -> tuple[list[Game], list[tuple[int, str]]]:
    """Return games in progress, and the watchers as (game, device cookie)."""
    app = our_app(instance)
    made: list[Game] = []
    watch: list[tuple[int, str]] = []
    with app.app_context():
        for _ in range(GAMES):
            owner = visitors.make()
            record: dict[str, Any] = {**HEADER, "events": [event(0)]}
            number = game_creation.import_record(record, owner).game_id
            access = authorization.access_by_device(number, owner.key)
            made.append((number, share_links.create(access, "score").token))
            link = share_links.create(access, "watch")
            for _ in range(each):
                visitor = visitors.make()
                share_links.open_link(link.token, visitor)
                watch.append((number, visitors.cookie_value(visitor)))
        db.session.remove()
        db.engine.dispose()
    return made, watch


def spent() -> float:
    """Return processor seconds of all living child processes."""
    ticks, left = 0, [os.getpid()]
    while left:
        number = left.pop()
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            left += map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())
        except FileNotFoundError:
            continue
        if number != os.getpid():
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def turn(loop: selectors.BaseSelector, over: Callable[[], bool], asks: list[Watcher]) -> None:
    """Serve the watchers until `over()` is true. Raises TimeoutError."""
    end = time.perf_counter() + PATIENCE
    while not over():
        if (now := time.perf_counter()) > end:
            raise TimeoutError("it never came to that")
        for key, _ in loop.select(0.02):
            key.data.read()
            asks.append(key.data)
        while asks and asks[0].again < now:
            if (one := asks.pop(0)).again:
                one.ask()


def later(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether that many seconds have passed."""
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() > end


def all_told(watchers: list[Watcher]) -> bool:
    """Return whether each watcher has the state of its game."""
    return all(one.tag for one in watchers)


def record(port: int, game: Game) -> float:
    """Record a second hand in a game, and return the time of the answer."""
    number, secret = game
    connection = HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {secret}", "If-Match": '"2"', "Idempotency-Key": f"game-{number}-hand-1"}
    headers["Content-Type"] = "application/json"
    connection.request("POST", f"/api/v1/games/{number}/events", json.dumps(event(1)), headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 201:
        raise RuntimeError(f"game {number}: {answer.status}")
    return time.perf_counter()


def measure(port: int, games: list[Game], watch: list[tuple[int, str]]) -> tuple[float, float, float]:
    """Return percent of a processor while idle, then median and 95th percentile of the seconds until a hand is seen."""
    with ExitStack() as stack:
        loop = stack.enter_context(selectors.DefaultSelector())
        watchers: list[Watcher] = [Watcher(*one) for one in watch]
        asks: list[Watcher] = []
        for k in range(0, len(watchers), AT_ONCE):
            for one in (few := watchers[k : k + AT_ONCE]):
                one.connect(port, loop)
                stack.callback(one.line.close)
            turn(loop, partial(all_told, few), asks)
        turn(loop, lambda: all(one.waits for one in watchers), asks)
        before = spent()
        turn(loop, later(IDLE), asks)
        idle = 100 * (spent() - before) / IDLE
        if any(one.seen for one in watchers):
            raise RuntimeError("somebody was told of something new before there was anything")
        recorded = {}
        for game in games:
            recorded[game[0]] = record(port, game)
            turn(loop, later(BETWEEN), asks)
        told = [one for one in watchers if one.game in recorded]
        turn(loop, lambda: all(one.seen for one in told), asks)
        if any(one.seen for one in watchers if one.game not in recorded):
            raise RuntimeError("somebody was told of another game's hand")
        took = [max(0.0, one.seen - recorded[one.game]) for one in told]
    return idle, statistics.median(took), statistics.quantiles(took, n=20)[-1]


def main() -> None:
    """Measure PostgreSQL with durable writes."""
    each = WATCHERS // GAMES
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance, postgres.cluster(durable=True) as cluster:
        (Path(instance) / "database-url").write_text(cluster.database())
        upgrade_database(our_app(instance))
        made, watch = started(instance, each)
        found = {}
        for k, many in enumerate(PROCESSES):
            with served(our_app, instance, many) as port:
                found[many] = measure(port, made[k * RECORDED : (k + 1) * RECORDED], watch)
        what = f"{each * GAMES} watchers of {GAMES} games, kept waiting, PostgreSQL"
        kinds = (("idle", "% of a processor"), ("a hand is seen after", "s"), ("a hand is seen after, 95th percentile", "s"))
        for k, (kind, unit) in enumerate(kinds):
            for many in PROCESSES:
                name = f"{what}, {many} {'process' if many == 1 else 'processes'}: {kind}"
                row(name, found[many][k], unit, found[1][k], processors=os.cpu_count(), load=os.getloadavg()[0])


if __name__ == "__main__":
    main()
