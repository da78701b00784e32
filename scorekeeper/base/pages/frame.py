"""What stands around every page: the device's own settings, who is visiting, error pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from scorekeeper.base import cookies, devices
from scorekeeper.base.allowances import NEW_DEVICES
from scorekeeper.base.db import AWAY, RETRY_AFTER, OutcomeUnknown, is_full
from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.pages.reading import once_more
from scorekeeper.base.pages.submission_keys import submission_key
from scorekeeper.base.refusals import NotFound, Refusal, TooMany, refusal_text
from scorekeeper.base.watching import database_failed

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.typing import ResponseReturnValue

THEMES = ("auto", "light", "dark")
MARKS = ("box", "circle")
LETTERS = ("usual", "large", "largest")
SAVING = ("vibrate", "sound", "quiet")
MOST_FIELDS = 400
A_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Give templates the device's settings, and answer errors with pages that say the way out."""
    app.context_processor(settings)
    app.jinja_env.globals.update(new_key=submission_key)  # one a form, where a page has several
    app.register_error_handler(HTTPException, failed)
    app.register_error_handler(CSRFError, expired)
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(DataError, not_kept)
    app.register_error_handler(OutcomeUnknown, away)
    for kind in AWAY:
        app.register_error_handler(kind, away)


def settings() -> dict[str, Any]:
    """`theme`, `mark` (box or circle), `letters` (their size) and `saving` (what is felt of it) as chosen on this device;
    `has_account`: whether it holds a sign-in, good or not.
    """
    theme, mark, letters, saving = (request.cookies.get(name) for name in ("theme", "mark", "letters", "saving"))
    has_account = cookies.ACCOUNT in request.cookies
    return {
        "theme": theme if theme in THEMES else "auto",
        "mark": mark if mark in MARKS else "box",
        "letters": letters if letters in LETTERS else LETTERS[0],
        "saving": saving if saving in SAVING else SAVING[0],
        "has_account": has_account,
    }


def choose(response: Response, name: str, value: str, *, within: str = "/") -> Response:
    """Keep a setting on this device, for the pages below the path `within`."""
    response.set_cookie(name, value, path=within, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def visitor() -> devices.Visitor | None:
    """The device that asks, None for one that has no game yet."""
    if "visitor" not in g:
        g.visitor = devices.load(request.cookies.get(devices.COOKIE))
    known: devices.Visitor | None = g.visitor
    return known


def visitor_or_new(link: str = "") -> devices.Visitor:
    """The device that asks; a new one is made for it if need be, and `remember` must then set its cookie.

    `link`: the secret of the link that brought it here. Raises TooMany("device.often").
    """
    if (known := visitor()) is not None:
        return known
    NEW_DEVICES.spend(None, request.remote_addr or "", link=link)
    return devices.make()


def remember(response: Response, device: devices.Visitor) -> Response:
    """Set or renew the device's cookie."""
    value = devices.cookie(device)
    response.set_cookie(
        devices.COOKIE, value, max_age=devices.COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def _page(status: int, title: str, text: str) -> Response:
    response = make_response(render_template("base/error.html", title=title, text=text), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def failed(error: HTTPException) -> Response | HTTPException:
    """A page for what HTTP calls an error; `/api/` answers for itself."""
    if request.path.startswith("/api/") or error.code is None or error.code < 400:
        return error
    texts = {
        404: (_("Not found"), _("This page does not exist, or this device may not see it. Open a game by its link.")),
        405: (_("Not allowed"), _("This page cannot accept that. Nothing was saved. Go back and try again.")),
        413: (_("Too large"), _("That is larger than any game. Nothing was saved.")),
    }
    title, text = texts.get(error.code, (_("Something went wrong"), _("Nothing saved was lost. Try again.")))
    return _page(error.code, title, text)


def not_kept(error: DataError) -> Response:  # noqa: ARG001 (Flask's signature)
    """A text that no database keeps, as one with a NUL in it."""
    return _page(422, _("Not possible"), _("There is a sign in what was sent that no text can hold. Nothing was recorded."))


def away(error: Exception) -> Response:
    """The database is away or locked, or has not answered whether it kept what it was told; what was sent can be sent again.

    It goes under the key that it had: whatever became of it, it counts once.
    """
    database_failed(error)
    fields = [] if request.method != "POST" else once_more(MOST_FIELDS, ours=True)
    if any("password" in name for name, _value in fields):  # no page shows one, not even hidden
        fields = []
    known = any(name == "uuid" for name, _value in fields)
    if is_full(error):
        title = _("The server’s disk is full")
        text = _("Nothing was saved. The operator has to free up space. Then send it again.")
    elif not isinstance(error, OutcomeUnknown):
        title = _("The database cannot be reached")
        text = _("Nothing was saved. Wait a moment, then send it again.")
        text = text if fields else _("Wait a moment, then reload the page. Nothing saved was lost.")
    elif known:
        title = _("Not known whether it was recorded")
        text = _("The database did not answer. Send it again: it counts only once.")
    else:
        fields, title = [], _("Not known whether it was recorded")
        text = _("The database did not answer. Check whether it was saved before you send it again.")
    page = render_template("base/error.html", title=title, text=text, again=fields)
    response = make_response(page, 503)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def expired(error: CSRFError) -> Response | HTTPException:
    """A form whose token no longer fits the session."""
    if request.path.startswith("/api/"):
        return error
    return _page(400, _("This page is out of date"), _("Nothing was saved. Go back, reload the page and send it again."))


def shown_again(
    page: Callable[[Any], ResponseReturnValue],
    *,
    when: Callable[[Any], bool] = lambda error: not isinstance(error, NotFound),
) -> None:
    """From here on, in this request, what is refused is said on `page`: the form again, with what was typed in it.

    `when`: which refusals those are, all but of what is not there unless told otherwise; the others get a page of their own.
    `page` and `when` are given the `Refusal`, or what else the blueprint has answered by `said_again`.
    """
    g.shown_again = page, when


def _again(error: Exception) -> Response | None:
    """The page that said it shows what is refused, with this on it."""
    page, when = g.pop("shown_again", (None, None))
    if page is None or not when(error):
        return None
    shown = make_response(page(error))
    shown.headers.setdefault("Cache-Control", "no-store")  # as what signed-in views answer, which this goes past
    return shown


def said_again(error: Exception) -> Response:
    """A blueprint's handler of what is no `Refusal`, as what the rules of a tournament refuse: shown as one is (`shown_again`).

    Where no page said that it shows it, nobody reckoned with it: then it is raised as it is.
    """
    shown = _again(error)
    if shown is None:
        raise error
    return shown


def refused(error: Refusal) -> Response:
    """What an action refused: on the page that said it shows it (`shown_again`), else on one of its own."""
    shown = _again(error)
    if shown is not None:
        return shown
    if isinstance(error, NotFound):
        return _page(404, _("Not found"), _("This page does not exist, or this device may not see it. Open a game by its link."))
    answer = _page(error.status, _("Not possible"), refusal_text(_, error))
    if error.status == 503:
        answer.headers["Retry-After"] = str(RETRY_AFTER)
    if isinstance(error, TooMany):
        answer.headers["Retry-After"] = str(60 * int(str(error.params["minutes"])))
    return answer
