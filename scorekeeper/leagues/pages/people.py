"""A player's or pair's page: the rating curve, tournaments, partners, opponents and every match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, make_response, redirect

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import NotFound
from scorekeeper.leagues.commands import roster
from scorekeeper.leagues.pages.common import SeasonContext, match_url, open_season, page, short_day
from scorekeeper.leagues.pages.rating_curve import curve
from scorekeeper.leagues.pages.season import blueprint
from scorekeeper.ratings import careers
from scorekeeper.ratings.ratings import SETTLED_DEVIATION
from scorekeeper.tournaments.words import signed_text

if TYPE_CHECKING:
    from scorekeeper.ratings.facts import PlayedMatch
    from scorekeeper.ratings.ratings import History

MOST_COMPANY = 12


@dataclass(frozen=True)
class MatchLine:
    """A match from the player's point of view. `sign`: its outcome. `with_`: the partner's name, if it isn't obvious."""

    round: int
    sign: str
    word: str
    score: str
    against: str
    with_: str
    url: str | None


@blueprint.get("/players/<path:key>")
def player(slug: str, key: str) -> Response:
    """Show a player's page. Raises NotFound("season.player")."""
    context = open_season(slug)
    career = careers.of_player(context.season.events, key)
    if not career.evenings:
        return _redirect_to_current(context, "player", key)
    return _page(context, key, career, context.season.player_ratings.get(key), pair=False)


@blueprint.get("/pairs/<path:key>")
def team(slug: str, key: str) -> Response:
    """Show a pair's page. Raises NotFound("season.pair")."""
    context = open_season(slug)
    career = careers.of_team(context.season.events, key)
    if not key or not career.evenings:
        return _redirect_to_current(context, "team", key)
    return _page(context, key, career, context.season.team_ratings.get(key), pair=True)


def _redirect_to_current(context: SeasonContext, page: str, key: str) -> Response:
    """Redirect to the current key of someone whose names were merged. Raises NotFound("season.player", "season.pair")."""
    # Where names are shortened, no URL may reveal whether a name exists.
    named = not context.season.hides or key.replace("+", "").isdecimal()
    now = roster.people_of(context.club.id).current_key(key) if named else key
    if now == key:
        raise NotFound("season.player" if page == "player" else "season.pair")
    return make_response(redirect(context.url(page, key=now)))


def _page(context: SeasonContext, key: str, career: careers.Career, history: History | None, *, pair: bool) -> Response:
    evenings = [
        (one, [_match(context, one.event.id, match, side, key, pair) for match, side in one.matches]) for one in career.evenings
    ]
    days = {event.id: event.day for event in context.season.events}
    steps = history.steps if history else ()
    drawn = curve(_, [(short_day(days[s.event]), s.rating.rating, s.rating.deviation) for s in steps])
    return page(
        "person",
        context,
        part="",
        title=context.season.name(key),
        key=key,
        pair=pair,
        members=key.split("+") if pair and "+" in key else [],
        career=career,
        evenings=evenings,
        history=history,
        provisional=history is not None and history.now.deviation > SETTLED_DEVIATION,
        curve=drawn,
        partners=career.partners[:MOST_COMPANY],
        opponents=career.opponents[:MOST_COMPANY],
    )


def _match(context: SeasonContext, event: int, match: PlayedMatch, side: int, key: str, pair: bool) -> MatchLine:
    outcome = match.outcome(side) if match.played else "none"
    words = {"win": _("won"), "tie": _("tied"), "loss": _("lost"), "none": _("forfeit")}
    signs = {"win": "+", "tie": "=", "loss": "−", "none": "×"}
    scores = match.scores or ()
    shown_scores = [scores[side], *scores[:side], *scores[side + 1 :]] if scores else []
    own = match.sides[side]
    mates = "" if pair else ", ".join(context.season.name(p) for p in own.players if p != key)
    against = ", ".join(context.seat_name(seat) for n, seat in enumerate(match.sides) if n != side)
    score = " – ".join(signed_text(n) for n in shown_scores)
    url = match_url(event, match.round, match.table)
    return MatchLine(match.round, signs[outcome], words[outcome], score, against, mates, url)
