"""A reverse proxy that serves a program below a path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Stripping:
    """A reverse proxy that strips `prefix` from paths and rejects all others.

    `strangers`: other paths that were requested. `says`: it sends the prefix in a header.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], prefix: str, *, says: bool = True) -> None:
        self.application, self.prefix, self.says = application, prefix, says
        self.strangers: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not path.startswith(f"{self.prefix}/"):
            self.strangers.append(path)
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"another page of the club's site"]
        environ["PATH_INFO"] = path[len(self.prefix) :]
        environ["HTTP_X_FORWARDED_FOR"], environ["HTTP_X_FORWARDED_HOST"] = environ["REMOTE_ADDR"], environ["HTTP_HOST"]
        environ["HTTP_X_FORWARDED_PROTO"] = environ["wsgi.url_scheme"]
        if self.says:
            environ["HTTP_X_FORWARDED_PREFIX"] = self.prefix
        return self.application(environ, start_response)
