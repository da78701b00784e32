"""Share links, and matches: rematches and the games won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, url_for

from scorekeeper.core import limits
from scorekeeper.core.api import responses
from scorekeeper.core.api.json_schema import integer, ref
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.api import models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.sharing import share_links

_GAMES_TO_WIN = integer(1, limits.MOST_GAMES_TO_WIN)


@dataclass(frozen=True, slots=True)
class Rematch:
    """The number of games that win the match."""

    games_to_win: Annotated[int | None, _GAMES_TO_WIN] = None


@dataclass(frozen=True, slots=True)
class LinkRole:
    """The role of a link."""

    role: Annotated[Any, ref("GameRole")]


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


@game_operations("matches", "score").post("/games/{game}/rematch", body_required=False, answers={201: models.Game})
def play_rematch(access: Access, sent: Rematch) -> Response:
    """Start a rematch.

    Keeps the players, rules and links, and the deal continues. Repeating the request returns the same game.
    """
    following = matches.rematch(access, games_to_win=sent.games_to_win)
    response = responses.respond(game_answers.game(following, load(following)), 201, etag=game_answers.etag_of(following))
    response.headers["Location"] = url_for("api.read_game", game=following.game_id)
    return response


@game_operations("matches", "watch").get("/games/{game}/match")
def read_match(access: Access) -> models.Match:
    """Read a game’s match.

    Includes its games and the games won by each side. Returns 404 if the game is not part of a match.
    """
    standing = matches.match_standing(access)
    if standing is None:
        raise NotFound("match")
    return game_answers.match(standing)
