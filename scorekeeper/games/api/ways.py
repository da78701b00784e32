"""The way to a game over the API: who asks, and what that one may do with it."""

from __future__ import annotations

from typing import cast

from flask import g, request

from scorekeeper.base import devices
from scorekeeper.base.api import requests
from scorekeeper.base.api.problems import RequestProblem
from scorekeeper.games.actions.entrance import Way, way_to


def game_way(game: int) -> Way:
    """The way to the game of the address: by link, or through the device. Raises RequestProblem, NotFound."""
    secret, cookie = requests.token(), request.cookies.get(devices.COOKIE)
    if secret is not None:
        g.way = way_to(game, token=secret)
    elif cookie is None:
        raise RequestProblem(401, "auth")
    else:
        requests.check_own_pages()
        g.way = way_to(game, cookie=cookie)
    return cast(Way, g.way)


def scoring_way(game: int) -> Way:
    """The way to the game of the address for those who may score it. Raises RequestProblem, NotFound, NotAllowed."""
    way = game_way(game)
    way.check_may_score()
    return way
