"""Devices and their cookies. A device is created with its first game, not on the first visit."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from flask import current_app
from itsdangerous import BadSignature, Signer
from sqlalchemy import select, update

from scorekeeper.core.cache import cache_of
from scorekeeper.core.db.database import UNAVAILABLE, db, now, write_transaction
from scorekeeper.core.devices.device import LONGEST_DEVICE_NAME, Device
from scorekeeper.core.http import cookies
from scorekeeper.core.refusals import Refusal

COOKIE = cookies.DEVICE
COOKIE_AGE = 60 * 60 * 24 * 365 * 2
"""Seconds a device is remembered after its last visit: two years."""


@dataclass(frozen=True)
class Visitor:
    """A known device. `key` never leaves the server unsigned. `since`: its creation time."""

    id: int
    key: str
    name: str
    since: datetime | None = None


def _signer() -> Signer:
    return Signer(current_app.config["SECRET_KEY"], salt="scorekeeper.device", digest_method=hashlib.sha256)


def key_in_cookie(cookie: str | None) -> str | None:
    """Return the device key in a cookie, or None if it was not signed here. No query."""
    if not cookie:
        return None
    try:
        return _signer().unsign(cookie).decode("ascii")
    except (BadSignature, UnicodeError):
        return None


def load(cookie: str | None) -> Visitor | None:
    """Return the device of a cookie, or None for a new visitor."""
    key = key_in_cookie(cookie)
    if key is None:
        return None
    row = db.session.execute(select(Device.id, Device.key, Device.name, Device.created_at).where(Device.key == key)).first()
    return None if row is None else Visitor(*row)


def make() -> Visitor:
    """Create a device. The response must set its `cookie_value`."""
    device = Device(key=secrets.token_urlsafe(18), name="")
    with write_transaction() as session:
        session.add(device)
    return Visitor(device.id, device.key, device.name, device.created_at)


def cookie_value(visitor: Visitor) -> str:
    """Return the device's cookie value. Set it as `COOKIE` with `COOKIE_AGE`, HttpOnly, SameSite=Lax."""
    return _signer().sign(visitor.key).decode("ascii")


def rename(visitor: Visitor, name: str) -> Visitor:
    """Change or remove the device's name for the history. Raises Refusal("device.name")."""
    name = name.strip()
    if len(name) > LONGEST_DEVICE_NAME or (name and not name.isprintable()):
        raise Refusal("device.name", "name", high=LONGEST_DEVICE_NAME)
    with write_transaction() as session:
        session.execute(update(Device).where(Device.id == visitor.id).values(name=name))
    return replace(visitor, name=name)


AN_HOUR = timedelta(hours=1)
_REMEMBERED = 20_000


def note_visit(device_id: int | None) -> None:
    """Note a visit at most once per hour and process, to help find a lost phone."""
    known = cache_of("scorekeeper.seen", _REMEMBERED)
    moment, last = now(), known.get(device_id) if device_id else None
    if device_id is None or (last is not None and moment - last < AN_HOUR):
        return
    known.put(device_id, moment)
    old = (Device.id == device_id) & (Device.seen_at.is_(None) | (Device.seen_at < moment - AN_HOUR))
    try:
        with write_transaction() as session:
            session.execute(update(Device).where(old).values(seen_at=moment))
    except UNAVAILABLE:
        pass  # a failed write does not matter to someone who only reads
