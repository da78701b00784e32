"""A club's season: its leagues, its tournaments, ratings and records. Everybody may read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext
from scorekeeper.season import records
from scorekeeper.season.ratings import SETTLED, History, ranked
from scorekeeper.seasons.actions import leagues as season_leagues
from scorekeeper.seasons.pages.common import SeasonContext, match_url, open_season, page
from scorekeeper.tournaments.words import signed

blueprint = Blueprint("season", __name__, url_prefix="/clubs/<slug>/season")

SHORT = 5


@blueprint.get("")
def show(slug: str) -> Response:
    """The leagues with who leads them, and the tournaments."""
    shown = open_season(slug)
    leagues = [season_leagues.standing(shown.season, one) for one in season_leagues.of_club(shown.club.id)]
    away = season_leagues.of_club(shown.club.id, deleted=True) if shown.may("direct") else []
    return page(
        "index",
        shown,
        part="index",
        title=_("Season"),
        leagues=leagues,
        away=away,
        short=SHORT,
        past=[(event, _winners(shown, event.id)) for event in reversed(shown.season.events)],
    )


def _winners(shown: SeasonContext, number: int) -> list[str]:
    event = shown.season.event(number)
    return [] if event is None else [place.name for place in event.places if place.rank == 1]


@dataclass(frozen=True)
class RatingLine:
    """A line of the ratings. `rank`: None for a provisional rating."""

    rank: int | None
    key: str
    rating: int
    give: int
    change: int
    matches: int


@blueprint.get("/ratings")
def ratings(slug: str) -> Response:
    """Ratings of players, or (`of=pairs`) of pairs."""
    shown = open_season(slug)
    pairs = request.args.get("of") == "pairs"
    rated = shown.season.team_ratings if pairs else shown.season.player_ratings
    lines = rating_lines(ranked(rated.values()))
    return page("ratings", shown, part="ratings", title=_("Ratings"), lines=lines, pairs=pairs)


def rating_lines(histories: Sequence[History]) -> list[RatingLine]:
    """Ratings as they are shown: whole numbers, `give` is two deviations either way."""
    lines = []
    for n, one in enumerate(histories, 1):
        settled = one.now.deviation <= SETTLED
        last = one.steps[-1]
        give = round(2 * one.now.deviation)
        lines.append(RatingLine(n if settled else None, one.key, round(one.now.rating), give, round(last.change), one.matches))
    return lines


@dataclass(frozen=True)
class RecordLine:
    """A line of a record: who, what, and where it happened. `keys`: whose pages the name leads to."""

    value: str
    names: tuple[tuple[str, str], ...]
    note: str
    event: str
    url: str | None


@dataclass(frozen=True)
class Record:
    """A record with those who come next."""

    title: str
    lines: tuple[RecordLine, ...]


@blueprint.get("/records", endpoint="records")
def all_records(slug: str) -> Response:
    """The biggest win, the longest streak, and the rest."""
    shown = open_season(slug)
    lists = [
        Record(_("Biggest win"), _marks(shown, records.biggest_wins, lambda n: f"+{n}")),
        Record(_("Most points in a match"), _marks(shown, records.highest_scores, str)),
        Record(_("Deepest in the hole"), _marks(shown, records.lowest_scores, signed)),
        Record(_("Most boxed: contracts failed in a match"), _marks(shown, records.most_boxed, str)),
        Record(_("Longest streak of a player"), _streaks(shown, records.player_streaks)),
        Record(_("Longest streak of a pair"), _streaks(shown, records.team_streaks)),
        Record(_("Tournaments won"), _counts(shown, records.titles)),
        Record(_("Tournaments played"), _counts(shown, records.evenings)),
        Record(_("100 for 200 made"), _counts(shown, records.hundreds)),
    ]
    return page("records", shown, part="records", title=_("Records"), found=[r for r in lists if r.lines])


Marks = Callable[..., list[records.Mark]]


def _marks(shown: SeasonContext, of: Marks, text: Callable[[int], str]) -> tuple[RecordLine, ...]:
    lines = []
    for mark in of(shown.season.events):
        key = mark.side.team
        names = ((shown.seat_name(mark.side), key),) if key else tuple((shown.season.name(p), p) for p in mark.side.players)
        score = " – ".join(signed(n) for n in mark.scores)
        against = _("%(score)s against %(names)s", score=score, names=shown.seat_name(mark.other)).strip()
        url = match_url(mark.event, mark.round, mark.table)
        lines.append(RecordLine(text(mark.value), names, against, _event(shown, mark.event), url))
    return tuple(lines)


def _event(shown: SeasonContext, number: int) -> str:
    event = shown.season.event(number)
    return "" if event is None else event.name


def _streaks(shown: SeasonContext, of: Callable[..., list[records.Streak]]) -> tuple[RecordLine, ...]:
    lines = []
    for one in of(shown.season.events):
        where = _event(shown, one.first)
        if one.last != one.first:
            where = _("%(first)s to %(last)s", first=where, last=_event(shown, one.last))
        note = _("still going") if one.going else ""
        value = ngettext("%(num)s match", "%(num)s matches", one.length)
        lines.append(RecordLine(value, ((shown.season.name(one.key), one.key),), note, where, None))
    return tuple(lines)


def _counts(shown: SeasonContext, of: Callable[..., list[records.Count]]) -> tuple[RecordLine, ...]:
    return tuple(RecordLine(str(c.value), ((shown.season.name(c.key), c.key),), "", "", None) for c in of(shown.season.events))
