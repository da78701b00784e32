"""Phones with the same games: sharing a list, recovering it, and removing it from a lost phone."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.device import Device
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import MOST_GAMES
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.games.store.code import Code
from scorekeeper.games.store.grant import Grant
from scorekeeper.games.store.household import HouseholdDevice, HouseholdLink
from scorekeeper.games.store.link import Link
from scorekeeper.rules.store.house_rules import HouseRuleSet


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
    there = {grant.game_id: grant for grant in session.scalars(select(Grant).where(Grant.device_id == visitor.id))}
    found = _open_grants(session, old)
    if len(there.keys() | {grant.game_id for grant in found}) > MOST_GAMES:
        raise Refusal("game.many", high=MOST_GAMES)
    links = {grant.link_id for grant in (*found, *there.values()) if grant.link_id}
    roles = {link.id: link for link in session.scalars(select(Link).where(Link.id.in_(links)))} if links else {}
    for grant in found:
        mine = there.get(grant.game_id)
        if mine is None:
            facts = {"link_id": grant.link_id, "opened_at": now(), "hidden": grant.hidden}
            session.add(Grant(device_id=visitor.id, game_id=grant.game_id, **facts))
        elif _rank(grant, roles) > _rank(mine, roles):
            mine.link_id = grant.link_id
    return len(found)


def _open_grants(session: Session, device_id: int) -> Sequence[Grant]:
    stands = or_(Grant.link_id.is_(None), Link.revoked_at.is_(None))
    query = select(Grant).outerjoin(Link, Link.id == Grant.link_id).where(Grant.device_id == device_id, stands)
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

    taken = {kept.name.casefold() for kept in of(visitor.id)}
    for kept in of(old):
        if kept.name.casefold() not in taken:
            session.add(HouseRuleSet(device_id=visitor.id, uuid=str(uuids.uuid4()), name=kept.name, rules=kept.rules))


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
