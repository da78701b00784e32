"""*Join with a phrase*: words that were read out or scanned open a game here, or add a whole list."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.forms.forms import Form, LineField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor_or_new
from scorekeeper.core.refusals import TooMany, refusal_text
from scorekeeper.games import vocabulary as words
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.sharing import join_phrases, share_links
from scorekeeper.games.store.link import Code

blueprint = Blueprint("joining", __name__)


class JoinByCodeForm(Form):
    """The phrase as typed."""

    code = LineField(most=words.LONGEST_READ)


def expiry_text(code: join_phrases.ShownCode) -> str:
    """Return in words when a code expires."""
    return _("Good until %(time)s", time=timezones.time_in_words(code.until))


@blueprint.get("/join")
def show() -> str:
    """Show the form for a phrase. A scanned one is in the URL's fragment, and a script puts it into the field."""
    return _page()


def _page(typed: str = "", problem: str = "") -> str:
    return render_template("games/sharing/join_phrase.html", typed=typed, problem=problem)


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """Do what the code is for, without asking again."""
    typed = JoinByCodeForm.from_post().code.data
    show_refusals_on(
        lambda refusal: (_page(typed, refusal_text(t(), refusal)), 422), when=lambda refusal: not isinstance(refusal, TooMany)
    )
    code = join_phrases.find_code(typed, request.remote_addr or "")
    device = visitor_or_new(code.digest)
    return set_device_cookie(_open_game(code, device) if code.link_id else _receive_list(code, device), device)


def _open_game(code: Code, device: Visitor) -> Response:
    assert code.link_id is not None
    access = share_links.open_link(authorization.token_by_id(code.link_id), device)
    return _redirect_to(rooted(f"/games/{access.game_id}"))


def _receive_list(code: Code, device: Visitor) -> Response:
    transfer = join_phrases.transfer_games(code, device)
    if transfer.moved:
        sentence = ngettext("%(num)s game has moved to this phone.", "%(num)s games have moved to this phone.", transfer.games)
    else:
        sentence = ngettext("%(num)s game is on this phone now.", "%(num)s games are on this phone now.", transfer.games)
    flash(sentence, "joined")
    return _redirect_to(url_for("home.index"))


def _redirect_to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
