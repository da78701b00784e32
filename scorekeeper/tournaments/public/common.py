"""Answers of the public pages, which only send what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.base.pages import live
from scorekeeper.tournaments.context import facts, live_part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _typeshed import DataclassInstance
    from flask import Response

    from scorekeeper.tournaments.context import PublicContext


@dataclass(frozen=True)
class Around:
    """What stands around a public page. `part`: the page's name, its template is `tournaments/public/_<part>.html`."""

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
    """A public page; for its script, the part that changes, and nothing (304) where it has not.

    `make`: what its template is given, made only where it is needed; `of`: what it depends on besides the tournament.
    """

    def all_facts() -> dict[str, Any]:
        return {**facts(context, make()), **live.given(Around(part, title, [*css]))}

    return live.page(
        live_part(context, of), whole="tournaments/public/page.html", parts="tournaments/public/part.html", make=all_facts
    )
