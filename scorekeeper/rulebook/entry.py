"""What the rulebook says of one option of a rule set."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rulebook.cases import Example


@dataclass(frozen=True)
class OptionEntry:
    """What is said of one option: paragraphs, a sentence for each choice, an example that the engine answers.

    `also`: other words by which people look for it, in a search. `question`: what to ask a table that does not know the name of
    its game; `varies`: to be asked in any case, because houses differ in it under one name. `reported`: figures that S2 has from
    some tables and no named rule set has. `states`: rules that have no option of their own and are stated here.
    """

    body: tuple[str, ...]
    example: Example
    choices: dict[object, str] = field(default_factory=dict)
    also: str = ""
    question: str = ""
    varies: bool = False
    reported: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
