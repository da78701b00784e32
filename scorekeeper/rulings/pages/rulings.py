"""The pages for rulings. The address holds the whole question, and nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.i18n.translation import QUERY, supported_language, t
from scorekeeper.core.pages.lan_address import reachable_root, why_unreachable
from scorekeeper.messages.rules.titles import rule_title
from scorekeeper.rulings.questions import question_pages
from scorekeeper.rulings.questions.question_context import Reader
from scorekeeper.rulings.questions.question_pages import QuestionRedirect
from scorekeeper.rulings.sources import source_text

blueprint = Blueprint("rulings", __name__)


@blueprint.app_context_processor
def words() -> dict[str, Any]:
    """Return the functions that the template macros need."""
    return {"rule_words": lambda rule: rule_title(t(), rule), "rule_source": lambda rule, rules: source_text(t(), rule, rules)}


def address(page: str, parts: Mapping[str, Any]) -> str:
    """Return the address of a page, or of a question's QR code."""
    return url_for("rulings.code", **parts) if page == question_pages.CODE else url_for(f"rulings.{page}", **parts)


def _render_page(name: str) -> ResponseReturnValue:
    reader = Reader(t(), address, supported_language(request.args.get(QUERY)) or "")
    page = question_pages.page(reader, name, request.args.to_dict())
    if isinstance(page, QuestionRedirect):
        return redirect(page.address)
    link_values = (
        {"only_here": why_unreachable(), "link": reachable_root() + page.address, "code": page.code} if page.address else {}
    )
    return make_response(render_template(f"rulings/{page.template}.html", **link_values, **page.values), page.status)


def _register(name: str) -> None:
    @blueprint.get("/rulings" if name == question_pages.INDEX else f"/rulings/{name}", endpoint=name)
    def page() -> ResponseReturnValue:
        """Show the page, or redirect to the address that a pressed button makes."""
        return _render_page(name)


for _name in question_pages.pages():
    _register(_name)
