"""Create, change, archive and export a club's leagues, and compute their standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from scorekeeper.clubs.commands.event_writer import ClubTransaction, Json, change_club, difference
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.league import LONGEST_LEAGUE_NAME, StoredLeague
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.core.db.database import LARGEST_ID, db, now
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.core.spreadsheets import Cell, Rows
from scorekeeper.leagues.commands.season import Season
from scorekeeper.ratings import league as pure
from scorekeeper.ratings.facts import SeasonEvent
from scorekeeper.tournaments.commands.setup.validation import check_text
from scorekeeper.tournaments.store.tournament import StoredTournament

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


MOST_LEAGUES = 200
MOST_RESULTS = 200


@dataclass(frozen=True)
class League:
    """A league's setup. `tournaments`: ids of the tournaments that count."""

    id: int
    club_id: int
    revision: int
    name: str
    note: str
    rules: pure.Rules
    tournaments: tuple[int, ...]
    changed_at: datetime
    deleted: bool


class LeagueChanged(Refusal):
    """Someone else changed the league since the caller read it."""

    status = 409


def _league(row: StoredLeague) -> League:
    facts = league_facts(row)
    rules = pure.Rules(tuple(facts["points"]), facts["others"], facts["best"], facts["share"], facts["who"], facts["counts"])
    counted = tuple(facts["tournaments"])
    deleted = row.deleted_at is not None
    return League(row.id, row.club_id, row.revision, row.name, facts["note"], rules, counted, row.changed_at, deleted)


def league_facts(row: StoredLeague) -> Json:
    """A league's facts. Those stored before leagues could count anything but ranks don't say so."""
    return {"counts": pure.RANKS, **row.facts}


def of_club(club_id: int, *, deleted: bool = False) -> list[League]:
    """Return a club's leagues, newest first: the active ones, or with `deleted` the archived ones."""
    condition = StoredLeague.deleted_at.is_not(None) if deleted else StoredLeague.deleted_at.is_(None)
    query = select(StoredLeague).where(StoredLeague.club_id == club_id, condition).order_by(StoredLeague.id.desc())
    return [_league(row) for row in db.session.scalars(query)]


def load(club_id: int, league_id: int, *, deleted: bool = False) -> League:
    """Return one of the club's leagues, with `deleted` even if archived. Raises NotFound("league")."""
    row = db.session.get(StoredLeague, league_id, populate_existing=True) if league_id <= LARGEST_ID else None
    if row is None or row.club_id != club_id or (row.deleted_at is not None and not deleted):
        raise NotFound("league")
    return _league(row)


def check(club_id: int, facts: Mapping[str, Any]) -> tuple[str, Json]:
    """Return a league's name and facts, checked. Raises Refusal("league…", "text.long")."""
    name = normalize_text(facts["name"]) if isinstance(facts.get("name"), str) else ""
    if not 0 < len(name) <= LONGEST_LEAGUE_NAME or not name.isprintable():
        raise Refusal("league.name", "name", high=LONGEST_LEAGUE_NAME)
    who = facts.get("who", pure.TEAMS)
    if who not in pure.WHO:
        raise Refusal("league.who", "who")
    counts = facts.get("counts", pure.RANKS)
    if counts not in pure.COUNTS:
        raise Refusal("league.counts", "counts")
    points = _points(facts.get("points") if counts == pure.RANKS else facts.get("points") or [0])
    others = facts.get("others", 0)
    if type(others) is not int or not 0 <= others <= points[-1]:
        raise Refusal("league.others", "others", high=points[-1])
    best = facts.get("best")
    if best is not None and (type(best) is not int or not 1 <= best <= MOST_RESULTS):
        raise Refusal("league.best", "best", read=str(best)[:20], high=MOST_RESULTS)
    return name, {
        "note": check_text(facts.get("note"), "note"),
        "who": who,
        "counts": counts,
        "points": points,
        "others": others,
        "best": best,
        "share": facts.get("share", True) is True,
        "tournaments": _tournaments(club_id, facts.get("tournaments", ())),
    }


