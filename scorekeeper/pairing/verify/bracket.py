"""Work out a knock-out's bracket for the check, and check its draw (tournament record, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from scorekeeper.pairing.record.record import Options, Round, Table, Tournament
from scorekeeper.pairing.recount import by_seed, winning_side
from scorekeeper.pairing.verify.constraints import RoundRules, first_excess_fault, least_counts

Fault = tuple[str, Mapping[str, object]]


def open_draw(tournament: Tournament) -> bool:
    """Return whether the draw can be seen only in the first round, because unseeded entrants may be kept apart."""
    return bool(tournament.apart) and any(e.seed is None for e in tournament.entrants)


def draw_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield seeds out of place, and meetings that another draw of the unseeded entrants would have avoided.

    A round whose tables do not name their matches shows no draw.
    """
    tables = {t.match: t for t in one.tables}
    if None in tables:
        return
    # Entrants who left after the draw was published are in it.
    seated = {*one.byes, *(i for t in one.tables for i in t.ids)}
    drawn_entrants = [e for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > 1 or e.id in seated)]
    line = by_seed(drawn_entrants)
    seeded = {e.id for e in drawn_entrants if e.seed is not None}
    seats = seats_of(max(1, (len(line) - 1).bit_length()))
    round_rules, free = RoundRules.of(tournament, one), [who for who in line if who not in seeded]
    waiting: list[str] = []
    prices = {two: round_rules.apart(*two) for two in combinations(free, 2)}
    read = (0, 0)
    for k in range(0, len(seats), 2):
        both = [line[seed - 1] for seed in seats[k : k + 2] if seed <= len(line)]
        right = [who for who in both if who in seeded]
        table = tables.get(f"W1.{k // 2 + 1}")
        if table is not None and not {*right} <= {*table.ids}:
            yield "knockout.seeds", {"table": table.number, "match": table.match, "who": right, "other": list(table.ids)}
            return
        if table is not None and len(right) < 2:
            never, rather = round_rules.count_broken(table.sides)
            read = (read[0] + never, read[1] + rather)
        if len(both) == 2 and len(right) == 1:
            waiting += right
            prices |= {(right[0], who): round_rules.apart(right[0], who) for who in free}
        elif len(both) == 1 and not right:
            # A bye for an unseeded entrant.
            waiting.append(f"bye {k}")
            prices |= {(waiting[-1], who): (0, 0) for who in free}
    best = least_counts([*free, *waiting], prices)
    yield from first_excess_fault(read, best or read)


NOBODY = ""
Source = tuple[str, str]


@dataclass
class CheckedMatch:
    """A match as played so far. Sides, winner and loser are None while unknown, and empty if there is no one.

    `table`: whether it has one.
    `strange`: its table has the wrong entrants, so it does not count.
    `walkover`: an entrant advances without playing.
    `wave`: the round in which the match is played if none is skipped.
    """

    sides: tuple[str | None, str | None]
    wave: int
    winner: str | None = None
    loser: str | None = None
    table: bool = False
    strange: bool = False
    walkover: bool = False

    @property
    def settled(self) -> bool:
        """Return whether the match is over or will never be played."""
        return self.winner is not None

    @property
    def due(self) -> bool:
        """Return whether the match can be played now."""
        return not self.table and not self.settled and None not in self.sides


