"""Pages to sign in by OpenID Connect and to connect an account. Without a provider they do not exist."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import accounts, openid
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.pages.accounts import DESK, agent_of, next_target, page, welcome
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.clubs.pages.two_factor import OwnPasswordForm
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text

blueprint = Blueprint("openid", __name__)

COOKIE = "scorekeeper_openid"
"""The encrypted cookie that a browser has while it is at the provider."""
PATH = "/club/"
LONGEST_TARGET = 500


@blueprint.before_request
def _require_provider() -> None:
    if openid.provider_name() is None:
        raise NotFound("openid.off")


def _own_account() -> Account:
    mine = account()
    assert mine is not None  # every caller requires a signed-in account
    return mine


def _page(refusal: Refusal | None = None, onward: str = "") -> Response:
    mine = _own_account()
    html = render_template(
        "clubs/openid.html",
        account=mine,
        provider=openid.provider_name(),
        connected=openid.link_of(mine),
        has_password=openid.has_password(mine),
        onward=onward,
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return make_response(html, refusal.status if refusal else 200)


def _start_sign_in(target: str, connects: Account | None = None) -> openid.StartedSignIn:
    back = url_for("openid.come_back", _external=True)
    most = current_app.config["HALL"]
    return openid.begin(back, request.remote_addr or "", most, target=target[:LONGEST_TARGET], connects=connects)


def _set_state_cookie(response: Response, begun: openid.StartedSignIn) -> Response:
    age = int(openid.LIFETIME.total_seconds())
    # Lax, because the browser returns from another site.
    response.set_cookie(COOKIE, begun.kept, max_age=age, path=PATH, httponly=True, samesite="Lax", secure=request.is_secure)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/club/sign-in/openid")
def sign_in() -> ResponseReturnValue:
    """Redirect to the provider. This is a link, because forms may not lead to another site."""
    if account() is not None:
        return redirect(next_target(), 303)
    show_refusals_on(lambda refusal: page("clubs/sign_in.html", refusal, next=next_target()))
    begun = _start_sign_in(next_target())
    return _set_state_cookie(make_response(redirect(begun.address, 303)), begun)


@blueprint.get("/club/sign-in/openid/back")
def come_back() -> ResponseReturnValue:
    """Handle the redirect from the provider: sign in, or connect an account."""
    response = _finish_sign_in()
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="Lax", secure=request.is_secure)
    response.headers["Cache-Control"] = "no-store"
    return response


def _finish_sign_in() -> Response:
    target = rooted(DESK)
    show_refusals_on(lambda refusal: page("clubs/sign_in.html", refusal, next=target) if account() is None else _page(refusal))
    try:
        back = openid.finish_sign_in(request.cookies.get(COOKIE), request.args)
        target = back.target
        if back.connects is not None:
            return _show_connected(back)
        who, cookie = openid.sign_in(back, agent_of())
    except accounts.CodeRequired as asked:
        return page("clubs/sign_in_code.html", next=target, halfway=asked.halfway)
    return welcome(who, cookie, target)


def _show_connected(back: openid.ProviderReturn) -> Response:
    openid.connect(back, account())
    flash("openid", "account")
    return make_response(redirect(url_for("account_page.show"), 303))


@blueprint.get("/club/account/openid")
@signed_in
def show() -> ResponseReturnValue:
    """Show whether the account is connected."""
    return _page()


@blueprint.post("/club/account/openid/connect")
@signed_in
def connect() -> ResponseReturnValue:
    """Check the password and show the link to the provider."""
    mine = _own_account()
    show_refusals_on(_page)
    openid.check_may_connect(mine, OwnPasswordForm.from_post().old.data, request.remote_addr or "")
    begun = _start_sign_in(url_for("account_page.show"), mine)
    return _set_state_cookie(_page(onward=begun.address), begun)


@blueprint.post("/club/account/openid/end")
@signed_in
def disconnect() -> ResponseReturnValue:
    """Disconnect the account, which then signs in by password only."""
    show_refusals_on(_page)
    openid.disconnect(_own_account(), OwnPasswordForm.from_post().old.data, request.remote_addr or "")
    flash("openid-end", "account")
    return redirect(url_for("account_page.show"), 303)
