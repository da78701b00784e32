"""The director's desk: everything a director does, at a laptop and under time pressure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the desk's pages."""
    from scorekeeper.web import (
        desk_clock,
        desk_club,
        desk_deleting,
        desk_documents,
        desk_entering,
        desk_entrants,
        desk_history,
        desk_live,
        desk_new,
        desk_results,
        desk_rounds,
        desk_setup,
        desk_standings,
        entry_form,
    )

    for module in (desk_club, desk_new, desk_live, desk_results, desk_clock, desk_entrants, desk_entering):
        app.register_blueprint(module.blueprint)
    for module in (desk_rounds, desk_standings, desk_history, desk_setup, desk_deleting, desk_documents, entry_form):
        app.register_blueprint(module.blueprint)