class Bracket:
    """The bracket for a line of seeds.

    `tables`: by match name, with the results known so far.
    `gone`: entrants who left, with the round.
    `by_hand`: matches of rounds in which the director exchanged entrants, with the round.

    Losers of the main bracket drop away from the entrants they have met: place k of the losers' bracket takes the loser of
    match k xor m. `_far_crossings` chooses m, or `_near_crossings` for the drop order `near` of the first events.
    """

    def __init__(
        self,
        line: Sequence[str],
        tables: Mapping[str, Table],
        leavers: Mapping[str, int],
        options: Options,
        *,
        double: bool,
        by_hand: Mapping[str, int] | None = None,
    ) -> None:
        self.line, self.tables, self.gone, self.double, self.by_hand = line, tables, leavers, double, by_hand or {}
        self.last = max(1, (len(line) - 1).bit_length())
        self.size = 1 << self.last
        self.reset, self.order = options.grand_final_reset, options.drop_order
        self.third = options.third_place and self.last > 1 and not double
        self.consolation = options.consolation and not double and self.last > (2 if options.third_place else 1)
        self.after_bye = not (options.third_place and self.last == 3)
        self.seats = seats_of(self.last)
        cross = self._near_crossings if options.drop_order == "near" else self._far_crossings
        self.crossings = cross() if double and self.last > 1 else {}
        self.matches: dict[str, CheckedMatch] = {}
        for _, round_of_part in groupby(self.names(), key=lambda name: name.partition(".")[0]):
            fresh = {name: self._due(name) for name in round_of_part}
            self._seat(fresh)
            self.matches |= fresh

    def names(self) -> Iterator[str]:
        """Yield all match names, each after the matches that feed it."""
        for r in range(1, self.last + 1):
            yield from (f"W{r}.{k}" for k in range(1, (self.size >> r) + 1))
        if self.third:
            yield "P3"
        for r in range(1, self.last if self.consolation else 1):
            yield from (f"C{r}.{k}" for k in range(1, (self.size >> r + 1) + 1))
        if self.double:
            for r in range(1, 2 * self.last - 1):
                yield from (f"L{r}.{k}" for k in range(1, self.width(r) + 1))
            yield "F1"
            if self.reset:
                yield "F2"

    def width(self, losers_round: int) -> int:
        """Return the number of matches in a round of the losers' bracket."""
        return self.size >> (losers_round + 1) // 2 + 1

    def sources(self, name: str) -> tuple[Source, Source]:
        """Return the sources of both sides: a seed, a winner, a loser, a first-time loser, or the final again."""
        if name == "P3":
            return ("loser", f"W{self.last - 1}.1"), ("loser", f"W{self.last - 1}.2")
        if name == "F1":
            below = ("winner", f"L{2 * self.last - 2}.1") if self.last > 1 else ("loser", "W1.1")
            return ("winner", f"W{self.last}.1"), below
        if name == "F2":
            return ("again", "0"), ("again", "1")
        part = name[0]
        r, k = (int(x) for x in name[1:].split("."))
        if part == "W" and r == 1:
            return ("seed", str(self.seats[2 * k - 2])), ("seed", str(self.seats[2 * k - 1]))
        if (part, r) == ("L", 1):
            return ("loser", f"W1.{2 * k - 1}"), ("loser", f"W1.{2 * k}")
        if (part, r) == ("C", 1):
            kind = "first" if self.after_bye else "loser"
            return (kind, f"W1.{2 * k - 1}"), (kind, f"W1.{2 * k}")
        if part == "L" and r % 2 == 0:
            fallen = r // 2 + 1
            return ("winner", f"L{r - 1}.{k}"), ("loser", f"W{fallen}.{((k - 1) ^ self.crossings[fallen]) + 1}")
        return ("winner", f"{part}{r - 1}.{2 * k - 1}"), ("winner", f"{part}{r - 1}.{2 * k}")

    def _far_crossings(self) -> dict[int, int]:
        """Return m for each round, chosen to delay rematches.

        In order: first-round opponents meet no earlier than the last round but two; then the earliest rematch and each one
        after it are as late as possible; then the latest opponents meet last; then the smallest m.
        """
        found = {1: 0}
        for r in range(2, self.last + 1):
            ways = []
            for m in range(self.size >> r):
                again = [self._first_rematch(earlier_round, found[earlier_round], r, m) for earlier_round in range(1, r)]
                ways.append((min(again[0], 2 * self.last - 4), sorted(again), again[::-1], -m))
            found[r] = -max(ways)[3]
        return found

    def _first_rematch(self, earlier_round: int, crossed: int, r: int, m: int) -> int:
        """Return the losers' bracket round in which the first match of round `earlier_round` can first be played again.

        Its loser drops from round `earlier_round`, its winner from round `r`. All matches of a round are alike.
        """
        one, other = 0 ^ crossed, 0 ^ m
        for _ in range(r - earlier_round):
            one //= 2
        number = 2 * r - 2
        while one != other:
            one, other, number = one // 2, other // 2, number + (1 if number % 2 == 0 else 2)
        return number

    def _near_crossings(self) -> dict[int, int]:
        """Return m for each round, chosen so that the fewest entrants who could have met come together."""
        found = {}
        could = [set(range(4 * k, 4 * k + 4)) for k in range(self.size // 4)]
        for r in range(2, self.last + 1):
            falling = [set(range(k << r, (k + 1) << r)) for k in range(self.size >> r)]
            again = [sum(len(could[k] & falling[k ^ m]) for k in range(len(could))) for m in range(len(could))]
            found[r] = again.index(min(again))
            could = [could[k] | falling[k ^ found[r]] for k in range(len(could))]
            could = [could[k] | could[k + 1] for k in range(0, len(could), 2)] if r < self.last else could
        return found

    def _side(self, source: Source) -> str | None:
        kind, of = source
        if kind == "seed":
            return self.line[int(of) - 1] if int(of) <= len(self.line) else NOBODY
        if kind == "again":
            first = self.matches["F1"]
            return None if first.winner is None else first.sides[int(of)] if first.winner == first.sides[1] else NOBODY
        found = self.matches[of]
        if kind == "first" and (found.walkover or (found.settled and not found.table)):
            # Without a first-round match, the first loss is in the second round.
            later = self.matches[f"W2.{(int(of[3:]) + 1) // 2}"].loser
            return later if later is None or later in found.sides else NOBODY
        return found.winner if kind == "winner" else found.loser

    def _due(self, name: str) -> CheckedMatch:
        sources = self.sources(name)
        fed = [self.matches[of].wave for kind, of in sources if kind in ("winner", "loser")]
        fed += [self.matches[f"W2.{(int(of[3:]) + 1) // 2}"].wave for kind, of in sources if kind == "first"]
        fed += [self.matches["F1"].wave for kind, _ in sources if kind == "again"]
        return CheckedMatch((self._side(sources[0]), self._side(sources[1])), 1 + max(fed, default=0))

    def _seat(self, fresh: Mapping[str, CheckedMatch]) -> None:
        """Give tables to the matches of one round if they have the right entrants.

        If a director only exchanged entrants within a round, its tables count too.
        """
        tables = {name: self.tables[name] for name in fresh if name in self.tables}
        good = [name for name, table in tables.items() if self._belong(name, fresh[name], table.ids)]
        doubtful = [name for name in tables if name not in good and name in self.by_hand]
        for number in {self.by_hand[name] for name in doubtful}:
            those = [name for name in doubtful if self.by_hand[name] == number]
            called = Counter(who for name in those for who in fresh[name].sides)
            if called == Counter(who for name in those for who in tables[name].ids):
                good += those
        for name, match in fresh.items():
            if name in good:
                self._take(match, tables[name])
            else:
                match.strange = name in tables
                self._unplayed(match)

    def _belong(self, name: str, match: CheckedMatch, ids: Sequence[str]) -> bool:
        """Return whether these two belong in a match, or could if its sides are not known yet."""
        likely: list[tuple[str | None, ...]] = []
        byes = [n for n, m in self.matches.items() if n.startswith("W1.") and m.walkover and m.loser == NOBODY]
        for side, (kind, of) in zip(match.sides, self.sources(name), strict=True):
            if kind == "seed" or (kind == "winner" and of in byes):
                # Later corrections don't change the draw.
                likely.append(tuple(self.line) if kind == "seed" else tuple(self.matches[n].winner for n in byes))
            elif side is not None:
                likely.append((side,))
            else:
                before = ["F1"] if kind == "again" else [of, f"W2.{(int(of[3:]) + 1) // 2}"] if kind == "first" else [of]
                playing = [m for m in map(self.matches.__getitem__, before) if m.table and not m.settled]
                likely.append(tuple(who for m in playing for who in m.sides))
        return len(ids) == 2 and any(a in likely[0] and b in likely[1] for a, b in (ids, ids[::-1]))

    def _unplayed(self, match: CheckedMatch) -> None:
        a, b = match.sides
        if a is None or b is None:
            return
        if NOBODY in (a, b):
            match.winner, match.loser, match.walkover = a or b, NOBODY, bool(a or b)
        elif a in self.gone or b in self.gone:
            # The first to leave has lost; if both left at once, the one named second.
            never = 1 + max(self.gone.values())
            first_gone = a if self.gone.get(a, never) < self.gone.get(b, never) else b
            match.winner, match.loser, match.walkover = b if first_gone == a else a, first_gone, True

    @staticmethod
    def _take(match: CheckedMatch, table: Table) -> None:
        match.table = True
        if {*table.ids} != {*match.sides}:
            match.sides = table.ids[0], table.ids[1]
        won = winning_side(table.result, 2)
        if won is not None:
            match.winner, match.loser = table.ids[won], table.ids[1 - won]
        elif len(table.result.forfeit) == 2:
            match.winner = match.loser = NOBODY

    @property
    def fallen_elsewhere(self) -> int:
        """Return how many losers' bracket tables have neither entrant of the match whose loser should be there."""
        match_names = [n for n in self.tables if n in self.matches and n[0] == "L"]
        fallen = [(n, self.sources(n)[1][1]) for n in match_names if int(n[1:].split(".")[0]) % 2 == 0]
        return sum({*self.tables[n].ids}.isdisjoint(self.tables[of].ids) for n, of in fallen if of in self.tables)

    def ready(self) -> dict[str, CheckedMatch]:
        """Return the matches with two known sides that have not started."""
        return {name: m for name, m in self.matches.items() if m.due}

    def due(self) -> dict[str, CheckedMatch]:
        """Return the matches of the next round. No one plays ahead because of a bye, or waits for a replayed match."""
        found = self.ready()
        begun = 1 + max((m.wave for m in self.matches.values() if m.table), default=0)
        last = max(begun, min((m.wave for m in found.values()), default=0))
        return {name: m for name, m in found.items() if m.wave <= last}

    def places(self) -> dict[str, int]:
        """Return everyone's place: final for entrants who are out, the best open one for the rest, unbeaten first."""
        counting = {name: m for name, m in self.matches.items() if name[0] in "WLF"}
        ranks = {who: self._out(name) for name, m in counting.items() for who in m.sides if who}
        if self.third:
            match = self.matches["P3"]
            ranks |= dict.fromkeys((who for who in match.sides if who), 4 if match.settled else 3)
            ranks[match.winner or NOBODY] = 3
        still = {who for m in counting.values() if not m.settled for who in m.sides if who} - self.gone.keys()
        beaten = still & {m.loser for m in counting.values()}
        ranks |= {who: 1 + (len(still) - len(beaten) if who in beaten else 0) for who in still}
        finals = [name for name in ("F2", "F1", f"W{self.last}.1") if name in self.matches]
        # If no one came to either match before it, the final is empty too.
        final = next((m for name in finals for m in [self.matches[name]] if {*m.sides} != {NOBODY}), None)
        if final is not None and final.winner:
            ranks[final.winner] = 1
        ranks.pop(NOBODY, None)
        return ranks

    def _out(self, name: str) -> int:
        """Return the place for losing this match if there is no other to play."""
        if name[0] == "F" or (self.double and self.last == 1):
            return 2
        r = int(name[1:].split(".")[0])
        if not self.double:
            return (self.size >> r) + 1
        low = r if name[0] == "L" else max(1, 2 * r - 2)
        return 3 + sum(self.width(x) for x in range(low + 1, 2 * self.last - 1))


def seats_of(rounds: int) -> list[int]:
    """Return the seeds from top to bottom. Each round doubles the line: seed s is joined by size + 1 − s."""
    line = [1]
    for r in range(1, rounds + 1):
        line = [seed for s in line for seed in (s, (1 << r) + 1 - s)]
    return line
