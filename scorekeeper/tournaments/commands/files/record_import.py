"""Validation of an archived log, and import of a tournament record with a history like any other."""

from __future__ import annotations

import re
import uuid as uuids
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import insert

from scorekeeper.clubs.commands.members import roster
from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.commands.members.roster import check_name
from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.core.events.idempotency import as_pairs, hash_content
from scorekeeper.core.i18n import timezones
from scorekeeper.core.limits import MOST_TOURNAMENT_EVENTS, check_uuid
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.core.validation import Json as AnyJson
from scorekeeper.core.validation import check_value, invalid_file_value, read_declared
from scorekeeper.formats.declared import copy_as, dump, dump_fields, fields_of, keys_of
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_door import parse_door
from scorekeeper.formats.tournament_money import parse_money, parse_pot, parse_purse
from scorekeeper.formats.tournament_options import dump_options
from scorekeeper.formats.tournament_record import dump_entrant, dump_result, parse_result
from scorekeeper.formats.tournament_v2 import parse_penalty, parse_v2, parse_without_penalties
from scorekeeper.games.store.parts import LONGEST_UUID
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.draft import DraftTable, RoundDraft
from scorekeeper.pairing.record.record import Entrant, Result, Round, Tournament
from scorekeeper.pairing.record.shapes import Text, Whole
from scorekeeper.tournaments.commands.calls.announcements import check_announcement
from scorekeeper.tournaments.commands.files.record_adjustments import adjustment_parts
from scorekeeper.tournaments.commands.setup.entry_validation import check_entry
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS, find_created
from scorekeeper.tournaments.commands.setup.validation import check_about, check_moment, check_setup, check_text
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog
from scorekeeper.tournaments.store.parts import CheckInPart, Clock, DoorPart, EntrantPart, EntryPart, PriceCategoryPart, RoundPart
from scorekeeper.tournaments.store.tournament import STATUSES, StoredTournament, StoredTournamentEvent

LONGEST_WHO = 60
_PART = re.compile(
    r"about|setup|entry|status|clock|entrant/e[1-9]\d{0,5}|round/[1-9]\d{0,3}"
    r"|(?:result|dispute)/[1-9]\d{0,3}/[1-9]\d{0,3}|report/[1-9]\d{0,3}/[1-9]\d{0,3}/[012]"
    r"|door|check_in/e[1-9]\d{0,5}|(?:payment|charge)/e[1-9]\d{0,5}/[1-9]\d{0,2}|price/e[1-9]\d{0,5}"
    r"|purse|pot/[1-9]\d{0,2}|tie/e[1-9]\d{0,5}"
    r"|ranked_tags|(?:place|profile)/e[1-9]\d{0,5}|(?:meeting|penalty)/[1-9]\d{0,4}"
    r"|announcement|calls|call/[1-9]\d{0,3}/[1-9]\d{0,3}/[1-9]\d?"
)
_ACTION = re.compile(r"[a-z_]{1,24}")


@dataclass(frozen=True, slots=True)
class ArchivedChange:
    """An event of a tournament in an archive: its row of the log without local ids.

    `link`: the number of the link it came by, from 1 in the archive's list.
    """

    uuid: Annotated[str, Text(LONGEST_UUID, 0)]
    at: datetime
    who: Annotated[str, Text(LONGEST_WHO, 0)]
    link: Annotated[int, Whole(1)] | None
    action: Annotated[str, Text(24, 0)]
    subject: Annotated[str, Text(60, 0)]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    undoes: Annotated[int, Whole(2)] | None


def tournament_events(changes: list[Any], links: int, where: str) -> tuple[list[TournamentEvent], Board]:
    """Return the rows of an archived log and the tournament they build.

    `link_id` is the number within the archive. Raises Refusal("archive.value").
    """
    log, rows = TournamentLog(), []
    for number, change in enumerate(changes, 1):
        location = f"{where}, change {number}"
        row = _tournament_event(
            read_declared(ArchivedChange, change, location, link=links, undoes=number - 1), location, number, log
        )
        log.add(row)
        rows.append(row)
    if not rows or not {"about", "setup", "entry", "status"} <= log.parts.keys():
        raise invalid_file_value(where)
    board = Board(log)
    check_value(where, lambda: _check_derived_values(board))
    return rows, board


def _tournament_event(change: ArchivedChange, where: str, number: int, log: TournamentLog) -> TournamentEvent:
    before, after = change.before, change.after
    if set(before) != set(after) or any(before[part] != log.parts.get(part) for part in before):
        raise invalid_file_value(f"{where}: before")
    for part, value in after.items():
        if not _PART.fullmatch(part):
            raise invalid_file_value(f"{where}: {part[:40]}")
        if value is not None:
            check_value(f"{where}: {part}", _checks(part, value, log, after))
    if check_uuid(change.uuid) in log.uuids or not _ACTION.fullmatch(change.action):
        raise invalid_file_value(f"{where}: uuid")
    own = {"account_id": None, "device_id": None, "asked": None}
    return copy_as(TournamentEvent, change, tournament_id=0, revision=number, link_id=change.link, **own)


