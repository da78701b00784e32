"""The type of the podium: every name while it is legible, in the largest size that fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.tournaments.public.hall_type import LEGIBLE
from scorekeeper.tournaments.public.podium import FEWEST_NAMES, LARGEST, MOST_NAMES, Honour, honours_on_page

NAMES = tuple(f"Marie-Ange & Théophile {k}" for k in range(20))


def page(*counts: int, prize: str = "a ham, $20.00 each", remark: str = "") -> tuple[int, int]:
    """Return how many names are shown of places with these numbers of names, and the size."""
    found = honours_on_page(tuple(Honour("Second place", NAMES[:count], prize) for count in counts), remark)
    return found.most, found.size


@pytest.mark.parametrize("counts", [(4,), (1, 4), (1, 4, 1), (4, 1), (6,), (6, 1, 1), (4, 4)])
def test_all_names_of_a_tie_are_shown_while_they_are_legible(counts):
    most, size = page(*counts)
    assert most >= max(counts)
    assert size >= LEGIBLE


def test_one_winner_is_as_large_as_it_gets_and_a_crowd_is_smaller():
    assert page(1)[1] == LARGEST
    assert page(1, 1, 1)[1] > page(1, 4, 1)[1] > LEGIBLE


def test_more_than_six_names_are_not_shown():
    assert page(20)[0] == MOST_NAMES


@given(st.lists(st.integers(1, 20), min_size=1, max_size=3))
def test_no_page_has_fewer_names_than_it_used_to(counts):
    most, size = page(*counts)
    assert FEWEST_NAMES <= most <= MOST_NAMES
    assert size % 2 == 0
