"""The door: one page to check people in and take the entry fee, with taps that count once, and the link for phones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, Ticks
from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import lan_address, live_parts
from scorekeeper.core.pages.live_parts import OWN_HEADER, respond_to_log, template_values
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.pairing.record.attendance import CASH, E_TRANSFER, HERE, MISSING
from scorekeeper.tournaments.commands.authorization import reread
from scorekeeper.tournaments.commands.door import charges, check_in_link, check_ins, payments
from scorekeeper.tournaments.commands.door.door_state import EXPECTED, DoorState
from scorekeeper.tournaments.commands.entrants.partners import singles_here
from scorekeeper.tournaments.commands.event_writer import BoardConflict, BoardKeyReused, write
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import (
    REFUSED,
    DeskContext,
    announce,
    common_values,
    open_desk,
    page,
    pair_text,
    redirect_to,
    refusal_message,
)
from scorekeeper.tournaments.desk.door.account import price_of_button
from scorekeeper.tournaments.desk.door.door_view import by_family_name, door_parts, door_row, tap_sentence

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

blueprint = Blueprint("desk_door", __name__, url_prefix="/desk/<int:tournament_id>/door")

MOST_KEYS = 40
"""The most earlier taps on one row that a device names."""
CLOSED = (403, 404)


class PairForm(Form):
    """Who plays the next round: entrants left out, waiting ones who get a spot."""

    without = Ticks()
    admit = Ticks()


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show everyone with the buttons to check in and to pay. The script polls it for other devices' taps."""
    desk = open_desk(tournament_id)
    shown = door_parts(desk)
    answer = live_parts.page(
        shown.live(desk),
        whole="tournaments/desk/door/door.html",
        parts="tournaments/desk/door/_live.html",
        make=lambda: {**common_values(desk), **template_values(shown), **_link_values(desk)},
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _link_values(desk: DeskContext) -> dict[str, Any]:
    """Return the address with which players check in by phone, None if no one can."""
    token = check_in_link.check_in_link(desk.access, desk.board)
    address = lan_address.reachable_root() + url_for("check_in.show", token=token) if token else None
    return {"check_in_address": address, "only_here": lan_address.why_unreachable()}


@dataclass(frozen=True)
class Tap:
    """A tap: what it does, and to whom (empty for everyone)."""

    act: str
    who: str

    @classmethod
    def read(cls, value: str) -> Tap:
        """Return the tap in a button's value, such as `here-e7`."""
        return cls(*value.partition("-")[::2])

    def command(self, desk: DeskContext) -> TournamentCommand:
        """Return the command. Aborts with 404 for an unknown one."""
        states = {"here": HERE, "missing": MISSING, "expected": EXPECTED}
        if self.act in states:
            return check_ins.check_in([self.who], states[self.act])
        if self.act in (CASH, E_TRANSFER):
            return payments.pay(self.who, self.act)
        if self.act.startswith("price."):
            return charges.set_price(self.who, price_of_button(DoorState(desk.board), self.act))
        others = {"rest": check_ins.check_in_rest, "unpay": self._unpay, "refund": self._refund}
        return others[self.act]() if self.act in others else abort(404)

    def _unpay(self) -> TournamentCommand:
        return payments.unpay(self.who)

    def _refund(self) -> TournamentCommand:
        return payments.refund(self.who)

    def is_done(self, desk: DeskContext) -> bool:
        """Return whether the tournament is as the tap wants it, by any device."""
        entry = desk.board.entrant(self.who)
        if entry is None:
            return False
        one = DoorState(desk.board).entry(entry)
        if self.act in (CASH, E_TRANSFER):
            return not one.owed and bool(one.payments) and one.payments[-1].payment.method == self.act
        if self.act.startswith("price."):
            return one.category == (price_of_button(DoorState(desk.board), self.act) or "")
        if self.act == "unpay":
            return not one.payments
        return one.state == self.act

    def sentence(self, desk: DeskContext, count: int = 0) -> str:
        """Return the sentence about the tap."""
        return tap_sentence(self.act, desk.board.name_of(self.who), count)


def _carry_out(desk: DeskContext, tap: Tap, earlier: list[str]) -> WrittenTournament | None:
    """Carry out a tap, and return None if nothing was left to do. `earlier`: keys of this device's taps on the same row.

    A change that this device made itself since it read the row does not conflict. Raises as `DeskContext.do`.
    """
    command = tap.command(desk)
    try:
        return desk.do(command)
    except BoardConflict as conflict:
        if isinstance(conflict, BoardKeyReused):
            raise
        fresh = DeskContext(conflict.access, conflict.board)
        if tap.is_done(fresh):
            return None
        if tap.who and not all(row.uuid in earlier for row in conflict.since):
            raise
        return write(reread(desk.access), command, revision=conflict.board.revision, uuid=desk.key)
    except Refusal as refusal:
        if refusal.code in ("same", "payment.settled", "payment") and (not tap.who or tap.is_done(_reread(desk))):
            return None
        raise


def _reread(desk: DeskContext) -> DeskContext:
    return open_desk(desk.id)


@blueprint.post("")
@signed_in
def tapped(tournament_id: int) -> Response:
    """Carry out a tap without a script."""
    desk = open_desk(tournament_id)
    tap, back = Tap.read(form_input.pressed_button()), desk.url("desk_door.show")
    with report_refusals(back):
        written = _carry_out(desk, tap, [])
    if written is not None:
        announce(tap.sentence(desk, len(written.change.after)), written.change.revision)
    return redirect_to(back + (f"#door-{tap.who}" if tap.who else ""))


@blueprint.post("/log")
@csrf.exempt
@signed_in
def logged(tournament_id: int) -> Response:
    """Carry out a tap that a device has queued, and may send several times. The answer has the row as it is now."""
    if not request.headers.get(OWN_HEADER):
        abort(403)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict) or not isinstance(sent.get("act"), dict) or type(sent.get("seen")) is not int:
        abort(400)
    key, act = str(sent.get("key"))[:40], sent["act"]
    form_input.replace_form({"do": str(act.get("do"))[:40]}, seen=sent["seen"], key=key)
    tap, earlier = Tap.read(form_input.pressed_button()), str(act.get("over", "")).split()[-MOST_KEYS:]
    try:
        desk = open_desk(tournament_id)
        DoorState(desk.board)
    except Refusal as refusal:
        return respond_to_log(key, "closed", refusal.status, detail=refusal_text(_, refusal))
    try:
        written = _carry_out(desk, tap, earlier)
    except REFUSED as error:
        if isinstance(error, Refusal) and error.status in CLOSED:
            return respond_to_log(key, "closed", error.status, detail=refusal_text(_, error))
        text = _conflict_text(error, tap) if isinstance(error, BoardConflict) else refusal_message(error)
        return respond_to_log(key, "refused", 422, html=_fresh_parts(_reread(desk), tap), detail=text)
    fresh = _reread(desk)
    count = 0 if written is None else len(written.change.after)
    return respond_to_log(
        key, "done", 200, revision=fresh.board.revision, html=_fresh_parts(fresh, tap), detail=tap.sentence(fresh, count)
    )


