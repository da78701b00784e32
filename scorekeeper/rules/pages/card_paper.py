"""Rule cards as PDFs."""

from __future__ import annotations

from flask import Response, abort, url_for

from scorekeeper.base.i18n import t_for
from scorekeeper.base.pages.asked_paper import asked_lang, asked_size
from scorekeeper.base.pages.frame import settings
from scorekeeper.base.pages.pdf_answers import pdf
from scorekeeper.base.pages.reach import root
from scorekeeper.codec.rules_link import rules_to_link
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rules.pages.rules import blueprint
from scorekeeper.rules.papers.documents import rule_card_sheet_html
from scorekeeper.wording.titles import variant_title


@blueprint.get("/rules/<name>.pdf")
def card_pdf(name: str) -> Response:
    """Return the PDF of a named rule set's card."""
    if name not in NAMED:
        abort(404)
    link = root() + url_for("rules.card", name=name)
    return card_as_pdf(named(name), variant_title(t_for(asked_lang()), name), link)


def card_as_pdf(rules: RuleSet, name: str, link: str) -> Response:
    """Return a rule card as a PDF, with a QR code that opens the rules on a phone."""
    size, mark = asked_size(), settings()["mark"]
    words = t_for(lang := asked_lang())
    return pdf(
        lambda: rule_card_sheet_html(rules, size=size, t=words, lang=lang, mark=mark, link=link),
        name=[words("Rule card"), name],
        of=("card", link, rules_to_link(rules), size, mark, lang),
    )
