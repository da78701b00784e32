"""A whole event played by chance from a seed: results, late entries, dropouts, forfeits, corrections, and the check after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from scorekeeper.tournament import corrections
from scorekeeper.tournament.chance import chance
from scorekeeper.tournament.check import Problem, check
from scorekeeper.tournament.consequences import consequences
from scorekeeper.tournament.director import next_round
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.record import KNOCKOUTS, Entrant, Options, Result, Table, Tournament

# Enough for a double elimination among 512, or everyone against everyone among 300.
MOST_ROUNDS = 700


@dataclass(frozen=True)
class Simulation:
    """The event as recorded at its end, what happened on the way, and what the check found."""

    tournament: Tournament
    happened: tuple[tuple[int, str, str], ...]
    problems: tuple[Problem, ...]


def simulate(method: str, entrants: int, options: Options, seed: int, *, quiet: bool = False) -> Simulation:
    """Play it to its end. `quiet`: nobody comes late or leaves, nothing is corrected."""
    draw = chance(seed, "simulate", method, entrants)
    names = [Entrant(f"e{k}", f"Entrant {k}", k) for k in range(1, entrants + 1)]
    event = _Event(Tournament(method, tuple(names), options=options, seed=seed, name="Simulation"), draw, quiet)
    event.play()
    return Simulation(event.tournament, tuple(event.happened), tuple(check(event.tournament)))


class _Event:
    def __init__(self, tournament: Tournament, draw: Random, quiet: bool) -> None:
        self.tournament = tournament
        self.draw = draw
        self.quiet = quiet
        self.happened: list[tuple[int, str, str]] = []
        self.strength = {e.id: draw.gauss(0, 1) for e in tournament.entrants}
        self.fixed = tournament.method in (*KNOCKOUTS, "stages")

    def play(self) -> None:
        """Rounds until the tournament says that it is finished, or too few are left."""
        while self.tournament.next_number <= MOST_ROUNDS:
            try:
                draft = next_round(self.tournament)
            except TournamentError as error:
                if error.code in ("finished", "entrants.few"):
                    return
                raise
            self.tournament = corrections.with_round(self.tournament, draft)
            self._results()
            if not self.quiet:
                self._meanwhile(draft.number)

    def _results(self) -> None:
        last = self.tournament.rounds[-1]
        tables = tuple(replace(t, result=self._result(t)) for t in last.tables)
        self.tournament = replace(self.tournament, rounds=(*self.tournament.rounds[:-1], replace(last, tables=tables)))

    def _result(self, table: Table) -> Result:
        if not self.quiet and self.draw.random() < 0.02:
            return Result(forfeit=(self.draw.randrange(len(table.sides)),))
        made = [sum(self.strength.get(i, 0.0) for i in side) / len(side) for side in table.sides]
        scores = tuple(round(self.draw.gauss(40 + 8 * m, 15)) * 5 for m in made)
        boxes = tuple(self.draw.randrange(4) for _ in table.sides)
        tied = table.match is not None and scores[0] == scores[-1]
        return Result(scores, self.draw.randrange(2) if tied else None, (), boxes)

    def _meanwhile(self, number: int) -> None:
        roll = self.draw.random()
        t = self.tournament
        many = 1 + len(t.entrants) // 8
        if roll < 0.15 and not self.fixed and self._times("late") < many:
            name = f"late{number}"
            self.tournament = corrections.with_entrant(t, Entrant(name, f"Late {number}", None, number + 1))
            self.happened.append((number, "late", name))
        elif roll < 0.3 and self._times("left") < many:
            staying = [e.id for e in t.entrants if e.left is None]
            if len(staying) > 4:
                who = self.draw.choice(staying)
                # From the next round on; or from this one, whose tables are published and stand.
                self.tournament = corrections.withdrawn(t, who, number + self.draw.randrange(2))
                self.happened.append((number, "left", who))
        elif roll < 0.45:
            self._correct(number)
        elif roll < 0.5:
            self._pair_again(number)
        elif roll < 0.55 and not self.fixed:
            who = self.draw.choice([e.id for e in t.entrants])
            one = corrections.entrant(t, who)
            self.tournament = corrections.with_entrant(t, replace(one, byes=(*one.byes, number + 1)))
            self.happened.append((number, "bye", who))

    def _times(self, what: str) -> int:
        return sum(kind == what for _, kind, _ in self.happened)

    def _correct(self, number: int) -> None:
        """A result of this or an earlier round turns out to be wrong; in a bracket, only as long as nobody has built on it."""
        one = self.draw.choice(self.tournament.rounds[-1:] if self.fixed else self.tournament.rounds)
        if not one.tables:
            return
        table = self.draw.choice(one.tables)
        after = corrections.with_result(self.tournament, one.number, table.number, self._result(table))
        if not consequences(self.tournament, after).wrong:
            self.tournament = after
            self.happened.append((number, "corrected", f"{one.number}.{table.number}"))

    def _pair_again(self, number: int) -> None:
        """The director takes the round back and publishes it again: the same record gives the same round."""
        tables = tuple(replace(t, result=Result()) for t in self.tournament.rounds[-1].tables)
        before = self.tournament
        again = corrections.with_round(corrections.without_last_round(before), next_round(corrections.without_last_round(before)))
        if [t.sides for t in again.rounds[-1].tables] != [t.sides for t in tables]:
            self.happened.append((number, "unlike", "the round paired twice was not the same"))
            return
        self.happened.append((number, "undone", str(number)))
