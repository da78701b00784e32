"""The building blocks of the rulebook: chapters, sections, paragraphs, and the markup in texts. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from scorekeeper.engine.deal import RANK, SUIT
from scorekeeper.messages.game.outcome import SYMBOLS
from scorekeeper.rulebook.examples.illustrations import Figure


@dataclass(frozen=True)
class Para:
    text: str


@dataclass(frozen=True)
class Items:
    """A list, numbered if the order matters."""

    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Aside:
    """A remark next to the text: a word players use, or a thing to watch."""

    text: str


@dataclass(frozen=True)
class Decision:
    """Our decision where the texts leave something open. `key` is its anchor, `rules` the rule ids it belongs to.

    It applies to the named rule sets `games`, or wherever each option in `where` has one of its values, or to all without
    either.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    games: tuple[str, ...] = ()
    where: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def general(self) -> bool:
        """Whether it applies to every game."""
        return not self.games and not self.where


TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    Block = Para | Items | Aside | Decision | Figure


@dataclass(frozen=True)
class Section:
    """A heading and its content. `rules`: ids of the rules it states, for links.

    `also`: other words to find it by.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    rules: tuple[str, ...] = ()
    also: str = ""


@dataclass(frozen=True)
class Chapter:
    """A chapter. `key` is its address."""

    key: str
    title: str
    lede: str
    sections: tuple[Section, ...] = field(default_factory=tuple)


def texts_of(section: Section) -> list[str]:
    """Return every message of a section in reading order, the title first."""
    texts = [section.title]
    for block in section.blocks:
        if isinstance(block, (Para, Aside)):
            texts.append(block.text)
        elif isinstance(block, Items):
            texts.extend(block.texts)
        elif isinstance(block, Decision):
            texts += [block.title, block.text]
        else:
            texts.append(block.caption)
    return texts


_SUITS = {sign: suit for suit, sign in SYMBOLS.items()}
_MARKS = ("*", "{", *_SUITS)


@lru_cache(maxsize=4096)
def split_markup(text: str) -> tuple[tuple[str, str], ...]:
    """Return the text as (kind, content): `text`, `strong`, `card` (`10H`) or `suit` (`H`, also for a `♥`).

    Raises ValueError for braces around anything but a card or a suit.
    """
    parts: list[tuple[str, str]] = []
    end = at = 0
    while at < len(text):
        found = _read_mark(text, at) if text[at] in _MARKS else None
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


def _read_mark(text: str, at: int) -> tuple[int, tuple[str, str]] | None:
    """Return the marked piece at `at` and its end, or None if nothing is marked there."""
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


def strip_markup(text: str) -> str:
    """Return the text for searching and reading aloud: without marks, and with cards as `10♥`."""
    return "".join(
        RANK[what] + SYMBOLS[SUIT[what]] if kind == "card" else SYMBOLS[what] if kind == "suit" else what
        for kind, what in split_markup(text)
    )
