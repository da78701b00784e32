"""The page for two-factor sign-in of one's own account: authenticator app and recovery codes."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.accounts import two_factor
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.db.database import now
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.qr_codes import qr_code
from scorekeeper.core.refusals import Refusal, refusal_text

blueprint = Blueprint("second_step", __name__, url_prefix="/club/account/second-step")


class OwnPasswordForm(Form):
    old = TextField()


class AppCodeForm(Form):
    code = TextField()


def _own_account() -> Account:
    mine = account()
    assert mine is not None  # every view here requires a signed-in account
    return mine


def _page(refusal: Refusal | None = None, codes: tuple[str, ...] = ()) -> ResponseReturnValue:
    mine = _own_account()
    step = two_factor.two_factor_state(mine)
    html = render_template(
        "clubs/second_step.html",
        account=mine,
        step=step,
        drawn=_qr_data_uri(step.offer.address) if step.offer else "",
        codes=codes,
        moment=now(),
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return html, refusal.status if refusal else 200


def _qr_data_uri(address: str) -> str:
    # Inline, because a URL would put the secret into caches and logs.
    return qr_code(address).svg_data_uri(border=3, light="#fff", dark="#000", omitsize=True)


def _redirect_to_page() -> ResponseReturnValue:
    return redirect(url_for("second_step.show"), 303)


@blueprint.errorhandler(Refusal)
@signed_in
def refused(refusal: Refusal) -> ResponseReturnValue:
    """Show the page with the refusal."""
    return _page(refusal)


@blueprint.get("")
@signed_in
def show() -> ResponseReturnValue:
    """Show whether two-factor sign-in is on."""
    return _page()


@blueprint.post("/begin")
@signed_in
def begin() -> ResponseReturnValue:
    """Show the setup for an app."""
    two_factor.begin(_own_account(), OwnPasswordForm.from_post().old.data, request.remote_addr or "")
    return _redirect_to_page()


@blueprint.post("/confirm")
@signed_in
def confirm() -> ResponseReturnValue:
    """Check the first code and show the recovery codes, on this page only."""
    return _page(codes=two_factor.confirm(_own_account(), AppCodeForm.from_post().code.data))


@blueprint.post("/codes")
@signed_in
def renew() -> ResponseReturnValue:
    """Show new recovery codes, on this page only."""
    return _page(codes=two_factor.renew(_own_account(), OwnPasswordForm.from_post().old.data, request.remote_addr or ""))


@blueprint.post("/end")
@signed_in
def end() -> ResponseReturnValue:
    """Turn off two-factor sign-in."""
    two_factor.end(_own_account(), OwnPasswordForm.from_post().old.data, request.remote_addr or "")
    return _redirect_to_page()
