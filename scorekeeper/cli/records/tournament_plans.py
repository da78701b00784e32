"""Events to simulate: invented ones, or a record with some options changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.formats.tournament_v2 import dump_v2, parse_without_penalties
from scorekeeper.pairing.adjustments import Additions
from scorekeeper.pairing.method import method_named, method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import Entrant, Tournament
from scorekeeper.pairing.simulate import make_entrants


def invent_tournament(method: str, entrants: int, rounds: int | None, seed: int) -> Tournament:
    """Return a tournament with invented entrants. The default for `rounds` is usual for that number."""
    options = method_named(method).usual(entrants, rounds)
    return Tournament(method, make_entrants(entrants), options=options, seed=seed, name="Simulation")


def change_record(obj: object, **asked: Any) -> tuple[Tournament, Additions]:
    """Return a record of either version with the requested changes. Results stay as played.

    Raises as reading a record and `with_changes` do, also if the additions of version 2 do not fit the changes.
    """
    start, _ = parse_without_penalties(obj)
    return parse_without_penalties(dump_v2(with_changes(start, **asked), obj))


def with_changes(
    start: Tournament, *, method: str | None, entrants: int | None, rounds: int | None, seed: int | None
) -> Tournament:
    """Return the record with the requested changes.

    Raises `simulate` if a round is published and the method or the number of entrants would change.
    """
    played = method_named(method or start.method)
    if played is not method_of(start):
        if start.rounds:
            raise errors.Illegal("simulate", 0, reason="method", field="--method", read=played.name, right=start.method)
        start = replace(start, method=played.name)
        if played.staged:
            start = replace(start, options=played.usual(len(start.entrants)))
    if entrants is not None and entrants != len(start.entrants):
        if start.rounds:
            raise errors.Illegal("simulate", 0, reason="entrants", field="--entrants", read=entrants, right=len(start.entrants))
        start = replace(start, entrants=_fill_up(start.entrants, entrants))
    usual = played.usual_rounds(len(start.entrants))
    if rounds is None and start.options.rounds is None and usual:
        # These methods have no end of their own.
        rounds = max(usual, len(start.rounds))
    if rounds is not None:
        start = replace(start, options=played.in_rounds(start.options, rounds))
    return start if seed is None else replace(start, seed=seed)


def _fill_up(known: tuple[Entrant, ...], entrants: int) -> tuple[Entrant, ...]:
    """Return the first `entrants` entrants, with invented ones if there are too few."""
    taken = {e.id for e in known}
    more = [replace(e, seed=None) for e in make_entrants(entrants + len(known)) if e.id not in taken]
    return (*known, *more)[:entrants]
