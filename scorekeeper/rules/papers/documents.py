"""Two kinds of paper: empty sheets, a rule card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorekeeper.base.paper.pdf import page_count, write_pdf
from scorekeeper.base.paper.sizes import SIZES
from scorekeeper.base.paper.templating import render
from scorekeeper.base.qr import svg_for_paper
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import name_of
from scorekeeper.rulebook.card import reminders, rule_card
from scorekeeper.rules.papers.blanks import GAMES, blank_sheet
from scorekeeper.rules.papers.example import scoring_example
from scorekeeper.rules.papers.facts import key_facts
from scorekeeper.rules.titles import for_players, known_title
from scorekeeper.wording.figures import money

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

MARKS = ("box", "circle")


#: How small a rule card may be set, step by step, so that any rule set stays on one page.
CARD_SCALES = (1, 0.95, 0.9, 0.85, 0.8, 0.74, 0.68, 0.6)


def blank_sheets(
    rules: RuleSet | Sequence[RuleSet],
    *,
    size: str,
    t: Gettext,
    lang: str,
    layout: str = "full",
    players: int | Sequence[str] | None = None,
    mark: str = "box",
) -> bytes:
    """Empty score sheets as a PDF, a page a rule set.

    `layout`: `full`, `half` for two sheets on a page with a line to cut along, or `match` for three games on one page.
    `players`: names by seat to print, or, in cutthroat, how many play.
    Raises ValueError for what does not exist or does not fit the rule set.
    """
    html = blank_sheets_html(rules, size=size, t=t, lang=lang, layout=layout, players=players, mark=mark)
    return write_pdf(html)


def blank_sheets_html(
    rules: RuleSet | Sequence[RuleSet],
    *,
    size: str,
    t: Gettext,
    lang: str,
    layout: str = "full",
    players: int | Sequence[str] | None = None,
    mark: str = "box",
) -> str:
    """The document that `blank_sheets` prints."""
    several = [rules] if isinstance(rules, RuleSet) else list(rules)
    sheets = []
    for one in several:
        # With another number at the table it is still the game of that name.
        seated, names = (for_players(one, players), None) if isinstance(players, int) else (one, players)
        sheet = blank_sheet(seated, size, layout, t, names)
        about = about_rules(one, t, t("Score sheet"))
        below = {"reminders": reminders(t, seated), "stakes": _stakes(seated, t)}
        sheets.append({**about, "facts": key_facts(seated, t), "sheet": sheet, "aside": "", "named": (), **below})
    return document(
        "rules/papers/blank.html", size, mark, t, lang, title=t("Score sheet"), sheets=sheets, layout=layout, games=GAMES
    )


def _stakes(rules: RuleSet, t: Gettext) -> list[tuple[str, str]]:
    """What is paid into the pot and when; the amount is empty where the table has still to set it. None without a pot."""
    if not rules.pot:
        return []
    paid = ((t("Ante"), rules.ante), (t("Contract failed"), rules.boxed), (t("First time below zero"), rules.hole))
    return [(label, money(t, cents) if cents else "") for label, cents in paid]


def rule_card_sheet(
    rules: RuleSet, *, size: str, t: Gettext, lang: str, mark: str = "box", title: str = "", link: str = ""
) -> bytes:
    """The rules of one rule set in words, on one page, as a PDF.

    `title`: what the house calls them; `link`: an address that holds them, printed as a code to photograph.
    """
    return write_pdf(rule_card_sheet_html(rules, size=size, t=t, lang=lang, mark=mark, title=title, link=link))


def rule_card_sheet_html(
    rules: RuleSet, *, size: str, t: Gettext, lang: str, mark: str = "box", title: str = "", link: str = ""
) -> str:
    """The document that `rule_card_sheet` prints."""
    card = fitted_card(rules, size, mark, t, lang, title, svg_for_paper(link) if link else "")
    return _card_html(card, size, mark, t, lang)


def _card_html(card: dict[str, Any], size: str, mark: str, t: Gettext, lang: str) -> str:
    return document("rules/papers/card.html", size, mark, t, lang, card=card, title=t("Rule card"))


def about_rules(rules: RuleSet, t: Gettext, plain: str) -> dict[str, Any]:
    """Title and facts. The mark already says 200: the standard game's title says what the paper is, `plain`."""
    title = plain if name_of(rules) == "standard" else known_title(t, rules) or t("House rules")
    return {"title": title, "facts": key_facts(rules, t)}


def fitted_card(rules: RuleSet, size: str, mark: str, t: Gettext, lang: str, title: str = "", code: str = "") -> dict[str, Any]:
    """A rule card with the type size at which it stays on one page."""
    sections = [(heading, list(sentences)) for heading, sentences in rule_card(t, rules)]
    example = scoring_example(t, rules)
    sections += [(t("For example"), example)] if example else []
    draft = {**about_rules(rules, t, t("The rules")), "sections": sections, "code": code}
    if title:
        draft["title"] = title
    html = tuple(_card_html({**draft, "scale": scale}, size, mark, t, lang) for scale in CARD_SCALES)
    return {**draft, "scale": CARD_SCALES[_fitting_step(html)]}


@lru_cache(maxsize=256)
def _fitting_step(drafts: tuple[str, ...]) -> int:
    last = len(drafts) - 1
    return next((i for i, html in enumerate(drafts[:-1]) if page_count(html) == 1), last)


def document(template: str, size: str, mark: str, t: Gettext, lang: str, **values: Any) -> str:
    """A paper from its template. Raises ValueError for another size or mark."""
    if size not in SIZES:
        raise ValueError(f"no such paper size: {size!r}; there are {', '.join(SIZES)}")
    if mark not in MARKS:
        raise ValueError(f"no such mark: {mark!r}; there are {', '.join(MARKS)}")
    return render(template, size=size, mark=mark, lang=lang, _=t, **values)
