"""Verifies a copied database: upgrades it and replays every game and tournament."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from scorekeeper import create_app
from scorekeeper.backup import database_dumps
from scorekeeper.backup.package import DATABASES, MOST_FAULTS, ReplayResult
from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.db import schema_migrations
from scorekeeper.core.db.database import db, permanent_tables
from scorekeeper.formats import strict_json
from scorekeeper.formats.tournament_answers import standings_json
from scorekeeper.games.commands.game_state import GameState, score
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import fold
from scorekeeper.games.store.log_rows import events_of_many
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.verify.verify import check
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import TournamentLog, events_after
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

if TYPE_CHECKING:
    from flask import Flask


AT_ONCE = 200
"""Number of games read together."""


class _ReplayTotals:
    """Counts, faults, and a digest for comparison."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def add(self, *what: object) -> None:
        self.digest.update(strict_json.dumps(what, default=str) + b"\n")

    def fault(self, what: str, why: object) -> None:
        self.counts["faults"] += 1
        if len(self.faults) < MOST_FAULTS:
            reason = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
            self.faults.append("".join(c if c.isprintable() else " " for c in f"{what}: {reason}")[:300])


def replay_everything() -> ReplayResult:
    """Replay everything in the current application's database from its logs, in one transaction."""
    total = _ReplayTotals()
    for game, revision, rows in _games():
        _replay(total, game, revision, rows)
    query = select(StoredTournament.id, StoredTournament.revision).order_by(StoredTournament.id)
    for tournament, revision in db.session.execute(query).all():
        _check_tournament(total, tournament, revision)
    _report_orphans(total, "changes", Game.id, StoredGameEvent.game_id)
    _report_orphans(total, "tournament_changes", StoredTournament.id, StoredTournamentEvent.tournament_id)
    return ReplayResult(
        **{name: total.counts[name] for name in ("games", "hands", "tournaments", "rounds", "remarks")},
        rows=count_rows(),
        scores=total.digest.hexdigest(),
        faults=tuple(total.faults),
    )


def count_rows() -> dict[str, int]:
    """Return the number of rows of each table."""
    connection, tables = db.session.connection(), sorted(permanent_tables(), key=lambda table: table.name)
    return {str(table.name): connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}


def _games() -> Iterator[tuple[int, int, list[Any]]]:
    last = 0
    query = select(Game.id, Game.revision).order_by(Game.id).limit(AT_ONCE)
    while heads := db.session.execute(query.where(Game.id > last)).all():
        logs = events_of_many(game for game, _ in heads)
        yield from ((game, revision, logs.get(game, [])) for game, revision in heads)
        last = heads[-1][0]


def _replay(total: _ReplayTotals, game: int, revision: int, rows: list[Any]) -> None:
    total.counts["games"] += 1
    try:
        if [row.revision for row in rows] != list(range(1, revision + 1)):
            return total.fault(f"game {game}", f"its log has {len(rows)} changes, not {revision}")
        view: GameState = score(fold(rows))
    except Exception as error:  # noqa: BLE001 (report any error, and continue with the other games)
        return total.fault(f"game {game}", error)
    total.counts["hands"] += len(view.hands)
    return total.add("game", game, revision, view.scores, len(view.entries), view.outcome.status, view.outcome.winners)


def _check_tournament(total: _ReplayTotals, tournament: int, revision: int) -> None:
    total.counts["tournaments"] += 1
    try:
        rows = events_after(tournament)
        if [row.revision for row in rows] != list(range(1, revision + 1)):
            return total.fault(f"tournament {tournament}", f"its log has {len(rows)} changes, not {revision}")
        board = Board(TournamentLog().with_events(rows))
        record = board.tournament
        total.counts["rounds"] += len(record.rounds)
        total.counts["remarks"] += len(check(record))
        ranked = _standings(board)
    except Exception as error:  # noqa: BLE001 (as above)
        return total.fault(f"tournament {tournament}", error)
    return total.add("tournament", tournament, revision, board.status, ranked)


def _standings(board: Board) -> object:
    try:
        return standings_json(board.standings)
    except TournamentError as error:  # the bracket is not complete yet
        return error.code


def _report_orphans(total: _ReplayTotals, name: str, head: Any, changed: Any) -> None:
    """Report rows of a log that belong to nothing."""
    lost = db.session.scalar(select(func.count()).select_from(changed.class_).where(changed.not_in(select(head))))
    if lost:
        total.fault(name, f"{lost} rows that belong to nothing")


def verify_copy(copied: Path, form: str, work: Path) -> ReplayResult:
    """Return what replaying a copied database finds. The copy is not changed. `work`: an empty folder.

    `form` is its schema version. Raises DatabaseNotReady, Refusal("copy.program…").
    """
    work.mkdir(mode=0o700, exist_ok=True)
    file = work / DATABASE_FILE
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}, work)
    if copied.name == DATABASES["sqlite"]:
        shutil.copyfile(copied, file)
    else:
        schema_migrations.upgrade_database(app, to=form)
        database_dumps.load_postgresql_dump(copied, file)
    schema_migrations.upgrade_database(app)
    counted = replay_and_close(app)
    lost = database_dumps.find_broken_references(file)
    return replace(counted, faults=(*counted.faults, *lost)[:MOST_FAULTS]) if lost else counted


def replay_and_close(app: Flask) -> ReplayResult:
    """Replay an application's database, and close its connections."""
    with app.app_context():
        try:
            if db.engine.dialect.name == "postgresql":  # a consistent view, even while games are recorded
                db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            return replay_everything()
        finally:
            db.session.remove()
            db.engine.dispose()
