"""A program with a club token, phones at the tables, and their requests."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.clubs.commands.members import api_tokens
from tests.tournaments.club_night import Desk, key

BASE = "/api/v1"


class Program:
    """A token with a scope, for one tournament. `to` is a path below it. The last known revision is sent along."""

    def __init__(self, app: Any, desk: Desk, scope: str = "direct", secret: str | None = None) -> None:
        self.client: FlaskClient = app.test_client()
        self.id = desk.id
        self.revision = desk.access.revision
        self.secret = secret if secret is not None else api_tokens.create(desk.club, f"a {scope} program", scope, 30)[1]

    def __call__(self, method: str, to: str = "", json: Any = None, **headers: str | None) -> TestResponse:
        return self.at(method, f"/tournaments/{self.id}{to}", json, **headers)

    def at(self, method: str, path: str, json: Any = None, **headers: str | None) -> TestResponse:
        """Send a request to any address of the API."""
        sent: dict[str, str | None] = {
            "Authorization": f"Bearer {self.secret}" if self.secret else None,
            "If-Match": f'"{self.revision}"',
            "Idempotency-Key": key(),
        }
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value is not None}
        answer = self.client.open(f"{BASE}{path}", method=method, json=json, headers=sent)
        if answer.is_json and answer.status_code < 300 and method != "GET":
            self.revision = max(self.revision, answer.json.get("revision", 0))
        return answer
