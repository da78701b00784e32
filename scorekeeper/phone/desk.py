"""Started inside the service worker: hands the program's pages to the JavaScript around it, as functions from text to text."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]
from javascript import JSON  # type: ignore[import-not-found]

from scorekeeper.phone import answering
from scorekeeper.phone.here import filters

filters.write_json_by(JSON.stringify)


def know(told: str) -> None:
    """More that the phone knows; JSON, see `answering.know`."""
    answering.know(JSON.parse(told))


def answer(asked: str) -> str:
    """The answer to a request, both JSON."""
    text: str = JSON.stringify(answering.answer(JSON.parse(asked)))
    return text


def tell(name: str, asked: str) -> str:
    """The answer to a question of the service worker's own, JSON; see `answering.QUESTIONS`."""
    text: str = JSON.stringify(answering.QUESTIONS[name](JSON.parse(asked)))
    return text


worker.phoneKnow = know
worker.phoneTells = tell
worker.phoneAnswer = answer
