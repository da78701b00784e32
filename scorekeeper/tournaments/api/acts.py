"""Changes of a tournament as the API takes them: on top of a revision, under a key, answered by what they touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec

from flask import Response

from scorekeeper.base.api import requests
from scorekeeper.tournaments.actions.act import TournamentAct
from scorekeeper.tournaments.actions.entrance import TournamentAccess
from scorekeeper.tournaments.actions.writing import write
from scorekeeper.tournaments.api import answers

WRITES: dict[str, Any] = {"headers": ("revision", "key?"), "answers": {200: "TournamentWritten"}}
"""What every operation declares that makes such a change."""


P = ParamSpec("P")


def act(access: TournamentAccess, action: Callable[P, TournamentAct], *what: P.args, **how: P.kwargs) -> Response:
    """Do it, with the revision and the key that were sent; the answer."""
    revision, key = requests.revision(access.revision), requests.key()
    return answers.written(access, write(access, action(*what, **how), revision=revision, uuid=key))
