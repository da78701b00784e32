"""The shapes of what the API takes and gives about clubs and tournaments."""

from __future__ import annotations

from typing import Any

from scorekeeper.base.api.shapes import (
    FLAG,
    ID,
    OBJECT,
    REVISION,
    TIME,
    WORDS,
    Schema,
    array,
    maybe,
    obj,
    one_of,
    ref,
    text,
    whole,
)
from scorekeeper.clubs.store.account import ROLES
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.tournament.method import METHODS
from scorekeeper.tournaments.actions.entrants import HIGHEST_SEED, LONGEST_ENTRANT_NAME
from scorekeeper.tournaments.actions.events import MOST_ENTRANTS
from scorekeeper.tournaments.actions.setup import LONGEST_NOTE, MOST_MINUTES
from scorekeeper.tournaments.api.paper_schemas import paper_schemas
from scorekeeper.tournaments.api.standing_schemas import standing_schemas
from scorekeeper.tournaments.store.tournament import LONGEST_TOURNAMENT_NAME, STATUSES

ROUND = whole(1, 1000)
SIDE = whole(0, 2)
TABLE_STATUSES = ("open", "reported", "disputed", "done")


def club_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    return {
        **_questions(),
        **_tournaments(),
        **_rounds(),
        **standing_schemas(),
        **paper_schemas(),
    }


def _questions() -> dict[str, Schema]:
    names = array(text(LONGEST_PLAYER_NAME, 1), 1, 6)
    entry = {"name": text(LONGEST_ENTRANT_NAME, 1), "players": names, "seed": maybe(whole(1, HIGHEST_SEED))}
    facts = {
        "name": text(LONGEST_TOURNAMENT_NAME, 1),
        "day": text(format="date"),
        "starts": text(5),
        "minutes": maybe(whole(1, MOST_MINUTES)),
        "venue": text(LONGEST_NOTE),
        "note": text(LONGEST_NOTE),
        "method": one_of(METHODS),
        "options": OBJECT,
        "rules": {"anyOf": [ref("RulesName"), OBJECT]},
        "seed": whole(0, 2**31 - 1),
    }
    pace = {name: whole(0, 240) for name in ("minutes_a_hand", "minutes_between_rounds", "minutes_to_start")}
    side: dict[str, Schema] = {"side": SIDE}
    return {
        "FormatQuestion": obj(
            {
                "entrants": whole(2, MOST_ENTRANTS),
                "minutes": whole(1, MOST_MINUTES),
                "individuals": FLAG,
                "pace": obj(pace, pace),
            },
            ("individuals", "pace"),
        ),
        "TournamentFacts": obj(facts, facts),
        "EntryForm": obj(
            {"open": FLAG, "limit": maybe(whole(2, MOST_ENTRANTS)), "closes": maybe(TIME), "note": text(LONGEST_NOTE)},
            ("limit", "closes", "note"),
        ),
        "TournamentStatus": obj({"status": one_of(STATUSES)}),
        "NewEntrant": obj(entry, entry),
        "ListedEntrant": obj({**entry, "namesake": FLAG}, (*entry, "namesake")),
        "NewEntrants": obj({"entrants": array(ref("ListedEntrant"), 1, MOST_ENTRANTS)}),
        "FromRound": obj({"round": ROUND}, ("round",)),
        "Substitute": obj({"round": ROUND, "name": text(2 * LONGEST_PLAYER_NAME, 1)}),
        "SitOut": obj({"round": ROUND, "bye": FLAG, "out": FLAG}, ("bye", "out")),
        "SeedOrder": obj({"order": array(text(40), 0, MOST_ENTRANTS)}),
        "Prizes": obj({"prizes": text(LONGEST_NOTE)}),
        "Swap": obj({"one": text(40), "other": text(40)}),
        "Ahead": obj({"matches": array(text(10), 1, MOST_ENTRANTS)}),
        "Publish": obj({"anyway": FLAG}, ("anyway",)),
        "SideChoice": obj(side, ("side",)),
        "TableReport": obj({**side, "result": ref("TableResult")}),
        "TableConfirmation": obj({**side, "seen": ref("TableResult")}, ("seen",)),
        "TableDispute": obj({**side, "note": text(300)}, ("note",)),
        "FirstDealer": obj({"first_dealer": whole(0, 5)}, ("first_dealer",)),
        "ClockAction": obj(
            {"action": one_of(("start", "pause", "resume", "add", "call", "stop")), "minutes": whole(-1440, 1440)}, ("minutes",)
        ),
        "TableResult": _result(),
    }


