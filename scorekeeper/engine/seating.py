"""Formats, seats and sides (rulebook section 2)."""

from __future__ import annotations

from scorekeeper.engine.options import Choice, Phase, SeatChoice

INDIVIDUAL_FORMATS = ("called_partner", "silent_partner", "cutthroat")
TWO_SIDED_FORMATS = ("partnership", "two_threes", "two_handed")

PLAYERS = {
    "partnership": 4,
    "two_threes": 6,
    "three_pairs": 6,
    "called_partner": 5,
    "silent_partner": 5,
    "two_handed": 2,
}
_SIDES = {"partnership": 2, "two_threes": 2, "three_pairs": 3, "two_handed": 2}


class Seating(Phase):
    """Options of the table. In a rule set, `table` is the seating they lead to."""

    table: Table

    format = Choice(
        "partnership",
        "two_threes",
        "three_pairs",
        "called_partner",
        "silent_partner",
        "cutthroat",
        "two_handed",
        rule="format",
    )
    silent_seat = SeatChoice("rotates", seats=5, rule="format.silent_partner")


class Table:
    """The seats of a rule set.

    `players`: the number of players. `hands`: the number of hands dealt.
    `sides`: the seats of each side, numbered by their lowest seat.
    `side_of`: the side of each seat, None for a player who is always silent.
    `individual`: each player has a score of their own.
    `silence`: a player is silent, always or in turn.
    `deals_after`, `usual_bids`: caches of the next dealer and of `usual_bids`, valid while no side has dropped out.
    """

    def __init__(self, rules: Seating, hands: int) -> None:
        self.individual = rules.format in INDIVIDUAL_FORMATS
        self.hands = hands
        self.players = 2 if rules.format == "two_handed" else self.hands
        silent = rules.silent_seat
        self.fixed_silent = silent if rules.format == "silent_partner" and isinstance(silent, int) else None
        self.silence = rules.format == "silent_partner"
        self.rotating_silent = self.silence and self.fixed_silent is None
        seats = [s for s in range(self.players) if s != self.fixed_silent]
        n = _SIDES.get(rules.format, len(seats))
        self.sides = tuple(tuple(s for i, s in enumerate(seats) if i % n == side) for side in range(n))
        self.side_of: tuple[int | None, ...] = tuple(
            next((i for i, side in enumerate(self.sides) if seat in side), None) for seat in range(self.players)
        )
        self.deals_after: dict[int, int] = {}
        self.usual_bids: dict[tuple[int, int | None], frozenset[tuple[int, int | str]]] = {}

    def silent(self, dealer: int) -> int | None:
        """Return the silent player's seat when `dealer` deals, or None (`format.silent_partner`).

        The seat is fixed, or the one to the dealer's right.
        """
        if self.rotating_silent:
            return (dealer - 1) % self.players
        return self.fixed_silent
