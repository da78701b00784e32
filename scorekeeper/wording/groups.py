"""Named rule sets under the headings where a player would look for them."""

from __future__ import annotations

from flask_babel import gettext as _


def group_title(group: str) -> str:
    """The heading over a group of named rule sets."""
    return {
        "usual": _("The usual games"),
        "new_brunswick": _("New Brunswick"),
        "quebec": _("Quebec"),
        "full_pack": _("With the whole pack"),
        "six": _("Six players"),
        "five": _("Five players"),
        "alone": _("Each alone"),
        "two": _("Two players"),
    }[group]


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
"""Every named rule set, the most played first, under the heading where a player would look for it."""
