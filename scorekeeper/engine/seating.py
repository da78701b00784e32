"""Who sits where and who keeps a score together: formats, seats, sides (rulebook section 2)."""

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
    """Options of the table itself. `table`: who sits where by them, in a rule set."""

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

    `players`: how many sit down; `hands`: how many hands are dealt; `sides`: the seats of each side, numbered by their lowest
    seat; `side_of`: the side of each seat, None for a player who is silent all evening; `individual`: each player keeps a
    score of their own; `silence`: somebody is silent, all evening or by turns. As far as it was asked, while nobody has dropped
    out: `deals_after`, who deals after each seat; `usual_bids`, what others than that contractor bid, with that seat silent.
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
        """The silent player's seat when `dealer` deals: fixed, or the player at dealer's right (`format.silent_partner`)."""
        if self.rotating_silent:
            return (dealer - 1) % self.players
        return self.fixed_silent
