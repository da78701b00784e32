"""Recording a hand, and a result with standings, with 1, 2 and 4 processes on one PostgreSQL.

1,000 games are in progress. All three servers run at once and take turns, so that they see the same machine. Results are
next to
one process in the same run. The client uses some processor time of each alike.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from scorekeeper.core.db.database import db
from scorekeeper.core.devices import visitors
from scorekeeper.games.commands.library import game_creation
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests import postgres
from tests.benchmarks import club_http, http_recording
from tests.benchmarks.http_recording import HANDS, HEADER, our_app, served
from tests.benchmarks.rows import row, size

PROCESSES = size((1, 2, 4), (1, 2))
IN_PLAY = size(1000, 3)
RUNS = size(3, 1)


def fill(instance: str) -> None:
    """Make games in progress, each with a link and some hands."""
    app = our_app(instance)
    record: dict[str, Any] = {**HEADER, "events": [http_recording.event(n) for n in range(HANDS // 2)]}
    with app.app_context():
        visitor = visitors.make()
        for _ in range(IN_PLAY):
            game_creation.import_record(record, visitor, roles=("score",))
        db.session.remove()
        db.engine.dispose()


def main() -> None:
    """Measure PostgreSQL with durable writes."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as instance, postgres.cluster(durable=True) as cluster:
        (Path(instance) / "database-url").write_text(cluster.database())
        upgrade_database(our_app(instance))
        fill(instance)
        evening = club_http.fifth_round(instance)
        play = club_http.play_ours(evening)
        with ExitStack() as stack:
            ports = {many: stack.enter_context(served(our_app, instance, many)) for many in PROCESSES}
            hands: dict[int, list[float]] = {many: [] for many in PROCESSES}
            pairs: dict[int, list[float]] = {many: [] for many in PROCESSES}
            for run in range(RUNS):
                for many, port in ports.items():
                    started = http_recording.start_games(port)
                    hands[many].append(http_recording.measure(port, "/api/v1", started)[0])
                    pairs[many].append(club_http.measure(port, 10 * run + many, play)[0])
        for what, unit, found in (("record a hand", "hands/s", hands), ("submit a result, read the standings", "pairs/s", pairs)):
            alone = statistics.median(found[1])
            for many in PROCESSES:
                name = f"{what}, PostgreSQL, {IN_PLAY} games in play, {many} {'process' if many == 1 else 'processes'}"
                row(name, statistics.median(found[many]), unit, alone, processors=os.cpu_count(), load=os.getloadavg()[0])


if __name__ == "__main__":
    main()