def _checks(part: str, value: Any, log: TournamentLog, after: Mapping[str, Any]) -> Callable[[], object]:
    """Return a function that reads a part by its declared type and checks its content."""
    kind, _, rest = part.partition("/")
    if kind in ("result", "report"):
        number, table = (int(one) for one in rest.split("/")[:2])
        return lambda: _result(value, _round_of_result(number, log, after), table)
    if kind == "status":
        return lambda: STATUSES.index(value)
    declared = parts.PART_TYPES[kind]
    checks: dict[str, Callable[[Any], object]] = {
        "about": lambda found: (check_about(value), check_text(found.prizes, "prizes")),
        "setup": lambda _: _check_same(check_setup(value), value),
        "entry": lambda found: (check_text(found.note, "note"), found.closes is None or check_moment(found.closes)),
        "clock": lambda found: (_check_same(dump(found), value), _seconds_left(found)),
        "entrant": lambda found: (_is_as_written(found, value), _check_same(found.id, rest)),
        "round": lambda found: (_check_same(dump(found), value), _round(found, {**log.parts, **after})),
        "dispute": lambda found: ((0, 1, 2).index(found.side), check_text(found.note, "note")),
        "door": lambda found: _check_same(dump(found), value),
        "check_in": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "purse": lambda found: (_check_same(dump(found), value), parse_purse(value)),
        "pot": lambda found: (_check_same(dump(found), value), parse_pot(value, "pot", _entered(log, after))),
        "price": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "charge": lambda found: (_check_same(dump(found), value), _check_entered(rest.partition("/")[0], log, after)),
        "meeting": lambda found: (_check_same(dump(found), value), [_check_entered(i, log, after) for i in found.between]),
        "place": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "profile": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "ranked_tags": lambda found: _check_same(dump(found), value),
        "penalty": lambda found: (
            _check_same(dump(parse_penalty(value, "", (found.entrant,))), value),
            _check_entered(found.entrant, log, after),
        ),
        "payment": lambda found: (_check_same(dump(found), value), _check_entered(rest.partition("/")[0], log, after)),
        "tie": lambda found: (_check_same(dump(found), value), [_check_entered(who, log, after) for who in found.order]),
        "announcement": lambda found: (
            _check_same(dump(found), value),
            found.text == "" or _check_same(check_announcement(found.text), found.text),
        ),
        "calls": lambda found: _check_same(dump(found), value),
        "call": lambda found: (_check_same(dump(found), value), check_text(found.note, "note"), _check_table(rest, log, after)),
    }
    return lambda: checks[kind](parse_checked(declared, value, "round", ""))


def _is_as_written(part: object, value: AnyJson) -> bool:
    """Return whether every key that is present has the value this program would write."""
    names = [one.name for one in fields_of(type(part)) if one.key in value]
    return _check_same(dump_fields(type(part), {name: getattr(part, name) for name in names}), value)


def _check_same(parsed: object, value: object) -> bool:
    if parsed != value:
        raise ValueError("not as it is written here")
    return True


def _entered(log: TournamentLog, after: Mapping[str, Any]) -> set[str]:
    """Return the ids of all entrants after a change."""
    return {part.partition("/")[2] for part, value in {**log.parts, **after}.items() if part.startswith("entrant/") and value}


def _check_entered(entrant: str, log: TournamentLog, after: Mapping[str, Any]) -> bool:
    return _check_same(parts.entrant_part(entrant) in {**log.parts, **after}, True)


def _check_table(place: str, log: TournamentLog, after: Mapping[str, Any]) -> bool:
    number, table = (int(one) for one in place.split("/")[:2])
    return _check_same(any(t.number == table for t in _round_of_result(number, log, after).tables), True)


def _seconds_left(clock: Clock) -> int:
    return clock.left(clock.called_at or clock.started_at or datetime.now().astimezone())


def _round(part: RoundPart, known: Mapping[str, Any]) -> int:
    seated = {i for table in part.tables for side in table.sides for i in side} | set(part.byes)
    if not all(f"entrant/{i}" in known for i in seated) or any(not 2 <= len(t.sides) <= 3 for t in part.tables):
        raise ValueError(part)
    return len(seated)


def _round_of_result(number: int, log: TournamentLog, after: Mapping[str, Any]) -> RoundPart:
    """Return the round that a result belongs to."""
    part = parts.round_part(number)
    return parts.round_of(after[part]) if part in after else log.paired(number)


def _result(value: AnyJson, seated: RoundPart, table: int) -> None:
    sides = next(len(t.sides) for t in seated.tables if t.number == table)
    parse_result(Fields(value, "round", "result", keys_of(Result)), sides)


