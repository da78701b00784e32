"""A director without a browser: signed in, with a tournament, sending the desk's forms."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

from scorekeeper.tournaments.commands import authorization
from tests.tournaments import evening
from tests.visitor import text_of, value_of

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from scorekeeper.tournaments.commands.snapshot import Board

FRAGMENT = {"X-Fragment": "1"}
"""The header of the desk's script, to get only the parts of the page that changed."""


class Director:
    """Opens pages and sends forms. An unexpected answer fails the test with the page's text."""

    def __init__(self, app: Flask, entrants: int = 0, method: str = "swiss", **facts: Any) -> None:
        self.app, self.client = app, app.test_client()
        with app.app_context():
            self.access = evening.tournament(evening.pairs(entrants), method, **facts)
        self.root = f"/desk/{self.access.tournament_id}"
        self.club = f"/desk/clubs/{self.access.club_slug}"
        form = {"name": "Organiser", "password": "fleur de lys au vent"}
        assert self.client.post("/club/sign-in", data=form).status_code == 303

    def open(self, path: str = "", status: int = 200, **options: Any) -> TestResponse:
        """Open a page of the tournament, or of the desk if the path is complete."""
        answer = self.client.get(path if path.startswith("/desk") else self.root + path, **options)
        assert answer.status_code == status, f"{path}: {answer.status_code} {text_of(answer)[:500]}"
        return answer

    def send(self, path: str, status: int = 303, at: str = "", **fields: Any) -> TestResponse:
        """Send a form of the page `at`, with that page's revision."""
        fields.setdefault("revision", value_of(self.open(at), "revision"))
        fields.setdefault("uuid", str(uuid.uuid4()))
        headers = fields.pop("headers", {})
        answer = self.client.post(self.root + path, data=fields, headers=headers)
        assert answer.status_code == status, f"{path}: {answer.status_code} {text_of(answer)[:800]}"
        return answer

    def text(self, path: str = "", status: int = 200) -> str:
        """Return the text of a page."""
        return text_of(self.open(path, status))

    def round(self, publish: bool = True) -> Board:
        """Pair the next round, and publish it."""
        self.send("/draft")
        if publish:
            self.send("/draft/publish", at="/draft")
        return self.board()

    def result(self, table: int, *scores: object, status: int = 303, number: int | None = None, **more: Any) -> TestResponse:
        """Enter a result at the desk."""
        current = number or self.board().current.number  # type: ignore[union-attr]
        fields = {f"score-0-{side}": str(score) for side, score in enumerate(scores)}
        return self.send(f"/rounds/{current}/results", status, table=str(table), **fields, **more)

    def play(self) -> None:
        """Enter every table of the current round, the first side a little stronger."""
        current = self.board().current
        assert current is not None
        for table in current.tables:
            if not table.result.known:
                self.result(table.number, 300 + 10 * table.number, 250 - 5 * table.number)

    def move_to(self, address: str) -> None:
        """Direct another tournament: the one at this address of the desk."""
        self.root = re.match(r"/desk/\d+", address)[0]  # type: ignore[index]
        with self.app.app_context():
            self.access = authorization.desk(int(self.root[6:]), evening.club().account)

    def board(self) -> Board:
        """Return the recorded tournament."""
        with self.app.app_context():
            return evening.now(self.access)


def options(answer: TestResponse, name: str) -> list[str]:
    """Return the values that a choice field offers."""
    return re.findall(rf'name="{name}" value="([^"]*)"', answer.get_data(as_text=True))
