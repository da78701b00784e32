"""What the director added about the regulars, for the next tournament: tags, handicaps, fixed places, who should not meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.security.signing import same_name
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.adjustments.meetings import meetings_of
from scorekeeper.tournaments.commands.adjustments.places import place_of
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import MeetingPart, PlacePart, ProfilePart

Who = frozenset[str]
"""The players of an entrant, by name as names are compared."""


@dataclass(frozen=True)
class RegularFacts:
    """Tags with handicap, and the place, of each entrant; and rules about who should not meet, with the entrants they name."""

    profiles: dict[Who, ProfilePart]
    places: dict[Who, PlacePart]
    meetings: tuple[tuple[MeetingPart, tuple[Who, ...]], ...]


def players_key(players: Sequence[str], name: str) -> Who:
    """Return the key of an entrant: its players' names, or its own name without any."""
    return frozenset(same_name(one) for one in players or (name,))


def facts_of(boards: Sequence[Board]) -> RegularFacts:
    """Return what is known about the entrants of tournaments, latest first.

    An entrant's facts come from the latest tournament with the entrant, rules for a tag from the latest of all.
    """
    profiles: dict[Who, ProfilePart] = {}
    places: dict[Who, PlacePart] = {}
    meetings: list[tuple[MeetingPart, tuple[Who, ...]]] = []
    for number, board in enumerate(boards):
        keys = {one.id: _key(one) for one in board.entrants if one.status != "withdrawn"}
        for one in meetings_of(board):
            named = tuple(keys[who] for who in one.part.between if who in keys)
            known = all(who in profiles for who in named)
            if not known or number == 0:
                meetings.append((replace(one.part, between=()), named))
        for entrant in board.entrants:
            if entrant.id in keys and keys[entrant.id] not in profiles:
                profiles[keys[entrant.id]] = ProfilePart(entrant.tags, entrant.handicap)
                places[keys[entrant.id]] = place_of(board, entrant.id)
    return RegularFacts(profiles, places, tuple(meetings))


def _key(one: EnteredEntrant) -> Who:
    return players_key(one.players, one.name)


def copied_facts(board: Board, facts: RegularFacts) -> Json:
    """Return the parts of what is known about the entrants of a tournament. Empty if nothing is."""
    ids = {_key(one): one.id for one in board.entrants}
    after: Json = {}
    for who, entrant in ids.items():
        profile, place = facts.profiles.get(who, ProfilePart()), facts.places.get(who, PlacePart())
        after |= {parts.profile_part(entrant): dump(profile)} if profile != ProfilePart() else {}
        after |= {parts.place_part(entrant): dump(place)} if place != PlacePart() else {}
    tags = {tag for who in ids for tag in facts.profiles.get(who, ProfilePart()).tags}
    for number, one in enumerate(_meetings_among(facts, ids, tags), 1):
        after[parts.meeting_part(number)] = dump(one)
    return after


def _meetings_among(facts: RegularFacts, ids: dict[Who, str], tags: set[str]) -> Iterator[MeetingPart]:
    for part, named in facts.meetings:
        between = tuple(ids[who] for who in named if who in ids)
        if part.tag in tags if part.tag is not None else len(between) > 1:
            yield replace(part, between=between)


@command(
    "copy_facts",
    right="direct",
    changes=("profile", "place", "meeting"),
    says=N_("Tags, handicaps, fixed places and who should not meet, as the last time"),
    asked=lambda _facts: [],
)
def add_regular_facts(board: Board, facts: RegularFacts) -> TournamentEffect:
    """Give the entrants of a new tournament what is known about them."""
    return TournamentEffect("profiles", copied_facts(board, facts))
