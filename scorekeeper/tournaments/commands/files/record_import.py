"""Import of a tournament record, with a history like any other."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

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
from scorekeeper.formats.declared import dump
from scorekeeper.formats.tournament_door import parse_door
from scorekeeper.formats.tournament_money import parse_money
from scorekeeper.formats.tournament_options import dump_options
from scorekeeper.formats.tournament_prizes import parse_door_prizes
from scorekeeper.formats.tournament_record import dump_entrant, dump_result
from scorekeeper.formats.tournament_v2 import parse_v2, parse_without_penalties
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.draft import DraftTable, RoundDraft
from scorekeeper.pairing.record.record import Entrant, Result, Round, Tournament
from scorekeeper.tournaments.commands.files.archived_log import tournament_events
from scorekeeper.tournaments.commands.files.record_adjustments import adjustment_parts
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS, find_created
from scorekeeper.tournaments.commands.setup.validation import check_about, check_setup
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import CheckInPart, DoorPart, EntrantPart, EntryPart, HallPart, PriceCategoryPart
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

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
    ties = {parts.tie_part(one.order, one.stage): dump(one) for one in tournament.decided}
    entries = {**_entries(club, tournament), **_door(record), **_money(record), **ties, **_door_prizes(record)}
    entries |= adjustment_parts(record, additions)
    done = bool(tournament.rounds) and all(t.result.known for r in tournament.rounds for t in r.tables)
    entries |= {} if tournament.first_table == 1 else {"hall": dump(HallPart(tournament.first_table))}
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


def _door_prizes(record: object) -> Json:
    """Return the door prizes as a club stores them, for entrants named e1, e2 and so on."""
    ids = [one["id"] for one in record["entrants"]] if isinstance(record, dict) else []
    out: Json = {}
    for n, one in enumerate(parse_door_prizes(record), 1):
        who = f"e{ids.index(one.entrant) + 1}"
        out[parts.door_prize_part(who, n)] = dump(one._replace(entrant=who))
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
    draft = RoundDraft(one.number, tables, one.byes, stage=one.stage, first_table=one.first_table)
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
