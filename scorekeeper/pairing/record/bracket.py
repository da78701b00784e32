"""A bracket as played so far: the sides and winner of each match, and the places. `replay` fills it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.pairing.record.tree import Slot

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
