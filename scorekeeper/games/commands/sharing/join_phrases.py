"""Join and recovery phrases, and the phones that share a list of games.

`docs/operations/server.md` explains their number, their lifetime and the limit on guesses.
"""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.device import Device
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import MOST_GAMES
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.rate_limits import count_visitor_request, phones_per_address, uncount_visitor_request
from scorekeeper.core.security.row_secrets import fresh_salt
from scorekeeper.core.security.signing import digest, sign
from scorekeeper.games import vocabulary as words
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.games.store.household import HouseholdDevice, HouseholdLink
from scorekeeper.games.store.link import Code, Grant, Link
from scorekeeper.rules.store.house_rules import HouseRuleSet

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


def _digest(phrase: str) -> str:
    """Return the stored hash. It is keyed, so that the database alone does not reveal the words."""
    return digest(sign(_PURPOSE, phrase))


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
    phrase = words.random_code(language, words.LONG)
    code = Code(kind="family", language=language, digest=_digest(phrase), device_id=visitor.id, created_at=now())
    with write_transaction() as session:
        session.execute(update(Code).where(_is_recovery_phrase(visitor.id)).values(ended_at=now()))
        session.add(code)
    return phrase


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
    phrase = words.normalize_code(typed)
    counted = {f"address:{limit_address(address)}": WRONG_OF_EACH * phones_per_address()}
    if phrase.count(" ") + 1 == words.SHORT:
        counted["all"] = WRONG_IN_ALL
    count_visitor_request("code.often", counted)  # before the lookup, so that parallel requests count too
    code = db.session.scalar(select(Code).where(Code.digest == _digest(phrase), _is_valid()))
    if code is None:
        raise NotFound("code.none", "code")
    uncount_visitor_request("code.often", counted)
    return code


@dataclass(frozen=True)
class Phone:
    """A device with games of another one's list.

    `games` is how many it has, `own` how many of these as its own, `since` since when, and `seen_at` when it was last used.
    """

    id: int
    name: str
    games: int
    own: int
    since: datetime
    seen_at: datetime | None


@dataclass(frozen=True)
class TransferResult:
    """The result of sharing a list: the number of games, and whether they are gone from the old phone."""

    games: int
    moved: bool


def list_phones(visitor: Visitor) -> list[Phone]:
    """Return the devices with games that this one owns, most games first. One query."""
    mine, theirs = aliased(Grant), aliased(Grant)
    games, own = func.count(theirs.game_id), func.count().filter(theirs.link_id.is_(None))
    query = (
        select(Device.id, Device.name, games, own, func.min(theirs.opened_at), Device.seen_at)
        .select_from(mine)
        .join(theirs, and_(theirs.game_id == mine.game_id, theirs.device_id != mine.device_id))
        .join(Device, Device.id == theirs.device_id)
        .outerjoin(Link, Link.id == theirs.link_id)
        .where(mine.device_id == visitor.id, mine.link_id.is_(None), or_(theirs.link_id.is_(None), Link.revoked_at.is_(None)))
        .group_by(Device.id, Device.name, Device.seen_at)
        .order_by(games.desc(), Device.id)
    )
    return [Phone(*row) for row in db.session.execute(query)]


def find_phone(visitor: Visitor, device_id: int) -> Phone:
    """Return one of the `list_phones`. Raises NotFound("phone")."""
    found = next((phone for phone in list_phones(visitor) if phone.id == device_id), None)
    if found is None:
        raise NotFound("phone")
    return found


def transfer_games(code: Code, visitor: Visitor) -> TransferResult:
    """Give the list behind a code to a device, as the code's kind says. A higher permission that it has stays.

    After a move or a recovery, the recovery phrase belongs to the new phone. Raises NotFound("code.none") if the code has
    just been used, Refusal("code.same") for the same phone, and Refusal("game.many").
    """
    assert code.device_id is not None
    old = code.device_id
    if old == visitor.id:
        raise Refusal("code.same", "code")
    with write_transaction() as session:
        once = None if code.kind == "family" else now()
        used = update(Code).where(Code.id == code.id, Code.ended_at.is_(None)).values(used_at=now(), ended_at=once)
        if session.execute(used).rowcount != 1:  # type: ignore[attr-defined]
            raise NotFound("code.none", "code")
        games = _copy_grants(session, old, visitor)
        _copy_house_rules(session, old, visitor)
        if code.kind != "copy":
            _move_recovery_phrase(session, old, visitor)
            _join_household(session, old, visitor)
        if code.kind == "move":
            session.execute(delete(Grant).where(Grant.device_id == old))
            session.execute(delete(HouseholdDevice).where(HouseholdDevice.device_id == old))
            session.execute(update(HouseRuleSet).where(HouseRuleSet.device_id == old).values(deleted_at=now()))
    return TransferResult(games, code.kind == "move")


