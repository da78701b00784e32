"""Texts with a little in them: strong words, drawn cards and suits."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.cards import RANK, SUIT
from scorekeeper.wording.outcome import SYMBOLS

_SUITS = {sign: suit for suit, sign in SYMBOLS.items()}
_MARKS = ("*", "{", *_SUITS)


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[tuple[str, str], ...]:
    """The text cut into (kind, content): `text`, `strong`, `card` (`10H`) or `suit` (`H`, also for a `♥` of the engine's words).

    Raises ValueError for braces that hold neither a card nor a suit.
    """
    parts: list[tuple[str, str]] = []
    end = at = 0
    while at < len(text):
        found = _marked(text, at) if text[at] in _MARKS else None
        if found is None:
            at += 1
            continue
        if at > end:
            parts.append(("text", text[end:at]))
        end = at = found[0]
        parts.append(found[1])
    if end < len(text):
        parts.append(("text", text[end:]))
    return tuple(parts)


def _marked(text: str, at: int) -> tuple[int, tuple[str, str]] | None:
    """What is marked there, and where it ends; None for a sign that marks nothing."""
    if text[at] in _SUITS:
        return at + 1, ("suit", _SUITS[text[at]])
    if text.startswith("**", at):
        close = text.find("**", at + 3)
        return None if close < 0 else (close + 2, ("strong", text[at + 2 : close]))
    close = text.find("}", at)
    code = text[at + 1 : close]
    if text[at] != "{" or close < 0 or not code.replace("_", "a").isalnum():
        return None
    return close + 1, (_kind(code), code)


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
