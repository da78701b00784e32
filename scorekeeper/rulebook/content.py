"""The building blocks of the rulebook: chapters, sections, paragraphs. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

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