def _copy_grants(session: Session, old: int, visitor: Visitor) -> int:
    own_grants = {grant.game_id: grant for grant in session.scalars(select(Grant).where(Grant.device_id == visitor.id))}
    found = _open_grants(session, old)
    if len(own_grants.keys() | {grant.game_id for grant in found}) > MOST_GAMES:
        raise Refusal("game.many", high=MOST_GAMES)
    links = {grant.link_id for grant in (*found, *own_grants.values()) if grant.link_id}
    roles = {link.id: link for link in session.scalars(select(Link).where(Link.id.in_(links)))} if links else {}
    for grant in found:
        mine = own_grants.get(grant.game_id)
        if mine is None:
            facts = {"link_id": grant.link_id, "opened_at": now(), "hidden": grant.hidden}
            session.add(Grant(device_id=visitor.id, game_id=grant.game_id, **facts))
        elif _rank(grant, roles) > _rank(mine, roles):
            mine.link_id = grant.link_id
    return len(found)


def _open_grants(session: Session, device_id: int) -> Sequence[Grant]:
    is_open = or_(Grant.link_id.is_(None), Link.revoked_at.is_(None))
    query = select(Grant).outerjoin(Link, Link.id == Grant.link_id).where(Grant.device_id == device_id, is_open)
    return session.scalars(query).all()


def _rank(grant: Grant, links: dict[int, Link]) -> int:
    if grant.link_id is None:
        return 3
    link = links[grant.link_id]
    return 0 if link.revoked_at is not None else 2 if link.role == "score" else 1


def _copy_house_rules(session: Session, old: int, visitor: Visitor) -> None:
    def of(device_id: int) -> Sequence[HouseRuleSet]:
        query = select(HouseRuleSet).where(HouseRuleSet.device_id == device_id, HouseRuleSet.deleted_at.is_(None))
        return session.scalars(query.order_by(HouseRuleSet.id)).all()

    taken_names = {rule_set.name.casefold() for rule_set in of(visitor.id)}
    for rule_set in of(old):
        if rule_set.name.casefold() not in taken_names:
            session.add(HouseRuleSet(device_id=visitor.id, uuid=str(uuids.uuid4()), name=rule_set.name, rules=rule_set.rules))


def _move_recovery_phrase(session: Session, old: int, visitor: Visitor) -> None:
    """Make the recovery phrase apply to the new phone's games."""
    follows = select(Code.id).where(Code.device_id == old, Code.kind == "family", Code.ended_at.is_(None))
    if session.scalar(follows) is None:
        return
    own = (Code.device_id == visitor.id) & (Code.kind == "family") & Code.ended_at.is_(None)
    session.execute(update(Code).where(own).values(ended_at=now()))
    session.execute(update(Code).where(Code.id.in_(follows)).values(device_id=visitor.id))


def _find_household(session: Session, device_id: int) -> int | None:
    found: int | None = session.scalar(select(HouseholdDevice.household_id).where(HouseholdDevice.device_id == device_id))
    return found


def _join_household(session: Session, old: int, visitor: Visitor) -> None:
    """Put the new phone into the old one's household."""
    household = _find_household(session, old)
    if household is not None and _find_household(session, visitor.id) is None:
        session.add(HouseholdDevice(device_id=visitor.id, household_id=household, joined_at=now()))


def remove_games(visitor: Visitor, device_id: int, *, links_too: bool) -> int:
    """Remove the games that this device owns from another one, and return how many.

    The other device also leaves the household, and its codes are revoked. With `links_too`, the links of the games and the
    household, which it may know, are revoked too. Raises NotFound("phone").
    """
    find_phone(visitor, device_id)
    mine = select(Grant.game_id).where(Grant.device_id == visitor.id, Grant.link_id.is_(None))
    shared = select(Grant.game_id).where(Grant.device_id == device_id, Grant.game_id.in_(mine))
    with write_transaction() as session:
        games = session.scalars(shared).all()
        if links_too:
            open_ones = (Link.game_id.in_(games)) & Link.revoked_at.is_(None)
            session.execute(update(Link).where(open_ones).values(revoked_at=now()))
        household = _find_household(session, visitor.id)
        if household is not None:
            theirs = (HouseholdDevice.device_id == device_id) & (HouseholdDevice.household_id == household)
            session.execute(delete(HouseholdDevice).where(theirs))
        if household is not None and links_too:
            known_there = (HouseholdLink.household_id == household) & HouseholdLink.revoked_at.is_(None)
            session.execute(update(HouseholdLink).where(known_there).values(revoked_at=now()))
        session.execute(update(Code).where(Code.device_id == device_id, Code.ended_at.is_(None)).values(ended_at=now()))
        session.execute(delete(Grant).where(Grant.device_id == device_id, Grant.game_id.in_(games)))
    return len(games)
