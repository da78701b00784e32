"""What season pages share: the club and season as this visitor may see them, dates, addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, flash, make_response, render_template, url_for

from scorekeeper.clubs.commands.privacy.public_club import public_club
from scorekeeper.clubs.pages.signed_in import find_club_access
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import NotFound
from scorekeeper.leagues.commands import history
from scorekeeper.leagues.commands.redacted_season import visible_season
from scorekeeper.messages.names import side_name
from scorekeeper.pairing.words import points_text
from scorekeeper.ratings.facts import SeasonSeat

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.clubs.commands.privacy.public_club import PublicClub
    from scorekeeper.leagues.commands.season import Season


@dataclass(frozen=True)
class SeasonContext:
    """A club's season as this visitor sees it. `access` is None unless the visitor is signed in and belongs to the club."""

    club: PublicClub
    season: Season
    access: ClubAccess | None

    def may(self, right: str) -> bool:
        """Return whether this visitor has a right in the club."""
        return self.access is not None and self.access.may(right)

    def url(self, page: str, **values: Any) -> str:
        """Return the URL of one of the season's pages."""
        return url_for(f"season.{page}", slug=self.club.slug, **values)

    def who(self, key: str, page: str = "") -> str:
        """Return the URL of a player's page, or of a pair's if the key or `page` says so."""
        pair = page == "team" or "+" in key or key.startswith("=")
        return self.url("team" if pair else "player", key=key)

    def seat_name(self, seat: SeasonSeat) -> str:
        """Return a side's players under their current names."""
        return self.season.name(seat.team) if seat.team else side_name([self.season.name(p) for p in seat.players])


def open_season(slug: str) -> SeasonContext:
    """Return the season of the club in the URL. Raises NotFound("club")."""
    access = find_club_access(slug)
    club = public_club(slug, inside=access is not None)
    timezones.use_club_zone(club.zone)
    return SeasonContext(club, visible_season(club, inside=access is not None), access)


def open_for_director(slug: str) -> tuple[SeasonContext, ClubAccess]:
    """Return the season for a director. Raises NotFound for outsiders, NotAllowed for scorers."""
    context = open_season(slug)
    if context.access is None:
        raise NotFound("club")
    context.access.check("direct")
    return context, context.access


def tournament_url(number: int) -> str | None:
    """Return the URL of a tournament's public page, or None if this installation has no such page."""
    known = "tournaments.show" in current_app.view_functions
    return url_for("tournaments.show", tournament_id=number) if known else None


def match_url(number: int, round_number: int, table: int) -> str | None:
    """Return the URL of a match's public page, or None if this installation has no such page."""
    if "tournaments.match" not in current_app.view_functions:
        return None
    return url_for("tournaments.match", tournament_id=number, number=round_number, table=table)


def day(iso: str) -> str:
    """Return a date with its year, such as 3 Jan 2026."""
    return timezones.iso_date_in_words(iso)


def short_day(iso: str) -> str:
    """Return a date without its year, for narrow places."""
    return timezones.iso_date_in_words(iso, "MMMd")


def page(template: str, context: SeasonContext, status: int = 200, **more: Any) -> Response:
    """Return a rendered season page."""
    facts = {
        "shown": context,
        "season": context.season,
        "club": context.club,
        "tabs": tabs(context),
        "day": day,
        "short_day": short_day,
        "points": points_text,
        "tournament_url": tournament_url,
        "match_url": match_url,
    }
    response = make_response(render_template(f"leagues/{template}.html", **{**facts, **more}), status)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def tabs(context: SeasonContext) -> list[tuple[str, str, str]]:
    """Return the available pages as (page, URL, title)."""
    links = [("club", url_for("club_public.show", slug=context.club.slug), _("Tournaments"))]
    links.append(("index", context.url("show"), _("Season")))
    if context.season.events:
        links.append(("ratings", context.url("ratings"), _("Ratings")))
        links.append(("records", context.url("records"), _("Records")))
        if context.may("score"):
            links.append(("attendance", context.url("attendance"), _("Attendance")))
    return links


def announce(context: SeasonContext, text: str, uuid: str) -> None:
    """Show a message on the next page, with an undo button if the command under the key `uuid` changed anything."""
    assert context.access is not None
    flash({"text": text, "undo": history.number_of(context.access, uuid)}, "season")  # type: ignore[arg-type]
