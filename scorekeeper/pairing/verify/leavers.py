"""Work out for the check how a round robin with early leavers counts: whose results, and each missed match."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from scorekeeper.pairing.record.record import Entrant, Tournament
from scorekeeper.pairing.recount import NOTHING, Counting, RankedLine, by_seed, deciding_scores, recount_ranking


class RobinCounting(Counting):
    """The rounds of a round robin, without results that do not count."""

    def settle(self, tournament: Tournament) -> None:
        """Remove matches that do not count, and set the points for each missed match."""
        stay = []
        for one in (e for e in tournament.entrants if e.left):
            without = [r.number for r in tournament.rounds if not any(one.id in t.ids for t in r.tables)]
            if not without or without[-1] < (one.left or 0):
                continue
            due, seated, finished = self._matches(tournament, one)
            if seated >= due:
                continue
            asked = tournament.options.leaver_results
            if asked == "do_not_count" or (asked == "count_from_half" and finished < Fraction(due, 2)):
                self.out.add(one.id)
            else:
                stay.append(one)
        for one in sorted(stay, key=lambda e: -(e.left or 0)):
            self._count_missed(tournament, one)
        for who, turns in self.turns.items():
            for k, turn in enumerate(turns):
                worth = NOTHING if who in self.out else self.options.points.bye
                if who in self.out or (self.out & {*turn.against} and not turn.open):
                    turns[k] = turn._replace(points=worth, against=(), made=0, margin=0, boxes=0, won=False)

    def _matches(self, tournament: Tournament, one: Entrant) -> tuple[int, int, int]:
        """Return how many matches an entrant should have had, was seated for, and played."""
        others = 0
        for other in tournament.entrants:
            there = bool(self.turns[other.id]) or other.left is None or other.left > other.joined
            others += there and other.id != one.id and (other.joined < (one.left or 0) or other.joined <= one.joined)
        due = others * tournament.options.legs
        tables = [t for r in tournament.rounds for t in r.tables if one.id in t.ids]
        side = [next(k for k, ids in enumerate(t.sides) if one.id in ids) for t in tables]
        finished = sum(
            deciding_scores(t.result, 2) is not None and s not in t.result.forfeit for t, s in zip(tables, side, strict=True)
        )
        rounds = tournament.options.rounds
        return (due if rounds is None or rounds > due else rounds), len(tables), finished

    def _count_missed(self, tournament: Tournament, one: Entrant) -> None:
        """Count the others' first free byes as their missed matches against the leaver."""
        met: defaultdict[str, int] = defaultdict(int)
        for table in (t for r in tournament.rounds for t in r.tables if one.id in t.ids):
            for who in table.ids:
                met[who] += 1
        for who, turns in self.turns.items():
            free = [
                k for k, t in enumerate(turns) if not t.against and not t.open and not t.missed and t.round >= (one.left or 0)
            ]
            for k in free[: max(0, tournament.options.legs - met[who])] if who != one.id else ():
                turns[k] = turns[k]._replace(points=self.options.points.missed, missed=True)


def recounted_robin(tournament: Tournament) -> list[RankedLine]:
    """Return the ranking of entrants whose results count, then the rest, who share the last rank."""
    count = RobinCounting(tournament)
    order = by_seed(tournament.entrants)
    lines = recount_ranking(tournament, ids=[who for who in order if who not in count.out], count=count)
    none = dict.fromkeys(tournament.options.tiebreaks)
    return lines + [RankedLine(len(lines) + 1, who, None, none) for who in order if who in count.out]
