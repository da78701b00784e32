"""What the rulebook is made of: chapters, sections, blocks. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rulebook.figures import Figure


@dataclass(frozen=True)
class Para:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list; `numbered` where the order counts."""

    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Aside:
    """A remark beside the text: a word of the table, a thing to watch."""

    text: str


@dataclass(frozen=True)
class Decision:
    """What the texts leave open, and what we chose; `key` is its anchor, `rules` the ids of the rules that it belongs to.

    It matters to the named rule sets `games`, or wherever each option in `where` has one of its values; to all of them if
    neither is given.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    games: tuple[str, ...] = ()
    where: tuple[tuple[str, tuple[object, ...]], ...] = ()

    @property
    def general(self) -> bool:
        """Whether it matters to every game."""
        return not self.games and not self.where


TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    Block = Para | Items | Aside | Decision | Figure


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it. `rules`: ids of the rules it states, which links lead to.

    `also`: other words by which people look for it, in a search.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    rules: tuple[str, ...] = ()
    also: str = ""


@dataclass(frozen=True)
class Chapter:
    """Sections that are read together. `key` is its address."""

    key: str
    title: str
    lede: str
    sections: tuple[Section, ...] = field(default_factory=tuple)


def texts_of(section: Section) -> list[str]:
    """Every message of a section in reading order, its title first."""
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
