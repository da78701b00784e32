"""A result with the standings, and a hand, on PostgreSQL next to SQLite: rates, and processor time for each.

The requests are the same as in `club_http` and `http_recording`. Both databases take short turns, so that other work on the
machine affects both alike.
"""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path

from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks import club_http, http_recording
from tests.benchmarks.http_recording import HANDS, our_app, served
from tests.benchmarks.rows import row, size

TURNS = size(40, 3)
"""Turns for each database."""
PAIRS, GAMES = size((10, 1), (2, 1))
"""On each connection in a turn."""
WARM = size(5, 1)
"""Warm-up turns that fill caches, connections and prepared statements."""
LEAST = 300 / 340
"""The lowest rate of results with standings on PostgreSQL, relative to SQLite."""
TICK = 1000 / os.sysconf("SC_CLK_TCK")
"""Milliseconds."""


def family(number: int) -> list[int]:
    """Return a process and its descendants."""
    began = [int(one) for task in Path(f"/proc/{number}/task").iterdir() for one in (task / "children").read_text().split()]
    return [number, *(each for one in began for each in family(one))]


def spent(numbers: list[int]) -> float:
    """Return milliseconds of processor time that these processes have used."""
    fields = (Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split() for number in numbers)
    return TICK * sum(int(one[11]) + int(one[12]) for one in fields)


@dataclass(frozen=True)
class Spent:
    """`seconds` of wall time, and milliseconds of processor time of `program` and `server`, for `many`."""

    seconds: float = 0.0
    program: float = 0.0
    server: float = 0.0
    many: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.seconds + other.seconds, self.program + other.program, self.server + other.server, self.many + other.many
        )

    @property
    def rate(self) -> float:
        """Return the rate per second."""
        return self.many / self.seconds

    @property
    def cost(self) -> float:
        """Return the milliseconds for one."""
        return (self.program + self.server) / self.many


class Side:
    """The program on one database, and its requests."""

    def __init__(self, stack: ExitStack, cluster: postgres.Cluster | None) -> None:
        instance = stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-bench-"))
        url = f"sqlite:///{instance}/club.sqlite3" if cluster is None else cluster.database()
        (Path(instance) / "database-url").write_text(url)
        upgrade_database(our_app(instance))
        self.play = club_http.play_ours(club_http.fifth_round(instance), PAIRS)
        there = {one.pid for one in active_children()}
        self.port = stack.enter_context(served(our_app, instance))
        (self.program,) = (one.pid for one in active_children() if one.pid not in there)
        self.cluster = cluster
        for turn in range(WARM):
            self.pairs(turn)

    def _now(self) -> tuple[float, float, float]:
        server = spent(self.cluster.processes()) if self.cluster else 0.0
        return time.perf_counter(), spent(family(int(self.program or 0))), server

    def _since(self, before: tuple[float, float, float], many: int) -> Spent:
        return Spent(*(now - then for now, then in zip(self._now(), before, strict=True)), many)

    def pairs(self, turn: int) -> Spent:
        """Measure results with standings."""
        before = self._now()
        club_http.measure(self.port, turn, self.play)
        return self._since(before, club_http.CONNECTIONS * PAIRS)

    def hands(self, turn: int) -> Spent:  # noqa: ARG002 (as `pairs`)
        """Measure hands."""
        games = http_recording.start_games(self.port, GAMES)
        before = self._now()
        http_recording.measure(self.port, "/api/v1", games)
        return self._since(before, len(games) * HANDS)


def main() -> None:
    """Measure SQLite as installed and PostgreSQL with durable writes, in turns."""
    with ExitStack() as stack:
        cluster = stack.enter_context(postgres.cluster(durable=True))
        sides = [Side(stack, None), Side(stack, cluster)]
        for what, name, least in (
            ("pairs", "submit a result, read the standings", {"least": LEAST}),
            ("hands", "record a hand", {}),
        ):
            found = [Spent(), Spent()]
            for turn in range(TURNS):
                found = [so_far + getattr(side, what)(10 + turn) for so_far, side in zip(found, sides, strict=True)]
            lite, server = found
            row(f"{name}, PostgreSQL beside SQLite", server.rate, f"{what}/s", lite.rate, **least)
            each = {"program": server.program / server.many, "server": server.server / server.many}
            row(f"{name}, PostgreSQL beside SQLite, processor time", server.cost, "ms", lite.cost, **each)


if __name__ == "__main__":
    main()
