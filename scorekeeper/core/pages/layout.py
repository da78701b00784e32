"""Shared by all pages: the device's settings, the visitor, and error pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from scorekeeper.core.db.database import RETRY_AFTER, UNAVAILABLE, OutcomeUnknown, is_full
from scorekeeper.core.devices import visitors
from scorekeeper.core.forms.form_input import fields_to_resend, submission_key
from scorekeeper.core.http import cookies
from scorekeeper.core.http.request_log import log_database_failure
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pdf.sheet_options import MARKS
from scorekeeper.core.refusals import NotFound, Refusal, TooMany, refusal_text
from scorekeeper.core.security.rate_limits import NEW_DEVICES

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.typing import ResponseReturnValue

THEMES = ("auto", "light", "dark")
LETTERS = ("usual", "large", "largest")
SAVING = ("vibrate", "sound", "quiet")
MOST_FIELDS = 400
A_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Add the device's settings to templates, and error pages that offer a way out."""
    app.context_processor(settings)
    app.jinja_env.globals.update(new_key=submission_key, has_page=has_page)  # each form on a page needs its own key
    app.register_error_handler(HTTPException, http_error_page)
    app.register_error_handler(CSRFError, expired_form_page)
    app.register_error_handler(Refusal, refusal_page)
    app.register_error_handler(DataError, unstorable_text_page)
    app.register_error_handler(OutcomeUnknown, unavailable_page)
    for kind in UNAVAILABLE:
        app.register_error_handler(kind, unavailable_page)


def has_page(endpoint: str) -> bool:
    """Return whether the application has a page. Subjects can be left out."""
    return endpoint in current_app.view_functions


def settings() -> dict[str, Any]:
    """Return this device's settings for templates.

    These are `theme`, `mark` (box or circle), `letters` (text size) and `saving` (feedback on saving). `has_account`:
    whether it has a session cookie, valid or not.
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


def store_setting(response: Response, name: str, value: str, *, within: str = "/") -> Response:
    """Store a setting in a cookie for pages below the path `within`."""
    response.set_cookie(name, value, path=within, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def visitor() -> visitors.Visitor | None:
    """Return the visitor's device, or None if it has no game yet."""
    if "visitor" not in g:
        g.visitor = visitors.load(request.cookies.get(visitors.COOKIE))
    known: visitors.Visitor | None = g.visitor
    return known


def visitor_or_new(link: str = "") -> visitors.Visitor:
    """Return the visitor's device, created if necessary. `set_device_cookie` must then set its cookie.

    `link`: the secret of the link followed. Raises TooMany("device.often").
    """
    if (known := visitor()) is not None:
        return known
    NEW_DEVICES.spend(None, request.remote_addr or "", link=link)
    return visitors.make()


def set_device_cookie(response: Response, device: visitors.Visitor) -> Response:
    """Set or renew the device's cookie."""
    value = visitors.cookie_value(device)
    response.set_cookie(
        visitors.COOKIE, value, max_age=visitors.COOKIE_AGE, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def _error_page(status: int, title: str, text: str) -> Response:
    response = make_response(render_template("core/error.html", title=title, text=text), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def http_error_page(error: HTTPException) -> Response | HTTPException:
    """Return the page for an HTTP error. `/api/` handles its own."""
    if request.path.startswith("/api/") or error.code is None or error.code < 400:
        return error
    texts = {
        404: (_("Not found"), _("This page does not exist, or this device has no access to it.")),
        405: (_("Not allowed"), _("This page cannot accept that. Nothing was saved. Go back and try again.")),
        413: (_("Too large"), _("That is larger than any game. Nothing was saved.")),
    }
    title, text = texts.get(error.code, (_("Something went wrong"), _("Nothing saved was lost. Try again.")))
    return _error_page(error.code, title, text)


def unstorable_text_page(error: DataError) -> Response:  # noqa: ARG001 (Flask's signature)
    """Return the page for text that the database cannot store, such as a NUL character."""
    return _error_page(
        422,
        _("Not possible"),
        _("This contains an unsupported character. Nothing was saved. Remove the character, then try again."),
    )


def unavailable_page(error: Exception) -> Response:
    """Return the page for an unavailable database, with a form to send the data again.

    The form has the same idempotency key, so it counts only once.
    """
    log_database_failure(error)
    fields = [] if request.method != "POST" else fields_to_resend(MOST_FIELDS, ours=True)
    if any("password" in name for name, _value in fields):  # never put a password on a page, not even hidden
        fields = []
    known = any(name == "uuid" for name, _value in fields)
    if is_full(error):
        title = _("The server’s disk is full")
        text = _("Nothing was saved. The operator has to free up space. Then send it again.")
    elif not isinstance(error, OutcomeUnknown):
        title = _("The database is not available")
        text = _("Nothing was saved. Wait a moment, then send it again.")
        text = text if fields else _("Wait a moment, then reload the page. Nothing saved was lost.")
    else:
        title = _("It may not have been saved")
        text = _("The database did not answer. Send it again: it counts only once.")
        if not known:
            fields, text = [], _("The database did not answer. Check whether it was saved before you send it again.")
    page = render_template("core/error.html", title=title, text=text, again=fields)
    response = make_response(page, 503)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def expired_form_page(error: CSRFError) -> Response | HTTPException:
    """Return the page for a form whose token does not match the session."""
    if request.path.startswith("/api/"):
        return error
    return _error_page(400, _("This page is out of date"), _("Nothing was saved. Go back, reload the page and send it again."))


def show_refusals_on(
    page: Callable[[Any], ResponseReturnValue],
    *,
    when: Callable[[Any], bool] = lambda error: not isinstance(error, NotFound),
) -> None:
    """For the rest of this request, show refusals on `page`: the form again, with the values as typed.

    `when`: which refusals, by default all but NotFound. Others get a page of their own. `page` and `when` receive the
    `Refusal`, or another error that the blueprint passes to `show_error_on_page`.
    """
    g.shown_again = page, when


def _page_with_error(error: Exception) -> Response | None:
    """Return the page set by `show_refusals_on` with the error, or None."""
    page, when = g.pop("shown_again", (None, None))
    if page is None or not when(error):
        return None
    response = make_response(page(error))
    response.headers.setdefault("Cache-Control", "no-store")  # as signed-in views do, which this bypasses
    return response


def show_error_on_page(error: Exception) -> Response:
    """Show errors other than a `Refusal`, such as tournament errors, as `show_refusals_on` does.

    Raises the error if no page was set, because it was not expected.
    """
    response = _page_with_error(error)
    if response is None:
        raise error
    return response


def refusal_page(error: Refusal) -> Response:
    """Return the page for a refusal: the one set by `show_refusals_on`, or its own."""
    response = _page_with_error(error)
    if response is not None:
        return response
    if isinstance(error, NotFound):
        return _error_page(404, _("Not found"), _("This page does not exist, or this device has no access to it."))
    answer = _error_page(error.status, _("Not possible"), refusal_text(_, error))
    if error.status == 503:
        answer.headers["Retry-After"] = str(RETRY_AFTER)
    if isinstance(error, TooMany):
        answer.headers["Retry-After"] = str(60 * int(str(error.params["minutes"])))
    return answer
