"""Changes of a tournament as the API takes them: on top of a revision, under a key, answered by what they touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from scorekeeper.base.api import requests
from scorekeeper.tournaments.actions.way import TournamentWay
from scorekeeper.tournaments.actions.writing import Written
from scorekeeper.tournaments.api import answers

WRITES: dict[str, Any] = {"headers": ("revision", "key?"), "answers": {200: "TournamentWritten"}}
"""What every operation declares that makes such a change."""


def act(way: TournamentWay, action: Callable[..., Written], *what: Any, **how: Any) -> Response:
    """Do it, with the revision and the key that were sent; the answer."""
    return answers.written(way, action(way, *what, **how, revision=requests.revision(), uuid=requests.key()))
