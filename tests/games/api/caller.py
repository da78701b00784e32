"""A program with a link, and the requests it would send."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.games.kitchen_table import header, key

BASE = "/api/v1"


class Caller:
    """A program with a link to one game. `to` is a path below the game. The last known revision is sent along."""

    def __init__(self, client: FlaskClient, rules: Any = "standard", **facts: Any) -> None:
        self.client = client
        self.started = client.post(f"{BASE}/games", json=header(rules, **facts)).json
        self.game = self.started["id"]
        self.revision = self.started["revision"]
        self.secrets = {role: self.started["links"][role]["token"] for role in ("score", "watch")}
        self.role = "score"

    def __call__(self, method: str, to: str = "", json: Any = None, **headers: str | None) -> TestResponse:
        sent: dict[str, str | None] = {
            "Authorization": f"Bearer {self.secrets[self.role]}",
            "If-Match": f'"{self.revision}"',
            "Idempotency-Key": key(),
        }
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in sent.items() if value is not None}
        answer = self.client.open(f"{BASE}/games/{self.game}{to}", method=method, json=json, headers=sent)
        if answer.is_json and answer.status_code < 300 and method != "GET":
            self.revision = max(self.revision, answer.json.get("revision", 0))
        return answer

    def play(self, *hands: dict[str, Any]) -> TestResponse:
        """Record hands, and return the last answer."""
        return [self("POST", "/events", hand) for hand in hands][-1]

    def watching(self) -> Caller:
        """Return a caller of the same game with its watching link."""
        other = Caller.__new__(Caller)
        other.__dict__.update(self.__dict__, role="watch")
        return other
