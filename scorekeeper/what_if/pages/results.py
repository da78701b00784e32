"""What both laboratory pages show: the form, the totals, then the games one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import request

from scorekeeper.core.i18n.translation import t
from scorekeeper.messages.names import side_name
from scorekeeper.what_if import query as questions
from scorekeeper.what_if import words
from scorekeeper.what_if.findings import Findings
from scorekeeper.what_if.query import EVERYONE, LabQuery
from scorekeeper.what_if.trial import OPEN, TURNED, UNKNOWN, RecordedGame, Trial

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.game_state import GameState

MOST = 500
"""How many of the newest games a page tries, which takes less than a second. `scorekeeper lab` tries more."""
MOST_NAMED = 100
"""How many games of each fate are listed individually."""

Place = Callable[[str, "RuleSet | None"], str]
"""A function that returns a game's URL by its label, under other rules if given."""


@dataclass(frozen=True)
class NamedGame:
    """A listed game: its players, further details, its URL and a remark."""

    names: str
    about: str
    url: str
    said: str


def requested_query() -> LabQuery:
    """Return the query in the request's address."""
    args = request.args
    return questions.read(t(), args.get("rules", ""), args.getlist("set"), args.get("coach", ""))


def game_of(label: int, game: GameState) -> RecordedGame:
    """Return a stored game as the laboratory needs it."""
    record = game.record
    return RecordedGame(str(label), record.rules, record.players, record.first_dealer, record.events, record.start_scores)


def page(games: Iterable[RecordedGame], query: LabQuery, about: Callable[[str], str], place: Place) -> dict[str, Any]:
    """Return the template's variables. `about` gives details of a game by its label."""
    games = [game for game in games if game.events]
    rules = {game.label: game.rules for game in games}
    facts: dict[str, Any] = {
        "asked": query,
        "games": len(games),
        "rules_title": questions.title(t(), query),
        "rules_choices": questions.rules_choices(t(), query, set(rules.values())),
        "quick": questions.quick_links(t(), query, list(rules.values())),
        "option_choices": questions.option_choices(t(), query),
        "players": sorted({name for game in games for name in game.players}),
        "everybody": EVERYONE,
    }
    if not query.has_query or not games:
        return facts
    findings = Findings(query.change)
    findings.add_games(games)

    def named(trial: Trial, note: str = "") -> NamedGame:
        names = " · ".join(side_name(side) for side in trial.sides)
        other = query.change.of(rules[trial.label])
        return NamedGame(names, about(trial.label), place(trial.label, other), note)

    if not query.change.nothing:
        facts |= {
            "totals": findings.totals,
            "fates": words.fate_rows(t(), findings.totals),
            "figures": words.comparison_rows(t(), findings.totals),
            "length": words.length_text(t(), findings.totals),
            "changes": words.change_texts(t(), query.change),
            "gains": [(name, gain, words.gain_text(t(), gain)) for name, gain in findings.totals.by_gain()],
            "lists": {fate: _list(findings, fate, named) for fate in (TURNED, OPEN, UNKNOWN)},
        }
    if query.coach:
        facts |= _coach_values(findings, query)
    return facts


def _list(findings: Findings, fate: str, name_game: Callable[[Trial, str], NamedGame]) -> list[NamedGame]:
    trials = findings.listed[fate][:MOST_NAMED]
    return [name_game(trial, words.turned_text(t(), trial) if fate == TURNED else "") for trial in trials]


def _coach_values(findings: Findings, query: LabQuery) -> dict[str, Any]:
    player = None if query.coach == EVERYONE else query.coach
    rules = findings.usual
    heights = [] if rules is None else findings.coach.heights(player, rules)
    by_several = len(findings.played_by) > 1
    return {"heights": words.bid_level_rows(t(), heights), "coached": player, "by_several": by_several}
