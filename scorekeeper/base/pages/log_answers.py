"""Answers to the log of a device: in a form of their own, so that nothing else is taken for an answer (docs/phone-log.md)."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

FORMAT = 1
OWN_HEADER = "X-Scorekeeper"
"""Set by our own pages; a form of another site cannot set it."""


def answer(key: str, state: str, status: int, **more: Any) -> Response:
    """Return an answer to a device's log: `log` and the act's own key say that it is ours."""
    response = jsonify(log=FORMAT, key=key, state=state, **more)
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def sent_key() -> str | None:
    """Return the key of the act that a device's log sends with this request, None where no log sends it."""
    sent = request.get_json(silent=True) if request.headers.get(OWN_HEADER) else None
    return str(sent.get("key"))[:40] if isinstance(sent, dict) else None
