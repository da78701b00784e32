"""Asking another computer over HTTP, within bounds: how long, how much, how many at once. No redirect is followed."""

from __future__ import annotations

import http.client
import ssl
import urllib.request
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, cast

import orjson

WAIT = 5.0
"""Seconds for each thing that is waited for: a connection, a line, some bytes."""
ENTIRE = 10.0
"""Seconds after which what is still coming is given up."""
LARGEST = 256 * 1024
"""Bytes of an answer."""
AT_ONCE = 2
"""Of each process: what is slow elsewhere must not keep all that serve waiting."""
IN_TURN = 1.0
"""Seconds to wait until others have their answers."""

_turn = BoundedSemaphore(AT_ONCE)


class Unreachable(Exception):
    """There was no answer, or none in time, or one that is too large; the text says which, and holds no secret."""


class Busy(Unreachable):
    """Nobody was asked: others are still waiting for their answers."""


@dataclass(frozen=True)
class Answer:
    """What came back, in the form in which Authlib reads it."""

    status_code: int
    body: bytes

    def json(self) -> Any:
        """The body as JSON. Raises ValueError."""
        return orjson.loads(self.body)

    def raise_for_status(self) -> None:
        """Raises Unreachable for all but a success."""
        if not 200 <= self.status_code < 300:
            raise Unreachable(f"HTTP {self.status_code}")


@cache
def _opener() -> urllib.request.OpenerDirector:
    # Put together by hand: nothing here opens files, follows redirects or keeps cookies. The machine’s proxy is for https alone.
    opener = urllib.request.OpenerDirector()
    outwards = {scheme: url for scheme, url in urllib.request.getproxies().items() if scheme == "https"}
    context = ssl.create_default_context()
    for handler in (
        urllib.request.ProxyHandler(outwards),
        urllib.request.UnknownHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=context),
    ):
        opener.add_handler(handler)
    return opener


def ask(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
    """The answer to a GET, or to a POST of `body`. Raises Unreachable, ValueError for what is no address."""
    request = urllib.request.Request(url, body, {"Accept": "application/json", **(headers or {})})  # noqa: S310 (see _opener)
    end = monotonic() + ENTIRE
    if not _turn.acquire(timeout=IN_TURN):
        raise Busy("others are still waiting for it")
    try:
        with cast("http.client.HTTPResponse", _opener().open(request, timeout=WAIT)) as response:
            return Answer(response.status, _read(response, end))
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(f"{type(reason).__name__}: {reason}") from error
    finally:
        _turn.release()


def _read(response: http.client.HTTPResponse, end: float) -> bytes:
    parts, size = [], 0
    while part := response.read1(65536):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise Unreachable(f"more than {LARGEST} bytes")
        if monotonic() > end:
            raise Unreachable(f"not all of it came within {ENTIRE:g} s")
    return b"".join(parts)
