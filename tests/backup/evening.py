"""An instance with data for backup tests: a game, a club, a tournament after one round, and extra files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.core.db.database import db
from tests.games.kitchen_table import Table, hand
from tests.tournaments.club_night import Desk

if TYPE_CHECKING:
    from flask import Flask


def fill(app: Flask) -> None:
    """Play a game and a tournament."""
    with app.app_context():
        table = Table()
        table.play(hand(note="chez « Rita » \\ à côté, 100 %"), hand(1, 70, (20, 80)), hand(2, 50, (55, 45)))
        desk = Desk(4)
        desk.play()
        db.session.remove()
    instance = Path(app.instance_path)
    (instance / "tls").mkdir()
    (instance / "tls" / "authority.key").write_text("kept too")
    (instance / "metrics" / "9200").mkdir(parents=True)
    (instance / "metrics" / "9200" / "counter_7.db").write_text("of this start only")
    (instance / "fonts").mkdir(exist_ok=True)
    (instance / "fonts" / "made.woff2").write_text("made anew")


def hold_no_connection(app: Flask) -> None:
    """Close the database, as when the program has ended."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
