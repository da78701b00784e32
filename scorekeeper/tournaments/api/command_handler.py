"""Commands over the API: based on a revision, under an idempotency key, answered with the changed parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec

from flask import Response

from scorekeeper.base.api import requests
from scorekeeper.tournaments.actions.act import TournamentCommand
from scorekeeper.tournaments.actions.entrance import TournamentAccess
from scorekeeper.tournaments.actions.writing import write
from scorekeeper.tournaments.api import answers

COMMAND_OPTIONS: dict[str, Any] = {"headers": ("revision", "key?"), "answers": {200: "TournamentWritten"}}
"""The declaration that every operation with a command shares."""


P = ParamSpec("P")


def run_command(access: TournamentAccess, action: Callable[P, TournamentCommand], *what: P.args, **how: P.kwargs) -> Response:
    """Carry out a command with the revision and key of the request, and return the answer."""
    revision, key = requests.revision(access.revision), requests.key()
    return answers.change_response(access, write(access, action(*what, **how), revision=revision, uuid=key))
