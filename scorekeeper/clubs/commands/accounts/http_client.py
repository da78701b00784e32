"""HTTP requests to other servers, limited in time, size and number. Redirects are not followed."""

from __future__ import annotations

import http.client
import ssl
import urllib.request
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, cast

from scorekeeper.formats import strict_json

CONNECT_SECONDS = 5.0
"""Timeout in seconds of each network operation."""
TOTAL_SECONDS = 10.0
"""Timeout in seconds of the whole request."""
LARGEST = 256 * 1024
"""Maximum bytes of a response."""
AT_ONCE = 2
"""Maximum parallel requests per process, so that a slow server does not block every thread."""
QUEUE_SECONDS = 1.0
"""Seconds to wait for other requests to finish."""

_slots = BoundedSemaphore(AT_ONCE)


class Unreachable(Exception):
    """There was no response, or it was late or too large. The message contains no secret."""


class Busy(Unreachable):
    """No request was sent, because too many are in progress."""


@dataclass(frozen=True)
class Answer:
    """A response with the interface that Authlib expects."""

    status_code: int
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON. Raises ValueError."""
        return strict_json.loads(self.body)

    def raise_for_status(self) -> None:
        """Raise Unreachable unless the status is a success."""
        if not 200 <= self.status_code < 300:
            raise Unreachable(f"HTTP {self.status_code}")


@cache
def _opener() -> urllib.request.OpenerDirector:
    # Built by hand, without handlers for files, redirects or cookies. The system’s proxy is used for HTTPS only.
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


def fetch(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
    """Return the response to a GET, or to a POST of `body`. Raises Unreachable, ValueError for an invalid URL."""
    request = urllib.request.Request(url, body, {"Accept": "application/json", **(headers or {})})  # noqa: S310 (see _opener)
    end = monotonic() + TOTAL_SECONDS
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Busy("others are still waiting for it")
    try:
        with cast("http.client.HTTPResponse", _opener().open(request, timeout=CONNECT_SECONDS)) as response:
            return Answer(response.status, _read(response, end))
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(f"{type(reason).__name__}: {reason}") from error
    finally:
        _slots.release()


def _read(response: http.client.HTTPResponse, end: float) -> bytes:
    parts, size = [], 0
    while part := response.read1(65536):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise Unreachable(f"more than {LARGEST} bytes")
        if monotonic() > end:
            raise Unreachable(f"not all of it came within {TOTAL_SECONDS:g} s")
    return b"".join(parts)
