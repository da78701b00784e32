"""Lots: one rule draws ties, door prizes and the 50/50, and anyone can repeat it."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pairing.record.lots import HIGHEST_LOT, draw_order, draw_winner

SEEDS = st.integers(0, HIGHEST_LOT)


def test_the_documented_rule_draws_the_order():
    hashes = {name: sha256(f"4711:{number}".encode()).hexdigest() for number, name in enumerate("abcde", 1)}
    assert draw_order("abcde", 4711) == tuple(sorted("abcde", key=lambda name: hashes[name]))


@given(st.lists(st.tuples(st.text(), st.integers()), min_size=1, max_size=40, unique=True), SEEDS)
def test_everyone_has_one_place_and_the_winner_is_the_first(people, seed):
    order = draw_order(people, seed)
    assert sorted(order) == sorted(people)
    assert draw_winner(people, seed) == order[0]


@given(st.integers(2, 40), SEEDS)
def test_names_do_not_change_a_draw(count, seed):
    letters = [f"e{n}" for n in range(count)]
    assert [letters.index(who) for who in draw_order(letters, seed)] == [*draw_order(range(count), seed)]
