"""The first page: this device's games, the next one a tap away."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base import devices
from scorekeeper.base.allowances import NEW_GAMES
from scorekeeper.base.hours import timed
from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import t
from scorekeeper.base.one_key import KeyReused
from scorekeeper.base.pages import reading
from scorekeeper.base.pages.frame import visitor
from scorekeeper.base.pages.submission_keys import submission_key
from scorekeeper.base.root import rooted
from scorekeeper.games.actions import entrance, examples, games, lists
from scorekeeper.games.actions.host import host
from scorekeeper.games.actions.lists import Listed
from scorekeeper.rules.pages.words import game_rules_title, when
from scorekeeper.wording.names import names_of
from scorekeeper.wording.outcome import ending_text, outcome_text

blueprint = Blueprint("home", __name__)

MANY = 4
"""From so many sides on, a game is listed in a line of names and scores instead of a line a side."""


@dataclass(frozen=True)
class ListedGame:
    """A game on the list: a name, a score and whether it won for each side, and a line of facts. `url` opens it.

    `won`: who won, in a sentence, and `ending`: by what, in two or three words; both empty while it is played.
    """

    id: int
    url: str
    sides: tuple[tuple[str, int, bool], ...]
    many: bool
    facts: tuple[str, ...]
    won: str
    ending: str
    over: bool


def row(listed: Listed, url: str | None = None, of_table: str = "", *, dated: bool = True) -> ListedGame:
    """How a game stands, in words. `of_table`: which table of a tournament it belongs to; `dated`: when it was last changed."""
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
        facts.append(timed(when(access.changed_at), access.changed_at))
    if access.role == "watch":
        facts.append(_("to watch"))
    won = ending = ""
    if game.outcome.over:
        assert game.outcome.rule is not None
        won, ending = outcome_text(t(), game.outcome, names), ending_text(t(), game.outcome.rule)
    address = url or rooted(f"/games/{access.game_id}")
    return ListedGame(access.game_id, address, sides, len(sides) >= MANY, tuple(facts), won, ending, game.outcome.over)


@blueprint.get("/")
def index() -> str:
    """The device's games, those still open first."""
    device = visitor()
    devices.seen(device.id if device else None)
    listed = lists.of_device(device)
    tables = {
        game: _("Round %(n)s, table %(table)s", n=number, table=table)
        for game, (number, table) in host().places(g.access.game_id for g in listed).items()
    }
    rows = [row(one, of_table=tables.get(one.access.game_id, "")) for one in listed]
    own = [one for one in listed if one.access.may_score and one.access.game_id not in tables]
    running = row(own[0]) if own and not own[0].game.outcome.over else None
    known = {r.id for r in rows}
    shown = [
        row(one, url_for("share.opened", token=token))
        for one, token in examples.listed_examples()
        if one.access.game_id not in known
    ]
    return render_template(
        "games/home.html",
        open_games=[r for r in rows if not r.over],
        finished=[r for r in rows if r.over],
        hidden=len(lists.of_device(device, hidden=True)) if device else 0,
        examples=shown,
        running=running,
        # Not beside a game that is being played: a tap beside "Go on" would start a second one with the same four.
        last=None if running else _last(own),
        submission_key=submission_key(),
    )


def _last(own: list[Listed]) -> dict[str, object] | None:
    """What "as last time" would start: rules, players, the next dealer of the game last started."""
    if not own:
        return None
    game = max(own, key=lambda listed: listed.access.game_id).game
    return {
        "rules": game_rules_title(game.rules),
        "names": names_of(game.rules, game.players).sides,
        "dealer": game.players[game.state.dealer],
    }


@blueprint.post("/games/again")
def again() -> ResponseReturnValue:
    """Start the last game anew: same rules, same players, the deal carried on."""
    device = visitor()
    own = [listed for listed in lists.of_device(device) if listed.access.may_score]
    if device is None or not own:
        return redirect(url_for("new_game.form"))
    game = max(own, key=lambda listed: listed.access.game_id).game
    NEW_GAMES.spend(device, request.remote_addr or "")
    try:
        started = games.start(game.rules, game.players, game.state.dealer, device, uuid=reading.key()).game_id
    except KeyReused as reused:  # the page that was left is looked at again, and its button pressed: that game was started
        return redirect(rooted(f"/games/{reused.game}"), 303)
    return redirect(rooted(f"/games/{started}"), 303)


@blueprint.get("/games/hidden")
def hidden() -> str:
    """Games that were taken off the list, to be put back."""
    return render_template("games/hidden.html", games=[row(game) for game in lists.of_device(visitor(), hidden=True)])


@blueprint.post("/games/<int:game_id>/hide")
def hide(game_id: int) -> Response:
    """Take a game off this device's list, or put it back."""
    away = reading.taps().get("hidden") != "0"
    access = entrance.access_to(game_id, cookie=request.cookies.get(devices.COOKIE))
    if access.device_id is None:
        abort(404)
    lists.hide(access, away)
    if away:
        flash(str(game_id), "hidden")
        return _to(url_for("home.index"))
    return _to(url_for("home.index") + f"#game-{game_id}")


def _to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
