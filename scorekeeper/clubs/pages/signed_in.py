"""The signed-in account, for the pages of people who run a club."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, g, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import live_parts
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security.signing import fold

View = Callable[..., ResponseReturnValue]


def account() -> Account | None:
    """Return the account signed in on this browser, or None. One query per request."""
    if "account" not in g:
        cookie = request.cookies.get(accounts.COOKIE)
        g.account = accounts.load_account(cookie) if cookie else None
    mine: Account | None = g.account
    return mine


def find_club_access(slug: str) -> ClubAccess | None:
    """Return the account's access to a club, or None."""
    mine = account()
    if mine is None:
        return None
    try:
        return members.club_access(slug, mine)
    except NotFound:
        return None


def signed_in(view: View) -> View:
    """Require an account for a view. Other visitors sign in first and then return to the page."""

    @wraps(view)
    def guarded(*args: Any, **values: Any) -> ResponseReturnValue:
        if account() is None:
            return _redirect_to_sign_in()
        response = make_response(view(*args, **values))
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return guarded


def _redirect_to_sign_in() -> ResponseReturnValue:
    if request.method in ("GET", "HEAD"):
        target = "accounts.start" if accounts.no_account_exists() else "accounts.sign_in"
        return redirect(url_for(target, next=rooted(request.full_path.rstrip("?"))), 303)
    if (key := live_parts.sent_key()) is not None:
        text = _("You are signed out. Sign in to send this.")
        return live_parts.respond_to_log(key, "signed_out", 401, detail=text, go=url_for("accounts.sign_in"))
    text = _("Nothing was saved. Sign in in another tab, then send this again.")
    return render_template("core/error.html", title=_("Signed out"), text=text), 401


def set_session_cookies(response: Response, who: Account, cookie: str) -> Response:
    """Set the cookies of a session and of a known browser.

    The CSRF token is renewed, so that no one who used the browser before knows it.
    """
    session.clear()
    known = passwords.browser_cookie_for(request.cookies.get(passwords.BROWSER_COOKIE), fold(who.name))
    for name, value, age in (
        (accounts.COOKIE, cookie, accounts.SIGN_IN_AGE),
        (passwords.BROWSER_COOKIE, known, passwords.KNOWN_AGE),
    ):
        response.set_cookie(name, value, max_age=age, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def delete_session_cookie(response: Response) -> Response:
    """Delete the session cookie."""
    session.clear()
    response.delete_cookie(accounts.COOKIE, httponly=True, samesite="Lax", secure=request.is_secure)
    return response
