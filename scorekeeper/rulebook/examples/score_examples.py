"""Examples of scoring and endings: one or more hands from the same scores."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.endings import scoreless_sides
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.pot import settle_pot
from scorekeeper.engine.replay.game import advance, replay
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.rulings import count_piles
from scorekeeper.engine.state import State
from scorekeeper.messages.game.lines import line_text
from scorekeeper.messages.game.outcome import bid_text, outcome_text, trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing, money, number
from scorekeeper.messages.rules.labels import option_label
from scorekeeper.rulebook.examples.cases import Case, Example, GivenFact, Note, Scene, ScoreLine, example_names, plain_case
from scorekeeper.rulebook.examples.illustrations import PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.messages.marks import Gettext

NBSP = "\u00a0"
BEFORE, CONTRACT, OTHERS, TAKEN = N_("Before the hand"), N_("Contract"), N_("Other bids"), N_("Taken")
SCENE = N_("Hand %(n)s")
WHO_BID = N_("%(player)s, %(bid)s")
WHO_BID_TRUMP = N_("%(player)s, %(bid)s, %(trump)s")
ANNOUNCED = N_("%(player)s, %(bid)s, all 100 announced")
NOBODY = N_("none")
REFUSED = N_("Not allowed")
REFUSALS = {
    "announced_all": (N_("Under these rules nobody may announce all 100 points."), "end.announced_all"),
    "event": (N_("Under these rules every hand has a trump suit."), "play.no_trump"),
}
"""Why the hands of these examples may be rejected, with the rule, by error code."""
DISCARD, BY_PLAYER = N_("In the discard"), N_("Points in each player’s tricks")
PARTNER = N_("Holds the called card")


def sides_text(names: Any, figures: Any) -> str:
    """Return `Aline & Claire 120 · Benoît & Denis 95`. Lines only break between the sides."""
    return f"{NBSP}· ".join(f"{name} {number(n)}".replace(" ", NBSP) for name, n in zip(names, figures, strict=True))


@dataclass(frozen=True)
class ScoredHands(Example):
    """Hands scored separately, each from the scores `before`. `ends`: the answer includes the outcome of the game."""

    before: tuple[int, ...] = (0, 0)
    hands: tuple[Played, ...] = ()
    ends: bool = False

    def facts(self, t: Gettext) -> list[GivenFact]:
        names = example_names(self._any_rules())
        found = [GivenFact(t(BEFORE), sides_text(names.sides, self.before))] if any(self.before) else []
        for n, hand in enumerate(self.hands, 1):
            head = t(SCENE) % {"n": n} + " – " if len(self.hands) > 1 else ""
            found += [
                GivenFact(head + t(CONTRACT), _contract(t, hand)),
                GivenFact(t(TAKEN), sides_text(names.sides, hand.points)),
                GivenFact(t(OTHERS), " · ".join(f"{PLAYERS[s]} {bid}" for s, bid in (hand.bids or {}).items()) or t(NOBODY)),
            ]
        return found

    def _any_rules(self) -> RuleSet:
        return RuleSet(dict(self.base))

    def _scene(self, rules: RuleSet, event: Played) -> Hand:
        state = State(rules, 3)
        state.scores = tuple(self.before)
        state.scoreless = scoreless_sides(self.before)
        return advance(state, event)

    def answer(self, rules: RuleSet) -> Any:
        found = []
        for event in self.hands:
            try:
                hand = self._scene(rules, event)
                found.append((hand.deltas, hand.outcome))
            except GameError as error:
                found.append((error.code, error.params.get("reason")))  # type: ignore[arg-type]
        return tuple(found)

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        names = example_names(rules)
        scenes: list[Scene] = []
        for n, event in enumerate(self.hands, 1):
            title = t(SCENE) % {"n": n} if len(self.hands) > 1 else ""
            try:
                hand = self._scene(rules, event)
            except GameError as error:
                scenes.append(Scene(title, t(REFUSED), (_refusal(t, error),)))
                continue
            notes = tuple(Note(line_text(t, line, names), line.rule) for line in hand.lines)
            verdict = outcome_text(t, hand.outcome, names) if self.ends else ""
            scenes.append(Scene(title, verdict, notes, _rows(names.sides, self.before, hand)))
        return Case(scenes=tuple(scenes))


def _rows(sides: Sequence[str], before: Sequence[int], hand: Hand) -> tuple[ScoreLine, ...]:
    changes = zip(sides, before, hand.deltas, hand.scores, strict=True)
    return tuple(ScoreLine(*figures, side in hand.outcome.winners) for side, figures in enumerate(changes))


def _refusal(t: Gettext, error: GameError) -> Note:
    text, rule = REFUSALS[error.code]
    return Note(t(text), rule)


def _contract(t: Gettext, hand: Played) -> str:
    values = {"player": PLAYERS[hand.contractor], "bid": bid_text(t, hand.bid)}
    if hand.announced_all:
        return t(ANNOUNCED) % values
    return t(WHO_BID_TRUMP) % {**values, "trump": trump_text(t, hand.trump)} if hand.trump else t(WHO_BID) % values


@dataclass(frozen=True)
class CountedHand(Example):
    """A hand counted from each player's tricks. `taken`: (seat, card points); the first and last trick as listed."""

    bid: int = 0
    taken: tuple[tuple[int, int], ...] = ()
    discard: tuple[str, ...] = ()
    partner: int | None = None

    def facts(self, t: Gettext) -> list[GivenFact]:
        by_seat: dict[int, int] = {}
        for seat, points in self.taken:
            by_seat[seat] = by_seat.get(seat, 0) + points
        found = [
            GivenFact(t(CONTRACT), t(WHO_BID) % {"player": PLAYERS[0], "bid": self.bid}),
            GivenFact(t(BY_PLAYER), sides_text([PLAYERS[s] for s in sorted(by_seat)], [by_seat[s] for s in sorted(by_seat)])),
        ]
        if self.discard:
            first, last = self.taken[0][0], self.taken[-1][0]
            found += [
                GivenFact(t(N_("First trick")), PLAYERS[first]),
                GivenFact(t(N_("Last trick")), PLAYERS[last]),
                GivenFact(t(DISCARD), "", self.discard),
            ]
        if self.partner is not None:
            found.append(GivenFact(t(PARTNER), PLAYERS[self.partner]))
        return found

    def _hand(self, rules: RuleSet) -> Hand:
        called = self.partner if rules.format == "called_partner" else None
        piles = count_piles(rules, 0, self.taken, self.discard, called)
        return advance(State(rules, rules.table.players - 1), Played(0, self.bid, piles, {}, called_seat=called))

    def answer(self, rules: RuleSet) -> Any:
        hand = self._hand(rules)
        return len(rules.table.sides), hand.deltas

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        names, hand = example_names(rules), self._hand(rules)
        notes = tuple(Note(line_text(t, line, names), line.rule) for line in hand.lines)
        return Case(scenes=(Scene(notes=notes, rows=_rows(names.sides, [0] * len(hand.scores), hand)),))


