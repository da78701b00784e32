"""Access to a game through the API: authentication and permissions."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, g, request

from scorekeeper.core.api import requests
from scorekeeper.core.api.operations import COMMAND_RUNNERS, OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.devices import visitors
from scorekeeper.games.api.models import Written
from scorekeeper.games.api.responses import change_response
from scorekeeper.games.commands.authorization import Access, access_to
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.messages.names import Names, names_of


def game_operations(tag: str, access: str) -> OperationGroup:
    """Return a group of operations on a game. Their views can take its `state`."""
    return OperationGroup(tag, access, scoring_access if access == "score" else game_access, {"state": load})


def game_access(game: int) -> Access:
    """Return the access to the game in the URL, by link or by device. Raises RequestProblem, NotFound."""
    secret, cookie = requests.token(), request.cookies.get(visitors.COOKIE)
    if secret is not None:
        access = access_to(game, token=secret)
    elif cookie is None:
        raise RequestProblem(401, "auth")
    else:
        requests.check_own_pages()
        access = access_to(game, cookie=cookie)
    g.seated = lambda: _names(access)
    return access


def _names(access: Access) -> Names:
    game = load(access)
    return names_of(game.rules, game.players)


def run_command(access: Access, make: Callable[[], GameCommand]) -> Response:
    """Carry out a command with the key and revision of the request, and return the answer."""
    uuid, revision = requests.key(), requests.revision(access.revision)
    return change_response(write(access, make(), revision=revision, uuid=uuid))


COMMAND_RUNNERS[GameCommand] = Written, run_command


def scoring_access(game: int) -> Access:
    """Return access to the game in the URL with permission to record. Raises RequestProblem, NotFound, NotAllowed."""
    access = game_access(game)
    access.check_may_score()
    return access
