"""The questionnaire “Which version do you play?”: the next question, its answers, and the pages, whose address holds all.

A question is asked if it tells the remaining games apart, or if tables differ on it within the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request, url_for

from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.i18n.translation import QUERY, t
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import rules_to_link, text_from_value, value_from_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.rules import choice_label, option_help, option_label, variant_blurb, variant_title
from scorekeeper.rulebook.options.entries import entries, questions
from scorekeeper.rules.commands import house_rules as kept_rules
from scorekeeper.rules.commands.resolutions import find_problems, resolutions
from scorekeeper.rules.pages.shared_rules import difference_texts, link_to
from scorekeeper.rules.pages.words import rules_blurb, rules_title
from scorekeeper.rules.printouts.facts import key_facts
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME
from scorekeeper.rules.titles import for_players, name_for_any_players, nearest

if TYPE_CHECKING:
    from scorekeeper.rules.commands.house_rules import SavedRules
    from scorekeeper.rules.printouts.facts import PrintedFact


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
    answered = {name for name, _value in answers.given}
    if PLAYERS not in answered:
        return PLAYERS
    candidates = possible_games(answers)
    for name in QUESTIONS:
        if name in answered or (name not in ALWAYS and len({rules.values()[name] for _name, rules in candidates}) < 2):
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
    candidates = possible_games(answers)
    variants = [variant for variant, rules in candidates if name not in ASKED_FIRST and rules.values()[name] == value]
    return variants if 2 * len(variants) <= len(candidates) and len(variants) <= 3 else []


blueprint = Blueprint("questionnaire", __name__)

DONE = "done"
OTHER = "other"


@dataclass(frozen=True)
class QuestionPage:
    """A page with one question.

    `number`: counts from 1. `name`: the option in question, or `PLAYERS`.
    `answers`: for each answer its link, its words, and the games that play it that way.
    `bounds`: the range if any number can be typed; `hidden` has the earlier answers for that form.
    `text`: the number that was typed. `error`: why it was rejected.
    `unsure`, `back`, `finish`: links, empty if not available. `meant`: the games that are still possible.
    """

    number: int
    name: str
    question: str
    help: str
    answers: list[tuple[str, str, str]]
    bounds: Number | None
    hidden: dict[str, str]
    unsure: str
    back: str
    finish: str
    meant: list[str]
    error: str
    text: str


@dataclass(frozen=True)
class ResultPage:
    """The page with the result.

    `known`: the named game that matches, or None. The nearest one is then shown, with `differs`.
    `answers`: for each answer the question, the words, and the link to answer again.
    `more`: the link to the next question, empty if there is none.
    `own`: these rules as saved on this device. `suggested`: a name to save them under.
    """

    title: str
    known: str | None
    blurb: str
    differs: list[str]
    facts: list[PrintedFact]
    answers: list[tuple[str, str, str]]
    back: str
    again: str
    more: str
    own: SavedRules | None
    play_url: str
    card_url: str
    change_url: str
    suggested: str
    longest: int
    uuid: str


@blueprint.get("/rules/which")
def ask() -> str:
    """Show the next question, or the result."""
    answers = from_query({k: v for k, v in request.args.items() if k not in (QUERY, DONE, OTHER)})
    name = None if DONE in request.args else next_question(answers)
    return _render_result(answers) if name is None else _render_question(answers, name)


def _url(answers: Answers, **more: str) -> str:
    query: dict[str, Any] = {**to_query(answers), **more}
    if lang := request.args.get(QUERY):
        query[QUERY] = lang
    return url_for("questionnaire.ask", **query)


def _render_question(answers: Answers, name: str) -> str:
    error = ""
    text = request.args.get(name, "").strip()[:12]
    if text:  # only a number that was rejected gets here
        value = text if name == PLAYERS else value_from_text(name, text)
        problem = name != PLAYERS and RuleSet.options[name].problem(value)
        error = _("%(read)s is not a valid number here. Enter another one.", read=text) if problem else ""
        error = error or _("%(read)s does not fit your other answers.", read=text)
    option = RuleSet.options.get(name)
    page = QuestionPage(
        number=len(answers.given) + 1,
        name=name,
        question=t()(QUESTIONS[name]),
        help="" if option is None else option_help(t(), name),
        answers=[
            (_url(answers.with_answer(name, value)), _label(name, value), _played_text(answers, name, value))
            for value in offered_answers(answers, name)
        ],
        bounds=option if accepts_other_values(name) and isinstance(option, Number) else None,
        hidden=to_query(answers),
        unsure=_url(answers.with_answer(name, ANY)) if answers.given else "",
        back=_url(Answers(answers.given[:-1])) if answers.given else "",
        finish=_url(answers, **{DONE: "yes"}) if len(answers.given) > 1 else "",
        meant=[_nearest_title(rules) for _name, rules in possible_games(answers)] if len(answers.given) > 1 else [],
        error=error,
        text=text,
    )
    return render_template("rules/saved_rules/question.html", **template_values(page))


def _label(name: str, value: object) -> str:
    if value == ANY:
        return _("not sure")
    return str(value) if name == PLAYERS else choice_label(t(), name, value)


def _played_text(answers: Answers, name: str, value: object) -> str:
    titles = [variant_title(t(), variant) for variant in games_with_answer(answers, name, value)]
    return " · ".join(titles)


def _nearest_title(rules: RuleSet) -> str:
    return variant_title(t(), name_for_any_players(rules) or nearest(rules))


def _render_result(answers: Answers) -> str:
    rules = complete_rules(answers)
    assert rules is not None  # impossible answers were not accepted
    known, near = name_for_any_players(rules), nearest(rules)
    device = visitor()
    page = ResultPage(
        title=variant_title(t(), known or near),
        known=known,
        blurb=rules_blurb(rules) if known else variant_blurb(t(), near),
        differs=[] if known else difference_texts(near, rules),
        facts=key_facts(rules, t()),
        answers=[(_question_label(name), _label(name, value), _url(answers.without(name))) for name, value in answers.given],
        back=_url(Answers(answers.given[:-1])) if answers.given else "",
        again=url_for("questionnaire.ask"),
        more=_url(answers) if next_question(answers) else "",
        own=kept_rules.find(device, rules),
        play_url=url_for("new_game.form", rules=rules_to_link(rules)),
        card_url=link_to(rules),
        change_url=url_for("our_rules.new", of=rules_to_link(rules)),
        suggested=kept_rules.free_name(device, rules_title(rules)),
        longest=LONGEST_RULES_NAME,
        uuid=submission_key(),
    )
    return render_template("rules/saved_rules/result.html", **template_values(page))


def _question_label(name: str) -> str:
    return _("Players") if name == PLAYERS else option_label(t(), name)
