"""*These games on another phone*: copying, moving and recovering them, and removing them from a phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language, ngettext
from scorekeeper.core.pages.lan_address import mark_private, qr_code, reachable_root, why_unreachable
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.commands.library import game_lists
from scorekeeper.games.commands.sharing import join_phrases
from scorekeeper.games.pages.sharing.join_phrase import expiry_text
from scorekeeper.rules.pages.words import when

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor

blueprint = Blueprint("phones", __name__, url_prefix="/phones")


class RemoveGamesForm(Form):
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


def describe_phone(phone: join_phrases.Phone) -> ListedPhone:
    games = ngettext("%(num)s game of this phone", "%(num)s games of this phone", phone.games)
    how = _("as its own") if phone.own == phone.games else _("by a link") if not phone.own else _("some by a link")
    since = _("since %(when)s", when=when(phone.since))
    used = _("last used %(when)s", when=when(phone.seen_at)) if phone.seen_at else since
    return ListedPhone(phone.id, phone.name or _("A phone without a name"), (games, how, used))


def current_device() -> Visitor:
    """Return the requesting device. Raises NotFound("phone") if it never had a game."""
    known = visitor()
    if known is None:
        raise NotFound("phone")
    return known


def device_with_games() -> Visitor:
    """Return the requesting device. Raises NotFound("phone") if it has no games to share."""
    known = current_device()
    if not game_lists.all_games(known):
        raise NotFound("phone")
    return known


@blueprint.get("")
def show() -> Response:
    """Show what can be done with this phone's games."""
    known = visitor()
    if known is None:
        return mark_private(Response(render_template("games/sharing/phones.html", games=0)))
    code = join_phrases.code_of_list(known)
    family = join_phrases.recovery_phrase_of(known)
    body = render_template(
        "games/sharing/phones.html",
        games=len(game_lists.all_games(known)),
        code=code,
        until=expiry_text(code) if code else "",
        only_here=why_unreachable(),
        family=family,
        family_made=when(family.created_at) if family else "",
        family_used=when(family.used_at) if family and family.used_at else "",
        others=[describe_phone(phone) for phone in join_phrases.list_phones(known)],
        named=bool(known.name),
    )
    return mark_private(Response(body))


@blueprint.post("/code")
def make() -> ResponseReturnValue:
    """Create four words that give the games to another phone."""
    join_phrases.create_list_code(device_with_games(), CodeForm.from_post().kind.data, language())
    return redirect(url_for("phones.show") + "#code", 303)


@blueprint.get("/code/<int:code_id>.svg")
def drawn(code_id: int) -> Response:
    """Return the code as a QR code. Its words are in the fragment of the URL, which no server or log sees."""
    code = join_phrases.code_of_list(current_device())
    if code is None or code.id != code_id:
        abort(404)
    return mark_private(qr_code(f"{reachable_root()}{url_for('joining.show')}#{code.words.replace(' ', '-')}"))


@blueprint.post("/code/<int:code_id>/end")
def end(code_id: int) -> ResponseReturnValue:
    """Revoke a join phrase or the recovery phrase."""
    join_phrases.revoke_list_code(current_device(), code_id)
    return redirect(url_for("phones.show"), 303)


@blueprint.post("/family")
def family() -> Response:
    """Create a recovery phrase and show it, this one time."""
    phrase_words = join_phrases.create_recovery_phrase(device_with_games(), language()).split()
    halves = [" ".join(phrase_words[: len(phrase_words) // 2]), " ".join(phrase_words[len(phrase_words) // 2 :])]
    return mark_private(Response(render_template("games/sharing/list_phrase.html", halves=halves)))


@blueprint.get("/<int:phone_id>/shut-out")
def ask(phone_id: int) -> Response:
    """Ask before the games are removed from a phone."""
    phone = describe_phone(join_phrases.find_phone(current_device(), phone_id))
    return mark_private(Response(render_template("games/sharing/remove_phone.html", phone=phone)))


@blueprint.post("/<int:phone_id>/shut-out")
def shut_out(phone_id: int) -> ResponseReturnValue:
    """Remove the games from a phone."""
    phone = describe_phone(join_phrases.find_phone(current_device(), phone_id))
    many = join_phrases.remove_games(current_device(), phone_id, links_too=RemoveGamesForm.from_post().links.data)
    text = ngettext("%(name)s was removed from %(num)s game.", "%(name)s was removed from %(num)s games.", many, name=phone.name)
    flash(text, "phones")
    return redirect(url_for("phones.show"), 303)
