"""Draws every QR code of the server; a phone draws its own (`phone/codes.py`)."""

from __future__ import annotations

import segno
from markupsafe import Markup

LONG = 200
"""Signs from which on a code is drawn with the least spare dots: more of them would make it too fine for a camera."""


def qr_code(text: str) -> segno.QRCode:
    """Return the code of a text. Raises `segno.DataOverflowError` for one that no code holds."""
    return segno.make(text, error="m" if len(text) < LONG else "l", micro=False)


def svg_for_paper(link: str) -> Markup:
    """Return the code of a link as SVG without a border and a size of its own."""
    # segno draws a path; nothing of the link's text is in it
    return Markup(qr_code(link).svg_inline(border=0, omitsize=True))  # noqa: S704
