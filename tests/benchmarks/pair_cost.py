"""What a result with the standings, and a hand, cost in processor time on PostgreSQL beside SQLite: program and server together.

As `club_http` and `http_recording` ask them, of both in turn in the same run: other work on the machine takes time from them, and
adds little to what they use themselves.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from contextlib import ExitStack
from multiprocessing import active_children
from pathlib import Path

from scorekeeper.prepare import upgrade_database
from tests import postgres
from tests.benchmarks import club_http, http_recording
from tests.benchmarks.http_recording import HANDS, our_app, served
from tests.benchmarks.rows import row

RUNS = 3
TICK = 1000 / os.sysconf("SC_CLK_TCK")
"""Milliseconds."""


def family(number: int) -> list[int]:
    """A process, and those that it has started."""
    began = [int(one) for task in Path(f"/proc/{number}/task").iterdir() for one in (task / "children").read_text().split()]
    return [number, *(each for one in began for each in family(one))]


def spent(numbers: list[int]) -> float:
    """Milliseconds of the processors that these have used so far."""
    fields = (Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split() for number in numbers)
    return TICK * sum(int(one[11]) + int(one[12]) for one in fields)


class Side:
    """The program as it is served over one database, and what it is asked."""

    def __init__(self, stack: ExitStack, cluster: postgres.Cluster | None) -> None:
        instance = stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-bench-"))
        url = f"sqlite:///{instance}/club.sqlite3" if cluster is None else cluster.database()
        (Path(instance) / "database-url").write_text(url)
        upgrade_database(our_app(instance))
        self.play = club_http.play_ours(club_http.fifth_round(instance))
        there = {one.pid for one in active_children()}
        self.port = stack.enter_context(served(our_app, instance))
        (self.program,) = (one.pid for one in active_children() if one.pid not in there)
        self.cluster = cluster
        club_http.measure(self.port, 0, self.play)  # caches, connections

    def _now(self) -> tuple[float, float]:
        return spent(family(int(self.program or 0))), spent(self.cluster.processes()) if self.cluster else 0.0

    def pairs(self, run: int) -> tuple[float, float]:
        """Milliseconds of a pair: the program's, the server's."""
        before = self._now()
        club_http.measure(self.port, run, self.play)
        return self._of(before, club_http.CONNECTIONS * club_http.PAIRS)

    def hands(self, run: int) -> tuple[float, float]:  # noqa: ARG002 (as `pairs`)
        """The same of a hand."""
        games = http_recording.start_games(self.port)
        before = self._now()
        http_recording.measure(self.port, "/api/v1", games)
        return self._of(before, len(games) * HANDS)

    def _of(self, before: tuple[float, float], many: int) -> tuple[float, float]:
        program, server = (now - then for now, then in zip(self._now(), before, strict=True))
        return program / many, server / many


def main() -> None:
    """SQLite as it is installed, and PostgreSQL writing to disk as in use, in turn."""
    with ExitStack() as stack:
        cluster = stack.enter_context(postgres.cluster(durable=True))
        sides = [Side(stack, None), Side(stack, cluster)]
        for what in ("pairs", "hands"):
            runs = [[getattr(side, what)(n + 1) for side in sides] for n in range(RUNS)]
            lite, program, server = (
                statistics.median(run[side][part] for run in runs) for side, part in ((0, 0), (1, 0), (1, 1))
            )
            name = {"pairs": "submit a result, read the standings", "hands": "record a hand"}[what]
            row(f"{name}, SQLite, processor time", lite, "ms")
            row(f"{name}, PostgreSQL, processor time", program + server, "ms", lite, program=program, server=server)


if __name__ == "__main__":
    main()