def _conflict_text(conflict: BoardConflict, tap: Tap) -> str:
    name = conflict.board.name_of(tap.who)
    return _("Someone else changed %(name)s at the same time. Your tap was not saved. Check the row.", name=name)


def _fresh_parts(desk: DeskContext, tap: Tap) -> str:
    """Return the tapped row and the sums, or everything if the tap was about everyone."""
    shown, entry = door_parts(desk), desk.board.entrant(tap.who)
    rows = {row.id for row in (*shown.rows, *shown.singles, *shown.waiting, *shown.gone)}
    door = DoorState(desk.board)
    one = door_row(door, door.entry(entry)) if entry is not None and entry.id in rows else None
    values = {**common_values(desk), **template_values(shown)}
    return render_template("tournaments/desk/door/_answer.html", live=shown.live(desk), row=one, **values)


@blueprint.post("/link")
@signed_in
def renew_link(tournament_id: int) -> Response:
    """Replace the link with which players check in."""
    desk = open_desk(tournament_id)
    text = _("The check-in link is new. The old one no longer works.")
    return carry_out(desk, check_in_link.renew_link(), text, desk.url("desk_door.show"))


@blueprint.get("/code.svg")
@signed_in
def code(tournament_id: int) -> Response:
    """Return the check-in link as a QR code."""
    address = _link_values(open_desk(tournament_id))["check_in_address"] or abort(404)
    return lan_address.mark_private(lan_address.qr_code(address))


@dataclass(frozen=True)
class PairPage:
    """Who plays the next round.

    `number`: its number; `text`: the button's; `playing`: how many play; `away`: who is left out, and `expected`: how many of
    them are not marked missing; `waiting`: the waiting list in order, each with whether it gets a place; `singles`: who are
    here without a partner.
    """

    number: int
    text: str
    playing: int
    away: list[EnteredEntrant]
    missing: list[EnteredEntrant]
    expected: int
    waiting: list[tuple[EnteredEntrant, bool]]
    singles: list[EnteredEntrant]


@blueprint.get("/pair")
@signed_in
def pairing(tournament_id: int) -> Response:
    """Show who will be left out of the next round, and offer their places to the waiting list."""
    desk = open_desk(tournament_id)
    door, number = DoorState(desk.board), len(desk.board.rounds) + 1
    away = sorted(door.absentees, key=by_family_name)
    missing = [one.entry for one in away if one.state == MISSING]
    waiting = [one for one in door.entries if one.entry.status == "waiting" and not one.entry.seeks_partner]
    shown = PairPage(
        number,
        pair_text(desk.board, number),
        len(door.playing) - len(away),
        [one.entry for one in away],
        missing,
        len(away) - len(missing),
        [(one.entry, one.state == HERE and place < len(away)) for place, one in enumerate(waiting)],
        singles_here(desk.board),
    )
    return page("tournaments/desk/door/pair.html", desk, **template_values(shown))


@blueprint.post("/pair")
@signed_in
def pair(tournament_id: int) -> Response:
    """Pair the next round without entrants who are not here, or after checking in everyone who is not marked missing."""
    desk = open_desk(tournament_id)
    form, rest_here = PairForm.from_post(), form_input.pressed_button() == "rest"
    with report_refusals(desk.url("desk_door.pairing")):
        written = desk.do(rounds.pair(without=form.without.data, admit=form.admit.data, rest_here=rest_here))
    draft = written.board.draft
    out = [written.board.name_of(who) for who in form.without.data if draft is not None and draft.seat(who) is None]
    out += [one.name for one in singles_here(written.board)]
    number = draft.number if draft is not None else 0
    texts = [_("Round %(n)s is paired.", n=number), *([_("Left out: %(names)s.", names=", ".join(out))] if out else [])]
    announce(" ".join(texts), written.change.revision)
    return redirect_to(desk.url("desk_rounds.draft"))
