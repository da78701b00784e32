"""The Flask application class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule


class _Rule(Rule):
    """A rule that compiles its URL builders when they are first used. At the start they would take a tenth of the time."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_builder = super()._compile_builder

        def build(rule: _Rule, **values: Any) -> tuple[str, str]:
            compiled = compile_builder(append_unknown).__get__(rule, None)
            setattr(rule, "_build_unknown" if append_unknown else "_build", compiled)
            built: tuple[str, str] = compiled(**values)
            return built

        return build


class Application(Flask):
    """An application without coroutine functions."""

    url_rule_class = _Rule

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged. Flask would check a dozen functions per request, 1% of a read's time."""
        return func
