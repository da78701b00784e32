"""Parts of a question in words, as they stand above its answer on paper."""

from __future__ import annotations

from scorekeeper.engine.cards import sort_hand
from scorekeeper.rulings.questions import links
from scorekeeper.wording.figures import number
from scorekeeper.wording.marks import N_
from scorekeeper.wording.objections import card_text
from scorekeeper.wording.outcome import trump_text

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from scorekeeper.rulings.questions.desk import QuestionContext


def seat_name(desk: QuestionContext, field: str) -> str:
    """Who sits at the seat that a part of the question names."""
    seat = desk.state.get(field, "")
    return desk.names.seats[int(seat)] if seat else ""


def trump_row(desk: QuestionContext) -> tuple[str, str]:
    """What trump is."""
    trump = desk.state.get("trump", "")
    return desk.t(N_("Trump")), trump_text(desk.t, trump) if trump else ""


def cards_text(desk: QuestionContext, field: str) -> str:
    """The cards of a part of the question."""
    return " ".join(card_text(card) for card in sort_hand(links.cards(desk.state, field)))


def scores_text(desk: QuestionContext) -> str:
    """Where the sides stand."""
    scores = [number(int(n)) for n in desk.state["scores"].split(".")]
    return ", ".join(f"{name} {score}" for name, score in zip(desk.names.sides, scores, strict=True))
