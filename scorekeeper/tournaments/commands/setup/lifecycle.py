"""Commands on a tournament as a whole: create, describe, open for entries, finish."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Any

from sqlalchemy import func, insert, select, true

from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.events.idempotency import as_pairs, check_content, hash_content
from scorekeeper.core.i18n import timezones
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump, dump_fields
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import (
    Json,
    Sentence,
    TournamentCommandKind,
    TournamentEffect,
    command,
    register_command,
)
from scorekeeper.tournaments.commands.setup.door_settings import change_door, check_prices_used
from scorekeeper.tournaments.commands.setup.entry_validation import promote_waiting
from scorekeeper.tournaments.commands.setup.validation import (
    ABOUT,
    SETUP,
    check_about,
    check_moment,
    check_setup,
    check_setup_change,
    check_text,
)
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.call_parts import CallsPart
from scorekeeper.tournaments.store.parts import AboutPart, EntryPart
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

MOST_TOURNAMENTS = 2000
MOST_ENTRANTS = 1024


CREATE = register_command(TournamentCommandKind("create", "direct", parts.PART_KINDS, N_("The tournament was created")))


@dataclass(frozen=True)
class TournamentListItem:
    """A tournament in a list."""

    id: int
    name: str
    day: str
    status: str
    changed_at: datetime


def create(
    club: ClubAccess, facts: Mapping[str, Any], *, uuid: str | None = None, copied: Mapping[str, Json] | None = None
) -> TournamentAccess:
    """Create a tournament that only the desk sees until it is announced.

    `facts`: `name`; `day` (ISO, by default today), `starts` (HH:MM), `minutes` available, `venue`, `note`; `method`,
    `options` and `rules` as in the tournament record; `seed`; `door` and `director_calls` as in `edit`. `copied`: parts of an
    earlier tournament, where `facts` only has what differs in `about`. The same `uuid` from the same account creates it once.
    Raises NotAllowed, Refusal, TournamentError, GameError.
    """
    club.check("direct")
    parts_known = copied or {}
    about = check_about({"day": timezones.today(timezones.club_zone(club.zone)).isoformat(), **facts}, parts_known.get("about"))
    setup = parts_known.get("setup") or check_setup(facts)
    key = check_uuid(uuid) if uuid else str(uuids.uuid4())
    content = hash_content(CREATE.action, as_pairs(facts))
    fresh = {**change_door(None, facts.get("door")), **_calls(None, facts)}
    described = {**fresh, **parts_known, "about": about, "setup": setup}
    with write_transaction() as session:
        lock(session, club.club_id)
        tournament = find_created(club, key, content)
        if tournament is None:
            own = StoredTournament.club_id == club.club_id
            if (session.scalar(select(func.count()).select_from(StoredTournament).where(own)) or 0) >= MOST_TOURNAMENTS:
                raise Refusal("tournament.many", high=MOST_TOURNAMENTS)
            tournament = _insert(session, club, described, key, content)
        return TournamentAccess(
            tournament.id,
            club.club_id,
            club.slug,
            club.name,
            club.zone,
            tournament.revision,
            tournament.changed_at,
            club.role,
            tuple(r for r in ("score", "direct", "organise") if club.may(r)),
            club.account.id,
            who=club.account.name,
        )


def find_created(club: ClubAccess, key: str, content: str) -> StoredTournament | None:
    """Return the tournament this account created under the key, or None.

    Raises KeyReused if the key was used with other facts.
    """
    query = (
        select(StoredTournament, StoredTournamentEvent.asked)
        .join(StoredTournamentEvent, StoredTournamentEvent.tournament_id == StoredTournament.id)
        .where(StoredTournamentEvent.revision == 1, StoredTournamentEvent.uuid == key)
        .where(StoredTournament.club_id == club.club_id, StoredTournamentEvent.account_id == club.account.id)
    )
    row = db.session.execute(query).first()
    if row is None:
        return None
    check_content(row.asked, content)
    tournament: StoredTournament = row[0]
    return tournament


def _insert(session: Any, club: ClubAccess, described: Json, key: str, content: str) -> StoredTournament:
    moment, about = now(), described["about"]
    tournament = StoredTournament(
        club_id=club.club_id,
        revision=1,
        name=about["name"],
        day=about["day"],
        status="draft",
        created_at=moment,
        changed_at=moment,
    )
    session.add(tournament)
    session.flush()
    after = {"entry": dump(EntryPart()), **described, "status": "draft"}
    first = {
        "tournament_id": tournament.id,
        "revision": 1,
        "uuid": key,
        "asked": content,
        "at": moment,
        "account_id": club.account.id,
        "who": club.account.name,
        "action": CREATE.action,
        "subject": "",
        "before": dict.fromkeys(after),
        "after": after,
    }
    session.execute(insert(StoredTournamentEvent), [first])
    return tournament


def of_club(club: ClubAccess) -> list[TournamentListItem]:
    """Return the club's tournaments, drafts too, latest day first."""
    return _list_tournaments(StoredTournament.club_id == club.club_id)


