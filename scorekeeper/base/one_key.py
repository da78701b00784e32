"""A key means one thing: what was written under it is known by its content, and nothing else is ever answered for it.

Whoever loses an answer sends the same again, under the same key, and gets the first answer; under that key something else is
refused, so that nobody is told that a thing stands which was never written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from scorekeeper.base.digests import short_digest
from scorekeeper.base.refusals import Refusal

LONGEST_CONTENT = 22


class KeyReused(Refusal):
    """The key was used before, for something else. `game`: the game that was started under it, if it was one."""

    def __init__(self, game: int | None = None) -> None:
        super().__init__("uuid.reused", "uuid")
        self.game = game


def content_of(action: str, asked: object = None) -> str:
    """What is asked for, in few signs: the same for the same, however it was written. Kept beside the key.

    Where what is not given means something else than nothing (it stays as it is), `asked` has to be `given(…)`.
    """
    plain = json.dumps([action, lean(asked)], sort_keys=True, default=_plain)
    return short_digest(plain)


def is_same(kept: str | None, asked: str) -> bool:
    """Whether what is asked for is what was written under the key. Of what was written before contents were kept (None), who
    knows: it is taken for the same.
    """
    return kept in (None, asked)


def check(kept: str | None, asked: str, game: int | None = None) -> None:
    """Raise KeyReused where `asked` is not what was written under the key."""
    if not is_same(kept, asked):
        raise KeyReused(game)


def lean(value: Any) -> Any:
    """A content without what says nothing: fields left out, false, empty or blank are one, and so are spaces around a text."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        leaned = {str(name): lean(one) for name, one in value.items()}
        return {name: one for name, one in leaned.items() if one is not False and one not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        return [lean(one) for one in value]
    return lean(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else value


def given(facts: Mapping[str, Any]) -> list[Any]:
    """Facts of which those that are not given stay as they are: to be given empty is something else."""
    return sorted([name, value] for name, value in facts.items())


def _plain(value: object) -> str:
    return str(value)
