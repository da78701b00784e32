"""Fixtures for generated clients: a running program with a club, and its document."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from tests.served import Server
from tests.tournaments.club_night import PASSWORD


@dataclass(frozen=True)
class ServedClub:
    """A running program with a club. `api`: the API's address. `token`: with the director's role."""

    api: str
    club: int
    token: str

    def document(self, to: Path) -> Path:
        """Save the served OpenAPI document."""
        with urllib.request.urlopen(f"{self.api}/openapi.json", timeout=60) as answer:
            to.write_bytes(answer.read())
        return to


@pytest.fixture(scope="session")
def served_club(tmp_path_factory: pytest.TempPathFactory, prepared: Callable[[Path], Path]) -> Iterator[ServedClub]:
    instance = prepared(tmp_path_factory.mktemp("served-club"))
    with create_app({}, instance).app_context():
        organiser, _ = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
        club = members.club_access("club-du-moulin", organiser)
        token = api_tokens.create(club, "a generated client", "direct", 30)[1]
        number = club.club_id
    server = Server(instance)
    yield ServedClub(f"http://127.0.0.1:{server.port}/api/v1", number, token)
    server.process.terminate()
    assert server.process.wait(timeout=60) == 0, server.log.read_text()
    assert "Traceback" not in server.log.read_text()