def _check_derived_values(board: Board) -> None:
    """Check that everything the pages show can be computed from the tournament."""
    parse_v2(board.record_json(desk=True))
    names = [board.rules, board.entrants, board.rounds, board.draft, board.standings, board.bracket, board.clock]
    for entry in board.entrants:
        if entry.players:
            check_entry(board, {**_single(entry), "name": entry.name, "players": list(entry.players), "seed": entry.seed})
    if len(names) != 7 or not all(board.log.entries()):
        raise ValueError("incomplete")


def _single(entry: EntrantPart) -> AnyJson:
    return {"seeks_partner": True} if entry.seeks_partner else {}


Json = dict[str, Any]


def bring_in(
    club: ClubAccess,
    record: object,
    about: Mapping[str, Any],
    *,
    status: str = "",
    uuid: str | None = None,
    asked: object = None,
) -> int:
    """Create a tournament from a record and return its number. For directors.

    The same `uuid` creates it once. `asked`: the facts the key covers besides the record, if not `about`. `about`: `day` (by
    default today) and other facts that a record lacks. It is `finished` if `status` says so and every table of at least one
    round is complete.

    Entrants get new numbers, in their order. Corrected results are imported as they were known at the time, so that every
    round keeps its reasons. Raises NotAllowed, TournamentError, GameError, Refusal.
    """
    club.check("direct")
    counted, additions = parse_v2(record)
    # Penalties are stored apart from the results, but someone disqualified has left.
    tournament = _renumber_entrants(replace(parse_without_penalties(record)[0], entrants=counted.entrants))
    name = about.get("name") or normalize_text(tournament.name)[:80] or "Tournament"
    facts = check_about(
        {**about, "name": name, "day": about.get("day") or timezones.today(timezones.club_zone(club.zone)).isoformat()}
    )
    setup = check_setup(
        {
            "method": tournament.method,
            "options": dump_options(tournament.options, tournament.method),
            "rules": tournament.rules,
            "seed": tournament.seed,
        }
    )
    if not tournament.entrants:
        raise Refusal("file.record", "file")
    if len(tournament.entrants) > MOST_ENTRANTS:
        raise Refusal("entrant.many", high=MOST_ENTRANTS)
    ties = {parts.tie_part(one.order): dump(one) for one in tournament.decided}
    entries = {**_entries(club, tournament), **_door(record), **_money(record), **ties, **adjustment_parts(record, additions)}
    done = bool(tournament.rounds) and all(t.result.known for r in tournament.rounds for t in r.tables)
    final_status = ("finished" if done and status == "finished" else "running") if tournament.rounds else "draft"
    head = {"about": facts, "setup": setup, "entry": dump(EntryPart()), "status": "running" if tournament.rounds else "draft"}
    afters = [("create", "", {**head, **entries}), *_replay_steps(tournament)]
    if final_status == "finished":
        afters.append(("finish", "", {"status": "finished"}))
    if len(afters) > MOST_TOURNAMENT_EVENTS:
        raise Refusal("board.full", high=MOST_TOURNAMENT_EVENTS)
    content = hash_content("bring_in", [record, as_pairs(about) if asked is None else asked, status])
    return _insert(club, facts, final_status, afters, check_uuid(uuid) if uuid else uuids.uuid4().hex, content)


def _renumber_entrants(tournament: Tournament) -> Tournament:
    """Return the tournament with entrants named e1, e2 and so on."""
    new = {e.id: f"e{n}" for n, e in enumerate(tournament.entrants, 1)}
    rounds = tuple(
        replace(
            one,
            tables=tuple(replace(t, sides=tuple(tuple(new[i] for i in side) for side in t.sides)) for t in one.tables),
            byes=tuple(new[i] for i in one.byes),
        )
        for one in tournament.rounds
    )
    decided = tuple(replace(one, order=tuple(new[i] for i in one.order)) for one in tournament.decided)
    entrants = tuple(replace(e, id=new[e.id]) for e in tournament.entrants)
    return replace(tournament, entrants=entrants, rounds=rounds, decided=decided)


def _entries(club: ClubAccess, tournament: Tournament) -> Json:
    """Return entrants as a club stores them.

    Players are listed if the entrant's name contains their names, and are then added to the roster.
    """
    each = 1 if method_of(tournament).side(tournament.options) > 1 else 2
    players = {e.id: _players(e, each) for e in tournament.entrants}
    names = [name for found in players.values() for name in found]
    distinct_names = {same_name(name) for name in names}
    if len(distinct_names) != len(names):  # one name in two pairs: the players cannot be told apart
        players = {i: [] for i in players}
    numbers = iter(roster.ids_of(club.club_id, [name for found in players.values() for name in found]))
    out: Json = {}
    for e in tournament.entrants:
        facts: Json = {"players": players[e.id], "via": "desk"}
        if players[e.id]:
            facts["player_ids"] = [next(numbers) for _ in players[e.id]]
        out[parts.entrant_part(e.id)] = parts.rewrite_fields(EntrantPart, dump_entrant(e), **facts)
    return out