def _result() -> Schema:
    scores = array(whole(-1_000_000, 1_000_000), 2, 3)
    forfeit = {"anyOf": [SIDE, array(SIDE, 1, 3), FLAG]}
    parts: dict[str, Schema] = {
        "scores": scores,
        "winner": SIDE,
        "forfeit": forfeit,
        "boxes": scores,
        "games": array(scores, 0, 15),
    }
    return obj(parts, parts)


def _tournaments() -> dict[str, Schema]:
    entrant = {
        "id": text(),
        "n": whole(1),
        "name": text(),
        "players": WORDS,
        "status": one_of(("in", "waiting", "left", "withdrawn")),
        "seed": maybe(whole(1)),
        "joined": whole(1),
        "left": maybe(whole(1)),
        "byes": array(whole(1)),
        "absent": array(whole(1)),
        "substitutes": array(obj({"round": whole(1), "name": text()})),
        "via": one_of(("desk", "form")),
    }
    clock = {
        "round": maybe(whole(1)),
        "minutes": whole(1),
        "running": FLAG,
        "left": whole(),
        "ends_at": maybe(TIME),
        "called_at": maybe(TIME),
        "last_hand": FLAG,
    }
    listed = {
        "id": ID,
        "name": text(),
        "day": text(format="date"),
        "status": one_of(STATUSES),
        "changed_at": TIME,
        "href": text(),
    }
    return {
        "TournamentList": obj({"tournaments": array(obj(listed))}),
        "Entrant": obj(entrant),
        "EntrantList": obj({"revision": REVISION, "entrants": array(ref("Entrant"))}),
        "EntrantPage": obj(_entrant_page()),
        "OwnSeat": obj(
            {
                **_entrant_page(),
                "tournament": obj({"id": ID, "name": text(), "status": one_of(STATUSES)}),
                "link": maybe(obj({"token": text(), "path": text()})),
                "clock": maybe(ref("Clock")),
            }
        ),
        "EntryFormNow": obj(
            {
                "revision": REVISION,
                "open": FLAG,
                "limit": maybe(whole(2)),
                "closes": maybe(text()),
                "note": text(),
                "accepting": FLAG,
                "players_each": whole(1, 2),
                "in": whole(0),
                "waiting": whole(0),
            }
        ),
        "TournamentClock": obj({"revision": REVISION, "clock": maybe(ref("Clock"))}),
        "Clock": obj(clock),
        "Tournament": obj(
            {
                "id": ID,
                "revision": REVISION,
                "role": one_of((*ROLES, "public")),
                "club": obj({"id": ID, "slug": text(), "name": text(), "zone": text()}),
                "status": one_of(STATUSES),
                "about": OBJECT,
                "setup": obj({"method": one_of(METHODS), "options": OBJECT, "rules": ref("RulesInFull"), "seed": whole(0)}),
                "entry_form": OBJECT,
                "entrants": array(ref("Entrant")),
                "rounds": array(whole(1)),
                "draft": maybe(whole(1)),
                "draft_stale": FLAG,
                "clock": maybe(ref("Clock")),
                "next": maybe(obj({"code": text(), "message": text()})),
            }
        ),
        "TournamentRecord": {"type": "object", "required": ["format", "name", "method", "entrants", "rounds"]},
        "FormatList": obj({"formats": array(obj(_format()))}),
    }


def _entrant_page() -> dict[str, Schema]:
    seat = {
        "round": whole(1),
        "status": one_of(("away", "bye", *TABLE_STATUSES)),
        "table": maybe(whole(1)),
        "side": maybe(SIDE),
        "partners": WORDS,
        "opponents": WORDS,
        "names": {"type": "object", "additionalProperties": text()},
        "result": maybe(ref("TableResult")),
    }
    return {"revision": REVISION, "entrant": ref("Entrant"), "rank": maybe(whole(1)), "rounds": array(obj(seat))}


