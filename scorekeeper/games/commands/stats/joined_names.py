"""Names that a device treats as one person: joined, listed, separated. No game changes."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.limits import LONGEST_NAME
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.games.commands.stats.people import Joined, People
from scorekeeper.games.store.household import JoinedName

MOST_JOINED = 200


def list_joined_names(devices: Iterable[int]) -> list[Joined]:
    """Return the names that these devices joined, sorted by name."""
    query = select(JoinedName.name, JoinedName.person).where(JoinedName.device_id.in_(list(devices))).order_by(JoinedName.name)
    return [Joined(*row) for row in db.session.execute(query)]


def join(visitor: Visitor, name: str, person: str) -> Joined:
    """Make `name` mean `person` on this device, in place of what it meant before. No game changes.

    Raises Refusal("joined.name"), ("joined.same"), ("joined.many").
    """
    name, person = normalize_text(name), normalize_text(person)
    for field, text in (("name", name), ("person", person)):
        if not text or len(text) > LONGEST_NAME:
            raise Refusal("joined.name", field, read=text[:40], high=LONGEST_NAME)
    known = list_joined_names([visitor.id])
    if len(known) >= MOST_JOINED:
        raise Refusal("joined.many", high=MOST_JOINED)
    if People([one for one in known if same_name(one.name) != same_name(name)])(person) == same_name(name):
        raise Refusal("joined.same", "person", read=name)
    with write_transaction() as session:
        session.merge(JoinedName(device_id=visitor.id, name=name, person=person, joined_at=now()))
    return Joined(name, person)


def separate(visitor: Visitor, name: str) -> Joined:
    """Separate a joined name and return it. Raises NotFound("joined.none")."""
    known = next((one for one in list_joined_names([visitor.id]) if one.name == name), None)
    if known is None:
        raise NotFound("joined.none")
    with write_transaction() as session:
        session.execute(delete(JoinedName).where(JoinedName.device_id == visitor.id, JoinedName.name == name))
    return known
