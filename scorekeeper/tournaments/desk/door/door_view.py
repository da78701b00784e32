"""The door as the desk sees it: a row for each entrant, who is not here, and the till."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.pages.live_parts import LiveParts, stamp_of
from scorekeeper.messages.marks import pgettext
from scorekeeper.messages.numbers import price
from scorekeeper.pairing.record.attendance import HERE, PAYMENT_METHODS
from scorekeeper.tournaments.commands.door.door_state import EXPECTED, LEFT, DoorEntry, DoorState
from scorekeeper.tournaments.commands.entrants import partners
from scorekeeper.tournaments.desk.common import DeskContext, NextStep, next_step
from scorekeeper.tournaments.words import listed_name, name_sort_key, payment_method

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant


@dataclass(frozen=True)
class DoorRow:
    """An entrant at the door.

    `name`: family name first; `seen`: the revision shown. `state`: see `DoorEntry`. `paid_with`: the method of the last
    payment that was not refunded, empty if something is owed; `refundable`: an amount to give back to an entrant who left;
    `note`: what else there is to say, such as a part paid. `price`: the entry fee with its category; `prices`: the choices
    (button, label, whether it is chosen), empty if there is one price.
    """

    id: str
    name: str
    plain_name: str
    seen: int
    state: str
    pays: bool
    paid_with: str
    refundable: str
    refunded: str
    note: str
    price: str
    prices: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class DoorSums:
    """Below the rows: how many are here, who is not, and the till.

    `away`: names of entrants with a spot who are not here; `expected`: how many of them are not marked missing; `till`: a line on
    the money, empty without a fee and payments.
    """

    here: int
    spots: int
    away: list[str]
    expected: int
    till: list[str]
    short: str
    step: NextStep


@dataclass(frozen=True)
class DoorParts:
    """The live parts of the door.

    `rows`: entrants with a spot by family name; `singles`: entrants without a partner, and `partners`: the same;
    `waiting`: in order; `gone`: entrants who left. `labels`: of the buttons, by
    what they do.
    """

    rows: list[DoorRow]
    singles: list[DoorRow]
    partners: list[EnteredEntrant]
    waiting: list[DoorRow]
    gone: list[DoorRow]
    sums: DoorSums
    price: str
    labels: dict[str, str]

    def live(self, desk: DeskContext) -> LiveParts:
        """Return the stamp of each part by its template in `tournaments/desk/door/parts/`.

        The revisions of rows are not part of it: a row is only older if nothing in it has changed.
        """
        rows = [[(*_without_revision(one),) for one in some] for some in (self.rows, self.singles, self.waiting, self.gone)]
        finished = desk.board.status == "finished"
        return LiveParts(
            {
                "rows": stamp_of(desk.id, "door", rows, self.price, finished),
                "sums": stamp_of(desk.id, "sums", self.sums, finished),
            }
        )


def _without_revision(row: DoorRow) -> tuple[object, ...]:
    return (row.id, row.name, row.state, row.pays, row.paid_with, row.refundable, row.refunded, row.note, row.price, row.prices)


def door_parts(desk: DeskContext) -> DoorParts:
    """Return the current state of the door. Raises Refusal("door.closed")."""
    door = DoorState(desk.board)
    rows = sorted((door_row(door, one) for one in door.playing), key=lambda row: name_sort_key(row.name))
    waits = [one for one in door.entries if one.entry.status == "waiting"]
    singles = [door_row(door, one) for one in waits if one.entry.seeks_partner]
    waiting = [door_row(door, one) for one in waits if not one.entry.seeks_partner]
    gone = sorted((door_row(door, one) for one in door.entries if _is_gone(one)), key=lambda row: name_sort_key(row.name))
    return DoorParts(rows, singles, partners.singles(desk.board), waiting, gone, _sums(desk, door), _fee(door), _labels())


def _labels() -> dict[str, str]:
    return {
        "here": pgettext("at the door", "Here", t()),
        "missing": pgettext("at check-in", "Missing", t()),
        "left": pgettext("at check-in", "Left", t()),
        "cash": pgettext("payment", "Cash", t()),
        "e_transfer": pgettext("payment", "E-transfer", t()),
    }


def _is_gone(one: DoorEntry) -> bool:
    """Return whether an entrant left who was here or paid. Others who left are not shown."""
    return one.state == LEFT and (one.entry.status == "left" or bool(one.payments))


def _fee(door: DoorState) -> str:
    texts = [price_text("", door.price) if door.price or door.prices else ""]
    return " · ".join(text for text in (*texts, *(price_text(one.name, one.cents) for one in door.prices)) if text)


def price_text(name: str, cents: int) -> str:
    """Return a price with the name of its category, if it has one."""
    amount = price(_, cents) if cents else pgettext("price", "free", t())
    return _("%(name)s %(amount)s", name=name, amount=amount) if name else amount


def price_choices(door: DoorState, one: DoorEntry) -> list[tuple[str, str, bool]]:
    """Return the price categories of an entrant: button, label, whether it is chosen. The first is the normal price."""
    named = [(found.name, found.cents) for found in door.prices]
    choices = [(pgettext("price", "Normal", t()), door.price), *named]
    chosen = next((n for n, (name, _cents) in enumerate(named, 1) if name == one.category), 0)
    return [(f"price.{n}", price_text(*choice), n == chosen) for n, choice in enumerate(choices)]


def door_row(door: DoorState, one: DoorEntry) -> DoorRow:
    """Return an entrant's row."""
    last = one.payments[-1].payment if one.payments else None
    paid_with = next((made.payment.method for made in reversed(one.payments) if not made.payment.refund), "")
    settled = one.paid > 0 and not one.owed
    left = one.state == LEFT
    return DoorRow(
        one.entry.id,
        listed_name(one.entry),
        one.entry.name,
        door.board.revision,
        one.state,
        pays=_pays(one, settled=settled),
        paid_with=paid_with if settled else "",
        refundable=price(_, one.refundable) if left and one.refundable else "",
        refunded=price(_, last.cents) if left and last is not None and last.refund else "",
        note=_note(one),
        price=price_text(one.category, one.price) if one.price or one.category or one.charges or door.price else "",
        prices=tuple(price_choices(door, one)) if door.prices else (),
    )


