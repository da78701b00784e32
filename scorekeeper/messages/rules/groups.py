"""Named rule sets under the headings where players would look for them."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

TITLES = {
    "usual": N_("The usual games"),
    "new_brunswick": N_("New Brunswick"),
    "quebec": N_("Quebec"),
    "full_pack": N_("With the whole pack"),
    "six": N_("Six players"),
    "five": N_("Five players"),
    "alone": N_("Everyone for themselves"),
    "two": N_("Two players"),
}

GROUPS: dict[str, tuple[str, ...]] = {
    "usual": ("informal", "kitty", "standard", "online_kitty"),
    "new_brunswick": ("north_300", "north_500", "north_500_300", "south_east", "south_east_kitty"),
    "quebec": ("bloutte", "le_ruff", "le_rough"),
    "full_pack": ("twelve_card",),
    "six": ("six_three_pairs", "six_kitty", "six_full_pack", "pot", "six_two_teams"),
    "five": ("five_called", "five_silent"),
    "alone": ("cutthroat",),
    "two": ("two_handed",),
}
"""Every named rule set by group, the most played first."""


def group_title(t: Gettext, group: str) -> str:
    """Return the heading of a group of named rule sets."""
    return t(TITLES[group])


def group_of(name: str) -> str:
    return next(group for group, names in GROUPS.items() if name in names)