@dataclass(frozen=True)
class PotExample(Example):
    """A short game with stakes, and the division of the pot."""

    hands: tuple[Played, ...] = ()

    def facts(self, t: Gettext) -> list[GivenFact]:
        rules = RuleSet({**dict(self.base), "pot": True})
        names = example_names(rules)
        played = [
            GivenFact(
                t(SCENE) % {"n": n},
                _contract(t, hand) + " – " + sides_text(names.sides, hand.points),
            )
            for n, hand in enumerate(self.hands, 1)
        ]
        return [GivenFact(option_label(t, "target"), number(rules.target)), *played]

    def answer(self, rules: RuleSet) -> Any:
        return settle_pot(rules, replay(rules, 5, self.hands))

    def describe_answer(self, t: Gettext, rules: RuleSet) -> Case:
        game = replay(rules, 5, self.hands)
        money_of, seats = settle_pot(rules, game), example_names(rules).seats
        if not money_of.pot:
            return Case(t(N_("Nothing is paid.")))
        paid = [f"{name} {money(t, cents)}" for name, cents in zip(seats, money_of.paid, strict=True) if cents]
        won = [f"{name} {money(t, cents)}" for name, cents in zip(seats, money_of.won, strict=True) if cents]
        return plain_case(
            t(N_("In the pot: %(money)s.")) % {"money": money(t, money_of.pot)},
            Note(t(N_("Paid in: %(players)s.")) % {"players": listing(t, paid)}),
            Note(t(N_("Paid out: %(players)s.")) % {"players": listing(t, won)}),
        )
