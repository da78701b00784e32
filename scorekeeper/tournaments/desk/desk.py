"""The director's desk: the pages for running a tournament, made for a laptop and for time pressure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.tournaments.desk import documents, history, prize_giving, standings, ties
from scorekeeper.tournaments.desk.adjustments import apart, entrant_facts, penalties, tags
from scorekeeper.tournaments.desk.calls import calls
from scorekeeper.tournaments.desk.club import club, deletion, own_account, people, personal_data, privacy
from scorekeeper.tournaments.desk.door import account, door, money
from scorekeeper.tournaments.desk.entrants import bulk_entry, entrants, entry_form, partners
from scorekeeper.tournaments.desk.rounds import announcements, clock, hall, live_round, results, rounds
from scorekeeper.tournaments.desk.setup import like, new_tournament, setup

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    for module in (
        club,
        people,
        own_account,
        personal_data,
        privacy,
        new_tournament,
        live_round,
        results,
        clock,
        entrants,
        bulk_entry,
        partners,
        calls,
        announcements,
        hall,
    ):
        app.register_blueprint(module.blueprint)
    for module in (apart, entrant_facts, penalties, tags):
        app.register_blueprint(module.blueprint)
    for module in (like, rounds, door, account, money, standings, ties, history, setup, deletion, documents, entry_form):
        app.register_blueprint(module.blueprint)
    app.register_blueprint(prize_giving.blueprint)