def public_of_club(slug: str, *, inside: bool = False) -> tuple[str, list[TournamentListItem]]:
    """Return a club's name and its public tournaments.

    `inside`: the reader is in the club, and may see a private one. Raises NotFound("club").
    """
    club = db.session.execute(
        select(Club.id, Club.name).where(Club.slug == slug, true() if inside else Club.private.is_(False))
    ).first()
    if club is None:
        raise NotFound("club")
    return club.name, _list_tournaments((StoredTournament.club_id == club.id) & (StoredTournament.status != "draft"))


def _list_tournaments(which: Any) -> list[TournamentListItem]:
    row = StoredTournament
    query = select(row.id, row.name, row.day, row.status, row.changed_at).where(which).order_by(row.day.desc(), row.id.desc())
    return [TournamentListItem(*found) for found in db.session.execute(query)]


@command(
    "edit",
    right="direct",
    changes=("about", "entry", "status", "setup", "entrant", "door", "calls"),
    says=N_("The tournament was changed"),
    asked=lambda facts: [as_pairs(facts)],
)
def edit(board: Board, facts: Mapping[str, Any]) -> TournamentEffect:
    """Change the tournament's description and setup in one event. Missing fields stay.

    Besides the facts of `create`: `prizes`, `entry` as in `set_entry`, `shown` as in `announce`, `door` (`price` in cents
    and named `prices`, or None for no check-in), `director_calls` (whether tables can call the director by phone). Once a
    round is published, the setup it rests on is fixed.
    """
    after: Json = {}
    if any(name in facts for name in (*ABOUT, "prizes")):
        after["about"] = check_about(facts, board.log.parts["about"])
        if "prizes" in facts:
            after["about"] |= dump_fields(AboutPart, {"prizes": check_text(facts["prizes"], "prizes")})
    if "entry" in facts:
        after |= _entry(board, _checked_entry(facts["entry"]))
    if "shown" in facts and board.status in ("draft", "open"):
        opened = parts.parse_part("entry", after.get("entry")) or board.entry
        after["status"] = "open" if facts["shown"] or opened.open else "draft"
    if "door" in facts:
        after |= change_door(board.log.parts.get("door"), facts["door"])
        check_prices_used(board, after)
    after |= _calls(board.log.parts.get("calls"), facts)
    if any(name in facts for name in SETUP):
        after["setup"] = check_setup(facts, board.log.parts["setup"])
        check_setup_change(board, after["setup"])
    return TournamentEffect("", after)


def _calls(known: Json | None, facts: Mapping[str, Any]) -> Json:
    """Return the part of the settings of calls, if the facts change them."""
    wish = facts.get("director_calls")
    return {} if wish is None or (not wish and known is None) else {"calls": dump(CallsPart(wish is True))}