def _door(record: object) -> Json:
    """Return the facts from the door as a club stores them, for entrants named e1, e2 and so on."""
    door = parse_door(record)
    ids = [one["id"] for one in record["entrants"]] if isinstance(record, dict) else []
    out: Json = {} if door.price is None else {"door": dump(DoorPart(price=door.price, prices=door.prices))}
    for n, who in enumerate(ids, 1):
        if who in door.check_ins:
            out[parts.check_in_part(f"e{n}")] = dump(CheckInPart(door.check_ins[who]))
        if who in door.categories:
            out[parts.price_part(f"e{n}")] = dump(PriceCategoryPart(door.categories[who]))
        for k, charge in enumerate(door.charges.get(who, ()), 1):
            out[parts.charge_part(f"e{n}", k)] = dump(charge)
        for k, payment in enumerate(door.payments.get(who, ()), 1):
            out[parts.payment_part(f"e{n}", k)] = dump(payment)
    return out


def _money(record: object) -> Json:
    """Return the purse and side pots as a club stores them, for entrants named e1, e2 and so on."""
    purse, pots = parse_money(record)
    listed = record["entrants"] if isinstance(record, dict) else []
    named = {one["id"]: f"e{n}" for n, one in enumerate(listed, 1)}
    out: Json = {} if purse is None else {"purse": dump(purse)}
    for n, pot in enumerate(pots, 1):
        entrants, winners = (tuple(named[who] for who in ids) for ids in (pot.entrants, pot.winners))
        out[parts.pot_part(n)] = dump(replace(pot, entrants=entrants, winners=winners))
    return out


def _players(entrant: Entrant, each: int) -> list[str]:
    names = [normalize_text(part) for part in entrant.name.split("&")] if each > 1 else [normalize_text(entrant.name)]
    if len(names) != each or not all(names):
        return []
    try:
        return [check_name(name) for name in names]
    except Refusal:
        return []


Step = tuple[str, str, Json]


def _replay_steps(tournament: Tournament) -> list[Step]:
    """Return the steps that replay the record.

    For each round: publish it, add its results as known when the next one was paired, then add the corrections.
    """
    steps: list[Step] = []
    known: dict[str, Result] = {}
    for one in tournament.rounds:
        _add_results(tournament, one.number, known, steps)
        steps.append(("publish", parts.round_part(one.number), {parts.round_part(one.number): _round_json(one, len(steps) + 1)}))
    _add_results(tournament, None, known, steps)
    return steps


def _add_results(tournament: Tournament, number: int | None, known: dict[str, Result], steps: list[Step]) -> None:
    for one in tournament.rounds:
        for table in one.tables if number is None or one.number < number else ():
            part = parts.result_part(one.number, table.number)
            result = table.result if number is None else table.result_at(number)
            if result != known.get(part, Result()):
                known[part] = result
                steps.append(("result", part, {part: dump_result(result) if result.known else None}))


def _round_json(one: Round, paired: int) -> Json:
    tables = tuple(DraftTable(t.number, t.sides, (), t.match, t.pool) for t in one.tables)
    draft = RoundDraft(one.number, tables, one.byes, stage=one.stage)
    return parts.round_json(draft, paired=paired, published=True, by_hand=one.by_hand, ahead=one.ahead)


def _insert(club: ClubAccess, about: Json, status: str, afters: list[Step], uuid: str, content: str) -> int:
    moment = now()
    current_parts: Json = {}
    changes: list[Json] = []
    for n, (action, subject, after) in enumerate(afters, 1):
        before = {part: current_parts.get(part) for part in after}
        current_parts |= after
        own_key = uuid if n == 1 else uuids.uuid4().hex
        facts = {"uuid": own_key, "at": moment.isoformat(), "who": club.account.name, "link": None, "undoes": None}
        changes.append({**facts, "action": action, "subject": subject, "before": before, "after": after})
    rows, _ = tournament_events(changes, 0, about["name"])
    with write_transaction() as session:
        lock(session, club.club_id)
        created = find_created(club, uuid, content)
        if created is not None:
            return created.id
        row = StoredTournament(club_id=club.club_id, revision=len(rows), name=about["name"], day=about["day"], status=status)
        row.created_at = row.changed_at = moment
        session.add(row)
        session.flush()
        own = {"tournament_id": row.id, "account_id": club.account.id}
        rows[0] = rows[0]._replace(asked=content)
        session.execute(insert(StoredTournamentEvent), [{**one._asdict(), **own} for one in rows])
        return row.id
