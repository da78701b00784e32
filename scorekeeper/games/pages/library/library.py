"""All games of a device by evening, with a search, and the page of one evening."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.security.signing import fold
from scorekeeper.games.commands.library import game_lists
from scorekeeper.games.commands.stats.game_collection import GameCollection
from scorekeeper.games.pages.library.home import ListedGame, row
from scorekeeper.games.pages.library.story import sentences
from scorekeeper.messages.names import names_of
from scorekeeper.messages.numbers import listing
from scorekeeper.rules.pages.words import game_rules_title

if TYPE_CHECKING:
    from scorekeeper.games.commands.library.game_lists import LoadedGame
    from scorekeeper.games.commands.stats.game_summary import SummarizedGame

blueprint = Blueprint("library", __name__)

LONGEST = 80
"""Most characters of a search."""

ON_A_PAGE = 30
"""Games per page."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening on the list: its date and facts in words, its URL, and its games."""

    day: str
    said: str
    url: str
    games: list[ListedGame]


def _device_games() -> GameCollection:
    device = visitor()
    return GameCollection([], None) if device is None else GameCollection([device.id], device.id)


@blueprint.get("/library")
def show() -> Response:
    """Show games by evening, newest first. `q` searches names, place, occasion, notes, rules and dates."""
    search_text = request.args.get("q", "").strip()[:LONGEST]
    games = list(reversed(_device_games().games))
    found = [game for game in games if _matches_search(game, fold(search_text).split())]
    part = max(1, request.args.get("part", 1, type=int))
    page_games = found[(part - 1) * ON_A_PAGE : part * ON_A_PAGE]
    return _private(
        render_template(
            "games/library/library.html",
            asked=search_text,
            longest=LONGEST,
            total=len(found),
            any=bool(games),
            evenings=_evenings(page_games),
            part=part,
            parts=max(1, -(-len(found) // ON_A_PAGE)),
            turn=lambda n: url_for("library.show", q=search_text or None, part=n),
        )
    )


def _matches_search(game: SummarizedGame, words: list[str]) -> bool:
    """Return whether a game contains every word of a search, in its text, the name of its rules, or its date."""
    if not words:
        return True
    day = game.summary.day
    text = " ".join(
        (game.words, fold(game_rules_title(game.rules, game.called)), day, fold(timezones.iso_date_in_words(day, "full")))
    )
    return all(word in text for word in words)


def _evenings(games: list[SummarizedGame]) -> list[Evening]:
    listed = {one.access.game_id: one for one in game_lists.load_games([game.access for game in games])}
    found = []
    for day, some in groupby(games, key=lambda game: game.summary.day):
        together = list(some)
        rows = [row(listed[game.access.game_id], dated=False) for game in together]
        found.append(Evening(_day_title(day), _places_and_occasions(together), url_for("library.evening", day=day), rows))
    return found


def _day_title(day: str) -> str:
    text = timezones.iso_date_in_words(day, "full")
    return text[:1].upper() + text[1:]


def _places_and_occasions(games: list[SummarizedGame]) -> str:
    """Return the places and occasions of some games, each once."""
    known = [text for game in games for text in (game.summary.place, game.occasion) if text]
    return " · ".join(dict.fromkeys(known))


@blueprint.get("/evenings/<day>")
def evening(day: str) -> Response:
    """Show the games of one evening, the games won by each side, and the evening's story."""
    games = [game for game in _device_games().games if game.summary.day == day]
    if not games:
        abort(404)
    listed = game_lists.load_games([game.access for game in games])
    won = _games_won(listed)
    facts = " · ".join(text for text in (_day_title(day), _places_and_occasions(games)) if text)
    return _private(
        render_template(
            "games/library/evening.html",
            day=_day_title(day),
            said=_places_and_occasions(games),
            facts=facts,
            won=won,
            rows=[row(one, dated=False) for one in listed],
            told=_evening_story(listed, won),
        )
    )


def _games_won(listed: list[LoadedGame]) -> list[tuple[str, int]]:
    """Return games won by side, best first. A skunk counts as two."""
    found: dict[str, int] = {}
    for one in listed:
        names = names_of(one.game.rules, one.game.players)
        for side, name in enumerate(names.sides):
            found[name] = found.get(name, 0) + (one.game.outcome.games if side in one.game.outcome.winners else 0)
    return sorted(found.items(), key=lambda side: -side[1])


def _evening_story(listed: list[LoadedGame], won: list[tuple[str, int]]) -> list[str]:
    """Return the evening in sentences: games won by side, then the last sentences of each game's story."""
    over = [one for one in listed if one.game.outcome.over]
    if not over:
        return []
    score = listing(_, [_("%(side)s %(games)s", side=side, games=games) for side, games in won if games])
    lines = [_("Games won: %(score)s", score=score) + "."]
    if len(over) == 1:
        return lines + sentences(over[0].game)
    for n, one in enumerate(over, 1):
        story = sentences(one.game)
        # For one of several games, only how it turned and ended. Its own page has the whole story.
        lines.append(_("Game %(n)s: %(story)s", n=n, story=" ".join(story[1:][-3:])))
    return lines


def _private(body: str, **more: Any) -> Response:
    response = make_response(body, **more)
    response.headers["Cache-Control"] = "private, no-cache"
    return response
