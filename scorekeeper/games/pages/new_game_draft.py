"""A game that is about to be started, as its form says it: rules, changes to them, names by seat, who deals."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from scorekeeper.base.limits import MOST_GAMES_TO_WIN
from scorekeeper.base.numbers import tapped
from scorekeeper.base.pages.forms import Several, Text
from scorekeeper.engine.deal import drawing_order, first_jack, pack_of
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import named
from scorekeeper.rules.pages.rules_draft import RulesDraft, RulesForm, read_rules
from scorekeeper.rules.papers.blanks import for_players
from scorekeeper.wording.rules import GROUPS

SEATS = 6
COUNTS = (2, 3, 4, 5, 6)


def named_for(count: int) -> list[tuple[str, RuleSet]]:
    """The named rule sets that so many can play, by group; cutthroat is dealt out to three, four, five or six."""
    fitting = []
    for group, names in GROUPS.items():
        for name in names:
            try:
                fitting.append((group, for_players(named(name), count)))
            except ValueError:
                continue
    return fitting


class NewGameForm(RulesForm):
    """A game that is about to be started: its rules, names by seat, and what was chosen by tapping."""

    player = Several(most=80)
    first_dealer = Text()
    drawn = Text()
    shuffler = Text()
    games_to_win = Text()


@dataclass(frozen=True)
class NewGameDraft(RulesDraft):
    """What the form holds.

    `names`: by seat, always six, those beyond the table kept for when it grows. `dealer`: a seat, None as long as nobody has
    chosen one. `drawn`: the cards turned up from the left of `shuffler`, as far as the first jack.
    """

    names: tuple[str, ...] = ("",) * SEATS
    dealer: int | None = None
    drawn: tuple[str, ...] = ()
    shuffler: int = 0
    games_to_win: int | None = None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.rules.table.players

    @property
    def deals(self) -> int:
        """The seat of the first dealer: the one chosen, else the first that may deal."""
        table = self.rules.table
        may = [seat for seat in range(table.players) if seat != table.fixed_silent]
        return self.dealer if self.dealer in may else may[0]

    def drawing(self) -> list[tuple[str, str, int]]:
        """The cards turned up: rank, suit and the seat that each fell to."""
        order = drawing_order(self.rules, self.shuffler)
        return [(card[:-1], card[-1], order[i % len(order)]) for i, card in enumerate(self.drawn)]


def read(form: NewGameForm, fallback: RuleSet) -> NewGameDraft:
    """The draft that a form sent. What is no rule set is `fallback`; nothing else is lost, wrong or not."""
    chosen = read_rules(form, fallback)
    draft = NewGameDraft(
        base=chosen.base,
        changes=chosen.changes,
        latest=chosen.latest,
        names=tuple(form.player.first(SEATS)),
        shuffler=tapped(form.shuffler.data, SEATS) or 0,
        games_to_win=tapped(form.games_to_win.data, MOST_GAMES_TO_WIN + 1) or None,
    )
    dealer = tapped(form.first_dealer.data, draft.players)
    return with_drawn(replace(draft, dealer=dealer), tuple(form.drawn.data.split()[:52]))


def with_drawn(draft: NewGameDraft, cards: tuple[str, ...]) -> NewGameDraft:
    """The draft with the cards that were turned up, if they are such and gave the deal to the dealer chosen."""
    try:
        jack = first_jack(draft.rules, draft.shuffler, cards)
    except GameError:
        jack = None
    return replace(draft, drawn=cards) if cards and jack is not None and jack == draft.dealer else draft


def seated(draft: NewGameDraft, order: list[int]) -> NewGameDraft:
    """The players sit down anew: the one of seat `order[i]` at seat i. The deal stays with whoever had it."""
    names = [draft.names[old] for old in order] + list(draft.names[len(order) :])
    dealer = order.index(draft.dealer) if draft.dealer is not None else None
    return replace(draft, names=tuple(names), dealer=dealer, drawn=())


def swapped(draft: NewGameDraft, seat: int) -> NewGameDraft:
    """The player at `seat` and the one at their left change places."""
    order = list(range(draft.players))
    left = (seat + 1) % draft.players
    order[seat % draft.players], order[left] = order[left], order[seat % draft.players]
    return seated(draft, order)


def rotated(draft: NewGameDraft) -> NewGameDraft:
    """Everyone moves one place to the left."""
    return seated(draft, [(seat - 1) % draft.players for seat in range(draft.players)])


def draw(draft: NewGameDraft, chance: random.Random) -> NewGameDraft:
    """Shuffle the pack and turn cards up from the left of whoever shuffled, until the first jack (`deal.first_dealer`)."""
    pack = list(pack_of(draft.rules))
    chance.shuffle(pack)
    shuffler = chance.randrange(draft.players)
    drawn = pack[: 1 + next(i for i, card in enumerate(pack) if card.startswith("J"))]
    dealer = first_jack(draft.rules, shuffler, drawn)
    return replace(draft, drawn=tuple(drawn), shuffler=shuffler, dealer=dealer)
