"""Entrants for whom a correction would mean another final. The finals stay as they were drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.pairing import stages
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Tournament


@dataclass(frozen=True)
class FinalChange:
    """An entrant of a final who would be in another one. `final`: its letter, None if the entrant would be in none."""

    id: str
    final: str | None


def final_changes(before: Tournament, after: Tournament) -> tuple[FinalChange, ...]:
    """Return who would be in another final than drawn, because of what changed between the two. Empty without finals."""
    number = stages.stage_of(after)
    drawn = stages.letters_by_entrant(after, number)
    if not drawn:
        return ()
    try:
        was, would = _letters(before, number, drawn), _letters(after, number, drawn)
    except TournamentError:
        return ()
    found = [FinalChange(who, would.get(who)) for who in drawn if would.get(who) not in (was.get(who), drawn[who])]
    return tuple(sorted(found, key=lambda one: one.final or "Z"))


def _letters(tournament: Tournament, number: int, drawn: dict[str, str]) -> dict[str, str]:
    """Return everyone's final if it were drawn from the results as they are now, among the entrants in the draw."""
    entrants = tuple(replace(e, left=None) if e.id in drawn else e for e in tournament.entrants)
    rounds = tuple(r for r in tournament.rounds if r.stage < number)
    groups = stages.final_entrants(replace(tournament, entrants=entrants, rounds=rounds), number)
    letters = stages.current_finals(tournament, number)
    return {who: letter for letter, ids in zip(letters, groups, strict=True) for who in ids}
