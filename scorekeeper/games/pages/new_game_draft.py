"""A game that is about to be started, as its form says it: rules, changes to them, names by seat, who deals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.base.limits import MOST_GAMES_TO_WIN
from scorekeeper.base.numbers import tapped
from scorekeeper.base.pages.forms import SeveralFields, TextField
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import named
from scorekeeper.rules.pages.rules_draft import RulesDraft, RulesForm, read_rules
from scorekeeper.rules.titles import for_players
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

    player = SeveralFields(most=80)
    first_dealer = TextField()
    games_to_win = TextField()


@dataclass(frozen=True)
class NewGameDraft(RulesDraft):
    """What the form holds.

    `names`: by seat, always six, those beyond the table kept for when it grows. `dealer`: a seat, None as long as nobody has
    said so: it is asked at the table.
    """

    names: tuple[str, ...] = ("",) * SEATS
    dealer: int | None = None
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


def read(form: NewGameForm, fallback: RuleSet) -> NewGameDraft:
    """The draft that a form sent. What is no rule set is `fallback`; nothing else is lost, wrong or not."""
    chosen = read_rules(form, fallback)
    draft = NewGameDraft(
        base=chosen.base,
        changes=chosen.changes,
        latest=chosen.latest,
        names=tuple(form.player.first(SEATS)),
        games_to_win=tapped(form.games_to_win.data, MOST_GAMES_TO_WIN + 1) or None,
    )
    dealer = tapped(form.first_dealer.data, draft.players)
    return replace(draft, dealer=dealer)


def seated(draft: NewGameDraft, order: list[int]) -> NewGameDraft:
    """The players sit down anew: the one of seat `order[i]` at seat i. The deal stays with whoever had it."""
    names = [draft.names[old] for old in order] + list(draft.names[len(order) :])
    dealer = order.index(draft.dealer) if draft.dealer is not None else None
    return replace(draft, names=tuple(names), dealer=dealer)


def swapped(draft: NewGameDraft, seat: int) -> NewGameDraft:
    """The player at `seat` and the one at their left change places."""
    order = list(range(draft.players))
    left = (seat + 1) % draft.players
    order[seat % draft.players], order[left] = order[left], order[seat % draft.players]
    return seated(draft, order)


def rotated(draft: NewGameDraft) -> NewGameDraft:
    """Everyone moves one place to the left."""
    return seated(draft, [(seat - 1) % draft.players for seat in range(draft.players)])
