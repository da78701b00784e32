"""Share links."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.api import models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.request_models import LinkRole
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.sharing import share_links

_SCORE = game_operations("links", "score")


@_SCORE.get("/games/{game}/links", answers={200: "LinkList"})
def list_links(access: Access) -> dict[str, Any]:
    """List a game’s links.

    Includes revoked links. A link opens its game and that game’s rematches.
    """
    return {"links": [game_answers.link(share) for share in share_links.list_shares(access)]}


@_SCORE.post("/games/{game}/links", status=201)
def create_link(access: Access, sent: LinkRole) -> models.Link:
    """Create a link."""
    return game_answers.link(share_links.create(access, sent.role))


@_SCORE.delete("/games/{game}/links/{link}")
def revoke_link(access: Access, link: int) -> None:
    """Revoke a link.

    It stops working, even on devices that have opened it. The only way to score a game cannot be revoked.
    """
    share_links.revoke(access, link)
