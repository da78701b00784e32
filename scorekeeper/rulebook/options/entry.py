"""The rulebook's entry for one option."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rulebook.examples.cases import Example


@dataclass(frozen=True)
class OptionEntry:
    """An entry: paragraphs, a sentence for each choice, and an example for the engine.

    `also`: other words to find it by.
    `question`: what to ask players who don't know the name of their game.
    `varies`: ask it anyway, because tables differ on it within the same game.
    `reported`: values that S2 reports and no named rule set has.
    `states`: rules without an option of their own that this entry states.
    """

    body: tuple[str, ...]
    example: Example
    choices: dict[object, str] = field(default_factory=dict)
    also: str = ""
    question: str = ""
    varies: bool = False
    reported: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
