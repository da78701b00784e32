"""*Join with a phrase*: words that were read out or scanned open a game here, or add a whole list."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base import hours
from scorekeeper.base.devices import Visitor
from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext, t
from scorekeeper.base.pages.forms import Form, LineField
from scorekeeper.base.pages.frame import set_device_cookie, show_refusals_on, visitor_or_new
from scorekeeper.base.refusals import TooMany, refusal_text
from scorekeeper.base.root import rooted
from scorekeeper.games import vocabulary as words
from scorekeeper.games.actions import codes, entrance, phones, sharing
from scorekeeper.games.store.code import Code

blueprint = Blueprint("joining", __name__)


class JoinByCodeForm(Form):
    """The phrase as typed."""

    code = LineField(most=words.LONGEST_READ)


def expiry_text(code: codes.ShownCode) -> str:
    """Return in words when a code expires."""
    return _("Good until %(time)s", time=hours.time_in_words(code.until))


@blueprint.get("/join")
def show() -> str:
    """Show the form for a phrase. A scanned one is in the URL's fragment, and a script puts it into the field."""
    return _page()


def _page(typed: str = "", problem: str = "") -> str:
    return render_template("games/join.html", typed=typed, problem=problem)


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Do what the code is for, without asking again."""
    typed = JoinByCodeForm.sent().code.data
    show_refusals_on(
        lambda refusal: (_page(typed, refusal_text(t(), refusal)), 422), when=lambda refusal: not isinstance(refusal, TooMany)
    )
    code = codes.find_code(typed, request.remote_addr or "")
    device = visitor_or_new(code.digest)
    return set_device_cookie(_open_game(code, device) if code.link_id else _receive_list(code, device), device)


def _open_game(code: Code, device: Visitor) -> Response:
    assert code.link_id is not None
    access = sharing.open_link(entrance.token_by_id(code.link_id), device)
    return _redirect_to(rooted(f"/games/{access.game_id}"))


def _receive_list(code: Code, device: Visitor) -> Response:
    given = phones.transfer_games(code, device)
    if given.moved:
        told = ngettext("%(num)s game has moved to this phone.", "%(num)s games have moved to this phone.", given.games)
    else:
        told = ngettext("%(num)s game is on this phone now.", "%(num)s games are on this phone now.", given.games)
    flash(told, "joined")
    return _redirect_to(url_for("home.index"))


def _redirect_to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
