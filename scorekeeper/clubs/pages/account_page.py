"""The page of one's own account: password, sessions and API tokens."""

from __future__ import annotations

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import accounts, openid, passwords, two_factor
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import api_tokens, members
from scorekeeper.clubs.pages.signed_in import account, delete_session_cookie, signed_in
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.forms.forms import Form, TextField, TickField, WholeNumberField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text

blueprint = Blueprint("account_page", __name__)


class PasswordForm(Form):
    """The current password and a new one. `tokens`: revoke the API tokens too."""

    old = TextField()
    password = TextField()
    tokens = TickField()


class SignInsForm(Form):
    """The session to end: an id, `others` or `all`. `tokens`: revoke the API tokens too."""

    which = TextField()
    tokens = TickField()


class TokenForm(Form):
    """An API token: its club, name, scope and lifetime."""

    club = TextField()
    name = TextField()
    scope = TextField()
    days = WholeNumberField()


def _own_account() -> Account:
    mine = account()
    assert mine is not None  # every view here requires a signed-in account
    return mine


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


def device_words(agent: str) -> str:
    """Return a short description of a User-Agent, such as “Firefox, Windows”, or the User-Agent if it is unknown."""
    browser = next((name for sign, name in _BROWSERS if f"{sign}/" in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system))) or agent or "–"


def _page(refusal: Refusal | None = None, secret: str = "") -> ResponseReturnValue:
    mine = _own_account()
    clubs = members.clubs_of_account(mine)
    html = render_template(
        "clubs/account.html",
        account=mine,
        clubs=clubs,
        sign_ins=accounts.sign_ins(mine),
        tokens=api_tokens.tokens_of_account(mine),
        scopes=api_tokens.scopes_for(one.role for one in clubs),
        second_step=two_factor.two_factor_state(mine),
        provider=openid.provider_name(),
        connected=openid.link_of(mine),
        has_password=openid.has_password(mine),
        secret=secret,
        device_words=device_words,
        least=passwords.SHORTEST,
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return html, refusal.status if refusal else 200


def _report_change(done: str, *, end: bool) -> None:
    """Report a change, and whether API tokens remain, since they do not depend on the password."""
    mine = _own_account()
    ended = api_tokens.revoke_all(mine) if end else 0
    flash(f"{done}-tokens" if not ended and api_tokens.tokens_of_account(mine) else done, "account")


@blueprint.get("/club/account")
@signed_in
def show() -> ResponseReturnValue:
    """Show the account."""
    return _page()


@blueprint.post("/club/account/password")
@signed_in
def change_password() -> ResponseReturnValue:
    """Change the password and end all other sessions."""
    form = PasswordForm.from_post()
    show_refusals_on(_page)
    accounts.change_password(_own_account(), form.old.data, form.password.data, request.remote_addr or "")
    _report_change("password", end=form.tokens.data)
    return redirect(url_for("account_page.show"), 303)


@blueprint.post("/club/account/sign-ins")
@signed_in
def end_sign_ins() -> ResponseReturnValue:
    """End one session, all others, or all."""
    mine, form = _own_account(), SignInsForm.from_post()
    which, number = form.which.data, parse_tapped_number(form.which.data, LARGEST_ID)
    if which == "all":
        if form.tokens.data:
            api_tokens.revoke_all(mine)
        accounts.sign_out_everywhere(mine)
        return delete_session_cookie(make_response(redirect(rooted("/"), 303)))
    if which == "others":
        accounts.sign_out_everywhere(mine, but_here=True)
    elif number is not None:
        accounts.end_sign_in(mine, number)
    flash("sign-ins", "account")
    return redirect(url_for("account_page.show"), 303)


@blueprint.post("/club/account/tokens")
@signed_in
def make_token() -> ResponseReturnValue:
    """Create a token. Its secret is shown on this page only."""
    mine, form = _own_account(), TokenForm.from_post()
    show_refusals_on(_page)
    club = members.club_access(form.club.data, mine)
    _, secret = api_tokens.create(club, form.name.data, form.scope.data, form.days.or_text)
    return _page(secret=secret)


@blueprint.post("/club/account/tokens/<int:token_id>/end")
@signed_in
def end_token(token_id: int) -> ResponseReturnValue:
    """Revoke a token."""
    api_tokens.revoke(_own_account(), token_id)
    return redirect(url_for("account_page.show"), 303)
