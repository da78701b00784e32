"""The home page: this device's games, and the next one at a tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.db.database import now
from scorekeeper.core.devices import visitors
from scorekeeper.core.events.idempotency import KeyReused
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.timezones import time_element
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.security.rate_limits import NEW_GAMES
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import examples, game_creation, game_lists, matches
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.commands.stats.joined_names import list_joined_names
from scorekeeper.games.commands.stats.people import People
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.parts.ending_view import EVENING, match_so_far, tally_title
from scorekeeper.messages.game.outcome import ending_text, outcome_text
from scorekeeper.messages.names import names_of
from scorekeeper.rules.pages.words import game_rules_title, when

if TYPE_CHECKING:
    from collections.abc import Container

    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.games.commands.library.matches import MatchStanding

blueprint = Blueprint("home", __name__)

MANY = 4
"""From this number of sides, a game is listed in one line and not with a line for each side."""
FINISHED_LISTED = 3
"""Most finished games on the home page, so that what else it offers is in sight. *All games* has the others."""

PEOPLE_LISTED = 8


@dataclass(frozen=True)
class ListedGame:
    """A game on the list. `sides` are (name, score, won), and `facts` are the small print.

    `won` says who won in a sentence, and `ending` how in two or three words. Both are empty during the game.
    """

    id: int
    url: str
    sides: tuple[tuple[str, int, bool], ...]
    many: bool
    facts: tuple[str, ...]
    won: str
    ending: str
    over: bool


def row(listed: LoadedGame, url: str | None = None, of_table: str = "", *, dated: bool = True) -> ListedGame:
    """Return a game for the list. `of_table` is its table in a tournament. `dated` adds the time of the last change."""
    game, access = listed.game, listed.access
    names = names_of(game.rules, game.players)
    sides = tuple((names[i], score, i in game.outcome.winners) for i, score in enumerate(game.scores))
    facts = [of_table or game_rules_title(game.rules, game.log.header.get("rules_name", ""))]
    if access.match_id is not None:
        facts.append(_("game %(n)s of the match", n=access.number))
    if game.contract is not None:
        facts.append(_("a contract is being played"))
    elif not game.outcome.over:
        facts.append(_("hand %(n)s", n=1 + sum(h.kind in ("played", "passed_out") for h in game.hands)))
    if dated:
        facts.append(time_element(when(access.changed_at), access.changed_at))
    if access.role == "watch":
        facts.append(_("watch only"))
    won = ending = ""
    if game.outcome.over:
        assert game.outcome.rule is not None
        won, ending = outcome_text(t(), game.outcome, names), ending_text(t(), game.outcome.rule)
    address = url or rooted(f"/games/{access.game_id}")
    return ListedGame(access.game_id, address, sides, len(sides) >= MANY, tuple(facts), won, ending, game.outcome.over)


@blueprint.get("/")
def index() -> str:
    """Show the device's games, unfinished ones first."""
    device = visitor()
    visitors.note_visit(device.id if device else None)
    listed = game_lists.games_of_device(device)
    places = current_host().places(one.access.game_id for one in listed)
    own = _recordable_games(listed, places)
    left = _abandoned_games(own)
    tables = {game: _("Round %(n)s, table %(table)s", n=number, table=table) for game, (number, table) in places.items()}
    rows = [row(one, of_table=tables.get(one.access.game_id, "")) for one in listed if one not in left]
    running = _unfinished_game(own)
    running_id = running.access.game_id if running else None
    known = {one.access.game_id for one in listed}
    example_rows = [
        row(one, url_for("share.opened", token=token))
        for one, token in examples.listed_examples()
        if one.access.game_id not in known
    ]
    return render_template(
        "games/library/home.html",
        running=next((r for r in rows if r.id == running_id), None),
        tally=match_so_far(running.access, running.game) if running else None,
        running_number=running.access.number if running else 0,
        open_games=[r for r in rows if not r.over and r.id != running_id],
        finished=[r for r in rows if r.over][:FINISHED_LISTED],
        people=_list_people(device, own),
        hidden=bool(left or (device and game_lists.games_of_device(device, hidden=True))),
        examples=example_rows,
        # Not during a game: a tap next to "Continue" would start a second one with the same players.
        last=None if running or not own else _next_game(_last_game(own)),
        submission_key=submission_key(),
    )


def _list_people(device: Visitor | None, own: list[LoadedGame]) -> list[tuple[str, str]]:
    """Return the people of these finished games, the most frequent first: their names and the addresses of their cards."""
    ended = [one.game for one in own if one.game.outcome.over]
    if device is None or not ended:
        return []
    people = People(list_joined_names([device.id]))
    people.remember_spellings(name for game in reversed(ended) for name in game.players)
    games: dict[str, int] = {}
    for key in [key for game in ended for key in dict.fromkeys(map(people, game.players))]:
        games[key] = games.get(key, 0) + 1
    most = sorted(games, key=lambda key: -games[key])[:PEOPLE_LISTED]
    return [(people.called(key), url_for("stats.show", who=key)) for key in most]


