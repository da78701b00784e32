"""What the director adds to pairing and results, as read from a log: meetings, fixed places and penalties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.formats.declared import parse
from scorekeeper.pairing.record.record import ApartRule, FixedPlace, Penalty
from scorekeeper.tournaments.store.parts import MeetingPart, PlacePart, ProfilePart

KINDS = frozenset({"meeting", "place", "penalty", "profile"})
"""The kinds of parts that adjustments are made from."""


@dataclass(frozen=True, slots=True)
class Adjustments:
    """Entrants to keep apart, fixed places and penalties, each in order of entry."""

    apart: tuple[ApartRule, ...] = ()
    places: tuple[FixedPlace, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    def among(self, ids: Collection[str]) -> Adjustments:
        """Return the adjustments of these entrants. A meeting needs two of them."""
        apart = tuple(replace(one, who=one.who.intersection(ids)) for one in self.apart)
        return Adjustments(
            tuple(one for one in apart if len(one.who) > 1),
            tuple(one for one in self.places if one.entrant in ids),
            tuple(one for one in self.penalties if one.entrant in ids),
        )

    def before_round(self, number: int, ids: Collection[str]) -> Adjustments:
        """Return the adjustments that the pairing of a round rests on. `ids`: everyone who was paired.

        Penalties of other entrants count too, because they change ranks. Warnings change nothing.
        """
        penalties = tuple(one for one in self.penalties if one.round < number and one.kind != "warning")
        return replace(self.among(ids), penalties=penalties)


def read_adjustments(parts: Mapping[str, Any]) -> Adjustments:
    """Return the adjustments among the parts of a tournament."""
    found: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for part, value in parts.items():
        kind, _, name = part.partition("/")
        if kind in found:
            found[kind][name] = value
    meetings = [parse(MeetingPart, value) for value in found["meeting"].values()]
    carriers = _carriers(found["profile"]) if any(one.tag is not None for one in meetings) else {}
    apart = (
        ApartRule(frozenset(one.between if one.tag is None else carriers.get(one.tag, ())), one.rule, one.role)
        for one in meetings
    )
    places = ((who, parse(PlacePart, value)) for who, value in found["place"].items())
    return Adjustments(
        tuple(apart),
        tuple(FixedPlace(who, one.table, one.side) for who, one in places),
        tuple(parse(Penalty, value) for value in found["penalty"].values()),
    )


def _carriers(profiles: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the entrants with each tag."""
    carriers: dict[str, list[str]] = {}
    for who, value in profiles.items():
        for tag in parse(ProfilePart, value).tags:
            carriers.setdefault(tag, []).append(who)
    return carriers


def changes_adjustments(changed: Iterable[str]) -> bool:
    """Return whether one of the changed parts may change the adjustments."""
    return any(part.partition("/")[0] in KINDS for part in changed)
