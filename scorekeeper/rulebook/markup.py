"""Texts with a little in them: strong words, drawn cards and suits."""

from __future__ import annotations

import re
from functools import lru_cache

from scorekeeper.engine.cards import RANK, SUIT
from scorekeeper.wording.outcome import SYMBOLS

_PIECE = re.compile(r"\*\*(.+?)\*\*|\{(\w+)\}|([♠♥♦♣])")
_SUITS = {sign: suit for suit, sign in SYMBOLS.items()}


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[tuple[str, str], ...]:
    """The text cut into (kind, content): `text`, `strong`, `card` (`10H`) or `suit` (`H`, also for a `♥` of the engine's words).

    Raises ValueError for braces that hold neither a card nor a suit.
    """
    parts: list[tuple[str, str]] = []
    end = 0
    for match in _PIECE.finditer(text):
        if match.start() > end:
            parts.append(("text", text[end : match.start()]))
        strong, code, sign = match.groups()
        parts.append(("strong", strong) if strong else ("suit", _SUITS[sign]) if sign else (_kind(code), code))
        end = match.end()
    if end < len(text):
        parts.append(("text", text[end:]))
    return tuple(parts)


def _kind(code: str) -> str:
    if code in SUIT:
        return "card"
    if code in SYMBOLS:
        return "suit"
    raise ValueError(f"neither a card nor a suit: {code!r}")


def plain(text: str) -> str:
    """The text as it is searched and read out: without marks, cards as `10♥`."""
    return "".join(
        RANK[what] + SYMBOLS[SUIT[what]] if kind == "card" else SYMBOLS[what] if kind == "suit" else what
        for kind, what in pieces(text)
    )
