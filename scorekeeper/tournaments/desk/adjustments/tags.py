"""The page of tags: who has each one, and which tags have their own standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, LineField, Ticks
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.security.signing import same_name
from scorekeeper.tournaments.commands.adjustments import profiles
from scorekeeper.tournaments.desk.adjustments.entrant_facts import tags_to_choose
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import open_desk, page

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("desk_tags", __name__, url_prefix="/desk/<int:tournament_id>/tags")


class TagForm(Form):
    """A tag and everyone who has it."""

    tag = LineField(most=60)
    who = Ticks()


class RankedForm(Form):
    """The tags with their own standings."""

    ranked = Ticks()


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show every tag with the number of entrants who have it, and one tag's entrants to tick."""
    desk = open_desk(tournament_id)
    desk.access.check("direct")
    tag = TagForm.from_request().tag.data
    used = profiles.tags_in_use(desk.board)
    return page(
        "tournaments/desk/adjustments/tags.html",
        desk,
        tag=tag,
        used=[(one, sum(one in e.tags for e in desk.board.entrants), one in _ranked(desk.board)) for one in used],
        suggested=[one for one in tags_to_choose(desk.board) if one not in used],
        everyone=sorted((e for e in desk.board.entrants if e.status != "withdrawn"), key=lambda e: same_name(e.name)),
    )


def _ranked(board: Board) -> list[str]:
    ranked = profiles.ranked_tags_of(board)
    return profiles.tags_in_use(board) if ranked is None else list(ranked)


@blueprint.post("")
@signed_in
def save(tournament_id: int) -> Response:
    """Give a tag to the ticked entrants, and take it from the others."""
    desk, form = open_desk(tournament_id), TagForm.from_post()
    text = _("The tag “%(tag)s” is saved.", tag=form.tag.data)
    return carry_out(desk, profiles.tag_entrants(form.tag.data, form.who.data), text, desk.url("desk_tags.show"))


@blueprint.post("/standings")
@signed_in
def rank(tournament_id: int) -> Response:
    """Choose the tags with their own standings."""
    desk = open_desk(tournament_id)
    command = profiles.rank_tags(RankedForm.from_post().ranked.data)
    return carry_out(desk, command, _("The choice is saved."), desk.url("desk_tags.show"))
