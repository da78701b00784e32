"""Long polling: a response is held until there is news, so that pages need not poll every second.

Our own server offers this (`long_polling.py`). Other servers send the response at once, and the page polls again later.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from flask import Response, request

CAN_HOLD = "scorekeeper.hold"
"""Key in the WSGI environment: a function that takes the awaited news and returns whether there is room to wait."""

HEADER = "X-Held"
"""Header of a held response, after which the page may ask again at once."""

LONGEST_SECONDS = 20.0
"""Maximum seconds to hold a response.

This is less than any proxy's timeout. It is also how long a page does not notice that it has lost its network.
"""

Newest = Callable[[Iterable[int]], Mapping[int, Hashable]]
"""A function that returns the current state of each number, without deleted ones. Called once for all who wait."""


@dataclass(frozen=True)
class News:
    """The awaited change: `newest` returns something other than `seen` for this number. `seconds`: maximum wait."""

    newest: Newest
    number: int
    seen: Hashable
    seconds: float = LONGEST_SECONDS


def hold_response(response: Response, news: News) -> Response:
    """Hold a 304 response until there is news, if its page asked for that (`?wait`) and the server can.

    The request is then processed again, so a visitor who has lost access learns nothing.
    """
    offer = request.environ.get(CAN_HOLD)
    asks_to_wait = request.method == "GET" and "wait" in request.args and response.status_code == 304
    if offer is not None and asks_to_wait and offer(news):
        response.headers[HEADER] = "1"
    return response
