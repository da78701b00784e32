"""The end of a game in words, and the names of its sides and rules."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.endings import match_score
from scorekeeper.engine.pot import settle_pot
from scorekeeper.games.commands.library import matches
from scorekeeper.messages.game.ending import button_texts, ending_text, hands_word
from scorekeeper.messages.names import names_of, side_name
from scorekeeper.messages.numbers import money
from scorekeeper.rules.pages.words import saved_name
from scorekeeper.rules.titles import title_of as game_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.commands.library.game_lists import LoadedGame
    from scorekeeper.messages.game.facts import Fact


EVENING = timedelta(hours=14)
"""Games that start within this time belong to the same evening."""


def over_view(access: Access, game: GameState) -> dict[str, Any]:
    """Return the end of a game for templates.

    `title` and `why` are sentences. `match` is the score of the match (see `match_so_far`) or None, `match_over` a sentence.
    `undo` is the change to undo. `side` is the winner, None if several win. For `facts`, see `_fact`. `do` has the labels of
    the buttons.
    """
    entries = {one.hand.n: one for one in game.entries if one.hand}
    names = names_of(game.rules, game.players)
    ending = ending_text(_, game.replay, game.rules.target, names, lambda hand: names_of(game.rules, entries[hand.n].players))
    return {
        "title": ending.title,
        "why": ending.why,
        "pot": pot(game),
        "undo": game.log.last_undoable,
        "side": ending.side,
        "facts": [_fact(fact, [entries[hand.n] for hand in fact.hands]) for fact in ending.facts],
        "do": button_texts(_, game.players[game.state.dealer]),
        **_match(access, game),
    }


def _fact(fact: Fact, rests_on: list[ScoredEntry]) -> dict[str, Any]:
    """Return a fact about the game: `figure`, `label`, `said`, and after `at` its `hands` as (number, entry)."""
    hands = [(one.number, one.id) for one in rests_on if one.number]
    return {"figure": fact.figure, "label": fact.label, "said": fact.said, "at": hands_word(_, len(hands)), "hands": hands}


def _match(access: Access, game: GameState) -> dict[str, Any]:
    standing = matches.match_standing(access) if access.match_id is not None else None
    if standing is None:
        return {"match": None, "match_over": ""}
    sides = side_names(game.rules, game.players)
    won = [sides[side] for side in standing.score.winners]
    return {
        "match": _match_tally(access, game, standing),
        "match_over": _("The match goes to %(side)s.", side=", ".join(won)) if won else "",
    }


def match_so_far(access: Access, game: GameState) -> dict[str, str] | None:
    """Return the score of the match, with this game if it is over: `title` in two words, and `text` with names.

    None during a first game. The top of a game's page, its end and the home page show it, so that they agree.
    """
    shown = access.match_id is not None and (access.number > 1 or game.outcome.over)
    standing = matches.match_standing(access) if shown else None
    return None if standing is None else _match_tally(access, game, standing)


def _match_tally(access: Access, game: GameState, standing: matches.MatchStanding) -> dict[str, str]:
    over = game.outcome.over
    before = [one.game.outcome for one in standing.games if one.access.number < access.number]
    won = standing.score.games if over else match_score(len(game.scores), before, None).games
    score = _by_side(side_names(game.rules, game.players), won)
    text = _("Games won: %(score)s", score=score) if over else _("Games won before this one: %(score)s", score=score)
    return {"title": _tally_title(won, access, standing.games[0].access), "text": _with_length(text, standing)}


def tally_title(last: LoadedGame, standing: matches.MatchStanding | None) -> str:
    """Return the score of the match after its last game in two words. Without a match, that game is the first."""
    if standing is None:
        won = match_score(len(last.game.scores), [last.game.outcome], None).games
        return _tally_title(won, last.access, last.access)
    return _tally_title(standing.score.games, last.access, standing.games[0].access)


def _tally_title(won: Sequence[int], access: Access, first: Access) -> str:
    """Return the games won. *Tonight* is said only if the match started the same evening."""
    digits = "–".join(map(str, won))
    tonight = access.created_at - first.created_at < EVENING
    return _("Tonight %(score)s", score=digits) if tonight else _("Games %(score)s", score=digits)


def _by_side(sides: Sequence[str], won: Sequence[int]) -> str:
    return ", ".join(f"{name} {games}" for name, games in zip(sides, won, strict=True))


def _with_length(text: str, standing: matches.MatchStanding) -> str:
    return text + " · " + _("match to %(games)s", games=standing.games_to_win) if standing.games_to_win else text


def pot(game: GameState) -> dict[str, Any] | None:
    """Return the pot's `total` and `rows` (name, paid, won) in money, or None if there are no stakes."""
    if not game.rules.pot:
        return None
    settled = settle_pot(game.rules, game.replay)
    if not settled.pot:
        return None
    rows = [
        {"name": name, "paid": money(_, -paid), "won": money(_, won) if won else ""}
        for name, paid, won in zip(game.players, settled.paid, settled.won, strict=True)
    ]
    return {"total": money(_, settled.pot), "rows": rows}


def side_names(rules: RuleSet, players: Sequence[str]) -> list[str]:
    """Return the names by side."""
    return [side_name([players[s] for s in seats]) for seats in rules.table.sides]


def title_of(game: GameState) -> str:
    """Return the title of a game's rules for the top of its pages."""
    return rules_title(game.rules, game.log.header.get("rules_name", ""))


def rules_title(rules: RuleSet, called: str = "") -> str:
    """Return a title of the rules that says the target. `called` is their name in an imported record."""
    return saved_name(rules) or called or game_title(_, rules, says_target=True)
