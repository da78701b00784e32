"""Authentication for club operations: a token, a signed-in browser, or no one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import request

from scorekeeper.clubs.commands.accounts import accounts
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import api_tokens, members
from scorekeeper.clubs.commands.members.api_tokens import SCOPE_RIGHTS, Bearer
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy.public_club import PublicClub, inside_club, public_club_of
from scorekeeper.core.api import requests
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.refusals import NotAllowed, NotFound

ShownClub = tuple[PublicClub, ClubAccess | None]
"""A club's public data, and the client's access to it or None."""


def club_operations(tag: str, access: str, **provides: Callable[[Any], Any]) -> OperationGroup:
    """Return a group of operations on a club. The access of public ones is what `shown_club` returns."""
    right = None if access == "club.read" else access.removeprefix("club.")

    def enter(club: int) -> ClubAccess | ShownClub:
        return shown_club(club) if right == "public" else club_access(club, right)

    return OperationGroup(tag, access, enter, provides)


def token_of_club() -> str | None:
    """Return the token sent, if it is a club's."""
    secret = requests.token()
    return secret if secret is not None and secret.startswith(api_tokens.PREFIX) else None


def bearer_of_request() -> Bearer | None:
    """Return the holder of the token sent, or None. Raises RequestProblem(401) for an invalid one."""
    secret = token_of_club()
    if secret is None:
        return None
    try:
        return api_tokens.bearer(secret)
    except NotFound:
        raise RequestProblem(401, "auth", "token") from None


def account() -> Account | None:
    """Return the account signed in on this browser, or None."""
    cookie = request.cookies.get(accounts.COOKIE)
    if cookie is None or requests.token() is not None:
        return None
    requests.check_own_pages()
    return accounts.load_account(cookie)


def account_required() -> RequestProblem:
    """Return the problem for a request that needs an account."""
    return RequestProblem(401, "auth", "auth.club")


def club_access(number: int, right: str | None = None) -> ClubAccess:
    """Return access to a club by its id. A token gives access only to its own club, with the rights of its scope."""
    bearer = bearer_of_request()
    if bearer is None:
        mine = account()
        if mine is None:
            raise account_required()
        access = members.club_access_by_id(min(number, LARGEST_ID), mine)
    elif number != bearer.club_id:
        raise NotFound("club")
    else:
        access = ClubAccess(bearer.club_id, bearer.club_slug, bearer.club_name, bearer.role, bearer.zone, bearer.account)
        if right is not None and right not in SCOPE_RIGHTS[bearer.scope]:
            raise NotAllowed(f"role.{right}")
    if right is not None:
        access.check(right)
    return access


def shown_club(number: int) -> ShownClub:
    """Return a club's public data, and the client's access to it or None. Raises NotFound, RequestProblem."""
    try:
        access = club_access(number)
    except (NotFound, RequestProblem) as refused:
        if isinstance(refused, RequestProblem) and refused.text == "token":
            raise
        return public_club_of(min(number, LARGEST_ID)), None
    return inside_club(access.club_id), access


def organiser() -> Account:
    """Return the signed-in organizer's account. Tokens are refused, because they are for one club only.

    Raises RequestProblem, NotAllowed.
    """
    bearer = bearer_of_request()
    if bearer is not None:
        club_access(bearer.club_id, "organise")
        raise NotAllowed("token.one_club")
    mine = account()
    if mine is None:
        raise account_required()
    if not any(one.role == "organiser" for one in members.clubs_of_account(mine)):
        raise NotAllowed("role.organise")
    return mine


def client_account() -> tuple[Account, str | None]:
    """Return the client's account, and the scope of its token or None. Raises RequestProblem."""
    bearer = bearer_of_request()
    if bearer is not None:
        return bearer.account, bearer.scope
    mine = account()
    if mine is None:
        raise account_required()
    return mine, None


def clubs() -> list[ClubAccess]:
    """Return the clubs of the client. Raises RequestProblem."""
    bearer = bearer_of_request()
    if bearer is not None:
        return [club_access(bearer.club_id)]
    mine = account()
    if mine is None:
        raise account_required()
    return [ClubAccess(c.club_id, c.slug, c.name, c.role, c.zone, mine) for c in members.clubs_of_account(mine)]
