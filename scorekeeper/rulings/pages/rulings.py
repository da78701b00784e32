"""The pages for rulings. The address holds the whole question, and nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base.i18n import QUERY, supported_language, t
from scorekeeper.base.pages.reach import reachable_root, why_unreachable
from scorekeeper.rulings.questions import answering
from scorekeeper.rulings.questions.answering import QuestionRedirect
from scorekeeper.rulings.questions.desk import Reader
from scorekeeper.rulings.sources import source_text
from scorekeeper.wording.titles import rule_title

blueprint = Blueprint("rulings", __name__)


@blueprint.app_context_processor
def words() -> dict[str, Any]:
    """Return the functions that the template macros need."""
    return {"rule_words": lambda rule: rule_title(t(), rule), "rule_source": lambda rule, rules: source_text(t(), rule, rules)}


def address(page: str, parts: Mapping[str, Any]) -> str:
    """Return the address of a page, or of a question's QR code."""
    return url_for("rulings.code", **parts) if page == answering.CODE else url_for(f"rulings.{page}", **parts)


def _render_page(name: str) -> ResponseReturnValue:
    reader = Reader(t(), address, supported_language(request.args.get(QUERY)) or "")
    page = answering.page(reader, name, request.args.to_dict())
    if isinstance(page, QuestionRedirect):
        return redirect(page.address)
    kept = {"only_here": why_unreachable(), "link": reachable_root() + page.address, "code": page.code} if page.address else {}
    return make_response(render_template(f"rulings/{page.template}.html", **kept, **page.values), page.status)


def _register(name: str) -> None:
    @blueprint.get("/rulings" if name == answering.INDEX else f"/rulings/{name}", endpoint=name)
    def page() -> ResponseReturnValue:
        """Show the page, or redirect to the address that a pressed button makes."""
        return _render_page(name)


for _name in answering.pages():
    _register(_name)
