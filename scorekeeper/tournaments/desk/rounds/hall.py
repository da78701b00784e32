"""The hall at the desk: which tables, clock and screen this tournament shares with others on the same day."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.messages.numbers import listing
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.hall import hall_tables
from scorekeeper.tournaments.commands.hall.shared_hall import HallEvent, have_same_clock, others_in_hall
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, link, open_desk, refusal_message

blueprint = Blueprint("desk_hall", __name__, url_prefix="/desk/<int:tournament_id>/hall")


class HallForm(Form):
    """The number that tables start at."""

    first_table = WholeNumberField(name="first-table")


@dataclass(frozen=True)
class OtherEvent:
    """Another tournament in the hall.

    `tables`: its table numbers in words. `runs`: it is being played. `together`: its clock shows the same as this one's.
    """

    id: int
    name: str
    tables: str
    runs: bool
    together: bool


@dataclass(frozen=True)
class HallView:
    """What the desk shows of the hall.

    `overlaps`: tables in use by two tournaments, in sentences. `first_table`: the number that tables start at; `proposed`: the
    first free one if tables would be used twice, or the same. `begun`: a round was published. `keeps`: finals have begun,
    and keep their tables. `screen`: the address of one screen for all of them, or None.
    """

    others: list[OtherEvent]
    overlaps: list[str]
    first_table: int
    proposed: int
    begun: bool
    keeps: bool
    screen: str | None

    @property
    def running(self) -> list[OtherEvent]:
        """The other tournaments that are being played, which can have the same clock."""
        return [one for one in self.others if one.runs]


def hall_view(desk: DeskContext) -> HallView | None:
    """Return what the desk shows of the hall, or None for a tournament that is alone in it with tables from number 1."""
    board = desk.board
    others = others_in_hall(desk.access, board) if board.status != "finished" else []
    first = board.log.first_table
    if not others and (first == 1 or board.status == "finished"):
        return None
    screen = link("screen.screen", tournament_id=desk.id, hall=1) if others and board.status != "draft" else None
    return HallView(
        [
            OtherEvent(
                one.id,
                one.board.name,
                tables_text(hall_tables.tables_kept(one.board)),
                one.board.status == "running",
                have_same_clock(board, one.board),
            )
            for one in others
        ],
        [text for one in others if (text := _overlap(desk, one))],
        first,
        hall_tables.propose_first_table(HallEvent(desk.access, board), others),
        bool(board.rounds),
        hall_tables.finals_have_begun(board),
        screen,
    )


def tables_text(numbers: Collection[int]) -> str:
    """Return table numbers in words, such as *tables 1 to 10*."""
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers), numbers=_numbers_text(numbers))


def _numbers_text(numbers: Collection[int]) -> str:
    """Return numbers in words, with runs of three or more as *1 to 10*."""
    found: list[str] = []
    for first, last in hall_tables.runs_of(numbers):
        long = last - first > 1
        found += [_("%(first)s to %(last)s", first=first, last=last)] if long else map(str, range(first, last + 1))
    return listing(t(), found)


def _overlap(desk: DeskContext, one: HallEvent) -> str:
    both = hall_tables.tables_seated(desk.board) & hall_tables.tables_seated(one.board)
    if not both:
        return ""
    facts = {"numbers": _numbers_text(both), "name": one.board.name}
    return ngettext(
        "Table %(numbers)s is also in use in %(name)s.", "Tables %(numbers)s are also in use in %(name)s.", len(both), **facts
    )


@blueprint.post("")
@signed_in
def change(tournament_id: int) -> Response:
    """Start the tables of the next rounds at another number."""
    desk = open_desk(tournament_id)
    first = HallForm.from_post().first_table.or_text
    text = _("Tables start at number %(n)s from the next round paired.", n=first)
    return carry_out(desk, hall_tables.number_tables(first), text, desk.url("desk_live.show") + "#desk-hall")


@dataclass(frozen=True)
class DoneElsewhere:
    """Where a command was carried out too, by name, and why not elsewhere, in sentences."""

    names: list[str]
    refused: list[str]


def do_elsewhere(desk: DeskContext, command: TournamentCommand, chosen: Sequence[str]) -> DoneElsewhere:
    """Carry out a command in the chosen tournaments of the hall too, each in its own log.

    `chosen`: their ids, as sent by the form.
    """
    done = DoneElsewhere([], [])
    for one in others_in_hall(desk.access, desk.board) if chosen else ():
        if str(one.id) not in chosen:
            continue
        key = str(uuids.uuid5(uuids.NAMESPACE_OID, f"{desk.key} {one.id}"))
        try:
            write(one.access, command, revision=one.board.revision, uuid=key)
        except REFUSED as error:
            done.refused.append(_("Not in %(name)s: %(why)s", name=one.board.name, why=refusal_message(error)))
        else:
            done.names.append(one.board.name)
    return done
