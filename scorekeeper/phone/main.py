"""Started inside the worker: hands the engine to the JavaScript around it, as one function from text to text."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]
from javascript import JSON  # type: ignore[import-not-found]

from scorekeeper.phone.bridge import ScoredGame

_desks: dict[str, ScoredGame] = {}


def speak(lang: str, messages: str) -> None:
    """Answer in this language from now on; `messages`: JSON, message id to translation."""
    _desks[lang] = ScoredGame(JSON.parse(messages))


def learn(lang: str, messages: str) -> None:
    """More words in this language, of modules that came later."""
    _desks[lang].messages.update(JSON.parse(messages))


def answer(lang: str, operation: str, request: str) -> str:
    """The answer to a request, both JSON text."""
    text: str = JSON.stringify(_desks[lang].answer(operation, JSON.parse(request)))
    return text


worker.engineSpeak = speak
worker.engineLearn = learn
worker.engineAnswer = answer
