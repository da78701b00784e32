"""Random events of every kind, each from its seed.

`python -m tests.pairing.soak KIND SEED` repeats one and prints what happened and what is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

from scorekeeper.formats.tournament_record import dump_tournament, parse_tournament
from scorekeeper.pairing.directing.director import standings
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.record import MatchLength, Options, Points, Stage
from scorekeeper.pairing.simulate import Simulation, simulate

Make = Callable[[int, Random], Options]
Kind = tuple[str, tuple[int, int, int], Make]


def _pools(method: str) -> Callable[[int, Random], tuple[Stage, ...]]:
    def stages(entrants: int, draw: Random) -> tuple[Stage, ...]:
        most = entrants // 4
        pools = draw.randint((most + 1) // 2, most)
        last = Options(third_place=_maybe(0, draw), consolation=_maybe(0, draw), grand_final_reset=_maybe(0, draw))
        return Stage("round_robin", Options(legs=draw.randint(1, 2)), pools=pools, advance=2), Stage(method, last)

    return stages


def _cut(method: str) -> Callable[[int, Random], tuple[Stage, ...]]:
    def stages(entrants: int, draw: Random) -> tuple[Stage, ...]:
        to = draw.choice([cut for cut in (2, 4, 8, 16) if cut <= entrants])
        last = Options(third_place=_maybe(0, draw), match=_best_of(0, draw))
        return Stage("swiss", Options(rounds=draw.randint(1, 6))), Stage(method, last, cut=to)

    return stages


def _finals(opening: Stage, *methods: str) -> Callable[[int, Random], tuple[Stage, ...]]:
    """Return an opening and finals A, B … by these methods. The last one takes all others."""

    def stages(entrants: int, draw: Random) -> tuple[Stage, ...]:
        alone = opening.method in ("rotating_partners", "up_and_down")
        size = max(4, entrants // len(methods) - 2)
        finals = [Stage(m, Options(rounds=_final_rounds(m, draw), individuals=alone), cut=size) for m in methods]
        finals[-1] = replace(finals[-1], cut=None)
        return opening, replace(finals[0], lower_finals=tuple(finals[1:]))

    return stages


def _final_rounds(method: str, draw: Random) -> int | None:
    return None if method in ("single_elimination", "double_elimination", "round_robin") else draw.randint(1, 4)


_THREE = Points(Fraction(3), Fraction(1), Fraction(0), Fraction(2), Fraction(0))


def _kind(method: str, sizes: tuple[int, int, int], **options: object) -> Kind:
    """Return a kind with these options. Functions draw their value."""

    def make(entrants: int, draw: Random) -> Options:
        return Options(**{k: v(entrants, draw) if callable(v) else v for k, v in options.items()})  # type: ignore[arg-type]

    return method, sizes, make


def _rounds(entrants: int, draw: Random) -> int:
    return draw.randint(1, min(entrants + 2, 12))


def _best_of(_: int, draw: Random) -> MatchLength:
    return MatchLength(best_of=draw.choice((1, 3, 5)))


def _maybe(_: int, draw: Random) -> bool:
    return draw.random() < 0.5


ALL, SOME, FEW = (3, 60, 300), (3, 40, 120), (3, 14, 40)

# By name: the method; the fewest, usually most and most entrants; the options.
KINDS: dict[str, Kind] = {
    "swiss": _kind("swiss", ALL, rounds=_rounds),
    "swiss-six-table": _kind("swiss", ALL, rounds=_rounds, six_table=True),
    "swiss-three-points": _kind("swiss", ALL, rounds=_rounds, points=_THREE),
    "swiss-many-rounds": _kind("swiss", FEW, rounds=lambda n, draw: n + draw.randint(0, 6), six_table=_maybe),
    "round-robin": _kind("round_robin", FEW),
    "round-robin-two-legs": _kind("round_robin", FEW, legs=2),
    "single": _kind("single_elimination", ALL, match=_best_of),
    "single-third-place": _kind("single_elimination", ALL, third_place=True),
    "single-consolation": _kind("single_elimination", ALL, consolation=True, third_place=_maybe),
    "double": _kind("double_elimination", ALL, match=_best_of),
    "double-no-reset": _kind("double_elimination", ALL, grand_final_reset=False),
    "rotating": _kind("rotating_partners", (4, 30, 101), rounds=_rounds),
    "winners-up-pairs": _kind("winners_up", (4, 60, 300), rounds=_rounds),
    "winners-up-pairs-down": _kind("winners_up", (4, 60, 300), rounds=_rounds, losers="down"),
    "winners-up-players": _kind("winners_up", (8, 60, 300), rounds=_rounds, individuals=True),
    "winners-up-players-kept": _kind(
        "winners_up", (8, 60, 300), rounds=_rounds, individuals=True, losers="down", partners="keep"
    ),
    "up-and-down": _kind("up_and_down", (8, 60, 300), rounds=_rounds),
    "mitchell": _kind("mitchell", SOME, rounds=lambda n, draw: draw.choice((None, _rounds(n, draw)))),
    "pools-single": _kind("stages", (8, 40, 120), stages=_pools("single_elimination")),
    "pools-double": _kind("stages", (8, 40, 120), stages=_pools("double_elimination")),
    "swiss-cut-single": _kind("stages", (8, 60, 300), stages=_cut("single_elimination")),
    "swiss-finals": _kind(
        "stages", (14, 60, 120), stages=_finals(Stage("swiss", Options(rounds=3)), "single_elimination", "swiss", "swiss")
    ),
    "pools-finals": _kind(
        "stages",
        (12, 40, 80),
        stages=_finals(Stage("round_robin", Options(), pools=3), "double_elimination", "single_elimination"),
    ),
    "players-finals": _kind(
        "stages", (16, 40, 80), stages=_finals(Stage("rotating_partners", Options(rounds=4)), "rotating_partners", "winners_up")
    ),
    "drive-finals": _kind(
        "stages", (16, 40, 80), stages=_finals(Stage("up_and_down", Options(rounds=3)), "up_and_down", "rotating_partners")
    ),
    "swiss-cut-double": _kind("stages", (8, 60, 300), stages=_cut("double_elimination")),
}


def one_event(kind: str, seed: int) -> Simulation:
    """Return the event of this kind and seed. One in twenty-five is large, and one in fifty is the largest."""
    method, (fewest, usual, most), make = KINDS[kind]
    draw = Random(f"{kind} {seed}")
    entrants = most if seed % 50 == 49 else draw.randint(usual, most) if seed % 25 == 12 else draw.randint(fewest, usual)
    return simulate(method, entrants, make(entrants, draw), seed)


def faults(found: Simulation) -> list[str]:
    """Return what is wrong with a played event."""
    t = found.tournament
    wrong = [f"round {p.round}: {p.rule} {dict(p.params)}" for p in found.problems]
    wrong += [f"round {number}: {text}" for number, what, text in found.happened if what == "unlike"]
    again = parse_tournament(dump_tournament(t))
    if again != t or standings(again) != standings(t):
        wrong.append("the record read back is another")
    if not method_of(t).has_draw:
        for one in t.rounds:
            seated = {i for table in one.tables for i in table.ids} | set(one.byes)
            wrong += [
                f"round {one.number}: {e.id} has no seat" for e in t.entrants if e.in_round(one.number) and e.id not in seated
            ]
    return wrong


def main(kind: str, seed: str) -> int:
    """Play one event and print what happened."""
    found = one_event(kind, int(seed))
    t = found.tournament
    print(f"{kind} {seed}: {len(t.entrants)} entrants, {len(t.rounds)} rounds, {t.options}")
    for number, what, text in found.happened:
        print(f"round {number}: {what} {text}")
    wrong = faults(found)
    print("\n".join(wrong) or "nothing wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS:
        sys.exit(f"python -m tests.pairing.soak KIND SEED; kinds: {', '.join(KINDS)}")
    sys.exit(main(sys.argv[1], sys.argv[2]))
