"""The summary of a game: totals of its facts by seat and by side, to be cached with the game's revision."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import PLAYING
from scorekeeper.stats.hand_facts import BID, COMEBACK, FAILED, GAME, MADE, OF_GAMES, WON, find_facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.stats.hand_facts import HandFact, ScoredGame

    Rows = tuple[tuple[str, Bid | None, int, int], ...]
    """A tally as it is stored: kind, `at`, count, total."""
    Listed = tuple[int, int, int, int]
    """Finished games, games won, bids, bids made."""


class Tally:
    """The count and total of each kind of fact, split by `at` where it has a value."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[str, dict[Bid | None, list[int]]] = {}

    def add(self, kind: str, at: Bid | None, value: int) -> None:
        """Count one fact."""
        self.take(((kind, at, 1, value),))

    def take(self, rows: Rows) -> None:
        """Add another tally's rows to this one."""
        parts = self.parts  # on a phone, a call per row would take longer than the addition
        for kind, at, count, total in rows:
            part = parts.get(kind)
            if part is None:
                part = parts[kind] = {}
            known = part.get(at)
            if known is None:
                part[at] = [count, total]
            else:
                known[0] += count
                known[1] += total

    def rows(self) -> Rows:
        """Return the tally in its stored form, a tenth of the size."""
        return tuple([(kind, at, count, total) for kind, part in self.parts.items() for at, (count, total) in part.items()])

    def count(self, kind: str, *at: Bid) -> int:
        """Return the number of facts of a kind, at the given values only if there are any."""
        return sum([count for count, _ in self._of(kind, at)])

    def total(self, kind: str, *at: Bid) -> int:
        """Return the total of a kind, at the given values only if there are any."""
        return sum([total for _, total in self._of(kind, at)])

    def _of(self, kind: str, at: tuple[Bid, ...]) -> list[list[int]]:
        part = self.parts.get(kind, {})
        return [part[one] for one in at if one in part] if at else list(part.values())

    def mean(self, kind: str, *at: Bid) -> float | None:
        """Return the average value of a kind, or None if there are no facts."""
        count = self.count(kind, *at)
        return self.total(kind, *at) / count if count else None

    def at_values(self, kind: str) -> list[Bid]:
        """Return the `at` values of a kind, in no particular order."""
        return [at for at in self.parts.get(kind, {}) if at is not None]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.parts == other.parts

    __hash__ = None  # type: ignore[assignment]  # mutable


@dataclass(slots=True)
class SeatingPeriod:
    """Hands during which the same people sat at the table.

    `players` are the names by seat; `seats` and `sides` are their totals. `bids` has, by seat, the index of each hand that
    the player bid for and whether the bid was made. `listed` has the totals, by seat, for a list of many people.
    """

    players: tuple[str, ...]
    seats: tuple[Rows, ...]
    sides: tuple[Rows, ...]
    bids: tuple[tuple[tuple[int, bool], ...], ...]
    listed: tuple[Listed, ...]


@dataclass(slots=True)
class Summary:
    """The summary of a game.

    `sides` are the seats by side. `winners` are sides, empty during the game, and `games` is what the win counts for.
    `behind` is how far behind the winners had been. The last of `stints` is the seating at the end.
    """

    key: int
    day: str
    rules_key: str
    place: str
    sides: tuple[tuple[int, ...], ...]
    stints: tuple[SeatingPeriod, ...]
    winners: tuple[int, ...]
    games: int
    behind: int

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return bool(self.winners)

    @property
    def year(self) -> str:
        return self.day[:4]


def summarize(game: ScoredGame) -> Summary:
    """Return the summary of a game."""
    sides = game.rules.table.sides
    last = game.hands[-1].outcome if game.hands else PLAYING
    drafts: dict[tuple[str, ...], _PeriodDraft] = {}
    for players in game.seated:
        if players not in drafts:
            drafts[players] = _PeriodDraft(len(players), len(sides), game.rules.table.side_of)
    behind = 0
    for fact in find_facts(game):
        # A game counts for the people at the table at its end, whenever they turned it.
        drafts[game.seated[-1 if fact.kind in OF_GAMES else fact.hand]].add(fact)
        if fact.kind == COMEBACK:
            behind = fact.value
    order = [*[players for players in drafts if players != game.seated[-1]], *game.seated[-1:]]
    stints = tuple([drafts[players].stint(players) for players in order])
    return Summary(game.key, game.day, game.rules_key, game.place, sides, stints, last.winners, last.games, behind)


class _PeriodDraft:
    """A stint in progress."""

    __slots__ = ("bids", "seats", "side_of", "sides")

    def __init__(self, players: int, sides: int, side_of: Sequence[int | None]) -> None:
        self.seats = [Tally() for _ in range(players)]
        self.sides = [Tally() for _ in range(sides)]
        self.side_of = side_of
        self.bids: list[list[tuple[int, bool]]] = [[] for _ in range(players)]

    def add(self, fact: HandFact) -> None:
        if fact.seat is None:
            self.sides[fact.side].add(fact.kind, fact.at, fact.value)
            return
        self.seats[fact.seat].add(fact.kind, fact.at, fact.value)
        if fact.kind in (MADE, FAILED):
            self.bids[fact.seat].append((fact.hand, fact.kind == MADE))

    def stint(self, players: tuple[str, ...]) -> SeatingPeriod:
        seats, sides = [one.rows() for one in self.seats], [one.rows() for one in self.sides]
        listed = [self._listed(seat) for seat in range(len(players))]
        return SeatingPeriod(players, tuple(seats), tuple(sides), tuple([tuple(bids) for bids in self.bids]), tuple(listed))

    def _listed(self, seat: int) -> Listed:
        own, side = self.seats[seat], self.side_of[seat]
        games, won = (0, 0) if side is None else (self.sides[side].count(GAME), self.sides[side].count(WON))
        return (games, won, own.count(BID), own.count(MADE))
