"""Where each rule was read: the standard game (S1), the survey of its variations (S2), the game with a kitty online (S3)."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rulebook.entries import entries
from scorekeeper.rulebook.sources import SOURCES
from scorekeeper.wording.lists import clauses
from scorekeeper.wording.marks import N_
from scorekeeper.wording.titles import RULES

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

NOWHERE = N_("none, this is a house rule")
OWN = N_("our own reading, because the sources do not say")

_ALL = ("S1", "S2", "S3")
_FROM: dict[str, tuple[str, ...]] = {
    "format": _ALL,
    "format.partnership": _ALL,
    "deal.first_dealer": ("S1", "S2"),
    "deal.rotation": _ALL,
    "deal.pack": _ALL,
    "auction.turn": _ALL,
    "auction.pass": _ALL,
    "auction.end": _ALL,
    "auction.minimum": _ALL,
    "auction.step": _ALL,
    "auction.all_pass": ("S1", "S2"),
    "kitty.discard_to": ("S1", "S2"),
    "kitty.discard_limit": _ALL,
    "play.lead": _ALL,
    "play.follow": _ALL,
    "play.trick": _ALL,
    "play.trump_by": _ALL,
    "play.revoke": ("",),
    "score.made": _ALL,
    "score.failed": _ALL,
    "score.opponents": _ALL,
    "score.must_bid": ("S1", "S2"),
    "end.target": _ALL,
    "end.both_reach": _ALL,
    "end.hole": _ALL,
    "match": ("",),
    "adjustment": ("",),
}


def sources_of(rule: str, rules: RuleSet | None = None) -> tuple[str, ...]:
    """Return the texts that support a rule as `rules` have it, `S1`, `S2`, `S3`; an empty name for a rule of our own.

    A rule with options has the texts of the value in force: of the named games that are played so, and of what was reported.
    There are none where no text has that value. Without `rules`, the texts that have the rule at all. `KeyError` for no rule.
    """
    if rule not in RULES:
        raise KeyError(rule)
    known = _FROM.get(rule, ("S2",))
    if rules is None:
        return known
    values = rules.values()
    for name, option in RuleSet.options.items():
        if option.rule == rule:
            having = _having(name, values[name])
            known = tuple(key for key in known if key in having) or having
            if not known:
                return ()
    return known


@lru_cache(maxsize=256)
def _having(name: str, value: object) -> tuple[str, ...]:
    """The texts in which an option has this value; a choice that no named game makes is one of the survey's."""
    keys = {key for variant in NAMED if named(variant).values()[name] == value for key in NAMED[variant].source.split()}
    if value in entries()[name].reported or (not keys and RuleSet.options[name].choices):
        keys.add("S2")
    return tuple(sorted(keys))


def source_text(t: Gettext, rule: str, rules: RuleSet | None = None) -> str:
    """Where the rule was read, in words."""
    titles = {source.key: source.title for source in SOURCES}
    keys = sources_of(rule, rules)
    return clauses(t, [t(titles.get(key, OWN)) for key in keys]) if keys else t(NOWHERE)
