"""The entrant a phone belongs to, remembered in a cookie.

It is set at a table, or by opening the entrant's own link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Response

    from scorekeeper.tournaments.commands.tables_state import TableView

TWO_WEEKS = 14 * 24 * 3600
_LONGEST = 12


def _cookie_name(tournament_id: int) -> str:
    return f"seat-{tournament_id}"


def remembered_entrant(tournament_id: int) -> str | None:
    """Return the entrant this phone belongs to, if known.

    The cookie gives no access: a table is opened by its link.
    """
    cookie = request.cookies.get(_cookie_name(tournament_id), "")
    return cookie if 0 < len(cookie) <= _LONGEST and cookie.isalnum() else None


def remember_seat(response: Response, tournament_id: int, entrant: str) -> Response:
    """Set the cookie that says which entrant this phone belongs to."""
    name, secure = _cookie_name(tournament_id), request.is_secure
    response.set_cookie(name, entrant, max_age=TWO_WEEKS, samesite="Lax", httponly=True, secure=secure)
    return response


def forget_seat(response: Response, tournament_id: int) -> Response:
    """Delete the cookie, so that the phone asks again."""
    response.delete_cookie(_cookie_name(tournament_id), samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def side_of(tournament_id: int, table: TableView) -> int | None:
    """Return the side of the table that this phone's entrant is on, or None if unknown."""
    entrant = remembered_entrant(tournament_id)
    return next((side for side, ids in enumerate(table.sides) if entrant in ids), None)
