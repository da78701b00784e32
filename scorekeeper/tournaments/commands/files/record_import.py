"""Import of a tournament record as a tournament of a club, with a history like any other.

Version 2 of the record has facts that a club cannot store; a record that has any is refused.
"""

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
from scorekeeper.core.limits import MOST_TOURNAMENT_CHANGES, check_uuid
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.formats.declared import dump
from scorekeeper.formats.tournament_options import dump_options
from scorekeeper.formats.tournament_record import dump_entrant, dump_result
from scorekeeper.formats.tournament_v2 import parse_v1
from scorekeeper.pairing.method import method_of
from scorekeeper.pairing.record.draft import DraftTable, RoundDraft
from scorekeeper.pairing.record.record import Entrant, Result, Round, Tournament
from scorekeeper.tournaments.commands.files.log_check import tournament_rows
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS, find_created
from scorekeeper.tournaments.commands.setup.validation import check_about, check_setup
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import EntrantPart, EntryPart
from scorekeeper.tournaments.store.tournament import StoredTournament, TournamentChange

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
    tournament = _renumber_entrants(parse_v1(record))
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
    entries = _entries(club, tournament)
    done = bool(tournament.rounds) and all(t.result.known for r in tournament.rounds for t in r.tables)
    stands = ("finished" if done and status == "finished" else "running") if tournament.rounds else "draft"
    head = {"about": facts, "setup": setup, "entry": dump(EntryPart()), "status": "running" if tournament.rounds else "draft"}
    afters = [("create", "", {**head, **entries}), *_replay_steps(tournament)]
    if stands == "finished":
        afters.append(("finish", "", {"status": "finished"}))
    if len(afters) > MOST_TOURNAMENT_CHANGES:
        raise Refusal("board.full", high=MOST_TOURNAMENT_CHANGES)
    content = hash_content("bring_in", [record, as_pairs(about) if asked is None else asked, status])
    return _insert(club, facts, stands, afters, check_uuid(uuid) if uuid else uuids.uuid4().hex, content)


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
    return replace(tournament, entrants=tuple(replace(e, id=new[e.id]) for e in tournament.entrants), rounds=rounds)


def _entries(club: ClubAccess, tournament: Tournament) -> Json:
    """Return entrants as a club stores them.

    Players are listed if the entrant's name contains their names, and are then added to the roster.
    """
    each = 1 if method_of(tournament).side(tournament.options) > 1 else 2
    players = {e.id: _players(e, each) for e in tournament.entrants}
    names = [name for found in players.values() for name in found]
    taken = {same_name(name) for name in names}
    if len(taken) != len(names):  # one name in two pairs: the players cannot be told apart
        players = {i: [] for i in players}
    numbers = iter(roster.ids_of(club.club_id, [name for found in players.values() for name in found]))
    out: Json = {}
    for e in tournament.entrants:
        facts: Json = {"players": players[e.id], "via": "desk"}
        if players[e.id]:
            facts["player_ids"] = [next(numbers) for _ in players[e.id]]
        out[parts.entrant_part(e.id)] = parts.rewrite_fields(EntrantPart, dump_entrant(e), **facts)
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
        steps.append(("publish", parts.round_part(one.number), {parts.round_part(one.number): _round(one, len(steps) + 1)}))
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


def _round(one: Round, paired: int) -> Json:
    tables = tuple(DraftTable(t.number, t.sides, (), t.match, t.pool) for t in one.tables)
    draft = RoundDraft(one.number, tables, one.byes, stage=one.stage)
    return parts.round_json(draft, paired=paired, published=True, by_hand=one.by_hand, ahead=one.ahead)


def _insert(club: ClubAccess, about: Json, status: str, afters: list[Step], uuid: str, content: str) -> int:
    moment = now()
    stood: Json = {}
    changes: list[Json] = []
    for n, (action, subject, after) in enumerate(afters, 1):
        before = {part: stood.get(part) for part in after}
        stood |= after
        own_key = uuid if n == 1 else uuids.uuid4().hex
        facts = {"uuid": own_key, "at": moment.isoformat(), "who": club.account.name, "link": None, "undoes": None}
        changes.append({**facts, "action": action, "subject": subject, "before": before, "after": after})
    rows, _ = tournament_rows(changes, 0, about["name"])
    with write_transaction() as session:
        lock(session, club.club_id)
        made = find_created(club, uuid, content)
        if made is not None:
            return made.id
        row = StoredTournament(club_id=club.club_id, revision=len(rows), name=about["name"], day=about["day"], status=status)
        row.created_at = row.changed_at = moment
        session.add(row)
        session.flush()
        own = {"tournament_id": row.id, "account_id": club.account.id}
        rows[0] = rows[0]._replace(asked=content)
        session.execute(insert(TournamentChange), [{**one._asdict(), **own} for one in rows])
        return row.id
