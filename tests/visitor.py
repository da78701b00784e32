"""A visitor without a browser: starts games and opens links."""

from __future__ import annotations

import re
import uuid
from html import unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

NAMES = ("Aline", "Donat", "Rosa", "Edgar", "Alma", "Yvon")


def form(rules: str = "kitty", **more: Any) -> dict[str, Any]:
    """Return the values of a new game's form."""
    names = {f"player-{seat}": name for seat, name in enumerate(NAMES)}
    return {"rules": rules, "basis": rules, "first_dealer": "1", "uuid": str(uuid.uuid4()), "do": "start", **names, **more}


def start(client: FlaskClient, rules: str = "kitty", **more: Any) -> str:
    """Start a game, and return its address."""
    answer = client.post("/games/new", data=form(rules, **more))
    assert answer.status_code == 303, text_of(answer)
    return answer.location


def forge(token: str) -> str:
    """Return a token for the same row with another signature.

    The first letter changes: two last letters can stand for the same bytes, because base64 leaves bits over.
    """
    row_id, _, signature = token.partition(".")
    return f"{row_id}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"


def text_of(answer: TestResponse) -> str:
    """Return the visible text of a page."""
    page = answer.get_data(as_text=True).replace("\u2060", "")  # which only keeps lines together
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def flat(page: str) -> str:
    """Return the HTML without invisible line breaks next to tags."""
    return re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", page)


def value_of(answer: TestResponse, name: str) -> str:
    """Return the value of a field."""
    found = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', answer.get_data(as_text=True))
    assert found, f"no field {name}"
    return unescape(found[1])


def checked_values(answer: TestResponse, name: str) -> list[str]:
    """Return the values of the checked radio buttons with this name."""
    tags = re.findall(r"<input[^>]*>", answer.get_data(as_text=True))
    mine = [tag for tag in tags if f'name="{name}"' in tag and re.search(r"\bchecked\b", tag)]
    return [unescape(re.search(r'value="([^"]*)"', tag)[1]) for tag in mine]  # type: ignore[index]
