"""The declaration of a question, and what its page is made of: buttons for cards, calls and seats, and typed scores."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.deal import RANK, SUIT, SUITS, pack_of, sort_hand
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing, number
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions.question_context import DEFAULT_RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from scorekeeper.engine.state import State
    from scorekeeper.messages.marks import Gettext
    from scorekeeper.rulings.questions.question_context import QuestionContext

    Args = Mapping[str, str]
    PageContent = tuple[QuestionContext, dict[str, Any]]
    """The context with the question, and the template's values. `go` in the values is an address to redirect to."""
    QuestionParts = list[tuple[str, str]]
    """A question in words, as (label, text). The text is empty for a missing part."""
    Deck = list[tuple[str, list[dict[str, Any]]]]


def dropped_in(state: State) -> dict[str, str]:
    """Return the side that has dropped out of a game, as part of an address."""
    return {"dropped": str(state.dropped[0])} if len(state.dropped) == 1 else {}


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question.

    `name`: in addresses and for the template. `title`: a message id, the way a player would ask.
    `show`: the page. `asked`: the question in words, for the printed answer.
    `of_game`: the facts that a game fills in. `rules`: the default rule set.
    """

    name: str
    title: str
    show: Callable[[QuestionContext, Args], PageContent]
    asked: Callable[[QuestionContext], QuestionParts]
    of_game: Callable[[State], dict[str, str]] = dropped_in
    rules: str = DEFAULT_RULES


def dropped_of(rules: RuleSet, args: Args) -> tuple[int, ...]:
    """Return the side that is out of the game, in formats with drop-outs."""
    if rules.format != "three_pairs":
        return ()
    side = links.read_number(args, "dropped", 0, len(rules.table.sides) - 1)
    return () if side is None else (side,)


def seat_of(args: Args, field: str, rules: RuleSet, default: int = 0) -> int:
    seat = links.read_number(args, field, 0, rules.table.players - 1, links.SEAT)
    return default if seat is None else seat


def redirect_to(desk: QuestionContext, **changes: str) -> PageContent:
    """Return a redirect to the same question with these changes."""
    return desk, {"go": desk.url(**changes)}


def deck(rules: RuleSet, states: Mapping[str, str], off: frozenset[str] = frozenset()) -> Deck:
    """Return the pack as buttons, suit by suit. `states`: special states of cards. `off`: cards that can't be tapped."""
    rows: dict[str, list[dict[str, Any]]] = {suit: [] for suit in SUITS}
    for card in pack_of(rules):
        part = {"card": card, "rank": rank_text(card), "state": states.get(card, ""), "off": card in off}
        rows[SUIT[card]].append(part)
    return list(rows.items())


def rank_text(card: str) -> str:
    return RANK[card]


def toggle_card(cards: tuple[str, ...], card: str) -> list[str]:
    """Return the cards with `card` added, or removed if it was there."""
    chosen = [c for c in cards if c != card] if card in cards else [*cards, card]
    return sort_hand(chosen)


def disabled_cards(rules: RuleSet, hand: tuple[str, ...], size: int) -> frozenset[str]:
    """Return the cards that can't be tapped: once the hand is full, all others."""
    return frozenset(pack_of(rules)) - set(hand) if len(hand) >= size else frozenset()


def possible_trumps(rules: RuleSet) -> tuple[str, ...]:
    """Return the possible trumps."""
    return SUITS if rules.no_trump == "forbidden" else (*SUITS, NO_TRUMP)


def needs_partner(rules: RuleSet) -> bool:
    """Return whether the question must name the contractor's partner."""
    return rules.format in ("called_partner", "silent_partner")


UNIT = 5
DOUBT = N_("Check %(scores)s: without an adjustment, every score is a multiple of 5.")


def scores_of(args: Args, sides: int) -> tuple[int, ...]:
    """Return the scores from the address or the form, where a ticked box makes a score negative."""
    if not any(f"score{side}" in args for side in range(sides)):
        numbers = links.read_numbers(args, "scores", sides, -links.MOST_SCORE, links.MOST_SCORE)
        return (0,) * sides if numbers is None else numbers
    return tuple(_read_score(args, side) for side in range(sides))


def _read_score(args: Args, side: int) -> int:
    field = f"score{side}"
    n = links.read_number(args, field, -links.MOST_SCORE, links.MOST_SCORE) or 0
    return -abs(n) if args.get(f"boxed{side}") else n


def doubt_text(t: Gettext, scores: Sequence[int]) -> str:
    """Return a warning about scores that are not multiples of 5, or an empty string."""
    odd = [number(score) for score in scores if score % UNIT]
    return t(DOUBT) % {"scores": listing(t, odd)} if odd else ""


def scores_in(state: State) -> str:
    """Return the scores of a game as written in an address."""
    return ".".join(map(str, state.scores))
