"""The Flask application class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask


class Application(Flask):
    """An application without coroutine functions."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged. Flask would check a dozen functions per request, 1% of a read's time."""
        return func
