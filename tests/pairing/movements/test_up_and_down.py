"""One up, one down: moves, sit-outs, the check and its explanations."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing import corrections, director
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Entrant, Result, Table, Tournament
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import method_title, reason_text
from tests.pairing.damage import somebody_has_a_second_bye, with_last
from tests.pairing.events import by_chance, played, seats, tournament


def first_side_wins(table: Table) -> Result:
    return Result((200, 100))


def evening_of(count: int, rounds: int = 12) -> Tournament:
    return tournament("up_and_down", count, rounds=rounds)


def rules(t: Tournament) -> set[str]:
    return {p.rule for p in check(t)}


def test_of_the_pair_that_loses_one_moves_up_and_one_down_and_the_winners_part():
    t = played(evening_of(12), 1, first_side_wins)
    assert seats(t.rounds[0]) == [("e1+e2", "e3+e4"), ("e5+e6", "e7+e8"), ("e9+e10", "e11+e12")]
    # e7 comes up to table 1 and e12 down to it, in a circle; e1 and e2 have won there.
    assert seats(director.next_round(t).as_round()) == [("e1+e12", "e7+e2"), ("e5+e4", "e11+e6"), ("e9+e8", "e3+e10")]


def test_everybody_keeps_moving_the_same_way_and_never_has_the_same_partner_twice_in_a_row():
    t = played(evening_of(20), 12, by_chance(4))
    assert len(t.rounds) == 12
    place = {
        who: {side.index(who) for r in t.rounds for x in r.tables for side in x.sides if who in side}
        for who in (e.id for e in t.entrants)
    }
    assert all(len(places) == 1 for places in place.values())
    for one, after in zip(t.rounds, t.rounds[1:], strict=False):
        together = {frozenset(side) for x in one.tables for side in x.sides}
        assert not together & {frozenset(side) for x in after.tables for side in x.sides}
    assert check(t) == []


def test_at_one_table_partners_change_every_round():
    t = played(evening_of(4), 3)
    assert [set(map(frozenset, r.tables[0].sides)) for r in t.rounds[:2]] == [
        {frozenset(("e1", "e2")), frozenset(("e3", "e4"))},
        {frozenset(("e1", "e4")), frozenset(("e3", "e2"))},
    ]
    assert [reason.code for reason in director.next_round(played(evening_of(4), 1)).tables[0].why] == ["up_and_down.one"]


def test_a_tie_is_won_by_the_side_named_first():
    tied = played(evening_of(8), 1, lambda _: Result((150, 150)))
    won = played(evening_of(8), 1, first_side_wins)
    assert seats(director.next_round(tied).as_round()) == seats(director.next_round(won).as_round())


@pytest.mark.parametrize("count", [9, 10, 11, 13, 18])
def test_those_who_sit_out_take_turns_and_come_back_to_an_empty_place(count):
    t = played(evening_of(count), 10, by_chance(count))
    out = Counter({e.id: 0 for e in t.entrants})
    out.update(i for r in t.rounds for i in r.byes)
    assert max(out.values()) - min(out.values()) <= 1
    assert check(t) == []


def test_whoever_comes_back_goes_on_as_before_where_there_is_such_a_place():
    t = played(evening_of(8), 2, by_chance(1))
    here = {side[0] for x in t.rounds[-1].tables for side in x.sides}
    away = corrections.with_entrant(t, replace(corrections.find_entrant(t, "e1"), absent=(3,)))
    away = corrections.with_entrant(away, Entrant("guest", "Guest", None, 3, 4))
    t = played(away, 2, by_chance(2))
    assert "guest" in {i for x in t.rounds[2].tables for i in x.ids}
    assert "e1" in here & {side[0] for x in t.rounds[3].tables for side in x.sides}
    assert check(t) == []


def test_it_hangs_on_results_and_has_to_be_told_how_many_rounds():
    t = evening_of(8, rounds=1)
    with pytest.raises(errors.Illegal) as caught:
        director.schedule(t)
    assert caught.value.code == "schedule"
    open_table = corrections.with_round(evening_of(8), director.next_round(evening_of(8)))
    with pytest.raises(Exception, match=r"needs\.results"):
        director.next_round(open_table)
    with pytest.raises(errors.Illegal, match="finished"):
        director.next_round(played(t, 1))
    with pytest.raises(errors.Illegal, match=r"entrants\.few"):
        director.next_round(evening_of(3))
    stage = {"stages": [{"method": "up_and_down"}]}
    with pytest.raises(errors.Malformed):
        parse_tournament({**dump_tournament(evening_of(8)), "method": "stages", "options": stage})


def test_the_record_needs_nothing_of_its_own():
    t = played(evening_of(10), 5, by_chance(3))
    dumped = dump_tournament(t)
    assert parse_tournament(dumped) == t
    swiss = dump_tournament(tournament("swiss", 10))
    assert dumped.keys() == swiss.keys()
    assert dumped["options"].keys() == swiss["options"].keys()  # type: ignore[attr-defined]


def test_a_method_that_is_none_is_refused_as_before():
    with pytest.raises(errors.Malformed) as caught:
        parse_tournament({**dump_tournament(evening_of(8)), "method": "down_and_up"})
    assert caught.value.params["reason"] == "choice"
    assert "up_and_down" in caught.value.params["choices"]


def test_the_check_sees_who_moved_wrongly_changed_ways_or_kept_a_partner():
    t = played(evening_of(12), 3, by_chance(9))
    one, two, *others = t.rounds[-1].tables
    (a, b), (c, d) = one.sides
    (e, f), side = two.sides
    assert rules(with_last(t, tables=(replace(one, sides=((e, b), (c, d))), replace(two, sides=((a, f), side)), *others))) >= {
        "up_and_down"
    }
    turned = with_last(t, tables=(replace(one, sides=((b, a), (c, d))), two, *others))
    assert rules(turned) == {"up_and_down.place"}
    before = {frozenset(side) for x in t.rounds[-2].tables for side in x.sides}
    kept = next(way for way in (((a, d), (c, b)), ((a, c), (b, d))) if {frozenset(side) for side in way} & before)
    assert "up_and_down.part" in rules(with_last(t, tables=(replace(one, sides=kept), two, *others)))
    again = somebody_has_a_second_bye(played(evening_of(9), 4, by_chance(5)), Random(1))
    assert again is not None
    assert rules(again) == {"sit_out"}
    first = replace(t, rounds=t.rounds[:1])
    crossed = [replace(x, number=4 - x.number) for x in first.rounds[0].tables]
    assert rules(with_last(first, tables=tuple(crossed))) == {"up_and_down.start"}


@pytest.mark.parametrize(("lang", "title"), [("en", "One up, one down"), ("fr", "Montée et descente")])
def test_every_table_says_why_it_is_so(lang, title):
    t = t_for(lang)
    assert method_title(t, "up_and_down") == title
    names = {f"e{k}": f"Joueuse {k}" for k in range(1, 13)}
    draft = director.next_round(played(evening_of(12), 1, first_side_wins))
    said = " ".join(reason_text(t, why, names) for why in draft.tables[0].why)
    told = {
        "en": ["Joueuse 7 moves up from table 2", "Joueuse 12 moves down from table 3", "Joueuse 1 stays at table 1"],
        "fr": ["Joueuse 7, de la table 2, monte", "Joueuse 12, de la table 3, descend", "Joueuse 1 reste à la table 1"],
    }
    assert all(text in said for text in told[lang])
