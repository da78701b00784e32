"""A closed instance (`SCOREKEEPER_PRIVATE`), on which strangers start no games. Packages register known visitors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import current_app

from scorekeeper.core.refusals import NotAllowed

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.core.devices.visitors import Visitor

    Knows = Callable[[Visitor | None], bool]

_KNOWN = "scorekeeper.known"


def register(app: Flask, knows: Knows) -> None:
    """Admit visitors for whom `knows` returns true during a request."""
    app.extensions.setdefault(_KNOWN, []).append(knows)


def check(visitor: Visitor | None) -> None:
    """Raise NotAllowed("game.private") for a stranger on a closed instance."""
    if current_app.config["PRIVATE"] and not any(knows(visitor) for knows in current_app.extensions[_KNOWN]):
        raise NotAllowed("game.private")
