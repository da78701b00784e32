"""Knock-out brackets: the matches before play and where their sides come from, and what was played.

Matches are named W1.1 (main bracket, first round, first match), L2.3 (losers' bracket), C1.1 (consolation), P3 (third
place), F1 and F2 (grand final and its reset). Each match is listed after the matches that feed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.pairing.record.record import Options


@dataclass(frozen=True)
class Source:
    """Where a side comes from: `seed` number, `winner` or `loser` of a match.

    `first_loser`: the loser of a match if it was their first, that is, if the match `bye` was not played.
    `reset`: the entrant on that side of the grand final, if the champion of the losers' bracket won it.
    """

    kind: str
    of: int | str
    bye: str | None = None


@dataclass(frozen=True)
class Slot:
    """A match of a bracket.

    `part`: main, losers, consolation, third or final. `round`: the round within the part. `sources`: where its sides come
    from.
    """

    name: str
    part: str
    round: int
    sources: tuple[Source, Source]


def seed_positions(size: int) -> list[int]:
    """Return a bracket's seeds from top to bottom.

    The two seeds due to meet in the final are in opposite halves, and so on down.
    """
    places = [1]
    while len(places) < size:
        double = 2 * len(places) + 1
        places = [s for p in places for s in (p, double - p)]
    return places


def bracket_size(entrants: int) -> int:
    """Return the power of two that holds all entrants."""
    return 1 << max(1, (entrants - 1).bit_length())


def _main(size: int) -> list[Slot]:
    places = seed_positions(size)
    slots = [
        Slot(f"W1.{k + 1}", "main", 1, (Source("seed", places[2 * k]), Source("seed", places[2 * k + 1])))
        for k in range(size // 2)
    ]
    for r in range(2, size.bit_length()):
        slots += [_winners(f"W{r}.{k + 1}", "main", r, f"W{r - 1}", k) for k in range(size >> r)]
    return slots


def _winners(name: str, part: str, number: int, before: str, k: int) -> Slot:
    sides = (Source("winner", f"{before}.{2 * k + 1}"), Source("winner", f"{before}.{2 * k + 2}"))
    return Slot(name, part, number, sides)


def single_elimination(entrants: int, options: Options) -> list[Slot]:
    """Return the main bracket, with a third-place match and consolation bracket if the options ask for them."""
    size = bracket_size(entrants)
    slots = _main(size)
    last = size.bit_length() - 1
    if options.third_place and size >= 4:
        semis = (Source("loser", f"W{last - 1}.1"), Source("loser", f"W{last - 1}.2"))
        slots.insert(-1, Slot("P3", "third", last, semis))
    if options.consolation and size >= (8 if options.third_place else 4):
        # If the second round is the semi-final, its losers already play for third place.
        slots += _consolation(size, after_bye=not (options.third_place and last == 3))
    return slots


def _consolation(size: int, *, after_bye: bool) -> list[Slot]:
    """Return the bracket for entrants who lose their first match, including one in the second round if `after_bye`."""

    def fallen(k: int) -> Source:
        if not after_bye:
            return Source("loser", f"W1.{k + 1}")
        return Source("first_loser", f"W2.{k // 2 + 1}", bye=f"W1.{k + 1}")

    slots = [Slot(f"C1.{k + 1}", "consolation", 1, (fallen(2 * k), fallen(2 * k + 1))) for k in range(size // 4)]
    for r in range(2, size.bit_length() - 1):
        slots += [_winners(f"C{r}.{k + 1}", "consolation", r, f"C{r - 1}", k) for k in range(size >> (r + 1))]
    return slots


def double_elimination(entrants: int, options: Options) -> list[Slot]:
    """Return main and losers' brackets and the grand final. Losers drop so that rematches come as late as possible."""
    size = bracket_size(entrants)
    last = size.bit_length() - 1
    slots = _main(size)
    champion = Source("loser", "W1.1")
    if last >= 2:
        slots += _losers(size, last, near_crossings(last) if options.drop_order == "near" else crossings(last))
        champion = Source("winner", f"L{2 * last - 2}.1")
    slots.append(Slot("F1", "final", 1, (Source("winner", f"W{last}.1"), champion)))
    if options.grand_final_reset:
        slots.append(Slot("F2", "final", 2, (Source("reset", "F1"), Source("reset", "F1"))))
    return slots


