"""One's own second step: an app on the phone that makes codes, and recovery codes on paper."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base.db import now
from scorekeeper.base.i18n import t
from scorekeeper.base.pages.forms import Form, TextField
from scorekeeper.base.qr import qr_code
from scorekeeper.base.refusals import Refusal, refusal_text
from scorekeeper.clubs.actions import second_step
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.pages.signed_in import account, signed_in

blueprint = Blueprint("second_step", __name__, url_prefix="/club/account/second-step")


class OwnPasswordForm(Form):
    """The password of now."""

    old = TextField()


class AppCodeForm(Form):
    """A code that the app shows."""

    code = TextField()


def _mine() -> Account:
    mine = account()
    assert mine is not None  # every view here is for those who are signed in
    return mine


def _page(refusal: Refusal | None = None, codes: tuple[str, ...] = ()) -> ResponseReturnValue:
    mine = _mine()
    step = second_step.step_of(mine)
    shown = render_template(
        "clubs/second_step.html",
        account=mine,
        step=step,
        drawn=_drawn(step.offer.address) if step.offer else "",
        codes=codes,
        moment=now(),
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return shown, refusal.status if refusal else 200


def _drawn(address: str) -> str:
    # Within the page: an address of its own would put the secret into caches and logs.
    return qr_code(address).svg_data_uri(border=3, light="#fff", dark="#000", omitsize=True)


def _back() -> ResponseReturnValue:
    return redirect(url_for("second_step.show"), 303)


@blueprint.errorhandler(Refusal)
@signed_in
def refused(refusal: Refusal) -> ResponseReturnValue:
    """The same page, with what was refused."""
    return _page(refusal)


@blueprint.get("")
@signed_in
def show() -> ResponseReturnValue:
    """How it stands, and what can be done."""
    return _page()


@blueprint.post("/begin")
@signed_in
def begin() -> ResponseReturnValue:
    """Show what an app takes."""
    second_step.begin(_mine(), OwnPasswordForm.sent().old.data, request.remote_addr or "")
    return _back()


@blueprint.post("/confirm")
@signed_in
def confirm() -> ResponseReturnValue:
    """The first code; the recovery codes are on this one page and never again."""
    return _page(codes=second_step.confirm(_mine(), AppCodeForm.sent().code.data))


@blueprint.post("/codes")
@signed_in
def renew() -> ResponseReturnValue:
    """Other recovery codes, on this one page."""
    return _page(codes=second_step.renew(_mine(), OwnPasswordForm.sent().old.data, request.remote_addr or ""))


@blueprint.post("/end")
@signed_in
def end() -> ResponseReturnValue:
    """The password alone is enough again."""
    second_step.end(_mine(), OwnPasswordForm.sent().old.data, request.remote_addr or "")
    return _back()
