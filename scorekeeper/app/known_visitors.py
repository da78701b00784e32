"""Visitors with an account, who may start games on a closed instance: members and API clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

from scorekeeper.clubs.commands.members import api_tokens
from scorekeeper.clubs.pages.signed_in import account
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security import closed_instance

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.core.devices.visitors import Visitor


def init_app(app: Flask) -> None:
    """Register the checks that recognize a known visitor."""
    closed_instance.register(app, _has_account)
    closed_instance.register(app, _is_api_client)


def _has_account(_visitor: Visitor | None) -> bool:
    return account() is not None


def _is_api_client(_visitor: Visitor | None) -> bool:
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    try:
        return kind.lower() == "bearer" and api_tokens.bearer(secret.strip()).scope != "read"
    except NotFound:
        return False
