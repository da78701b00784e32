"""Check the rounds of all methods but Swiss from the tables alone, also when entrants leave early."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from scorekeeper.pairing.record.record import Entrant, Round, Table, Tournament
from scorekeeper.pairing.recount import (
    NOTHING,
    Counting,
    RankedLine,
    by_seed,
    deciding_scores,
    has_distinct_seeds,
    is_steady,
    mitchell_sides,
    recount_ranking,
    winning_side,
)
from scorekeeper.pairing.verify.constraints import RoundRules, exchange_faults, pairing_faults


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
            leaver_results = tournament.options.leaver_results
            if leaver_results == "do_not_count" or (leaver_results == "count_from_half" and finished < Fraction(due, 2)):
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
            took_part = bool(self.turns[other.id]) or other.left is None or other.left > other.joined
            others += took_part and other.id != one.id and (other.joined < (one.left or 0) or other.joined <= one.joined)
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
        meeting_counts: defaultdict[str, int] = defaultdict(int)
        for table in (t for r in tournament.rounds for t in r.tables if one.id in t.ids):
            for who in table.ids:
                meeting_counts[who] += 1
        for who, turns in self.turns.items():
            free = [
                k for k, t in enumerate(turns) if not t.against and not t.open and not t.missed and t.round >= (one.left or 0)
            ]
            for k in free[: max(0, tournament.options.legs - meeting_counts[who])] if who != one.id else ():
                turns[k] = turns[k]._replace(points=self.options.points.missed, missed=True)


def recounted_robin(tournament: Tournament) -> list[RankedLine]:
    """Return the ranking of entrants whose results count, then the rest, who share the last rank."""
    count = RobinCounting(tournament)
    order = by_seed(tournament.entrants)
    lines = recount_ranking(tournament, ids=[who for who in order if who not in count.out], count=count)
    none = dict.fromkeys(tournament.options.tiebreaks)
    return lines + [RankedLine(len(lines) + 1, who, None, none) for who in order if who in count.out]


KNOWN_WHIST = 44
"""The pairing knows every complete whist tournament up to this number of players."""
Fault = tuple[str, Mapping[str, object]]


def _given_byes(tournament: Tournament, one: Round) -> set[str]:
    return {e.id for e in tournament.entrants if one.number in e.byes}


def _count_meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(frozenset(t.ids) for r in tournament.rounds for t in r.tables)


def count_faults(tournament: Tournament, one: Round, size: int) -> Iterator[Fault]:
    """Yield a fault if more entrants sit out than the table size requires."""
    out = [i for i in one.byes if i not in _given_byes(tournament, one)]
    seated = sum(len(t.ids) for t in one.tables) + len(out)
    if len(out) != seated % size:
        yield "bye.count", {"read": len(out), "right": seated % size}


def _sit_out_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield a fault if players who were there from the start sit out unevenly.

    Nothing is judged if anyone was away or was given a bye.
    """
    if any(r <= one.number for e in tournament.entrants for r in (*e.absent, *e.byes)):
        return
    stayed = [e.id for e in tournament.entrants if e.joined == 1 and (e.left is None or e.left > one.number)]
    out = Counter(dict.fromkeys(stayed, 0))
    for r in (*tournament.rounds, one):
        out.update(i for i in r.byes if i in out)
    if out and max(out.values()) - min(out.values()) > 1:
        yield "sit_out", {"read": max(out.values()) - min(out.values()), "right": 1}


