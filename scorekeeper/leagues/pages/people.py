"""A player's or pair's page: the rating curve, tournaments, partners, opponents and every match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, make_response, redirect

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import NotFound
from scorekeeper.leagues.commands import season
from scorekeeper.leagues.pages.common import SeasonContext, match_url, open_season, page, short_day
from scorekeeper.leagues.pages.season import blueprint
from scorekeeper.messages.numbers import labelled
from scorekeeper.ratings import careers
from scorekeeper.ratings.ratings import SETTLED_DEVIATION
from scorekeeper.tournaments.words import signed_text

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext
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
    may_redirect = not context.season.hides or key.replace("+", "").isdecimal()
    now = season.people_of(context.club.id).current_key(key) if may_redirect else key
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


WIDTH, HEIGHT = 420, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 46, 14, 24
STEPS = (25, 50, 100, 200, 250, 500)
MOST_DAYS = 5


@dataclass(frozen=True)
class Curve:
    """The coordinates of a rating curve.

    `levels`: (rating, y). `days`: (text, x). `line`, `band`: SVG points.
    `dots`: (x, y, label). `last`: (rating, y).
    """

    levels: tuple[tuple[int, float], ...]
    days: tuple[tuple[str, float], ...]
    line: str
    band: str
    dots: tuple[tuple[float, float, str], ...]
    last: tuple[int, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def curve(t: Gettext, steps: Sequence[tuple[str, float, float]]) -> Curve | None:
    """Return the curve for (day, rating, deviation) rows in order, or None if there are fewer than two."""
    if len(steps) < 2:
        return None
    low = min(rating - 2 * deviation for _, rating, deviation in steps)
    high = max(rating + 2 * deviation for _, rating, deviation in steps)
    step = next((s for s in STEPS if (high - low) / s <= 5), STEPS[-1])
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(n: int) -> float:
        return round(LEFT + across * n / (len(steps) - 1), 1)

    def y(rating: float) -> float:
        return round(TOP + down * (high - rating) / (high - low), 1)

    first = -(-int(low) // step) * step
    levels = tuple((value, y(value)) for value in range(first, int(high) + 1, step))
    every = -(-len(steps) // MOST_DAYS)
    days = tuple((day, x(n)) for n, (day, _, _) in enumerate(steps) if n % every == 0)
    dots = tuple((x(n), y(rating), labelled(t, day, str(round(rating)))) for n, (day, rating, _) in enumerate(steps))
    above = [(x(n), y(rating + 2 * deviation)) for n, (_, rating, deviation) in enumerate(steps)]
    below = [(x(n), y(rating - 2 * deviation)) for n, (_, rating, deviation) in enumerate(steps)]
    line = " ".join(f"{a:g},{b:g}" for a, b, _ in dots)
    band = " ".join(f"{a:g},{b:g}" for a, b in [*above, *below[::-1]])
    return Curve(levels, days, line, band, dots, (round(steps[-1][1]), dots[-1][1]))
