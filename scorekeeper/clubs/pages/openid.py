"""Signing in by OpenID Connect, and connecting one's account with an identity there. Without a provider there is no such page."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base.i18n import t
from scorekeeper.base.pages.frame import shown_again
from scorekeeper.base.refusals import NotFound, Refusal, refusal_text
from scorekeeper.base.root import rooted
from scorekeeper.clubs.actions import accounts, openid
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.pages.accounts import DESK, after, agent_of, page, welcome
from scorekeeper.clubs.pages.second_step import OwnPasswordForm
from scorekeeper.clubs.pages.signed_in import account, signed_in

blueprint = Blueprint("openid", __name__)

COOKIE = "scorekeeper_openid"
"""What a browser keeps while somebody is at the provider: sealed, read by the program alone."""
PATH = "/club/"
LONGEST_TARGET = 500


@blueprint.before_request
def _only_with_a_provider() -> None:
    if openid.there() is None:
        raise NotFound("openid.off")


def _mine() -> Account:
    mine = account()
    assert mine is not None  # every view that asks is for those who are signed in
    return mine


def _page(refusal: Refusal | None = None, onward: str = "") -> Response:
    mine = _mine()
    shown = render_template(
        "clubs/openid.html",
        account=mine,
        provider=openid.there(),
        connected=openid.link_of(mine),
        has_password=openid.has_password(mine),
        onward=onward,
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return make_response(shown, refusal.status if refusal else 200)


def _begun(target: str, connects: Account | None = None) -> openid.Begun:
    back = url_for("openid.come_back", _external=True)
    most = current_app.config["HALL"]
    return openid.begin(back, request.remote_addr or "", most, target=target[:LONGEST_TARGET], connects=connects)


def _keeping(response: Response, begun: openid.Begun) -> Response:
    age = int(openid.LASTS.total_seconds())
    # Lax: the browser comes back from another site, by a link.
    response.set_cookie(COOKIE, begun.kept, max_age=age, path=PATH, httponly=True, samesite="Lax", secure=request.is_secure)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/club/sign-in/openid")
def sign_in() -> ResponseReturnValue:
    """Go to the provider; by an address, as a form may lead to no other site."""
    if account() is not None:
        return redirect(after(), 303)
    shown_again(lambda refusal: page("clubs/sign_in.html", refusal, next=after()))
    begun = _begun(after())
    return _keeping(make_response(redirect(begun.address, 303)), begun)


@blueprint.get("/club/sign-in/openid/back")
def come_back() -> ResponseReturnValue:
    """Where the provider sends the browser back to: somebody is signed in, or an account connected."""
    response = _come_back()
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="Lax", secure=request.is_secure)
    response.headers["Cache-Control"] = "no-store"
    return response


def _come_back() -> Response:
    target = rooted(DESK)
    shown_again(lambda refusal: page("clubs/sign_in.html", refusal, next=target) if account() is None else _page(refusal))
    try:
        back = openid.come_back(request.cookies.get(COOKIE), request.args)
        target = back.target
        if back.connects is not None:
            return _connected(back)
        who, cookie = openid.sign_in(back, agent_of())
    except accounts.CodeAsked as asked:
        return page("clubs/sign_in_code.html", next=target, halfway=asked.halfway, by_provider=openid.there())
    return welcome(who, cookie, target)


def _connected(back: openid.Back) -> Response:
    openid.connect(back, account())
    flash("openid", "account")
    return make_response(redirect(url_for("account_page.show"), 303))


@blueprint.get("/club/account/openid")
@signed_in
def show() -> ResponseReturnValue:
    """How it stands, and what can be done."""
    return _page()


@blueprint.post("/club/account/openid/connect")
@signed_in
def connect() -> ResponseReturnValue:
    """The way to the provider, for who knows the password."""
    mine = _mine()
    shown_again(_page)
    openid.check_may_connect(mine, OwnPasswordForm.sent().old.data, request.remote_addr or "")
    begun = _begun(url_for("account_page.show"), mine)
    return _keeping(_page(onward=begun.address), begun)


@blueprint.post("/club/account/openid/end")
@signed_in
def disconnect() -> ResponseReturnValue:
    """The password alone opens the account again."""
    shown_again(_page)
    openid.disconnect(_mine(), OwnPasswordForm.sent().old.data, request.remote_addr or "")
    flash("openid-end", "account")
    return redirect(url_for("account_page.show"), 303)
