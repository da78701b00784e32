"""Join phrases of four words, for one game or a whole list, and recovery phrases of eight.

`docs/operations/server.md` explains their number, their lifetime and the limit on guesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.rate_limits import count_visitor_request, phones_per_address, uncount_visitor_request
from scorekeeper.core.security.row_secrets import fresh_salt
from scorekeeper.core.security.signing import digest, sign
from scorekeeper.games import vocabulary as words
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.code import Code

LIFETIMES = {"link": timedelta(hours=1), "copy": timedelta(minutes=15), "move": timedelta(minutes=15)}
"""The lifetime of a code. A link opened by a code stays open."""
WRONG_OF_EACH, WRONG_IN_ALL = 2, 2000
"""Wrong codes allowed in 15 minutes: per phone that may share an address, and for all four-word codes together."""

_PURPOSE = "scorekeeper.code"
_MOST_DRAWS = 3


@dataclass(frozen=True)
class ShownCode:
    """A code that can be shown: its words, and when it expires."""

    id: int
    kind: str
    words: str
    until: datetime


@dataclass(frozen=True)
class RecoveryPhrase:
    """A recovery phrase: when it was created and last used."""

    id: int
    created_at: datetime
    used_at: datetime | None


def _digest(said: str) -> str:
    """Return the stored hash. It is keyed, so that the database alone does not reveal the words."""
    return digest(sign(_PURPOSE, said))


def _words(code: Code) -> str:
    assert code.salt is not None
    return words.derive_code(code.language, words.SHORT, sign(f"{_PURPOSE}/{code.kind}", code.salt))


def _make_shown_code(code: Code) -> ShownCode:
    assert code.until is not None
    return ShownCode(code.id, code.kind, _words(code), code.until)


def _is_valid() -> ColumnElement[bool]:
    return Code.ended_at.is_(None) & or_(Code.until.is_(None), Code.until > now())


def _make(kind: str, language: str, before: ColumnElement[bool], **of: int) -> ShownCode:
    """Create a code in place of the earlier ones. If another code has the same words, draw again."""
    for n in range(_MOST_DRAWS):
        code = Code(kind=kind, language=language, salt=fresh_salt(), created_at=now(), until=now() + LIFETIMES[kind], **of)
        code.digest = _digest(_words(code))
        try:
            with write_transaction() as session:
                session.execute(update(Code).where(before, Code.ended_at.is_(None)).values(ended_at=now()))
                session.add(code)
        except IntegrityError:
            if n + 1 == _MOST_DRAWS:
                raise
        else:
            break
    return _make_shown_code(code)


def create_link_code(access: Access, link_id: int, language: str) -> ShownCode:
    """Return four words that work like one of the game's open links for an hour. Raises NotAllowed, NotFound("link")."""
    share = next((one for one in share_links.list_shares(access) if one.id == link_id), None)
    if share is None or share.revoked_at is not None:
        raise NotFound("link")
    return _make("link", language, Code.link_id == link_id, link_id=link_id)


def codes_of_links(link_ids: Iterable[int]) -> dict[int, ShownCode]:
    """Return the valid codes of these links, by link."""
    query = select(Code).where(Code.kind == "link", Code.link_id.in_(list(link_ids)), _is_valid())
    return {code.link_id: _make_shown_code(code) for code in db.session.scalars(query) if code.link_id}


def create_list_code(visitor: Visitor, kind: str, language: str) -> ShownCode:
    """Return four words that give the device's games to another one, once: `copy` or `move`.

    Raises Refusal("code.kind").
    """
    if kind not in ("copy", "move"):
        raise Refusal("code.kind", "kind", read=kind[:20])
    return _make(kind, language, (Code.device_id == visitor.id) & Code.kind.in_(("copy", "move")), device_id=visitor.id)


def code_of_list(visitor: Visitor) -> ShownCode | None:
    """Return the valid code for the device's games, or None."""
    query = select(Code).where(Code.device_id == visitor.id, Code.kind.in_(("copy", "move")), _is_valid())
    code = db.session.scalar(query)
    return _make_shown_code(code) if code else None


def create_recovery_phrase(visitor: Visitor, language: str) -> str:
    """Return a new recovery phrase of eight words for the device's games. It can't be shown again."""
    said = words.random_code(language, words.LONG)
    code = Code(kind="family", language=language, digest=_digest(said), device_id=visitor.id, created_at=now())
    with write_transaction() as session:
        session.execute(update(Code).where(_is_recovery_phrase(visitor.id)).values(ended_at=now()))
        session.add(code)
    return said


def _is_recovery_phrase(device_id: int) -> ColumnElement[bool]:
    return (Code.device_id == device_id) & (Code.kind == "family") & Code.ended_at.is_(None)


def recovery_phrase_of(visitor: Visitor) -> RecoveryPhrase | None:
    """Return the recovery phrase of the device's games, or None."""
    code = db.session.scalar(select(Code).where(_is_recovery_phrase(visitor.id)))
    return RecoveryPhrase(code.id, code.created_at, code.used_at) if code else None


def revoke_link_code(access: Access, link_id: int) -> None:
    """Revoke the code of a link, but not the link. Raises NotAllowed, NotFound("link")."""
    if link_id not in {share.id for share in share_links.list_shares(access)}:
        raise NotFound("link")
    _revoke(Code.link_id == link_id)


def revoke_list_code(visitor: Visitor, code_id: int) -> None:
    """Revoke a code of the device. Raises NotFound("code")."""
    if db.session.scalar(select(Code.id).where(Code.id == code_id, Code.device_id == visitor.id)) is None:
        raise NotFound("code")
    _revoke(Code.id == code_id)


def _revoke(which: ColumnElement[bool]) -> None:
    with write_transaction() as session:
        session.execute(update(Code).where(which, Code.ended_at.is_(None)).values(ended_at=now()))


def find_code(typed: str, address: str) -> Code:
    """Return the valid code for the words typed. Wrong codes are counted by `address`.

    Raises Refusal as `words.read` does, TooMany("code.often"), NotFound("code.none").
    """
    said = words.normalize_code(typed)
    counted = {f"address:{limit_address(address)}": WRONG_OF_EACH * phones_per_address()}
    if said.count(" ") + 1 == words.SHORT:
        counted["all"] = WRONG_IN_ALL
    count_visitor_request("code.often", counted)  # before the lookup, so that parallel requests count too
    code = db.session.scalar(select(Code).where(Code.digest == _digest(said), _is_valid()))
    if code is None:
        raise NotFound("code.none", "code")
    uncount_visitor_request("code.often", counted)
    return code
