"""The Flask application that this program is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask


class Application(Flask):
    """Every function that Flask calls here is a plain one."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """As it is. Flask looks anew at every request whether each of a dozen functions is a coroutine: a hundredth of a read."""
        return func
