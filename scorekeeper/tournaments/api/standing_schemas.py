"""The shapes of what the API gives about how a tournament stands, and about changes of it."""

from __future__ import annotations

from scorekeeper.base.api.shapes import FLAG, OBJECT, REVISION, TIME, WORDS, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.tournaments.store.tournament import STATUSES

NUMBER: Schema = {"type": "number"}
CHOICES = ("keep", "repair", "take_away")
KINDS = ("win", "tie", "loss", "third", "bye", "forfeit", "playing")


def standing_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    standings = ref("StandingsRow")
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
        "origin": REVISION,
        "redo": FLAG,
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
    moved = {"id": text(), "before": maybe(whole(1)), "after": maybe(whole(1))}
    reseated = {"round": whole(1), "table": whole(1), "sides": array(WORDS), "played": FLAG}
    return {
        **_tables(),
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
        "TournamentCheck": obj({"ok": FLAG, "problems": array(obj({"round": whole(0), "rule": text(), "text": text()}))}),
        "TournamentChange": obj(change),
        "UndoPreview": obj({"revision": REVISION, "before": OBJECT, "after": OBJECT, "consequences": maybe(ref("Consequences"))}),
        "TournamentHistory": obj({"changes": array(ref("TournamentChange")), "more": maybe(REVISION)}),
        "Consequences": obj(
            {
                "moved": array(obj(moved)),
                "reseated": array(obj(reseated)),
                "wrong": array(obj(wrong)),
                "can_repair": FLAG,
                "choices": array(obj({"code": one_of(CHOICES), "rounds": array(ref("Reseating")), "moved": array(obj(moved))})),
            },
            ("choices",),
        ),
    }


def _tables() -> dict[str, Schema]:
    row = {"rank": whole(1), "id": text(), "name": text(), "separated_by": maybe(text())}
    cell = {
        "round": whole(1),
        "kind": one_of(KINDS),
        "opponents": WORDS,
        "partners": WORDS,
        "scores": array(whole(), 0, 3),
        "points": NUMBER,
    }
    line = {"number": whole(1), "rank": whole(1), "id": text(), "name": text(), "points": NUMBER}
    match = {
        "match": text(),
        "part": text(),
        "round": whole(1),
        "sides": array(maybe(array(text(), 0, 1)), 2, 2),
        "from": array(OBJECT, 2, 2),
        "status": text(),
        "winner": maybe(text()),
        "seat": maybe(obj({"round": whole(1), "table": whole(1)})),
    }
    report = {
        "revision": REVISION,
        "final": FLAG,
        "about": OBJECT,
        "setup": OBJECT,
        "entrants": array(ref("Entrant")),
        "winners": array(ref("StandingsRow")),
        "standings": array(ref("StandingsRow")),
        "rounds": array(ref("Round")),
    }
    return {
        "StandingsRow": {"type": "object", "properties": row, "required": list(row)},
        "CrossTable": obj(
            {
                "revision": REVISION,
                "square": FLAG,
                "columns": array(whole(1)),
                "lines": array(obj({**line, "cells": array(maybe(obj(cell)))})),
            }
        ),
        "TournamentBracket": obj({"bracket": maybe(array(ref("BracketMatch")))}),
        "BracketMatch": obj(match),
        "RankedRecord": obj({"standings": array({"type": "object", "required": ["rank", "id", "separated_by"]})}),
        "PairedRound": obj(_paired(), ("why_byes", "notes", "stage", "bracket")),
        "Report": obj(report),
    }


def _paired() -> dict[str, Schema]:
    table = {"table": whole(1), "sides": array(WORDS, 2, 3), "match": text(), "pool": text(), "why": WORDS}
    return {
        "round": whole(1),
        "tables": array(obj(table, ("match", "pool"))),
        "byes": WORDS,
        "rematches": whole(0),
        "why_byes": {"type": "object", "additionalProperties": WORDS},
        "notes": WORDS,
        "stage": whole(1),
        "bracket": array(ref("BracketMatch")),
    }
