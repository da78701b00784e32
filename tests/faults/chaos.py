"""The real program on a real database, with constant writes, while everything that can fail does.

`Place.evening` plays one evening and reports what happened to the acknowledged writes.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from scorekeeper.backup import verify
from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.db.database import db
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.tournaments.store.tournament import StoredTournamentEvent
from tests.faults import clocked
from tests.faults.writers import Account, Write, Writer, all_of
from tests.games.api.caller import Caller
from tests.served import Server, until
from tests.tournaments.club_night import Desk

if TYPE_CHECKING:
    from flask import Flask

    from tests.postgres import Cluster

RULES = {"base": "standard", "target": 5000}
A_GAME = 100
"""Hands that a program writes into a game before it moves to the next."""
CLOCKS = (-86_400.0, -3600.0, -2.0, 0.0, 3600.0)
"""Seconds by which the clock may be wrong."""
ROOM = (0, 16_384, 200_000)
"""The largest file size in bytes while the disk is full."""


@dataclass
class Outcome:
    """The result of an evening. `lost`: acknowledged but not stored. `twice`: stored more than once."""

    account: Account
    faults: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    broken: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Return whether nothing is lost, doubled or damaged and no answer was a server error."""
        return not (self.lost or self.twice or self.broken or self.account.wrong)

    @property
    def numbers(self) -> dict[str, int]:
        """Return the counts by name."""
        told = self.account
        counts = {"acknowledged": told.said, "never answered": told.unknown, "lost": self.lost, "twice": self.twice}
        return {**{name: len(counts[name]) for name in counts}, "faults": sum(self.faults.values()), "errors": len(told.wrong)}

    def __str__(self) -> str:
        told = self.account
        faults = ", ".join(f"{name} {many}" for name, many in sorted(self.faults.items()))
        lines = [
            f"acknowledged {len(told.said)}, never answered {len(told.unknown)}, faults {sum(self.faults.values())}: {faults}",
            f"lost {len(self.lost)}, twice {len(self.twice)}, p95 {told.p95:.3f} s, errors {len(told.wrong)}",
            f"answers: {dict(sorted(told.statuses.items()))}",
        ]
        return "\n".join([*lines, *self.lost[:5], *self.twice[:5], *self.broken, *told.wrong[:5]])


