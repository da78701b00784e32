"""Pages to sign in and out, create the first account and accept an invitation."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import accounts, openid, operator, passwords
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import invitations
from scorekeeper.clubs.pages.signed_in import account, delete_session_cookie, set_session_cookies, signed_in
from scorekeeper.core.forms.form_input import next_page, taps
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, TooMany, refusal_text

blueprint = Blueprint("accounts", __name__)

DESK = "/desk"


class AccountForm(Form):
    """A name and a password. For the first account, also its club and the code printed at the start."""

    name = TextField()
    password = TextField()
    club = TextField()
    code = TextField(most=60)


class CodeForm(Form):
    """The second factor: a code from the app or a recovery code, and the proof of the first factor."""

    code = TextField()
    recovery = TextField()
    halfway = TextField(most=300)


def agent_of() -> str:
    """Return the browser's User-Agent."""
    return request.headers.get("User-Agent", "")


def page(template: str, refusal: Refusal | None = None, status: int = 200, **values: object) -> Response:
    """Render a form with its error next to the field at fault. Typed values stay, except passwords."""
    errors = {} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)}
    form = AccountForm.from_post()
    known = {"name": form.name.data, "club": form.club.data, "code": form.code.data}
    html = render_template(
        template, errors=errors, known=known, least=passwords.SHORTEST, provider=openid.provider_name(), **values
    )
    response = make_response(html, refusal.status if refusal else status)
    response.headers["Cache-Control"] = "no-store"
    if isinstance(refusal, TooMany):
        response.headers["Retry-After"] = str(60 * int(str(refusal.params["minutes"])))
    return response


def welcome(who: Account, cookie: str, target: str = "") -> Response:
    """Set the session cookie and redirect."""
    answer = make_response(redirect(target or rooted(DESK), 303))
    return set_session_cookies(answer, who, cookie)


def next_target() -> str:
    """Return the next page, which is the desk by default."""
    target = next_page()
    return rooted(DESK) if target == rooted("/") else target


@blueprint.get("/club/start")
def start() -> ResponseReturnValue:
    """Show the form for the first account. Once there is one, redirect to signing in."""
    if not accounts.no_account_exists():
        return redirect(url_for("accounts.sign_in"), 303)
    return page("clubs/start.html", with_code=operator.is_first_code_required())


@blueprint.post("/club/start")
def begin() -> ResponseReturnValue:
    """Create the first account and its club."""
    form = AccountForm.from_post()
    show_refusals_on(lambda refusal: page("clubs/start.html", refusal, with_code=operator.is_first_code_required()))
    operator.check_first_code(form.code.data)
    who, cookie = invitations.create_first_account(form.name.data, form.password.data, form.club.data, agent=agent_of())
    return welcome(who, cookie)


@blueprint.get("/club/sign-in")
def sign_in() -> ResponseReturnValue:
    """Show the form for name and password."""
    if account() is not None:
        return redirect(next_target(), 303)
    if accounts.no_account_exists():
        return redirect(url_for("accounts.start"), 303)
    return page("clubs/sign_in.html", next=next_target())


@blueprint.post("/club/sign-in")
def enter() -> ResponseReturnValue:
    """Sign in and redirect to the requested page."""
    form, known = AccountForm.from_post(), request.cookies.get(passwords.BROWSER_COOKIE)
    show_refusals_on(lambda refusal: page("clubs/sign_in.html", refusal, next=next_target()))
    try:
        address = request.remote_addr or ""
        who, cookie = accounts.sign_in(form.name.data, form.password.data, address, agent=agent_of(), known=known)
    except accounts.CodeRequired as asked:
        return page("clubs/sign_in_code.html", next=next_target(), halfway=asked.halfway)
    return welcome(who, cookie, next_target())


@blueprint.get("/club/sign-in/code")
def code() -> ResponseReturnValue:
    """Redirect to signing in, or onward if signed in. This URL only accepts POST."""
    return redirect(url_for("accounts.sign_in") if account() is None else next_target(), 303)


@blueprint.post("/club/sign-in/code")
def enter_code() -> ResponseReturnValue:
    """Check the second factor and sign in."""
    form = CodeForm.from_post()
    step = accounts.sign_in_with_recovery_code if form.recovery.data else accounts.sign_in_with_code
    known, address = request.cookies.get(passwords.BROWSER_COOKIE), request.remote_addr or ""
    show_refusals_on(partial(_show_code_form, form))
    who, cookie = step(form.halfway.data, form.recovery.data or form.code.data, address, agent=agent_of(), known=known)
    return welcome(who, cookie, next_target())


def _show_code_form(form: CodeForm, refusal: Refusal) -> ResponseReturnValue:
    if refusal.code == "sign_in.late":
        return page("clubs/sign_in.html", refusal, next=next_target())
    return page("clubs/sign_in_code.html", refusal, next=next_target(), halfway=form.halfway.data, recovery=form.recovery.data)


@blueprint.post("/club/sign-out")
@signed_in
def sign_out() -> ResponseReturnValue:
    """End this session."""
    mine = account()
    assert mine is not None
    accounts.sign_out(mine)
    return delete_session_cookie(make_response(redirect(rooted("/"), 303)))


@blueprint.get("/club/join/<token>")
def join(token: str) -> ResponseReturnValue:
    """Show an invitation. Raises NotFound if it is used, revoked or expired."""
    return page("clubs/join.html", invitation=invitations.find_invitation(token), account=account())


@blueprint.post("/club/join/<token>")
def accept(token: str) -> ResponseReturnValue:
    """Accept the invitation with a new account or the current one."""
    invitation, mine = invitations.find_invitation(token), account()
    if mine is not None and taps().get("as") == "me":
        invitations.accept_with_account(token, mine)
        return redirect(rooted(DESK), 303)
    form = AccountForm.from_post()
    show_refusals_on(lambda refusal: page("clubs/join.html", refusal, invitation=invitation, account=mine))
    who, cookie = invitations.accept_new(token, form.name.data, form.password.data, agent=agent_of())
    return welcome(who, cookie)
