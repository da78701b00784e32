"""The household: creating and revoking its links, joining and leaving."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms import form_input
from scorekeeper.core.pages.lan_address import mark_private, qr_code, reachable_root, why_unreachable
from scorekeeper.core.pages.layout import set_device_cookie, visitor, visitor_or_new
from scorekeeper.games.commands.sharing import households
from scorekeeper.games.commands.sharing.households import HouseholdInvitation

blueprint = Blueprint("household", __name__, url_prefix="/household")


@blueprint.get("")
def show() -> Response:
    """Show the household and its links."""
    device = visitor()
    links = [(link, address(link)) for link in households.invitations(device)]
    body = render_template(
        "games/sharing/household.html",
        links=links,
        devices=len(households.household_devices(device)),
        only_here=why_unreachable(),
    )
    return mark_private(Response(body))


@blueprint.post("/links")
def invite() -> ResponseReturnValue:
    """Create a link, or find the open one. The household is created with the first one."""
    device = visitor_or_new()
    link = households.invite(device, form_input.taps().get("purpose", ""))
    return set_device_cookie(_redirect_to(url_for("household.show") + f"#link-{link.id}"), device)


@blueprint.post("/links/<int:link_id>/end")
def end(link_id: int) -> ResponseReturnValue:
    """Revoke a link of the household."""
    households.revoke_link(visitor(), link_id)
    return _redirect_to(url_for("household.show"))


@blueprint.get("/links/<int:link_id>.svg")
def code(link_id: int) -> Response:
    """Return the link as a QR code."""
    link = next((one for one in households.invitations(visitor()) if one.id == link_id), None)
    if link is None:
        abort(404)
    return mark_private(qr_code(address(link)))


@blueprint.get("/join/<token>")
def opened(token: str) -> ResponseReturnValue:
    """Explain what joining means, with a button, so that link previews don't join."""
    household, device = households.find_link(token, "join").household_id, visitor()
    own_household = households.household_of(device)
    if own_household == household:
        return _redirect_to(url_for("stats.show"))
    return mark_private(Response(render_template("games/sharing/join_household.html", elsewhere=own_household is not None)))


@blueprint.post("/join/<token>")
def join(token: str) -> ResponseReturnValue:
    """Add this device to the household."""
    households.find_link(token, "join")
    device = visitor_or_new(token)
    households.join(token, device)
    return set_device_cookie(_redirect_to(url_for("stats.show")), device)


@blueprint.post("/leave")
def leave() -> ResponseReturnValue:
    """Remove this device from its household."""
    device = visitor()
    if device is not None:
        households.leave(device)
    return _redirect_to(url_for("household.show"))


def address(link: HouseholdInvitation) -> str:
    """Return the link's URL for other devices."""
    page = "stats.show" if link.purpose == "look" else "household.opened"
    return reachable_root() + url_for(page, token=link.token)


def _redirect_to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
