"""The standings for other sites: a page to be shown in a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, render_template

from scorekeeper.core.http.security_headers import allow_framing
from scorekeeper.tournaments.context import common_values, open_public
from scorekeeper.tournaments.standings import standings_parts

if TYPE_CHECKING:
    from scorekeeper.tournaments.standings import StandingsPart

blueprint = Blueprint("embedded", __name__)


@dataclass(frozen=True)
class EmbeddedPage:
    """The standings, as the public sees them."""

    parts: list[StandingsPart]


@blueprint.get("/tournaments/<int:tournament_id>/embed")
def standings(tournament_id: int) -> Response:
    """Show the standings. Any site may show this page in a frame."""
    context = open_public(tournament_id)
    parts = standings_parts(context.board, pools=False) if context.board.rounds else []
    html = render_template("tournaments/public/embedded.html", **common_values(context, EmbeddedPage(parts)))
    return allow_framing(make_response(html))
