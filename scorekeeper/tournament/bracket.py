"""A bracket as far as it has been played: who is in each match, who won, what can be played now, and the places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorekeeper.tournament.errors import Illegal
from scorekeeper.tournament.record import Table, Tournament
from scorekeeper.tournament.results import standing_at_table, winner_of
from scorekeeper.tournament.tree import Slot, Source, bracket_size, double_elimination, seed_positions, single_elimination

# A side that nobody will take: a bye, or the loser of a match that was not played.
NOBODY = ""
# A match with one of these is still to be decided.
OPEN = frozenset({"waiting", "ready", "playing", "tied"})


@dataclass
class State:
    """A match so far. `status`: waiting, ready, playing, tied, played, walkover (one side only) or empty.

    `sides`: ids, `""` where nobody will come, None while unknown. `seat`: round and table. `expected`: who
    should have sat there, when
    the table was played by others and a correction made it so. `wave`: in which round it is played if none is skipped.
    """

    slot: Slot
    sides: tuple[str | None, str | None]
    status: str = "waiting"
    winner: str | None = None
    loser: str | None = None
    seat: tuple[int, int] | None = None
    expected: tuple[str | None, str | None] | None = None
    wave: int = 1


@dataclass
class PlayedBracket:
    """Every match of the bracket by name, in an order in which they can be played. `gone`: those who have left."""

    seeds: list[str]
    matches: dict[str, State] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    def of(self, status: str) -> Iterator[State]:
        """Matches with this status."""
        return (m for m in self.matches.values() if m.status == status)

    def champion(self) -> str | None:
        """Who has won it all, None while that is open."""
        last = next(m for m in reversed(self.matches.values()) if m.slot.part in ("main", "final") and m.status != "empty")
        return last.winner

    def places(self) -> dict[str, Fraction | None]:
        """The place of each entrant: 1 won, 2 lost the final, 3 both who lost the semi-finals …

        Whoever is still in shares the best place open: the unbeaten the first, those with a loss the one after the unbeaten.
        """
        worth = _worth([m.slot for m in self.matches.values()])
        found: dict[str, Fraction | None] = dict.fromkeys(self.seeds, Fraction(len(self.seeds)))
        for m in self.matches.values():
            for who in m.sides:
                if who and m.slot.name in worth:
                    found[who] = Fraction(worth[m.slot.name])
        third = self.matches.get("P3")
        if third and third.winner:
            found[third.winner] = Fraction(3)
        elif third and third.status in OPEN:
            found |= dict.fromkeys((who for who in third.sides if who), Fraction(3))
        unbeaten, beaten = self._still_in()
        found |= dict.fromkeys(unbeaten, Fraction(1)) | dict.fromkeys(beaten, Fraction(1 + len(unbeaten)))
        best = self.champion()
        if best:
            found[best] = Fraction(1)
        return found

    def _still_in(self) -> tuple[set[str], set[str]]:
        """Who may still win it all: those who have lost nothing, and those who have lost once."""
        played = [m for m in self.matches.values() if m.slot.part in ("main", "losers", "final")]
        waiting = {who for m in played if m.status in OPEN for who in m.sides if who} - self.gone
        lost = {m.loser for m in played}
        return waiting - lost, waiting & lost


def _worth(slots: list[Slot]) -> dict[str, int]:
    """The place of whoever loses a match and has no other to play for it."""
    losers = [s for s in slots if s.part == "losers"]
    single = not any(s.part == "final" for s in slots)
    last = max(s.round for s in slots if s.part == "main")
    if single:
        places = {s.name: (1 << (last - s.round)) + 1 for s in slots if s.part == "main"}
        return places | {s.name: 4 for s in slots if s.part == "third"}
    by_round: dict[int, int] = {}
    next_place = 3
    for number in sorted({s.round for s in losers}, reverse=True):
        by_round[number] = next_place
        next_place += sum(s.round == number for s in losers)
    found = {s.name: by_round.get(max(1, 2 * s.round - 2), 2) for s in slots if s.part == "main"}
    return found | {s.name: by_round[s.round] for s in losers} | {s.name: 2 for s in slots if s.part == "final"}


def entered(tournament: Tournament) -> list[str]:
    """Who is in the bracket, by seed. Raises `entrants.late` for anyone who joins after it is drawn."""
    first = tournament.rounds[0] if tournament.rounds else None
    drawn = {i for t in first.tables for i in t.ids} | set(first.byes) if first else set()
    late = [e.id for e in tournament.entrants if e.joined > 1]
    if late:
        raise Illegal("entrants.late", 0, entrants=late)
    return [e.id for e in tournament.ranked_by_seed if e.left is None or e.left > 1 or e.id in drawn]


def _as_drawn(tournament: Tournament, line: list[str]) -> list[str]:
    """The line of seeds; where the first round was arranged by hand, whoever has another's seat or bye in it has his place."""
    if not tournament.rounds or not tournament.rounds[0].by_hand:
        return line
    tables = {t.match: t for t in tournament.rounds[0].tables}
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
    """The empty bracket for so many entrants."""
    if entrants < 2:
        raise Illegal("entrants.few", 1, found=entrants, least=2)
    build = double_elimination if tournament.method == "double_elimination" else single_elimination
    return build(entrants, tournament.options)


