"""Draw unseeded entrants of a knock-out, and put its recorded tables into its bracket.

Seeds have fixed places (tournament record, section 1). Unseeded entrants fill the rest in order of entry. If that would
bring together entrants who should be apart, a matching finds the best way to fill these places. It covers unseeded entrants,
seeds who await one of them, and the remaining byes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby

from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import (
    NOBODY,
    MatchState,
    PlayedBracket,
    Slot,
    Source,
    WrongTable,
    bracket_size,
    double_elimination,
    seed_positions,
    single_elimination,
)
from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.record.record import DROP_ORDERS, Table, Tournament, draw_of
from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.search.swap_search import IN_ORDER, Two, cost_notices
from scorekeeper.pairing.standings.results import standing_at_table, winner_of

Price = tuple[int, int, int]
Drawn = tuple[int, int]
"""Two places in the line (from 1) whose entrants meet. For a bye, the second is past the last entrant."""


@dataclass(frozen=True)
class OpenDraw:
    """The open part of a draw. `line`: everyone by seed, then by entry. `free`: the places of unseeded entrants in it."""

    line: Sequence[str]
    free: Sequence[int]
    apart: KeptApart

    @property
    def _size(self) -> int:
        return bracket_size(len(self.line))

    @cached_property
    def _edges(self) -> Mapping[Drawn, Price]:
        """Return the possible first-round meetings and their costs: never, rather not, distance from the order of entry."""
        seed_sum, edges = self._size + 1, {}
        for place in self.free:
            against = seed_sum - place
            if against not in self.free:
                for one in self.free:
                    edges[one, against] = (*self._weight(one, against), (one - place) ** 2)
        for one, other in combinations(self.free, 2):
            edges[one, other] = (*self._weight(one, other), (one + other - seed_sum) ** 2)
        return edges

    def _weight(self, one: int, other: int) -> tuple[int, int]:
        if other > len(self.line):
            return 0, 0
        return self.apart.weight(self.line[one - 1], self.line[other - 1])

    def best(self, without: Drawn | None = None) -> list[Drawn] | None:
        """Return the cheapest meetings. None if there is no draw without the meeting `without`."""
        edges = {two: price for two, price in self._edges.items() if two != without}
        vertices = sorted({v for two in edges for v in two})
        at = {v: k for k, v in enumerate(vertices)}
        much = self._size**3 + 1
        flat = [(at[a], at[b], (never * self._size + rather) * much + far) for (a, b), (never, rather, far) in edges.items()]
        found = perfect_matching(len(vertices), flat)
        ways = [] if found is None else [(vertices[a], vertices[b]) for a, b in found]
        return None if found is None else [(a, b) if (a, b) in edges else (b, a) for a, b in ways]

    def price(self, drawn: Sequence[Drawn]) -> Price:
        """Return the cost of a draw."""
        never, rather, far = (sum(column) for column in zip(*(self._edges[two] for two in drawn), strict=True))
        return never, rather, far

    def as_line(self, drawn: Sequence[Drawn]) -> list[str]:
        """Return everyone by the place that this draw gives them."""
        found = {place: who for place, who in enumerate(self.line, 1) if place not in self.free}
        inside = sorted(sorted(two) for two in drawn if two[1] in self.free)
        places = sorted(p for p in self.free if self._size + 1 - p in self.free)[: len(inside)]
        for (one, other), place in zip(inside, places, strict=True):
            found |= {place: self.line[one - 1], self._size + 1 - place: self.line[other - 1]}
        for one, against in drawn:
            if against not in self.free:
                found[self._size + 1 - against] = self.line[one - 1]
        return [found[place] for place in sorted(found)]


def _open_draw(tournament: Tournament, line: Sequence[str]) -> OpenDraw:
    unseeded = {e.id for e in tournament.entrants if e.seed is None}
    free = [place for place, who in enumerate(line, 1) if who in unseeded]
    return OpenDraw(line, free, KeptApart(tournament.apart, 1))


def draw_apart(tournament: Tournament, line: list[str]) -> list[str]:
    """Return the line of seeds, with unseeded entrants exchanged if some would meet who should not."""
    draw = _open_draw(tournament, line)
    seed_sum = bracket_size(len(line)) + 1
    first = [(line[p - 1], line[seed_sum - p - 1]) for p in draw.free if seed_sum - p <= len(line)]
    if not draw.apart or not any(any(draw.apart.weight(a, b)) for a, b in first):
        return line
    best = draw.best()
    return line if best is None else draw.as_line(best)


def cost_of_drawing(tournament: Tournament, line: Sequence[str], meeting: Two) -> tuple[Reason, ...]:
    """Return the notices for two who meet in the first round, and what a draw without that meeting would have cost.

    `line`: as in `draw_apart`.
    """
    a, b, _ = meeting
    draw = _open_draw(tournament, line)
    one, other = (line.index(who) + 1 for who in (a, b))
    if one not in draw.free and other not in draw.free:
        return draw.apart.meeting_notice(*meeting), Reason("apart.fixed")
    two = (one, other) if one in draw.free and (other not in draw.free or one < other) else (other, one)
    now, then = draw.best(), draw.best(two)
    changes = [tuple(x - y for x, y in zip(draw.price(then), draw.price(now), strict=True))] if now and then else []
    return cost_notices(draw.apart, meeting, IN_ORDER, changes)


def bracket_entrants(tournament: Tournament) -> list[str]:
    """Return the bracket's entrants by seed. Raises `entrants.late` for anyone who joins after the draw."""
    first = draw_of(tournament.rounds) if tournament.rounds else None
    drawn = {i for t in first.tables for i in t.ids} | set(first.byes) if first else set()
    late = [e.id for e in tournament.entrants if e.joined > 1]
    if late:
        raise errors.Illegal("entrants.late", 0, entrants=late)
    return [e.id for e in tournament.ranked_by_seed if e.left is None or e.left > 1 or e.id in drawn]


