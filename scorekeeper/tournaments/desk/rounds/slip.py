"""A result being entered: its table, the input, and the effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, abort

from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import wants_parts
from scorekeeper.pairing.record.draft import DraftTable
from scorekeeper.pairing.record.record import Table
from scorekeeper.pairing.standings.results import winner_of
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.results.results import OverrulesTable
from scorekeeper.tournaments.desk.common import DeskContext, redirect_to
from scorekeeper.tournaments.desk.rounds import result_form as forms
from scorekeeper.tournaments.desk.rounds.live_round import EntryLine, fragment
from scorekeeper.tournaments.desk.rounds.result_form import Mistyped, ResultForm
from scorekeeper.tournaments.desk.tables import desk_row, result_line
from scorekeeper.tournaments.store.parts import result_of, table_of

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.tables_state import RoundView, TableView


class TypedSlip:
    """A result being entered: its table and the input."""

    def __init__(self, desk: DeskContext, round_view: RoundView, table: TableView, form: ResultForm) -> None:
        self.desk, self.shown, self.table = desk, round_view, table
        self.games = forms.games_of(desk.board, table)
        self.sides = len(table.sides)
        self.form, self.typed = form, forms.read(form, self.sides, self.games)
        self.names = desk_row(desk.board, table, None, False).names
        self.sure = form.sure.data == self.typed.key
        self.against = form.against.data

    def result(self) -> dict[str, Any]:
        """Return the result. Raises Mistyped, also for an unlikely result that is not confirmed."""
        read = forms.result_of(self.typed, self.sides)
        if not self.sure:
            forms.check_doubt(self.desk.board, self.table, read)
        if self._needs_winner(read):
            raise Mistyped(_("It’s a tie, and one side must advance. Choose who won."), "winner")
        return read

    def enter(self, result: dict[str, Any]) -> WrittenTournament:
        """Save the result.

        Raises Mistyped if the table has a different result, unless this was shown and confirmed.
        """
        where = (self.shown.number, self.table.number)
        try:
            return self.desk.do(results.enter(*where, result))
        except OverrulesTable as found:
            against = content_hash(repr((self.typed, found.versions)).encode())
            if against != self.against:
                raise Mistyped(self._against(found), "score-0-0", doubt=True, against=against) from None
        return self.desk.do(results.enter(*where, result, overrule=True))

    def _against(self, overruled: OverrulesTable) -> str:
        """Return both results in a sentence."""
        version_texts = []
        for one in overruled.versions:
            what = result_line(one.result, self.names)
            version_texts.append(
                _("on the phone: %(result)s", result=what)
                if one.side is None
                else _("%(side)s: %(result)s", side=self.names[one.side], result=what)
            )
        facts = {"n": self.table.number, "told": ", ".join(version_texts), "typed": result_line(overruled.yours, self.names)}
        text = _(
            "Table %(n)s reported a different result: %(told)s. You typed %(typed)s. Press Enter again to save yours.", **facts
        )
        won = {winner_of(Table(self.table.number, self.table.sides, one.result)) for one in overruled.versions}
        if winner_of(Table(self.table.number, self.table.sides, overruled.yours)) not in won:
            text += " " + _("The winner is different. Is this the right table?")
        return text

    def check_round(self) -> None:
        """Raise Mistyped if the table has a result and a later round is running, unless confirmed."""
        playing = self.desk.board.current
        if playing is None or playing.number <= self.shown.number or not self.table.entered.known:
            return
        confirmation = f"{self.shown.number}/{self.table.number}/{self.typed.key}"
        if self.form.earlier.data != confirmation:
            facts = {"now": playing.number, "n": self.table.number, "round": self.shown.number}
            text = _("Round %(now)s is running. Correct table %(n)s of round %(round)s? Press Enter again to confirm.", **facts)
            raise Mistyped(text, "score-0-0", earlier=confirmation)

    def _needs_winner(self, read: dict[str, Any]) -> bool:
        if not self.desk.board.is_knockout(self.shown.number, self.table.pool) or "winner" in read:
            return False
        if "forfeit" in read:
            return len(read["forfeit"]) == self.sides
        table = table_of(DraftTable(self.table.number, self.table.sides), result_of(read), ())
        return winner_of(table) is None

    def consequences(self, result: dict[str, Any] | None) -> Any:
        """Return what else a correction would change, or None if no later round exists."""
        last = self.desk.board.current
        if last is None or (self.shown.number == last.number):
            return None
        return results.consequences(self.desk.access, self.shown.number, self.table.number, result)


def read_slip(desk: DeskContext, number: int, place: int) -> TypedSlip:
    """Return the input for the table in the address, from the form or the query."""
    round_view = desk.board.round(number) or abort(404)
    return TypedSlip(desk, round_view, round_view.table(place) or abort(404), ResultForm.from_request())


def round_url(desk: DeskContext, round_view: RoundView, **values: Any) -> str:
    """Return the address of a round's page; for the last round, the desk itself."""
    last = desk.board.current
    if last is not None and last.number == round_view.number:
        return desk.url("desk_live.show", **values)
    return desk.url("desk_live.earlier", number=round_view.number, **values)


def to_correction(desk: DeskContext, slip: TypedSlip) -> Response:
    """Redirect to the preview of a correction, with the input in its address."""
    url = desk.url("desk_results.correct", number=slip.shown.number, place=slip.table.number, **slip.form.of_result())
    if wants_parts():
        entry = EntryLine(
            str(slip.table.number), slip.typed, _("Later rounds were paired on this result. Check what changes first.")
        )
        answer = fragment(desk, slip.shown, entry)
        answer.headers["X-Go"] = url
        return answer
    return redirect_to(url)


def result_sentence(written: WrittenTournament, number: int, place: int, slip: TypedSlip) -> str:
    """Return a table's new result in a sentence."""
    table = written.board.table(number, place)
    assert table is not None
    return _(
        "Table %(n)s: %(what)s, %(result)s.", n=place, what=" – ".join(slip.names), result=result_line(table.entered, slip.names)
    )
