"""The example games that `scorekeeper demo` creates: shown on every device, opened by link."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flask import current_app

from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security.signing import digest
from scorekeeper.games.commands.authorization import access_by_token, token_by_id, token_of
from scorekeeper.games.commands.library.game_lists import LoadedGame, load_games
from scorekeeper.games.commands.sharing.share_links import find_link_target

FILE = "examples.json"


def save_example_links(link_ids: Iterable[int]) -> None:
    """Save the links of the example games in their order, without secrets."""
    links = [[link_id, digest(token_by_id(link_id))] for link_id in link_ids]
    _path().write_text(json.dumps({"links": links}) + "\n", encoding="ascii")


def listed_examples() -> list[tuple[LoadedGame, str]]:
    """Return the example games with their links' secrets. Empty if there are none or their links were revoked."""
    accesses, tokens = [], []
    for link_id, known in _load_example_links():
        try:
            token = token_by_id(link_id)
            if digest(token) != known:  # after an older backup is restored, the id may be another link's
                continue
            accesses.append(access_by_token(find_link_target(token).game_id, token))
        except NotFound:
            continue
        tokens.append(token)
    return list(zip(load_games(accesses), tokens, strict=True))


def _load_example_links() -> list[tuple[int, str]]:
    try:
        links = json.loads(_path().read_text(encoding="ascii"))["links"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    known: list[Any] = [[one, digest(token_of(one, None))] if type(one) is int else one for one in links]
    return [(one[0], one[1]) for one in known if isinstance(one, list) and len(one) == 2 and type(one[0]) is int]


def _path() -> Path:
    return Path(current_app.instance_path) / FILE
