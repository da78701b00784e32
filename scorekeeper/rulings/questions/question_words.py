"""The parts of a question in words, for the printed answer."""

from __future__ import annotations

from scorekeeper.engine.deal import sort_hand
from scorekeeper.messages.errors.error_messages import card_text
from scorekeeper.messages.game.outcome import trump_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number
from scorekeeper.rulings.questions import links

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.question_context import QuestionContext


def seat_name(desk: QuestionContext, field: str) -> str:
    """Return the name of the player at the seat in this field."""
    seat = desk.state.get(field, "")
    return desk.names.seats[int(seat)] if seat else ""


def trump_row(desk: QuestionContext) -> tuple[str, str]:
    trump = desk.state.get("trump", "")
    return desk.t(N_("Trump")), trump_text(desk.t, trump) if trump else ""


def cards_text(desk: QuestionContext, field: str) -> str:
    """Return the cards in this field, in words."""
    return " ".join(card_text(card) for card in sort_hand(links.read_cards(desk.state, field)))


def scores_text(desk: QuestionContext) -> str:
    scores = [number(int(n)) for n in desk.state["scores"].split(".")]
    return ", ".join(f"{name} {score}" for name, score in zip(desk.names.sides, scores, strict=True))
