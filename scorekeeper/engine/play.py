"""The play (rulebook section 6)."""

from __future__ import annotations

from .options import Choice, Phase

SUITS = ("S", "H", "D", "C")
NO_TRUMP = "NT"


class Play(Phase):
    """Options of trumps and play."""

    trump_by = Choice("announced", "first_lead", rule="play.trump_by")
    no_trump = Choice("forbidden", "plain", "double", rule="play.no_trump")
