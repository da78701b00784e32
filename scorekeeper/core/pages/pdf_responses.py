"""PDF responses, which are cached until their style sheets change."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from scorekeeper.core.http.downloads import make_pdf_response
from scorekeeper.core.pages.assets import asset_url


def pdf_page(html: Callable[[], str], *, name: list[str], of: tuple[object, ...]) -> Response:
    """Return the document as a PDF. `html`, `name` and `of` as for `make_pdf_response`."""
    return make_pdf_response(html, name=name, of=(asset_url(""), of))
