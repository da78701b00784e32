"""The questionnaire “Which version do you play?”. Each answer is a link, and only the address holds the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request, url_for

from scorekeeper.core.forms.submission_keys import submission_key
from scorekeeper.core.i18n.translation import QUERY, t
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.formats.rules import rules_to_link, value_from_text
from scorekeeper.messages.rules.rules import choice_label, option_help, option_label, variant_blurb, variant_title
from scorekeeper.rules.commands import house_rules as kept_rules
from scorekeeper.rules.pages import questions
from scorekeeper.rules.pages.questions import ANY, PLAYERS, QUESTIONS, Answers
from scorekeeper.rules.pages.shared_rules import difference_texts, link_to
from scorekeeper.rules.pages.words import rules_blurb, rules_title
from scorekeeper.rules.printouts.facts import key_facts
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME
from scorekeeper.rules.titles import name_for_any_players, nearest

if TYPE_CHECKING:
    from scorekeeper.rules.commands.house_rules import SavedRules
    from scorekeeper.rules.printouts.facts import PrintedFact

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
    answers = questions.from_query({k: v for k, v in request.args.items() if k not in (QUERY, DONE, OTHER)})
    name = None if DONE in request.args else questions.next_question(answers)
    return _render_result(answers) if name is None else _render_question(answers, name)


def _url(answers: Answers, **more: str) -> str:
    asked: dict[str, Any] = {**questions.to_query(answers), **more}
    if lang := request.args.get(QUERY):
        asked[QUERY] = lang
    return url_for("questionnaire.ask", **asked)


def _render_question(answers: Answers, name: str) -> str:
    error = ""
    text = request.args.get(name, "").strip()[:12]
    if text:  # only a number that was rejected gets here
        value = text if name == PLAYERS else value_from_text(name, text)
        problem = name != PLAYERS and RuleSet.options[name].problem(value)
        error = _("%(read)s is not a valid number here. Enter another one.", read=text) if problem else ""
        error = error or _("%(read)s does not fit your other answers.", read=text)
    option = RuleSet.options.get(name)
    shown = QuestionPage(
        number=len(answers.given) + 1,
        name=name,
        question=t()(QUESTIONS[name]),
        help="" if option is None else option_help(t(), name),
        answers=[
            (_url(answers.with_answer(name, value)), _label(name, value), _played_text(answers, name, value))
            for value in questions.offered_answers(answers, name)
        ],
        bounds=option if questions.accepts_other_values(name) and isinstance(option, Number) else None,
        hidden=questions.to_query(answers),
        unsure=_url(answers.with_answer(name, ANY)) if answers.given else "",
        back=_url(Answers(answers.given[:-1])) if answers.given else "",
        finish=_url(answers, **{DONE: "yes"}) if len(answers.given) > 1 else "",
        meant=[_nearest_title(rules) for _name, rules in questions.possible_games(answers)] if len(answers.given) > 1 else [],
        error=error,
        text=text,
    )
    return render_template("rules/saved_rules/question.html", **template_values(shown))


def _label(name: str, value: object) -> str:
    if value == ANY:
        return _("not sure")
    return str(value) if name == PLAYERS else choice_label(t(), name, value)


def _played_text(answers: Answers, name: str, value: object) -> str:
    titles = [variant_title(t(), variant) for variant in questions.games_with_answer(answers, name, value)]
    return " · ".join(titles)


def _nearest_title(rules: RuleSet) -> str:
    return variant_title(t(), name_for_any_players(rules) or nearest(rules))


def _render_result(answers: Answers) -> str:
    rules = questions.complete_rules(answers)
    assert rules is not None  # impossible answers were not accepted
    known, near = name_for_any_players(rules), nearest(rules)
    device = visitor()
    shown = ResultPage(
        title=variant_title(t(), known or near),
        known=known,
        blurb=rules_blurb(rules) if known else variant_blurb(t(), near),
        differs=[] if known else difference_texts(near, rules),
        facts=key_facts(rules, t()),
        answers=[(_question_label(name), _label(name, value), _url(answers.without(name))) for name, value in answers.given],
        back=_url(Answers(answers.given[:-1])) if answers.given else "",
        again=url_for("questionnaire.ask"),
        more=_url(answers) if questions.next_question(answers) else "",
        own=kept_rules.find(device, rules),
        play_url=url_for("new_game.form", rules=rules_to_link(rules)),
        card_url=link_to(rules),
        change_url=url_for("our_rules.new", of=rules_to_link(rules)),
        suggested=kept_rules.free_name(device, rules_title(rules)),
        longest=LONGEST_RULES_NAME,
        uuid=submission_key(),
    )
    return render_template("rules/saved_rules/result.html", **template_values(shown))


def _question_label(name: str) -> str:
    return _("Players") if name == PLAYERS else option_label(t(), name)
