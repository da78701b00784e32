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


SHORTEST = 2
"""Letters of a name without initials."""


def initials(players: Sequence[str]) -> list[str]:
    """Return short forms of the names, different where the names are: `GT`, `JF`, `Lu`, and `Mari` next to `Marc`."""
    parts = [_initial_parts(name) for name in players]
    longest = max((len(words[0]) for words in parts), default=0)
    short = [_shorten(words, 1) for words in parts]
    for letters in range(2, longest + 1):
        if len(set(short)) == len(set(players)):
            break
        short = [_shorten(words, letters) if short.count(known) > 1 else known for words, known in zip(parts, short, strict=True)]
    return short


def _initial_parts(name: str) -> list[str]:
    """Return the words of a name that begin with a capital, or all words: `Grand-maman Thérèse` has two."""
    words = name.replace("-", " ").split() or ["?"]
    return [word for word in words if not word[0].islower()] or words


def _shorten(words: Sequence[str], letters: int) -> str:
    if len(words) == 1:
        letters = max(letters, SHORTEST)
    first = words[0][:letters]
    return first[0].upper() + first[1:] + "".join(word[0].upper() for word in words[1:3])
