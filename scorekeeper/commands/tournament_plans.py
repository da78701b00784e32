"""Events to be played by chance: invented ones, or a record with some of it changed."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.codec.tournament_options import parse_options
from scorekeeper.tournament.errors import Illegal
from scorekeeper.tournament.record import Entrant, Tournament
from scorekeeper.tournament.simulate import invented


def invented_event(method: str, entrants: int, rounds: int | None, seed: int) -> Tournament:
    """A tournament of so many, with the rounds that are usual for them if none are asked for."""
    options = parse_options(_usual_options(method, entrants, rounds), method)
    return Tournament(method, invented(entrants), options=options, seed=seed, name="Simulation")


def wished(start: Tournament, *, method: str | None, entrants: int | None, rounds: int | None, seed: int | None) -> Tournament:
    """The record with what was asked for in place of its own.

    Raises `simulate` where another method or number of entrants is asked for once a round has been published.
    """
    if method is not None and method != start.method:
        if start.rounds:
            raise Illegal("simulate", 0, reason="method", field="--method", read=method, right=start.method)
        start = replace(start, method=method)
        if method == "stages":
            start = replace(start, options=parse_options(_usual_options(method, len(start.entrants), None), method))
    if entrants is not None and entrants != len(start.entrants):
        if start.rounds:
            raise Illegal("simulate", 0, reason="entrants", field="--entrants", read=entrants, right=len(start.entrants))
        start = replace(start, entrants=_filled(start.entrants, entrants))
    if rounds is None and start.options.rounds is None and _usual_rounds(start.method, len(start.entrants)):
        # By themselves, these methods never end.
        rounds = max(_usual_rounds(start.method, len(start.entrants)) or 0, len(start.rounds))
    if rounds is not None:
        start = _for_rounds(start, rounds)
    return start if seed is None else replace(start, seed=seed)


def _filled(known: tuple[Entrant, ...], entrants: int) -> tuple[Entrant, ...]:
    """The first so many, and invented ones where there are not enough."""
    taken = {e.id for e in known}
    more = [replace(e, seed=None) for e in invented(entrants + len(known)) if e.id not in taken]
    return (*known, *more)[:entrants]


def _for_rounds(start: Tournament, rounds: int) -> Tournament:
    if start.method != "stages":
        return replace(start, options=replace(start.options, rounds=rounds))
    first, *others = start.options.stages
    stages = (replace(first, options=replace(first.options, rounds=rounds)), *others)
    return replace(start, options=replace(start.options, stages=stages))


def _usual_options(method: str, entrants: int, rounds: int | None) -> dict[str, object]:
    if method != "stages":
        return {"rounds": rounds or _usual_rounds(method, entrants)}
    first: dict[str, object] = {"method": "round_robin", "pools": max(1, entrants // 4), "advance": 2}
    second: dict[str, object] = {"method": "single_elimination"}
    if rounds is not None:
        first, second = {"method": "swiss", "options": {"rounds": rounds}}, {**second, "cut": 8 if entrants > 15 else 4}
    return {"stages": [first, second]}


def _usual_rounds(method: str, entrants: int) -> int | None:
    if method == "swiss":
        return max(1, (entrants - 1).bit_length())
    return 8 if method in ("winners_up", "rotating_partners") else None
