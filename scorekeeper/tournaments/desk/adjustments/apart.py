"""The page *Who should not meet*: choose entrants with a search, and accept proposals from the same family name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import ChoiceField, Form, LineField, Ticks
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.security.signing import same_name
from scorekeeper.pairing.search.pairing_constraints import NEVER, NOT_ROUND_1, RATHER_NOT, ROLES, STRICTEST_FIRST
from scorekeeper.tournaments.commands.adjustments import meetings
from scorekeeper.tournaments.commands.adjustments.profiles import tags_in_use
from scorekeeper.tournaments.desk.adjustments.families import families_of, family_rules
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import DeskContext, open_desk, page
from scorekeeper.tournaments.desk.history_view import meeting_rule_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
    from scorekeeper.tournaments.desk.adjustments.families import Family

blueprint = Blueprint("desk_apart", __name__, url_prefix="/desk/<int:tournament_id>/apart")


class ApartForm(Form):
    """Who should not meet: entrants or a tag, the rule, and in which role."""

    who = Ticks()
    tag = LineField(most=60)
    rule = ChoiceField(STRICTEST_FIRST, default=NEVER)
    role = ChoiceField(ROLES)


class FamiliesForm(Form):
    """The rule for families."""

    rule = ChoiceField(STRICTEST_FIRST, default=NEVER)


@dataclass(frozen=True)
class ListedMeeting:
    """A rule in words: who, and what holds for them."""

    number: int
    who: str
    rule: str


@dataclass(frozen=True)
class ApartPage:
    """The rules so far, proposals, and everyone to choose from. `chosen`: the ticked entrants; `rules`: the choices in words."""

    listed: list[ListedMeeting]
    families: list[Family]
    everyone: list[EnteredEntrant]
    chosen: Sequence[str]
    rules: list[tuple[str, str, str]]
    tags: list[str]


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show who should not meet."""
    return _page(open_desk(tournament_id))


def _page(desk: DeskContext) -> Response:
    desk.access.check("direct")
    board = desk.board
    listed = [
        ListedMeeting(one.number, _who(desk, one), meeting_rule_text(one.part.rule, one.part.role))
        for one in meetings.meetings_of(board)
    ]
    everyone = sorted((e for e in board.entrants if e.status in ("in", "waiting")), key=lambda e: same_name(e.name))
    rules = [
        (NEVER, _("Never"), _("unless no other pairing is possible")),
        (RATHER_NOT, _("Rather not"), _("after avoiding rematches")),
        (NOT_ROUND_1, _("Not in round 1"), _("later they may")),
    ]
    shown = ApartPage(listed, families_of(board), everyone, (), rules, tags_in_use(board))
    return page("tournaments/desk/adjustments/apart.html", desk, **template_values(shown))


def _who(desk: DeskContext, one: meetings.Meeting) -> str:
    if one.part.tag is not None:
        return _("Everyone with the tag “%(tag)s”", tag=one.part.tag)
    return ", ".join(desk.board.name_of(who) for who in one.entrants)


@blueprint.post("")
@signed_in
def add(tournament_id: int) -> Response:
    """Keep the chosen entrants apart."""
    desk, form = open_desk(tournament_id), ApartForm.from_post()
    rule = {"rule": form.rule.data, "as": form.role.data or None}
    sent = {"tag": form.tag.data, **rule} if form.tag.data and not form.who.data else {"between": form.who.data, **rule}
    return carry_out(desk, meetings.keep_apart([sent]), _("The rule is saved."), desk.url("desk_apart.show"))


@blueprint.post("/families")
@signed_in
def accept(tournament_id: int) -> Response:
    """Keep all families apart, or the one whose button was pressed."""
    desk, pressed = open_desk(tournament_id), form_input.pressed_button()
    found = [one for one in families_of(desk.board) if pressed in ("", "all", one.name)]
    text = ngettext("%(num)s family is kept apart.", "%(num)s families are kept apart.", len(found))
    rules = family_rules(found, FamiliesForm.from_post().rule.data)
    return carry_out(desk, meetings.keep_apart(rules), text, desk.url("desk_apart.show"))


@blueprint.post("/<int:number>/remove")
@signed_in
def remove(tournament_id: int, number: int) -> Response:
    """Remove a rule."""
    desk = open_desk(tournament_id)
    return carry_out(desk, meetings.let_meet(number), _("The rule is removed."), desk.url("desk_apart.show"))
