"""The entry point in the pad's worker: offers the engine to JavaScript as functions from text to text."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]
from javascript import JSON  # type: ignore[import-not-found]

from scorekeeper.offline.runtime.bridge import ScoredGame

_desks: dict[str, ScoredGame] = {}


def speak(lang: str, messages: str) -> None:
    """Start answering in this language. `messages` is JSON, message id to translation."""
    _desks[lang] = ScoredGame(JSON.parse(messages))


def learn(lang: str, messages: str) -> None:
    """Add messages in this language, for modules that were loaded later."""
    _desks[lang].messages.update(JSON.parse(messages))


def answer(lang: str, operation: str, request: str) -> str:
    """Answer a request. Both are JSON text."""
    text: str = JSON.stringify(_desks[lang].answer(operation, JSON.parse(request)))
    return text


worker.engineSpeak = speak
worker.engineLearn = learn
worker.engineAnswer = answer
