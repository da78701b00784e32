"""The hand and the game that the rulebook plays from start to finish. The engine works out the results."""

from __future__ import annotations

from scorekeeper.engine.events import Played

HANDS = (
    ("AS", "KS", "JS", "9S", "7S", "AH", "8H", "7D", "KC"),
    ("QS", "8S", "KH", "10H", "7H", "AD", "9D", "5D", "JC"),
    ("10S", "QH", "9H", "KD", "10D", "8D", "AC", "9C", "5C"),
    ("5S", "JH", "5H", "QD", "JD", "QC", "10C", "8C", "7C"),
)
"""The cards of the four players, by seat."""

DEALER = 3
CALLS = (60, 65, 70, "pass", 75, "pass", "pass")
TRUMP = "S"
TRICKS = (
    ("AS", "8S", "10S", "5S"),
    ("KS", "QS", "10D", "7C"),
    ("AH", "7H", "9H", "JH"),
    ("KC", "JC", "5C", "8C"),
    ("7D", "AD", "8D", "JD"),
    ("KH", "QH", "5H", "8H"),
    ("9D", "KD", "QD", "7S"),
    ("JS", "5D", "9C", "QC"),
    ("9S", "10H", "AC", "10C"),
)

GAME = (
    Played(0, 75, (85, 15), {1: 65, 2: 70}, "S"),
    Played(1, 60, (55, 45), {}, "D"),
    Played(3, 65, (30, 70), {0: 60}, "C"),
    Played(2, 65, (70, 30), {1: 60}, "H"),
)
"""Four hands of a game. The second contract fails."""