def _recordable_games(listed: list[LoadedGame], places: Container[int]) -> list[LoadedGame]:
    """Return the games that this device may record, without games at a tournament."""
    return [one for one in listed if one.access.may_score and one.access.game_id not in places]


def _is_played(listed: LoadedGame) -> bool:
    game = listed.game
    return bool(game.entries or game.struck or game.contract)


def _began(listed: LoadedGame) -> int:
    return listed.access.game_id


def _abandoned_games(own: list[LoadedGame]) -> list[LoadedGame]:
    """Return the device's games that it left for a newer one without recording a hand."""
    newest = max(map(_began, own), default=0)
    return [one for one in own if one.access.role == "own" and _began(one) < newest and not _is_played(one)]


def _unfinished_game(own: list[LoadedGame]) -> LoadedGame | None:
    """Return the game to continue: the last changed, preferably with a hand. None if that game is over."""
    last = own[0] if own else None
    if last is not None and not _is_played(last):
        played = next(filter(_is_played, own), last)
        last = last if played.game.outcome.over else played
    return None if last is None or last.game.outcome.over else last


def _last_game(own: list[LoadedGame]) -> LoadedGame:
    """Return the newest game with a hand, else the newest."""
    return max(list(filter(_is_played, own)) or own, key=_began)


@dataclass(frozen=True)
class NextGame:
    """The game after the last one, with the same players and rules. `after` is the id of the last one.

    `standing` is the score of the match or evening that it continues, and `number` its number there. For a new match, they are
    empty and 0.
    """

    after: int
    rules: str
    names: tuple[str, ...]
    dealer: str
    standing: str
    number: int


def _next_game(last: LoadedGame) -> NextGame:
    game, access = last.game, last.access
    match = matches.match_standing(access)
    goes_on = _continues_match(last, match)
    return NextGame(
        after=access.game_id,
        rules=game_rules_title(game.rules, game.log.header.get("rules_name", "")),
        names=names_of(game.rules, game.players).sides,
        dealer=game.players[game.state.dealer],
        standing=tally_title(last, match) if goes_on else "",
        number=access.number + 1 if goes_on else 0,
    )


def _continues_match(last: LoadedGame, match: MatchStanding | None) -> bool:
    """Return whether the next game belongs to the same match or the same evening."""
    if not last.game.outcome.over:
        return False
    if match is not None and match.games_to_win is not None:
        return not match.score.winners
    first = match.games[0].access if match is not None else last.access
    return now() - first.created_at < EVENING


@blueprint.post("/games/again")
def again() -> ResponseReturnValue:
    """Start the next game with the same rules and players. The deal continues, and so does the match or the evening.

    The form names the last game, so that a second tap finds the game that the first one started.
    """
    device = visitor()
    listed = game_lists.games_of_device(device)
    own = _recordable_games(listed, current_host().places(one.access.game_id for one in listed))
    if device is None or not own:
        return redirect(url_for("new_game.form"))
    after = form_input.taps().get("after")
    last = next((one for one in own if str(one.access.game_id) == after), None) or _last_game(own)
    game = last.game
    NEW_GAMES.spend(device, request.remote_addr or "")
    if _continues_match(last, matches.match_standing(last.access)):
        return redirect(rooted(f"/games/{matches.rematch(last.access).game_id}"), 303)
    try:
        started = game_creation.start(game.rules, game.players, game.state.dealer, device, uuid=form_input.key()).game_id
    except KeyReused as reused:  # the button was tapped again on an old page: go to the game that it started
        return redirect(rooted(f"/games/{reused.game}"), 303)
    return redirect(rooted(f"/games/{started}"), 303)


@blueprint.get("/games/hidden")
def hidden() -> str:
    """Show games that are not on the list: hidden ones, and ones left without a hand."""
    device = visitor()
    listed = game_lists.games_of_device(device)
    left = _abandoned_games(_recordable_games(listed, current_host().places(one.access.game_id for one in listed)))
    off = game_lists.games_of_device(device, hidden=True)
    return render_template("games/library/hidden.html", games=[row(one) for one in off], unplayed=[row(one) for one in left])


@blueprint.post("/games/<int:game_id>/hide")
def hide(game_id: int) -> Response:
    """Remove a game from this device's list, or put it back."""
    away = form_input.taps().get("hidden") != "0"
    access = authorization.access_to(game_id, cookie=request.cookies.get(visitors.COOKIE))
    if access.device_id is None:
        abort(404)
    game_lists.hide_game(access, away)
    if away:
        flash(str(game_id), "hidden")
        return _redirect_to(url_for("home.index"))
    return _redirect_to(url_for("home.index") + f"#game-{game_id}")


def _redirect_to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
