"""Tags, handicap, place and penalties on an entrant's page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import ChoiceField, Form, LineField, Ticks, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.tournaments.commands.adjustments import places, profiles
from scorekeeper.tournaments.desk.adjustments.penalties import listed_penalties
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import open_desk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
    from scorekeeper.tournaments.desk.adjustments.penalties import ListedPenalty
    from scorekeeper.tournaments.store.parts import PlacePart

blueprint = Blueprint("desk_profile", __name__, url_prefix="/desk/<int:tournament_id>/entrants/<entrant>")


class ProfileForm(Form):
    """Tags ticked, tags typed (separated by commas), and the handicap."""

    tag = Ticks()
    more = LineField(most=200)
    handicap = WholeNumberField()


class PlaceForm(Form):
    """A fixed table and side."""

    table = WholeNumberField()
    side = ChoiceField(("0", "1"))


@dataclass(frozen=True)
class EntrantFacts:
    """What the director added about an entrant. `tags`: tags to choose from; `used`: whether there is anything."""

    tags: Sequence[str]
    place: PlacePart
    penalties: Sequence[ListedPenalty]
    used: bool


def entrant_facts(board: Board, entry: EnteredEntrant) -> EntrantFacts:
    """Return what the director added about an entrant."""
    place = places.place_of(board, entry.id)
    used = bool(entry.tags or entry.handicap or place.table or place.side is not None)
    return EntrantFacts(tags_to_choose(board), place, listed_penalties(board, entry.id), used)


def tags_to_choose(board: Board) -> list[str]:
    """Return the tags in use, then common ones."""
    return list(dict.fromkeys([*profiles.tags_in_use(board), _("Ladies"), _("Juniors"), _("Novices")]))


@blueprint.post("/profile")
@signed_in
def profile(tournament_id: int, entrant: str) -> Response:
    """Set the entrant's tags and handicap."""
    desk = open_desk(tournament_id)
    entry = desk.board.entrant(entrant) or abort(404)
    form = ProfileForm.from_post()
    tags = [*form.tag.data, *(one.strip() for one in form.more.data.split(",") if one.strip())]
    command = profiles.set_profile(entrant, tags, form.handicap.or_text or 0)
    text = _("Tags and handicap of %(name)s are saved.", name=entry.name)
    return carry_out(desk, command, text, desk.url("desk_entrants.one", entrant=entrant))


@blueprint.post("/place")
@signed_in
def place(tournament_id: int, entrant: str) -> Response:
    """Fix the entrant's table or side, or neither."""
    desk = open_desk(tournament_id)
    entry = desk.board.entrant(entrant) or abort(404)
    form = PlaceForm.from_post()
    side = int(form.side.data) if form.side.data else None
    text = _("The place of %(name)s is saved. It applies from the next round paired.", name=entry.name)
    back = desk.url("desk_entrants.one", entrant=entrant)
    return carry_out(desk, places.fix_place(entrant, form.table.or_text or None, side), text, back)
