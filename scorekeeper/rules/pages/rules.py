"""Pages of the named rule sets, in words."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, url_for

from scorekeeper.core.i18n.translation import t
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.numbers import clauses
from scorekeeper.messages.rules.rules import GROUPS, diff_text, group_title, phase_title, variant_blurb, variant_title
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulebook.book import decisions_in
from scorekeeper.rulebook.sources import SOURCES
from scorekeeper.rulebook.view import rule_card
from scorekeeper.rules.printouts.facts import key_facts

blueprint = Blueprint("rules", __name__)

_PHASE_OF = {
    "format": "seating",
    "deal": "deal",
    "auction": "auction",
    "kitty": "kitty",
    "play": "play",
    "score": "scoring",
    "end": "endings",
    "skunk": "endings",
    "match": "endings",
    "adjustment": "scoring",
    "start": "scoring",
    "pot": "pot",
}
"""The heading of the rule card for a rule, by the first part of its id."""


def anchors(rules: RuleSet) -> dict[str, list[str]]:
    """Return the rule ids that lead to each heading of a rule card.

    Rules of a phase that isn't played lead to the scoring.
    """
    headings = {heading for heading, _sentences in rule_card(t(), rules)}
    by_heading: dict[str, list[str]] = {}
    for rule in RULES:
        phase = _PHASE_OF[rule.partition(".")[0]]
        target_phase = phase if phase_title(t(), phase) in headings else "scoring"
        by_heading.setdefault(phase_title(t(), target_phase), []).append(rule)
    return by_heading


@blueprint.get("/rules")
def index() -> str:
    """Show every named rule set, by region and number of players."""
    groups = [
        (group_title(t(), group), [(n, variant_title(t(), n), variant_blurb(t(), n)) for n in names])
        for group, names in GROUPS.items()
    ]
    return render_template("rules/index.html", groups=groups)


@blueprint.get("/rules/<name>")
def card(name: str) -> str:
    """Show a named rule set in words, and how it differs from the standard game."""
    if name not in VARIANTS_BY_NAME:
        abort(404)
    rules = named_rules(name)
    return render_template(
        "rules/card.html",
        title=variant_title(t(), name),
        blurb=variant_blurb(t(), name),
        differs=diff_text(t(), named_rules("standard"), rules),
        chosen=[(d.key, t()(d.title), t()(d.text)) for d in decisions_in(name)],
        pdf_url=url_for("rules.card_pdf", name=name),
        play_url=url_for("new_game.form", rules=name),
        change_url=url_for("our_rules.new", of=name),
        paper_url=url_for("paper.index", rules=name),
        sources=clauses(t(), [t()(source.title) for source in SOURCES if source.key in VARIANTS_BY_NAME[name].source.split()]),
        **card_parts(rules),
    )


def card_parts(rules: RuleSet) -> dict[str, object]:
    """Return the parts of a rule card's page."""
    return {"sections": rule_card(t(), rules), "anchors": anchors(rules), "facts": key_facts(rules, t())}
