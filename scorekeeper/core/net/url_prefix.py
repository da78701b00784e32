"""Serves the app below a path of its host (`https://club.example/cards/`), including its cookies.

The path is in WSGI's SCRIPT_NAME, which `url_for` and `core.http.site_root` use. It comes from the surrounding server,
from a trusted proxy that removed it (`X-Forwarded-Prefix`), or from the setting.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from werkzeug.utils import redirect

from scorekeeper.core.net.proxies import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Environ = dict[str, Any]
    Application = Callable[[Environ, Any], Iterable[bytes]]
    Headers = list[tuple[str, str]]

REFUSED = "scorekeeper.refused_prefix"
"""Key in the environment of a request that was forwarded with an invalid path prefix."""
LONGEST = 200
_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")
_COOKIE_PATH = re.compile(r"(;\s*path=)(/[^;]*)", re.IGNORECASE)


def parse_prefix(text: str) -> str:
    """Return a path prefix such as `/cards` or `/our/cards`, or "".

    Raises ValueError for ambiguous paths: a slash at the end, two in a row, `..`, `%`.
    """
    if text and (len(text) > LONGEST or not _PATH.fullmatch(text)):
        raise ValueError(text)
    return text


class UrlPrefix:
    """WSGI middleware that sets SCRIPT_NAME. `prefix`: from the setting."""

    def __init__(self, application: Application, prefix: str = "") -> None:
        self.application, self.prefix = application, prefix

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        prefix: str = environ.get(PREFIX, "")
        path: str = environ.get("PATH_INFO", "")
        if prefix:
            if not _is_valid_prefix(prefix, self.prefix):
                environ[REFUSED] = prefix
                return self.application(environ, start_response)
            environ["SCRIPT_NAME"] = prefix + environ.get("SCRIPT_NAME", "")
        elif self.prefix:
            # A health check, or a proxy that removes the prefix without a header, requests the path without it.
            if path == self.prefix:
                query = environ.get("QUERY_STRING", "")
                return redirect(f"{self.prefix}/{query and '?'}{query}", 308)(environ, start_response)
            if path.startswith(f"{self.prefix}/"):
                environ["PATH_INFO"] = path[len(self.prefix) :]
            environ["SCRIPT_NAME"] = self.prefix + environ.get("SCRIPT_NAME", "")
        root = environ.get("SCRIPT_NAME", "")
        if not root:
            return self.application(environ, start_response)

        def start(status: str, headers: Headers, *rest: Any) -> Any:
            # Caches must not serve these responses to requests with another prefix.
            vary = [("Vary", "X-Forwarded-Prefix")] if prefix else []
            return start_response(status, [*_limit_cookies(root, headers), *vary], *rest)

        return self.application(environ, start)


def _is_valid_prefix(header: str, prefix: str) -> bool:
    try:
        return parse_prefix(header) == (prefix or header)
    except ValueError:
        return False


def _limit_cookies(root: str, headers: Headers) -> Headers:
    """Return the response headers with cookies limited to the app's path, as other apps on the host have their own."""
    return [
        (name, _COOKIE_PATH.sub(_cookie_path_replacer(root), value) if name.lower() == "set-cookie" else value)
        for name, value in headers
    ]


def _cookie_path_replacer(root: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{found[1]}{root}{'' if found[2] == '/' else found[2]}"
