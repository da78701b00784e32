"""Facts about a finished game in words: a number, its label, and a name."""

from __future__ import annotations

from scorekeeper.messages.game.bid_buttons import chip_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.engine.replay.highlights import Highlights
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.messages.names import Names

FEWEST_IN_A_ROW = 3


class Fact:
    """One fact of a game.

    `figure` is its number, `label` says what it is, `said` has a name or is empty, and `hands` are the hands behind it.
    """

    __slots__ = ("figure", "hands", "label", "said")

    def __init__(self, figure: str, label: str, said: str, hands: tuple[Hand, ...]) -> None:
        self.figure = figure
        self.label = label
        self.said = said
        self.hands = hands


def facts_text(t: Gettext, highlights: Highlights, winners: str, names: Callable[[Hand], Names]) -> Iterator[Fact]:
    """Yield the facts of a game, at most four.

    `winners` is the winners' name, and `names` gives the names of a hand.
    """
    if best := highlights.best:
        assert best.bid is not None
        assert best.contractor is not None
        figure, small = chip_text(t, best.bid)
        who = names(best).seats[best.contractor]
        yield Fact(figure, t(N_("Highest bid made")), f"{small} · {who}" if small else who, (best,))
    if highlights.contracts:
        figure = t(N_("%(some)s of %(all)s")) % {"some": len(highlights.failed), "all": len(highlights.contracts)}
        yield Fact(figure, t(N_("Bids that failed")), "", highlights.failed)
    if len(highlights.run) >= FEWEST_IN_A_ROW:
        last = highlights.run[-1]
        assert last.side is not None
        yield Fact(str(len(highlights.run)), t(N_("Bids made in a row")), names(last)[last.side], highlights.run)
    if (lowest := highlights.lowest) and highlights.turned:
        yield Fact(number(-highlights.behind), t(N_("Behind, then ahead for good")), winners, (lowest, highlights.turned))