def _pays(one: DoorEntry, *, settled: bool) -> bool:
    """Return whether the row takes money. A single player pays once there is a pair."""
    if one.state == LEFT:
        return one.owed > 0
    return settled or (one.price + one.charged > 0 and not one.entry.seeks_partner)


def by_family_name(one: DoorEntry) -> tuple[str, str]:
    """Return the key to sort entrants by family name."""
    return name_sort_key(listed_name(one.entry))


def _note(one: DoorEntry) -> str:
    notes = []
    if one.by_phone and one.state == HERE:
        notes.append(_("by phone"))
    notes += [_("%(name)s %(amount)s", name=found.charge.reason, amount=price(_, found.charge.cents)) for found in one.charges]
    if one.paid and one.owed and one.state != LEFT:
        notes.append(_("%(paid)s paid, %(owed)s to pay", paid=price(_, one.paid), owed=price(_, one.owed)))
    elif one.charges and one.owed:
        notes.append(_("%(owed)s to pay", owed=price(_, one.owed)))
    elif one.share.over and one.state != LEFT:
        notes.append(_("%(paid)s paid", paid=price(_, one.paid)))
    return " · ".join(notes)


def _sums(desk: DeskContext, door: DoorState) -> DoorSums:
    away = sorted(door.absentees, key=by_family_name)
    till = door.till
    shown = bool(door.price or door.prices or door.charges or door.payments)
    return DoorSums(
        here=len(door.playing) - len(away),
        spots=len(door.playing),
        away=[one.entry.name for one in away],
        expected=sum(one.state == EXPECTED for one in away),
        till=_till_texts(door) if shown else [],
        short=_("%(amount)s short", amount=price(_, till.short)) if shown and till.short else "",
        step=next_step(desk),
    )


def _till_texts(door: DoorState) -> list[str]:
    till = door.till
    by_method = [
        _("%(method)s %(amount)s", method=payment_method(t(), method), amount=price(_, till.by_method[method]))
        for method in PAYMENT_METHODS
        if till.by_method[method]
    ]
    paid = _("paid %(amount)s", amount=price(_, till.paid))
    return [
        _("Expected %(amount)s", amount=price(_, till.expected)),
        _("%(paid)s (%(methods)s)", paid=paid, methods=", ".join(by_method)) if by_method else paid,
    ]


def tap_sentence(act: str, name: str, count: int) -> str:
    """Return the sentence about a tap. `count`: the number of entrants checked in together."""
    if act == "rest":
        return ngettext("%(num)s entrant checked in.", "%(num)s entrants checked in.", count)
    if act.startswith("price."):
        return _("The price of %(name)s is changed.", name=name)
    return {
        "here": _("%(name)s is here.", name=name),
        "expected": _("%(name)s is not checked in.", name=name),
        "missing": _("%(name)s is missing.", name=name),
        "cash": _("%(name)s has paid in cash.", name=name),
        "e_transfer": _("%(name)s has paid by e-transfer.", name=name),
        "unpay": _("Payment taken back: %(name)s.", name=name),
        "refund": _("%(name)s got the money back.", name=name),
    }[act]
