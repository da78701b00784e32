"""*These games on another phone*: copying, moving and recovering them, and removing them from a phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import language, ngettext
from scorekeeper.base.pages.forms import Form, TextField, TickField
from scorekeeper.base.pages.frame import visitor
from scorekeeper.base.pages.reach import only_here, private, qr_code, root
from scorekeeper.base.refusals import NotFound
from scorekeeper.games.actions import codes, lists, phones
from scorekeeper.games.pages.joining import said_until
from scorekeeper.rules.pages.words import when

if TYPE_CHECKING:
    from scorekeeper.base.devices import Visitor

blueprint = Blueprint("phones", __name__, url_prefix="/phones")


class ShutOutForm(Form):
    """With `links`, the links of these games are revoked too."""

    links = TickField()


class CodeForm(Form):
    """`kind` says whether the games are copied or moved."""

    kind = TextField()


@dataclass(frozen=True)
class ListedPhone:
    """A phone with games of this one, in words."""

    id: int
    name: str
    facts: tuple[str, ...]


def listed(phone: phones.Phone) -> ListedPhone:
    games = ngettext("%(num)s game of this phone", "%(num)s games of this phone", phone.games)
    how = _("as its own") if phone.own == phone.games else _("by a link") if not phone.own else _("some by a link")
    since = _("since %(when)s", when=when(phone.since))
    used = _("last used %(when)s", when=when(phone.seen_at)) if phone.seen_at else since
    return ListedPhone(phone.id, phone.name or _("A phone without a name"), (games, how, used))


def here() -> Visitor:
    """Return the requesting device. Raises NotFound("phone") if it never had a game."""
    known = visitor()
    if known is None:
        raise NotFound("phone")
    return known


def with_games() -> Visitor:
    """Return the requesting device. Raises NotFound("phone") if it has no games to share."""
    known = here()
    if not lists.every(known):
        raise NotFound("phone")
    return known


@blueprint.get("")
def show() -> Response:
    """Show what can be done with this phone's games."""
    known = visitor()
    if known is None:
        return private(Response(render_template("games/phones.html", games=0)))
    code = codes.of_list(known)
    family = codes.family_of(known)
    body = render_template(
        "games/phones.html",
        games=len(lists.every(known)),
        code=code,
        until=said_until(code) if code else "",
        only_here=only_here(),
        family=family,
        family_made=when(family.created_at) if family else "",
        family_used=when(family.used_at) if family and family.used_at else "",
        others=[listed(phone) for phone in phones.others(known)],
        named=bool(known.name),
    )
    return private(Response(body))


@blueprint.post("/code")
def make() -> ResponseReturnValue:
    """Create four words that give the games to another phone."""
    codes.for_list(with_games(), CodeForm.sent().kind.data, language())
    return redirect(url_for("phones.show") + "#code", 303)


@blueprint.get("/code/<int:code_id>.svg")
def drawn(code_id: int) -> Response:
    """Return the code as a QR code. Its words are in the fragment of the URL, which no server or log sees."""
    code = codes.of_list(here())
    if code is None or code.id != code_id:
        abort(404)
    return private(qr_code(f"{root()}{url_for('joining.show')}#{code.words.replace(' ', '-')}"))


@blueprint.post("/code/<int:code_id>/end")
def end(code_id: int) -> ResponseReturnValue:
    """Revoke a join phrase or the recovery phrase."""
    codes.end_of_list(here(), code_id)
    return redirect(url_for("phones.show"), 303)


@blueprint.post("/family")
def family() -> Response:
    """Create a recovery phrase and show it, this one time."""
    said = codes.for_family(with_games(), language()).split()
    halves = [" ".join(said[: len(said) // 2]), " ".join(said[len(said) // 2 :])]
    return private(Response(render_template("games/family_code.html", halves=halves)))


@blueprint.get("/<int:phone_id>/shut-out")
def ask(phone_id: int) -> Response:
    """Ask before the games are removed from a phone."""
    phone = listed(phones.other(here(), phone_id))
    return private(Response(render_template("games/shut_out.html", phone=phone)))


@blueprint.post("/<int:phone_id>/shut-out")
def shut_out(phone_id: int) -> ResponseReturnValue:
    """Remove the games from a phone."""
    phone = listed(phones.other(here(), phone_id))
    many = phones.shut_out(here(), phone_id, links_too=ShutOutForm.sent().links.data)
    told = ngettext("%(name)s was removed from %(num)s game.", "%(name)s was removed from %(num)s games.", many, name=phone.name)
    flash(told, "phones")
    return redirect(url_for("phones.show"), 303)
