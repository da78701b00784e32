"""A club's privacy settings: the data controller, retention, what is due, and past changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.clubs.store.club import LONGEST_REACH, LONGEST_RESPONSIBLE
from scorekeeper.clubs.store.privacy import StoredPrivacyEvent, privacy_events
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.numbers import parse_integer_or_text
from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.commands.privacy import retention
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, redirect_to, refusal_message
from scorekeeper.tournaments.words import ended_account, name_ways

blueprint = Blueprint("desk_privacy", __name__, url_prefix="/desk/clubs/<slug>/privacy")

NAMES_FOR = (6, 12, 18, 24, 36, 60, 84)
SIGN_INS_FOR = (1, 3, 6, 12, 24)
"""The months offered. Others can be set over the API."""
MOST_SHOWN = 30
"""The most past actions, and the most due names, that the page lists."""


class PrivacyForm(Form):
    """The data controller, and the months to keep each kind of data; empty means forever."""

    name = TextField(most=400)
    reach = TextField(most=1000)
    since = TextField(most=40)
    keep_names = TextField(most=20)
    keep_sign_ins = TextField(most=20)


@dataclass(frozen=True)
class PrivacyEvent:
    """A past decision or action. `who`: empty for the program itself."""

    at: datetime
    who: str
    text: str


@blueprint.route("", methods=["GET", "POST"])
@signed_in
def show(slug: str) -> Response:
    """Show the privacy settings, what is due and what was done, or change a setting."""
    access, form = require_club(slug), PrivacyForm.from_post()
    access.check("organise")
    pressed = form_input.pressed_button()
    if not pressed:
        return _page(access)
    with report_refusals(url_for("desk_privacy.show", slug=slug), lambda error: _refusal_page(access, form, error)):
        if pressed == "responsible":
            privacy.set_responsible(access, form.name.data, form.reach.data, form.since.data)
            announce(_("Saved. The club’s page now names this person."))
        elif pressed == "nobody":
            privacy.remove_responsible(access)
            announce(_("No responsible person is named now."), bad=True)
        elif pressed == "keep":
            privacy.set_retention(
                access, parse_integer_or_text(form.keep_names.data), parse_integer_or_text(form.keep_sign_ins.data)
            )
            announce(_("Saved. See the upcoming removals below."))
    return redirect_to(url_for("desk_privacy.show", slug=slug))


def _refusal_page(access: ClubAccess, form: PrivacyForm, error: Exception) -> Response:
    field = error.field if isinstance(error, Refusal) else None
    return _page(access, typed=form.typed(), problems={field or "form": refusal_message(error)})


def _page(access: ClubAccess, *, typed: dict[str, str] | None = None, problems: dict[str, str] | None = None) -> Response:
    decided = privacy.privacy_of(access.club_id)
    due = retention.due(access.club_id)
    responsible = decided.responsible
    values: dict[str, Any] = {
        "name": responsible.name if responsible else "",
        "reach": responsible.reach if responsible else "",
        "since": responsible.since if responsible else due.today.isoformat(),
        "keep_names": decided.keeping.names,
        "keep_sign_ins": decided.keeping.sign_ins,
        **(typed or {}),
    }
    page_values = {
        "values": values,
        "privacy": decided,
        "problems": problems or {},
        "due": due,
        "shown": MOST_SHOWN,
        "months": {
            "keep_names": _months(NAMES_FOR, decided.keeping.names),
            "keep_sign_ins": _months(SIGN_INS_FOR, decided.keeping.sign_ins),
        },
        "longest": {"name": LONGEST_RESPONSIBLE, "reach": LONGEST_REACH},
        "acts": [_describe_event(one) for one in privacy_events(access.club_id)[:MOST_SHOWN]],
    }
    html = render_template("tournaments/desk/club/privacy.html", **club_facts(access), **page_values)
    return make_response(html, 422 if problems else 200)


def _months(offered: tuple[int, ...], chosen: int | None) -> list[tuple[int, str]]:
    """Return the offered months and the chosen one, in words."""
    numbers = sorted({*offered, *([chosen] if chosen else [])})
    return [(n, _period_text(n)) for n in numbers]


def _period_text(months: int) -> str:
    if months % 12:
        return ngettext("%(num)s month", "%(num)s months", months)
    return ngettext("%(num)s year", "%(num)s years", months // 12)


def _describe_event(change: StoredPrivacyEvent) -> PrivacyEvent:
    """Return an entry of the club's log in words. Unknown actions of later versions are shown by their code."""
    who = ended_account() if change.account_id is not None and not change.who else change.who
    return PrivacyEvent(change.at, who, _TEXTS.get(change.action, lambda _facts: change.action)(change.after))


def _retention_text(after: dict[str, Any]) -> str:
    periods = [_period_text(after[name]) if after.get(name) else _("forever") for name in ("keep_names", "keep_sign_ins")]
    return _("Retention: names %(names)s, ended sign-in sessions %(sign_ins)s.", names=periods[0], sign_ins=periods[1])


def _removal_text(after: dict[str, Any]) -> str:
    return _(
        "Names replaced: %(people)s. Sign-in sessions deleted: %(sign_ins)s. Invitations deleted: %(invitations)s.",
        **{name: after.get(name, 0) for name in ("people", "sign_ins", "invitations")},
    )


_TEXTS: dict[str, Any] = {
    "names": lambda after: _("Names on public pages: %(way)s", way=name_ways().get(str(after.get("public_names")), "–")),
    "responsible": lambda after: (
        _("The responsible person was named or changed.") if any(after.values()) else _("No one is responsible any longer.")
    ),
    "account_ended": lambda _after: _("An account was deleted by its owner."),
    "keep": _retention_text,
    "retention": _removal_text,
    "pseudonymise": lambda after: ngettext(
        "A name was replaced, in %(num)s change.", "A name was replaced, in %(num)s changes.", int(after.get("rows", 0))
    ),
}
