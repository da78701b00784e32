"""Which version is played: what to ask next, what may be answered, and the rule set that the answers make.

Made of the options and the named rule sets: a question is asked while its answers tell apart the games that may still be meant,
or where houses differ so often that the game's name does not settle it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.codec.rules_link import value_of, value_text
from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rulebook.entries import entries, questions
from scorekeeper.rules.actions.resolutions import problems_of, resolutions
from scorekeeper.rules.titles import for_players
from scorekeeper.wording.marks import N_

PLAYERS = "players"
ANY = "any"
"""Whoever answers does not know: as in the game that this turns out to be."""
COUNTS = (2, 3, 4, 5, 6)

QUESTIONS: dict[str, str] = {PLAYERS: N_("How many are playing?"), **questions()}
"""The number of players and the options that are asked about, in the order of an evening."""

ALWAYS = {name for name, entry in entries().items() if entry.varies}
"""What differs from house to house under the same name."""

SAID = (PLAYERS, "format")
"""Questions whose answers say already which games are meant."""

HANDS, CUSTOM, FOLLOWS = 3.0, 1.0, 0.5
"""How far off another answer makes a game: with other hands, with another custom, with one that follows another by itself."""


@dataclass(frozen=True)
class Answers:
    """What was answered so far, in order: a number of players, values of options, or `ANY`."""

    given: tuple[tuple[str, object], ...] = ()

    @property
    def players(self) -> int | None:
        """How many sit at the table, if that was said."""
        number = dict(self.given).get(PLAYERS)
        return number if isinstance(number, int) else None

    @property
    def known(self) -> dict[str, object]:
        """The options that were settled."""
        return {name: value for name, value in self.given if name != PLAYERS and value != ANY}

    def plus(self, name: str, value: object) -> Answers:
        """One answer more."""
        return Answers((*self.given, (name, value)))

    def without(self, name: str) -> Answers:
        """The same, with this question to be asked again."""
        return Answers(tuple(answer for answer in self.given if answer[0] != name))


def to_query(answers: Answers) -> dict[str, str]:
    """The answers as an address has them."""
    return {name: ANY if value == ANY else value_text(value) for name, value in answers.given}


def from_query(query: Mapping[str, str]) -> Answers:
    """The answers of an address, as far as each fits those before it."""
    answers = Answers()
    for name, text in query.items():
        if name not in QUESTIONS:
            continue
        value: object = (
            ANY if text == ANY else int(text) if name == PLAYERS and text in map(str, COUNTS) else value_of(name, text)
        )
        if name == PLAYERS:
            fits = value == ANY or value in COUNTS
        else:
            fits = value == ANY or RuleSet.options[name].problem(value) is None
        if not fits or complete(answers.plus(name, value)) is None:
            break
        answers = answers.plus(name, value)
    return answers


@lru_cache(maxsize=16)
def candidates(players: int | None) -> tuple[tuple[str, RuleSet], ...]:
    """The named rule sets that so many can play."""
    fitting = []
    for name in NAMED:
        try:
            fitting.append((name, named(name) if players is None else for_players(named(name), players)))
        except ValueError:
            continue
    return tuple(fitting)


def ranked(answers: Answers) -> list[tuple[float, str, RuleSet]]:
    """The named rule sets by how far they are from the answers, nearest first."""
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


def possible(answers: Answers) -> list[tuple[str, RuleSet]]:
    """The games that may be meant: the nearest, and those one custom further off."""
    rows = ranked(answers)
    return [(name, rules) for far, name, rules in rows if far <= rows[0][0] + CUSTOM + FOLLOWS]


def complete(answers: Answers) -> RuleSet | None:
    """The rule set that the answers make of the game nearest to them; None if nothing can be played so."""
    return _completed(answers.players, tuple(answers.known.items()))


@lru_cache(maxsize=4096)
def _completed(players: int | None, known: tuple[tuple[str, object], ...]) -> RuleSet | None:
    settled = dict(known)
    answers = Answers(((PLAYERS, players), *known) if players else known)
    for _far, _name, base in ranked(answers):
        # what would follow another option is named even where it is as in the base: another answer may move it away
        changes = {name: v for name, v in settled.items() if base.values()[name] != v or callable(RuleSet.options[name].default)}
        if problems_of(base, changes):
            # The pack follows the hands; nothing that was answered is touched.
            offered = resolutions(base, changes, {*settled, "format"})
            if not offered:
                continue
            changes |= offered[0]
        rules = base.but(**changes)
        if players is None or rules.table.players == players:
            return rules
    return None


def next_question(answers: Answers) -> str | None:
    """What to ask now; None when everything that matters is known."""
    asked = {name for name, _value in answers.given}
    if PLAYERS not in asked:
        return PLAYERS
    meant = possible(answers)
    for name in QUESTIONS:
        if name in asked or (name not in ALWAYS and len({rules.values()[name] for _name, rules in meant}) < 2):
            continue
        if len(offered(answers, name)) > 1:
            return name
    return None


def offered(answers: Answers, name: str) -> list[object]:
    """The answers to a question that can be played with what was said before."""
    if name == PLAYERS:
        return list(COUNTS)
    return [value for value in _values(name) if complete(answers.plus(name, value)) is not None]


def _values(name: str) -> list[object]:
    option = RuleSet.options[name]
    if option.kind == "flag":
        return [True, False]
    if option.choices:
        return list(option.choices)
    used = {named(variant).values()[name] for variant in NAMED}
    return [*sorted(value for value in used if isinstance(value, int)), *([None] if option.nullable else [])]


def takes_others(name: str) -> bool:
    """Whether a number beside those offered may be given."""
    return name != PLAYERS and isinstance(RuleSet.options[name], Number) and not RuleSet.options[name].choices


def played_by(answers: Answers, name: str, value: object) -> list[str]:
    """Which of the games that may be meant have this answer; none where most do."""
    meant = possible(answers)
    variants = [variant for variant, rules in meant if name not in SAID and rules.values()[name] == value]
    return variants if 2 * len(variants) <= len(meant) and len(variants) <= 3 else []
