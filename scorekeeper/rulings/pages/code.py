"""A question as a QR code that opens it on another phone."""

from __future__ import annotations

from flask import Response, abort, request
from segno import DataOverflowError

from scorekeeper.core.pages.lan_address import qr_code, reachable_root
from scorekeeper.rulings.pages.rulings import address, blueprint
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.questions.question_context import non_empty_parts
from scorekeeper.rulings.questions.question_pages import ANSWER, COMPARE


@blueprint.get("/rulings/<kind>.svg")
def code(kind: str) -> Response:
    """Return the QR code of a question's address."""
    if kind not in RULING_PAGES and kind != COMPARE:
        abort(404)
    question = (
        reachable_root() + address(kind, non_empty_parts(request.args.to_dict())) + (ANSWER if kind in RULING_PAGES else "")
    )
    try:
        return qr_code(question)
    except DataOverflowError:
        abort(404)
