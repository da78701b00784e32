"""Codes of words: four that let a phone into one game or give it a whole list, eight that a family writes down.

How many there can be, how long they last and how often one may guess is reasoned in docs/server.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.allowances import hall
from scorekeeper.base.db import db, now, writing
from scorekeeper.base.devices import Visitor
from scorekeeper.base.keys import digest, signed
from scorekeeper.base.proxies import whose
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.base.secrets import fresh_salt
from scorekeeper.base.sign_in_limits import check_often, give_back
from scorekeeper.games import vocabulary as words
from scorekeeper.games.actions import sharing
from scorekeeper.games.actions.entrance import Access
from scorekeeper.games.store.code import Code

LASTS = {"link": timedelta(hours=1), "copy": timedelta(minutes=15), "move": timedelta(minutes=15)}
"""How long a code is good for. The link behind one goes on: it was opened by then."""
WRONG_OF_EACH, WRONG_IN_ALL = 2, 2000
"""Wrong codes within a quarter of an hour: for each phone that may share an address, and of four words by everybody together."""

_PURPOSE = "scorekeeper.code"
_DRAWN_AGAIN = 3


@dataclass(frozen=True)
class ShownCode:
    """A code that can be shown: its words, and when it ends."""

    id: int
    kind: str
    words: str
    until: datetime


@dataclass(frozen=True)
class Family:
    """That there is a family's code: when it was made, and last used."""

    id: int
    created_at: datetime
    used_at: datetime | None


def _digest(said: str) -> str:
    """As it is stored: a database alone, without the instance's key, does not tell which words have it."""
    return digest(signed(_PURPOSE, said))


def _words(code: Code) -> str:
    assert code.salt is not None
    return words.derived(code.language, words.SHORT, signed(f"{_PURPOSE}/{code.kind}", code.salt))


def _shown(code: Code) -> ShownCode:
    assert code.until is not None
    return ShownCode(code.id, code.kind, _words(code), code.until)


def _good() -> ColumnElement[bool]:
    return Code.ended_at.is_(None) & or_(Code.until.is_(None), Code.until > now())


def _make(kind: str, language: str, before: ColumnElement[bool], **of: int) -> ShownCode:
    """A new code in the place of those before it. Two codes of the same words cannot be: then others are drawn."""
    for n in range(_DRAWN_AGAIN):
        code = Code(kind=kind, language=language, salt=fresh_salt(), created_at=now(), until=now() + LASTS[kind], **of)
        code.digest = _digest(_words(code))
        try:
            with writing() as session:
                session.execute(update(Code).where(before, Code.ended_at.is_(None)).values(ended_at=now()))
                session.add(code)
        except IntegrityError:
            if n + 1 == _DRAWN_AGAIN:
                raise
        else:
            break
    return _shown(code)


def for_link(access: Access, link_id: int, language: str) -> ShownCode:
    """Four words that open a game as one of its open links does, for an hour. Raises NotAllowed, NotFound("link")."""
    share = next((one for one in sharing.shares(access) if one.id == link_id), None)
    if share is None or share.revoked_at is not None:
        raise NotFound("link")
    return _make("link", language, Code.link_id == link_id, link_id=link_id)


def of_links(link_ids: Iterable[int]) -> dict[int, ShownCode]:
    """The codes by which links can be opened now, by link."""
    query = select(Code).where(Code.kind == "link", Code.link_id.in_(list(link_ids)), _good())
    return {code.link_id: _shown(code) for code in db.session.scalars(query) if code.link_id}


def for_list(visitor: Visitor, kind: str, language: str) -> ShownCode:
    """Four words that give the device's games to another one, once: `copy` or `move`. Raises Refusal("code.kind")."""
    if kind not in ("copy", "move"):
        raise Refusal("code.kind", "kind", read=kind[:20])
    return _make(kind, language, (Code.device_id == visitor.id) & Code.kind.in_(("copy", "move")), device_id=visitor.id)


def of_list(visitor: Visitor) -> ShownCode | None:
    """The code by which the device's games can be had now."""
    query = select(Code).where(Code.device_id == visitor.id, Code.kind.in_(("copy", "move")), _good())
    code = db.session.scalar(query)
    return _shown(code) if code else None


def for_family(visitor: Visitor, language: str) -> str:
    """Eight words that bring the device's games back, until somebody ends them. Nobody can show them a second time."""
    said = words.drawn(language, words.LONG)
    code = Code(kind="family", language=language, digest=_digest(said), device_id=visitor.id, created_at=now())
    with writing() as session:
        session.execute(update(Code).where(_of_family(visitor.id)).values(ended_at=now()))
        session.add(code)
    return said


def _of_family(device_id: int) -> ColumnElement[bool]:
    return (Code.device_id == device_id) & (Code.kind == "family") & Code.ended_at.is_(None)


def family_of(visitor: Visitor) -> Family | None:
    """Whether the device's games have a family's code."""
    code = db.session.scalar(select(Code).where(_of_family(visitor.id)))
    return Family(code.id, code.created_at, code.used_at) if code else None


def end_of_link(access: Access, link_id: int) -> None:
    """End the code of a link; the link stays. Raises NotAllowed, NotFound("link")."""
    if link_id not in {share.id for share in sharing.shares(access)}:
        raise NotFound("link")
    _end(Code.link_id == link_id)


def end_of_list(visitor: Visitor, code_id: int) -> None:
    """End a code of the device's list, or of its family. Raises NotFound("code")."""
    if db.session.scalar(select(Code.id).where(Code.id == code_id, Code.device_id == visitor.id)) is None:
        raise NotFound("code")
    _end(Code.id == code_id)


def _end(which: ColumnElement[bool]) -> None:
    with writing() as session:
        session.execute(update(Code).where(which, Code.ended_at.is_(None)).values(ended_at=now()))


def find(typed: str, address: str) -> Code:
    """The code that was typed, while it is good. `address`: from where; wrong ones are counted by it.

    Raises Refusal as `words.read` does, TooMany("code.often"), NotFound("code.none").
    """
    said = words.read(typed)
    counted = {f"address:{whose(address)}": WRONG_OF_EACH * hall()}
    if said.count(" ") + 1 == words.SHORT:
        counted["all"] = WRONG_IN_ALL
    check_often("code.often", counted)  # before it is looked at, so that many at once count too
    code = db.session.scalar(select(Code).where(Code.digest == _digest(said), _good()))
    if code is None:
        raise NotFound("code.none", "code")
    give_back("code.often", counted)
    return code
