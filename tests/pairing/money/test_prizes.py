"""Prizes to the cent: ties share what their places get, no cent is lost, and none is paid twice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.pairing.money.books import award_purse, books_of
from scorekeeper.pairing.money.prizes import award, halves, place_amounts, quarter_of, tied_places
from scorekeeper.pairing.money.purse import Prize, PrizeList, Purse, Sponsor, purse_faults
from scorekeeper.pairing.money.side_pots import DRAW, MOST_BOXED, SidePot
from scorekeeper.pairing.record.attendance import PaidShare
from scorekeeper.pairing.record.lots import draw_winner
from scorekeeper.pairing.standings.standings import StandingRow
from tests.tiers import examples

EACH = settings(max_examples=examples(200), deadline=None, database=None)


def standing(*ranks: int, field: str | None = None, wins: tuple[int, ...] = ()) -> list[StandingRow]:
    """Return standings of entrants a, b, c … with these ranks."""
    scores = wins or tuple(-rank for rank in ranks)
    found = zip(ranks, "abcdefghijklmnopqrstuvwxyz", scores, strict=False)
    return [StandingRow(rank, who, {"wins": Fraction(score)}, None, field) for rank, who, score in found]


def amounts(prizes: PrizeList, cents: int, ranks: tuple[int, ...], **options: object) -> dict[str, int]:
    purse = Purse(**options)
    tied = tied_places(standing(*ranks), purse, list("abcdefghijklmnopqrstuvwxyz"))
    return {one.entrant: one.cents for one in award(prizes, cents, tied, whole_dollars=purse.whole_dollars)}


BY_PLACE = PrizeList(prizes=(Prize(1, 1, percent=50), Prize(2, 2, percent=30), Prize(3, 3, percent=20)))


def test_places_get_their_percent():
    assert amounts(BY_PLACE, 40_000, (1, 2, 3, 4)) == {"a": 20_000, "b": 12_000, "c": 8_000}


def test_tied_entrants_share_what_their_places_get():
    fixed = PrizeList(prizes=(Prize(3, 3, cents=4000), Prize(4, 4, cents=2000)))
    assert amounts(fixed, 6000, (1, 2, 3, 3)) == {"c": 3000, "d": 3000}
    assert amounts(BY_PLACE, 40_000, (1, 2, 3, 3)) == {"a": 20_000, "b": 12_000, "c": 4_000, "d": 4_000}


def test_the_odd_cents_go_to_the_first_place_and_to_the_first_who_entered():
    assert amounts(BY_PLACE, 10_001, (1, 2, 3)) == {"a": 5001, "b": 3000, "c": 2000}
    found = {one.entrant: one for one in award(BY_PLACE, 10_001, tied_places(standing(1, 1, 3), Purse(), ["b", "a", "c"]))}
    assert (found["b"].cents, found["a"].cents) == (4001, 4000)
    assert (found["b"].extra, found["b"].ranked) == (1, False)


def test_a_tie_on_the_score_is_shared_and_the_standings_give_the_odd_cent():
    rows = standing(1, 2, 3, wins=(4, 4, 3))
    tied = tied_places(rows, Purse(ties="score"), ["b", "a", "c"])
    assert [(one.entrants, one.ranked) for one in tied] == [(("a", "b"), True), (("c",), True)]
    assert [one.entrants for one in tied_places(rows, Purse(), ["a", "b", "c"])] == [("a",), ("b",), ("c",)]


def test_a_range_gets_the_same_each_and_fixed_amounts_come_before_percentages():
    prizes = PrizeList(prizes=(Prize(1, 1, percent=100), Prize(3, 5, cents=500)))
    assert amounts(prizes, 4000, (1, 2, 3, 4, 5)) == {"a": 2500, "c": 500, "d": 500, "e": 500}
    assert amounts(prizes, 4000, (1, 2, 3)) == {"a": 3500, "c": 500}
    assert amounts(prizes, 1000, (1, 2, 3, 4, 5)) == {"c": 500, "d": 500, "e": 500}


def test_the_best_quarter_gets_all_of_it():
    prizes = PrizeList(best_quarter=True)
    assert amounts(prizes, 6000, tuple(range(1, 13))) == {"a": 3000, "b": 2000, "c": 1000}
    assert [quarter_of(n) for n in (0, 1, 4, 5, 40)] == [0, 1, 1, 2, 10]


def test_whole_dollars_leave_the_cents_in_the_box():
    assert amounts(BY_PLACE, 4055, (1, 2, 2), whole_dollars=True) == {"a": 2000, "b": 1000, "c": 1000}


def test_who_does_not_count_gets_nothing():
    rows = standing(1, 2, 3)
    rows[0] = StandingRow(1, "a", {}, None, counts=False)
    assert [one.entrants for one in tied_places(rows, Purse(), ["a", "b", "c"])] == [("b",), ("c",)]


def test_each_final_has_its_own_list():
    groups = {"": standing(1, 2), "A": standing(1, field="A"), "B": [StandingRow(1, "b", {}, None, "B")]}
    first, half = Prize(1, 1, percent=100), Prize(1, 1, percent=50)
    purse = Purse(lists=(PrizeList("A", 60, prizes=(first,)), PrizeList("B", 40, prizes=(half,))))
    found = award_purse(purse, 10_000, groups, ["a", "b"])
    assert [(one.entrant, one.group, one.cents) for one in found] == [("a", "A", 6000), ("b", "B", 2000)]
    assert award_purse(purse, 10_000, {"": standing(1)}, ["a"]) == []


def test_a_player_of_a_pair_gets_half_and_the_first_the_odd_cent():
    assert halves(3335, 2) == [1668, 1667]
    assert halves(3335, 1) == [3335]


@pytest.mark.parametrize(
    ("lists", "code", "field"),
    [
        ((PrizeList(percent=50), PrizeList(percent=50)), "group", "lists[1].group"),
        ((PrizeList("A", 60), PrizeList("B", 50)), "lists", "lists"),
        ((PrizeList(best_quarter=True, prizes=(Prize(1, 1, 5),)),), "quarter", "lists[0].prizes"),
        ((PrizeList(prizes=(Prize(3, 2, 5),)),), "range", "lists[0].prizes[0].last"),
        ((PrizeList(prizes=(Prize(1, 1),)),), "amount", "lists[0].prizes[0]"),
        ((PrizeList(prizes=(Prize(1, 1, 5, 5),)),), "amount", "lists[0].prizes[0]"),
        ((PrizeList(prizes=(Prize(1, 3, 5), Prize(3, 3, 5))),), "place", "lists[0].prizes[1].first"),
        ((PrizeList(prizes=(Prize(1, 3, percent=34),)),), "percent", "lists[0].prizes"),
    ],
)
def test_what_is_wrong_in_a_purse_is_named(lists, code, field):
    assert [(one.code, one.field) for one in purse_faults(Purse(lists=lists))] == [(code, field)]


# ---- whatever the purse, the standings and the payments are


RANKS = st.lists(st.booleans(), min_size=1, max_size=24).map(
    lambda same: tuple(max([k + 1 for k in range(n + 1) if not same[k]], default=1) for n in range(len(same)))
)


@st.composite
def prize_lists(draw: st.DrawFn) -> PrizeList:
    if draw(st.booleans()) and draw(st.booleans()):
        return PrizeList(best_quarter=True)
    prizes, place, left = [], 1, 100
    for _ in range(draw(st.integers(0, 6))):
        place += draw(st.integers(0, 3))
        last = place + draw(st.integers(0, 3))
        most = left // (last - place + 1)
        if most and draw(st.booleans()):
            percent = draw(st.integers(1, most))
            left -= percent * (last - place + 1)
            prizes.append(Prize(place, last, percent=percent))
        else:
            prizes.append(Prize(place, last, cents=draw(st.integers(1, 5000))))
        place = last + 1
    return PrizeList(prizes=tuple(prizes))


PURSES = st.builds(
    Purse,
    share=st.integers(0, 100),
    hall=st.integers(0, 20_000),
    sponsors=st.lists(st.builds(Sponsor, st.just("Caisse"), st.integers(1, 9999)), max_size=3).map(tuple),
    lists=st.one_of(
        st.tuples(prize_lists()),
        st.tuples(prize_lists(), prize_lists()).map(
            lambda two: tuple(PrizeList(name, 50, one.best_quarter, one.prizes) for name, one in zip("AB", two, strict=True))
        ),
    ),
    whole_dollars=st.booleans(),
    ties=st.sampled_from(["rank", "score"]),
)
SHARES = st.lists(st.builds(PaidShare, st.integers(0, 500), st.integers(0, 2500), st.integers(0, 300)), max_size=24)
POTS = st.lists(
    st.builds(
        lambda kind, cents, count, winners, seed: SidePot(
            kind,
            cents,
            "",
            tuple("abcdefghij"[:count]),
            (draw_winner("abcdefghij"[:count], seed),) if kind == DRAW else tuple("abcdefghij"[: min(winners, count)]),
            seed if kind == DRAW else None,
        ),
        st.sampled_from([MOST_BOXED, DRAW]),
        st.integers(1, 500),
        st.integers(1, 10),
        st.integers(0, 4),
        st.integers(0, 999_999),
    ),
    max_size=3,
)


@EACH
@given(PURSES, RANKS, SHARES, POTS)
def test_money_is_conserved_and_no_prize_is_negative(purse, ranks, shares, pots):
    rows = standing(*ranks)
    groups = {"": rows, "A": rows[::2], "B": rows[1::2]}
    awards = award_purse(purse, sum(one.fee for one in shares), groups, [row.id for row in rows])
    books = books_of(purse, shares, awards, pots)
    came = (
        sum(sum(one) for one in shares) + sum(one.cents for one in purse.sponsors) + sum(p.cents * len(p.entrants) for p in pots)
    )
    went = sum(one.cents for one in awards) + purse.hall + sum(sum(p.shares.values()) for p in pots)
    assert came == went + books.rest
    assert all(one.cents >= 0 for one in awards)
    assert all(sum(p.shares.values()) <= p.total for p in pots)
    fixed = any(prize.cents for one in purse.lists for prize in one.prizes)
    assert fixed or books.prizes <= books.purse


@EACH
@given(PURSES, RANKS, st.integers(0, 100_000))
def test_tied_entrants_get_the_same_within_a_cent_and_all_of_what_their_places_get(purse, ranks, cents):
    rows = standing(*ranks)
    for prizes in purse.lists:
        awards = award(prizes, cents, tied_places(rows, purse, [row.id for row in rows]), whole_dollars=purse.whole_dollars)
        for first in {one.first for one in awards}:
            tied = [one for one in awards if one.first == first]
            got = [one.cents for one in tied]
            assert len(tied) == tied[0].tied
            assert max(got) - min(got) <= (0 if purse.whole_dollars else 1)
            left = tied[0].shared - sum(got)
            assert left >= 0 if purse.whole_dollars else left == 0
            assert left < 100 * len(tied)


@EACH
@given(PURSES, RANKS, st.integers(0, 100_000), st.permutations(range(1000, 1024)))
def test_pseudonyms_change_no_amount(purse, ranks, cents, numbers):
    rows = standing(*ranks)
    renamed = {row.id: f"e{number}" for row, number in zip(rows, numbers, strict=False)}
    again = [StandingRow(row.rank, renamed[row.id], row.columns, None) for row in rows]
    for prizes in purse.lists:
        before, after = (
            award(prizes, cents, tied_places(listed, purse, [row.id for row in listed]), whole_dollars=purse.whole_dollars)
            for listed in (rows, again)
        )
        assert [(renamed[one.entrant], one.cents) for one in before] == [(one.entrant, one.cents) for one in after]


@EACH
@given(prize_lists(), st.integers(0, 100_000), st.integers(0, 30))
def test_places_that_do_not_exist_get_nothing(prizes, cents, places):
    assert len(place_amounts(prizes, cents, places)) == places


@EACH
@given(PURSES, st.integers(0, 1_000_000))
def test_the_lists_take_no_more_than_the_purse(purse, fees):
    assert sum(purse.split(fees)) <= purse.amount(fees)
    if sum(one.percent for one in purse.lists) == 100:
        assert sum(purse.split(fees)) == purse.amount(fees)


# ---- side pots


def test_a_draw_is_the_same_for_everyone_who_repeats_it():
    entrants = [f"e{n}" for n in range(1, 41)]
    assert [draw_winner(entrants, seed) for seed in (0, 1, 200, 4711)] == ["e15", "e30", "e13", "e14"]
    pot = SidePot(DRAW, 101, entrants=tuple(entrants[:3]), winners=("e2",), seed=1)
    assert (pot.total, pot.paid, pot.shares) == (303, 152, {"e2": 152})


def test_winners_share_a_pot_and_without_a_winner_it_stays_in_the_box():
    pot = SidePot(MOST_BOXED, 100, entrants=("a", "b", "c"), winners=("a", "c"))
    assert pot.shares == {"a": 150, "c": 150}
    assert SidePot(MOST_BOXED, 100, entrants=("a", "b")).paid == 0


@EACH
@given(st.integers(0, 999_999), st.integers(1, 40))
def test_every_seed_names_an_entrant(seed, count):
    assert draw_winner([str(n) for n in range(count)], seed) in {str(n) for n in range(count)}
