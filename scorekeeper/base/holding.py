"""Answers that are kept back until there is something new to say, so that whoever watches need not ask every second.

The server offers to keep an answer back (`serving_held.py`); other servers do not, and then it is sent at once, and the page asks
again after a while.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from flask import Response, request

OFFER = "scorekeeper.hold"
"""In the environment of a request: a function that takes what is waited for, and says whether there is room to wait."""

HEADER = "X-Held"
"""Of an answer that was kept back: its page may ask again at once."""

LONGEST = 20.0
"""Seconds that an answer is kept back at most. Less than any proxy waits for one, and how long a page that has lost its network
without a word goes on believing that there is nothing new.
"""

Newest = Callable[[Iterable[int]], Mapping[int, Hashable]]
"""How the things of these numbers stand now; one that is gone is left out. Asked for all who wait together."""


@dataclass(frozen=True)
class News:
    """What is waited for: that `newest` says of the thing of this number something else than `seen`. `seconds`: no longer."""

    newest: Newest
    number: int
    seen: Hashable
    seconds: float = LONGEST


def hold(response: Response, news: News) -> Response:
    """Keep an answer that says nothing new (304) back until there is news, if its page wants that (`?wait`) and the server can.

    Then the request is answered as if it came only now, so that whoever is let in no more by then is told nothing.
    """
    offer = request.environ.get(OFFER)
    wanted = request.method == "GET" and "wait" in request.args and response.status_code == 304
    if offer is not None and wanted and offer(news):
        response.headers[HEADER] = "1"
    return response
