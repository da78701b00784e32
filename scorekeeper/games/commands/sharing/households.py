"""Households: devices with common statistics, for their members and people with a link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import claimed_row_id, is_row_secret, row_secret
from scorekeeper.games.store.household import PURPOSES, Household, HouseholdDevice, HouseholdLink

_PURPOSE = "scorekeeper.household"
MOST_DEVICES = 20


@dataclass(frozen=True)
class HouseholdInvitation:
    """A link of a household, to `join` it or to `look` at its statistics. `token` is its secret."""

    id: int
    household_id: int
    purpose: str
    token: str
    created_at: datetime


def household_of(visitor: Visitor | None) -> int | None:
    """Return the household of a device, or None."""
    if visitor is None:
        return None
    found: int | None = db.session.scalar(select(HouseholdDevice.household_id).where(HouseholdDevice.device_id == visitor.id))
    return found


def household_devices(visitor: Visitor | None) -> list[int]:
    """Return the devices of the device's household, including itself, or none."""
    household = household_of(visitor)
    return [] if household is None else devices_of(household)


def devices_of(household: int) -> list[int]:
    query = select(HouseholdDevice.device_id).where(HouseholdDevice.household_id == household)
    return list(db.session.scalars(query.order_by(HouseholdDevice.joined_at)))


def devices_of_link(token: str) -> list[int]:
    """Return the devices whose games a link shows. Raises NotFound("household.link")."""
    return devices_of(find_link(token, "look").household_id)


def ensure_household(visitor: Visitor) -> int:
    """Return the household of a device. It is created if there is none."""
    known = household_of(visitor)
    if known is not None:
        return known
    with write_transaction() as session:
        household = Household()
        session.add(household)
        session.flush()
        session.add(HouseholdDevice(device_id=visitor.id, household_id=household.id, joined_at=now()))
    return household.id


def invite(visitor: Visitor, purpose: str) -> HouseholdInvitation:
    """Return the open link of the device's household for this purpose. The household is created with its first link.

    Raises Refusal("household.purpose").
    """
    if purpose not in PURPOSES:
        raise Refusal("household.purpose", "purpose", read=purpose[:20])
    household = ensure_household(visitor)
    known = next((one for one in invitations(visitor) if one.purpose == purpose), None)
    if known is not None:
        return known
    link = HouseholdLink(household_id=household, purpose=purpose, created_at=now())
    with write_transaction() as session:
        session.add(link)
    return _invitation(link)


def invitations(visitor: Visitor | None) -> list[HouseholdInvitation]:
    """Return the open links of the device's household, newest first."""
    household = household_of(visitor)
    query = select(HouseholdLink).where(HouseholdLink.household_id == household, HouseholdLink.revoked_at.is_(None))
    return (
        [] if household is None else [_invitation(link) for link in db.session.scalars(query.order_by(HouseholdLink.id.desc()))]
    )


def revoke_link(visitor: Visitor | None, link_id: int) -> None:
    """Revoke a link of the device's household. Raises NotFound("household.link")."""
    if all(one.id != link_id for one in invitations(visitor)):
        raise NotFound("household.link")
    with write_transaction() as session:
        link = session.get(HouseholdLink, link_id)
        assert link is not None
        link.revoked_at = now()


def find_link(token: str, purpose: str) -> HouseholdInvitation:
    """Return the open link for a secret. Raises NotFound("household.link")."""
    link = db.session.get(HouseholdLink, claimed_row_id(token))
    if link is None or link.revoked_at is not None or link.purpose != purpose or not is_row_secret(_PURPOSE, token, link.salt):
        raise NotFound("household.link")
    return _invitation(link)


def join(token: str, visitor: Visitor) -> None:
    """Move the device to the link's household. A second call changes nothing.

    Raises NotFound("household.link"), Refusal("household.devices").
    """
    household = find_link(token, "join").household_id
    devices = devices_of(household)
    if visitor.id in devices:
        return
    if len(devices) >= MOST_DEVICES:
        raise Refusal("household.devices", high=MOST_DEVICES)
    with write_transaction() as session:
        session.merge(HouseholdDevice(device_id=visitor.id, household_id=household, joined_at=now()))


def leave(visitor: Visitor) -> None:
    """Remove the device from its household. The household and its links end with the last device."""
    household = household_of(visitor)
    if household is None:
        return
    last = devices_of(household) == [visitor.id]
    with write_transaction() as session:
        session.execute(delete(HouseholdDevice).where(HouseholdDevice.device_id == visitor.id))
        if last:
            session.execute(delete(HouseholdLink).where(HouseholdLink.household_id == household))
            session.execute(delete(Household).where(Household.id == household))


def _invitation(link: HouseholdLink) -> HouseholdInvitation:
    token = row_secret(_PURPOSE, link.id, link.salt)
    return HouseholdInvitation(link.id, link.household_id, link.purpose, token, link.created_at)
