"""Play an event at random from a seed, with late entries, dropouts, forfeits and corrections, then check it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from scorekeeper.pairing.adjustments import apply_penalties, apply_table_penalties
from scorekeeper.pairing.directing import corrections
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Entrant, MatchLength, Options, Penalty, Result, Table, Tournament, unfinished_tables
from scorekeeper.pairing.search.matching import chance
from scorekeeper.pairing.stages import stage_of
from scorekeeper.pairing.standings.results import games_won, winner_of
from scorekeeper.pairing.verify.verify import CheckProblem, check

# Enough for a double elimination among 512, or a round robin among 300.
MOST_ROUNDS = 700


@dataclass(frozen=True)
class Simulation:
    """The event as recorded at its end, what happened on the way, and the check's findings."""

    tournament: Tournament
    happened: tuple[tuple[int, str, str], ...]
    problems: tuple[CheckProblem, ...]


def simulate(method: str, entrants: int, options: Options, seed: int, *, quiet: bool = False) -> Simulation:
    """Play an event to its end. `quiet`: no late entries, departures or corrections."""
    return simulate_on(Tournament(method, make_entrants(entrants), options=options, seed=seed, name="Simulation"), quiet=quiet)


def make_entrants(entrants: int) -> tuple[Entrant, ...]:
    """Return made-up entrants with seeds."""
    return tuple(Entrant(f"e{k}", f"Entrant {k}", k) for k in range(1, entrants + 1))


def simulate_on(tournament: Tournament, *, quiet: bool = False, penalties: tuple[Penalty, ...] = ()) -> Simulation:
    """Play a tournament from its current state to its end. The same seed gives the same end.

    `penalties`: penalties to apply. Results are stored without them, before and after.
    Raises the pairing's errors if the record can't be played on (`needs.winner`, `entrants.late`), and `penalties` if one
    falls in a round where the entrant has no table.
    """
    draw = chance(tournament.seed, "simulate", tournament.method, len(tournament.entrants))
    event = _Event(tournament, draw, quiet, penalties)
    event.play()
    return Simulation(event.tournament, tuple(event.happened), tuple(check(event.with_penalties(event.tournament))))


class _Event:
    def __init__(self, tournament: Tournament, draw: Random, quiet: bool, penalties: tuple[Penalty, ...]) -> None:
        self.penalties = penalties
        self.tournament = tournament
        self.draw = draw
        self.quiet = quiet
        self.happened: list[tuple[int, str, str]] = []
        self.strength = {e.id: draw.gauss(0, 1) for e in tournament.entrants}
        self.fixed = method_of(tournament).has_draw

    def with_penalties(self, tournament: Tournament) -> Tournament:
        """Return the tournament with its penalties applied."""
        return apply_penalties(tournament, self.penalties)

    def play(self) -> None:
        """Finish open tables, then play rounds until the tournament is finished or too few entrants are left."""
        for number, table in unfinished_tables(self.tournament.rounds):
            seated = next(t for t in self.tournament.rounds[number - 1].tables if t.number == table)
            self.tournament = corrections.with_result(self.tournament, number, table, self._result(seated, number))
        while self.tournament.next_number <= MOST_ROUNDS:
            try:
                draft = next_round(self.with_penalties(self.tournament))
            except TournamentError as error:
                if error.code in ("finished", "entrants.few"):
                    return
                raise
            self.tournament = corrections.with_round(self.tournament, draft)
            self._results()
            if not self.quiet:
                self._change_something(draft.number)

    def _results(self) -> None:
        last = self.tournament.rounds[-1]
        tables = tuple(replace(t, result=self._result(t, last.number)) for t in last.tables)
        self.tournament = replace(self.tournament, rounds=(*self.tournament.rounds[:-1], replace(last, tables=tables)))

    def _result(self, table: Table, number: int) -> Result:
        if not self.quiet and self.draw.random() < 0.02:
            return Result(forfeit=(self.draw.randrange(len(table.sides)),))
        side_strengths = [sum(self.strength.get(i, 0.0) for i in side) / len(side) for side in table.sides]
        best_of = self._match(table).best_of
        games = [self._scores(side_strengths)]
        boxes = tuple(self.draw.randrange(4) for _ in table.sides)
        while (
            best_of > 1 and len(games) < best_of and max(games_won(Result(games=tuple(games)), len(side_strengths))) * 2 < best_of
        ):
            games.append(self._scores(side_strengths))
        result = Result(games[0], None, (), boxes) if best_of == 1 else Result(None, None, (), boxes, tuple(games))
        must_end = table.match is not None or method_of(self.tournament).knockout
        if must_end and winner_of(apply_table_penalties(replace(table, result=result), number, self.penalties)) is None:
            return replace(result, winner=self.draw.randrange(2))
        return result

    def _scores(self, side_strengths: list[float]) -> tuple[int, ...]:
        return tuple(round(self.draw.gauss(40 + 8 * m, 15)) * 5 for m in side_strengths)

    def _match(self, table: Table) -> MatchLength:
        return self.tournament.played_as(stage_of(self.tournament), table.pool)[1].match

    def _change_something(self, number: int) -> None:
        roll = self.draw.random()
        t = self.tournament
        many = 1 + len(t.entrants) // 8
        if roll < 0.15 and method_of(t).takes_late(t) and self._times("late") < many:
            used_ids = {e.id for e in t.entrants}
            name = next(f"late{k}" for k in range(number, number + len(used_ids) + 1) if f"late{k}" not in used_ids)
            self.tournament = corrections.with_entrant(t, Entrant(name, f"Late {name[4:]}", None, number + 1))
            self.happened.append((number, "late", name))
        elif roll < 0.3 and self._times("left") < many:
            staying = [e.id for e in t.entrants if e.left is None]
            if len(staying) > 4:
                who = self.draw.choice(staying)
                # From the next round on, or from this one, whose published tables stay.
                self.tournament = corrections.withdraw_entrant(t, who, number + self.draw.randrange(2))
                self.happened.append((number, "left", who))
        elif roll < 0.45:
            self._correct(number)
        elif roll < 0.5:
            self._pair_again(number)
        elif roll < 0.55 and not self.fixed:
            who = self.draw.choice([e.id for e in t.entrants])
            one = corrections.find_entrant(t, who)
            self.tournament = corrections.with_entrant(t, replace(one, byes=(*one.byes, number + 1)))
            self.happened.append((number, "bye", who))

    def _times(self, what: str) -> int:
        return sum(kind == what for _, kind, _ in self.happened)

    def _correct(self, number: int) -> None:
        """Correct a result of this or an earlier round, unless a bracket match depends on it."""
        one = self.draw.choice(self.tournament.rounds[-1:] if self.fixed else self.tournament.rounds)
        if not one.tables:
            return
        table = self.draw.choice(one.tables)
        after = corrections.with_result(self.tournament, one.number, table.number, self._result(table, one.number))
        if not consequences(self.with_penalties(self.tournament), self.with_penalties(after)).wrong:
            self.tournament = after
            self.happened.append((number, "corrected", f"{one.number}.{table.number}"))

    def _pair_again(self, number: int) -> None:
        """Undo the round and publish it again. The same record must give the same round."""
        tables = tuple(replace(t, result=Result()) for t in self.tournament.rounds[-1].tables)
        before = corrections.without_last_round(self.tournament)
        again = corrections.with_round(before, next_round(self.with_penalties(before)))
        if [t.sides for t in again.rounds[-1].tables] != [t.sides for t in tables]:
            self.happened.append((number, "unlike", "the round paired twice was not the same"))
            return
        self.happened.append((number, "undone", str(number)))
