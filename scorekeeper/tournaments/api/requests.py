"""Who asks about a tournament: a program with a token, a browser that is signed in, a table's link, or anybody."""

from __future__ import annotations

from flask import request

from scorekeeper.base import devices
from scorekeeper.base.api import requests
from scorekeeper.base.api.problems import RequestProblem
from scorekeeper.base.db import LARGEST_ID
from scorekeeper.base.devices import Visitor
from scorekeeper.base.refusals import NotFound
from scorekeeper.clubs.api.requests import account, bearer_of_request, nobody, token_of_club
from scorekeeper.tournaments.actions import entrance as tournament_entrance
from scorekeeper.tournaments.actions.entrance import TournamentAccess


def tournament(number: int, right: str | None = None) -> TournamentAccess:
    """The way to the tournament of the address for those who may `right` there, or to its desk at all.

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
            return tournament_entrance.held(number, secret)
        except NotFound:
            bearer_of_request()  # a token that opens nothing at all is told so
            raise
    mine = account()
    if mine is None:
        raise nobody()
    return tournament_entrance.desk(number, mine)


def as_shown(number: int) -> TournamentAccess:
    """The same, or as everybody may see it. Raises NotFound, RequestProblem for a token that opens nothing."""
    try:
        return _desk(number)
    except (NotFound, RequestProblem) as refused:
        if number > LARGEST_ID or (isinstance(refused, RequestProblem) and refused.text == "token"):
            raise
        return tournament_entrance.public(number)


def table() -> TournamentAccess:
    """The table whose link was sent as the token. Raises RequestProblem(401), NotFound("link.closed")."""
    return tournament_entrance.table(_link("auth.table"), device())


def entrant() -> TournamentAccess:
    """The entrant whose link was sent as the token. Raises as `table`."""
    return tournament_entrance.entrant(_link("auth.entrant"), device())


def _link(missing: str) -> str:
    secret = requests.token()
    if secret is None:
        raise RequestProblem(401, "auth", missing)
    return secret


def device() -> Visitor | None:
    """The device that asks, beside the link that it holds; its cookie alone opens nothing here."""
    return devices.load(request.cookies.get(devices.COOKIE))
