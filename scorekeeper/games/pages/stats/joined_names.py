"""Names of one person, joined for the statistics. Games keep the names as written."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms.forms import Form, LineField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.limits import LONGEST_NAME
from scorekeeper.core.pages.layout import show_refusals_on, visitor
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text
from scorekeeper.games.commands.sharing import households
from scorekeeper.games.commands.stats import joined_names
from scorekeeper.games.commands.stats.game_collection import GameCollection

blueprint = Blueprint("joined_names", __name__)


class JoinedNameForm(Form):
    """A name, and the person it means."""

    name = LineField(most=LONGEST_NAME * 2)
    person = LineField(most=LONGEST_NAME * 2)


@blueprint.get("/stats/names")
def show() -> Response:
    """Show the joined names, and a form for another one."""
    return _page(JoinedNameForm.from_request())


def _page(form: JoinedNameForm, problem: str = "") -> Response:
    device = visitor()
    devices = [] if device is None else households.household_devices(device) or [device.id]
    shelf = GameCollection(devices, device.id if device else None)
    names = sorted({name for game in shelf.games for stint in game.summary.stints for name in stint.players}, key=str.casefold)
    joined = [] if device is None else joined_names.list_joined_names([device.id])
    page = render_template(
        "games/stats/joined_names.html", names=names, joined=joined, typed=form.typed(), problem=problem, longest=LONGEST_NAME
    )
    response = make_response(page, 422 if problem else 200)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.post("/stats/names")
def join() -> ResponseReturnValue:
    """Join a name to a person."""
    form, device = JoinedNameForm.from_post(), visitor()
    if device is None:  # a device without games has no names
        return redirect(url_for("joined_names.show"), 303)
    show_refusals_on(lambda refusal: _page(form, refusal_text(_, refusal)), when=lambda refusal: refusal.status == Refusal.status)
    joined = joined_names.join(device, form.name.data, form.person.data)
    flash(_("%(name)s counts as %(person)s from now on.", name=joined.name, person=joined.person), "joined")
    return redirect(url_for("joined_names.show"), 303)


@blueprint.post("/stats/names/part")
def part() -> ResponseReturnValue:
    """Separate a joined name."""
    device = visitor()
    if device is None:
        raise NotFound("joined.none")
    parted = joined_names.separate(device, JoinedNameForm.from_post().name.data)
    flash(_("%(name)s counts separately again.", name=parted.name), "joined")
    return redirect(url_for("joined_names.show"), 303)
