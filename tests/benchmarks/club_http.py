"""Submit a result, read the standings, over HTTP: 32 pairs in the fifth round, eight connections.

Beside it a bare Flask + SQLAlchemy application on the same database that inserts a row and reads back the sixteen latest. Both
are served alike; runs alternate, so that both see the same machine.
"""

from __future__ import annotations

import gzip
import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from flask import Flask, request
from sqlalchemy import select

from scorekeeper.prepare import upgrade_database
from scorekeeper.workflows import api_tokens
from tests import postgres
from tests.benchmarks.http_recording import Row, bare_app, bare_db, our_app, served
from tests.benchmarks.rows import row
from tests.club.desk import Desk

CONNECTIONS = 8
ENTRANTS = 32
PAIRS = 40
"""Results submitted and standings read on each connection in a run."""
RUNS = 3
LEAST_RATE = 200
"""Ten times what the best-known self-hosted tournament system did on such a machine, in pairs a second."""


def bare_club_app(instance: str) -> Flask:
    """The least that keeps a result and shows some."""
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
        return {"standings": [{"id": one.game_id, **one.event} for one in found]}

    return app


def fifth_round(instance: str) -> tuple[int, str]:
    """A tournament whose fifth round is being played: its id, and a token to score."""
    app = our_app(instance)
    with app.app_context():
        desk = Desk(ENTRANTS, options={"rounds": 7})
        for _ in range(4):
            desk.play()
        desk.next_round()
        return desk.id, api_tokens.create(desk.club, "benchmark", "score")[1]


def call(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None, **headers: str) -> bytes:
    """One request; its answer, which must be a good one."""
    sent = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, None if body is None else json.dumps(body), sent)
    answer = connection.getresponse()
    read = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{method} {path}: {answer.status} {read[:300]!r}")
    return read


def play_ours(tournament: int, token: str) -> Callable[[int, int, int], list[float]]:
    """What one connection does: results of its own two tables, corrected over and over, and the standings after each."""
    base, auth = f"/api/v1/tournaments/{tournament}", {"Authorization": f"Bearer {token}"}

    def play(port: int, connection: int, run: int) -> list[float]:
        client, took = http.client.HTTPConnection("127.0.0.1", port), []
        seen = json.loads(call(client, "GET", base, **auth))["revision"]
        for n in range(PAIRS):
            table = 1 + connection * 2 + n % 2
            result = {"scores": [200 + 5 * (n + 40 * run), 100 + 5 * connection]}
            headers = {**auth, "If-Match": f'"{seen}"', "Idempotency-Key": f"run{run}-{connection}-{n}-{time.time_ns() % 10**9}"}
            start = time.perf_counter()
            written = call(client, "PUT", f"{base}/rounds/5/tables/{table}/result", result, **headers)
            call(client, "GET", f"{base}/standings", **auth)
            took.append(time.perf_counter() - start)
            seen = json.loads(written)["revision"]
        return took

    return play


def play_bare(port: int, connection: int, run: int) -> list[float]:
    """The same on the bare application."""
    client, took = http.client.HTTPConnection("127.0.0.1", port), []
    for n in range(PAIRS):
        start = time.perf_counter()
        call(client, "PUT", f"/result/{connection}", {"scores": [200 + n + run, 100]})
        call(client, "GET", "/standings")
        took.append(time.perf_counter() - start)
    return took


def measure(port: int, run: int, play: Callable[[int, int, int], list[float]]) -> tuple[float, float]:
    """Pairs of requests a second on all connections, and the 95th percentile of a pair in milliseconds."""
    start = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        took = [one for part in pool.map(lambda c: play(port, c, run), range(CONNECTIONS)) for one in part]
    return len(took) / (time.perf_counter() - start), 1000 * statistics.quantiles(took, n=20)[-1]


def compare(name: str, url: str | None) -> None:
    """Print the rows for one database."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance:
        (Path(instance) / "database-url").write_text(url or f"sqlite:///{instance}/club.sqlite3")
        upgrade_database(our_app(instance))
        with bare_app(instance).app_context():
            bare_db.create_all()
        tournament, token = fifth_round(instance)
        play = play_ours(tournament, token)
        with served(our_app, instance) as ours, served(bare_club_app, instance) as bare:
            runs = [(measure(ours, n + 1, play), measure(bare, n + 1, play_bare)) for n in range(RUNS)]
            client = http.client.HTTPConnection("127.0.0.1", ours)
            standings = call(client, "GET", f"/api/v1/tournaments/{tournament}/standings", Authorization=f"Bearer {token}")
        rate, wait = ([statistics.median(run[side][kind] for run in runs) for side in (0, 1)] for kind in (0, 1))
        row(f"submit a result, read the standings, {name}", rate[0], "pairs/s", rate[1], least_value=LEAST_RATE)
        row(f"submit a result, read the standings, {name}, 95th percentile", wait[0], "ms", wait[1])
        if url is None:
            row("standings of 32 pairs as JSON, gzip", len(gzip.compress(standings, 6)) / 1024, "KiB", len(standings) / 1024)


def main() -> None:
    """SQLite as it is installed, then PostgreSQL writing to disk as in use."""
    compare("SQLite", None)
    with postgres.cluster(durable=True) as cluster:
        compare("PostgreSQL", cluster.database())


if __name__ == "__main__":
    main()