@command(
    "prizes",
    right="direct",
    changes=("about",),
    says=N_("Prizes saved"),
    asked=lambda text: [check_text(text, "prizes")],
)
def set_prizes(board: Board, text: object) -> TournamentEffect:
    """Set the prizes, which the final report shows."""
    return TournamentEffect(
        "", {"about": parts.rewrite_fields(AboutPart, board.log.parts["about"], prizes=check_text(text, "prizes"))}
    )


def _entry_form_sentence(_subject: str, before: Json, after: Json) -> Sentence:
    was, now = (parts.parse_part("entry", part.get("entry")) for part in (before, after))
    if now is None or (was is not None and was.open == now.open):
        return N_("Public entry form changed")
    return N_("Public entry form opened") if now.open else N_("Public entry form closed")


@command(
    "entry_form",
    right="direct",
    changes=("entry", "status", "entrant"),
    says=_entry_form_sentence,
    asked=lambda form: [dump(_checked_entry(form))],
)
def set_entry(board: Board, form: Mapping[str, Any]) -> TournamentEffect:
    """Open or close the public entry form.

    `form`: `open`, `limit` (entrants, None for no limit), `closes` (ISO timestamp or None), `note`,
    `singles`. Opening it announces a
    draft tournament.
    """
    return TournamentEffect("", _entry(board, _checked_entry(form)))


def _entry(board: Board, form: EntryPart) -> Json:
    after: Json = {"entry": dump(form), "status": "open" if form.open and board.status == "draft" else board.status}
    if board.rounds or form.limit == board.entry.limit:
        return after
    # More places: waiting entrants come before new ones.
    places = inf if form.limit is None else form.limit - sum(e.status == "in" for e in board.entrants)
    return after | promote_waiting(board, places)


def _checked_entry(form: Mapping[str, Any]) -> EntryPart:
    limit, closes = form.get("limit"), form.get("closes")
    if limit is not None and (type(limit) is not int or not 2 <= limit <= MOST_ENTRANTS):
        raise Refusal("entry.limit", "limit", read=str(limit)[:20], high=MOST_ENTRANTS)
    note = check_text(form.get("note"), "note")
    moment = None if closes is None else check_moment(closes)
    return EntryPart(form.get("open") is True, limit, moment, note, form.get("singles") is True)


def _announcement_sentence(_subject: str, _before: Json, after: Json) -> Sentence:
    return N_("Announced: everyone sees it") if after.get("status") == "open" else N_("Hidden: only the desk sees it")


@command("announce", right="direct", changes=("status",), says=_announcement_sentence)
def announce(board: Board, is_public: bool = True) -> TournamentEffect:
    """Show the tournament to the public, or hide it again before the first round."""
    if board.status not in ("draft", "open"):
        raise Refusal("same")
    return TournamentEffect("", {"status": "open" if is_public else "draft"})


@command("finish", right="direct", changes=("status", "clock"), says=N_("The tournament was finished"))
def finish(board: Board) -> TournamentEffect:
    """Finish the tournament: the standings are final.

    Raises Refusal("tournament.not_started", "tournament.unfinished", "round.draft_open").
    """
    if not board.rounds:
        raise Refusal("tournament.not_started")
    if board.draft is not None:
        raise Refusal("round.draft_open", read=board.draft.number)
    if not all(r.done for r in board.rounds):
        raise Refusal("tournament.unfinished")
    return TournamentEffect("", {"status": "finished", "clock": None}, rests_on=("result/", "round/"))


@command("reopen", right="direct", changes=("status",), says=N_("The tournament was reopened"))
def reopen(board: Board) -> TournamentEffect:
    """Reopen a finished tournament. Raises Refusal("tournament.not_finished")."""
    if board.status != "finished":
        raise Refusal("tournament.not_finished")
    return TournamentEffect("", {"status": "running"})
