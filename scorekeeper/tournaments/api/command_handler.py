"""Commands over the API: based on a revision, under an idempotency key, answered with the changed parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec

from flask import Response

from scorekeeper.core.api import requests
from scorekeeper.tournaments.api import responses
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import write

COMMAND_OPTIONS: dict[str, Any] = {"headers": ("revision", "key?"), "answers": {200: "TournamentWritten"}}
"""The declaration that every operation with a command shares."""


P = ParamSpec("P")


def run_command(access: TournamentAccess, action: Callable[P, TournamentCommand], *what: P.args, **how: P.kwargs) -> Response:
    """Carry out a command with the revision and key of the request, and return the answer."""
    revision, key = requests.revision(access.revision), requests.key()
    return responses.change_response(access, write(access, action(*what, **how), revision=revision, uuid=key))
