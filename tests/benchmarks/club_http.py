"""Submit a result and read the standings over HTTP: 32 pairs in round 5, eight connections.

The baseline is a bare Flask and SQLAlchemy application on the same database that inserts a row and reads the latest sixteen.
Runs alternate, so that both see the same machine.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from flask import Flask, request
from sqlalchemy import select

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks.http_recording import Row, bare_app, bare_db, our_app, served
from tests.benchmarks.rows import row, size
from tests.tournaments.club_night import Desk

CONNECTIONS = size(8, 2)
ENTRANTS = size(32, 8)
PAIRS = size(40, 2)
"""Results submitted and standings read on each connection in a run."""
RUNS = size(3, 1)
LEAST_RATE = 200
"""Pairs of requests a second: ten times the best-known self-hosted tournament system on such a machine."""
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)

Play = Callable[[int, int, int], list[float]]
"""The work of a connection (port, connection, run). Returns the seconds of each pair."""


def bare_club_app(instance: str) -> Flask:
    """Return the smallest application that stores and shows results."""
    app = bare_app(instance)

    @app.put("/result/<int:table>")
    def enter(table: int) -> Any:
        added = Row(game_id=table, event=request.get_json())
        bare_db.session.add(added)
        bare_db.session.commit()
        return {"id": added.id}

    @app.get("/standings")
    def read() -> Any:
        found = bare_db.session.scalars(select(Row).order_by(Row.id.desc()).limit(ENTRANTS // 2))
        return {"standings": [{"row": one.id, "id": one.game_id, **one.event} for one in found]}

    return app


@dataclass(frozen=True)
class Evening:
    """A tournament during its fifth round.

    `token`: to score it. `seats`: the entrants at each table of the round. `before`: game points of each entrant so far.
    """

    id: int
    token: str
    seats: dict[int, list[str]]
    before: dict[str, int]


def fifth_round(instance: str) -> Evening:
    app = our_app(instance)
    with app.app_context():
        desk = Desk(ENTRANTS, options={"rounds": 7})
        for _ in range(4):
            desk.play()
        before = {row.id: int(row.columns["points_for"] or 0) for row in desk.board.standings}
        desk.next_round()
        seats = {t.number: list(t.ids) for t in desk.board.current.tables}
        return Evening(desk.id, api_tokens.create(desk.club, "benchmark", "score")[1], seats, before)


class Line:
    """A persistent connection. It does as little work as possible, because it shares the processors with the server."""

    def __init__(self, port: int, **headers: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "127.0.0.1", **headers}.items())

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, method: str, path: str, body: Any = None, more: str = "") -> Any:
        """Send a request and return its JSON. The answer must be a success."""
        sent = b"" if body is None else orjson.dumps(body)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n" if sent else ""
        self._socket.sendall(f"{method} {path} HTTP/1.1\r\n{self._headers}{kind}{more}\r\n".encode() + sent)
        head, _, answer = self._until_head().partition(b"\r\n\r\n")
        length = int(LENGTH.search(head)[1])
        while len(answer) < length:
            answer += self._received()
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{method} {path}: {head!r} {answer[:300]!r}")
        return orjson.loads(answer)

    def _until_head(self) -> bytes:
        read = self._received()
        while b"\r\n\r\n" not in read:
            read += self._received()
        return read

    def _received(self) -> bytes:
        found = self._socket.recv(65536)
        if not found:
            raise ConnectionError
        return found


def play_ours(evening: Evening, pairs: int = PAIRS) -> Play:
    """Return the work of one connection: results of two tables, corrected repeatedly, and the standings.

    The standings must be of that revision or later and include exactly those points.
    """
    base = f"/api/v1/tournaments/{evening.id}"

    def play(port: int, connection: int, run: int) -> list[float]:
        took = []
        with Line(port, Authorization=f"Bearer {evening.token}") as line:
            seen = line.ask("GET", base)["revision"]
            for n in range(pairs):
                table = 1 + connection * 2 + n % 2
                scores = [200 + 5 * ((n + pairs * run) % 200), 100 + 5 * connection]  # more than 1,600 would be questioned
                key = f"run{run}-{connection}-{n}-{time.time_ns() % 10**9}"
                more = f'If-Match: "{seen}"\r\nIdempotency-Key: {key}\r\n'
                start = time.perf_counter()
                written = line.ask("PUT", f"{base}/rounds/5/tables/{table}/result", {"scores": scores}, more)
                read = line.ask("GET", f"{base}/standings")
                took.append(time.perf_counter() - start)
                seen = written["revision"]
                made = {row["id"]: row["points_for"] for row in read["standings"]}
                counted = [made[who] - evening.before[who] for who in evening.seats[table]]
                if read["revision"] < seen or counted != scores:
                    raise RuntimeError(f"revision {read['revision']} of {seen}: {counted}, not {scores}")
        return took

    return play


def play_bare(port: int, connection: int, run: int) -> list[float]:
    """Do the same on the bare application."""
    took = []
    with Line(port) as line:
        for n in range(PAIRS):
            start = time.perf_counter()
            written = line.ask("PUT", f"/result/{connection}", {"scores": [200 + n + run, 100]})
            read = line.ask("GET", "/standings")
            took.append(time.perf_counter() - start)
            if read["standings"][0]["row"] < written["id"]:
                raise RuntimeError(f"{written} is not in {read}")
    return took


def measure(port: int, run: int, play: Play) -> tuple[float, float, float]:
    """Return pairs a second, the 95th percentile of a pair in milliseconds, and the client's share of it."""
    start, worked = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        took = [one for part in pool.map(lambda c: play(port, c, run), range(CONNECTIONS)) for one in part]
    passed, worked = time.perf_counter() - start, time.process_time() - worked
    return len(took) / passed, 1000 * statistics.quantiles(took, n=20)[-1], 1000 * worked / len(took)


def compare(name: str, url: str | None) -> None:
    """Print the rows for one database."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance:
        (Path(instance) / "database-url").write_text(url or f"sqlite:///{instance}/club.sqlite3")
        upgrade_database(our_app(instance))
        with bare_app(instance).app_context():
            bare_db.create_all()
        evening = fifth_round(instance)
        play = play_ours(evening)
        with served(our_app, instance) as ours, served(bare_club_app, instance) as bare:
            measure(ours, 0, play)  # caches, connections
            runs = [(measure(ours, n + 1, play), measure(bare, n + 1, play_bare)) for n in range(RUNS)]
            with Line(ours, Authorization=f"Bearer {evening.token}") as line:
                standings = orjson.dumps(line.ask("GET", f"/api/v1/tournaments/{evening.id}/standings"))
        rate, wait, client = ([statistics.median(run[side][kind] for run in runs) for side in (0, 1)] for kind in (0, 1, 2))
        what = f"submit a result, read the standings, {name}"
        row(what, rate[0], "pairs/s", rate[1], least_value=LEAST_RATE)
        row(f"{what}, 95th percentile", wait[0], "ms", wait[1])
        row(f"{what}, processor time of the client itself", client[0], "ms a pair", client[1], load=os.getloadavg()[0])
        if url is None:
            packed, plain = (len(one) / 1024 for one in (gzip.compress(standings, 6), standings))
            row(f"standings of {ENTRANTS} pairs as JSON, gzip", packed, "KiB", plain)


def main() -> None:
    """Measure SQLite as installed, then PostgreSQL with durable writes."""
    compare("SQLite", None)
    with postgres.cluster(durable=True) as cluster:
        compare("PostgreSQL", cluster.database())


if __name__ == "__main__":
    main()
