"""Tournaments: made, read, described, opened, finished; standings, bracket, check, history, undo."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.api import answers, club_answers, club_requests, requests
from scorekeeper.api.operations import operation
from scorekeeper.codec.tournament_answers import bracket_json, check_json
from scorekeeper.engine.errors import Malformed
from scorekeeper.i18n import t as request_t
from scorekeeper.tournament.check import check
from scorekeeper.wording.marks import N_
from scorekeeper.wording.tournament import problem_text
from scorekeeper.workflows import club_events, club_formats, club_history, club_live
from scorekeeper.workflows.club_board import load
from scorekeeper.workflows.club_setup import ABOUT, SETUP
from scorekeeper.workflows.refusals import Refusal

WRITES = {"headers": ("revision", "key?"), "answers": {200: "TournamentWritten"}}


@operation(
    "POST",
    "/formats",
    tag="tournaments",
    access="open",
    summary=N_("Propose a format"),
    about=N_(
        "From the number of entrants and the minutes there are: method, rounds, hands a round, and how long it will take, the"
        " best first. How long a hand takes can be told."
    ),
    body="FormatQuestion",
    answers={200: "FormatList"},
)
def propose_format() -> Response:
    asked = requests.object_body("entrants", "minutes", "individuals", "pace")
    pace = asked.get("pace") or {}
    if not isinstance(pace, dict) or set(pace) - set(club_formats.Pace.__dataclass_fields__):
        raise Malformed("event", reason="type", field="pace", read=pace, right="object")
    found = club_formats.propose(
        asked.get("entrants"),  # type: ignore[arg-type]  # checked there, like the next
        asked.get("minutes"),  # type: ignore[arg-type]
        individuals=asked.get("individuals") is True,
        pace=club_formats.Pace(**pace),
    )
    rows = [
        {
            "method": one.method,
            "options": one.options,
            "rounds": one.rounds,
            "hands": one.hands,
            "minutes": one.minutes,
            "fits": one.fits,
            "text": club_formats.proposal_text(request_t(), one),
        }
        for one in found
    ]
    return answers.respond({"formats": rows})


@operation(
    "POST",
    "/clubs/{club}/tournaments",
    tag="tournaments",
    access="club.direct",
    summary=N_("Make a tournament"),
    about=N_("Seen by those who run it only, until it is opened. The same key makes it once."),
    headers=("key?",),
    body="TournamentFacts",
    answers={201: "Tournament"},
)
def create_tournament(club: int) -> Response:
    facts = requests.object_body(*ABOUT, *SETUP)
    way = club_events.create(club_requests.club(club, "direct"), facts, uuid=requests.given_key())
    board = load(way)
    response = answers.respond(club_answers.tournament(way, board), 201, etag=club_answers.etag_of(way, board))
    response.headers["Location"] = url_for("api.read_tournament", tournament=way.tournament_id)
    return response


@operation(
    "GET",
    "/tournaments/{tournament}",
    tag="tournaments",
    access="club.public",
    summary=N_("Read a tournament"),
    about=N_("Everybody may read one that is no draft. Ask again with `If-None-Match` for 304 while nothing has changed."),
    answers={200: "Tournament", 304: None},
)
def read_tournament(tournament: int) -> Response:
    way = club_requests.shown(tournament)
    board = load(way)
    # A clock that runs shows another time at each look.
    more = str(board.clock.left(club_answers.now())) if board.clock and board.clock.running else ""
    etag = club_answers.etag_of(way, board, more)
    return answers.unchanged(etag) or answers.respond(club_answers.tournament(way, board), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/record",
    tag="tournaments",
    access="club.public",
    summary=N_("Export a tournament"),
    about=N_("The tournament record, for files and for the command line."),
    answers={200: "TournamentRecord"},
)
def export_tournament(tournament: int) -> Response:
    response = answers.respond(load(club_requests.shown(tournament)).record_json())
    response.headers["Content-Disposition"] = f'attachment; filename="tournament-{tournament}.json"'
    return response


@operation(
    "PATCH",
    "/tournaments/{tournament}",
    tag="tournaments",
    access="club.direct",
    summary=N_("Describe or set up a tournament anew"),
    about=N_("What is not given stays. Once a round is published, what it rests on is fixed."),
    body="TournamentFacts",
    **WRITES,
)
def edit_tournament(tournament: int) -> Response:
    way = club_requests.tournament(tournament, "direct")
    facts = requests.object_body(*ABOUT, *SETUP)
    return club_answers.written(way, club_events.edit(way, facts, revision=requests.revision(), uuid=requests.key()))


@operation(
    "PUT",
    "/tournaments/{tournament}/entry-form",
    tag="tournaments",
    access="club.direct",
    summary=N_("Open or close the entry form"),
    about=N_("With a limit, whoever comes later waits for a place. Opening it announces a tournament that was a draft."),
    body="EntryForm",
    **WRITES,
)
def set_entry_form(tournament: int) -> Response:
    way = club_requests.tournament(tournament, "direct")
    form = requests.object_body("open", "limit", "closes", "note")
    return club_answers.written(way, club_events.set_entry(way, form, revision=requests.revision(), uuid=requests.key()))


@operation(
    "PUT",
    "/tournaments/{tournament}/status",
    tag="tournaments",
    access="club.direct",
    summary=N_("Announce, hide, finish or reopen a tournament"),
    about=N_("`open` announces a draft, `draft` hides it again, `finished` ends the tournament, `running` goes on with it."),
    body="TournamentStatus",
    **WRITES,
)
def set_status(tournament: int) -> Response:
    way = club_requests.tournament(tournament, "direct")
    status = requests.object_body("status").get("status")
    how = {"revision": requests.revision(), "uuid": requests.key()}
    if status in ("draft", "open"):
        done = club_events.announce(way, status == "open", **how)  # type: ignore[arg-type]
    elif status == "finished":
        done = club_events.finish(way, **how)  # type: ignore[arg-type]
    elif status == "running":
        done = club_events.reopen(way, **how)  # type: ignore[arg-type]
    else:
        raise Refusal("tournament.status", "status", read=str(status)[:20])
    return club_answers.written(way, done)


@operation(
    "GET",
    "/tournaments/{tournament}/standings",
    tag="tournaments",
    access="club.public",
    summary=N_("Read the standings"),
    about=N_("With `live`, as if every match on the pad ended as it stands now."),
    query=("live",),
    answers={200: "TournamentStandings", 304: None},
)
def read_standings(tournament: int) -> Response:
    way = club_requests.shown(tournament)
    board = load(way)
    if not requests.flag("live"):
        etag = club_answers.etag_of(way, board)
        return answers.unchanged(etag) or answers.respond(club_answers.standings(board, board.standings), etag=etag)
    stamp = club_live.stamp(way, board.current.number if board.current else None)
    etag = club_answers.etag_of(way, board, f"live{stamp}")
    if (same := answers.unchanged(etag)) is not None:
        return same
    rows = club_live.standings(board, club_live.of_round(way, board))
    return answers.respond(club_answers.standings(board, rows), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/bracket",
    tag="tournaments",
    access="club.public",
    summary=N_("Read the bracket"),
    answers={200: "TournamentBracket"},
)
def read_bracket(tournament: int) -> Response:
    bracket = load(club_requests.shown(tournament)).bracket
    return answers.respond({"bracket": None if bracket is None else bracket_json(bracket)})


@operation(
    "GET",
    "/tournaments/{tournament}/check",
    tag="tournaments",
    access="club.read",
    summary=N_("Check the tournament"),
    about=N_("Looks over every round and result again, with code that the pairing does not use."),
    answers={200: "TournamentCheck"},
)
def check_tournament(tournament: int) -> Response:
    board = load(club_requests.tournament(tournament))
    return answers.respond(check_json(check(board.tournament), lambda p: problem_text(request_t(), p, board.names)))


@operation(
    "GET",
    "/tournaments/{tournament}/changes",
    tag="tournaments",
    access="club.score",
    summary=N_("Read the tournament’s history"),
    about=N_("The newest changes first, 200 at a time; `before` a revision, to read on."),
    query=("before",),
    answers={200: "TournamentHistory"},
)
def read_tournament_history(tournament: int) -> Response:
    way = club_requests.tournament(tournament, "score")
    steps = club_history.history(way, before=requests.number("before"))
    return answers.respond({"changes": [club_answers.step(one) for one in steps]})


@operation(
    "POST",
    "/tournaments/{tournament}/undo",
    tag="tournaments",
    access="club.score",
    summary=N_("Undo a change of the tournament"),
    about=N_(
        "The change whose revision the body names; without one, the account’s own newest that still stands. Nothing that was"
        " played is rewritten."
    ),
    body="Undo",
    body_required=False,
    **WRITES,
)
def undo_tournament_change(tournament: int) -> Response:
    way = club_requests.tournament(tournament, "score")
    change = requests.object_body("change", required=False).get("change")
    if change is not None and type(change) is not int:
        raise Malformed("event", reason="type", field="change", read=change, right="whole")
    return club_answers.written(way, club_history.undo(way, change, revision=requests.revision(), uuid=requests.key()))


@operation(
    "GET",
    "/clubs/{club}/tournaments",
    tag="clubs",
    access="club.read",
    summary=N_("List the tournaments of a club"),
    answers={200: "TournamentList"},
)
def list_tournaments(club: int) -> Response:
    found = club_events.of_club(club_requests.club(club))
    rows = [
        {
            "id": one.id,
            "name": one.name,
            "day": one.day,
            "status": one.status,
            "changed_at": one.changed_at,
            "href": url_for("api.read_tournament", tournament=one.id),
        }
        for one in found
    ]
    return answers.respond({"tournaments": rows})
