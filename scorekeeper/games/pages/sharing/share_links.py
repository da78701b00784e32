"""Links to a game: creating, showing, revoking and opening them."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.devices import visitors
from scorekeeper.core.forms import form_input
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language
from scorekeeper.core.pages.lan_address import mark_private, qr_code, reachable_root, why_unreachable
from scorekeeper.core.pages.layout import set_device_cookie, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.refusals import NotFound, refusal_text
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.library import game_lists
from scorekeeper.games.commands.sharing import join_phrases, share_links
from scorekeeper.games.commands.sharing.share_links import Share
from scorekeeper.games.pages.library.home import row
from scorekeeper.games.pages.sharing.join_phrase import expiry_text

blueprint = Blueprint("share", __name__)


def device_access(game_id: int) -> Access:
    """Return access to the game through the requesting device. Raises NotFound."""
    return authorization.access_to(game_id, cookie=request.cookies.get(visitors.COOKIE))


def scoring_access(game_id: int) -> Access:
    """Return access with permission to record and share. Raises NotFound, NotAllowed."""
    access = device_access(game_id)
    access.check_may_score()
    return access


@blueprint.get("/games/<int:game_id>/share")
def show(game_id: int) -> Response:
    """Show the game's links, newest first, each with its QR code."""
    return _page(scoring_access(game_id))


def _page(access: Access, problem: str = "") -> Response:
    shares = share_links.list_shares(access)
    phrases = join_phrases.codes_of_links(share.id for share in shares if share.revoked_at is None)
    body = render_template(
        "games/sharing/share.html",
        access=access,
        open_links=[(share, address(share), _words(phrases.get(share.id))) for share in shares if share.revoked_at is None],
        ended=[share for share in shares if share.revoked_at is not None],
        only_here=why_unreachable(),
        problem=problem,
    )
    return mark_private(Response(body, 422 if problem else 200))


def _words(code: join_phrases.ShownCode | None) -> tuple[str, str] | None:
    """Return the words of a link's code, and when they expire."""
    return (code.words, expiry_text(code)) if code else None


@blueprint.post("/games/<int:game_id>/share")
def create(game_id: int) -> ResponseReturnValue:
    """Create a link to record or to watch, or show an open one again that no one has used."""
    access = scoring_access(game_id)
    role = form_input.taps().get("role", "")
    unused = (s for s in share_links.list_shares(access) if s.role == role and s.revoked_at is None and not s.devices)
    share = next(unused, None) or share_links.create(access, role)
    return redirect(url_for("share.show", game_id=game_id) + f"#link-{share.id}", 303)


@blueprint.post("/games/<int:game_id>/share/<int:link_id>/end")
def end(game_id: int, link_id: int) -> ResponseReturnValue:
    """Revoke a link, also on devices that opened it."""
    access = scoring_access(game_id)
    show_refusals_on(lambda refusal: _page(access, refusal_text(_, refusal)))
    share_links.revoke(access, link_id)
    return redirect(url_for("share.show", game_id=game_id), 303)


@blueprint.get("/games/<int:game_id>/share/<int:link_id>.svg")
def code(game_id: int, link_id: int) -> Response:
    """Return the link as a QR code."""
    share = next((s for s in share_links.list_shares(scoring_access(game_id)) if s.id == link_id and s.revoked_at is None), None)
    if share is None:
        abort(404)
    return mark_private(qr_code(address(share)))


@blueprint.post("/games/<int:game_id>/share/<int:link_id>/words")
def say(game_id: int, link_id: int) -> ResponseReturnValue:
    """Create four words that work like the link for an hour, or revoke them with `end`."""
    access = scoring_access(game_id)
    if form_input.taps().get("end"):
        join_phrases.revoke_link_code(access, link_id)
    else:
        join_phrases.create_link_code(access, link_id, language())
    return redirect(url_for("share.show", game_id=game_id) + f"#link-{link_id}", 303)


@blueprint.get("/s/<token>")
def opened(token: str) -> ResponseReturnValue:
    """Redirect to the game if this device has opened it, else show a page with a button.

    Only the button opens the link, so that link previews in messages don't count as devices.
    """
    opening = share_links.find_link_target(token)
    if (device := visitor()) is not None:
        try:
            access = authorization.access_by_device(opening.game_id, device.key)
        except NotFound:
            pass
        else:
            if access.may_score or opening.role == "watch":
                return redirect(rooted(f"/games/{access.game_id}"), 303)
    listed = game_lists.load_games([authorization.access_by_token(opening.game_id, token)])[0]
    return mark_private(Response(render_template("games/sharing/open_link.html", row=row(listed), role=opening.role)))


@blueprint.post("/s/<token>")
def open_here(token: str) -> ResponseReturnValue:
    """Open the link on this device and go to the game."""
    share_links.find_link_target(token)
    device = visitor_or_new(token)
    access = share_links.open_link(token, device)
    answer = redirect(rooted(f"/games/{access.game_id}"), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


def address(share: Share) -> str:
    """Return the link's URL for other devices, with this computer's network address if the page came from localhost."""
    return reachable_root() + url_for("share.opened", token=share.token)
