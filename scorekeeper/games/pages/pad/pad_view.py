"""The pad for its template: seats around the table, available buttons, and questions to ask."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, KEEP, TOP
from scorekeeper.engine.kitty import most_points_discarded
from scorekeeper.formats.bidding import bidding_json, hold_until_illegal, write_calls
from scorekeeper.games.pages.pad.pad_form import HandDraft, lower_bids
from scorekeeper.games.pages.parts.ending_view import side_names
from scorekeeper.messages.game.outcome import bid_text, chip_text
from scorekeeper.messages.names import names_of, side_name
from scorekeeper.messages.numbers import choosing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.state import Needs, State

LONG_WORD = 10
PLACES = {
    2: ("n", "s"),
    3: ("n", "se", "sw"),
    4: ("n", "e", "s", "w"),
    5: ("n", "e", "se", "sw", "w"),
    6: ("nw", "ne", "e", "se", "sw", "w"),
}
"""Positions of seats on the drawn table, clockwise."""

CALL_RULES = (
    *("auction.minimum", "auction.step", "auction.keep", "auction.hundred_for_200", "auction.turn", "auction.pass"),
    *("auction.single_round", "auction.end", "format.silent_partner", "end.drop_out"),
)
"""Rules by which a call may be refused."""


@dataclass(frozen=True)
class Pad:
    """One hand's form. `state` is the game before it. `open` means that the contract was saved before the result.

    The template reads the same values in many places, so expensive ones are cached. The draft must be final by then.
    """

    n: int
    state: State
    players: Sequence[str]
    draft: HandDraft
    open: bool = False

    @property
    def rules(self) -> RuleSet:
        return self.state.rules

    @cached_property
    def needs(self) -> Needs:
        """The facts that this hand still needs."""
        return self.draft.wanted(self.state)

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        """Every seat in order: `seat`, `name`, `side`, `at`, `dealer`, and `out` and `silent`, which can't be tapped."""
        table, needs = self.rules.table, self.needs
        return [
            {
                "seat": seat,
                "name": name,
                "side": table.side_of[seat],
                "at": PLACES[table.players][seat],
                "dealer": seat == self.state.dealer,
                "silent": seat == needs.silent,
                "out": self.state.sits_out(seat) and seat != needs.silent,
                "live": seat in needs.contractors,
            }
            for seat, name in enumerate(self.players)
        ]

    @property
    def long_words(self) -> bool:
        """Whether a name has a word that needs smaller letters to fit in the row of seats."""
        return max([len(word) for word in " ".join(self.players).replace("-", " ").split()], default=0) >= LONG_WORD

    @cached_property
    def sides(self) -> list[str]:
        """The names of the sides."""
        return side_names(self.rules, self.players)

    @cached_property
    def bids(self) -> list[tuple[Bid, str, str]]:
        """Contracts to choose from: value, large text, small text."""
        return [chip_of(bid) for bid in self.needs.bids]

    @cached_property
    def auction(self) -> dict[str, Any] | None:
        """The auction call by call, from the codec. None in the short form."""
        draft = self.draft
        if draft.calls is None or draft.dealer is None:
            return None
        bidding = hold_until_illegal(self.rules, draft.dealer, draft.calls, self.state.dropped)
        return bidding_json(_, names_of(self.rules, self.players), bidding, draft.call, draft.speaker)

    @property
    def calls(self) -> str:
        """The calls as a form value."""
        return write_calls(self.draft.calls or ())

    @cached_property
    def call_chips(self) -> list[tuple[Bid, str, str]]:
        """Bids to call under these rules: value, large text, small text."""
        return [chip_of(bid) for bid in self.needs.bids if bid != FREE]

    @property
    def odd_calls(self) -> list[tuple[Bid, str, str]]:
        """Calls that people may make although these rules never allow them."""
        known = {bid for bid, _figure, _small in self.call_chips}
        odd: list[Bid] = [bid for bid in (*range(5, TOP + 1, 5), HUNDRED_FOR_200) if bid not in known]
        return [chip_of(bid) for bid in odd] + ([(KEEP, _("Keep"), "")] if self.rules.keep == "none" else [])

    @property
    def call_columns(self) -> int:
        """Buttons in a row of calls."""
        count = len(self.call_chips)
        return min((n for n in (6, 5, 7) if count % n == 0), default=6) if count > 7 else max(count, 2)

    @property
    def contract_text(self) -> str:
        """The open contract's bid as players say it."""
        return "" if self.draft.bid is None else bid_text(_, self.draft.bid)

    @property
    def contract_note(self) -> str:
        """The text below the open contract: the points it needs, and the dealer."""
        bid, dealer = self.draft.bid, self.players[self.state.dealer]
        side = None if self.draft.contractor is None else self.rules.table.side_of[self.draft.contractor]
        parts = [_("dealt by %(name)s", name=dealer)]
        if self.draft.announced_all:
            parts.insert(0, _("all 100 announced"))
        if isinstance(bid, int) and side is not None and not self.rules.table.individual:
            parts.insert(0, _("%(side)s need %(bid)s", side=self.sides[side], bid=bid))
        return " · ".join(parts)

    @property
    def columns(self) -> int:
        """Buttons in a row of bids, with "passed out" as the last one: few rows, and full ones."""
        count = len(self.bids)
        if not self.needs.passed_out:
            return min((n for n in (6, 5, 7) if count % n == 0), default=6) if count > 7 else max(count, 2)
        if count < 7:
            return max(count + 1, 2)
        return min((7, 6, 5), key=lambda n: (count // n, count % n == 0, -(count % n)))

    @property
    def passed_over(self) -> int:
        """Columns that "passed out" spans: the rest of the last row, at most three."""
        return min(3, self.columns - len(self.bids) % self.columns)

    @property
    def trumps(self) -> list[str]:
        """The possible trumps."""
        return ["S", "H", "D", "C"] + (["NT"] if self.needs.no_trump else [])

    @cached_property
    def piles(self) -> list[dict[str, Any]]:
        """Piles to count one by one: `i`, `name`, `value`. Empty if one answer gives both."""
        needs, counted = self.needs, self.draft.piles
        if needs.piles == "camps" or len(needs.pile_sides) == 2:
            return []
        return [{"i": i, "name": self.sides[i], "value": counted[i] if counted else None} for i in needs.pile_sides]

    @property
    def own_points(self) -> int | None:
        """Card points of the contractor's side, if one answer gives both piles."""
        if self.draft.points is None or self.piles:
            return None
        side = None if self.draft.contractor is None else self.rules.table.side_of[self.draft.contractor]
        return self.draft.points[0 if self.needs.piles == "camps" else side or 0]

    @property
    def camps(self) -> list[tuple[int, str]]:
        """The label of the points, by the contractor's seat: (seat, words)."""
        table, needs = self.rules.table, self.needs
        words = []
        for seat in needs.contractors:
            name = self.players[seat]
            if self.rules.format == "called_partner":
                text = _("Points of %(name)s and partner", name=name)
            elif needs.silent is not None:
                text = _("Points of %(side)s", side=side_name([name, self.players[needs.silent]]))
            else:
                side = table.side_of[seat]
                text = _("Points of %(side)s", side=self.sides[side] if side is not None else name)
            words.append((seat, text))
        return words

    @property
    def most_discarded(self) -> int:
        """Most card points in a discard, 0 without a kitty."""
        return most_points_discarded(self.rules.kitty) if self.rules.kitty else 0

    @cached_property
    def asked(self) -> list[int]:
        """Seats whose bids may affect the score, or an empty list.

        During a saved contract people still know. When a whole hand is entered, its points may make the question
        unnecessary.
        """
        needs, draft = self.needs, self.draft
        if draft.calls is not None or not needs.who_bid or draft.contractor is None or draft.bid is None:
            return []
        if draft.points is None and not self.open:
            return []
        if not lower_bids(self.rules, draft.bid):
            return []
        partners = {draft.called, needs.silent, draft.contractor}
        seats = [s for side in needs.sides_at_line for s in self.rules.table.sides[side]]
        return sorted(set(seats or needs.bidders) - partners)

    @property
    def question(self) -> dict[str, Any] | None:
        """The question who else bid: `title`, `why`, `seats`, and `bids` (amounts, empty if they don't matter)."""
        if not self.asked or self.draft.bid is None:
            return None
        names = [self.players[s] for s in self.asked]
        figures = {"line": self.needs.line, "bid": self.needs.qualifying}
        if self.rules.qualifying_bid:
            why = _("At %(line)s or more, the defenders’ points count only if they bid %(bid)s or more.", **figures)
        else:
            why = _("At %(line)s or more, the defenders’ points count only if they bid.", **figures)
        title = _("Did %(names)s bid?", names=choosing(_, names))
        return {
            "title": title,
            "why": why,
            "seats": [(s, self.players[s]) for s in self.asked],
            "bids": [chip_of(bid) for bid in lower_bids(self.rules, self.draft.bid)] if self.rules.qualifying_bid else [],
        }

    @property
    def complete(self) -> bool:
        """Whether the hand has all facts that its score depends on."""
        draft, needs = self.draft, self.needs
        known = draft.contractor is not None and draft.bid is not None and draft.points is not None
        known = known and not draft.lacks_bids() and (not needs.called_seat or draft.called is not None)
        return known and not (needs.trump and not draft.trump) and self._answered

    @property
    def denied(self) -> bool:
        """Whether the answer says that none of the asked seats bid."""
        return self.draft.denied is not None and set(self.asked) <= self.draft.denied

    @property
    def _answered(self) -> bool:
        """Whether it is known of every asked seat whether it bid."""
        return not self.asked or bool(self.draft.bidders) or self.denied

    @property
    def lack(self) -> str:
        """Why a hand with a result can't be saved, short enough for a button, or empty."""
        draft, needs = self.draft, self.needs
        if self.complete or draft.contractor is None or draft.bid is None or draft.points is None:
            return ""
        if needs.called_seat and draft.called is None:
            return _("Who was called?")
        if needs.trump and not draft.trump:
            return _("What was trump?")
        return _("How high did they bid?") if draft.lacks_bids() else _("Who bid?")

    @property
    def missing(self) -> str:
        """The next step in words, empty if nothing is missing."""
        draft, needs = self.draft, self.needs
        if draft.contractor is None and (auction := self.auction):
            return str(auction["note"])
        if draft.contractor is None:
            return _("Tap who took the bid.")
        if draft.bid is None:
            return _("Tap the bid.")
        if needs.called_seat and draft.called is None:
            return _("Tap who held the called card.")
        if needs.trump and not draft.trump:
            return _("Tap what was trump. No trump counts double.")
        if draft.points is None:
            return _("Count the other piles.") if self.piles else _("Tap the card points.")
        if draft.lacks_bids():
            return _("Tap how much they bid.")
        if not self._answered:
            return _("Answer the question.")
        return ""


def chip_of(bid: Bid) -> tuple[Bid, str, str]:
    """Return a bid for a button: value, large text, small text."""
    return bid, *chip_text(_, bid)