def _losers(size: int, last: int, crossed: Mapping[int, int]) -> list[Slot]:
    slots = []
    for k in range(size // 4):
        sides = (Source("loser", f"W1.{2 * k + 1}"), Source("loser", f"W1.{2 * k + 2}"))
        slots.append(Slot(f"L1.{k + 1}", "losers", 1, sides))
    for r in range(2, last + 1):
        number = 2 * r - 2
        for k in range(size >> r):
            sides = (Source("winner", f"L{number - 1}.{k + 1}"), Source("loser", f"W{r}.{(k ^ crossed[r]) + 1}"))
            slots.append(Slot(f"L{number}.{k + 1}", "losers", number, sides))
        if r < last:
            number += 1
            slots += [_winners(f"L{number}.{k + 1}", "losers", number, f"L{number - 1}", k) for k in range(size >> (r + 1))]
    return slots


def crossings(last: int) -> dict[int, int]:
    """Return the number by which the losers of each main round cross over.

    Place k of the losers' bracket takes the loser of match k xor this number. Each round takes the smallest one for which
    first-round opponents meet again as late as the last round but two. Then the earliest rematch is as late as possible,
    then the next one, then the most recent opponents.
    """
    found = {1: 0}
    for r in range(2, last + 1):

        def delay(mask: int, r: int = r) -> tuple[int, list[int], list[int]]:
            again = [_rematch(r, mask, s, earlier_mask) for s, earlier_mask in found.items()]
            return min(again[0], 2 * last - 4), sorted(again), again[::-1]

        found[r] = max(range(1 << (last - r)), key=delay)
    return found


def _rematch(r: int, mask: int, s: int, earlier_mask: int) -> int:
    """Return the first losers' bracket round in which opponents of round s can meet again.

    One lost in round s, and the other in round r. They drop into places whose numbers differ by `apart`; every second round
    halves these numbers.
    """
    apart = mask ^ (earlier_mask >> (r - s))
    return 2 * r - 3 + 2 * apart.bit_length() if apart else 2 * r - 2


def near_crossings(last: int) -> dict[int, int]:
    """Return the crossings of the drop order `near`: the fewest who have met are in one match."""
    found = {}
    # First-round places of the main bracket that may feed each losers' match, as bit sets.
    reach = [0b1111 << 4 * k for k in range(1 << last - 2)]
    for r in range(2, last + 1):
        span = (1 << (1 << r)) - 1
        dropped = [span << (k << r) for k in range(len(reach))]
        found[r] = mask = _best_mask(reach, dropped)
        reach = [reach[k] | dropped[k ^ mask] for k in range(len(reach))]
        if r < last:
            reach = [reach[2 * k] | reach[2 * k + 1] for k in range(len(reach) // 2)]
    return found


def _best_mask(reach: list[int], dropped: list[int]) -> int:
    """Return the smallest mask for which the fewest who have met could meet again at once."""

    def overlap(mask: int) -> int:
        return sum((reach[k] & dropped[k ^ mask]).bit_count() for k in range(len(reach)))

    return min(range(len(reach)), key=lambda mask: (overlap(mask), mask))


# A side that stays empty: a bye, or the loser of a match that was not played.
NOBODY = ""
# A match with one of these is still to be decided.
OPEN = frozenset({"waiting", "ready", "playing", "tied"})


@dataclass(frozen=True)
class WrongTable:
    """A table that has had the wrong entrants since a result was corrected."""

    round: int
    table: int
    ids: tuple[str, ...]


@dataclass
class MatchState:
    """A match so far. `status`: waiting, ready, playing, tied, played, walkover (only one side) or empty.

    `sides`: ids, `""` for an empty seat, or None while unknown.
    `seat`: round and table.
    `others`: the table seated by a result that was corrected. Until it is removed, the match counts as not played.
    `wave`: the round in which the match is played if none is skipped.
    """

    slot: Slot
    sides: tuple[str | None, str | None]
    status: str = "waiting"
    winner: str | None = None
    loser: str | None = None
    seat: tuple[int, int] | None = None
    others: WrongTable | None = None
    wave: int = 1


@dataclass
class PlayedBracket:
    """All matches of the bracket by name, in a playable order. `gone`: entrants who left, with the round."""

    seeds: list[str]
    matches: dict[str, MatchState] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    def of(self, status: str) -> Iterator[MatchState]:
        """Return the matches with this status."""
        return (m for m in self.matches.values() if m.status == status)

    @property
    def misplayed(self) -> list[MatchState]:
        """Return the matches with the wrong entrants at their table, which must be removed or played again."""
        return [m for m in self.matches.values() if m.others]

    def champion(self) -> str | None:
        """Return the winner of the whole bracket, or None while undecided."""
        last = next(m for m in reversed(self.matches.values()) if m.slot.part in ("main", "final") and m.status != "empty")
        return last.winner

    def places(self) -> dict[str, Fraction | None]:
        """Return each entrant's place: 1 won, 2 lost the final, 3 for both semi-final losers, and so on.

        Entrants still in share the best open place: first place for the unbeaten, the next one for entrants with a loss.
        """
        worth = _losers_places([m.slot for m in self.matches.values()])
        ranks: dict[str, Fraction | None] = dict.fromkeys(self.seeds, Fraction(len(self.seeds)))
        for m in self.matches.values():
            for who in m.sides:
                if who and m.slot.name in worth:
                    ranks[who] = Fraction(worth[m.slot.name])
        third = self.matches.get("P3")
        if third and third.winner:
            ranks[third.winner] = Fraction(3)
        elif third and third.status in OPEN:
            ranks |= dict.fromkeys((who for who in third.sides if who), Fraction(3))
        unbeaten, beaten = self._still_in()
        ranks |= dict.fromkeys(unbeaten, Fraction(1)) | dict.fromkeys(beaten, Fraction(1 + len(unbeaten)))
        best = self.champion()
        if best:
            ranks[best] = Fraction(1)
        return ranks

    def _still_in(self) -> tuple[set[str], set[str]]:
        """Return the unbeaten entrants and the once-beaten entrants who may still win."""
        played = [m for m in self.matches.values() if m.slot.part in ("main", "losers", "final")]
        waiting = {who for m in played if m.status in OPEN for who in m.sides if who} - self.gone.keys()
        lost = {m.loser for m in played}
        return waiting - lost, waiting & lost


@dataclass(frozen=True)
class StageBracket:
    """A bracket of the current stage.

    `final`: the letter of its final, or None. `rounds`: how many rounds come before its own. `tables`: the tournament's
    numbers of its tables 1, 2 and so on, or empty if they are the same.
    """

    bracket: PlayedBracket
    final: str | None = None
    rounds: int = 0
    tables: tuple[int, ...] = ()

    def table(self, own: int) -> int:
        """Return the tournament's number of a table of this bracket."""
        return number_in_hall(self.tables, own)

    def seat(self, match: MatchState) -> tuple[int, int] | None:
        """Return the tournament's round and table of a match, or None if it has none."""
        return None if match.seat is None else (match.seat[0] + self.rounds, self.table(match.seat[1]))


def number_in_hall(tables: Sequence[int], own: int) -> int:
    """Return the number in the hall of a final's own table, from 1. `tables`: its numbers, or empty if they are the same."""
    beyond = max(0, own - len(tables))
    return tables[own - beyond - 1] + beyond if tables else own


def _losers_places(slots: list[Slot]) -> dict[str, int]:
    """Return, for each match that puts its loser out, the loser's place."""
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
    worth = {s.name: by_round.get(max(1, 2 * s.round - 2), 2) for s in slots if s.part == "main"}
    return worth | {s.name: by_round[s.round] for s in losers} | {s.name: 2 for s in slots if s.part == "final"}
