"""Responses to a device's log, in a distinct format that nothing else can imitate (docs/reference/offline-log.md)."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

FORMAT = 1
OWN_HEADER = "X-Scorekeeper"
"""Header of our own pages, which a form on another site cannot set."""


def answer(key: str, state: str, status: int, **more: Any) -> Response:
    """Return a response to a device's log. `log` and the command's key identify it as ours."""
    response = jsonify(log=FORMAT, key=key, state=state, **more)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def sent_key() -> str | None:
    """Return the key of the command sent by a device's log, or None for other requests."""
    sent = request.get_json(silent=True) if request.headers.get(OWN_HEADER) else None
    return str(sent.get("key"))[:40] if isinstance(sent, dict) else None
