"""Separates HTTPS cookies from HTTP cookies, so that both work at the same address.

A browser never sends a secure cookie over HTTP and does not let HTTP overwrite it. So after one visit over HTTPS, every form
would fail over HTTP. Secure cookies therefore get their own names, which the application does not see. With this prefix,
browsers also refuse such cookies from other sites (RFC 6265bis, "__Host-").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PREFIX, PATH_PREFIX = "__Host-", "__Secure-"
"""Prefixes of secure cookies. `__Host-` is for a whole host; below a URL path, `__Secure-` is used."""
_PATH = re.compile(r";\s*path=/[^;\s]", re.IGNORECASE)


class CookieSeparation:
    """WSGI middleware that renames secure cookies. On the first visit over HTTPS, the cookies of HTTP still count."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("wsgi.url_scheme") != "https":
            return self.application(environ, start_response)
        if "HTTP_COOKIE" in environ:
            environ["HTTP_COOKIE"] = rename_incoming(environ["HTTP_COOKIE"])

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, rename_outgoing(headers), *rest)

        return self.application(environ, start)


def rename_incoming(header: str) -> str:
    """Return a request's cookies under the application's names. HTTPS cookies take precedence."""
    pairs = [pair.strip() for pair in header.split(";") if pair.strip()]
    ours = [pair.partition("-")[2] for pair in pairs if pair.startswith((PATH_PREFIX, PREFIX))]
    names = {pair.partition("=")[0] for pair in ours}
    return "; ".join(
        [*ours, *(one for one in pairs if not one.startswith((PATH_PREFIX, PREFIX)) and one.partition("=")[0] not in names)]
    )


def rename_outgoing(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return response headers with secure cookies renamed. A deleted cookie is deleted under both names."""
    sent: list[tuple[str, str]] = []
    for name, value in headers:
        attributes = {part.strip().lower() for part in value.split(";")[1:]} if name.lower() == "set-cookie" else set()
        if "secure" not in attributes:
            sent.append((name, value))
            continue
        sent.append((name, (PATH_PREFIX if _PATH.search(value) else PREFIX) + value))
        if "max-age=0" in attributes:
            sent.append((name, value))
    return sent
