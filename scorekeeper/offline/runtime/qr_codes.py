"""QR codes drawn on the phone. A code that holds a game never goes through a server."""

from __future__ import annotations

from flask import Blueprint, jsonify, request
from segno import consts, encoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("codes", __name__)

LONGEST_ADDRESS = 200
LONGEST_TEXT = 1000
"""Most characters in one code. A camera can't read a larger one across a table."""
MASK = 3
"""The content looks random, so any mask works as well. Trying all eight takes a phone seconds."""


@blueprint.post("/games/codes")
def draw() -> ResponseReturnValue:
    """Return a QR code as `rows` of 0 and 1, without the border.

    `address` is the URL up to its fragment, and `text` the fragment, in capitals.
    """
    sent = request.get_json(silent=True)
    fields = sent if isinstance(sent, dict) else {}
    address, text = [one if isinstance(one, str) else "" for one in (fields.get("address"), fields.get("text"))]
    fits = 0 < len(address) <= LONGEST_ADDRESS and 0 < len(text) <= LONGEST_TEXT
    if not fits or not encoder.is_alphanumeric(text.encode()):
        return jsonify(rows=[]), 400
    parts = [(address, consts.MODE_BYTE), (text, consts.MODE_ALPHANUMERIC)]
    code = encoder.encode(parts, error="L", micro=False, mask=MASK, boost_error=False)
    return jsonify(rows=["".join([str(one) for one in row]) for row in code.matrix])
