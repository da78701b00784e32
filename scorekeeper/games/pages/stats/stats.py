"""Statistics of a phone's or household's games, for everyone, a person or a pair. Each number leads to its hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.engine.auction import HUNDRED_FOR_200
from scorekeeper.formats.rules import LONGEST as LONGEST_LINK
from scorekeeper.games.commands.sharing import households
from scorekeeper.games.commands.stats.game_collection import FoundFact, GameCollection
from scorekeeper.games.commands.stats.summaries import session_day
from scorekeeper.games.pages.parts.receipt import reasons
from scorekeeper.games.pages.parts.sheet_view import describe, resolve_event
from scorekeeper.games.pages.stats import people_view
from scorekeeper.games.pages.stats import stats_view as view
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import names_of, side_name
from scorekeeper.messages.numbers import number
from scorekeeper.messages.stats import kind_title, value_text
from scorekeeper.rules.pages.words import game_rules_title
from scorekeeper.stats.hand_facts import KINDS, OF_GAMES, WON
from scorekeeper.stats.people import cards, meetings, opponents, pairs
from scorekeeper.stats.player_stats import FiguresQuery, figures

if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.commands.stats.game_summary import SummarizedGame

blueprint = Blueprint("stats", __name__)

LONGEST = 200
"""Most characters of a query value."""

MOST_WHO = 6
"""Most people in one query, enough for a whole table."""

ON_A_PAGE = 40
"""Hands per page."""

ROWS = {"won": N_("Games won in a row"), "made": N_("Bids made in a row"), "comeback": N_("Best comeback")}
"""Titles of the records."""

MOVED = {"": "stats.show", "hands": "stats.hands", "names": "joined_names.show"}
"""The endpoints of the statistics by the rest of their former address."""

QUERY = ("who", "against", "year", "rules", "place", "of", "kind", "at", "row", "part", "person")
"""The query values that a redirect keeps."""

AT_FIRST = 8
"""People that a list shows before it is expanded."""


@dataclass(frozen=True)
class FiguresRequest:
    """A request for statistics: a `shelf` of games and a query.

    `token` is from a household link. `of` is `device` or `household`, and `in_household` says whether both are possible.
    """

    shelf: GameCollection
    asked: FiguresQuery
    token: str
    of: str
    in_household: bool

    def url(self, page: str = "show", asked: FiguresQuery | None = None, **more: Any) -> str:
        """Return the URL of a page about the same games, with another query if given."""
        asked = asked or self.asked
        what = {"who": asked.who, "against": asked.against, "year": asked.year, "day": asked.day}
        what |= {"rules": asked.rules_key, "place": asked.place}
        of = self.of if self.in_household and not self.token else None
        known = {
            name: value for name, value in {**what, "of": of, "token": self.token, **more}.items() if value not in (None, "", ())
        }
        return url_for(f"stats.{page}", **known)

    def who_url(self, *who: str) -> str:
        """Return the URL for a person or a pair with otherwise the same query."""
        return self.url(asked=replace(self.asked, who=who, against=()))

    def meeting_url(self, who: tuple[str, ...], against: tuple[str, ...]) -> str:
        """Return the URL that compares two people or teams, with otherwise the same query."""
        return self.url(asked=replace(self.asked, who=who, against=against))

    def behind(self, **what: Any) -> str:
        """Return the URL of the hands behind a number, by its `kind` and `at`."""
        return self.url("hands", **what)

    def named(self, who: tuple[str, ...]) -> str:
        """Return the names of people in the query."""
        return side_name([self.shelf.people.called(one) for one in who])


def read_request(token: str = "") -> FiguresRequest:
    """Return the request in the URL. Raises NotFound for an invalid link."""
    year = _read_text("year")[:4] if _read_text("year").isdecimal() else ""
    rules_key, day = request.args.get("rules", "")[:LONGEST_LINK], _read_text("day")[:10]
    query = FiguresQuery(_read_keys("who"), _read_keys("against"), year, rules_key, _read_text("place"), day)
    if token:
        return FiguresRequest(GameCollection(households.devices_of_link(token)), query, token, "household", False)
    device = visitor()
    if device is None:
        return FiguresRequest(GameCollection(()), query, "", "device", False)
    together = households.household_devices(device)
    of = "device" if not together or request.args.get("of") == "device" else "household"
    return FiguresRequest(
        GameCollection(together if of == "household" else [device.id], device.id), query, "", of, bool(together)
    )


def _read_text(name: str) -> str:
    return request.args.get(name, "")[:LONGEST]


def _read_keys(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text[:LONGEST] for text in request.args.getlist(name) if text))[:MOST_WHO]


@blueprint.get("/figures")
@blueprint.get("/figures/<page>")
def moved(page: str = "") -> Response:
    """Redirect from the former address of the statistics."""
    if page not in MOVED:
        abort(404)
    query: dict[str, Any] = {name: request.args.getlist(name) for name in QUERY if name in request.args}
    return make_response(redirect(url_for(MOVED[page], **query), 301))


@blueprint.get("/stats")
@blueprint.get("/household/look/<token>")
def show(token: str = "") -> Response:
    """Show the statistics of everyone, a person or a pair, or two of them against each other."""
    page = read_request(token)
    found = figures(page.shelf.summaries(), page.asked, page.shelf.people)
    periods = _periods(page)
    in_period = page.asked if any(chosen for _title, _url, chosen in periods) else FiguresQuery()
    teams = [page.named(team) for team in (page.asked.who, page.asked.against) if team]
    shown = FiguresQuery(against=page.asked.who and page.asked.against, year=in_period.year, day=in_period.day)
    facts: dict[str, Any] = {
        "page": page,
        "title": " – ".join(teams) if page.asked.who else _("Stats"),
        "games": len(found.games),
        "finished": found.finished,
        "periods": periods,
        "narrowed": _active_filters(page, shown),
        "choices": _choices(page),
        "at_first": AT_FIRST,
    }
    if page.asked.who and page.asked.against:
        facts |= _values_of_meeting(page, found)
    else:
        facts["heights"] = view.by_bid(found.tally, page.behind)
        facts |= _values_of_person(page, found) if page.asked.who else _values_of_everyone(page)
    return _private(render_template("games/stats/stats.html", **facts))


def _values_of_everyone(page: FiguresRequest) -> dict[str, Any]:
    shelf, called = page.shelf, page.shelf.people.called
    met = meetings(shelf.summaries(), page.asked, shelf.people, 2) or meetings(shelf.summaries(), page.asked, shelf.people, 1)
    return {
        "cards": people_view.person_cards(cards(shelf.summaries(), page.asked, shelf.people), called, page.who_url),
        "pairs": view.pair_rows(pairs(shelf.summaries(), page.asked, shelf.people), called, page.who_url),
        "meetings": people_view.meeting_rows(met, called, page.meeting_url),
    }


def _values_of_person(page: FiguresRequest, figures: view.Figures) -> dict[str, Any]:
    shelf, who, called = page.shelf, page.asked.who, page.shelf.people.called
    met = opponents(meetings(shelf.summaries(), page.asked, shelf.people, len(who)), who)
    own = cards(shelf.summaries(), page.asked, shelf.people).get(who[0]) if len(who) == 1 else None
    return {
        "facts": view.facts(figures, page.behind),
        "turns": view.by_turn(figures.tally, page.behind) if len(who) == 1 else [],
        "years": _years(page),
        "partners": view.partner_rows(own.partners if own else {}, called, lambda one: page.who_url(*sorted((*who, one)))),
        "meetings": people_view.opponent_rows(who, met, called, page.meeting_url),
        "members": [(called(one), page.who_url(one)) for one in who] if len(who) > 1 else [],
    }


def _values_of_meeting(page: FiguresRequest, found: view.Figures) -> dict[str, Any]:
    """Return the comparison of two people or teams in their games against each other."""
    swapped = replace(page.asked, who=page.asked.against, against=page.asked.who)
    other = figures(page.shelf.summaries(), swapped, page.shelf.people)
    won, lost = (one.tally.count(WON) for one in (found, other))
    urls = (page.behind, lambda **what: page.url("hands", asked=swapped, **what))
    last = next((game.summary.day for game in reversed(page.shelf.games) if game.summary.key in found.games[-1:]), "")
    return {
        "teams": [(page.named(team), page.who_url(*team)) for team in (page.asked.who, page.asked.against)],
        "score": (won, lost),
        "score_urls": [url(kind=WON) if games else "" for url, games in zip(urls, (won, lost), strict=True)],
        "others_won": max(0, found.finished - won - lost),
        "comparisons": people_view.compare_teams((found, other), urls),
        "last": timezones.iso_date_in_words(last) if last else "",
    }


def _periods(page: FiguresRequest) -> list[tuple[str, str, bool]]:
    """Return the last evening, the last year and all games: the title, the URL, and whether it is chosen."""
    days = [game.summary.day for game in page.shelf.games]
    if not days:
        return []
    day, today, query = max(days), session_day(timezones.now()), page.asked
    evening = _("This evening") if day == today else timezones.iso_date_in_words(day, "MMMd")
    year = _("This year") if day[:4] == today[:4] else day[:4]
    choices = [(evening, replace(query, day=day, year="")), (year, replace(query, day="", year=day[:4]))]
    choices.append((_("All"), replace(query, day="", year="")))
    return [(title, page.url(asked=asked), asked == query) for title, asked in choices]


def _years(page: FiguresRequest) -> list[view.Bar]:
    """Return a bar for each year. Empty if there is only one."""
    years = sorted({game.summary.year for game in page.shelf.games})
    query = replace(page.asked, year="")
    if len(years) < 2 or page.asked.year or not page.asked.who:
        return []
    tallies = [(y, figures(page.shelf.summaries(), replace(query, year=y), page.shelf.people).tally) for y in years]
    return view.by_year(tallies, lambda year: page.url(asked=replace(query, year=year)))


def _active_filters(page: FiguresRequest, shown: FiguresQuery | None = None) -> list[tuple[str, str]]:
    """Return the filters in words, each with the URL without it. The page shows the filters in `shown` elsewhere."""
    query, games = page.asked, page.shelf.games
    found = []
    if query.against and not (shown and shown.against):
        found.append((_("against %(names)s", names=page.named(query.against)), page.url(asked=replace(query, against=()))))
    if query.year and not (shown and shown.year):
        found.append((query.year, page.url(asked=replace(query, year=""))))
    if query.day and not (shown and shown.day):
        known = any(game.summary.day == query.day for game in games)
        day = timezones.iso_date_in_words(query.day) if known else query.day
        found.append((day, page.url(asked=replace(query, day=""))))
    if query.rules_key:
        title = next((_rules_title(game) for game in games if game.summary.rules_key == query.rules_key), "?")
        found.append((title, page.url(asked=replace(query, rules_key=""))))
    if query.place:
        found.append((query.place, page.url(asked=replace(query, place=""))))
    return found


def _choices(page: FiguresRequest) -> dict[str, list[tuple[str, str]]]:
    """Return the choices of years, rules and places as (value, words). A list of one is left out."""
    games = list(reversed(page.shelf.games))
    years = {game.summary.year: game.summary.year for game in games}
    rules = {game.summary.rules_key: _rules_title(game) for game in games}
    places = {game.summary.place: game.summary.place for game in games if game.summary.place}
    found = {"year": years, "rules": rules, "place": places}
    return {name: list(some.items()) for name, some in found.items() if len(some) > (0 if name == "place" else 1)}


def _rules_title(game: SummarizedGame) -> str:
    return game_rules_title(game.rules, game.called)


def _game_url(page: FiguresRequest, game: int) -> str:
    """Return the URL of a game, or an empty text if the visitor has no access."""
    one = next((one for one in page.shelf.games if one.access.game_id == game), None)
    own = one is not None and page.shelf.own is not None and one.access.device_id == page.shelf.own
    return rooted(f"/games/{game}") if own else ""


@blueprint.get("/stats/hands")
@blueprint.get("/household/look/<token>/hands")
def hands(token: str = "") -> Response:
    """Show the hands behind a number, each with its game, its number and its reasons."""
    page = read_request(token)
    kind, at, row = _read_text("kind"), _read_bid_or_place(_read_text("at")), _read_text("row")
    if row in ROWS:
        facts, title = _facts_of_record(page, row), _(ROWS[row])
    elif kind in KINDS:
        facts = page.shelf.behind(page.asked, kind, *(() if at is None else (at,)))
        title = kind_title(_, kind, at)
    else:
        abort(404)
    number_ = max(1, request.args.get("part", 1, type=int))
    page_facts = facts[(number_ - 1) * ON_A_PAGE : number_ * ON_A_PAGE]
    return _private(
        render_template(
            "games/stats/stats_hands.html",
            page=page,
            title=title,
            who=page.named(page.asked.who),
            narrowed=_active_filters(page),
            total=len(facts),
            whole=kind in OF_GAMES or row in ("won", "comeback"),
            lines=[_line(page, one) for one in page_facts],
            number=number_,
            pages=max(1, -(-len(facts) // ON_A_PAGE)),
            turn=lambda n: page.url("hands", kind=kind, at=_read_text("at"), row=row, part=n),
        )
    )


def _read_bid_or_place(text: str) -> Bid | None:
    """Return the bid or the place in the query, or None."""
    if text == HUNDRED_FOR_200:
        return text
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else None


def _facts_of_record(page: FiguresRequest, row: str) -> list[FoundFact]:
    """Return the games, bids or hands of a record."""
    found = figures(page.shelf.summaries(), page.asked, page.shelf.people)
    known = page.shelf.behind(page.asked, row)
    if row == "comeback":
        return [one for one in known if found.comeback and one.game.summary.key == found.comeback[1]][:1]
    where = set((found.won_in_a_row if row == "won" else found.made_in_a_row).where)
    return [one for one in known if (one.game.summary.key, None if row == "won" else one.deed.hand) in where]


def _line(page: FiguresRequest, found: FoundFact) -> dict[str, Any]:
    """Return a row of the list: the game with its date and place, its `hands` (title, url, reasons), and `value`."""
    game, state = found.game, found.state
    url = _game_url(page, game.summary.key)
    entries = [entry for entry in state.entries if entry.hand is not None]
    day = timezones.iso_date_in_words(game.summary.day)
    is_game_fact = found.deed.kind in OF_GAMES
    return {
        "title": names_of(state.rules, state.players).sides,
        "scores": state.scores,
        "facts": [day, *([game.summary.place] if game.summary.place else [])],
        "url": url,
        "value": value_text(found.deed.kind, found.deed.value),
        "hands": [_hand(state, entries[n], url) for n in found.deed.hands or (() if is_game_fact else (found.deed.hand,))],
    }


def _hand(state: GameState, entry: Any, url: str) -> dict[str, Any]:
    sides = reasons(state.rules, entry.players, entry.hand)
    return {
        "title": _("Hand %(n)s: %(what)s", n=entry.number, what=describe(entry.players, resolve_event(state, entry)))
        if entry.number
        else describe(entry.players, resolve_event(state, entry)),
        "url": f"{url}/hands/{entry.id}" if url else "",
        "made": entry.hand.made,
        "why": [line["text"] for side in sides for line in side["lines"]],
        "scores": " – ".join(number(score) for score in entry.hand.scores),
    }


def _private(body: str, status: int = 200) -> Response:
    """Return a response for this visitor only, checked before each use."""
    response = make_response(body, status)
    response.headers["Cache-Control"] = "private, no-cache"
    return response
