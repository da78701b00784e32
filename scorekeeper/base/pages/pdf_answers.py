"""A PDF file as an answer, made anew when the style sheets are others."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from scorekeeper.base.downloads import printed
from scorekeeper.base.pages.assets import asset_url


def pdf(html: Callable[[], str], *, name: list[str], of: tuple[object, ...]) -> Response:
    """The document as an answer; `html`, `name`, `of` as `printed` takes them."""
    return printed(html, name=name, of=(asset_url(""), of))
