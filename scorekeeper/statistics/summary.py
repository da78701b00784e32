"""A game in short: what its deeds come to, seat by seat and side by side. To be kept beside the game's revision."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import PLAYING
from scorekeeper.statistics.deeds import BID, COMEBACK, FAILED, GAME, MADE, OF_GAMES, WON, deeds
from scorekeeper.statistics.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.statistics.deeds import Deed, ScoredGame
    from scorekeeper.statistics.tally import Rows

    Listed = tuple[int, int, int, int]
    """Games played to the end, games won, bids, bids made."""


@dataclass(slots=True)
class Stint:
    """Hands during which the same people sat there. `players`: names by seat; `seats`, `sides`: what they come to.

    `bids`: the index of every hand that somebody bid for and made (`made`) or not, by seat, in order. `listed`: what a list of
    many people shows, by seat, added up already.
    """

    players: tuple[str, ...]
    seats: tuple[Rows, ...]
    sides: tuple[Rows, ...]
    bids: tuple[tuple[tuple[int, bool], ...], ...]
    listed: tuple[Listed, ...]


@dataclass(slots=True)
class Summary:
    """A game in short. `sides`: seats by side; `winners`: sides, none while it is played; `behind`: how far the winners had been,
    and won; `hands`: how many were played. Of `stints` the last sat there at the end.
    """

    key: int
    day: str
    rules_key: str
    place: str
    sides: tuple[tuple[int, ...], ...]
    stints: tuple[Stint, ...]
    winners: tuple[int, ...]
    games: int
    behind: int

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return bool(self.winners)

    @property
    def year(self) -> str:
        """The year of its day."""
        return self.day[:4]


def summary(game: ScoredGame) -> Summary:
    """What the deeds of a game come to."""
    sides = game.rules.table.sides
    last = game.hands[-1].outcome if game.hands else PLAYING
    drafts: dict[tuple[str, ...], _Draft] = {}
    for players in game.seated:
        if players not in drafts:
            drafts[players] = _Draft(len(players), len(sides), game.rules.table.side_of)
    behind = 0
    for deed in deeds(game):
        # A game belongs to those who sat there at its end, whenever they turned it.
        drafts[game.seated[-1 if deed.kind in OF_GAMES else deed.hand]].add(deed)
        if deed.kind == COMEBACK:
            behind = deed.value
    order = [*[players for players in drafts if players != game.seated[-1]], *game.seated[-1:]]
    stints = tuple([drafts[players].stint(players) for players in order])
    return Summary(game.key, game.day, game.rules_key, game.place, sides, stints, last.winners, last.games, behind)


class _Draft:
    """A stint that is being counted."""

    __slots__ = ("bids", "seats", "side_of", "sides")

    def __init__(self, players: int, sides: int, side_of: Sequence[int | None]) -> None:
        self.seats = [Tally() for _ in range(players)]
        self.sides = [Tally() for _ in range(sides)]
        self.side_of = side_of
        self.bids: list[list[tuple[int, bool]]] = [[] for _ in range(players)]

    def add(self, deed: Deed) -> None:
        if deed.seat is None:
            self.sides[deed.side].add(deed.kind, deed.at, deed.value)
            return
        self.seats[deed.seat].add(deed.kind, deed.at, deed.value)
        if deed.kind in (MADE, FAILED):
            self.bids[deed.seat].append((deed.hand, deed.kind == MADE))

    def stint(self, players: tuple[str, ...]) -> Stint:
        seats, sides = [one.rows() for one in self.seats], [one.rows() for one in self.sides]
        listed = [self._listed(seat) for seat in range(len(players))]
        return Stint(players, tuple(seats), tuple(sides), tuple([tuple(bids) for bids in self.bids]), tuple(listed))

    def _listed(self, seat: int) -> Listed:
        own, side = self.seats[seat], self.side_of[seat]
        games, won = (0, 0) if side is None else (self.sides[side].count(GAME), self.sides[side].count(WON))
        return (games, won, own.count(BID), own.count(MADE))
