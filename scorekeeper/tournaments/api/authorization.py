"""Access of an API request, by token, session, link or as the public, and the commands that it carries out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, request

from scorekeeper.clubs.api.authorization import account, account_required, bearer_of_request, token_of_club
from scorekeeper.core.api import requests
from scorekeeper.core.api.operations import COMMAND_RUNNERS, OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.devices import visitors
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.api.models import TournamentWritten
from scorekeeper.tournaments.api.responses import change_response
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.redacted_view import load_redacted


def tournament_operations(tag: str, access: str, **provides: Callable[[TournamentAccess], Any]) -> OperationGroup:
    """Return a group of operations on a tournament. Their views can take its `board`, with the names that the client may see."""
    right = None if access == "club.read" else access.removeprefix("club.")

    def enter(tournament: int) -> TournamentAccess:
        return desk_or_public(tournament) if right == "public" else desk(tournament, right)

    return OperationGroup(tag, access, enter, {"board": load_redacted, **provides})


def desk(number: int, right: str | None = None) -> TournamentAccess:
    """Return desk access to the tournament in the address, with `right` if given.

    Raises RequestProblem, NotFound, NotAllowed.
    """
    access = _desk(number)
    if right is not None:
        access.check(right)
    return access


def _desk(number: int) -> TournamentAccess:
    if number > LARGEST_ID:
        raise NotFound("tournament")
    secret = token_of_club()
    if secret is not None:
        try:
            return tournament_entrance.by_token(number, secret)
        except NotFound:
            bearer_of_request()  # reports an invalid token
            raise
    mine = account()
    if mine is None:
        raise account_required()
    return tournament_entrance.desk(number, mine)


def desk_or_public(number: int) -> TournamentAccess:
    """Return desk access to a tournament, or else public access.

    Raises NotFound, and RequestProblem for an invalid token.
    """
    try:
        return _desk(number)
    except (NotFound, RequestProblem) as refused:
        if number > LARGEST_ID or (isinstance(refused, RequestProblem) and refused.text == "token"):
            raise
        return tournament_entrance.public(number)


def table() -> TournamentAccess:
    """Return access to the table whose link is the token. Raises RequestProblem(401), NotFound("link.closed")."""
    return tournament_entrance.table(_link_secret("auth.table"), device())


def entrant() -> TournamentAccess:
    """Return access to the entrant whose link is the token. Raises as `table`."""
    return tournament_entrance.entrant(_link_secret("auth.entrant"), device())


def _link_secret(missing: str) -> str:
    secret = requests.token()
    if secret is None:
        raise RequestProblem(401, "auth", missing)
    return secret


def device() -> Visitor | None:
    """Return the device that sent the request, known by its cookie.

    It adds to the link; the cookie alone gives no access here.
    """
    return visitors.load(request.cookies.get(visitors.COOKIE))


def run_command(access: TournamentAccess, make: Callable[[], TournamentCommand]) -> Response:
    """Carry out a command with the revision and key of the request, and return the answer."""
    revision, key = requests.revision(access.revision), requests.key()
    return change_response(access, write(access, make(), revision=revision, uuid=key))


COMMAND_RUNNERS[TournamentCommand] = TournamentWritten, run_command
