"""Start knock-out matches before the others of their round are over, so that no one waits for a whole round.

Only one round is open at a time. A match that depends on no result of that round joins it. Any other match starts the next
round, and the tables still being played move to that round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.pairing import stages
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.knockout.knockout import refuse_misplayed
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import MatchState
from scorekeeper.pairing.record.record import Result, Round, Table, Tournament


@dataclass(frozen=True)
class EarlyStart:
    """A tournament with more matches started. `carried`: numbers of the tables that moved to the new round."""

    tournament: Tournament
    carried: tuple[int, ...] = ()


def startable(tournament: Tournament) -> list[MatchState]:
    """Return the matches that could start while a table is being played.

    Both sides are known, and neither is playing or has left. Empty if no table is being played, since the next round is due
    then.
    """
    last = tournament.rounds[-1] if tournament.rounds else None
    open_tables = [t for t in last.tables if not t.result.known] if last else []
    # Finals side by side start each round together.
    bracket = director.bracket(tournament) if open_tables and not stages.current_finals(tournament) else None
    if bracket is None or bracket.misplayed:
        return []
    playing = {i for t in open_tables for i in t.ids}
    return [m for m in bracket.of("ready") if not playing & {*m.sides}]


def start_matches(tournament: Tournament, matches: Sequence[str]) -> EarlyStart:
    """Return the tournament with the named matches seated. Raises `match.not_ready`, `bracket.played_by_other`."""
    bracket = director.bracket(tournament)
    if bracket is not None:
        refuse_misplayed(bracket)
    ready = {m.slot.name: m for m in startable(tournament)}
    missing = next((name for name in matches if name not in ready), None)
    if missing is not None or not matches:
        raise errors.Illegal("match.not_ready", tournament.next_number - 1, field="matches", read=missing or "")
    requested_matches = [m for name, m in ready.items() if name in matches]
    *earlier, last = tournament.rounds
    if {m.slot.name for m in requested_matches} <= _ready_before(tournament):
        return EarlyStart(replace(tournament, rounds=(*earlier, _seat_matches(last, requested_matches))))
    going_on = tuple(t for t in last.tables if not t.result.known)
    left = replace(last, tables=tuple(t for t in last.tables if t.result.known))
    later = Round(last.number + 1, going_on, stage=last.stage, first_table=last.first_table)
    new = _seat_matches(later, requested_matches)
    return EarlyStart(replace(tournament, rounds=(*earlier, left, new)), tuple(t.number for t in going_on))


def _ready_before(tournament: Tournament) -> set[str]:
    """Return the matches that could have been played from the start of the last round, whatever its results."""
    *earlier, last = tournament.rounds
    unplayed = replace(last, tables=tuple(replace(t, result=Result()) for t in last.tables))
    bracket = director.bracket(replace(tournament, rounds=(*earlier, unplayed)))
    assert bracket is not None
    return {m.slot.name for m in bracket.of("ready")}


def _seat_matches(one: Round, matches: Sequence[MatchState]) -> Round:
    """Return the round with these matches at its lowest free tables. An entrant who plays now loses the round's bye."""
    used_numbers = {t.number for t in one.tables}
    first = one.first_table
    free = (n for n in range(first, first + len(used_numbers) + len(matches)) if n not in used_numbers)
    new = [Table(next(free), tuple((who,) for who in m.sides if who), match=m.slot.name) for m in matches]
    plays = {i for t in new for i in t.ids}
    byes = tuple(i for i in one.byes if i not in plays)
    return replace(one, tables=tuple(sorted((*one.tables, *new), key=lambda t: t.number)), byes=byes, ahead=True)
