"""The example games of an instance that `scorekeeper demo` filled: shown to every device, opened by link."""

from __future__ import annotations

import json
from pathlib import Path

from flask import current_app, url_for

from scorekeeper.workflows import entrance, lists, sharing
from scorekeeper.workflows.lists import Listed
from scorekeeper.workflows.refusals import NotFound

FILE = "examples.json"


def keep(link_ids: list[int]) -> None:
    """Remember the links of the example games, in the order in which they are to be shown. Secrets are not written."""
    _path().write_text(json.dumps({"links": link_ids}) + "\n", encoding="ascii")


def shown() -> list[tuple[Listed, str]]:
    """The example games and their addresses; none where there are none, or their links were ended."""
    ways, urls = [], []
    for link_id in _kept():
        token = entrance.token_of(link_id)
        try:
            game_id = sharing.look_up(token).game_id
            ways.append(entrance.by_token(game_id, token))
        except NotFound:
            continue
        urls.append(url_for("share.opened", token=token))
    return list(zip(lists.listed(ways), urls, strict=True))


def _kept() -> list[int]:
    try:
        found = json.loads(_path().read_text(encoding="ascii"))["links"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [n for n in found if type(n) is int]


def _path() -> Path:
    return Path(current_app.instance_path) / FILE
