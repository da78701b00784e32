"""A club's tournaments, for everybody: what is being played, what is coming, what was."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.pages.signed_in import way_in
from scorekeeper.tournaments.actions import events
from scorekeeper.tournaments.words import day_text

blueprint = Blueprint("club_public", __name__)


@blueprint.get("/club/<slug>")
def show(slug: str) -> Response:
    """The tournaments that were announced. Raises NotFound for a club that is not there."""
    name, listed = events.public_of_club(slug, inside=way_in(slug) is not None)
    running = [t for t in listed if t.status == "running"]
    coming = sorted((t for t in listed if t.status == "open"), key=lambda t: t.day)
    past = [t for t in listed if t.status == "finished"]
    given = {"name": name, "running": running, "coming": coming, "past": past, "day_text": day_text}
    response = make_response(render_template("tournaments/public/club.html", url=_url, **given))
    response.headers["Cache-Control"] = "no-cache"
    return response


def _url(tournament: events.Listed) -> str:
    page = "standings" if tournament.status == "finished" else "show"
    return url_for(f"tournaments.{page}", tournament_id=tournament.id)
