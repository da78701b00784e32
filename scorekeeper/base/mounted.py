"""The program below a path of its host (`https://club.example/cards/`): what every request says of it, and every cookie.

The path stands in WSGI's SCRIPT_NAME, from which `url_for` and `base.root` make addresses. Three may tell it: the server that
the program hangs in, a trusted proxy that took it away (`X-Forwarded-Prefix`), the setting where a proxy neither takes nor tells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from werkzeug.utils import redirect

from scorekeeper.base.proxies import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Environ = dict[str, Any]
    Application = Callable[[Environ, Any], Iterable[bytes]]
    Headers = list[tuple[str, str]]

REFUSED = "scorekeeper.refused_prefix"
"""What a request has in its environment that was passed on below a path where the program cannot be."""
LONGEST = 200
_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")
_COOKIE_PATH = re.compile(r"(;\s*path=)(/[^;]*)", re.IGNORECASE)


def read(text: str) -> str:
    """A path such as `/cards` or `/our/cards`; empty for none.

    Raises ValueError for whatever a browser or a proxy may read in two ways: another slash at the end, two in a row, `..`, `%`.
    """
    if text and (len(text) > LONGEST or not _PATH.fullmatch(text)):
        raise ValueError(text)
    return text


class Mounted:
    """An application that is told below which path it is; `prefix`: the setting's."""

    def __init__(self, application: Application, prefix: str = "") -> None:
        self.application, self.prefix = application, prefix

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Answer."""
        prefix: str = environ.get(PREFIX, "")
        path: str = environ.get("PATH_INFO", "")
        if prefix:
            if not _is_right(prefix, self.prefix):
                environ[REFUSED] = prefix
                return self.application(environ, start_response)
            environ["SCRIPT_NAME"] = prefix + environ.get("SCRIPT_NAME", "")
        elif self.prefix:
            # A check of health, or a proxy that takes the path away without a word, asks for what lies below it.
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
            # What lies between and keeps answers must not hand them to those who did not come by that path.
            vary = [("Vary", "X-Forwarded-Prefix")] if prefix else []
            return start_response(status, [*_below(root, headers), *vary], *rest)

        return self.application(environ, start)


def _is_right(said: str, prefix: str) -> bool:
    try:
        return read(said) == (prefix or said)
    except ValueError:
        return False


def _below(root: str, headers: Headers) -> Headers:
    """The headers of an answer with every cookie for the program's own path: another program on the host has its own."""
    return [(name, _COOKIE_PATH.sub(_path(root), value) if name.lower() == "set-cookie" else value) for name, value in headers]


def _path(root: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{found[1]}{root}{'' if found[2] == '/' else found[2]}"
