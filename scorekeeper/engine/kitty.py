"""Kitty and discard (rulebook section 5)."""

from __future__ import annotations

from .options import Choice, Flag, Phase


class Kitty(Phase):
    """Options of the contractor's discard."""

    discard_to = Choice("opponents", "last_trick", "first_trick", "contractor", rule="kitty.discard_to")
    discard_limit = Choice("any", "no_points", "no_points_or_trumps", rule="kitty.discard_limit")
    discard_show_trumps = Flag(rule="kitty.discard_show_trumps")
    discard_announce_points = Flag(rule="kitty.discard_announce_points")


def most_points_discarded(cards: int) -> int:
    """The most card points that `cards` discarded cards can hold: four aces and four tens of 10, then four fives."""
    return 10 * min(cards, 8) + 5 * max(0, min(cards - 8, 4))
