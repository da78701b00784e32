"""Commands on what an entrant owes: the price category, and charges such as a fine or a coffee."""

from __future__ import annotations

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import LONGEST_CHARGE, MOST_CHARGES, Charge
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.commands.door.payments import check_cents, next_number
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import PriceCategoryPart


def _price_sentence(subject: str, _before: Json, after: Json) -> Sentence:
    return N_("Normal price: %(name)s") if after.get(subject) is None else N_("Price: %(name)s")


def _charge_sentence(subject: str, _before: Json, after: Json) -> Sentence:
    return N_("Charge removed: %(name)s") if after.get(subject) is None else N_("Charge: %(name)s")


@command("price", right="score", changes=("price",), says=_price_sentence)
def set_price(board: Board, entrant: str, name: str | None) -> TournamentEffect:
    """Set the price category of an entrant, by its name. None or an empty name: the normal price.

    Raises Refusal("door.closed", "price.unknown", "same"), NotFound("entrant").
    """
    door, part = DoorState(board), parts.price_part(get_entrant(board, entrant).id)
    if not name:
        return TournamentEffect(part, {part: None}, rests_on=("door",))
    if name not in [one.name for one in door.prices]:
        choices = ", ".join(one.name for one in door.prices)
        raise Refusal("price.unknown" if choices else "price.none", "price", read=str(name)[:40], choices=choices)
    return TournamentEffect(part, {part: dump(PriceCategoryPart(name))}, rests_on=("door",))


@command("charge", right="score", changes=("charge",), says=_charge_sentence)
def charge(board: Board, entrant: str, cents: int, reason: str) -> TournamentEffect:
    """Charge an entrant an amount for a reason.

    Raises Refusal("door.closed", "payment.cents", "charge.reason", "charge.many"), NotFound("entrant").
    """
    one = DoorState(board).entry(get_entrant(board, entrant))
    number = next_number(board, parts.charge_part(one.entry.id, 0)[:-1])
    if len(one.charges) >= MOST_CHARGES:
        raise Refusal("charge.many", read=one.entry.name, high=MOST_CHARGES)
    part = parts.charge_part(one.entry.id, number)
    return TournamentEffect(part, {part: dump(Charge(check_cents(cents), check_reason(reason)))})


@command("uncharge", right="score", changes=("charge",), says=_charge_sentence)
def uncharge(board: Board, entrant: str, number: int) -> TournamentEffect:
    """Remove a charge. `number`: among the entrant's. Raises NotFound("charge")."""
    one = DoorState(board).entry(get_entrant(board, entrant))
    if number not in [found.number for found in one.charges]:
        raise NotFound("charge", "number", read=number)
    part = parts.charge_part(entrant, number)
    return TournamentEffect(part, {part: None})


def check_reason(reason: object) -> str:
    """Return the reason of a charge. Raises Refusal("charge.reason")."""
    text = " ".join(reason.split()) if isinstance(reason, str) else ""
    if not 1 <= len(text) <= LONGEST_CHARGE or not text.isprintable():
        raise Refusal("charge.reason", "reason", high=LONGEST_CHARGE)
    return text
