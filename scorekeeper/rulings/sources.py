"""The source of each rule: the standard game (S1), the survey of variations (S2), the kitty game online (S3)."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import clauses
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulebook.options.entries import entries
from scorekeeper.rulebook.sources import SOURCES

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

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
    """Return the texts behind a rule: `S1`, `S2`, `S3`, or an empty name for a rule of our own.

    For a rule with options, only texts with the value in `rules` count, from named games or reports. There may be
    none.
    Without `rules`, all texts with the rule count. Raises `KeyError` for an unknown rule.
    """
    if rule not in RULES:
        raise KeyError(rule)
    known = _FROM.get(rule, ("S2",))
    if rules is None:
        return known
    values = rules.values()
    for name, option in RuleSet.options.items():
        if option.rule == rule:
            having = _sources_with_value(name, values[name])
            known = tuple(key for key in known if key in having) or having
            if not known:
                return ()
    return known


@lru_cache(maxsize=256)
def _sources_with_value(name: str, value: object) -> tuple[str, ...]:
    """Return the texts in which an option has this value. A choice in no named game comes from the survey."""
    keys = {
        key
        for variant in VARIANTS_BY_NAME
        if named_rules(variant).values()[name] == value
        for key in VARIANTS_BY_NAME[variant].source.split()
    }
    if value in entries()[name].reported or (not keys and RuleSet.options[name].choices):
        keys.add("S2")
    return tuple(sorted(keys))


def source_text(t: Gettext, rule: str, rules: RuleSet | None = None) -> str:
    """Return the rule's sources in words."""
    titles = {source.key: source.title for source in SOURCES}
    keys = sources_of(rule, rules)
    return clauses(t, [t(titles.get(key, OWN)) for key in keys]) if keys else t(NOWHERE)