def _format() -> dict[str, Schema]:
    return {
        "method": one_of(METHODS),
        "options": OBJECT,
        "rounds": whole(1),
        "hands": whole(1),
        "minutes": whole(1),
        "fits": FLAG,
        "text": text(),
    }


def _rounds() -> dict[str, Schema]:
    report = obj({"side": SIDE, "result": ref("TableResult"), "at": TIME, "who": text()})
    table: dict[str, Schema] = {
        "round": whole(1),
        "table": whole(1),
        "sides": array(array(text()), 2, 3),
        "names": array(array(text()), 2, 3),
        "match": maybe(text()),
        "pool": maybe(text()),
        "status": one_of(TABLE_STATUSES),
        "result": maybe(ref("TableResult")),
        "reports": array(report, 0, 3),
        "dispute": maybe(obj({"side": SIDE, "note": text(), "at": TIME})),
        "why": WORDS,
    }
    live = {
        "games": array(ID),
        "hands": whole(0),
        "hands_left": maybe(whole(0)),
        "games_won": array(whole(0), 2, 3),
        "scores": array(whole(), 2, 3),
        "complete": FLAG,
        "result": maybe(ref("TableResult")),
    }
    one: dict[str, Any] = {
        "round": whole(1),
        "published": FLAG,
        "stage": whole(1),
        "by_hand": FLAG,
        "ahead": FLAG,
        "done": FLAG,
        "rematches": whole(0),
        "tables": array(ref("Table")),
        "byes": WORDS,
        "why_byes": {"type": "object", "additionalProperties": WORDS},
        "notes": WORDS,
    }
    with_live = obj({**table, "live": maybe(obj(live))})
    return {
        "Table": obj(table),
        "LiveTable": with_live,
        "Round": obj(one),
        "TournamentRound": obj({**one, "tables": array(ref("LiveTable")), "revision": REVISION}),
        "OwnTable": obj(
            {
                "revision": REVISION,
                "tournament": obj({"id": ID, "name": text(), "status": one_of(STATUSES)}),
                "match": OBJECT,
                "table": ref("LiveTable"),
                "clock": maybe(ref("Clock")),
            }
        ),
        "TableGame": obj({"game": ID, "token": text(), "path": text(), "href": text()}),
        "TableLink": obj({"table": whole(1), "token": text(), "path": text()}),
        "TableLinks": obj({"links": array(ref("TableLink"))}),
        "EntrantLink": obj({"entrant": text(), "token": text(), "path": text()}),
        "EntrantLinks": obj({"links": array(ref("EntrantLink"))}),
        "MatchSheet": obj(
            {
                "revision": REVISION,
                "table": ref("LiveTable"),
                "games": array(obj({"record": ref("Record"), "replay": ref("Replay")})),
            }
        ),
        "Startable": obj(
            {"revision": REVISION, "matches": array(obj({"match": text(10), "sides": array(WORDS, 2, 2)}))},
        ),
        "Repair": obj(
            {
                "revision": REVISION,
                "round": whole(1),
                "stay": whole(0),
                "gone": array(ref("Table")),
                "new": array(ref("Table")),
                "byes_before": WORDS,
                "byes": WORDS,
                "rounds": array(ref("Reseating")),
            }
        ),
        "Reseating": obj(
            {
                "round": whole(1),
                "stay": whole(0),
                "gone": array(ref("Table")),
                "new": array(ref("Table")),
                "byes_before": WORDS,
                "byes": WORDS,
            }
        ),
        "Schedule": obj({"rounds": array(obj(_planned())), "made_by": one_of(("plan", "whist", "search")), "balance": OBJECT}),
        "Timetable": obj({"rounds": array(obj({"round": whole(1), "starts": TIME, "ends": TIME}))}),
    }


def _planned() -> dict[str, Schema]:
    table = {"table": whole(1), "sides": array(WORDS, 2, 3), "match": text(), "pool": text()}
    return {"round": whole(1), "tables": array(obj(table, ("match", "pool"))), "byes": WORDS}
