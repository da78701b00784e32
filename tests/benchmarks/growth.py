"""Recording a hand and reading a game on PostgreSQL as games and databases grow.

Games have 12, 120 and 1,200 hands (above the usual limit of 500); databases have 1,000, 100,000 and 1,000,000 games. Growth
should slow neither down, so each row is next to the smallest of its kind. Times are processor time of program and server
together, so that other work on the machine doesn't count. All data is in memory.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient
from sqlalchemy import text

from scorekeeper.core.db.database import READS, db, now, write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.authorization import token_by_id
from scorekeeper.games.commands.library import import_validation
from scorekeeper.games.commands.library.game_creation import import_record
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.store.link import Link
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks.http_recording import HEADER, event, our_app
from tests.benchmarks.rows import row, size
from tests.games.api.caller import BASE
from tests.games.kitchen_table import key

HANDS = size((12, 120, 1200), (3, 6))
STORED = size((1_000, 100_000, 1_000_000), (20, 40))
GAMES = size(12, 2)
"""Games used in a run."""
ASKED = size(4, 2)
"""Hands recorded in each game, and reads of it. They are few, so that the game keeps its length."""
RUNS = size(3, 1)
MOST = 1.5
"""The highest cost allowed, relative to the smallest database."""


@dataclass(frozen=True)
class Game:
    """A game and the secret of its scoring link."""

    number: int
    token: str

    @property
    def address(self) -> str:
        return f"{BASE}/games/{self.number}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


# Copy games with all their rows on the server. Making a million one by one would take a day.
SAME_GAMES = (
    "INSERT INTO games (id, uuid, revision, created_at, changed_at, number)"
    " SELECT :first + n, gen_random_uuid()::text, revision, created_at, changed_at, 1"
    " FROM games, generate_series(1, :many) AS n WHERE id = :like"
)
SAME_CHANGES = (
    "INSERT INTO changes (game_id, revision, uuid, at, device_id, who, action, entry, place, before, after, undoes)"
    " SELECT :first + n, revision, gen_random_uuid()::text, at, device_id, who, action, entry, place, before, after, undoes"
    " FROM changes, generate_series(1, :many) AS n WHERE game_id = :like"
)


def game(app: Any, hands: int) -> int:
    """Make a game of that many hands that no one wins, and return its id."""
    with app.app_context():
        record: dict[str, Any] = {**HEADER, "events": [event(n) for n in range(hands)]}
        made = import_record(record, visitors.make()).game_id
        db.session.remove()
    return made


def copies(like: int, many: int) -> range:
    """Copy a game `many` times without owners, and return the ids."""
    with db.engine.begin() as connection:
        first = connection.execute(text("SELECT max(id) FROM games")).scalar_one()
        for statement in (SAME_GAMES, SAME_CHANGES):
            connection.execute(text(statement), {"first": first, "many": many, "like": like})
        connection.execute(text("SELECT setval('games_id_seq', (SELECT max(id) FROM games))"))
    return range(first + 1, first + many + 1)


def linked(numbers: range) -> list[Game]:
    """Return these games, each with a scoring link."""
    with write_transaction() as session:
        links = [Link(game_id=number, role="score", created_at=now()) for number in numbers]
        session.add_all(links)
    return [Game(link.game_id, token_by_id(link.id)) for link in links]


def play(client: FlaskClient, game: Game, hands: range, revision: int) -> None:
    """Record some hands in a game at that revision."""
    for k, n in enumerate(hands):
        sent = {**game.headers, "If-Match": f'"{revision + k}"', "Idempotency-Key": key()}
        answer = client.post(f"{game.address}/events", json=event(n), headers=sent)
        if answer.status_code != 201:
            raise RuntimeError(answer.text)


class Spent:
    """Processor seconds of this program and of the server's long-lived processes."""

    def __init__(self, cluster: postgres.Cluster) -> None:
        self.cluster = cluster

    def now(self) -> float:
        ticks = 0
        for number in self.cluster.processes():
            try:
                fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            except FileNotFoundError:
                continue
            ticks += int(fields[11]) + int(fields[12])
        return time.process_time() + ticks / 100

    def on(self, work: Callable[[], None]) -> float:
        """Return milliseconds for each request of a run."""
        before = self.now()
        work()
        return 1000 * (self.now() - before) / (GAMES * ASKED)


def measure(app: Any, spent: Spent, like: int, hands: int) -> tuple[float, float]:
    """Return milliseconds of processor time to record a hand in such a game, and to read it: medians of some runs."""
    client = app.test_client()
    runs = []
    for _ in range(RUNS):
        with app.app_context():
            games = linked(copies(like, GAMES))
            db.session.remove()
        for game in games:  # folded, as in play
            client.get(game.address, headers=game.headers)

        def record(games: list[Game] = games) -> None:
            for game in games:
                play(client, game, range(hands, hands + ASKED), hands + 1)

        def read(games: list[Game] = games) -> None:
            for game in games * ASKED:
                if client.get(game.address, headers=game.headers).status_code != 200:
                    raise RuntimeError(game.address)

        runs.append((spent.on(record), spent.on(read)))
    return statistics.median(one for one, _ in runs), statistics.median(one for _, one in runs)


def show(found: dict[int, tuple[float, float]], what: str, **more: object) -> None:
    """Print the rows, each next to the smallest."""
    least = found[min(found)]
    for many, figures in found.items():
        for act, figure, floor in zip(("record a hand", "read the game"), figures, least, strict=True):
            row(f"{act}, PostgreSQL, {many} {what}, processor time", figure, "ms", floor, **more)


def main() -> None:
    """Measure longer games first, then larger databases."""
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance,
        postgres.cluster() as cluster,
        patch.object(import_validation, "MOST_ENTRIES", 2 * max(HANDS)),
        patch.object(table_commands, "MOST_ENTRIES", 2 * max(HANDS)),
    ):
        (Path(instance) / "database-url").write_text(cluster.database())
        upgrade_database(our_app(instance))
        app = our_app(instance)
        spent = Spent(cluster)
        likes = {hands: game(app, hands) for hands in HANDS}
        show({hands: measure(app, spent, like, hands) for hands, like in likes.items()}, "hands in the game")
        stored: dict[int, tuple[float, float]] = {}
        for many in STORED:
            with app.app_context():
                there = db.session.execute(text("SELECT count(*) FROM games")).scalar_one()
                db.session.remove()
                copies(likes[HANDS[0]], max(0, many - there))
                with db.engine.connect().execution_options(**{READS: True}) as connection:  # no rematch has begun
                    connection.execute(text("VACUUM ANALYZE"))
            stored[many] = measure(app, spent, likes[HANDS[0]], HANDS[0])
        show(stored, "games stored", most=MOST)
        with app.app_context():
            db.engine.dispose()


if __name__ == "__main__":
    main()
