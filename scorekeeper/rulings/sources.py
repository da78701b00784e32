"""Where each rule was read: the standard game (S1), the survey of its variations (S2), the game with a kitty online (S3)."""

from __future__ import annotations

from scorekeeper.rulebook.sources import SOURCES
from scorekeeper.wording.lists import clauses
from scorekeeper.wording.marks import N_
from scorekeeper.wording.titles import RULES

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

OWN = N_("our own reading, where the sources are silent")

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


def sources_of(rule: str) -> tuple[str, ...]:
    """`S1`, `S2`, `S3`, or an empty name for a rule of our own; the variations stand in S2 alone. `KeyError` for no rule."""
    if rule not in RULES:
        raise KeyError(rule)
    return _FROM.get(rule, ("S2",))


def source_text(t: Gettext, rule: str) -> str:
    """Where the rule was read, in words."""
    titles = {source.key: source.title for source in SOURCES}
    return clauses(t, [t(titles.get(key, OWN)) for key in sources_of(rule)])
