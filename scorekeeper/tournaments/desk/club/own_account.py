"""The page of one's own account data: view, export, rename, delete."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for

from scorekeeper.clubs.commands.accounts import openid
from scorekeeper.clubs.pages.signed_in import delete_session_cookie, signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.downloads import make_download
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.formats import strict_json
from scorekeeper.tournaments.commands.privacy import own_account
from scorekeeper.tournaments.desk.club.club import require_account as account
from scorekeeper.tournaments.desk.common import redirect_to
from scorekeeper.tournaments.words import day_text

blueprint = Blueprint("own_account", __name__, url_prefix="/club/account/personal")


class OwnForm(Form):
    """A new name, or the password to delete the account."""

    name = TextField(most=400)
    old = TextField(most=400)


@blueprint.get("")
@signed_in
def show() -> Response:
    """Show all data stored about the account."""
    return _page()


@blueprint.post("")
@signed_in
def act() -> Response:
    """Export the data, rename the account, or delete it."""
    mine, form, pressed = account(), OwnForm.from_post(), form_input.pressed_button()
    show_refusals_on(lambda refusal: _page(refusal, form.name.data if form.name.sent else None))
    if pressed == "save":
        return _export()
    if pressed == "rename":
        own_account.rename(mine, form.name.data)
        flash("renamed", "own")
    elif pressed == "end":
        own_account.delete_account(mine, form.old.data, request.remote_addr or "")
        answer = delete_session_cookie(make_response(redirect(rooted("/"), 303)))
        answer.headers["Cache-Control"] = "no-store"
        return answer
    return redirect_to(url_for("own_account.show"))


def _export() -> Response:
    body = own_account.personal_data(account())
    packed = strict_json.dumps(body, option=strict_json.OPT_INDENT_2) + b"\n"
    answer = make_download(packed, [account().name], "json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page(refusal: Refusal | None = None, name: str | None = None) -> Response:
    mine = account()
    errors = {} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)}
    page_values = {
        "account": mine,
        "name": mine.name if name is None else name,
        "kept": own_account.personal_data(mine),
        "provider": openid.provider_name(),
        "has_password": openid.has_password(mine),
        "alone": own_account.alone_in(mine),
        "errors": errors,
        "day_text": day_text,
    }
    return make_response(
        render_template("tournaments/desk/club/own_account.html", **page_values), refusal.status if refusal else 200
    )
