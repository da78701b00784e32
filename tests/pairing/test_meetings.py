"""*Meetings* (tournament record, section 6): entrants to keep apart, against every possible pairing."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cli.command_line import main
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.pairing.directing.director import next_round, standings
from scorekeeper.pairing.record.record import ApartRule, Options, Result, Round, Stage, Table, Tournament
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import reason_text
from tests.pairing.events import by_chance, played, tournament
from tests.pairing.swiss.test_swiss import from_the_fold
from tests.tiers import examples

pytestmark = pytest.mark.slow

Pairing = list[tuple[str, ...]]
RULES = ("never", "rather_not", "not_round_1")


def pairings(ids: Sequence[str]) -> Iterator[Pairing]:
    """Yield every way to pair them. With an odd number, one is left alone."""
    if len(ids) < 2:
        yield [tuple(ids)] if ids else []
        return
    first, *others = ids
    for k, other in enumerate(others):
        for rest in pairings(others[:k] + others[k + 1 :]):
            yield [(first, other), *rest]
    if len(ids) % 2:
        yield from ([(first,), *rest] for rest in pairings(others))


def apart_by_chance(draw: Random, ids: Sequence[str]) -> tuple[ApartRule, ...]:
    sizes = [draw.choice((2, 2, 2, 3, 4)) for _ in range(draw.randrange(1, 7))]
    return tuple(ApartRule(frozenset(draw.sample(ids, min(size, len(ids)))), draw.choice(RULES)) for size in sizes)


def swiss_by_chance(seed: int) -> Tournament:
    """Return a small Swiss with seeds, random rounds and random meetings."""
    draw = Random(seed)
    t = tournament("swiss", draw.randrange(3, 9), seed=seed, rounds=12)
    ids = [e.id for e in t.entrants]
    for number in range(1, draw.choice((1, 1, 2, 3, 4, 5))):
        draw.shuffle(ids)
        pairs = [ids[k : k + 2] for k in range(0, len(ids) - 1, 2)]
        tables = tuple(
            Table(k, tuple((i,) for i in pair), Result(tuple(draw.choice(((2, 1), (1, 2), (1, 1))))))
            for k, pair in enumerate(pairs, 1)
        )
        byes = tuple(ids[-1:]) if len(ids) % 2 else ()
        t = replace(t, rounds=(*t.rounds, Round(number, tables, byes, by_hand=True)))
    return replace(t, apart=apart_by_chance(draw, ids))


def price_of(t: Tournament, pairing: Pairing) -> tuple[Fraction, ...]:
    """Return the criteria of the specification, in order."""
    rows = standings(t)
    points = {row.id: row.columns["match_points"] or Fraction(0) for row in rows}
    order = sorted(points, key=lambda i: -points[i])
    place = {i: k for k, i in enumerate(order)}
    met = {frozenset(table.ids) for one in t.rounds for table in one.tables}
    had = {i for one in t.rounds for i in one.byes}
    rather = {"rather_not"} | ({"not_round_1"} if not t.rounds else set())
    total = [Fraction(0)] * 6
    for pair in pairing:
        said = {one.rule for one in t.apart if len(pair) == 2 and {*pair} <= one.who}
        upper, *lower = sorted(pair, key=lambda i: place[i])
        less = points[lower[0]] if lower else min(points.values())
        fold = from_the_fold([points[i] for i in order], place[upper], place[lower[0]] if lower else len(order))
        again = not lower and upper in had and len(had) < len(order)
        counts = ("never" in said, frozenset(pair) in met, bool(said & rather), again, (points[upper] - less) ** 2, fold)
        total = [a + b for a, b in zip(total, counts, strict=True)]
    return tuple(total)


def as_round(t: Tournament, pairing: Pairing) -> Round:
    tables = [Table(k, tuple((i,) for i in pair)) for k, pair in enumerate((p for p in pairing if len(p) == 2), 1)]
    return Round(t.next_number, tuple(tables), tuple(p[0] for p in pairing if len(p) == 1))


def faults_of_round(t: Tournament, one: Round) -> list[str]:
    return [problem.rule for problem in check(replace(t, rounds=(*t.rounds, one))) if problem.round == one.number]


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(0, 10**6))
def test_a_swiss_round_is_the_best_of_all_pairings_in_the_order_of_the_contract(seed):
    t = swiss_by_chance(seed)
    draft = next_round(t)
    mine = [tuple(i for side in table.sides for i in side) for table in draft.tables] + [(i,) for i in draft.byes]
    every = list(pairings([e.id for e in t.entrants]))
    best = min(price_of(t, pairing) for pairing in every)
    assert price_of(t, mine) == best
    assert faults_of_round(t, draft.as_round()) == []
    other = Random(seed).choice(every)
    first = next((k for k, (a, b) in enumerate(zip(price_of(t, other), best, strict=True)) if a != b), None)
    names = ("never", "rematch", "rather_not", "bye", "score_gap", "fold")
    found = faults_of_round(t, as_round(t, other))
    assert found == ([] if first is None else [names[first]])


METHODS = (
    ("round_robin", {}, 9),
    ("single_elimination", {"third_place": True}, 13),
    ("double_elimination", {}, 10),
    ("winners_up", {"rounds": 4}, 9),
    ("winners_up", {"rounds": 4, "individuals": True}, 12),
    ("winners_up", {"rounds": 4, "individuals": True, "partners": "keep"}, 13),
    ("up_and_down", {"rounds": 4}, 12),
    ("mitchell", {}, 9),
    ("swiss", {"rounds": 5, "six_table": True}, 9),
)


@pytest.mark.parametrize("seed", range(examples(6, least=2)))
@pytest.mark.parametrize(("method", "options", "count"), METHODS, ids=lambda one: str(one))
def test_the_check_finds_nothing_in_what_is_paired_whatever_the_method(method, options, count, seed):
    draw = Random(seed)
    t = tournament(method, count, seed=seed, **options)
    t = replace(t, entrants=tuple(replace(e, seed=draw.choice((None, e.seed))) for e in t.entrants))
    t = played(replace(t, apart=apart_by_chance(draw, [e.id for e in t.entrants])), 5, by_chance(seed))
    assert t.rounds
    assert check(t) == []


def first_round_of(line: Sequence[str | None]) -> Round:
    """Return the first round of an eight-place bracket in this seed order. None is a bye."""
    tables = [(f"W1.{k}", line[a - 1], line[b - 1]) for k, (a, b) in enumerate(((1, 8), (4, 5), (2, 7), (3, 6)), 1)]
    byes = tuple(i or j for _, i, j in tables if i is None or j is None)
    return Round(1, tuple(Table(k, ((i,), (j,)), match=m) for k, (m, i, j) in enumerate(tables, 1) if i and j), byes)


@pytest.mark.parametrize("seed", range(examples(30)))
def test_a_draw_keeps_apart_as_many_of_those_without_a_seed_as_any_other(seed):
    draw = Random(seed)
    count, fixed = draw.randrange(5, 9), draw.randrange(0, 4)
    t = tournament("single_elimination", count, seed=seed)
    t = replace(t, entrants=tuple(replace(e, seed=e.seed if k < fixed else None) for k, e in enumerate(t.entrants)))
    ids = [e.id for e in t.entrants]
    t = replace(t, apart=apart_by_chance(draw, ids))

    def price(one: Round) -> tuple[int, int]:
        said = [{rule.rule for rule in t.apart if {*table.ids} <= rule.who} for table in one.tables]
        return sum("never" in rules for rules in said), sum(bool(rules - {"never"}) for rules in said)

    lines = ((*ids[:fixed], *rest, *[None] * (8 - count)) for rest in permutations(ids[fixed:]))
    best = min(price(first_round_of(line)) for line in lines)
    mine = next_round(t).as_round()
    assert price(mine) == best
    assert faults_of_round(t, mine) == []
    other = first_round_of((*ids[:fixed], *draw.sample(ids[fixed:], count - fixed), *[None] * (8 - count)))
    worse = next((name for name, a, b in zip(RULES, price(other), best, strict=False) if a != b), None)
    assert faults_of_round(t, other) == ([worse] if worse else [])


def test_where_everybody_has_a_seed_a_knock_out_has_no_choice_and_says_so():
    t = replace(tournament("single_elimination", 4), apart=(ApartRule(frozenset({"e1", "e4"}), "never"),))
    draft = next_round(t)
    assert draft.tables[0].sides == (("e1",), ("e4",))
    assert [r.code for r in draft.tables[0].why] == ["apart.never", "apart.fixed", "knockout.seeds"]


def test_a_round_robin_stays_as_it_is_and_says_so():
    plain = tournament("round_robin", 4)
    draft = next_round(replace(plain, apart=(ApartRule(frozenset({"e1", "e4"}), "rather_not"),)))
    assert [table.sides for table in draft.tables] == [table.sides for table in next_round(plain).tables]
    assert [r.code for r in draft.tables[0].why][:2] == ["apart.rather_not", "apart.fixed"]


def twos(t: Tournament) -> tuple[list[set[str]], list[set[str]]]:
    """Return partners and opponents of all rounds."""
    sides = [table.sides for one in t.rounds for table in one.tables]
    return [{*side} for both in sides for side in both], [{a, b} for one, other in sides for a in one for b in other]


def test_partners_who_should_never_be_are_not_in_a_whole_rotation_and_may_be_opponents():
    t = tournament("rotating_partners", 8, rounds=7)
    t = played(replace(t, apart=(ApartRule(frozenset({"e1", "e2", "e3"}), "never", "partners"),)), 7)
    partners, opponents = twos(t)
    kept = [{"e1", "e2"}, {"e1", "e3"}, {"e2", "e3"}]
    assert not any(two in partners for two in kept)
    assert any(two in opponents for two in kept)
    assert check(t) == []


def test_opponents_who_should_never_be_may_be_partners():
    t = tournament("rotating_partners", 8, rounds=4)
    t = played(replace(t, apart=(ApartRule(frozenset({"e1", "e2"}), "never", "opponents"),)), 4)
    assert {"e1", "e2"} not in twos(t)[1]


def test_a_rotation_in_which_some_met_who_should_never_and_need_not_is_found_fault_with():
    t = tournament("rotating_partners", 8, rounds=4)
    one = next_round(t).as_round()
    two = one.tables[0].sides[0]
    found = faults_of_round(replace(t, apart=(ApartRule(frozenset(two), "never", "partners"),)), one)
    assert found == ["never"]


def test_winners_who_move_up_are_not_made_partners_of_whom_they_should_never_be():
    t = tournament("winners_up", 8, rounds=6, individuals=True)
    t = played(replace(t, apart=(ApartRule(frozenset({"e1", "e2"}), "never", "partners"),)), 6, by_chance(4))
    assert {"e1", "e2"} not in twos(t)[0]
    assert check(t) == []


def test_a_first_round_in_order_of_entry_keeps_to_it_as_far_as_it_can():
    t = replace(tournament("winners_up", 6, rounds=3), apart=(ApartRule(frozenset({"e1", "e2"}), "not_round_1"),))
    assert [table.sides for table in next_round(t).tables] == [(("e1",), ("e3",)), (("e2",), ("e4",)), (("e5",), ("e6",))]
    in_order = Round(1, tuple(Table(k, ((f"e{2 * k - 1}",), (f"e{2 * k}",))) for k in (1, 2, 3)))
    assert faults_of_round(t, in_order) == ["rather_not"]


def test_the_first_round_is_that_of_the_event_not_of_a_stage():
    final = Stage("swiss", Options(rounds=1), cut=2)
    t = tournament("stages", 4, stages=(Stage("swiss", Options(rounds=1)), final))
    t = played(replace(t, apart=(ApartRule(frozenset({"e1", "e2"}), "not_round_1"),)), 2)
    assert {"e1", "e2"} not in [{*table.ids} for table in t.rounds[0].tables]
    assert check(t) == []
    assert not any(r.code.startswith("apart") for table in next_round(replace(t, rounds=t.rounds[:1])).tables for r in table.why)


ENTRANTS = [{"id": who, "name": who.upper(), "seed": k} for k, who in enumerate("abcd", 1)]


def run_tournament(command: str, meetings: object, exit_code: int = 0, **more: object) -> dict:
    record = {
        "format": "scorekeeper-tournament/2",
        "method": "swiss",
        "options": {"rounds": 3},
        "entrants": ENTRANTS,
        "meetings": meetings,
        **more,
    }
    done = CliRunner().invoke(main, ["tournament", command, "-"], input=json.dumps(record))
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)


def test_a_meeting_that_had_to_be_says_so_and_what_avoiding_it_would_have_cost():
    made = run_tournament("pair", [{"between": ["a", "b", "c"], "rule": "never"}])
    assert [table["sides"] for table in made["tables"]] == [[["a"], ["c"]], [["b"], ["d"]]]
    assert made["tables"][0]["why"][:2] == [
        "A and C should never meet, but they do.",
        "Keeping them apart would have paired A with B, who also should not meet.",
    ]
    assert made["tables"][0]["why"][2].startswith("Avoiding it would have strayed further from top half")


def test_what_a_meeting_saves_is_told():
    rounds = [{"round": 1, "tables": [{"sides": [["a"], ["b"]], "scores": [2, 1]}, {"sides": [["c"], ["d"]], "scores": [2, 1]}]}]
    made = run_tournament("pair", [{"between": ["a", "c"], "rule": "rather_not"}], rounds=rounds)
    assert [table["sides"] for table in made["tables"]] == [[["a"], ["d"]], [["c"], ["b"]]]
    more = [*rounds, {"round": 2, **{k: [{**t, "scores": [2, 1]} for t in made[k]] for k in ("tables",)}}]
    last = run_tournament("pair", [{"between": ["a", "c"], "rule": "rather_not"}], rounds=more)
    why = next(table["why"] for table in last["tables"] if table["sides"] == [["a"], ["c"]])
    assert why[:2] == [
        "A and C should preferably not meet, but they do.",
        "Avoiding it would have caused more rematches (2 more).",
    ]


def test_whoever_carries_a_tag_is_kept_apart_in_the_first_round_alone():
    entrants = [{**e, "tags": ["Cocagne"] if e["id"] in "ac" else []} for e in ENTRANTS]
    rule = [{"tag": "Cocagne", "rule": "not_round_1"}]
    assert [table["sides"] for table in run_tournament("pair", [], entrants=entrants)["tables"]] == [
        [["a"], ["c"]],
        [["b"], ["d"]],
    ]
    made = run_tournament("pair", rule, entrants=entrants)
    assert [["a"], ["c"]] not in [table["sides"] for table in made["tables"]]
    first = {"round": 1, "tables": [{"sides": [["a"], ["b"]], "scores": [2, 1]}, {"sides": [["c"], ["d"]], "scores": [2, 1]}]}
    assert [["a"], ["c"]] in [
        table["sides"] for table in run_tournament("pair", rule, entrants=entrants, rounds=[first])["tables"]
    ]


@pytest.mark.parametrize(
    ("meeting", "code", "said"),
    [
        ({"between": ["a", "z"], "rule": "never"}, "meetings", ("meetings[0].between[1]", "z")),
        ({"between": ["a"], "rule": "never"}, "meetings", ("meetings[0].between", "two")),
        ({"between": ["a", "a"], "rule": "never"}, "meetings", ("meetings[0].between", "twice")),
        ({"between": "ab", "rule": "never"}, "meetings", ("meetings[0].between", "list")),
        ({"rule": "never"}, "meetings", ("meetings[0].between", "missing")),
        ({"between": ["a", "b"]}, "meetings", ("meetings[0].rule", "missing")),
        ({"between": ["a", "b"], "rule": "always"}, "meetings", ("meetings[0].rule", "not_round_1")),
        ({"between": ["a", "b"], "tag": "x", "rule": "never"}, "meetings", ("meetings[0].tag", "between")),
        ({"tag": 5, "rule": "never"}, "meetings", ("meetings[0].tag", "5")),
        ({"between": ["a", "b"], "rule": "never", "as": "partners"}, "meetings", ("meetings[0].as", "partners")),
        ({"between": ["a", "b"], "rule": "never", "when": 1}, "meetings", ("meetings[0].when", "rule")),
    ],
)
def test_what_is_wrong_with_a_meeting_is_named(meeting, code, said):
    error = run_tournament("pair", [meeting], 1)["error"]
    assert error["code"] == code
    assert all(word in error["message"] for word in said), error["message"]


def test_every_reason_is_a_sentence():
    for seed in range(40):
        t = swiss_by_chance(seed)
        for table in next_round(t).tables:
            assert all(reason_text(t_for("en"), reason).endswith(".") for reason in table.why)
