"""Visitors who may start games on a closed instance: accounts, API clients, and phones with a scoring link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from scorekeeper.base import guests
from scorekeeper.base.refusals import NotFound
from scorekeeper.clubs.actions import api_tokens
from scorekeeper.clubs.pages.signed_in import account
from scorekeeper.games.actions import entrance

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.base.devices import Visitor


def init_app(app: Flask) -> None:
    """Register the checks that recognize a known visitor."""
    guests.register(app, entrance.has_scoring_link)
    guests.register(app, _has_account)
    guests.register(app, _is_api_client)


def _has_account(_visitor: Visitor | None) -> bool:
    return account() is not None


def _is_api_client(_visitor: Visitor | None) -> bool:
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    try:
        return kind.lower() == "bearer" and api_tokens.bearer(secret.strip()).scope != "read"
    except NotFound:
        return False
