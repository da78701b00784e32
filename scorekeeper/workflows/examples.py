"""The example games of an instance that `scorekeeper demo` filled: shown on every device, opened by link."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from flask import current_app

from scorekeeper.workflows.entrance import by_token, token_of
from scorekeeper.workflows.lists import Listed, listed
from scorekeeper.workflows.refusals import NotFound
from scorekeeper.workflows.sharing import look_up

FILE = "examples.json"


def keep(link_ids: Iterable[int]) -> None:
    """Remember the links of the example games, in the order in which they are to be shown. No secret is written."""
    _path().write_text(json.dumps({"links": list(link_ids)}) + "\n", encoding="ascii")


def shown() -> list[tuple[Listed, str]]:
    """The example games, each with its link's secret; none where there are none, or their links were ended."""
    ways, tokens = [], []
    for link_id in _kept():
        token = token_of(link_id)
        try:
            ways.append(by_token(look_up(token).game_id, token))
        except NotFound:
            continue
        tokens.append(token)
    return list(zip(listed(ways), tokens, strict=True))


def _kept() -> list[int]:
    try:
        found = json.loads(_path().read_text(encoding="ascii"))["links"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [n for n in found if type(n) is int]


def _path() -> Path:
    return Path(current_app.instance_path) / FILE
