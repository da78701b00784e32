"""The cookies of https apart from those of http: a program that serves both at one address must not lose either.

A browser neither sends a secure cookie by http nor lets http set another of its name: after one visit by https no form of the
same program would work by http any more. So secure cookies go under names of their own, which the program does not see; their
prefix also has browsers refuse them from anybody else (RFC 6265bis, "__Host-").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PREFIX, OF_A_PATH = "__Host-", "__Secure-"
"""The second where the program is below a path of its host: the first is for cookies of the whole host alone."""
_PATH = re.compile(r";\s*path=/[^;\s]", re.IGNORECASE)


class Apart:
    """Around the application. Whoever comes by https for the first time is still known by the cookies of http."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        if environ.get("wsgi.url_scheme") != "https":
            return self.application(environ, start_response)
        if "HTTP_COOKIE" in environ:
            environ["HTTP_COOKIE"] = incoming(environ["HTTP_COOKIE"])

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, outgoing(headers), *rest)

        return self.application(environ, start)


def incoming(header: str) -> str:
    """The cookies of a request under the names that the program knows: one of https stands before one of http."""
    pairs = [pair.strip() for pair in header.split(";") if pair.strip()]
    ours = [pair.partition("-")[2] for pair in pairs if pair.startswith((OF_A_PATH, PREFIX))]
    names = {pair.partition("=")[0] for pair in ours}
    return "; ".join(
        [*ours, *(one for one in pairs if not one.startswith((OF_A_PATH, PREFIX)) and one.partition("=")[0] not in names)]
    )


def outgoing(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers of an answer with the secure cookies under their own names; one that is taken away goes under both."""
    sent: list[tuple[str, str]] = []
    for name, value in headers:
        attributes = {part.strip().lower() for part in value.split(";")[1:]} if name.lower() == "set-cookie" else set()
        if "secure" not in attributes:
            sent.append((name, value))
            continue
        sent.append((name, (OF_A_PATH if _PATH.search(value) else PREFIX) + value))
        if "max-age=0" in attributes:
            sent.append((name, value))
    return sent
