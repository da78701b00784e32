"""The names of a game by seat and by side, and whether a sentence is about one player or several."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet

PAIR = "pair"
TEAM = "team"
TWO = "two"
SOLO = "solo"
TOGETHER = "together"
DOER_KINDS = (PAIR, TEAM, TWO, SOLO, TOGETHER)
"""Pairs, teams of three, two players, players who score their own tricks, and defenders who score together."""


class Names:
    """The names of a game, `sides[side]` and `seats[seat]`. `kind` is one of `DOER_KINDS`."""

    __slots__ = ("kind", "seats", "sides")

    def __init__(self, sides: Sequence[str], seats: Sequence[str] = (), kind: str = PAIR) -> None:
        self.sides = tuple(sides)
        self.seats = tuple(seats)
        self.kind = kind

    def __getitem__(self, side: int) -> str:
        return self.sides[side]

    def __len__(self) -> int:
        return len(self.sides)


def side_name(players: Sequence[str]) -> str:
    """Return `Aline & Claire`, `Aline, Claire & Denis`."""
    if len(players) == 2:
        return players[0] + " & " + players[1]
    if len(players) < 2:
        return "".join(players)
    return ", ".join(players[:-1]) + " & " + players[-1]


def names_of(rules: RuleSet, players: Sequence[str]) -> Names:
    """Return the names of a game from the names by seat."""
    return Names(side_names(rules, players), players, side_kind(rules))


def side_names(rules: RuleSet, players: Sequence[str]) -> list[str]:
    """Return the names of the sides."""
    return [side_name([players[seat] for seat in side]) for side in rules.table.sides]


def side_kind(rules: RuleSet) -> str:
    """Return the kind of the sides under these rules, one of `DOER_KINDS`."""
    if rules.table.individual:
        return TOGETHER if rules.defenders_score == "temporary_team" else SOLO
    if rules.format == "two_handed":
        return TWO
    return TEAM if rules.format == "two_threes" else PAIR
