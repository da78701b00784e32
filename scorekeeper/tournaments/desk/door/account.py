"""An entrant's account at the door: the price category, charges, payments and refunds of any amount."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, LineField, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.messages.marks import N_, pgettext
from scorekeeper.messages.numbers import price
from scorekeeper.pairing.record.attendance import CASH, E_TRANSFER, LONGEST_CHARGE
from scorekeeper.tournaments.commands.door import charges, payments
from scorekeeper.tournaments.commands.door.door_state import DoorState
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, when
from scorekeeper.tournaments.desk.door.door_view import price_choices
from scorekeeper.tournaments.desk.setup.format_fields import Price
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.words import listed_name, payment_method

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.door.door_state import DoorEntry

blueprint = Blueprint("desk_account", __name__, url_prefix="/desk/<int:tournament_id>/door/entrants/<entrant>")


class AccountForm(Form):
    """A charge, a payment or one to remove. An empty amount of a payment is everything owed."""

    amount = Price(N_("Amount"))
    reason = LineField()
    number = WholeNumberField()


@dataclass(frozen=True)
class AccountLine:
    """A charge or payment with its number, and when and by whom it was entered."""

    number: int
    text: str
    at: str
    who: str


@dataclass(frozen=True)
class AccountPage:
    """An entrant's account.

    `lede`: what is owed. `prices`: the choices of a price category: button, label, whether it is chosen. `reasons`: suggested
    for a charge. `owed`: as the field suggests it, `refundable`: in words, empty if nothing is.
    """

    name: str
    lede: str
    prices: list[tuple[str, str, bool]]
    charges: list[AccountLine]
    payments: list[AccountLine]
    reasons: list[str]
    owed: str
    refundable: str
    longest: int


@blueprint.get("")
@signed_in
def show(tournament_id: int, entrant: str) -> Response:
    """Show the account."""
    desk, one = _open(tournament_id, entrant)
    return page("tournaments/desk/door/account.html", desk, entrant=entrant, account=_account(desk, one))


def _open(tournament_id: int, entrant: str) -> tuple[DeskContext, DoorEntry]:
    desk = open_desk(tournament_id)
    door = DoorState(desk.board)
    return desk, door.entry(desk.board.entrant(entrant) or abort(404))


def _account(desk: DeskContext, one: DoorEntry) -> AccountPage:
    def line(part: str, number: int, text: str) -> AccountLine:
        stamp = desk.board.log.stamps[part]
        return AccountLine(number, text, when(stamp.at), stamp.who)

    who = one.entry.id
    charged = [
        line(
            parts.charge_part(who, found.number),
            found.number,
            _("%(name)s %(amount)s", name=found.charge.reason, amount=price(_, found.charge.cents)),
        )
        for found in one.charges
    ]
    paid = [line(parts.payment_part(who, found.number), found.number, _payment_text(found.payment)) for found in one.payments]
    reasons = [pgettext("charge", "fine", t()), pgettext("charge", "coffee", t()), pgettext("charge", "meal", t())]
    return AccountPage(
        listed_name(one.entry),
        _lede(one),
        price_choices(DoorState(desk.board), one),
        charged,
        paid,
        reasons,
        price(_, one.owed) if one.owed else "",
        price(_, one.paid) if one.paid > 0 else "",
        LONGEST_CHARGE,
    )


def _payment_text(paid: payments.Payment) -> str:
    amount = _("%(amount)s (%(method)s)", amount=price(_, paid.cents), method=payment_method(t(), paid.method))
    return _("refund: %(text)s", text=amount) if paid.refund else amount


def _lede(one: DoorEntry) -> str:
    if one.owed:
        return _("%(owed)s to pay", owed=price(_, one.owed))
    share = one.share
    return _("%(amount)s paid too much", amount=price(_, share.over)) if share.over else _("Nothing to pay")


@blueprint.post("")
@signed_in
def change(tournament_id: int, entrant: str) -> Response:
    """Choose the price, add or remove a charge, or record a payment, a refund or their removal."""
    desk, one = _open(tournament_id, entrant)
    back, form, act = desk.url("desk_account.show", entrant=entrant), AccountForm.from_post(), form_input.pressed_button()
    if wrong := form.first_invalid_field("amount"):
        announce(wrong.text, bad=True)
        return redirect_to(back)
    with report_refusals(back):
        command, text = _command(desk, one, act, form)
    return carry_out(desk, command, text, back)


def _command(desk: DeskContext, one: DoorEntry, act: str, form: AccountForm) -> tuple[TournamentCommand, str]:
    """Return the command of a button, and the sentence about it. Aborts with 404 for an unknown button."""
    who, name, cents = one.entry.id, one.entry.name, form.amount.data or None
    if act.startswith("price."):
        choice = price_of_button(DoorState(desk.board), act)
        return charges.set_price(who, choice), _("The price of %(name)s is changed.", name=name)
    if act == "charge":
        return charges.charge(who, cents or 0, form.reason.data), _("Charge added: %(name)s.", name=name)
    if act == "uncharge":
        return charges.uncharge(who, form.number.data or 0), _("Charge removed: %(name)s.", name=name)
    if act in (CASH, E_TRANSFER):
        return payments.pay(who, act, cents), _("%(name)s has paid.", name=name)
    if act == "refund":
        return payments.refund(who, None, cents), _("%(name)s got the money back.", name=name)
    if act == "unpay":
        return payments.unpay(who, form.number.data or 0), _("Payment taken back: %(name)s.", name=name)
    return abort(404)


def price_of_button(door: DoorState, act: str) -> str | None:
    """Return the name of the price of a button such as `price.2`, None for the normal price. Aborts with 404."""
    number = act.partition(".")[2]
    if number == "0":
        return None
    return next((one.name for n, one in enumerate(door.prices, 1) if str(n) == number), None) or abort(404)
