"""Headers, cookies and form tokens: what every answer of the program is protected with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf import CSRFProtect

from scorekeeper.base.mounted import Mounted
from scorekeeper.base.proxies import Believing

if TYPE_CHECKING:
    from flask import Flask, Response

csrf = CSRFProtect()

#: Nothing inline, nothing from elsewhere. `data:` is for images in style sheets, which cannot run.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

#: A worker obeys the policy of its own script, not the page's; Brython compiles Python to JavaScript there.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # A secret link must not travel to another site; our own forms keep what CSRF checks over HTTPS.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

#: What pages are made of opens no page and frames nothing; scripts of workers, which obey a policy of their own, lie elsewhere.
PARTS, KINDS_OF_PARTS = ("/static/", "/fonts/"), ("text/css", "text/javascript", "font/woff2")
OF_PARTS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    **{name: HEADERS[name] for name in ("Cross-Origin-Resource-Policy", "Referrer-Policy", "X-Content-Type-Options")},
}


NOT_FOR_SEARCH = ("/t/", "/e/", "/s/", "/games/", "/desk", "/club/join/", "/club/new-password/", "/api/")
"""What no machine should list: whoever has such an address may do something there."""


class _Sessions(SecureCookieSessionInterface):
    """Cookies for HTTPS only when the visit is by HTTPS: at the kitchen table there is none."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 (Flask's signature)
        return request.is_secure


def init_app(app: Flask) -> None:
    """Protect every form of the application with a token and every answer with headers; believe the proxies that are trusted."""
    csrf.init_app(app)
    app.wsgi_app = Mounted(app.wsgi_app, app.config.get("PREFIX", ""))  # type: ignore[method-assign]
    if trusted := app.config.get("TRUSTED_PROXIES"):
        app.wsgi_app = Believing(app.wsgi_app, trusted)  # type: ignore[method-assign]
    app.session_interface = _Sessions()
    app.before_request(_refuse_nothing_signs)
    app.after_request(_add_headers)


def _refuse_nothing_signs() -> None:
    """No name, no search and no address has a NUL in it; some databases keep one, others do not even look."""
    if request.routing_exception is not None:
        return  # it leads nowhere, and so it is answered
    if "\0" in request.path:
        abort(404)
    if any("\0" in text for pair in request.args.items(multi=True) for text in pair):
        abort(400)


def _keep_private(response: Response) -> None:
    """A page is for whoever asked for it: nothing between keeps it for others, unless it says that it may be kept by all."""
    cache = response.cache_control
    if not (cache.public or cache.no_store):
        if not response.headers.get("Cache-Control"):
            cache.no_cache = True
        cache.private = True


def allow_eval(response: Response) -> Response:
    """Let this one answer, the script of the scoring worker, compile code; never use it for a page."""
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


def _add_headers(response: Response) -> Response:
    path, kind = request.path, (response.content_type or "").partition(";")[0]
    if kind == "text/html":
        _keep_private(response)
    part = kind in KINDS_OF_PARTS and path.startswith(PARTS)
    added = dict(OF_PARTS if part else HEADERS)
    if path.startswith(NOT_FOR_SEARCH):
        added["X-Robots-Tag"] = "noindex"
    if not part and (request.is_secure or request.host.partition(":")[0] in ("localhost", "127.0.0.1")):
        # Elsewhere browsers ignore it, and complain of it on every page.
        added["Cross-Origin-Opener-Policy"] = "same-origin"
    # Every answer comes by here: all names are looked at once, where `setdefault` looks at all of them for each.
    there = {name.lower() for name, _ in response.headers}
    for name, value in added.items():
        if name.lower() not in there:
            response.headers.add(name, value)
    return response
