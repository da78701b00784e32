"""What every public page of a tournament shares: the way in, words, and answers that only send what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request, url_for
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.base import hours
from scorekeeper.base.db import now
from scorekeeper.base.lasting import digest_of
from scorekeeper.base.pages.frame import refused, visitor
from scorekeeper.base.refusals import NotFound
from scorekeeper.clubs.actions import leagues
from scorekeeper.clubs.pages.signed_in import account
from scorekeeper.tournament.record import KNOCKOUTS
from scorekeeper.tournament.results import game_points
from scorekeeper.tournaments.actions import board as club_board
from scorekeeper.tournaments.actions import live as club_live
from scorekeeper.tournaments.actions import way as club_way
from scorekeeper.wording.lists import clauses
from scorekeeper.wording.tournament import method_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.tournament.record import Result
    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.tables_state import TableView
    from scorekeeper.tournaments.actions.way import TournamentWay

MOST_ENTRANTS_CROSSED = 200
"""Beyond so many, a cross-table is no table any more."""


BLUEPRINTS = {"where": "own", "who": "own", "screen": "screen"}
"""Which pages are not of the blueprint `tournaments`."""


@dataclass(frozen=True)
class Open:
    """A tournament that everybody may see, as it stands."""

    way: TournamentWay
    board: Board

    @property
    def id(self) -> int:
        """The tournament's number."""
        return self.way.tournament_id

    @property
    def preview(self) -> bool:
        """Whether only the desk sees it yet."""
        return self.board.status == "draft"

    def url(self, page: str = "show", **values: Any) -> str:
        """One of its public pages."""
        blueprint = BLUEPRINTS.get(page, "tournaments")
        return url_for(f"{blueprint}.{page}", tournament_id=self.id, **values)

    def name(self, ids: Sequence[str], number: int | None = None) -> str:
        """Who sits on a side, substitutes counted."""
        return side_name(self.board, ids, number)


def wants_fragment() -> bool:
    """Whether the page's own script asks, not the browser itself."""
    return "X-Fragment" in request.headers


def open_public(tournament_id: int) -> Open:
    """The tournament of the address; drafts for accounts of the club only. Raises NotFound, alike for what is not there."""
    try:
        way = club_way.public(tournament_id, visitor())
    except NotFound:
        way = club_way.preview(tournament_id, account())
    hours.use(way.zone)
    return Open(way, club_board.load(way))


def ended(error: NotFound) -> Response:
    """For somebody whose slip or own link opens nothing any more: where the places of the present round are."""
    of = club_way.tournament_of((request.view_args or {}).get("token", "")) if error.code == "link.closed" else None
    try:
        shown = open_public(of) if of is not None else None
    except NotFound:
        shown = None
    if shown is None:
        return refused(error)
    response = make_response(render_template("tournaments/ended.html", shown=shown), 404)
    response.headers["Cache-Control"] = "no-store"
    return response


def leagues_of(way: TournamentWay) -> list[tuple[str, str]]:
    """The leagues in which the tournament counts, as name and address."""
    counted = [one for one in leagues.of_club(way.club_id) if way.tournament_id in one.tournaments]
    return [(one.name, url_for("season.league", slug=way.club_slug, league_id=one.id)) for one in counted]


def side_name(board: Board, ids: Sequence[str], number: int | None = None) -> str:
    """Who sits on a side, substitutes counted."""
    return (" & " if board.individuals else " + ").join(board.name_of(i, number) for i in ids)


def signed(n: int) -> str:
    """A score in a sentence: with a true minus sign."""
    return str(n) if n >= 0 else f"−{-n}"


def scores_text(scores: Sequence[int]) -> str:
    """Scores in a sentence: 345 to −60."""
    first, *others = [signed(n) for n in scores]
    for other in others:
        first = _("%(score)s to %(other)s", score=first, other=other)
    return first


def result_text(result: Result, names: Sequence[str], say: Callable[[Sequence[int]], str] = scores_text) -> str:
    """A result in a line: its scores (or those of each game) as `say` puts them; forfeit and winner by name."""
    parts = []
    if result.games:
        parts.append(", ".join(say(game) for game in result.games))
    elif result.scores is not None:
        parts.append(say(result.scores))
    if result.winner is not None:
        parts.append(_("%(side)s won", side=names[result.winner]))
    parts += [_("%(side)s did not play", side=names[side]) for side in result.forfeit]
    return clauses(_, parts) or _("no result")


def marks_of(result: Result, sides: int) -> tuple[str, ...]:
    """What is said beside each side where scores alone do not say it."""
    marks = [""] * sides
    for side in result.forfeit:
        marks[side] = _("forfeit")
    if result.winner is not None:
        marks[result.winner] = _("won")
    return tuple(marks)