def round_robin_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield repeated meetings and, while all are present, wrong numbers of byes and departures from Berger's order."""
    meeting_counts, legs = _count_meetings(tournament), tournament.options.legs
    all_present = is_steady(tournament, one.number)
    line: list[str | None] = [*by_seed(tournament.entrants)]
    line += [None] if len(line) % 2 else []
    others = len(line) - 1
    # While all are present, the second leg starts after the first is over.
    most = min(legs, (one.number - 1) // others + 1) if all_present and others else legs
    again = [t for t in one.tables if meeting_counts[frozenset(t.ids)] >= most]
    for table in again:
        yield "rematch", {"table": table.number, "read": meeting_counts[frozenset(table.ids)] + 1, "right": most}
    if all_present:
        yield from count_faults(tournament, one, 2)
        if has_distinct_seeds(tournament.entrants) and not again:
            yield from _berger(line, one)


def _berger(line: list[str | None], one: Round) -> Iterator[Fault]:
    """Yield pairs that break Berger's order.

    Positions add up to the round, counted from 0, modulo the number of players minus one. The last player's opponent is the
    one whose position, doubled, does so.
    """
    others = len(line) - 1
    place = {who: k for k, who in enumerate(line)}
    for table in one.tables:
        a, b = sorted(place[who] for who in table.ids)
        if (2 * a if b == others else a + b) % others != (one.number - 1) % others:
            yield "berger", {"table": table.number, "who": list(table.ids)}


def _most_pairs(ids: Sequence[str], others: Sequence[str], free: Callable[[str, str], bool]) -> int:
    """Return how many of `ids` can be paired with `others` at once."""
    import rustworkx as rx  # not available on phones, which load the rest

    graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from([*ids, *others])
    graph.add_edges_from([(a, len(ids) + b, 1) for a, i in enumerate(ids) for b, j in enumerate(others) if free(i, j)])
    return len(rx.max_weight_matching(graph, max_cardinality=True))


def _most_fresh(seated: Sequence[str], had: Set[frozenset[str]]) -> int:
    """Return how many new partnerships are possible at once."""
    import rustworkx as rx  # not available on phones, which load the rest

    graph: rx.PyGraph[str, int] = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(seated)
    pairs = combinations(range(len(seated)), 2)
    graph.add_edges_from([(a, b, 1) for a, b in pairs if frozenset((seated[a], seated[b])) not in had])
    return len(rx.max_weight_matching(graph, max_cardinality=True))


def partners_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield repeated partners while everyone could have had a new one, and sit-outs out of turn.

    Repeated partners are not judged where some should never meet, because they may be the price of that.
    """
    had = {frozenset(side) for r in tournament.rounds for t in r.tables for side in t.sides}
    again = [t.number for t in one.tables for side in t.sides if frozenset(side) in had]
    round_rules = RoundRules.of(tournament, one)
    yield from exchange_faults(round_rules, one, only_never=True)
    if again and not round_rules.never:
        seated = [i for t in one.tables for i in t.ids]
        fresh = _most_fresh(seated, had)
        if len(again) > len(seated) // 2 - fresh:
            yield "partner", {"table": again[0], "read": len(again), "right": len(seated) // 2 - fresh}
    yield from count_faults(tournament, one, 4)
    yield from _sit_out_faults(tournament, one)
    if not tournament.apart:
        yield from _whist(tournament, one)


def _whist(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield a fault if a complete whist tournament does not mix evenly.

    Everyone must have had each other once as a partner and twice as an opponent.
    """
    players = len(tournament.entrants)
    last_round = players - 1 + players % 4
    rounds = (*tournament.rounds, one)
    if players % 4 > 1 or not 4 <= players <= KNOWN_WHIST or one.number != last_round or not is_steady(tournament, one.number):
        return
    if any(r.by_hand for r in rounds):
        return
    tables = [t.sides for r in rounds for t in r.tables]
    partners = Counter(frozenset(side) for sides in tables for side in sides)
    opponents = Counter(frozenset((a, b)) for one_side, other in tables for a in one_side for b in other)
    pairs = (frozenset(pair) for pair in combinations((e.id for e in tournament.entrants), 2))
    wrong = sum((partners[pair], opponents[pair]) != (1, 2) for pair in pairs)
    if wrong:
        yield "whist", {"read": wrong}


def mitchell_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield changes of field and repeated meetings. While all are present, also check that North–South stay and East–West
    move up.
    """
    north, east = mitchell_sides(replace(tournament, rounds=(*tournament.rounds, one)))
    known = has_distinct_seeds(tournament.entrants)
    field = dict.fromkeys(north, 0) | dict.fromkeys(east, 1) if known else {}
    for r in (*tournament.rounds, one):
        changed = [who for t in r.tables for side, (who,) in enumerate(t.sides) if field.setdefault(who, side) != side]
        if changed:
            yield from (("field", {"who": who}) for who in changed if r is one)
            return
    meeting_counts = Counter(frozenset(t.ids) for r in tournament.rounds for t in r.tables if not t.result.forfeit)
    again = [t for t in one.tables if meeting_counts[frozenset(t.ids)]]
    if not is_steady(tournament, one.number):
        yield from _field_rematch_faults(tournament, one, again, lambda a, b: not meeting_counts[frozenset((a, b))])
        return
    for table in again:
        yield "rematch", {"table": table.number}
    if len(one.byes) != abs(len(north) - len(east)):
        yield "bye.count", {"read": len(one.byes), "right": abs(len(north) - len(east))}
    seat = {t.sides[0]: t.number - r.first_table for r in tournament.rounds[:1] for t in r.tables}
    if len(north) == len(east) and not any(place.table for place in tournament.places):
        yield from (
            ("mitchell.moved", {"table": t.number, "who": t.sides[0]})
            for t in one.tables
            if seat.get(t.sides[0], t.number - one.first_table) != t.number - one.first_table
        )
    if known and not again:
        tables = max(len(north), len(east))
        for table in one.tables:
            (stays,), (moves,) = table.sides
            right = (north.index(stays) - (one.number - 1)) % tables
            if right >= len(east) or east[right] != moves:
                yield "mitchell", {"table": table.number, "who": stays, "other": moves}
    yield from _sit_out_faults(tournament, one)


def _field_rematch_faults(
    tournament: Tournament, one: Round, again: list[Table], free: Callable[[str, str], bool]
) -> Iterator[Fault]:
    """Yield rematches beyond what the two fields force after an entry or departure.

    Nothing is judged if *never* rules apply, because these come first.
    """
    if RoundRules.of(tournament, one).never:
        return
    north, east = ([t.sides[side][0] for t in one.tables] for side in (0, 1))
    fresh = _most_pairs(north, east, free)
    yield from (("rematch", {"table": t.number}) for t in again if len(again) > len(one.tables) - fresh)


def winners_up_faults(tournament: Tournament, one: Round, called: tuple[Tournament, Round] | None) -> Iterator[Fault]:
    """Yield entrants at the wrong table, sit-outs out of turn, and partners that break the options.

    Tables are judged only while no one sits out. `called`: the tournament and round with tables numbered by the movement, or
    None if that is not known.
    """
    individuals = tournament.options.individuals
    yield from count_faults(tournament, one, 4 if individuals else 2)
    yield from rested_faults(tournament, one)
    if not tournament.rounds and (round_rules := RoundRules.of(tournament, one)):
        yield from exchange_faults(round_rules, one) if individuals else pairing_faults(round_rules, one)
    right = None if called is None else winners_up_tables(*called)
    rule = "winners_up" if tournament.rounds else "winners_up.start"
    if called is not None and right is not None:
        for who, number in ((i, t.number) for t in called[1].tables for i in t.ids):
            if right[who] != number:
                earlier = called[1].first_table - 1
                yield rule, {"who": who, "read": number + earlier, "right": right[who] + earlier}
    if individuals and tournament.rounds and winners_up_tables(tournament, one) is not None:
        yield from _partner_faults(tournament, one)


def first_round_tables(tournament: Tournament, one: Round, size: int) -> Mapping[str, int] | None:
    """Return everyone's table in a first round by order of entry, `size` to a table.

    None if seeds don't decide it, or if some are to be kept apart.
    """
    seated = {i for t in one.tables for i in t.ids}
    if not has_distinct_seeds([e for e in tournament.entrants if e.id in seated]) or RoundRules.of(tournament, one):
        return None
    return {who: k // size + 1 for k, who in enumerate(i for i in by_seed(tournament.entrants) if i in seated)}


def winners_up_tables(tournament: Tournament, one: Round) -> Mapping[str, int] | None:
    """Return everyone's table, or None if it is not judged."""
    if not tournament.rounds:
        return first_round_tables(tournament, one, 4 if tournament.options.individuals else 2)
    seated = {i for t in one.tables for i in t.ids}
    last = tournament.rounds[-1]
    # If someone sat out, came or left, others move up into empty seats.
    if last.byes or one.byes or {i for t in last.tables for i in t.ids} != seated:
        return None
    tables = sorted(last.tables, key=lambda t: t.number)
    due: dict[str, int] = {}
    for k, table in enumerate(tables, 1):
        won = winning_side(table.result, len(table.sides)) or 0
        for side, ids in enumerate(table.sides):
            right = max(1, k - 1) if side == won else _lower_table(k, len(tables), tournament.options.losers)
            due |= dict.fromkeys(ids, right)
    return due


def _lower_table(k: int, tables: int, losers: str) -> int:
    if losers == "down":
        return min(tables, k + 1)
    return tables if k == 1 else k


def rested_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield a fault if someone sits out who has sat out more often than a player at a table."""
    had = Counter(i for r in tournament.rounds for i in r.byes)
    out = [i for i in one.byes if i not in _given_byes(tournament, one)]
    most = max((had[i] for i in out), default=0)
    least = min((had[i] for t in one.tables for i in t.ids), default=most)
    if most > least:
        yield "sit_out", {"read": most - least + 1, "right": 1}


def _partner_faults(tournament: Tournament, one: Round) -> Iterator[Fault]:
    """Yield partners who stay together or split up when the tournament's option says the opposite."""
    last = {frozenset(side) for t in tournament.rounds[-1].tables for side in t.sides}
    keep, round_rules = tournament.options.partners == "keep", RoundRules.of(tournament, one)
    had = Counter(frozenset(side) for r in tournament.rounds for t in r.tables for side in t.sides)
    for table in one.tables:
        sides = {frozenset(side) for side in table.sides}
        if keep and not sides <= last:
            yield "partner.keep", {"table": table.number}
        if keep or len({*table.ids}) != 4:
            continue
        a, *others = table.ids
        ways = [{frozenset((a, b)), frozenset(others) - {b}} for b in others]
        ways = [way for way in ways if not way & last] or ways
        prices = [_price(round_rules, had, way) for way in ways]
        found = _price(round_rules, had, sides)
        if sides not in ways or found[:2] > min(prices)[:2]:
            never = sides in ways and found[0] > min(prices)[0]
            yield ("never", {"read": found[0], "right": min(prices)[0]}) if never else ("partner", {"table": table.number})
        elif found > min(prices):
            yield "rather_not", {"read": found[2], "right": min(prices)[2]}


def _price(round_rules: RoundRules, had: Counter[frozenset[str]], way: Set[frozenset[str]]) -> tuple[int, int, int]:
    """Return counts of *never* meetings, repeated partners and *rather not* meetings."""
    never, rather = round_rules.count_broken([sorted(side) for side in way])
    return never, sum(had[side] for side in way), rather
