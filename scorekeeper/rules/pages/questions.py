"""Logic of the questionnaire: the next question, its answers, and the rule set they lead to.

A question is asked if it tells the remaining games apart, or if tables differ on it within the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import text_from_value, value_from_text
from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.options.entries import entries, questions
from scorekeeper.rules.commands.resolutions import find_problems, resolutions
from scorekeeper.rules.titles import for_players

PLAYERS = "players"
ANY = "any"
"""The answer “not sure”: use the value of the game that is found."""
COUNTS = (2, 3, 4, 5, 6)

QUESTIONS: dict[str, str] = {PLAYERS: N_("How many are playing?"), **questions()}
"""The number of players and the options to ask about, in the order of play."""

ALWAYS = {name for name, entry in entries().items() if entry.varies}
"""Options that vary from table to table within the same game."""

ASKED_FIRST = (PLAYERS, "format")
"""Questions whose answers already name the games."""

HANDS, CUSTOM, FOLLOWS = 3.0, 1.0, 0.5
"""The distance a different answer adds: for a different deal, another custom, or an option that follows another."""


@dataclass(frozen=True)
class Answers:
    """The answers so far, in order: a number of players, option values, or `ANY`."""

    given: tuple[tuple[str, object], ...] = ()

    @property
    def players(self) -> int | None:
        number = dict(self.given).get(PLAYERS)
        return number if isinstance(number, int) else None

    @property
    def known(self) -> dict[str, object]:
        """Return the options that were answered, by name."""
        return {name: value for name, value in self.given if name != PLAYERS and value != ANY}

    def with_answer(self, name: str, value: object) -> Answers:
        return Answers((*self.given, (name, value)))

    def without(self, name: str) -> Answers:
        """Return the answers without this question, so that it is asked again."""
        return Answers(tuple(answer for answer in self.given if answer[0] != name))


def to_query(answers: Answers) -> dict[str, str]:
    """Return the answers as query parameters."""
    return {name: ANY if value == ANY else text_from_value(value) for name, value in answers.given}


def from_query(query: Mapping[str, str]) -> Answers:
    """Return the answers in a query, up to the first that doesn't fit the ones before it."""
    answers = Answers()
    for name, text in query.items():
        if name not in QUESTIONS:
            continue
        value: object = (
            ANY if text == ANY else int(text) if name == PLAYERS and text in map(str, COUNTS) else value_from_text(name, text)
        )
        if name == PLAYERS:
            fits = value == ANY or value in COUNTS
        else:
            fits = value == ANY or RuleSet.options[name].problem(value) is None
        if not fits or complete_rules(answers.with_answer(name, value)) is None:
            break
        answers = answers.with_answer(name, value)
    return answers


@lru_cache(maxsize=16)
def candidates(players: int | None) -> tuple[tuple[str, RuleSet], ...]:
    """Return the named rule sets that this number of players can play."""
    fitting = []
    for name in VARIANTS_BY_NAME:
        try:
            fitting.append((name, named_rules(name) if players is None else for_players(named_rules(name), players)))
        except ValueError:
            continue
    return tuple(fitting)


def rank_candidates(answers: Answers) -> list[tuple[float, str, RuleSet]]:
    """Return (distance, name, rules) for the named rule sets, nearest to the answers first."""
    known = answers.known
    rows = []
    for name, rules in candidates(answers.players):
        values = rules.values()
        far = sum(_weight(option) for option, value in known.items() if values[option] != value)
        rows.append((far, name, rules))
    return sorted(rows, key=lambda row: row[0])


def _weight(name: str) -> float:
    option = RuleSet.options[name]
    return HANDS if option.phase in ("seating", "deal") else FOLLOWS if callable(option.default) else CUSTOM


def possible_games(answers: Answers) -> list[tuple[str, RuleSet]]:
    """Return the games that are still possible: the nearest and those within one custom of it."""
    rows = rank_candidates(answers)
    return [(name, rules) for far, name, rules in rows if far <= rows[0][0] + CUSTOM + FOLLOWS]


def complete_rules(answers: Answers) -> RuleSet | None:
    """Return the nearest game with these answers applied, or None if no game can be played that way."""
    return _complete_rules(answers.players, tuple(answers.known.items()))


@lru_cache(maxsize=4096)
def _complete_rules(players: int | None, known: tuple[tuple[str, object], ...]) -> RuleSet | None:
    settled = dict(known)
    answers = Answers(((PLAYERS, players), *known) if players else known)
    for _far, _name, base in rank_candidates(answers):
        # an option that follows another is set even if it equals the base, because another answer may change it
        changes = {name: v for name, v in settled.items() if base.values()[name] != v or callable(RuleSet.options[name].default)}
        if find_problems(base, changes):
            # The pack follows the hands. Answered options stay as they are.
            offered = resolutions(base, changes, {*settled, "format"})
            if not offered:
                continue
            changes |= offered[0]
        rules = base.with_options(**changes)
        if players is None or rules.table.players == players:
            return rules
    return None


def next_question(answers: Answers) -> str | None:
    """Return the next question, or None if everything that matters is known."""
    asked = {name for name, _value in answers.given}
    if PLAYERS not in asked:
        return PLAYERS
    meant = possible_games(answers)
    for name in QUESTIONS:
        if name in asked or (name not in ALWAYS and len({rules.values()[name] for _name, rules in meant}) < 2):
            continue
        if len(offered_answers(answers, name)) > 1:
            return name
    return None


def offered_answers(answers: Answers, name: str) -> list[object]:
    """Return the answers that fit the earlier ones."""
    if name == PLAYERS:
        return list(COUNTS)
    return [value for value in _all_answers(name) if complete_rules(answers.with_answer(name, value)) is not None]


def _all_answers(name: str) -> list[object]:
    option = RuleSet.options[name]
    if option.kind == "flag":
        return [True, False]
    if option.choices:
        return list(option.choices)
    used = {named_rules(variant).values()[name] for variant in VARIANTS_BY_NAME}
    return [*sorted(value for value in used if isinstance(value, int)), *([None] if option.nullable else [])]


def accepts_other_values(name: str) -> bool:
    """Return whether the question accepts a number that is not offered."""
    return name != PLAYERS and isinstance(RuleSet.options[name], Number) and not RuleSet.options[name].choices


def games_with_answer(answers: Answers, name: str, value: object) -> list[str]:
    """Return the possible games that have this answer, or none if most of them do."""
    meant = possible_games(answers)
    variants = [variant for variant, rules in meant if name not in ASKED_FIRST and rules.values()[name] == value]
    return variants if 2 * len(variants) <= len(meant) and len(variants) <= 3 else []
