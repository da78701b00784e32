"""Recording hands over HTTP, next to a bare Flask and SQLAlchemy insert on the same database and server.

Eight connections each play games of twenty hands. Runs alternate, so that both see the same machine.
"""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON
from sqlalchemy.event import listen
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from scorekeeper import create_app
from scorekeeper.server import supervisor
from scorekeeper.server.http import http_server
from scorekeeper.server.serve import find_free_port
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks.rows import row, size

CONNECTIONS = size(8, 2)
GAMES = size(8, 1)
"""Games on each connection in a run."""
HANDS = size(20, 2)
RUNS = size(3, 1)
LEAST = 0.5
"""The lowest rate allowed, relative to the bare insert."""

HEADER = {
    "format": "scorekeeper-game/1",
    "rules": {"target": 5000},
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
}


def event(n: int) -> dict[str, Any]:
    """Return the n-th hand of a game that no one wins."""
    points = [60, 40] if n % 2 else [40, 60]
    return {"contractor": n % 4, "bid": 60, "bids": {str((n + 1) % 4): 55}, "trump": "SHDC"[n % 4], "points": points}


class Base(DeclarativeBase):
    pass


class Row(Base):
    """A stored hand."""

    __tablename__ = "bare_rows"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int]
    event: Mapped[dict[str, Any]] = mapped_column(JSON)


bare_db = SQLAlchemy(model_class=Base, disable_autonaming=True)


def bare_app(instance: str) -> Flask:
    """Return the smallest application that stores a hand: parse it, insert a row, answer with its number."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = _database(instance)
    bare_db.init_app(app)
    with app.app_context():
        if bare_db.engine.dialect.name == "sqlite":
            listen(bare_db.engine, "connect", _pragmas)

    @app.post("/games/<int:game>/events")
    def add(game: int) -> Any:
        added = Row(game_id=game, event=request.get_json())
        bare_db.session.add(added)
        bare_db.session.commit()
        return {"id": added.id}, 201

    return app


def _pragmas(connection: Any, _: object) -> None:
    """Make writes as durable as ours."""
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def our_app(instance: str) -> Flask:
    return create_app({"SQLALCHEMY_DATABASE_URI": _database(instance)}, instance)


def _database(instance: str) -> str:
    return (Path(instance) / "database-url").read_text()


def serve(make: Callable[[str], Any], instance: str, port: int, processes: int) -> None:
    """Serve an application as `scorekeeper serve` does. Runs in its own process."""
    supervisor.run(lambda: make(instance), http_server.listen("127.0.0.1", port, processes))


@contextmanager
def served(make: Callable[[str], Any], instance: str, processes: int = size(http_server.WORKERS, 1)) -> Iterator[int]:
    """Run a server with that many processes, and yield its port."""
    port = find_free_port("127.0.0.1", 8400)
    process = get_context("spawn").Process(target=serve, args=(make, instance, port, processes))
    process.start()
    try:
        _wait(port)
        yield port
    finally:
        process.terminate()
        process.join()


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/api/v1/rules")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"nothing answers on port {port}")


def start_games(port: int, games: int = GAMES) -> list[tuple[int, str]]:
    """Start `games` games for each connection, and return them with their secrets."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    found = []
    for _ in range(CONNECTIONS * games):
        connection.request("POST", "/api/v1/games", json.dumps(HEADER), {"Content-Type": "application/json"})
        game = json.loads(connection.getresponse().read())
        found.append((game["id"], game["links"]["score"]["token"]))
    return found


def play(port: int, prefix: str, games: list[tuple[int, str]]) -> list[float]:
    """Play some games on one connection, and return the seconds of each hand."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    took = []
    for game, token in games:
        for n in range(HANDS):
            headers = {
                "Content-Type": "application/json",
                "Authorization": f"Bearer {token}",
                "If-Match": f'"{n + 1}"',
                "Idempotency-Key": f"game-{game}-hand-{n}",
            }
            start = time.perf_counter()
            connection.request("POST", f"{prefix}/games/{game}/events", json.dumps(event(n)), headers)
            answer = connection.getresponse()
            answer.read()
            took.append(time.perf_counter() - start)
            if answer.status != 201:
                raise RuntimeError(f"hand {n} of game {game}: {answer.status}")
    return took


def measure(port: int, prefix: str, games: list[tuple[int, str]]) -> tuple[float, float]:
    """Return hands a second over all connections, and the 95th percentile of a hand in milliseconds."""
    shares = [games[i::CONNECTIONS] for i in range(CONNECTIONS)]
    start = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        took = [one for part in pool.map(lambda share: play(port, prefix, share), shares) for one in part]
    return len(took) / (time.perf_counter() - start), 1000 * statistics.quantiles(took, n=20)[-1]


def compare(name: str, url: str | None) -> None:
    """Print the rows for one database."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance:
        (Path(instance) / "database-url").write_text(url or f"sqlite:///{instance}/games.sqlite3")
        upgrade_database(our_app(instance))
        with bare_app(instance).app_context():
            bare_db.create_all()
        with served(our_app, instance) as ours, served(bare_app, instance) as bare:
            pairs = []
            for _ in range(RUNS):
                games = start_games(ours)
                pairs.append((measure(ours, "/api/v1", games), measure(bare, "", games)))
        mine = statistics.median(run[0][0] for run in pairs)
        floor = statistics.median(run[1][0] for run in pairs)
        row(f"record a hand over HTTP, {name}", mine, "hands/s", floor, least=LEAST)
        waits = [statistics.median(run[side][1] for run in pairs) for side in (0, 1)]
        row(f"record a hand over HTTP, {name}, 95th percentile", waits[0], "ms", waits[1])


def main() -> None:
    """Measure SQLite as installed, then PostgreSQL with durable writes."""
    compare("SQLite", None)
    with postgres.cluster(durable=True) as cluster:
        compare("PostgreSQL", cluster.database())


if __name__ == "__main__":
    main()
