"""Draws the server's QR codes. Phones draw their own (`offline/runtime/qr_codes.py`)."""

from __future__ import annotations

import segno
from markupsafe import Markup

LONG = 200
"""Length from which the lowest error correction is used, to keep the dots large enough for cameras."""


def qr_code(text: str) -> segno.QRCode:
    """Return the QR code of a text. Raises `segno.DataOverflowError` if it is too long."""
    return segno.make(text, error="m" if len(text) < LONG else "l", micro=False)


def svg_for_paper(link: str) -> Markup:
    """Return the QR code of a link as SVG without border or size."""
    # segno draws a path, which contains none of the link's text
    return Markup(qr_code(link).svg_inline(border=0, omitsize=True))  # noqa: S704