class Place:
    """A program with games and a tournament.

    `app`: the same instance, for use before and after. `cluster`: for a database server.
    """

    def __init__(self, app: Flask, url: str, cluster: Cluster | None, games: int) -> None:
        self.app, self.cluster = app, cluster
        self.instance = Path(app.instance_path)
        with app.app_context():
            desk = Desk(8)
            desk.next_round()
            self.tournament = desk.id
            self.token = api_tokens.create(desk.club, "writes", "direct")[1]
            made = [Caller(app.test_client(), RULES) for _ in range(2 * games)]
            self._let_go()
        self.shared, self.own = made[:games], made[games:]
        self.clock = self.instance / "clock"
        variables = {clocked.VARIABLE: str(self.clock)} | ({"SCOREKEEPER_DATABASE_URL": url} if cluster else {})
        self.server = Server(self.instance, module="tests.faults.clocked", **variables)

    def _let_go(self) -> None:
        db.session.remove()
        db.engine.dispose()

    def evening(self, seed: int, faults: Iterable[str], least: int) -> Outcome:
        """Let every writer write at least `least` times while these faults happen in turn."""
        account, over, outcome = Account(), Event(), None
        outcome = Outcome(account)
        told = {"least": least, "over": over, "account": account, "seed": seed}
        port = self.server.port
        writers = [
            *(Writer(name, port, _hands(self.shared, name), _link(self.shared), **told) for name in ("anne", "bert")),
            Writer("cora", port, _hands(self.own, "cora"), _link(self.own), **told),
            *(Writer(name, port, self._prizes(name), lambda _: self.token, **told) for name in ("dora", "emil")),
            Writer("fred", port, self._results(), lambda _: self.token, **told),
        ]
        chance = random.Random(seed)

        def breaks() -> None:
            try:
                for name in faults:
                    time.sleep(chance.uniform(0.1, 0.8))
                    getattr(self, name)(chance)
                    outcome.faults[name] += 1
            except Exception as error:  # noqa: BLE001 (told at the end, as everything that went wrong)
                account.wrong.append(f"{name}: {type(error).__name__}: {error}")
            finally:
                over.set()

        breaking = Thread(target=breaks, daemon=True)
        breaking.start()
        all_of(writers)
        breaking.join()
        self.end()
        return self._looked_over(outcome)

    def end(self) -> None:
        """Stop the program."""
        if self.server.process.poll() is None:
            self.server.process.terminate()
            self.server.process.wait(timeout=60)

    # ---- what is written

    def _prizes(self, name: str) -> Callable[[int], Write]:
        path = f"/tournaments/{self.tournament}"
        return lambda n: ("PUT", f"{path}/prizes", {"prizes": f"{name}-{n:06d}"}, path)

    def _results(self) -> Callable[[int], Write]:
        path = f"/tournaments/{self.tournament}"
        return lambda n: (
            "PUT",
            f"{path}/rounds/1/tables/{1 + n % 4}/result",
            {"scores": [200 + n // 4 % 300, n // 1200]},
            path,
        )

    # ---- what breaks

    def worker_killed(self, chance: random.Random) -> None:
        """Kill one of the worker processes."""
        if workers := sorted(self.server.workers()):
            os.kill(chance.choice(workers), signal.SIGKILL)

    def worker_held(self, chance: random.Random) -> None:
        """Suspend a worker for a while."""
        workers = sorted(self.server.workers())
        if workers:
            held = chance.choice(workers)
            os.kill(held, signal.SIGSTOP)
            time.sleep(chance.uniform(0.1, 1.0))
            with contextlib.suppress(ProcessLookupError):
                os.kill(held, signal.SIGCONT)

    def program_killed(self, chance: random.Random) -> None:
        """Kill every process at once, and start the program again."""
        self.server.kill()
        time.sleep(chance.uniform(0.0, 0.3))
        self.server.start()

    def clock_moved(self, chance: random.Random) -> None:
        """Change the time of day."""
        draft = self.clock.with_suffix(".new")
        draft.write_text(str(chance.choice(CLOCKS)))
        draft.replace(self.clock)

    def disk_full(self, chance: random.Random) -> None:
        """Let no file grow for a while."""
        seconds = chance.uniform(0.2, 0.8)
        if self.cluster:
            return self.cluster.fill(seconds)
        processes, low = sorted(self.server.workers()), chance.choice(ROOM)
        for process in processes:
            _limit(process, low)
        time.sleep(seconds)
        for process in processes:
            _limit(process, None)
        return None

    def database_locked(self, chance: random.Random) -> None:
        """Lock the SQLite file from another connection."""
        with contextlib.closing(sqlite3.connect(self.instance / DATABASE_FILE, isolation_level=None, timeout=10)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(chance.uniform(0.1, 1.0))
            other.execute("ROLLBACK")

    def database_moved(self, chance: random.Random) -> None:
        """Move the SQLite file away for a while."""
        file = self.instance / DATABASE_FILE
        moved = file.rename(file.with_suffix(".moved"))
        time.sleep(chance.uniform(0.1, 0.5))
        moved.rename(file)

    def database_stopped(self, chance: random.Random) -> None:
        """Crash PostgreSQL, and start it again."""
        assert self.cluster is not None
        self.cluster.stop()
        time.sleep(chance.uniform(0.0, 0.5))
        self.cluster.start()

    def connection_killed(self, chance: random.Random) -> None:
        """Kill one of PostgreSQL's processes. It ends all others and recovers."""
        assert self.cluster is not None
        os.kill(chance.choice(self.cluster.processes()[1:]), signal.SIGKILL)

    # ---- what became of it

    def _looked_over(self, outcome: Outcome) -> Outcome:
        with self.app.app_context():
            until(_reachable)
            keys: Counter[str] = Counter()
            told: Counter[str] = Counter()
            for uuid, after in db.session.execute(
                select(StoredGameEvent.uuid, StoredGameEvent.after).where(StoredGameEvent.revision > 1)
            ):
                keys[uuid] += 1
                told[(after.get("event") or {}).get("note", "")] += 1
            for uuid, after in db.session.execute(select(StoredTournamentEvent.uuid, StoredTournamentEvent.after)):
                keys[uuid] += 1
                told[_prizes_in(after)] += 1
            outcome.lost = sorted(key for key in outcome.account.said if not keys[key])
            outcome.twice = sorted(key for key in {*keys, *told} - {""} if keys[key] > 1 or told[key] > 1)
            found = verify.replay_everything()
            outcome.broken = found.faults
            self._let_go()
        # The acknowledged content must be stored, not only its key.
        outcome.lost += sorted(key for key in outcome.account.said if not key.startswith("fred") and not told[key])
        return outcome


def _reachable() -> bool:
    """Return whether the database answers. A crashed server may still be recovering."""
    try:
        db.session.execute(select(1))
    except OperationalError:
        db.session.rollback()
        return False
    return True


def _limit(process: int, low: int | None) -> None:
    with contextlib.suppress(ProcessLookupError):
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most if low is None else low, most))


def _hands(games: list[Caller], name: str) -> Callable[[int], Write]:
    def act(n: int) -> Write:
        path = f"/games/{games[n // A_GAME % len(games)].game}"
        facts: dict[str, Any] = {"kind": "passed_out"}
        if n % 3 == 0:
            facts = {"contractor": n // 3 % 2, "bid": 60, "bids": {}, "points": [65, 35] if n // 3 % 2 == 0 else [35, 65]}
        return "POST", f"{path}/events", {**facts, "note": f"{name}-{n:06d}"}, path

    return act


def _link(games: list[Caller]) -> Callable[[int], str]:
    return lambda n: games[n // A_GAME % len(games)].secrets["score"]


def _prizes_in(after: dict[str, Any]) -> str:
    for part in after.values():
        if isinstance(part, dict) and str(part.get("prizes", "")).startswith(("dora", "emil")):
            return str(part["prizes"])
    return ""
