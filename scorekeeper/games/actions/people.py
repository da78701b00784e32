"""Who is meant by a name: spellings of one name are one person, and so are names that were joined."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, select

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.devices import Visitor
from scorekeeper.base.keys import same_name, tidy
from scorekeeper.base.limits import LONGEST_NAME
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.games.store.joined_name import JoinedName

MOST_JOINED = 200


@dataclass(frozen=True, slots=True)
class Joined:
    """`name` means `person`, as they are written."""

    name: str
    person: str


class People:
    """The persons behind names. Called with a name it gives the person's key: the same for all names of that person."""

    def __init__(self, joined: Iterable[Joined] = ()) -> None:
        self._means = {same_name(one.name): same_name(one.person) for one in joined}
        self._shown = {same_name(one.person): one.person for one in joined}
        self._keys: dict[str, str] = {}
        self._seen: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """The key of whoever is meant by a name."""
        key = self._keys.get(name)
        if key is None:
            key = self._keys[name] = self._root(same_name(name))
        return key

    def _root(self, key: str) -> str:
        been = {key}
        while (meant := self._means.get(key)) is not None and meant not in been:
            key = meant
            been.add(key)
        return key

    def saw(self, names: Iterable[str]) -> None:
        """Take these for the newest spellings of whoever they are."""
        for name in names:
            self._seen[self(name)] = name if self(name) == same_name(name) else self._seen.get(self(name), name)

    def called(self, key: str) -> str:
        """A person’s name: as it was chosen where names were joined, else as it was written last."""
        return self._shown.get(key) or self._seen.get(key) or key


def joined_by(devices: Iterable[int]) -> list[Joined]:
    """The names that these devices joined, by name."""
    query = select(JoinedName.name, JoinedName.person).where(JoinedName.device_id.in_(list(devices))).order_by(JoinedName.name)
    return [Joined(*row) for row in db.session.execute(query)]


def join(visitor: Visitor, name: str, person: str) -> Joined:
    """From now on, for this device, `name` means `person`; what it meant before is forgotten. No game changes.

    Raises Refusal("joined.name"), ("joined.same"), ("joined.many").
    """
    name, person = tidy(name), tidy(person)
    for field, text in (("name", name), ("person", person)):
        if not text or len(text) > LONGEST_NAME:
            raise Refusal("joined.name", field, read=text[:40], high=LONGEST_NAME)
    known = joined_by([visitor.id])
    if len(known) >= MOST_JOINED:
        raise Refusal("joined.many", high=MOST_JOINED)
    if People([one for one in known if same_name(one.name) != same_name(name)])(person) == same_name(name):
        raise Refusal("joined.same", "person", read=name)
    with writing() as session:
        session.merge(JoinedName(device_id=visitor.id, name=name, person=person, joined_at=now()))
    return Joined(name, person)


def part(visitor: Visitor, name: str) -> Joined:
    """Take the joining of a name back. Raises NotFound("joined.none")."""
    known = next((one for one in joined_by([visitor.id]) if one.name == name), None)
    if known is None:
        raise NotFound("joined.none")
    with writing() as session:
        session.execute(delete(JoinedName).where(JoinedName.device_id == visitor.id, JoinedName.name == name))
    return known
