"""Protects responses with headers, cookies and form tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf import CSRFProtect

from scorekeeper.core.net.proxies import ProxyMiddleware
from scorekeeper.core.net.url_prefix import UrlPrefix

if TYPE_CHECKING:
    from flask import Flask, Response

csrf = CSRFProtect()

#: Nothing inline, and nothing from other sites. `data:` is for images in style sheets, which cannot run code.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

#: A worker has its own script's policy, not the page's. Brython compiles Python to JavaScript there.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

#: A page that any site may show in a frame. It has nothing to press that changes something.
FRAMED_POLICY = PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")

HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Other sites must not see secret links, but our own forms need the referrer for the CSRF check over HTTPS.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

#: Assets need no page's policy. Worker scripts, which have their own policy, are served from other paths.
STATIC_PATHS, STATIC_TYPES = ("/static/", "/fonts/"), ("text/css", "text/javascript", "font/woff2")
STATIC_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    **{name: HEADERS[name] for name in ("Cross-Origin-Resource-Policy", "Referrer-Policy", "X-Content-Type-Options")},
}


NOT_FOR_SEARCH = ("/t/", "/e/", "/s/", "/games/", "/desk", "/club/join/", "/club/new-password/", "/api/")
"""Paths that search engines must not list, because such a URL lets its holder act."""


class _Sessions(SecureCookieSessionInterface):
    """Session cookies that are secure only over HTTPS, because home servers may not offer it."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 (Flask's signature)
        return request.is_secure


def init_app(app: Flask) -> None:
    """Protect forms with a token and responses with headers, and trust the configured proxies."""
    csrf.init_app(app)
    app.wsgi_app = UrlPrefix(app.wsgi_app, app.config.get("PREFIX", ""))  # type: ignore[method-assign]
    if trusted := app.config.get("TRUSTED_PROXIES"):
        app.wsgi_app = ProxyMiddleware(app.wsgi_app, trusted)  # type: ignore[method-assign]
    app.session_interface = _Sessions()
    app.before_request(_refuse_nul)
    app.after_request(_add_headers)


def _refuse_nul() -> None:
    """Refuse NUL characters in URLs, which no name or search contains and some databases cannot store."""
    if request.routing_exception is not None:
        return  # the routing error is answered instead
    if "\0" in request.path:
        abort(404)
    if any("\0" in text for pair in request.args.items(multi=True) for text in pair):
        abort(400)


def _keep_private(response: Response) -> None:
    """Keep shared caches from storing a page unless it is marked public."""
    cache = response.cache_control
    if not (cache.public or cache.no_store):
        if not response.headers.get("Cache-Control"):
            cache.no_cache = True
        cache.private = True


def allow_eval(response: Response) -> Response:
    """Let this response compile code. Only for the script of the scoring worker, never for a page."""
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


def allow_framing(response: Response) -> Response:
    """Let other sites show this page in a frame. Only for a page that has nothing to press that changes something."""
    response.headers["Content-Security-Policy"] = FRAMED_POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _add_headers(response: Response) -> Response:
    path, kind = request.path, (response.content_type or "").partition(";")[0]
    if kind == "text/html":
        _keep_private(response)
    part = kind in STATIC_TYPES and path.startswith(STATIC_PATHS)
    added = dict(STATIC_HEADERS if part else HEADERS)
    if response.headers.get("Content-Security-Policy") == FRAMED_POLICY:
        # It has no value that allows framing.
        del added["X-Frame-Options"]
    if path.startswith(NOT_FOR_SEARCH):
        added["X-Robots-Tag"] = "noindex"
    if not part and (request.is_secure or request.host.partition(":")[0] in ("localhost", "127.0.0.1")):
        # On insecure origins, browsers ignore it and log a warning on every page.
        added["Cross-Origin-Opener-Policy"] = "same-origin"
    # This runs for every response, and `setdefault` would search all headers for each name.
    existing_names = {name.lower() for name, _ in response.headers}
    for name, value in added.items():
        if name.lower() not in existing_names:
            response.headers.add(name, value)
    return response
