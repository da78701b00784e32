"""What the rulebook says of one option of a rule set."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rulebook.cases import Example


@dataclass(frozen=True)
class OptionEntry:
    """What is said of one option: paragraphs, a sentence for each choice, an example that the engine answers.

    `also`: other words by which people look for it, in a search.
    """

    body: tuple[str, ...]
    example: Example
    choices: dict[object, str] = field(default_factory=dict)
    also: str = ""
