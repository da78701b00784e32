"""A club's season with names shortened for the public, and with keys that don't contain names."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cached_property

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.clubs.commands.privacy.public_club import PublicClub
from scorekeeper.core.security.signing import sign
from scorekeeper.leagues.commands.season import NAMED, UNLISTED, Season, season_of
from scorekeeper.ratings import ratings
from scorekeeper.ratings.facts import Feat, Place, PlayedMatch, SeasonEvent, SeasonSeat

_SALT = "scorekeeper.season-key"
_LETTERS = 16


def visible_season(club: PublicClub, *, inside: bool) -> Season:
    """Return a club's season, with full names `inside` (for its own accounts), else as the directors chose."""
    season = season_of(club.id)
    choice = public_names.strictest([club.public_names, *(event.shown_as for event in season.events)])
    if inside or choice == public_names.FULL:
        return season
    seasons_by_choice: dict[str, Season] = season.__dict__.setdefault("_shown", {})
    if choice not in seasons_by_choice:
        seasons_by_choice[choice] = RedactedSeason(season, choice)
    return seasons_by_choice[choice]


class RedactedSeason(Season):
    """A season under public names. It has the whole season's ratings, with opaque keys."""

    hides = True

    def __init__(self, full_season: Season, choice: str) -> None:
        self._whole = full_season
        called = _public_names(full_season, choice)
        names = {_public_key(key): _public_name(full_season, called, key, choice) for key in full_season.names}
        super().__init__([_event(event, names) for event in full_season.events], names, {})

    @cached_property
    def team_ratings(self) -> dict[str, ratings.History]:
        """Return the rating histories of pairs, by key."""
        return {_public_key(key): replace(one, key=_public_key(key)) for key, one in self._whole.team_ratings.items()}

    @cached_property
    def player_ratings(self) -> dict[str, ratings.History]:
        """Return the rating histories of players, by key."""
        return {_public_key(key): replace(one, key=_public_key(key)) for key, one in self._whole.player_ratings.items()}


def _public_key(key: str) -> str:
    """Return the key of a player or pair without any name in it, so that no one can find people by guessing names."""
    if key.startswith(NAMED):
        return NAMED + _opaque_key(key)
    return "+".join(UNLISTED + _opaque_key(part) if part.startswith(UNLISTED) else part for part in key.split("+"))


def _opaque_key(key: str) -> str:
    return hashlib.sha256(sign(_SALT, key).encode()).hexdigest()[:_LETTERS]


def _people(season: Season) -> Iterator[str]:
    """Yield everyone's keys in the order in which they first played, including teams whose players are not known."""
    for event in season.events:
        seats: list[Place | SeasonSeat] = [*event.places, *(seat for match in event.matches for seat in match.sides)]
        for seat in seats:
            yield from seat.players or ((seat.team,) if seat.team else ())


def _public_names(season: Season, choice: str) -> dict[Hashable, str]:
    """Return public names by key."""
    people = {key: n for n, key in enumerate(dict.fromkeys(_people(season)), 1)}
    if choice == public_names.NUMBER:
        return {key: public_names.number_name(n) for key, n in people.items()}
    single: dict[Hashable, tuple[str, object]] = {
        key: (season.name(key), n) for key, n in people.items() if not key.startswith(NAMED)
    }
    teams = {
        key: [public_names.short_name(one) for one in public_names.split_pair(season.name(key))]
        for key in people
        if key.startswith(NAMED)
    }
    return public_names.initials(single) | {key: pair_name(names) for key, names in teams.items()}


def _public_name(season: Season, called: dict[Hashable, str], key: str, choice: str) -> str:
    """Return the public name of a player or pair. Players without a finished tournament have no number."""
    if "+" in key:
        return pair_name(_public_name(season, called, part, choice) for part in key.split("+"))
    known = called.get(key)
    if known is not None:
        return known
    return public_names.number_name("") if choice == public_names.NUMBER else public_names.short_name(season.name(key))


def _event(event: SeasonEvent, names: dict[str, str]) -> SeasonEvent:
    def seat(one: SeasonSeat) -> SeasonSeat:
        return SeasonSeat(_public_key(one.team), tuple(_public_key(p) for p in one.players))

    def place(one: Place) -> Place:
        sat = seat(SeasonSeat(one.team, one.players))
        name = names.get(sat.team) or pair_name(names[p] for p in sat.players)
        return Place(one.rank, name, sat.team, sat.players)

    def feat(one: Feat) -> Feat:
        return replace(one, contractor=_public_key(one.contractor), players=tuple(_public_key(p) for p in one.players))

    def match(one: PlayedMatch) -> PlayedMatch:
        return replace(one, sides=tuple(seat(side) for side in one.sides))

    return replace(
        event,
        places=tuple(place(one) for one in event.places),
        matches=tuple(match(one) for one in event.matches),
        feats=tuple(feat(one) for one in event.feats),
        present=frozenset(),  # who was checked in is for the club alone
    )
