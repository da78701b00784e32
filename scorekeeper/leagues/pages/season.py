"""A club's public season pages: leagues, tournaments, ratings and records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.refusals import NotFound
from scorekeeper.leagues.commands import leagues as season_leagues
from scorekeeper.leagues.pages.common import SeasonContext, match_url, open_season, page
from scorekeeper.ratings import records
from scorekeeper.ratings.attendance import attendance as count_attendance
from scorekeeper.ratings.ratings import SETTLED_DEVIATION, History, rank_histories
from scorekeeper.tournaments.words import name_sort_key, signed_text

blueprint = Blueprint("season", __name__, url_prefix="/clubs/<slug>/season")

SHORT = 5


@blueprint.get("")
def show(slug: str) -> Response:
    """Show the leagues with their leaders, and the tournaments."""
    context = open_season(slug)
    leagues = [season_leagues.compute_standing(context.season, one) for one in season_leagues.of_club(context.club.id)]
    away = season_leagues.of_club(context.club.id, deleted=True) if context.may("direct") else []
    return page(
        "index",
        context,
        part="index",
        title=_("Season"),
        leagues=leagues,
        away=away,
        short=SHORT,
        past=[(event, _winners(context, event.id)) for event in reversed(context.season.events)],
    )


def _winners(context: SeasonContext, number: int) -> list[str]:
    event = context.season.event(number)
    return [] if event is None else [place.name for place in event.places if place.rank == 1]


@dataclass(frozen=True)
class RatingLine:
    """A line of the ratings. `rank` is None for a provisional rating."""

    rank: int | None
    key: str
    rating: int
    give: int
    change: int
    matches: int


@blueprint.get("/ratings")
def ratings(slug: str) -> Response:
    """Show the ratings of players, or with `of=pairs` of pairs."""
    context = open_season(slug)
    pairs = request.args.get("of") == "pairs"
    rated = context.season.team_ratings if pairs else context.season.player_ratings
    lines = rating_lines(rank_histories(rated.values()))
    return page("ratings", context, part="ratings", title=_("Ratings"), lines=lines, pairs=pairs)


def rating_lines(histories: Sequence[History]) -> list[RatingLine]:
    """Return ratings rounded for display. `give` is two deviations, in either direction."""
    lines = []
    for n, one in enumerate(histories, 1):
        settled = one.now.deviation <= SETTLED_DEVIATION
        last = one.steps[-1]
        give = round(2 * one.now.deviation)
        lines.append(RatingLine(n if settled else None, one.key, round(one.now.rating), give, round(last.change), one.matches))
    return lines


@blueprint.get("/attendance")
def attendance(slug: str) -> Response:
    """Show to people of the club how often each player was present, and when last. Raises NotFound("club") for others."""
    context = open_season(slug)
    if not context.may("score"):
        raise NotFound("club")
    season = context.season
    people = count_attendance(season.events, lambda key: name_sort_key(season.name(key))[0])
    return page("attendance", context, part="attendance", title=_("Attendance"), people=people)


@dataclass(frozen=True)
class RecordLine:
    """A line of a record: the value, the players and where it happened. `names`: pairs of a name and the key of its page."""

    value: str
    names: tuple[tuple[str, str], ...]
    note: str
    event: str
    url: str | None


@dataclass(frozen=True)
class Record:
    """A record and its runners-up."""

    title: str
    lines: tuple[RecordLine, ...]


@blueprint.get("/records", endpoint="records")
def all_records(slug: str) -> Response:
    """Show the biggest win, the longest streak, and other records."""
    context = open_season(slug)
    lists = [
        Record(_("Biggest win"), _marks(context, records.biggest_wins, lambda n: f"+{n}")),
        Record(_("Most points in a match"), _marks(context, records.highest_scores, str)),
        Record(_("Deepest in the hole"), _marks(context, records.lowest_scores, signed_text)),
        Record(_("Most boxed: failed contracts in one match"), _marks(context, records.most_boxed, str)),
        Record(_("Longest streak of a player"), _streaks(context, records.player_streaks)),
        Record(_("Longest streak of a pair"), _streaks(context, records.team_streaks)),
        Record(_("Tournaments won"), _counts(context, records.titles)),
        Record(_("Tournaments played"), _counts(context, records.evenings)),
        Record(_("100 for 200 made"), _counts(context, records.hundreds_made)),
    ]
    return page("records", context, part="records", title=_("Records"), found=[r for r in lists if r.lines])


Marks = Callable[..., list[records.Mark]]


def _marks(context: SeasonContext, of: Marks, text: Callable[[int], str]) -> tuple[RecordLine, ...]:
    lines = []
    for mark in of(context.season.events):
        key = mark.side.team
        names = ((context.seat_name(mark.side), key),) if key else tuple((context.season.name(p), p) for p in mark.side.players)
        score = " – ".join(signed_text(n) for n in mark.scores)
        against = _("%(score)s against %(names)s", score=score, names=context.seat_name(mark.other)).strip()
        url = match_url(mark.event, mark.round, mark.table)
        lines.append(RecordLine(text(mark.value), names, against, _event(context, mark.event), url))
    return tuple(lines)


def _event(context: SeasonContext, number: int) -> str:
    event = context.season.event(number)
    return "" if event is None else event.name


def _streaks(context: SeasonContext, of: Callable[..., list[records.Streak]]) -> tuple[RecordLine, ...]:
    lines = []
    for one in of(context.season.events):
        where = _event(context, one.first)
        if one.last != one.first:
            where = _("%(first)s to %(last)s", first=where, last=_event(context, one.last))
        note = _("still going") if one.going else ""
        value = ngettext("%(num)s match", "%(num)s matches", one.length)
        lines.append(RecordLine(value, ((context.season.name(one.key), one.key),), note, where, None))
    return tuple(lines)


def _counts(context: SeasonContext, of: Callable[..., list[records.Count]]) -> tuple[RecordLine, ...]:
    return tuple(
        RecordLine(str(c.value), ((context.season.name(c.key), c.key),), "", "", None) for c in of(context.season.events)
    )
