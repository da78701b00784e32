"""The draft of a new game: rules and changes to them, names by seat, and the dealer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.core.forms.forms import SeveralFields, TextField
from scorekeeper.core.limits import MOST_GAMES_TO_WIN
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.engine.ruleset import RuleSet, named_rules
from scorekeeper.messages.rules.rules import GROUPS
from scorekeeper.rules.pages.rules_form import RulesDraft, RulesForm, read_rules
from scorekeeper.rules.titles import for_players

SEATS = 6
COUNTS = (2, 3, 4, 5, 6)


def named_rules_for(count: int) -> list[tuple[str, RuleSet]]:
    """Return the named rule sets for this number of players, with their groups. Cutthroat fits three to six."""
    fitting = []
    for group, names in GROUPS.items():
        for name in names:
            try:
                fitting.append((group, for_players(named_rules(name), count)))
            except ValueError:
                continue
    return fitting


class NewGameForm(RulesForm):
    """The form of a new game."""

    player = SeveralFields(most=80)
    first_dealer = TextField()
    games_to_win = TextField()


@dataclass(frozen=True)
class NewGameDraft(RulesDraft):
    """The content of the form.

    `names` are by seat, always six, so that none is lost when the table shrinks. `dealer` is a seat, or None until someone
    chooses one.
    """

    names: tuple[str, ...] = ("",) * SEATS
    dealer: int | None = None
    games_to_win: int | None = None

    @property
    def players(self) -> int:
        """The number of players at the table."""
        return self.rules.table.players

    @property
    def deals(self) -> int:
        """The seat of the first dealer: the chosen one, else the first that may deal."""
        table = self.rules.table
        may = [seat for seat in range(table.players) if seat != table.fixed_silent]
        return self.dealer if self.dealer in may else may[0]


def read(form: NewGameForm, fallback: RuleSet) -> NewGameDraft:
    """Return the draft from a form. An invalid rule set becomes `fallback`; everything else is kept, valid or not."""
    chosen = read_rules(form, fallback)
    draft = NewGameDraft(
        base=chosen.base,
        changes=chosen.changes,
        latest=chosen.latest,
        names=tuple(form.player.first(SEATS)),
        games_to_win=parse_tapped_number(form.games_to_win.data, MOST_GAMES_TO_WIN + 1) or None,
    )
    dealer = parse_tapped_number(form.first_dealer.data, draft.players)
    return replace(draft, dealer=dealer)


def set_option(draft: NewGameDraft, name: str, value: object) -> NewGameDraft:
    """Return the draft with one option changed."""
    return replace(draft.with_changes({**draft.changes, name: value}), latest=(name,))


def move_players(draft: NewGameDraft, order: list[int]) -> NewGameDraft:
    """Return the draft with the players moved: seat i gets the player of seat `order[i]`.

    The dealer stays the same person.
    """
    names = [draft.names[old] for old in order] + list(draft.names[len(order) :])
    dealer = order.index(draft.dealer) if draft.dealer is not None else None
    return replace(draft, names=tuple(names), dealer=dealer)


def swap_players(draft: NewGameDraft, seat: int) -> NewGameDraft:
    """Return the draft with the player at `seat` and the next player to the left swapped."""
    order = list(range(draft.players))
    left = (seat + 1) % draft.players
    order[seat % draft.players], order[left] = order[left], order[seat % draft.players]
    return move_players(draft, order)


def rotate_players(draft: NewGameDraft) -> NewGameDraft:
    """Return the draft with everyone moved one seat to the left."""
    return move_players(draft, [(seat - 1) % draft.players for seat in range(draft.players)])