def _points(read: object) -> list[int]:
    fits = isinstance(read, list | tuple) and 0 < len(read) <= pure.MOST_PLACES
    is_valid = fits and all(type(n) is int and 0 <= n <= pure.MOST_POINTS for n in read)  # type: ignore[attr-defined]
    if not is_valid or list(read) != sorted(read, reverse=True):  # type: ignore[call-overload]
        text = " ".join(str(n) for n in read) if isinstance(read, list | tuple) else str(read)
        raise Refusal("league.points", "points", read=text[:60], high=pure.MOST_PLACES)
    return list(read)  # type: ignore[call-overload]


def _tournaments(club_id: int, read: object) -> list[int]:
    requested = list(read) if isinstance(read, list | tuple) else [None]
    ids = [n for n in requested if type(n) is int]
    if len(ids) < len(requested) or _existing_tournaments(club_id, ids) != ids:
        raise Refusal("league.tournaments", "tournaments")
    return sorted(set(ids))


def _existing_tournaments(club_id: int, numbers: list[int]) -> list[int]:
    """Return the tournaments in `numbers` that the club still has."""
    own = set(db.session.scalars(select(StoredTournament.id).where(StoredTournament.club_id == club_id)))
    return [n for n in numbers if n in own]


def league_state(row: StoredLeague) -> Json:
    """Return a league's state for its history: every fact, and whether it is archived."""
    return {"name": row.name, **league_facts(row), "away": row.deleted_at is not None}


def create(club: ClubAccess, facts: Mapping[str, Any], *, uuid: str) -> League:
    """Create a league. Directors only. Idempotent by `uuid`. Raises NotAllowed, Refusal."""
    club.check("direct")
    name, checked_facts = check(club.club_id, facts)
    with change_club(club, "league", {**checked_facts, "name": name}, uuid) as turn:
        mine = StoredLeague.club_id == club.club_id
        row = turn.session.scalars(select(StoredLeague).where(mine, StoredLeague.uuid == check_uuid(uuid))).first()
        if row is None:
            if (turn.session.scalar(select(func.count()).select_from(StoredLeague).where(mine)) or 0) >= MOST_LEAGUES:
                raise Refusal("league.many", high=MOST_LEAGUES)
            row = StoredLeague(club_id=club.club_id, uuid=uuid, revision=1, name=name, facts=checked_facts)
            turn.session.add(row)
            turn.session.flush()
            turn.note(f"league/{row.id}", "create", {}, league_state(row))
        return _league(row)


def change(club: ClubAccess, league_id: int, facts: Mapping[str, Any], *, revision: int, uuid: str | None = None) -> League:
    """Replace a league's setup. `revision` is the one that the caller read. Idempotent by `uuid`.

    Raises LeagueChanged, NotFound, Refusal.
    """
    club.check("direct")
    load(club.club_id, league_id)
    name, checked_facts = check(club.club_id, facts)
    with change_club(club, "league.change", [league_id, {**checked_facts, "name": name}], uuid) as turn:
        row = _row(turn, league_id)
        if turn.made is None:
            if row.revision != revision:
                raise LeagueChanged("league.changed")
            _write(turn, row, {"name": name, **checked_facts}, "change")
        return _league(row)


def join_tournaments(turn: ClubTransaction, league_id: int, made: Sequence[int]) -> None:
    """Let more tournaments count. Ones that count already stay."""
    row = _row(turn, league_id)
    counted = sorted({*league_facts(row)["tournaments"], *made})
    _write(turn, row, {"tournaments": counted}, "change")


def archive_league(club: ClubAccess, league_id: int, away: bool = True, *, uuid: str | None = None) -> League:
    """Archive a league, or restore it. Nothing is lost. Idempotent by `uuid`."""
    club.check("direct")
    with change_club(club, "league.away", [league_id, away], uuid) as turn:
        row = _row(turn, league_id)
        if turn.made is None:
            # Tournaments may have been deleted while the league was archived.
            new_facts = (
                {"away": away}
                if away
                else {"away": away, "tournaments": _existing_tournaments(club.club_id, row.facts["tournaments"])}
            )
            _write(turn, row, new_facts, "away" if away else "back")
        return _league(row)


