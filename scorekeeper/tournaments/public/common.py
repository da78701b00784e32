"""Answers of the public pages, which send only what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.pages import live_parts
from scorekeeper.tournaments.context import common_values, live_part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _typeshed import DataclassInstance
    from flask import Response

    from scorekeeper.tournaments.context import PublicContext


@dataclass(frozen=True)
class PublicPageContext:
    """The frame of a public page. `part`: its name; the template is `tournaments/public/_<part>.html`."""

    part: str
    title: str
    more_css: list[str]


def page(
    part: str,
    context: PublicContext,
    make: Callable[[], DataclassInstance],
    *,
    title: str,
    css: Sequence[str] = (),
    of: object = None,
) -> Response:
    """Return a public page, or for its script only the live part; 304 if that has not changed.

    `make`: returns the template's values, called only if needed; `of`: anything the page depends on besides the tournament.
    """

    def all_facts() -> dict[str, Any]:
        return {**common_values(context, make()), **live_parts.template_values(PublicPageContext(part, title, [*css]))}

    return live_parts.page(
        live_part(context, of), whole="tournaments/public/page.html", parts="tournaments/public/part.html", make=all_facts
    )
