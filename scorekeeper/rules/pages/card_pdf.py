"""Rule cards as PDFs."""

from __future__ import annotations

from flask import Response, abort, url_for

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.pages.layout import settings
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.core.pdf.pdf_options import requested_lang, requested_options
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.messages.rules.titles import variant_title
from scorekeeper.rules.pages.rules import blueprint
from scorekeeper.rules.printouts.documents import rule_card_sheet_html


@blueprint.get("/rules/<name>.pdf")
def card_pdf(name: str) -> Response:
    """Return the PDF of a named rule set's card."""
    if name not in VARIANTS_BY_NAME:
        abort(404)
    link = reachable_root() + url_for("rules.card", name=name)
    return card_as_pdf(named_rules(name), variant_title(t_for(requested_lang()), name), link)


def card_as_pdf(rules: RuleSet, name: str, link: str) -> Response:
    """Return a rule card as a PDF, with a QR code that opens the rules on a phone."""
    options = requested_options(settings()["mark"])
    return pdf_page(
        lambda: rule_card_sheet_html(rules, options, link=link),
        name=[options.t("Rule card"), name],
        of=("card", link, rules_to_link(rules), options),
    )
