"""Ties at the very end: the desk draws lots or decides by hand, with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.numbers import parse_integer_or_text
from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.words import decision_text
from scorekeeper.tournaments.commands.results.ties import decide_by_hand, draw_lot, open_ties, ties_before_finals
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import open_desk
from scorekeeper.tournaments.store.parts import parse_part

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("desk_ties", __name__, url_prefix="/desk/<int:tournament_id>/ties")

MOST_BY_HAND = 8
"""The most entrants whose order the page asks for. More can be drawn by lot, or decided by the API."""


class TieForm(Form):
    """A decision. `tied`: ids separated by spaces; `place`: each entrant's place, from 1."""

    tied = TextField()
    place = SeveralFields()
    reason = TextField()


@dataclass(frozen=True)
class OpenTie:
    """A shared rank on the page. `entrants`: id and name."""

    rank: int
    entrants: tuple[tuple[str, str], ...]
    by_hand: bool

    @property
    def tied(self) -> str:
        return " ".join(who for who, _name in self.entrants)


def ties_of(board: Board) -> list[OpenTie]:
    """Return the shared ranks at the end, or at the cut between the finals that come next, that can be decided now."""
    found = []
    for rows in open_ties(board) or ties_before_finals(board):
        named = tuple((row.id, board.name_of(row.id)) for row in rows)
        found.append(OpenTie(rows[0].rank, named, len(named) <= MOST_BY_HAND))
    return found


@blueprint.post("")
@signed_in
def decide(tournament_id: int) -> Response:
    """Draw the lot of one tie, or set its order by hand."""
    desk = open_desk(tournament_id)
    form = TieForm.from_post()
    back = desk.url("desk_standings.show" if desk.board.draft is None else "desk_rounds.draft")
    tied = form.tied.data.split()[:1024]
    command: TournamentCommand
    if form_input.pressed_button() == "lot":
        command = draw_lot(tied)
    else:
        with report_refusals(back):
            command = decide_by_hand(_order(form, tied), form.reason.data)
    return carry_out(desk, command, _decision_text, back)


def _order(form: TieForm, tied: list[str]) -> list[str]:
    """Return the tied entrants by their places. Raises Refusal("tie.order") unless each has its own."""
    places = {who: parse_integer_or_text(form.place.of(who)) for who in tied}
    if sorted(map(str, places.values())) != sorted(map(str, range(1, len(tied) + 1))):
        raise Refusal("tie.order", "place")
    return sorted(tied, key=lambda who: int(str(places[who])))


def _decision_text(written: WrittenTournament) -> str:
    text = decision_text(t(), parse_part(written.change.subject, written.change.after[written.change.subject]))
    return text[:1].upper() + text[1:] + "."
