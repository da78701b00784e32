"""The next tournament, like an earlier one: what is copied, the regulars, and a whole series of dates."""

from __future__ import annotations

import uuid as uuids
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.core.i18n import timezones
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats.declared import dump, parse
from scorekeeper.pairing.money.purse import Purse
from scorekeeper.pairing.record.attendance import MISSING
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.authorization import reread
from scorekeeper.tournaments.commands.command import Json
from scorekeeper.tournaments.commands.door.door_state import check_in_of
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.series.regular_facts import (
    RegularFacts,
    add_regular_facts,
    copied_facts,
    facts_of,
    players_key,
)
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.commands.setup.entry_validation import seats_each
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import DoorPart, EntryPart, SetupPart

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

MOST_TIMES = 60
LAST_FEW = 4
"""The number of earlier tournaments that show who the regulars are."""
MOST_RECENT = 3
"""The number of tournaments that the pages offer to repeat."""
_HIGHEST_SEED = 2**31 - 1


def _about(value: Json) -> Json:
    return {**value, "day": "", "name": ""}


def _setup(value: Json) -> Json:
    # Another seed, so that partners and opponents are not drawn as the last time.
    return parts.rewrite_fields(SetupPart, value, seed=parse(SetupPart, value).seed % _HIGHEST_SEED + 1)


def _entry(value: Json) -> Json:
    return dump(replace(parse(EntryPart, value), open=False, closes=None))


def _door(value: Json) -> Json:
    return dump(replace(parse(DoorPart, value), link=1))


def _purse(value: Json) -> Json:
    # A sponsor gives once, and says so again.
    return dump(replace(parse(Purse, value), sponsors=()))


COPIED: Mapping[str, Callable[[Json], Json]] = {
    "about": _about,
    "setup": _setup,
    "entry": _entry,
    "door": _door,
    "purse": _purse,
    "ranked_tags": dict,
    "calls": dict,
    "hall": dict,
}
"""The parts that the next tournament has from the earlier one, each with the value it starts with. A new kind of part that
should be copied needs a line here. The name and the day of `about` are always the next ones."""


def copied_parts(board: Board) -> Json:
    """Return the parts of a tournament that the next one has too."""
    return {name: make(board.log.parts[name]) for name, make in COPIED.items() if board.log.parts.get(name) is not None}


@dataclass(frozen=True)
class Regular:
    """Someone who may play again. `value`: the id among the regulars; `times`: how often they came; `usual`: to half or more."""

    value: str
    name: str
    players: tuple[str, ...]
    times: int
    usual: bool


@dataclass(frozen=True)
class EarlierTournament:
    """A tournament to repeat, with the next day and everyone who came lately. `facts`: what the director added about them."""

    id: int
    board: Board
    day: str
    regulars: tuple[Regular, ...]
    of: int
    facts: RegularFacts


def recent(club: ClubAccess) -> list[lifecycle.TournamentListItem]:
    """Return the latest tournaments that were played, each weekday and name once, newest first."""
    played = [one for one in lifecycle.of_club(club) if one.status in ("running", "finished")]
    found: dict[tuple[int, str], lifecycle.TournamentListItem] = {}
    for one in played:
        named = "" if one.name[-1:].isdigit() or one.day in one.name else same_name(one.name)
        found.setdefault((date.fromisoformat(one.day).weekday(), named), one)
    return list(found.values())[:MOST_RECENT]


def earlier(club: ClubAccess, tournament_id: int) -> EarlierTournament:
    """Return one of the club's tournaments to repeat. Raises NotAllowed, NotFound("tournament")."""
    club.check("direct")
    access = _of_club(club, tournament_id)
    board = load(access)
    boards = [board, *(load(_of_club(club, one)) for one in _before(club, board, tournament_id))]
    alike = [one for one in boards if seats_each(one) == seats_each(board)][:LAST_FEW]
    return EarlierTournament(tournament_id, board, next_day(club, board.about.day), regulars(alike), len(alike), facts_of(alike))


def _of_club(club: ClubAccess, tournament_id: int) -> TournamentAccess:
    access = authorization.desk(tournament_id, club.account)
    if access.club_id != club.club_id:
        raise NotFound("tournament")
    return access


def _before(club: ClubAccess, board: Board, tournament_id: int) -> list[int]:
    """Return the tournaments played up to the same day, latest first: a few more than needed, as some have other entrants."""
    listed = (one for one in lifecycle.of_club(club) if one.status in ("running", "finished") and one.id != tournament_id)
    return [one.id for one in listed if one.day <= board.about.day][: 2 * LAST_FEW]


