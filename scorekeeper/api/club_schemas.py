"""The shapes of what the API takes and gives about clubs and tournaments."""

from __future__ import annotations

from typing import Any

from scorekeeper.api.season_schemas import season_schemas
from scorekeeper.api.shapes import FLAG, ID, TIME, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.storage.account import ROLES
from scorekeeper.storage.club import LONGEST_PLAYER_NAME
from scorekeeper.storage.tournament import LONGEST_TOURNAMENT_NAME, STATUSES
from scorekeeper.tournament.record import METHODS
from scorekeeper.workflows.club_entrants import HIGHEST_SEED, LONGEST_ENTRANT_NAME
from scorekeeper.workflows.club_events import MOST_ENTRANTS
from scorekeeper.workflows.club_setup import LONGEST_NOTE, MOST_MINUTES
from scorekeeper.workflows.club_writing import MOST_CHANGES

REVISION = whole(1, MOST_CHANGES)
ROUND = whole(1, 1000)
SIDE = whole(0, 2)
OBJECT: Schema = {"type": "object"}
WORDS = array(text())


def club_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    return {**_clubs(), **_questions(), **_tournaments(), **_rounds(), **_answers(), **season_schemas()}


def _clubs() -> dict[str, Schema]:
    player = {"id": ID, "name": text()}
    return {
        "ClubList": obj({"clubs": array(obj({"id": ID, "slug": text(), "name": text(), "role": one_of(ROLES)}))}),
        "ClubPlayer": obj(player),
        "PlayerName": obj({"name": text(LONGEST_PLAYER_NAME, 1)}),
        "Roster": obj({"players": array(ref("ClubPlayer")), "pairs": array(obj({**player, "players": array(ID, 2, 2)}))}),
        "TournamentList": obj(
            {
                "tournaments": array(
                    obj(
                        {
                            "id": ID,
                            "name": text(),
                            "day": text(format="date"),
                            "status": one_of(STATUSES),
                            "changed_at": TIME,
                            "href": text(),
                        }
                    )
                )
            }
        ),
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
        "NewEntrants": obj({"entrants": array(ref("NewEntrant"), 1, MOST_ENTRANTS)}),
        "FromRound": obj({"round": ROUND}, ("round",)),
        "Substitute": obj({"round": ROUND, "name": text(2 * LONGEST_PLAYER_NAME, 1)}),
        "SitOut": obj({"round": ROUND, "bye": FLAG, "out": FLAG}, ("bye", "out")),
        "SeedOrder": obj({"order": array(text(40), 0, MOST_ENTRANTS)}),
        "Swap": obj({"one": text(40), "other": text(40)}),
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
    return {
        "Entrant": obj(entrant),
        "Clock": obj(clock),
        "Tournament": obj(
            {
                "id": ID,
                "revision": REVISION,
                "role": one_of((*ROLES, "public")),
                "club": obj({"id": ID, "slug": text(), "name": text()}),
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
        "status": one_of(("open", "reported", "disputed", "done")),
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
        "TableGame": obj({"game": ID, "path": text(), "href": text()}),
        "TableLinks": obj({"links": array(obj({"table": whole(1), "token": text(), "path": text()}))}),
        "EntrantLinks": obj({"links": array(obj({"entrant": text(), "token": text(), "path": text()}))}),
    }


def _answers() -> dict[str, Schema]:
    row = {"rank": whole(1), "id": text(), "name": text(), "separated_by": maybe(text())}
    standings = {"type": "object", "properties": row, "required": list(row)}
    change = {
        "revision": REVISION,
        "at": TIME,
        "who": text(),
        "mine": FLAG,
        "action": text(),
        "subject": text(),
        "before": OBJECT,
        "after": OBJECT,
        "undoes": maybe(REVISION),
        "undone": FLAG,
    }
    seats = maybe(text())
    wrong = {
        "match": text(),
        "round": whole(1),
        "table": whole(1),
        "seated": array(seats),
        "should_be": array(seats),
        "played": FLAG,
    }
    reseated = {"round": whole(1), "table": whole(1), "sides": array(WORDS), "played": FLAG}
    return {
        "TournamentWritten": obj(
            {
                "revision": REVISION,
                "action": text(),
                "subject": text(),
                "undoes": maybe(REVISION),
                "status": one_of(STATUSES),
                "tables": array(ref("Table")),
                "rounds": array(ref("Round")),
                "entrants": array(ref("Entrant")),
                "clock": maybe(ref("Clock")),
            }
        ),
        "TournamentStandings": obj({"revision": REVISION, "standings": array(standings)}),
        "TournamentBracket": obj({"bracket": maybe(array(OBJECT))}),
        "TournamentCheck": obj({"ok": FLAG, "problems": array(obj({"round": whole(0), "rule": text(), "text": text()}))}),
        "TournamentChange": obj(change),
        "TournamentHistory": obj({"changes": array(ref("TournamentChange"))}),
        "Consequences": obj(
            {
                "moved": array(obj({"id": text(), "before": maybe(whole(1)), "after": maybe(whole(1))})),
                "reseated": array(obj(reseated)),
                "wrong": array(obj(wrong)),
                "can_repair": FLAG,
            }
        ),
    }
