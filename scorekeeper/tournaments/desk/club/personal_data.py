"""The page of a person's data in a club: view, export, and replace the name everywhere. For organizers."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.downloads import make_download
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats import strict_json
from scorekeeper.tournaments.commands.privacy import pseudonyms
from scorekeeper.tournaments.commands.privacy.pseudonyms import PersonalData
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, redirect_to, refusal_message

blueprint = Blueprint("desk_personal", __name__, url_prefix="/desk/clubs/<slug>/personal")

FORMAT = "scorekeeper-person/1"


class PersonForm(Form):
    """A person's name, typed a second time to replace it."""

    name = TextField(most=400)
    again = TextField(most=400)


def _open(slug: str) -> ClubAccess:
    access = require_club(slug)
    access.check("organise")
    return access


@blueprint.get("")
@signed_in
def show(slug: str) -> Response:
    """Show the form for a name.

    Names are never part of an address, because addresses end up in logs and browser histories.
    """
    return _page(_open(slug))


@blueprint.post("")
@signed_in
def act(slug: str) -> Response:
    """Show a person's data, export it, or replace the name everywhere."""
    access, form, pressed = _open(slug), PersonForm.from_post(), form_input.pressed_button()
    name = form.name.data
    with report_refusals(
        url_for("desk_personal.show", slug=slug), lambda error: _page(access, name=name, problem=refusal_message(error))
    ):
        if pressed != "replace":
            person_data = pseudonyms.personal_data(access, name)
            return _export(access, person_data) if pressed == "save" else _page(access, name=name, kept=person_data)
        if same_name(form.again.data) != same_name(name):
            raise Refusal("delete.name", "again", read=form.again.data[:80], right=name)
        done = pseudonyms.pseudonymise(access, name, lambda n: _("Anonymous %(n)s", n=n))
    announce(
        ngettext(
            "Replaced by “%(name)s” in %(num)s change.",
            "Replaced by “%(name)s” in %(num)s changes.",
            done.rows,
            name=done.name,
        )
    )
    return redirect_to(url_for("desk_personal.show", slug=slug))


def _export(access: ClubAccess, person_data: PersonalData) -> Response:
    body = {"format": FORMAT, "club": access.name, "names": person_data.names, "changes": person_data.changes}
    packed = strict_json.dumps(body, option=strict_json.OPT_INDENT_2) + b"\n"
    answer = make_download(packed, [access.name, person_data.names[0]], "json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page(access: ClubAccess, *, name: str = "", problem: str = "", kept: PersonalData | None = None) -> Response:
    tournament_ids = {one["id"] for one in kept.changes if one["kind"] == "tournament"} if kept is not None else set()
    evenings = [one for one in lifecycle.of_club(access) if one.id in tournament_ids]
    page_values = {"name": name, "problem": problem, "kept": kept, "evenings": evenings}
    html = render_template("tournaments/desk/club/personal_data.html", **club_facts(access), **page_values)
    return make_response(html, 422 if problem else 200)
