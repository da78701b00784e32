"""Two thousand watchers polling games on one PostgreSQL, with 1, 2 and 4 processes.

Nine of ten answers say that nothing is new, while hands are being recorded. All servers run at once and take turns, and the
results are next to one process in the same run. A watching page asks every few seconds: the answer rate times those seconds
is the number of watchers served.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks.http_recording import CONNECTIONS, HEADER, event, our_app, served
from tests.benchmarks.processes import PROCESSES
from tests.benchmarks.rows import row, size

WATCHERS = size(2000, 20)
GAMES = size(100, 10)
"""Games in progress, each with the same number of watchers."""
RECORDED = 0.1
"""The share of games with a new hand between two rounds of requests."""
ROUNDS = size(3, 2)
RUNS = size(3, 1)

Game = tuple[int, str, str]
"""A game's id, and the secrets of its scoring and watching links."""


def started(port: int) -> list[Game]:
    """Start the games to watch."""
    connection, found = HTTPConnection("127.0.0.1", port), []
    for _ in range(GAMES):
        connection.request("POST", "/api/v1/games", json.dumps(HEADER), {"Content-Type": "application/json"})
        made = json.loads(connection.getresponse().read())
        found.append((made["id"], made["links"]["score"]["token"], made["links"]["watch"]["token"]))
    return found


def record(port: int, games: list[Game], hand: int) -> None:
    """Record one more hand in each game, which has `hand` so far."""
    connection = HTTPConnection("127.0.0.1", port)
    for number, secret, _watch in games:
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {secret}",
            "If-Match": f'"{hand + 1}"',
            "Idempotency-Key": f"game-{number}-hand-{hand}",
        }
        connection.request("POST", f"/api/v1/games/{number}/events", json.dumps(event(hand)), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 201:
            raise RuntimeError(f"hand {hand} of game {number}: {answer.status}")


def ask(port: int, games: list[Game], known: dict[int, str], each: int) -> tuple[list[float], int, dict[int, str]]:
    """Let every watcher of some games ask once, `each` for a game, with the tag from before.

    Returns the seconds of each answer, the number of answers with news, and the new tags.
    """
    connection, took, news, tags = HTTPConnection("127.0.0.1", port), [], 0, {}
    for number, _score, secret in games:
        for _ in range(each):
            headers = {"Authorization": f"Bearer {secret}"} | ({"If-None-Match": known[number]} if number in known else {})
            start = time.perf_counter()
            connection.request("GET", f"/api/v1/games/{number}", headers=headers)
            answer = connection.getresponse()
            answer.read()
            took.append(time.perf_counter() - start)
            if answer.status not in (200, 304):
                raise RuntimeError(f"game {number}: {answer.status}")
            news += answer.status == 200
            tags[number] = answer.headers["ETag"]
    return took, news, tags


def measure(port: int, each: int) -> tuple[float, float]:
    """Return answers a second over all watchers, and the 95th percentile of one in milliseconds.

    Raises RuntimeError unless exactly the watchers of games with a new hand get news.
    """
    games = started(port)
    shares = [games[n::CONNECTIONS] for n in range(CONNECTIONS)]
    known: list[dict[int, str]] = [ask(port, share, {}, 1)[2] for share in shares]
    few = games[: int(GAMES * RECORDED)]
    took: list[float] = []
    passed = 0.0
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for hand in range(ROUNDS):
            record(port, few, hand)
            start = time.perf_counter()
            answers = list(pool.map(lambda share, tags: ask(port, share, tags, each), shares, known))
            passed += time.perf_counter() - start
            known = [tags for _, _, tags in answers]
            took += [one for part, _, _ in answers for one in part]
            if (news := sum(part for _, part, _ in answers)) != len(few) * each:
                raise RuntimeError(f"{news} were told something new")
    return len(took) / passed, 1000 * statistics.quantiles(took, n=20)[-1]


def main() -> None:
    """Measure PostgreSQL with durable writes."""
    each = WATCHERS // GAMES
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance, postgres.cluster(durable=True) as cluster:
        (Path(instance) / "database-url").write_text(cluster.database())
        upgrade_database(our_app(instance))
        with ExitStack() as stack:
            ports = {many: stack.enter_context(served(our_app, instance, many)) for many in PROCESSES}
            found: dict[int, list[tuple[float, float]]] = {many: [] for many in PROCESSES}
            for _ in range(RUNS):
                for many, port in ports.items():
                    found[many].append(measure(port, each))
        for k, (what, unit) in enumerate((("", "answers/s"), (", 95th percentile", "ms"))):
            alone = statistics.median(one[k] for one in found[1])
            for many in PROCESSES:
                served_by = f"{many} {'process' if many == 1 else 'processes'}"
                name = f"{each * GAMES} watchers of {GAMES} games, PostgreSQL, {served_by}{what}"
                figure = statistics.median(one[k] for one in found[many])
                row(name, figure, unit, alone, processors=os.cpu_count(), load=os.getloadavg()[0])


if __name__ == "__main__":
    main()
