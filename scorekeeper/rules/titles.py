"""What rules are called, from the rules alone: their own name, or that of the named set they were made from."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.codec.rules import dump_difference
from scorekeeper.engine.variants import NAMED, name_of, named
from scorekeeper.wording.marks import N_
from scorekeeper.wording.titles import variant_title

TYPE_CHECKING = False  # loaded by phones, where `typing` costs seconds
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.wording.marks import Gettext

HOUSE_RULES = N_("%(rules)s, house rules")

AT: dict[int, tuple[str, ...]] = {
    2: ("n", "s"),
    3: ("n", "se", "sw"),
    4: ("n", "e", "s", "w"),
    5: ("n", "e", "se", "sw", "w"),
    6: ("nw", "ne", "e", "se", "sw", "w"),
}
"""Where the seats of a drawn table stand, clockwise, by the number of players."""

_CUTTHROAT = {3: (36, 12), 4: (36, 9), 5: (40, 8), 6: (36, 6)}


def for_players(rules: RuleSet, players: int) -> RuleSet:
    """The rule set for so many at the table: cutthroat deals the pack out to three, four, five or six.

    Raises ValueError where the format has its own number of players.
    """
    if rules.table.players == players:
        return rules
    if rules.format != "cutthroat" or players not in _CUTTHROAT:
        raise ValueError(f"{rules.format} is not played by {players}")
    pack, hand = _CUTTHROAT[players]
    return rules.but(pack=pack, hand_cards=hand, kitty=0)


@lru_cache(maxsize=512)
def nearest(rules: RuleSet) -> str:
    """The named rule set that these rules differ least from; before all, one with as many players in the same sides."""
    known = name_of(rules)
    return known or min(NAMED, key=lambda name: (named(name).format != rules.format, len(dump_difference(named(name), rules))))


@lru_cache(maxsize=512)
def dealt_out(rules: RuleSet) -> str | None:
    """The name of the rule set that this is, only dealt out to another number of players."""
    for name in NAMED:
        try:
            if for_players(named(name), rules.table.players) == rules:
                return name
        except ValueError:
            continue
    return None


def title_of(t: Gettext, rules: RuleSet) -> str:
    """What to call the rules of a game: their name, or the name of what they were made from."""
    title = variant_title(t, dealt_out(rules) or nearest(rules))
    return title if dealt_out(rules) else t(HOUSE_RULES) % {"rules": title}
