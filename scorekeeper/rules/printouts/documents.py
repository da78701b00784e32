"""Printouts about rules: blank score sheets, and rule cards with two example hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorekeeper.core.pdf.pdf_templates import render
from scorekeeper.core.pdf.rendering import page_count
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.core.qr_codes import svg_for_paper
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import RuleSet, name_of
from scorekeeper.messages.game.lines import lines_of
from scorekeeper.messages.names import names_of
from scorekeeper.messages.numbers import money
from scorekeeper.rulebook.examples.illustrations import PLAYERS
from scorekeeper.rulebook.view import reminders, rule_card
from scorekeeper.rules.printouts.blanks import GAMES, blank_sheet
from scorekeeper.rules.printouts.facts import key_facts
from scorekeeper.rules.titles import for_players, title_of

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


CONTRACTOR, CALLED = 0, 2
TOOK = (10, -15)
"""Card points above the bid, and below it."""


def scoring_example(t: Gettext, rules: RuleSet) -> list[str]:
    """Return sentences about each hand's score in a new game, or none if the rules have no such hand."""
    bid = max(75, rules.minimum_bid)
    sentences = []
    for more in TOOK:
        replayed = replay(rules, rules.table.players - 1, [_hand(rules, bid, min(100, bid + more))])
        if not isinstance(replayed.error, GameError):
            sentence = lines_of(t).bind(names_of(rules, PLAYERS[: rules.table.players]))
            sentences.append(" ".join(sentence(line) for line in replayed.hands[0].lines))
    return sentences


def _hand(rules: RuleSet, bid: int, took: int) -> Played:
    """Return a hand in which the next side took all the points that the contractor did not."""
    together = rules.table.individual and rules.defenders_score == "temporary_team"
    piles = 2 if together else len(rules.table.sides)
    points = (took, 100 - took, *[0] * (piles - 2))
    called = CALLED if rules.format == "called_partner" else None
    return Played(CONTRACTOR, bid, points, bids={}, called_seat=called)


#: How small a rule card may be set, step by step, so that any rule set stays on one page.
CARD_SCALES = (1, 0.95, 0.9, 0.85, 0.8, 0.74, 0.68, 0.6)


def blank_sheets_html(
    rules: RuleSet | Sequence[RuleSet],
    options: SheetOptions,
    *,
    layout: str = "full",
    players: int | Sequence[str] | None = None,
) -> str:
    """Return blank score sheets, a page for each rule set.

    `layout`: `full`, `half` for two sheets with a line to cut along, or `match` for three games on a page.
    `players`: names by seat, or in cutthroat the number of players.
    Raises ValueError for an unknown value or one that doesn't fit the rule set.
    """
    t = options.t
    several = [rules] if isinstance(rules, RuleSet) else list(rules)
    sheets = []
    for one in several:
        # With a different number of players it is still the same game, so the title comes from `one`.
        seated, names = (for_players(one, players), None) if isinstance(players, int) else (one, players)
        sheet = blank_sheet(seated, options.size, layout, t, names)
        about = about_rules(one, t, t("Score sheet"))
        below = {"reminders": reminders(t, seated), "stakes": _stakes(seated, t)}
        sheets.append({**about, "facts": key_facts(seated, t), "sheet": sheet, "aside": "", "named": (), **below})
    return document("rules/printouts/blank.html", options, title=t("Score sheet"), sheets=sheets, layout=layout, games=GAMES)


def _stakes(rules: RuleSet, t: Gettext) -> list[tuple[str, str]]:
    """Return (label, amount) for each payment into the pot, none without a pot.

    The amount is empty if the table still has to set it.
    """
    if not rules.pot:
        return []
    paid = ((t("Ante"), rules.ante), (t("Contract failed"), rules.boxed), (t("First time below zero"), rules.hole))
    return [(label, money(t, cents) if cents else "") for label, cents in paid]


def rule_card_sheet_html(rules: RuleSet, options: SheetOptions, *, title: str = "", link: str = "") -> str:
    """Return the rules of a rule set in words, on one page.

    `title`: the table's name for them. `link`: an address printed as a QR code.
    """
    return _card_html(fit_card(rules, options, title, svg_for_paper(link) if link else ""), options)


def _card_html(card: dict[str, Any], options: SheetOptions) -> str:
    return document("rules/printouts/card.html", options, card=card, title=options.t("Rule card"))


def about_rules(rules: RuleSet, t: Gettext, plain: str) -> dict[str, Any]:
    """Return the title and facts. For the standard game the title is `plain`, because the logo already says 200."""
    title = plain if name_of(rules) == "standard" else title_of(t, rules)
    return {"title": title, "facts": key_facts(rules, t)}


def fit_card(rules: RuleSet, options: SheetOptions, title: str = "", code: str = "") -> dict[str, Any]:
    """Return a rule card with the type size at which it fits on one page."""
    t = options.t
    sections = [(heading, list(sentences)) for heading, sentences in rule_card(t, rules)]
    example = scoring_example(t, rules)
    sections += [(t("For example"), example)] if example else []
    draft = {**about_rules(rules, t, t("The rules")), "sections": sections, "code": code}
    if title:
        draft["title"] = title
    html = tuple(_card_html({**draft, "scale": scale}, options) for scale in CARD_SCALES)
    return {**draft, "scale": CARD_SCALES[_fitting_step(html)]}


@lru_cache(maxsize=256)
def _fitting_step(drafts: tuple[str, ...]) -> int:
    last = len(drafts) - 1
    return next((i for i, html in enumerate(drafts[:-1]) if page_count(html) == 1), last)


def document(template: str, options: SheetOptions, **values: Any) -> str:
    """Return a printout's HTML from its template."""
    return render(template, size=options.size, mark=options.mark, lang=options.lang, _=options.t, **values)
