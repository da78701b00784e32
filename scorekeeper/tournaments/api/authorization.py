"""Access of an API request: by token, by session, by a table's or an entrant's link, or as the public."""

from __future__ import annotations

from flask import request

from scorekeeper.clubs.api.authorization import account, account_required, bearer_of_request, token_of_club
from scorekeeper.core.api import requests
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.devices import visitors
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.authorization import TournamentAccess


def tournament(number: int, right: str | None = None) -> TournamentAccess:
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