class _Tables:
    """The recorded tables, to be taken by match name, or by who sits there where a table has no name."""

    def __init__(self, tournament: Tournament) -> None:
        tables = [(r.number, t) for r in tournament.rounds for t in r.tables]
        self.named = {t.match: (number, t) for number, t in tables if t.match}
        self.others = [(number, t) for number, t in tables if not t.match]

    def take(self, name: str, sides: tuple[str | None, str | None]) -> tuple[int, Table] | None:
        """The table at which this match was or is played."""
        if name in self.named:
            return self.named[name]
        for k, (_, table) in enumerate(self.others):
            if {*table.ids} == {*sides}:
                return self.others.pop(k)
        return None


def bracket_of_last(tournament: Tournament) -> PlayedBracket:
    """The bracket as it was for the pairing of the last round: who had a seat or a bye in it had not left then."""
    *earlier, last = tournament.rounds
    there = {i for t in last.tables for i in t.ids} | set(last.byes)
    entrants = (replace(e, left=None) if e.left == last.number and e.id in there else e for e in tournament.entrants)
    return played_bracket(replace(tournament, entrants=tuple(entrants), rounds=tuple(earlier)))


def played_bracket(tournament: Tournament) -> PlayedBracket:
    """Replay the recorded tables through the bracket; a match between those who left is won without playing."""
    seeds = _as_drawn(tournament, entered(tournament))
    gone = {e.id for e in tournament.entrants if e.left is not None and e.left <= tournament.next_number}
    bracket = PlayedBracket(seeds, gone=gone)
    tables = _Tables(tournament)
    for slot in slots_of(tournament, len(seeds)):
        a, b = (_side(bracket, source, k) for k, source in enumerate(slot.sources))
        fed_by = (bracket.matches[str(source.of)].wave for source in slot.sources if source.kind != "seed")
        state = bracket.matches[slot.name] = State(slot, (a, b), wave=1 + max(fed_by, default=0))
        _settle(state, tables, gone)
    return bracket


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


def _first_loser(bracket: PlayedBracket, source: Source, second: State) -> str | None:
    first = bracket.matches[str(source.bye)]
    if first.status not in ("walkover", "empty"):
        return first.loser
    if second.loser is None:
        return None
    return second.loser if second.loser in first.sides and second.loser else NOBODY


def _settle(state: State, tables: _Tables, gone: set[str]) -> None:
    a, b = state.sides
    named = tables.named.get(state.slot.name)
    if (a is None or b is None or NOBODY in (a, b)) and named is None:
        _without_playing(state)
        return
    found = tables.take(state.slot.name, state.sides)
    if found is None:
        state.status = "ready"
        for who, other in ((a, b), (b, a)):
            if who in gone:
                state.status, state.winner, state.loser = "walkover", other, who
        return
    number, table = found
    state.seat = (number, table.number)
    if {*table.ids} != {a, b}:
        state.expected, state.sides = state.sides, (table.ids[0], table.ids[1])
    _decide(state, table)


def _without_playing(state: State) -> None:
    a, b = state.sides
    if a is None or b is None:
        return
    state.status = "walkover" if a or b else "empty"
    state.winner, state.loser = a or b, NOBODY


def _decide(state: State, table: Table) -> None:
    won = winner_of(table)
    if won is not None:
        state.status, state.winner, state.loser = "played", table.ids[won], table.ids[1 - won]
    elif standing_at_table(table.result, 2) is None:
        state.status = "playing"
    elif len(table.result.forfeit) == 2:
        # Neither came: nobody goes on, and the first named counts as the better of the two.
        state.status, state.winner, state.loser = "played", NOBODY, NOBODY
    else:
        state.status = "tied"
