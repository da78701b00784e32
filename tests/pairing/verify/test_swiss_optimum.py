"""The check of a Swiss round finds the exact minimum without weighing every pair."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.pairing.record.record import Entrant, Options, Result, Round, Table, Tournament
from scorekeeper.pairing.recount import Counting
from scorekeeper.pairing.simulate import simulate
from scorekeeper.pairing.verify import swiss, swiss_facts
from scorekeeper.pairing.verify.verify import check
from tests.pairing import damage
from tests.pairing.events import tournament

pytestmark = pytest.mark.slow


def play_swiss(pairs: int, rounds: int, seed: int = 1) -> Tournament:
    return simulate("swiss", pairs, Options(rounds=rounds), seed, quiet=True).tournament


def test_the_check_of_a_large_event_weighs_a_small_share_of_its_pairs(monkeypatch):
    t = play_swiss(240, 12)
    weighed = []
    cheapest = swiss._cheapest

    def counted(seats, edges):
        weighed.append(len(edges))
        return cheapest(seats, edges)

    monkeypatch.setattr(swiss, "_cheapest", counted)
    assert check(t) == []
    assert 0 < sum(weighed) < len(t.rounds) * 240 * 239 // 2 / 5


def test_the_check_counts_everyones_results_once_for_each_round(monkeypatch):
    t = play_swiss(16, 6)
    late = replace(t, entrants=(*t.entrants, Entrant("late", "Late", None, 7)))
    made = []

    class Counted(Counting):
        def __init__(self, tournament: Tournament) -> None:
            made.append(len(tournament.rounds))
            super().__init__(tournament)

    monkeypatch.setattr("scorekeeper.pairing.recount.Counting", Counted)
    monkeypatch.setattr(swiss_facts, "Counting", Counted)
    assert check(late) == []
    assert made == [0, 1, 2, 3, 4, 5]


def shuffle_last_round(t: Tournament, draw: Random) -> Tournament:
    """Shuffle the seats of the last round."""
    ids = [i for table in t.rounds[-1].tables for i in table.ids]
    return damage.rename_seats(t, dict(zip(ids, draw.sample(ids, len(ids)), strict=True)))


# Small sizes, so that gaps between large groups and rounds far from the fold occur too.
@pytest.mark.parametrize(("large", "near"), [(1, 1), (3, 9)])
@pytest.mark.parametrize("seed", range(4))
def test_what_a_round_could_have_cost_is_what_the_complete_graph_says(large, near, seed, monkeypatch):
    monkeypatch.setattr(swiss, "LARGE", large)
    monkeypatch.setattr(swiss, "NEAR", near)
    whole = simulate("swiss", 17 + 5 * seed, Options(rounds=9), seed).tournament
    excess = swiss.first_excess
    judged = []

    def compared(known, pairs):
        read = swiss.total_price([known.price(a, b) for a, b in pairs])
        right = swiss._over_every_pair(known)
        found = excess(known, pairs)
        assert found == next(((k, x, y) for k, (x, y) in enumerate(zip(read, right, strict=True)) if x > y), None)
        judged.append(found)
        return found

    monkeypatch.setattr(swiss, "first_excess", compared)
    for number in range(2, len(whole.rounds) + 1):
        t = replace(whole, rounds=whole.rounds[:number])
        for harm in (damage.two_change_tables, damage.the_loser_goes_on, shuffle_last_round):
            bad = harm(t, Random(seed))
            if bad is not None:
                check(bad)
    assert {None} < {*judged}


def test_a_record_in_which_somebody_played_before_joining_is_judged_to_its_end():
    t = tournament("swiss", 3, rounds=3)
    early = replace(t, entrants=(replace(t.entrants[0], joined=3), *t.entrants[1:]))
    first = Round(1, (Table(1, (("e1",), ("e2",)), Result((200, 100))),), ("e3",))
    second = Round(2, (Table(1, (("e3",), ("e2",)), Result((200, 100))),))
    assert [(p.round, p.rule) for p in check(replace(early, rounds=(first, second)))] == [(1, "seat.absent")]
