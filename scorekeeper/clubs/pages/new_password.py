"""The page behind a single-use link for a new password."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import account_reset, passwords
from scorekeeper.clubs.pages.signed_in import set_session_cookies
from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text

blueprint = Blueprint("new_password", __name__)


class NewPasswordForm(Form):
    """A new password. `tokens`: revoke the API tokens too."""

    password = TextField()
    tokens = TickField()


def _page(name: str, refusal: Refusal | None = None) -> ResponseReturnValue:
    errors = {} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)}
    html = render_template("clubs/new_password.html", name=name, errors=errors, least=passwords.SHORTEST)
    response = make_response(html, refusal.status if refusal else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/club/new-password/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """Show the form for a new password. Raises NotFound if the link is used, expired or forged."""
    return _page(account_reset.account_name_of(secret))


@blueprint.post("/club/new-password/<secret>")
def take(secret: str) -> ResponseReturnValue:
    """Set the password, sign in here and end all other sessions.

    An account with two-factor sign-in must then sign in with the new password and a code.
    """
    name, form = account_reset.account_name_of(secret), NewPasswordForm.from_post()
    agent = request.headers.get("User-Agent", "")
    show_refusals_on(partial(_page, name))
    opened = account_reset.use_password_link(secret, form.password.data, end_tokens=form.tokens.data, agent=agent)
    if opened is None:
        return redirect(url_for("accounts.sign_in"), 303)
    response = set_session_cookies(make_response(redirect(url_for("account_page.show"), 303)), *opened)
    flash("password", "account")
    return response
