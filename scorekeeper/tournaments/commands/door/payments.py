"""Commands on payments at the door: pay, refund, and take a payment back."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.attendance import MOST_CENTS, MOST_PAYMENTS, PAYMENT_METHODS, Payment, paid_by
from scorekeeper.tournaments.commands.command import Json, Sentence, TournamentEffect, command
from scorekeeper.tournaments.commands.door.door_state import DoorEntry, DoorState, payments_of
from scorekeeper.tournaments.commands.door.money_state import read_pots
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts


def _sentence(subject: str, _before: Json, after: Json) -> Sentence:
    if after.get(subject) is None:
        return N_("Payment taken back: %(name)s")
    paid = parts.parse_part(subject, after[subject])
    return N_("Refund to %(name)s") if paid.refund else N_("Payment: %(name)s")


@command("pay", right="score", changes=("payment",), says=_sentence)
def pay(board: Board, entrant: str, method: str, cents: int | None = None) -> TournamentEffect:
    """Record a payment. `cents`: by default what the entrant has still to pay.

    Raises Refusal("door.closed", "payment.method", "payment.cents", "payment.settled", "payment.many"), NotFound("entrant").
    """
    one = DoorState(board).entry(get_entrant(board, entrant))
    amount = one.owed if cents is None else check_cents(cents)
    if not amount:
        raise Refusal("payment.settled", read=one.entry.name)
    return _record(board, one, Payment(amount, _check_method(method)))


@command("refund", right="score", changes=("payment",), says=_sentence)
def refund(board: Board, entrant: str, method: str | None = None, cents: int | None = None) -> TournamentEffect:
    """Refund an entrant. `cents`: by default everything paid, but not the charges; `method`: by default that of the last payment.

    Raises Refusal("refund.none", "refund.high") and as `pay`.
    """
    one = DoorState(board).entry(get_entrant(board, entrant))
    if one.paid <= 0 or (cents is None and not one.refundable):
        raise Refusal("refund.none", read=one.entry.name)
    amount = one.refundable if cents is None else check_cents(cents)
    if amount > one.paid:
        raise Refusal("refund.high", "cents", read=one.entry.name)
    paid_with = next(made.payment.method for made in reversed(one.payments) if not made.payment.refund)
    return _record(board, one, Payment(amount, paid_with if method is None else _check_method(method), refund=True))


@command("unpay", right="score", changes=("payment",), says=_sentence)
def unpay(board: Board, entrant: str, number: int | None = None) -> TournamentEffect:
    """Take back a payment or refund that was recorded by mistake. `number`: among the entrant's, by default the last.

    Raises NotFound("payment"), Refusal("refund.high") if refunds would be more than the other payments.
    """
    one = DoorState(board).entry(get_entrant(board, entrant))
    chosen = one.payments[-1].number if number is None and one.payments else number
    others = [made.payment for made in one.payments if made.number != chosen]
    if chosen is None or len(others) == len(one.payments):
        raise NotFound("payment", "number", read=number or 1)
    if paid_by(others) < 0:
        raise Refusal("refund.high", "number", read=one.entry.name)
    part = parts.payment_part(entrant, chosen)
    return TournamentEffect(part, {part: None})


def check_refunds(after: Board, changed: Iterable[str]) -> None:
    """Raise Refusal("refund.high") if one of the changed parts leaves an entrant with more refunds than payments."""
    names = {part.split("/")[1] for part in changed if part.startswith("payment/")}
    made = payments_of(after) if names else {}
    for who in names:
        if paid_by(one.payment for one in made.get(who, ())) < 0:
            raise Refusal("refund.high", read=after.name_of(who))


def check_paid_kept(board: Board, after: Board, changed: Iterable[str]) -> None:
    """Raise Refusal("undo.paid") if one of the changed parts removes an entrant who has payments, or is in a side pot."""
    gone = {part.partition("/")[2] for part in changed if part.startswith("entrant/")} - {e.id for e in after.entrants}
    in_pots = {who for one in read_pots(after).values() for who in one.entrants} if gone else set()
    for who in gone & {*payments_of(after), *in_pots}:
        raise Refusal("undo.paid", read=board.name_of(who))


def _record(board: Board, one: DoorEntry, payment: Payment) -> TournamentEffect:
    number = next_number(board, parts.payment_part(one.entry.id, 0)[:-1])
    if number > MOST_PAYMENTS:
        raise Refusal("payment.many", read=one.entry.name, high=MOST_PAYMENTS)
    part = parts.payment_part(one.entry.id, number)
    return TournamentEffect(part, {part: dump(payment)})


def next_number(board: Board, prefix: str) -> int:
    """Return the next number of the parts below `prefix`.

    A number is never given again, so that undo and redo of an earlier one stay possible.
    """
    return 1 + max((int(part[len(prefix) :]) for part in board.log.stamps if part.startswith(prefix)), default=0)


def _check_method(method: object) -> str:
    if method not in PAYMENT_METHODS:
        raise Refusal("payment.method", "method", read=str(method)[:20])
    return str(method)


def check_cents(cents: object) -> int:
    """Return an amount. Raises Refusal("payment.cents")."""
    if type(cents) is not int or not 1 <= cents <= MOST_CENTS:
        raise Refusal("payment.cents", "cents", high=MOST_CENTS)
    return cents
