"""The director's desk: the pages for running a tournament, made for a laptop and for time pressure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.tournaments.desk import (
    clock,
    club,
    deleting,
    documents,
    entering,
    entrants,
    entry_form,
    history,
    live,
    new,
    own_account,
    people,
    personal,
    privacy,
    results,
    rounds,
    setup,
    standings,
)

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    for module in (club, people, own_account, personal, privacy, new, live, results, clock, entrants, entering):
        app.register_blueprint(module.blueprint)
    for module in (rounds, standings, history, setup, deleting, documents, entry_form):
        app.register_blueprint(module.blueprint)
