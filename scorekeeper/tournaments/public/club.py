"""The public pages of a club: its tournaments, and its privacy page."""

from __future__ import annotations

import re

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.commands.accounts import openid
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.commands.privacy.public_club import public_club
from scorekeeper.clubs.pages.signed_in import find_club_access
from scorekeeper.core.config import settings
from scorekeeper.core.i18n import timezones
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.words import day_text

blueprint = Blueprint("club_public", __name__)

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@blueprint.get("/club/<slug>")
def show(slug: str) -> Response:
    """Show the announced tournaments. Raises NotFound for an unknown club."""
    name, listed = lifecycle.public_of_club(slug, inside=find_club_access(slug) is not None)
    running = [t for t in listed if t.status == "running"]
    coming = sorted((t for t in listed if t.status == "open"), key=lambda t: t.day)
    past = [t for t in listed if t.status == "finished"]
    page_values = {"name": name, "slug": slug, "running": running, "coming": coming, "past": past, "day_text": day_text}
    response = make_response(render_template("tournaments/public/club.html", url=_url, **page_values))
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/clubs/<slug>/privacy")
def personal(slug: str) -> Response:
    """Show the club's privacy page: the data controller, the data, retention and requests. Raises NotFound("club")."""
    mine = find_club_access(slug)
    club = public_club(slug, inside=mine is not None)
    timezones.use_club_zone(club.zone)
    response = make_response(
        render_template(
            "tournaments/public/privacy.html",
            club=club,
            private=club.private,
            privacy=privacy.privacy_of(club.id),
            organiser=mine is not None and mine.may("organise"),
            months=_copies_kept(),
            provider=openid.provider_name(),
            is_mail=_MAIL.fullmatch,
            day_text=lambda day: timezones.iso_date_in_words(day, "long"),
        )
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


def _copies_kept() -> int:
    """Return the most months that nightly backups are stored; 0 without backups."""
    if settings.BACKUP_AT.value() is None:
        return 0
    days, weeks, months = settings.BACKUP_KEEP.value()
    return max(months, -(-weeks // 4), -(-days // 30))


def _url(tournament: lifecycle.TournamentListItem) -> str:
    page = "standings" if tournament.status == "finished" else "show"
    return url_for(f"tournaments.{page}", tournament_id=tournament.id)
