"""*These games on another phone*: copied, moved, brought back after a loss; who has them, and how somebody is shut out."""

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
    """`links`: also end the links of these games."""

    links = TickField()


class CodeForm(Form):
    """`kind`: whether the games are copied or moved."""

    kind = TextField()


@dataclass(frozen=True)
class ListedPhone:
    """A phone that has games of this one: its name, and what is known of it, in words."""

    id: int
    name: str
    facts: tuple[str, ...]


def listed(phone: phones.Phone) -> ListedPhone:
    """A phone, in words."""
    games = ngettext("%(num)s game of this phone", "%(num)s games of this phone", phone.games)
    how = _("as its own") if phone.own == phone.games else _("by a link") if not phone.own else _("some by a link")
    since = _("has had them since %(when)s", when=when(phone.since))
    used = _("last used %(when)s", when=when(phone.seen_at)) if phone.seen_at else since
    return ListedPhone(phone.id, phone.name or _("A phone without a name"), (games, how, used))


def here() -> Visitor:
    """The device that asks. Raises NotFound("phone") for one that never had a game."""
    known = visitor()
    if known is None:
        raise NotFound("phone")
    return known


def with_games() -> Visitor:
    """The device that asks, whose list is to be given on. Raises NotFound("phone") where there is nothing in it."""
    known = here()
    if not lists.every(known):
        raise NotFound("phone")
    return known


@blueprint.get("")
def show() -> Response:
    """What can be done with the games of this phone."""
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
    """Four words that give the games to another phone."""
    codes.for_list(with_games(), CodeForm.sent().kind.data, language())
    return redirect(url_for("phones.show") + "#code", 303)


@blueprint.get("/code/<int:code_id>.svg")
def drawn(code_id: int) -> Response:
    """The code to be photographed: its words stand behind the address, where no server and no log sees them."""
    code = codes.of_list(here())
    if code is None or code.id != code_id:
        abort(404)
    return private(qr_code(f"{root()}{url_for('joining.show')}#{code.words.replace(' ', '-')}"))


@blueprint.post("/code/<int:code_id>/end")
def end(code_id: int) -> ResponseReturnValue:
    """End a code, or that of the family."""
    codes.end_of_list(here(), code_id)
    return redirect(url_for("phones.show"), 303)


@blueprint.post("/family")
def family() -> Response:
    """A code that the family writes down: this answer is the only one that shows it."""
    said = codes.for_family(with_games(), language()).split()
    halves = [" ".join(said[: len(said) // 2]), " ".join(said[len(said) // 2 :])]
    return private(Response(render_template("games/family_code.html", halves=halves)))


@blueprint.get("/<int:phone_id>/shut-out")
def ask(phone_id: int) -> Response:
    """The question before a phone is shut out."""
    phone = listed(phones.other(here(), phone_id))
    return private(Response(render_template("games/shut_out.html", phone=phone)))


@blueprint.post("/<int:phone_id>/shut-out")
def shut_out(phone_id: int) -> ResponseReturnValue:
    """Take the games away from a phone."""
    phone = listed(phones.other(here(), phone_id))
    many = phones.shut_out(here(), phone_id, links_too=ShutOutForm.sent().links.data)
    told = ngettext("%(name)s was removed from %(num)s game.", "%(name)s was removed from %(num)s games.", many, name=phone.name)
    flash(told, "phones")
    return redirect(url_for("phones.show"), 303)
