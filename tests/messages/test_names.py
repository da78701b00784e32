"""Short forms of names on a phone's score sheet."""

from __future__ import annotations

import pytest

from scorekeeper.messages.names import initials

CASES = [
    (["Marie-Ève", "Jean-François", "Grand-maman Thérèse", "Luc"], ["MÈ", "JF", "GT", "Lu"]),
    (["Aline", "Benoît", "Claire", "Denis"], ["Al", "Be", "Cl", "De"]),
    (["Marie", "Marc", "luc", "J-F"], ["Mari", "Marc", "Lu", "JF"]),
    (["Jean Paul", "Jeanne Paquin", "X"], ["JeanP", "JeannP", "X"]),
    (["Ann", "Anna"], ["Ann", "Anna"]),
    (["Ann", "Ann"], ["An", "An"]),
    (["Player 1", "Player 2", "grand maman"], ["P1", "P2", "GM"]),
    (["-", "李娜", "Éloi de la Tour"], ["?", "李娜", "ÉT"]),
]


@pytest.mark.parametrize(("players", "short"), CASES)
def test_initials_are_short_and_as_different_as_the_names(players, short):
    assert initials(players) == short
