"""The end of a game in words: who won and why, the match so far, the pot."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from scorekeeper.base.i18n import gettext as _
from scorekeeper.engine.match import match_score
from scorekeeper.engine.pot import settle
from scorekeeper.games.actions import matches
from scorekeeper.games.pages.titles import side_names
from scorekeeper.wording.ending import doings, ending_text, hands_word
from scorekeeper.wording.figures import money
from scorekeeper.wording.names import names_of

if TYPE_CHECKING:
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState, Scored
    from scorekeeper.wording.highlights import Fact

EVENING = timedelta(hours=14)
"""Games that begin within so long of each other are of one evening."""


def over_view(access: Access, game: GameState) -> dict[str, Any]:
    """`title`, `why` (sentences), `match` (words or empty), `match_over`, `pot`, `undo` (the change that an undo takes back);
    `side`: the winner's, None where several win together; `facts`: see `_fact`; `do`: what its buttons are called.
    """
    entries = {one.hand.n: one for one in game.entries if one.hand}
    names = names_of(game.rules, game.players)
    told = ending_text(_, game.replay, names, lambda hand: names_of(game.rules, entries[hand.n].players))
    return {
        "title": told.title,
        "why": told.why,
        "pot": pot(game),
        "undo": game.log.last_undoable,
        "side": told.side,
        "facts": [_fact(fact, [entries[hand.n] for hand in fact.hands]) for fact in told.facts],
        "do": doings(_, game.players[game.state.dealer]),
        **_match(access, game),
    }


def _fact(fact: Fact, rests_on: list[Scored]) -> dict[str, Any]:
    """What is told of the game: `figure`, `label`, `said`; after `at` the `hands`, each its number and its entry."""
    hands = [(one.number, one.id) for one in rests_on if one.number]
    return {"figure": fact.figure, "label": fact.label, "said": fact.said, "at": hands_word(_, len(hands)), "hands": hands}


def _match(access: Access, game: GameState) -> dict[str, Any]:
    standing = matches.standing(access) if access.match_id is not None else None
    if standing is None:
        return {"match": "", "match_over": ""}
    sides = side_names(game.rules, game.players)
    score = ", ".join(f"{name} {games}" for name, games in zip(sides, standing.score.games, strict=True))
    text = _("Games won: %(score)s", score=score)
    if standing.games_to_win:
        text += " · " + _("match to %(games)s", games=standing.games_to_win)
    won = [sides[side] for side in standing.score.winners]
    return {"match": text, "match_over": _("The match goes to %(side)s.", side=", ".join(won)) if won else ""}


def so_far(access: Access, game: GameState) -> dict[str, str] | None:
    """How the match stood before this game: `title`, in two words, and `text`, with the names; None for a first game.

    A match that goes back to another day is not tonight's.
    """
    standing = matches.standing(access) if access.match_id is not None and access.number > 1 else None
    if standing is None:
        return None
    before = [one.game.outcome for one in standing.games if one.access.number < access.number]
    won = match_score(len(game.scores), before, None).games
    sides = side_names(game.rules, game.players)
    score = ", ".join(f"{name} {games}" for name, games in zip(sides, won, strict=True))
    text = _("Games won before this one: %(score)s", score=score)
    if standing.games_to_win:
        text += " · " + _("match to %(games)s", games=standing.games_to_win)
    figures = "–".join(map(str, won))
    tonight = access.created_at - standing.games[0].access.created_at < EVENING
    return {"title": _("Tonight %(score)s", score=figures) if tonight else _("Games %(score)s", score=figures), "text": text}


def pot(game: GameState) -> dict[str, Any] | None:
    """`total` and `rows` (name, paid, won) in money; None where no stakes are played for."""
    if not game.rules.pot:
        return None
    settled = settle(game.rules, game.replay)
    if not settled.pot:
        return None
    rows = [
        {"name": name, "paid": money(_, -paid), "won": money(_, won) if won else ""}
        for name, paid, won in zip(game.players, settled.paid, settled.won, strict=True)
    ]
    return {"total": money(_, settled.pot), "rows": rows}
