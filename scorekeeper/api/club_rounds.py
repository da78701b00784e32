"""Rounds of a tournament: paired, looked at, published, taken back; results at the desk; links; the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from scorekeeper.api import answers, club_answers, club_requests, requests
from scorekeeper.api.operations import operation
from scorekeeper.api.tournaments import WRITES
from scorekeeper.codec.tournament_answers import consequences_json
from scorekeeper.engine.errors import Malformed
from scorekeeper.wording.marks import N_
from scorekeeper.workflows import club_clock, club_links, club_live, club_results, club_rounds
from scorekeeper.workflows.club_board import load
from scorekeeper.workflows.club_way import TournamentWay
from scorekeeper.workflows.club_writing import Written
from scorekeeper.workflows.refusals import NotFound, Refusal

_DIRECT = {"tag": "rounds", "access": "club.direct", **WRITES}
_SCORE = {"tag": "results", "access": "club.score", **WRITES}


def _do(tournament: int, right: str, action: Callable[..., Written], *what: Any, **how: Any) -> Response:
    way = club_requests.tournament(tournament, right)
    return club_answers.written(way, action(way, *what, **how, revision=requests.revision(), uuid=requests.key()))


@operation(
    "POST",
    "/tournaments/{tournament}/draft",
    summary=N_("Pair the next round"),
    about=N_("As a draft, which only the desk sees, with the reason for every table. Again: paired anew from what is known now."),
    **_DIRECT,
)
def pair_round(tournament: int) -> Response:
    return _do(tournament, "direct", club_rounds.pair)


@operation("DELETE", "/tournaments/{tournament}/draft", summary=N_("Throw the draft away"), **_DIRECT)
def discard_draft(tournament: int) -> Response:
    return _do(tournament, "direct", club_rounds.discard)


@operation(
    "POST",
    "/tournaments/{tournament}/draft/swap",
    summary=N_("Exchange two entrants of the draft"),
    about=N_("By id; byes can be exchanged too. The round is marked as arranged by hand."),
    body="Swap",
    **_DIRECT,
)
def swap_in_draft(tournament: int) -> Response:
    asked = requests.object_body("one", "other")
    one, other = (str(asked.get(name)) for name in ("one", "other"))
    return _do(tournament, "direct", club_rounds.swap, one, other)


@operation(
    "POST",
    "/tournaments/{tournament}/draft/publish",
    summary=N_("Publish the draft"),
    about=N_("Its tables get their links. If something it was computed from has changed since, only with `anyway`."),
    body="Publish",
    body_required=False,
    **_DIRECT,
)
def publish_draft(tournament: int) -> Response:
    anyway = requests.object_body("anyway", required=False).get("anyway") is True
    return _do(tournament, "direct", club_rounds.publish, anyway=anyway)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}",
    tag="rounds",
    access="club.public",
    summary=N_("Read a round"),
    about=N_("Tables, byes, results, and why each table is as it is; at the desk the draft too, and what is on the pads."),
    answers={200: "TournamentRound", 304: None},
)
def read_round(tournament: int, round: int) -> Response:  # noqa: A002 (the name in the address)
    way = club_requests.shown(tournament)
    board = load(way)
    found = board.round(round)
    if found is None and way.may("score") and board.draft is not None and board.draft.number == round:
        found = board.draft
    if found is None:
        raise NotFound("round", "round", read=round)
    etag = club_answers.etag_of(way, board, club_live.stamp(way, round))
    if (same := answers.unchanged(etag)) is not None:
        return same
    live = club_live.of_round(way, board, round) if found.published else {}
    tables = [{**club_answers.table(way, board, t), "live": club_answers.live(live.get(t.number))} for t in found.tables]
    body = {**club_answers.round_json(way, board, found), "tables": tables, "revision": board.revision}
    return answers.respond(body, etag=etag)


@operation(
    "DELETE",
    "/tournaments/{tournament}/rounds/{round}",
    summary=N_("Take a round back"),
    about=N_("The last one, while nothing was played in it: it becomes a draft again, and its links end."),
    **_DIRECT,
)
def unpublish_round(tournament: int, round: int) -> Response:  # noqa: A002
    return _do(tournament, "direct", club_rounds.unpublish, round)


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/repair",
    summary=N_("Pair the unplayed tables of a round anew"),
    about=N_("Of the last round; tables at which something was played stay as they are."),
    **_DIRECT,
)
def repair_round(tournament: int, round: int) -> Response:  # noqa: A002
    return _do(tournament, "direct", club_rounds.repair, round)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/links",
    tag="rounds",
    access="club.score",
    summary=N_("Read the links of a round’s tables"),
    about=N_("For slips: the secret of each table, which opens that match on a phone."),
    answers={200: "TableLinks"},
)
def read_table_links(tournament: int, round: int) -> Response:  # noqa: A002
    way = club_requests.tournament(tournament, "score")
    if load(way).round(round) is None:
        raise NotFound("round", "round", read=round)
    found = club_links.table_links(way, round)
    return answers.respond({"links": [{"table": n, "token": token, "path": f"/t/{token}"} for n, token in found.items()]})


@operation(
    "GET",
    "/tournaments/{tournament}/links",
    tag="entrants",
    access="club.direct",
    summary=N_("Read the links of the entrants"),
    about=N_("For “where do I sit?”: the secret of each entrant’s own page."),
    answers={200: "EntrantLinks"},
)
def read_entrant_links(tournament: int) -> Response:
    found = club_links.entrant_links(club_requests.tournament(tournament, "direct"))
    return answers.respond({"links": [{"entrant": i, "token": token, "path": f"/e/{token}"} for i, token in found.items()]})


_RESULT = "/tournaments/{tournament}/rounds/{round}/tables/{table}/result"


@operation(
    "PUT",
    _RESULT,
    summary=N_("Enter a result"),
    about=N_("Or correct one: earlier rounds by a director. A dispute at the table is decided by it."),
    body="TableResult",
    **_SCORE,
)
def enter_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    return _do(tournament, "score", club_results.enter, round, table, requests.body())


@operation("DELETE", _RESULT, summary=N_("Take a result away"), about=N_("The table is being played again."), **_SCORE)
def clear_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    return _do(tournament, "score", club_results.clear, round, table)


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}/accept",
    summary=N_("Accept a report as the result"),
    about=N_("Where there are two versions, that of the side that is named."),
    body="SideChoice",
    body_required=False,
    **_SCORE,
)
def accept_report(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    asked = requests.object_body("side", required=False)
    side = club_requests.whole(asked, "side") if "side" in asked else None
    return _do(tournament, "score", club_results.accept, round, table, side)


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}/consequences",
    tag="results",
    access="club.score",
    summary=N_("Tell what a correction would change"),
    about=N_(
        "Standings, later pairings, knock-out matches; nothing is recorded. Without a body: what taking the result away would."
    ),
    body="TableResult",
    body_required=False,
    answers={200: "Consequences"},
)
def preview_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    way: TournamentWay = club_requests.tournament(tournament, "score")
    found = club_results.consequences(way, round, table, requests.body(required=False))
    return answers.respond(consequences_json(found))


@operation(
    "PUT",
    "/tournaments/{tournament}/clock",
    tag="rounds",
    access="club.score",
    summary=N_("Run the round clock"),
    about=N_("`start` and `add` need `minutes`. When time is called the hand in play is finished; it is the last."),
    body="ClockAction",
    **WRITES,
)
def run_clock(tournament: int) -> Response:
    asked = requests.object_body("action", "minutes")
    action, minutes = asked.get("action"), asked.get("minutes")
    if minutes is not None and type(minutes) is not int:
        raise Malformed("event", reason="type", field="minutes", read=minutes, right="whole")
    plain = {"pause": club_clock.pause, "resume": club_clock.resume, "call": club_clock.call, "stop": club_clock.stop}
    timed = {"start": club_clock.start, "add": club_clock.add}
    if action in timed:
        return _do(tournament, "score", timed[action], minutes)
    if action not in plain:
        raise Refusal("clock.action", "action", read=str(action)[:20])
    return _do(tournament, "score", plain[action])
