"""Knock-outs with results corrected at random. `python -m tests.pairing.corrected SEED` repeats one."""

from __future__ import annotations

import sys
from random import Random

from scorekeeper.pairing.directing import corrections, repairs
from scorekeeper.pairing.directing.director import bracket, is_finished, next_round
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.draft import RoundDraft
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Options, Result, Stage, Tournament
from scorekeeper.pairing.verify.verify import check
from tests.pairing.events import tournament

MOST_TURNS = 200


def event(draw: Random) -> Tournament:
    """Return a knock-out of any kind, alone or after pools, before its first match."""
    method = draw.choice([name for name, one in METHODS.items() if one.knockout])
    options = {name: draw.random() < 0.5 for name in ("third_place", "consolation", "grand_final_reset")}
    if draw.random() < 0.2:
        first = Stage("round_robin", Options(), pools=2, advance=draw.randint(2, 4))
        return tournament("stages", 12, stages=(first, Stage(method, Options(**options))))  # type: ignore[arg-type]
    return tournament(method, draw.randint(2, 33), **options)


def somebody_wins(draw: Random) -> Result:
    return Result((5 * draw.randrange(60),) * 2, draw.randrange(2))


def everyone_seated(draft: RoundDraft) -> list[str]:
    return [i for t in draft.tables for side in t.sides for i in side] + list(draft.byes)


def still_in(t: Tournament) -> set[str]:
    """Return entrants who have not left and can still win."""
    found = bracket(t)
    assert found is not None
    lost = [m.loser for m in found.matches.values() if m.seat and m.slot.part in ("main", "losers", "final")]
    lives = 2 if any(m.slot.part == "losers" for m in found.matches.values()) else 1
    return {i for i in found.seeds if lost.count(i) < lives}


def faults(seed: int) -> list[str]:
    """Play an event with this seed to its end, and return what is wrong."""
    draw = Random(seed)
    t, wrong = event(draw), []
    for turn in range(MOST_TURNS):
        try:
            draft = next_round(t)
        except TournamentError as error:
            if error.code == "finished":
                break
            if error.code == "bracket.played_by_other":
                t, more = _put_right(t, error.params["matches"], draw)
                wrong += more
            elif error.code != "needs.results":
                raise
        else:
            ids = everyone_seated(draft)
            wrong += [f"{i} sits twice in round {draft.number}" for i in {*ids} if ids.count(i) > 1]
            t = corrections.with_round(t, draft)
            wrong += _left_out(t)
        wrong += [f"turn {turn}, round {p.round}: {p.rule} {dict(p.params)}" for p in check(t)]
        if wrong:
            return wrong
        t = _played(t, draw, correct=turn < 40)
    return wrong if is_finished(t) else [*wrong, "it has no end"]


def _left_out(t: Tournament) -> list[str]:
    """Return entrants who are still in but have no match left."""
    found = bracket(t)
    if found is None or found.champion():
        return []
    waiting = {i for m in found.matches.values() if m.status in ("waiting", "ready", "playing") for i in m.sides}
    return [f"{i} is still in and has no match" for i in still_in(t) - waiting]


def _put_right(t: Tournament, matches: object, draw: Random) -> tuple[Tournament, list[str]]:
    """Remove the named matches, by the director's action or by hand. None may be left afterwards."""
    named = {m.slot.name for m in repairs.misplayed_matches(t).values()}
    wrong = [] if named == {*matches} else [f"{matches} named, and {named} wrong"]  # type: ignore[misc]
    if draw.random() < 0.5:
        t = repairs.pair_again(t, take_away=True)
    else:
        t = repairs.remove_misplayed(t)
    return t, wrong + [f"{m.slot.name} is still wrong" for m in repairs.misplayed_matches(t).values()]


def _played(t: Tournament, draw: Random, *, correct: bool) -> Tournament:
    for one in t.rounds:
        for table in one.tables:
            if not table.result.known and draw.random() < 0.9:
                t = corrections.with_result(t, one.number, table.number, somebody_wins(draw))
    known = [(r.number, x.number) for r in t.rounds for x in r.tables if x.match and x.result.known]
    if known and correct and draw.random() < 0.2:
        t = corrections.with_result(t, *draw.choice(known), somebody_wins(draw))
    return t


if __name__ == "__main__":
    found = faults(int(sys.argv[1]))
    print("\n".join(found) or "nothing wrong")
    sys.exit(1 if found else 0)
