"""Facts about a finished game, the rarest first."""

from __future__ import annotations

from scorekeeper.engine.auction import TOP, bid_rank
from scorekeeper.messages.game.outcome import chip_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.engine.replay.highlights import Highlights
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

MOST = 4
FEWEST = 2
"""A game has this many facts even if they are common ones."""
NEWS = 2
"""The least rarity of a fact that is news: at most one game in four has it."""
FEWEST_IN_A_ROW = 3
USUAL_TARGET = 200

SHARES = (500, 250, 100, 50, 20, 5)
"""Games in a thousand. A fact is as rare as the number of these shares that it falls below."""
REACHED = {
    "best": (65, 70, 75, 75, 80, 85),
    "exact": (50, 55, 65, 70, 75, 80),
    "sweep": (1, 1),
    "unpaid": (5, 40, 55, 65, 75, 85),
    "run": (3, 3, 4, 4, 4, 5),
    "made": (2, 4, 5, 5, 6, 7),
    "failed": (2, 3, 4, 4, 5, 6),
    "behind": (15, 65, 110, 135, 170, 215),
    "depth": (5, 55, 70, 100, 125, 165),
    "leads": (2, 2, 3, 4, 5, 6),
    "close": (-125, -75, -35, -20, -5),
    "few": (-3, -3, -2, -2, -2, -2),
    "many": (5, 6, 7, 8, 9, 11),
}
"""For each kind of fact the values that at most `SHARES` of all games reach: counted in games to 200 by four players."""


class Fact:
    """One fact of a game.

    `figure` is its number, `label` says what it is, `said` has a name or is empty, and `hands` are the hands behind it.
    `rarity` is the number of `SHARES` that it falls below. Facts of one `subject` that share a hand repeat each other.
    """

    __slots__ = ("figure", "hands", "label", "rarity", "said", "subject")

    def __init__(
        self, figure: str, label: str, said: str, hands: tuple[Hand, ...], *, rarity: int = 0, subject: str = ""
    ) -> None:
        self.figure = figure
        self.label = label
        self.said = said
        self.hands = hands
        self.rarity = rarity
        self.subject = subject

    def repeats(self, other: Fact) -> bool:
        """Return whether this fact says what the other one has said."""
        if self.subject == other.subject:
            return any(hand in other.hands for hand in self.hands)
        return bool(self.hands) and self.hands == other.hands


def facts_text(t: Gettext, highlights: Highlights, names: Callable[[Hand], Names], target: int) -> list[Fact]:
    """Return the facts of a game to `target`, the rarest first, at most `MOST`, and none that repeats another.

    `names` gives the names of a hand.
    """
    found = [*_of_contracts(t, highlights, names), *_of_bids(t, highlights, names, target)]
    found += _of_scores(t, highlights, names, target)
    chosen: list[Fact] = []
    for fact in sorted(found, key=lambda fact: -fact.rarity):
        enough = MOST if fact.rarity >= NEWS else FEWEST
        if len(chosen) < enough and not any(fact.repeats(other) for other in chosen):
            chosen.append(fact)
    return chosen


def rarity(kind: str, value: float, target: int = USUAL_TARGET) -> int:
    """Return how rare a value is (see `SHARES`). `target` is given if it grows with the length of the game."""
    return sum([value * USUAL_TARGET / target >= least for least in REACHED[kind]])


def _of_contracts(t: Gettext, highlights: Highlights, names: Callable[[Hand], Names]) -> Iterator[Fact]:
    """Yield facts about single contracts."""

    def fact(kind: str, hand: Hand, label: str) -> Fact:
        assert hand.bid is not None
        assert hand.contractor is not None
        figure, small = chip_text(t, hand.bid)
        who = names(hand).seats[hand.contractor]
        said = f"{small} · {who}" if small else who
        return Fact(figure, label, said, (hand,), rarity=rarity(kind, bid_rank(hand.bid)), subject="contract")

    if highlights.best:
        yield fact("best", highlights.best, t(N_("Highest bid made")))
    if highlights.exact:
        yield fact("exact", highlights.exact, t(N_("Made with not a point to spare")))
    if (sweep := highlights.sweep) and sweep.outcome.rule not in ("end.hundred", "end.announced_all"):
        assert sweep.side is not None
        said = names(sweep)[sweep.side]
        label = t(N_("All the points in one hand"))
        yield Fact(str(TOP), label, said, (sweep,), rarity=rarity("sweep", 1), subject="contract")


def _of_bids(t: Gettext, highlights: Highlights, names: Callable[[Hand], Names], target: int) -> Iterator[Fact]:
    """Yield facts about all the bids of a game."""
    contracts, failed, run = highlights.contracts, highlights.failed, highlights.run
    if contracts:
        kind, some = ("failed", failed) if failed else ("made", contracts)
        label = t(N_("Bids that failed")) if failed else t(N_("Bids made"))
        figure = t(N_("%(some)s of %(all)s")) % {"some": len(some), "all": len(contracts)}
        yield Fact(figure, label, "", some, rarity=rarity(kind, len(some), target), subject="bids")
    if len(run) >= FEWEST_IN_A_ROW:
        side = run[-1].side
        assert side is not None
        label = t(N_("Bids made in a row"))
        said = names(run[-1])[side]
        yield Fact(str(len(run)), label, said, run, rarity=rarity("run", len(run), target), subject="run")
    if contracts:
        count = len(contracts)
        rare = max(rarity("few", -count, target), rarity("many", count, target))
        yield Fact(str(count), t(N_("Hands in all")), "", (), rarity=rare, subject="length")


def _of_scores(t: Gettext, highlights: Highlights, names: Callable[[Hand], Names], target: int) -> Iterator[Fact]:
    """Yield facts about the scores: who was behind, and how close it was."""
    if (lowest := highlights.lowest) and (turned := highlights.turned):
        behind = highlights.behind
        label = t(N_("Behind, then ahead for good"))
        rare = rarity("behind", behind, target)
        yield Fact(number(-behind), label, "", (lowest, turned), rarity=rare, subject="low")
    if highlights.depth:
        hand, side, score = highlights.depth
        label = t(N_("Lowest score of the game"))
        rare = rarity("depth", -score, target)
        yield Fact(number(score), label, names(hand)[side], (hand,), rarity=rare, subject="low")
    if highlights.unpaid:
        hand, side, pile = highlights.unpaid
        label = t(N_("Points taken for nothing"))
        yield Fact(str(pile), label, names(hand)[side], (hand,), rarity=rarity("unpaid", pile), subject="unpaid")
    if (leads := highlights.leads) and len(leads) > 1:
        label = t(N_("Times the lead changed"))
        yield Fact(str(len(leads)), label, "", leads, rarity=rarity("leads", len(leads), target), subject="leads")
    if rare := rarity("close", -highlights.margin):
        yield Fact(number(highlights.margin), t(N_("Points apart at the end")), "", (), rarity=rare, subject="margin")
