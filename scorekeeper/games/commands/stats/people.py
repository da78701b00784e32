"""The people behind names: spellings of one name are one person, and so are joined names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.security.signing import same_name


@dataclass(frozen=True, slots=True)
class Joined:
    """`name` means `person`, both as written."""

    name: str
    person: str


class People:
    """Maps a name to a key of its person, the same for all names of that person."""

    def __init__(self, joined: Iterable[Joined] = ()) -> None:
        self._means = {same_name(one.name): same_name(one.person) for one in joined}
        self._shown = {same_name(one.person): one.person for one in joined}
        self._keys: dict[str, str] = {}
        self._seen: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Return the key of a name's person."""
        key = self._keys.get(name)
        if key is None:
            key = self._keys[name] = self._root(same_name(name))
        return key

    def _root(self, key: str) -> str:
        been = {key}
        while (person_key := self._means.get(key)) is not None and person_key not in been:
            key = person_key
            been.add(key)
        return key

    def remember_spellings(self, names: Iterable[str]) -> None:
        """Store these as the newest spellings of their persons' names."""
        for name in names:
            self._seen[self(name)] = name if self(name) == same_name(name) else self._seen.get(self(name), name)

    def called(self, key: str) -> str:
        """Return a person's name: the one chosen when names were joined, else the latest spelling."""
        return self._shown.get(key) or self._seen.get(key) or key