def shown_scores(board: Board, table: TableView, live: club_live.Live | None) -> tuple[tuple[int, ...] | None, bool]:
    """The scores to show at a table, and whether they stand: games won where several games make a match."""
    result, standing = table.result, table.result.known
    several = board.match_in(table.round).best_of > 1
    if not standing and table.status == "reported":
        result = next(iter(table.reports.values())).result
    if result.games and several:
        from scorekeeper.tournament.results import games_won

        return games_won(result, len(table.sides)), standing
    found = game_points(result)
    if found is None and live is not None and live.begun and not standing:
        return live.progress.games_won if several else live.progress.scores, False
    return found, standing


def day_text(day: str) -> str:
    """A day in full, in the page's language."""
    return hours.on_day(day, "full")


def is_knockout(board: Board, number: int | None = None) -> bool:
    """Whether somebody has to win each table (of that round)."""
    found = None if number is None else board.round(number)
    return (board.tournament.played_as(found.stage)[0] if found else board.method) in KNOCKOUTS


def length_text(board: Board, number: int | None) -> str:
    """How long a match of a round lasts: 8 hands; a game to 300; 40 minutes; best of 3."""
    from flask_babel import ngettext

    match = board.match_in(number)
    if match.kind == "hands":
        text = ngettext("%(num)s hand", "%(num)s hands", match.hands or 0)
    elif match.kind == "clock":
        text = ngettext("%(num)s minute", "%(num)s minutes", match.minutes or 0) if match.minutes else _("by the clock")
    else:
        text = _("a game to %(target)s", target=board.rules.target)
    return _("%(length)s, best of %(games)s", length=text, games=match.best_of) if match.best_of > 1 else text


def round_title(board: Board, number: int) -> str:
    """Round 3 of 6; only the number where the rounds are not counted in advance."""
    of = board.rounds_in_all
    return _("Round %(n)s of %(of)s", n=number, of=of) if of else _("Round %(n)s", n=number)


def clock_facts(board: Board) -> dict[str, Any] | None:
    """The round clock for the page and its script: seconds left, when it ends, and what it says."""
    clock, moment = board.clock, now()
    if clock is None or board.status == "finished":
        return None
    left = clock.left(moment)
    last = clock.last_hand(moment)
    return {
        "left": left,
        "ends": clock.ends_at.isoformat() if clock.ends_at else "",
        "text": _clock(max(0, left)),
        "last": last,
        "running": clock.running and not last,
        "called": clock.called_at is not None,
        "round": clock.round,
    }


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def tabs(shown: Open) -> list[tuple[str, str, str]]:
    """The pages there are, as (page, address, title)."""
    board = shown.board
    found = []
    if board.rounds:
        found.append(("pairings", shown.url("pairings"), _("Tables")))
        found.append(("standings", shown.url("standings"), _("Standings")))
        if board.bracket is not None:
            found.append(("bracket", shown.url("bracket"), _("Bracket")))
        if not is_knockout(board) and len(board.playing) <= MOST_ENTRANTS_CROSSED:
            found.append(("cross", shown.url("cross"), _("Cross-table")))
    found.append(("entrants", shown.url("entrants"), _("Entrants")))
    return found


def facts(shown: Open) -> dict[str, Any]:
    """What every template of a tournament is given."""
    board = shown.board
    return {
        "shown": shown,
        "board": board,
        "method": method_title(_, board.method),
        "length": length_text(board, board.current.number if board.current else None),
        "clock": clock_facts(board),
        "round_title": lambda n: round_title(board, n),
        "side": shown.name,
        "signed": signed,
        "tabs": tabs(shown),
    }


def stamp(shown: Open, *more: object) -> str:
    """What a page's content depends on, as an entity tag; short enough for a header."""
    board = shown.board
    current = board.current.number if board.current and not board.current.done else None
    last = board.clock is not None and board.clock.last_hand(now())
    depends = (
        shown.id,
        board.revision,
        club_live.stamp(shown.way, current),
        last,
        str(get_locale()),
        shown.way.zone,
        request.full_path,
        *more,
    )
    return digest_of(repr(depends).encode())


def page(part: str, shown: Open, *, title: str, css: Sequence[str] = (), more_stamp: object = None, **more: Any) -> Response:
    """A public page; for its script, the part that changes, and nothing (304) where it has not.

    `part`: the page's name, its template is `tournaments/_<part>.html`. Values that are functions are called when needed only.
    """
    response = make_response("")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "X-Fragment, Cookie, Accept-Language"
    tag = stamp(shown, more_stamp)
    if wants_fragment():
        response.set_etag(tag, weak=True)
        if response.make_conditional(request).status_code == 304:
            return response
    given = {name: value() if callable(value) else value for name, value in more.items()}
    template = "tournaments/part.html" if wants_fragment() else "tournaments/page.html"
    given |= {"part": part, "title": title, "more_css": list(css), "tag": tag}
    response.set_data(render_template(template, **{**facts(shown), **given}))
    return response