def next_day(club: ClubAccess, day: str) -> str:
    """Return the next date on the same weekday, today or later, but after `day`."""
    found, today = date.fromisoformat(day) + timedelta(weeks=1), timezones.today(timezones.club_zone(club.zone))
    if found < today:
        found += timedelta(weeks=-(-(today - found).days // 7))
    return found.isoformat()


def regulars(boards: Sequence[Board]) -> tuple[Regular, ...]:
    """Return everyone who came to one of these tournaments, by name. A player who came in several pairs is usual in one of them.

    `usual`: came to at least half of them.
    """
    times: Counter[frozenset[str]] = Counter()
    latest: dict[frozenset[str], EnteredEntrant] = {}
    for board in boards:
        for one in board.entrants:
            if _came(board, one):
                key = players_key(one.players, one.name)
                times[key] += 1
                latest.setdefault(key, one)
    found: list[Regular] = []
    taken: set[str] = set()
    for key, count in times.most_common():
        usual = 2 * count >= len(boards) and not key & taken
        taken |= key if usual else set()
        one = latest[key]
        found.append(Regular(f"r{len(found)}", one.name, one.players, count, usual))
    by_name = sorted(found, key=lambda one: same_name(one.name))
    return tuple(replace(one, value=f"r{k}") for k, one in enumerate(by_name))


def _came(board: Board, one: EnteredEntrant) -> bool:
    check_in = check_in_of(board, one.id)
    return one.status in ("in", "left") and not (check_in is not None and check_in.state == MISSING)


def create_series(
    club: ClubAccess,
    like: EarlierTournament,
    *,
    names: Callable[[str], str],
    day: str,
    times: int = 1,
    entering: Iterable[Regular] = (),
    uuid: str | None = None,
) -> list[TournamentAccess]:
    """Create the next tournament, or with `times` one for every week from `day` on, and join their leagues.

    `names`: returns the name for a date. The regulars in `entering` enter the first. All are public if the earlier one is. The
    same `uuid` creates them once. Raises NotAllowed, Refusal("series.times", "tournament…", "entrant…").
    """
    club.check("direct")
    if type(times) is not int or not 1 <= times <= MOST_TIMES:
        raise Refusal("series.times", "times", high=MOST_TIMES)
    try:
        first = date.fromisoformat(day)
        days = [(first + timedelta(weeks=k)).isoformat() for k in range(times)]
    except (ValueError, OverflowError):
        raise Refusal("tournament.day", "day", read=day[:20]) from None
    key = check_uuid(uuid) if uuid else str(uuids.uuid4())
    copied = copied_parts(like.board)
    made = [_create_one(club, like, copied, names(days[0]), days[0], [_entry_facts(one) for one in entering], key)]
    made += [_create_one(club, like, copied, names(one), one, [], _key_of(key, one)) for one in days[1:]]
    _joining.join(club, like.id, [one.tournament_id for one in made])
    return made


def _create_one(
    club: ClubAccess, like: EarlierTournament, copied: Json, name: str, day: str, entered: Sequence[Json], key: str
) -> TournamentAccess:
    access = lifecycle.create(club, {"name": name, "day": day}, uuid=key, copied=copied)
    if entered:
        board = write(access, entries.enter(entered), revision=access.revision, uuid=_key_of(key, "enter")).board
        if copied_facts(board, like.facts):
            write(access, add_regular_facts(like.facts), revision=board.revision, uuid=_key_of(key, "facts"))
    if like.board.status != "draft":
        access = reread(access)
        write(access, lifecycle.announce(), revision=access.revision, uuid=_key_of(key, "announce"))
    return reread(access)


def _key_of(key: str, what: str) -> str:
    """Return a key for another command of the same request."""
    return str(uuids.uuid5(uuids.NAMESPACE_OID, f"{key} {what}"))


def _entry_facts(one: Regular) -> Json:
    own_name = {} if one.players and one.name == pair_name(one.players) else {"name": one.name}
    return {"players": list(one.players), **own_name}


class Joining:
    """What happens to the leagues of a repeated tournament. Leagues register their own subclass (`register_joining`)."""

    def join(self, club: ClubAccess, like: int, made: Sequence[int]) -> None:
        """Add new tournaments to every league that counts the tournament `like`."""


_joining = Joining()


def register_joining(own: Joining) -> None:
    """Register what the leagues do."""
    global _joining
    _joining = own
