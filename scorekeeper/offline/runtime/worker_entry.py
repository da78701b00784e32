"""The entry point in the service worker: offers the program's pages to JavaScript as functions from text to text."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]
from javascript import JSON  # type: ignore[import-not-found]

from scorekeeper.offline.runtime import answering
from scorekeeper.offline.stubs import filters

filters.set_json_writer(JSON.stringify)


def take_facts(facts_json: str) -> None:
    """Take new facts as JSON; see `answering.take_facts`."""
    answering.take_facts(JSON.parse(facts_json))


def answer(request_json: str) -> str:
    """Answer a request. Both are JSON."""
    text: str = JSON.stringify(answering.answer(JSON.parse(request_json)))
    return text


def answer_question(name: str, params_json: str) -> str:
    """Answer a question of the service worker, in JSON; see `answering.QUESTIONS`."""
    text: str = JSON.stringify(answering.QUESTIONS[name](JSON.parse(params_json)))
    return text


worker.phoneKnow = take_facts
worker.phoneTells = answer_question
worker.phoneAnswer = answer
