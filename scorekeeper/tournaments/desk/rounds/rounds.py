"""Pages of rounds: pair, check, change, publish or unpublish, and repair unplayed tables."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, TickField, Ticks
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.pairing.method import method_in_stage
from scorekeeper.pairing.stages import letters_by_entrant
from scorekeeper.tournaments.commands.entrants.partners import singles_here
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.results import correction_choices
from scorekeeper.tournaments.commands.rounds import repairs, rounds
from scorekeeper.tournaments.commands.rounds import repairs as tournament_ahead
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.effects import seating_changes
from scorekeeper.tournaments.desk.ties import ties_of
from scorekeeper.tournaments.words import cut_notes, pool_title

blueprint = Blueprint("desk_rounds", __name__, url_prefix="/desk/<int:tournament_id>/draft")


class DraftForm(Form):
    """The checkboxes of a draft: two entrants to swap, and publishing despite changes."""

    swap = Ticks()
    anyway = TickField()


class RoundForm(Form):
    """The checkboxes of a round: matches to start (`each`: all listed), and removing matches based on an old result."""

    match = Ticks()
    each = Ticks()
    take_away = TickField()


@blueprint.get("")
@signed_in
def draft(tournament_id: int) -> Response:
    """Show the draft, table by table."""
    desk = open_desk(tournament_id)
    if desk.board.draft is None:
        return redirect_to(desk.url("desk_live.show"))
    return page("tournaments/desk/rounds/draft.html", desk, **_draft_facts(desk))


def _draft_facts(desk: DeskContext) -> dict[str, Any]:
    board = desk.board
    draft = board.draft
    assert draft is not None
    rows = board.standings
    ranks = {row.id: row for row in rows} if board.rounds else {}
    missing = [e for e in board.playing if e.status == "in" and e.joined <= draft.number and draft.seat(e.id) is None]
    return {
        "round": draft,
        "ranks": ranks,
        "missing": [e for e in missing if draft.number in e.absent],
        "unseated": [e for e in missing if draft.number not in e.absent] if _seats_everyone(desk) else [],
        "individuals": any(len(side) > 1 for t in draft.tables for side in t.sides),
        "letters": letters_by_entrant(board.tournament, draft.stage),
        "group_title": lambda stage, pool: pool_title(_, board.tournament, stage, pool),
        "picked": request.args.getlist("swap")[:2],
        "ties": ties_of(board) if desk.access.may("direct") else [],
        "decided": cut_notes(t(), board, draft.stage),
    }


def _seats_everyone(desk: DeskContext) -> bool:
    """Return whether every entrant has a seat or a bye in the draft.

    Not in a knock-out, nor in a stage that only some entrants reached.
    """
    draft = desk.board.draft
    assert draft is not None
    return draft.number == 1 or (draft.stage == 1 and not method_in_stage(desk.board.tournament, draft.stage).knockout)


@blueprint.post("")
@signed_in
def pair(tournament_id: int) -> Response:
    """Pair the next round as a draft, replacing any other draft."""
    desk = open_desk(tournament_id)
    back = desk.url("desk_live.show")

    def show_form_again(error: Exception) -> Response:
        announce(refusal_message(error), bad=True)
        return redirect_to(desk.url("desk_rounds.draft") if desk.board.draft else back)

    with report_refusals(back, show_form_again):
        written = desk.do(rounds.pair())
    fresh = written.board.draft
    if alone := singles_here(written.board):
        names = ", ".join(one.name for one in alone)
        announce(_("Without a partner, so left out: %(names)s.", names=names), written.change.revision)
    elif desk.board.draft is not None and fresh is not None:
        announce(_("Round %(n)s is paired again.", n=fresh.number), written.change.revision)
    return redirect_to(desk.url("desk_rounds.draft"))


@blueprint.post("/swap")
@signed_in
def swap(tournament_id: int) -> Response:
    """Swap two entrants of the draft."""
    desk = open_desk(tournament_id)
    chosen = DraftForm.from_post().swap.data
    if len(chosen) != 2:
        announce(_("Select two places to swap."), bad=True)
        return redirect_to(desk.url("desk_rounds.draft", swap=chosen[:2]))
    one, other = chosen
    names = {"one": desk.board.name_of(one), "other": desk.board.name_of(other)}
    text = _("%(one)s and %(other)s have swapped places.", **names)
    return carry_out(desk, rounds.swap(one, other), text, desk.url("desk_rounds.draft"))


@blueprint.post("/publish")
@signed_in
def publish(tournament_id: int) -> Response:
    """Publish the draft: the round begins."""
    desk = open_desk(tournament_id)
    draft = desk.board.draft
    number = draft.number if draft else 0
    anyway = DraftForm.from_post().anyway.data
    with report_refusals(desk.url("desk_rounds.draft")):
        written = desk.do(rounds.publish(anyway=anyway))
    announce(_("Round %(n)s is published.", n=number), written.change.revision)
    return redirect_to(desk.url("desk_live.show"))


@blueprint.post("/discard")
@signed_in
def discard(tournament_id: int) -> Response:
    desk = open_desk(tournament_id)
    text = _("The draft is discarded.")
    return carry_out(desk, rounds.discard(), text, desk.url("desk_live.show"))


@blueprint.post("/unpublish")
@signed_in
def unpublish(tournament_id: int) -> Response:
    """Make the last round a draft again while nothing has been played."""
    desk = open_desk(tournament_id)
    number = desk.board.current.number if desk.board.current else 0
    text = _("Round %(n)s is a draft again. Only the desk sees it.", n=number)
    return carry_out(desk, rounds.unpublish(), text, desk.url("desk_live.show"))


@blueprint.post("/ahead")
@signed_in
def ahead(tournament_id: int) -> Response:
    """Start a bracket match, or all listed ones, before the rest of the round is over."""
    desk = open_desk(tournament_id)
    form = RoundForm.from_post()
    chosen = form.match.data or form.each.data
    text = ngettext("%(num)s match has begun.", "%(num)s matches have begun.", len(chosen))
    return carry_out(desk, tournament_ahead.begin_early(chosen), text, desk.url("desk_live.show"))


@blueprint.route("/repair", methods=["GET", "POST"])
@signed_in
def repair(tournament_id: int) -> Response:
    """Pair the unplayed tables of the last round again, or remove matches based on an old result, after a preview."""
    desk = open_desk(tournament_id)
    wrong = correction_choices.misplayed(desk.board)
    if request.method == "POST":
        take = RoundForm.from_post().take_away.data
        number = desk.board.current.number if desk.board.current else 0
        text = _("Matches based on the old result are removed.") if take else ""
        text = text or _("The unplayed tables of round %(n)s were paired again.", n=number)
        return carry_out(desk, repairs.repair(take_away=take), text, desk.url("desk_live.show"))
    with report_refusals(desk.url("desk_live.show")):
        before, after = preview(desk.access, repairs.repair(take_away=bool(wrong)))
    changed = correction_choices.reseatings(before, after)
    now, then = seating_changes(desk.board, changed)
    last = before.current
    staying = next((one.stay for one in changed if last and one.round == last.number), len(last.tables) if last else 0)
    stay = ngettext("%(num)s table stays as it is.", "%(num)s tables stay as they are.", staying)
    return page(
        "tournaments/desk/rounds/repair.html", desk, round=last, now=now, then=then, stay=stay, same=not changed, wrong=wrong
    )
