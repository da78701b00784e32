"""Knock-out brackets before anybody has played: which matches there are and where their two sides come from.

Matches are named W1.1 (main bracket, first round, first match), L2.3 (losers' bracket), C1.1 (consolation), P3
(third place), F1 and F2
(grand final and its reset). They are listed so that a match stands after those it takes its sides from.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.tournament.record import Options


@dataclass(frozen=True)
class Source:
    """Where a side comes from: `seed` number, `winner` or `loser` of a match.

    `first_loser`: the loser of a match, only if it was his first, that is, if the match named by `bye` was not played.
    `reset`: whoever is on that side of the grand final, only if the champion of the losers' bracket won it.
    """

    kind: str
    of: int | str
    bye: str | None = None


@dataclass(frozen=True)
class Slot:
    """A match of a bracket: its name, its part (main, losers, consolation, third, final), round within the part, and sides."""

    name: str
    part: str
    round: int
    sources: tuple[Source, Source]


def seed_positions(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: whoever should meet in the final stands in opposite halves, and so on down."""
    places = [1]
    while len(places) < size:
        double = 2 * len(places) + 1
        places = [s for p in places for s in (p, double - p)]
    return places


def bracket_size(entrants: int) -> int:
    """The power of two that holds them all."""
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
    """Main bracket, and the third-place match and consolation bracket where the options ask for them."""
    size = bracket_size(entrants)
    slots = _main(size)
    last = size.bit_length() - 1
    if options.third_place and size >= 4:
        semis = (Source("loser", f"W{last - 1}.1"), Source("loser", f"W{last - 1}.2"))
        slots.insert(-1, Slot("P3", "third", last, semis))
    if options.consolation and size >= (8 if options.third_place else 4):
        # Where the second round is the semi-final, its losers already have the match for third place.
        slots += _consolation(size, after_bye=not (options.third_place and last == 3))
    return slots


def _consolation(size: int, *, after_bye: bool) -> list[Slot]:
    """Those who lose their first match, be it (`after_bye`) in the second round."""

    def fallen(k: int) -> Source:
        if not after_bye:
            return Source("loser", f"W1.{k + 1}")
        return Source("first_loser", f"W2.{k // 2 + 1}", bye=f"W1.{k + 1}")

    slots = [Slot(f"C1.{k + 1}", "consolation", 1, (fallen(2 * k), fallen(2 * k + 1))) for k in range(size // 4)]
    for r in range(2, size.bit_length() - 1):
        slots += [_winners(f"C{r}.{k + 1}", "consolation", r, f"C{r - 1}", k) for k in range(size >> (r + 1))]
    return slots


def double_elimination(entrants: int, options: Options) -> list[Slot]:
    """Main and losers' bracket and the grand final; who drops where delays rematches as far as possible."""
    size = bracket_size(entrants)
    last = size.bit_length() - 1
    slots = _main(size)
    champion = Source("loser", "W1.1")
    if last >= 2:
        slots += _losers(size, last)
        champion = Source("winner", f"L{2 * last - 2}.1")
    slots.append(Slot("F1", "final", 1, (Source("winner", f"W{last}.1"), champion)))
    if options.grand_final_reset:
        slots.append(Slot("F2", "final", 2, (Source("reset", "F1"), Source("reset", "F1"))))
    return slots


def _losers(size: int, last: int) -> list[Slot]:
    slots = []
    # From which first-round places of the main bracket each losers' match may draw its players, as bit sets.
    reach = []
    for k in range(size // 4):
        sides = (Source("loser", f"W1.{2 * k + 1}"), Source("loser", f"W1.{2 * k + 2}"))
        slots.append(Slot(f"L1.{k + 1}", "losers", 1, sides))
        reach.append(0b1111 << 4 * k)
    for r in range(2, last + 1):
        number = 2 * r - 2
        span = (1 << (1 << r)) - 1
        dropped = [span << (k << r) for k in range(size >> r)]
        mask = _best_mask(reach, dropped)
        for k in range(size >> r):
            sides = (Source("winner", f"L{number - 1}.{k + 1}"), Source("loser", f"W{r}.{(k ^ mask) + 1}"))
            slots.append(Slot(f"L{number}.{k + 1}", "losers", number, sides))
        reach = [reach[k] | dropped[k ^ mask] for k in range(len(reach))]
        if r < last:
            number += 1
            slots += [_winners(f"L{number}.{k + 1}", "losers", number, f"L{number - 1}", k) for k in range(len(reach) // 2)]
            reach = [reach[2 * k] | reach[2 * k + 1] for k in range(len(reach) // 2)]
    return slots


def _best_mask(reach: list[int], dropped: list[int]) -> int:
    """How to cross the drop (slot k receives k xor mask) so that the fewest who have met could meet again.

    The smallest such mask: it keeps those who may meet later together, so that the next drop can pass them by.
    """

    def overlap(mask: int) -> int:
        return sum((reach[k] & dropped[k ^ mask]).bit_count() for k in range(len(reach)))

    return min(range(len(reach)), key=lambda mask: (overlap(mask), mask))
