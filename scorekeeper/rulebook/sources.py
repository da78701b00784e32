"""The texts behind the rules."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME
from scorekeeper.messages.marks import N_


@dataclass(frozen=True)
class Source:
    """A text. Rule sets cite its `key` (`Variant.source`)."""

    key: str
    title: str
    about: str


SOURCES = (
    Source(
        "S1",
        N_("The standard game and the game with a kitty"),
        N_("A description of the four-player game without a kitty, with its scoring example, and of what changes with one."),
    ),
    Source(
        "S2",
        N_("A survey of 200 and its variations"),
        N_(
            "The fullest text: history, the standard game, some thirty variations gathered from correspondents, games for "
            "two, five and six, and advice from good players. It cites Culbertson’s Hoyle "
            "(1950), Richard Raymond’s Règles des jeux de cartes et des patiences (second edition, 2006), and the reports of "
            "Denis Landry."
        ),
    ),
    Source(
        "S3",
        N_("The rules of an online game with a kitty"),
        N_(
            "How one computer version plays: no point cards in the discard, and opponents always score. It repeats much of "
            "the survey’s advice."
        ),
    ),
)

READING = (
    N_(
        "These three texts are where our facts come from; every sentence of this rulebook is our own. Where they differ, or "
        "are silent, we had to choose: the rule says so, and all of it stands together under “What we chose”."
    ),
    N_(
        "The survey also points to the rules of Le Dix in Acadian French published by Amélie Aubut, to the rules of Le "
        "Rough in French on the Ange Hereux site, and to a description of La Barouche by Stella Johnson and Francis Fisher."
    ),
)


def games_of(source: str) -> list[str]:
    return [name for name, variant in VARIANTS_BY_NAME.items() if source in variant.source.split()]