def restore(turn: ClubTransaction, league_id: int, change: ClubEvent) -> ClubEvent:
    """Restore the facts that a change replaced."""
    league = _row(turn, league_id)
    new_facts = {**league_state(league), **change.before}
    new_facts["tournaments"] = _existing_tournaments(turn.club.club_id, new_facts["tournaments"])
    name, facts = check(turn.club.club_id, new_facts)
    event = _write(turn, league, {"name": name, **facts, "away": new_facts["away"]}, "undo", change.number)
    if event is None:
        raise Refusal("season.undo_same")
    return event


def _row(turn: ClubTransaction, league_id: int) -> StoredLeague:
    row = turn.session.get(StoredLeague, league_id, populate_existing=True) if league_id <= LARGEST_ID else None
    if row is None or row.club_id != turn.club.club_id:
        raise NotFound("league")
    return row


def _write(turn: ClubTransaction, row: StoredLeague, new_facts: Json, action: str, undoes: int | None = None) -> ClubEvent | None:
    """Store these facts and record the change. Returns None if nothing changes."""
    before, after = difference(league_state(row), new_facts)
    if not after:
        return None
    facts = {**league_state(row), **after}
    row.deleted_at = (row.deleted_at or now()) if facts.pop("away") else None
    row.name, row.facts = facts.pop("name"), facts
    row.revision, row.changed_at = row.revision + 1, now()
    return turn.note(f"league/{row.id}", action, before, after, undoes)


@dataclass(frozen=True)
class Standing:
    """A league's standings.

    `events`: finished tournaments that count, in order.
    `to_come`: how many chosen tournaments are not finished.
    `left_out`: names of entrants who can't collect points, because their players are not known.
    """

    league: League
    events: tuple[SeasonEvent, ...]
    to_come: int
    lines: tuple[pure.Line, ...]
    left_out: tuple[str, ...]


def compute_standing(season: Season, league: League) -> Standing:
    """Return a league's standings. Points go to the entrants, even where a substitute played a round."""
    chosen = [e for e in season.events if e.id in league.tournaments]
    results_by_key: dict[str, list[pure.Result]] = {}
    left_out: dict[str, None] = {}
    for event in chosen:
        points = pure.league_points(league.rules, event.places)
        for place, worth in sorted(zip(event.places, points, strict=True), key=lambda one: one[0].rank):
            keys = (place.team,) if league.rules.who == pure.TEAMS else place.players
            if not all(keys) or not keys:
                left_out[place.name] = None
                continue
            for key in keys:
                mine = results_by_key.setdefault(key, [])
                if not mine or mine[-1].event != event.id:  # two names of one person both entered: the better rank counts
                    mine.append(pure.Result(event.id, place.rank, worth))
    by_name = {key: results_by_key[key] for key in sorted(results_by_key, key=lambda key: (same_name(season.name(key)), key))}
    lines = tuple(pure.standings(league.rules, by_name))
    return Standing(league, tuple(chosen), len(league.tournaments) - len(chosen), lines, tuple(left_out))


def standings_rows(season: Season, standing: Standing, t: Gettext) -> Rows:
    """Return a league's rows: total points and the points of each tournament."""
    heads = [t("Rank"), t("Name"), t("Points"), *(f"{event.day} {event.name}" for event in standing.events)]
    rows: list[Sequence[Cell]] = [heads]
    for line in standing.lines:
        results_by_event: dict[int, pure.Result] = {r.event: r for r in line.results}
        points = [results_by_event[e.id].points if e.id in results_by_event else None for e in standing.events]
        rows.append([line.rank, season.name(line.key), line.points, *points])
    return rows