def _line_as_drawn(tournament: Tournament, line: list[str]) -> list[str]:
    """Return the line of seeds as published: entrants seated in another's place in the first round have that place."""
    if not tournament.rounds:
        return line
    tables = {t.match: t for t in draw_of(tournament.rounds).tables}
    places = seed_positions(bracket_size(len(line)))
    drawn: dict[int, str] = {}
    for k in range(len(places) // 2):
        table = tables.get(f"W1.{k + 1}")
        if table is not None:
            drawn |= dict(zip(places[2 * k : 2 * k + 2], table.ids, strict=False))
    others = [i for seed, i in enumerate(line, 1) if i not in drawn.values() and seed in drawn]
    for seed, who in enumerate(line, 1):
        if seed not in drawn:
            drawn[seed] = who if who not in drawn.values() else others.pop(0) if others else who
    return [drawn[seed] for seed in sorted(drawn)]


def slots_of(tournament: Tournament, entrants: int) -> list[Slot]:
    """Return the empty bracket for this number of entrants."""
    if entrants < 2:
        raise errors.Illegal("entrants.few", 1, found=entrants, least=2)
    build = double_elimination if method_of(tournament).drops else single_elimination
    return build(entrants, tournament.options)


def bracket_of_last(tournament: Tournament) -> PlayedBracket:
    """Return the bracket that the last round was paired from. Entrants with a seat or bye in it had not left then."""
    *earlier, last = tournament.rounds
    in_last_round = {i for t in last.tables for i in t.ids} | set(last.byes)
    entrants = (replace(e, left=None) if e.left == last.number and e.id in in_last_round else e for e in tournament.entrants)
    return played_bracket(replace(tournament, entrants=tuple(entrants), rounds=tuple(earlier)))


def played_bracket(tournament: Tournament) -> PlayedBracket:
    """Replay the recorded tables through the bracket. If an entrant left, the match is a walkover."""
    seeds = _line_as_drawn(tournament, draw_apart(tournament, bracket_entrants(tournament)))
    leavers = {e.id: e.left for e in tournament.entrants if e.left is not None and e.left <= tournament.next_number}
    drop_order = tournament.options.drop_order
    orders = DROP_ORDERS if drop_order is None and method_of(tournament).drops else (drop_order,)
    tried: list[tuple[int, PlayedBracket]] = []
    for order in orders:
        slots = slots_of(replace(tournament, options=replace(tournament.options, drop_order=order)), len(seeds))
        recorded = _RecordedTables(tournament)
        bracket = _with_tables(PlayedBracket(seeds, gone=leavers), slots, recorded)
        tried.append((len(recorded.left) + recorded.dropped_elsewhere(slots), bracket))
        if not tried[-1][0]:
            break
    return min(tried, key=lambda found: found[0])[1]


def _with_tables(empty: PlayedBracket, slots: Sequence[Slot], recorded: _RecordedTables) -> PlayedBracket:
    while True:
        bracket = _replay_matches(replace(empty, matches={}), slots, recorded)
        if not recorded.recognise(bracket):
            return bracket


class _RecordedTables:
    """The recorded tables by match name, or by their entrants if a table has no name."""

    def __init__(self, tournament: Tournament) -> None:
        tables = [(r.number, t) for r in tournament.rounds for t in r.tables]
        self.named = {t.match: (number, t) for number, t in tables if t.match}
        self.nameless = [(number, t) for number, t in tables if not t.match]
        self.by_hand = {r.number for r in tournament.rounds if r.by_hand}
        self.left = [*self.nameless]

    def take(self, state: MatchState) -> tuple[int, Table] | None:
        """Return the table of this match."""
        if state.slot.name in self.named:
            return self.named[state.slot.name]
        for k, (_, table) in enumerate(self.left):
            if {*table.ids} == {*state.sides}:
                return self.left.pop(k)
        return None

    def dropped_elsewhere(self, slots: Sequence[Slot]) -> int:
        """Return how many losers' bracket matches seat neither entrant of the match whose loser should be there."""
        found = 0
        for slot in slots:
            above = self.named.get(str(slot.sources[1].of))
            mine = self.named.get(slot.name)
            if slot.part == "losers" and slot.round % 2 == 0 and above and mine:
                found += not {*above[1].ids} & {*mine[1].ids}
        return found

    def recognise(self, bracket: PlayedBracket) -> bool:
        """Identify one more unnamed table by entrants who would be there if results were different.

        Returns whether one was found. The other unnamed tables are then matched again.
        """
        for place in self.left:
            for state in bracket.matches.values():
                reach = [
                    _possible_entrants(bracket, source, side)
                    for source, side in zip(state.slot.sources, state.sides, strict=True)
                ]
                if state.seat is None and state.slot.name not in self.named and _seats_two(place[1].ids, *reach):
                    self.named[state.slot.name] = place
                    self.nameless.remove(place)
                    self.left = [*self.nameless]
                    return True
        return False


def _possible_entrants(bracket: PlayedBracket, source: Source, side: str | None) -> set[str | None]:
    """Return the entrants who could come from a source, whatever the result of the match before."""
    before = bracket.matches.get(str(source.of))
    return {side} if before is None else {*before.sides, *(before.others.ids if before.others else ())}


def _seats_two(ids: Sequence[str], one: set[str | None], other: set[str | None]) -> bool:
    """Return whether two entrants belong to one side each."""
    if len(ids) != 2:
        return False
    a, b = ids
    return (a in one and b in other) or (b in one and a in other)


def _replay_matches(bracket: PlayedBracket, slots: Sequence[Slot], recorded: _RecordedTables) -> PlayedBracket:
    for _, group in groupby(slots, key=lambda slot: (slot.part, slot.round)):
        states = []
        for slot in group:
            a, b = (_side(bracket, source, k) for k, source in enumerate(slot.sources))
            fed_by = (bracket.matches[str(source.of)].wave for source in slot.sources if source.kind != "seed")
            states.append(MatchState(slot, (a, b), wave=1 + max(fed_by, default=0)))
        tables = {s.slot.name: found for s in states if (found := recorded.take(s))}
        _settle(bracket, states, tables, recorded.by_hand & {number for number, _ in tables.values()})
        bracket.matches |= {s.slot.name: s for s in states}
    return bracket


def _settle(bracket: PlayedBracket, states: list[MatchState], tables: dict[str, tuple[int, Table]], by_hand: set[int]) -> None:
    """Play one round of one part of the bracket, as far as its tables have the right entrants."""
    right = {s.slot.name for s in states if s.slot.name in tables and _has_right_entrants(bracket, s, tables[s.slot.name][1])}
    doubtful = [s for s in states if s.slot.name in tables and s.slot.name not in right]
    for number in by_hand:
        right |= _exchanged_matches([s for s in doubtful if tables[s.slot.name][0] == number], tables)
    for state in states:
        number, table = tables.get(state.slot.name, (0, None))
        if table is not None and state.slot.name in right:
            state.seat = (number, table.number)
            if {*table.ids} != {*state.sides}:
                state.sides = (table.ids[0], table.ids[1])
            _decide(state, table)
            continue
        if table is not None:
            state.others = WrongTable(number, table.number, table.ids)
        _without_table(state, bracket.gone)


def _has_right_entrants(bracket: PlayedBracket, state: MatchState, table: Table) -> bool:
    """Return whether a table has the entrants that the bracket calls for.

    While an earlier match is being played, any of its entrants may be there. Neither corrected results nor corrected
    tie-breaks of an earlier stage change the draw.
    """

    def due(source: Source, side: str | None) -> set[str | None]:
        if source.kind == "seed":
            return {*bracket.seeds}
        if source.kind == "winner" and _drawn_bye(bracket.matches[str(source.of)]):
            return {m.winner for m in bracket.matches.values() if _drawn_bye(m)}
        if side is not None:
            return {side}
        before = [bracket.matches[name] for name in (str(source.of), source.bye) if name in bracket.matches]
        return {who for m in before if m.seat and m.winner is None for who in m.sides}

    return _seats_two(table.ids, *(due(source, side) for source, side in zip(state.slot.sources, state.sides, strict=True)))


def _drawn_bye(match: MatchState) -> bool:
    return match.slot.sources[0].kind == "seed" and match.status == "walkover" and match.loser == NOBODY


def _exchanged_matches(states: list[MatchState], tables: dict[str, tuple[int, Table]]) -> set[str]:
    """Return the matches of a round arranged by hand if its tables only exchange the right entrants."""
    seated = {i for s in states for i in tables[s.slot.name][1].ids}
    return {s.slot.name for s in states} if seated == {who for s in states for who in s.sides} else set()


def _without_table(state: MatchState, leavers: Mapping[str, int]) -> None:
    a, b = state.sides
    if a is None or b is None:
        return
    if NOBODY in (a, b):
        state.status = "walkover" if a or b else "empty"
        state.winner, state.loser = a or b, NOBODY
        return
    state.status = "ready"
    if a in leavers or b in leavers:
        # The first to leave had already lost when the other left.
        winner, loser = (b, a) if b not in leavers or (a in leavers and leavers[a] < leavers[b]) else (a, b)
        state.status, state.winner, state.loser = "walkover", winner, loser


def _side(bracket: PlayedBracket, source: Source, which: int) -> str | None:
    if source.kind == "seed":
        number = int(source.of)
        return bracket.seeds[number - 1] if number <= len(bracket.seeds) else NOBODY
    match = bracket.matches[str(source.of)]
    if source.kind == "winner":
        return match.winner
    if source.kind == "loser":
        return match.loser
    if source.kind == "reset":
        return None if match.winner is None else (match.sides[which] if match.winner == match.sides[1] else NOBODY)
    return _first_loser(bracket, source, match)


def _first_loser(bracket: PlayedBracket, source: Source, second: MatchState) -> str | None:
    first = bracket.matches[str(source.bye)]
    if first.status not in ("walkover", "empty"):
        return first.loser
    if second.loser is None:
        return None
    return second.loser if second.loser in first.sides and second.loser else NOBODY


def _decide(state: MatchState, table: Table) -> None:
    won = winner_of(table)
    if won is not None:
        state.status, state.winner, state.loser = "played", table.ids[won], table.ids[1 - won]
    elif standing_at_table(table.result, 2) is None:
        state.status = "playing"
    elif len(table.result.forfeit) == 2:
        # Neither came, so no one advances.
        state.status, state.winner, state.loser = "played", NOBODY, NOBODY
    else:
        state.status = "tied"
