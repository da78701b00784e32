"""The example games as they were played: contractors, bids and counted card points."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.messages.marks import N_

DemoEvent = dict[str, object]


def hand(contractor: int, bid: int | str, *points: int, bids: dict[int, int] | None = None, **more: object) -> DemoEvent:
    """Return a played hand in the format of the game record. `bids`: the other players' bids by seat."""
    others = {str(seat): amount for seat, amount in (bids or {}).items()}
    return {"kind": "played", "contractor": contractor, "bid": bid, "bids": others, "points": list(points), **more}


@dataclass(frozen=True)
class DemoGame:
    """An example game, played `days` ago.

    `contract`: the contract of a hand still in play. `later`: the next games of its match to `games_to_win`. `doubled`:
    index of an event that was recorded twice and voided once. A corrected event is listed by its index, with the wrong
    version recorded first.
    """

    rules: str | dict[str, object]
    players: tuple[str, ...]
    events: tuple[DemoEvent, ...]
    days: int
    first_dealer: int = 0
    contract: DemoEvent | None = None
    games_to_win: int | None = None
    later: tuple[tuple[DemoEvent, ...], ...] = ()
    mended: dict[int, DemoEvent] = field(default_factory=dict)
    doubled: int | None = None


OPEN = DemoGame(
    "informal",
    ("Aline", "Donat", "Rosa", "Edgar"),
    (
        hand(1, 50, 35, 65, trump="C"),
        hand(0, 70, 80, 20, bids={1: 65}, trump="H"),
        hand(3, 75, 50, 50, bids={0: 70}, trump="S"),
        hand(2, 65, 60, 40, bids={1: 60}, trump="D"),
        hand(1, 85, 40, 60, bids={2: 80}, trump="H"),
    ),
    days=0,
    first_dealer=3,
    contract={"contractor": 1, "bid": 75, "trump": "S"},
)

TO_200 = DemoGame(
    "kitty",
    ("Évangéline", "Camille", "Léonie", "Fernand"),
    (
        hand(1, 60, 25, 75, bids={2: 55}, trump="S"),
        hand(2, 70, 80, 20, trump="H"),
        hand(3, 75, 40, 60, bids={0: 70}, trump="C"),
        hand(0, 65, 55, 45, trump="D"),
        hand(1, 80, 25, 75, bids={2: 75}, trump="H"),
        {"kind": "passed_out"},
        hand(1, 75, 45, 55, bids={0: 70}, trump="S"),
        hand(0, 60, 70, 30, trump="D", note=N_("Won with the last ten of trump.")),
    ),
    days=1,
)

MENDED = DemoGame(
    "informal",
    ("Marie", "Yvon", "Alma", "Théo"),
    (
        hand(1, 65, 20, 80, trump="C"),
        hand(0, 70, 75, 25, bids={3: 65}, trump="H"),
        hand(2, 60, 45, 55, trump="S"),
        {"kind": "adjustment", "side": 1, "points": -20, "reason": N_("revoke")},
        hand(3, 70, 30, 70, bids={2: 65}, trump="D"),
    ),
    days=2,
    mended={1: hand(0, 70, 65, 35, bids={3: 65}, trump="H")},
    doubled=2,
)

LE_ROUGH = DemoGame(
    "le_rough",
    ("Rose", "Jacques", "Odette", "Ludger"),
    (
        hand(0, 75, 80, 20, trump="S"),
        hand(1, 85, 10, 90, bids={0: 80}, trump="H"),
        hand(2, 90, 90, 10, trump="NT"),
        hand(3, 80, 35, 65, bids={0: 75}, trump="C"),
        hand(0, 75, 60, 40, trump="D"),
        hand(2, 80, 100, 0, bids={1: 75}, trump="H", announced_all=True),
    ),
    days=4,
    first_dealer=3,
)

THREE_PAIRS = DemoGame(
    "six_three_pairs",
    ("Emma", "Napoléon", "Cécile", "Arthur", "Berthe", "Ovila"),
    (
        hand(0, 60, 70, 20, 10, trump="H"),
        hand(1, 80, 30, 50, 20, bids={0: 75}, trump="S"),
        hand(4, 85, 20, 45, 35, bids={3: 80}, trump="D"),
        hand(2, 70, 20, 10, 70, trump="C"),
        hand(1, 75, 40, 30, 30, bids={3: 70}, trump="H"),
        hand(3, 60, 40, 0, 60, bids={2: 55}, trump="S"),
    ),
    days=6,
    first_dealer=5,
)

CALLED = DemoGame(
    "five_called",
    ("Gérard", "Lise", "Armand", "Simone", "Zoé"),
    (
        hand(0, 70, 75, 25, bids={1: 60}, called_seat=2, trump="S"),
        hand(3, 65, 50, 50, called_seat=1, trump="H"),
        hand(4, 75, 80, 20, bids={2: 70}, called_seat=3, trump="D"),
        hand(1, 60, 40, 60, called_seat=1, trump="C"),
        hand(2, 75, 60, 40, bids={0: 70}, called_seat=1, trump="H"),
    ),
    days=9,
    first_dealer=4,
)

MATCH = DemoGame(
    "standard",
    ("Lucie LeBlanc", "Guy Cormier", "Anne Gallant", "Luc Boudreau"),
    (
        hand(0, 70, 80, 20, trump="H"),
        hand(3, 65, 30, 70, bids={2: 60}, trump="S"),
        hand(2, 75, 95, 5, bids={1: 70}, trump="D"),
    ),
    days=12,
    games_to_win=3,
    later=(
        (
            hand(1, 60, 35, 65, trump="C"),
            hand(0, 80, 70, 30, bids={3: 75}, trump="H"),
            hand(3, 75, 15, 85, trump="S"),
            hand(1, 55, 40, 60, bids={0: 50}, trump="D"),
        ),
        (
            hand(2, 65, 75, 25, trump="C"),
            hand(1, 85, 30, 70, bids={2: 80}, trump="H"),
            hand(0, 70, 100, 0, bids={3: 65}, trump="S"),
        ),
        (hand(3, 50, 45, 55, trump="D"),),
    ),
)

EXAMPLES = (OPEN, TO_200, MENDED, LE_ROUGH, THREE_PAIRS, CALLED, MATCH)
"""The games in display order."""
