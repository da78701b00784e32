"""The content of a table's columns, read from their headings in English or French."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.security.signing import same_name

_WORDS = re.compile(r"[a-z]+|#|\d+")
_SMALL = frozenset(["de", "du", "des", "la", "le", "les", "l", "d", "the", "of", "s", "and", "et", "full", "complet", "complete"])
_PARTNER = frozenset(["partner", "partenaire", "conjoint", "conjointe", "coequipier", "coequipiere", "teammate"])
_KINDS = {
    "other": [
        "tel",
        "telephone",
        "phone",
        "cell",
        "cellulaire",
        "cellphone",
        "mobile",
        "portable",
        "courriel",
        "email",
        "mail",
        "e",
        "adresse",
        "address",
        "club",
        "clubs",
        "ville",
        "city",
        "town",
        "village",
        "note",
        "notes",
        "remarque",
        "remarques",
        "remark",
        "remarks",
        "comment",
        "comments",
        "commentaire",
        "commentaires",
        "date",
        "paye",
        "paid",
        "cotisation",
        "fee",
        "membre",
        "member",
        "licence",
        "license",
        "age",
        "id",
        "joined",
        "left",
        "arrivee",
        "depart",
        "inscrit",
        "province",
        "state",
        "code",
        "postal",
    ],
    "first": ["prenom", "prenoms", "first", "given", "firstname", "forename"],
    "last": ["surname", "last", "lastname", "family", "famille", "patronyme"],
    "seed": ["seed", "seeds", "tete", "serie", "rang", "rank", "ranking", "classement", "no", "nr", "numero", "number", "#"],
    "entrant": ["team", "equipe", "pair", "paire", "entrant", "couple", "duo", "inscription"],
    "player": [*["player", "joueur", "joueuse", "participant", "participante"], *_PARTNER],
    "name": ["name", "names", "nom", "noms"],
}
"""Words by kind of column. The first kind wins: “Nom du club” is not a person, “Nom de famille” is a surname."""
_KNOWN = _SMALL | {word for words in _KINDS.values() for word in words}
_SEED = frozenset(["rang", "depart"])
"""“Rang de départ” is a seed, although “Départ” alone means someone who left."""


@dataclass(frozen=True)
class _Heading:
    kind: str
    person: int | None


def _heading(cell: str) -> _Heading | None:
    """Return the meaning of a heading, or None if it is not known."""
    words = _WORDS.findall(same_name(cell).replace("'", " "))
    numbers = [int(word) for word in words if word.isdecimal()]
    plain = {word for word in words if not word.isdecimal()}
    if not plain - _SMALL or not plain <= _KNOWN or any(not 1 <= n <= 6 for n in numbers):
        return None
    seed = plain - _SMALL == _SEED
    kind = "seed" if seed else next(kind for kind, known in _KINDS.items() if plain & set(known))
    return _Heading(kind, numbers[0] if numbers else 2 if plain & _PARTNER else None)


def roles_of(cells: Sequence[str], players: int) -> tuple[str, ...] | None:
    """Return the role of each column (`entry_sheets.SheetColumns`), or None if no cell is a heading for names."""
    heads = [_heading(cell) for cell in cells]
    if not any(head is not None and head.kind in ("first", "last", "player", "name", "entrant") for head in heads):
        return None
    found = _People(players)
    for told in (True, False):  # headings that number the person first, and "player" before "name"
        for kind in ("player", "first", "last", "name"):
            for place, head in enumerate(heads):
                if head is not None and head.kind == kind and (head.person is not None) == told:
                    found.take(place, kind, head.person)
    roles = found.roles()
    for place, head in enumerate(heads):
        if head is not None and head.kind in ("seed", "entrant") and head.kind not in roles.values():
            roles[place] = head.kind
    return tuple(roles.get(place, "") for place in range(len(cells)))


class _People:
    """The columns that contain parts of each player's name."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parts: dict[int, dict[str, int]] = {}
        self.spare: int | None = None

    def take(self, place: int, kind: str, person: int | None) -> None:
        """Add a column to the person named in its heading, or to the next person who lacks this part."""
        part = "first" if kind == "first" else "whole"
        missing = [n for n in range(1, self.players + 1) if part not in self.parts.get(n, {})]
        if person is None:
            person = missing[0] if missing else None
        if person in missing:
            self.parts.setdefault(person, {})[part] = place
        elif kind == "name" and self.spare is None:
            self.spare = place

    def roles(self) -> dict[int, str]:
        """Return the role of each column.

        In a table of pairs, a single name column is the pair's name, and so is one next to the players' names.
        """
        by_column: dict[int, str] = {}
        for n, parts in self.parts.items():
            if len(parts) == 2:
                by_column |= {parts["first"]: f"first-{n}", parts["whole"]: f"last-{n}"}
            else:
                by_column |= dict.fromkeys(parts.values(), f"player-{n}")
        if self.players > 1 and [*by_column.values()] == ["player-1"]:
            by_column = dict.fromkeys(by_column, "entrant")
        elif self.spare is not None and self.players > 1:
            by_column[self.spare] = "entrant"
        return by_column
