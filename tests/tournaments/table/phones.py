"""A player's phone without a browser: opens a table's link, gives a name, sends results like the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.tournaments.evening import key

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse


def chips(*scores: int, game: int = 0) -> dict[str, str]:
    """Return the form values of a result."""
    found = {}
    for side, score in enumerate(scores):
        found |= {f"h-{game}-{side}": str(abs(score) // 100), f"r-{game}-{side}": str(abs(score) % 100)}
        if score < 0:
            found[f"neg-{game}-{side}"] = "1"
    return found


class Phone:
    """A phone at tables. `sit` says whose it is."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def look(self, token: str) -> TestResponse:
        """Open the table's page."""
        return self.client.get(f"/t/{token}")

    def sit(self, token: str, entrant: str) -> TestResponse:
        """Say whose phone this is. Needs an app without form tokens."""
        return self.client.post(f"/t/{token}/seat", data={"entrant": entrant})

    def post(self, token: str, act: str, revision: int, **fields: Any) -> TestResponse:
        """Send a form as without scripts."""
        return self.client.post(f"/t/{token}/{act}", data={"revision": revision, "uuid": key(), **fields})

    def send(self, token: str, act: str, revision: int, *, uuid: str | None = None, **fields: Any) -> TestResponse:
        """Send a command as the phone's log does."""
        told = {"key": uuid or key(), "seen": revision, "after": None, "act": {k: str(v) for k, v in fields.items()}}
        return self.client.post(f"/t/{token}/{act}/send", json=told, headers={"X-Scorekeeper": "1"})
