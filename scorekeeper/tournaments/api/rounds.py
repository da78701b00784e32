"""API endpoints for rounds: pair, read, change, publish, unpublish and repair them, or schedule all in advance."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.i18n import t as request_t
from scorekeeper.base.refusals import NotFound
from scorekeeper.codec.declared import drawn
from scorekeeper.codec.tournament_answers import schedule_json
from scorekeeper.games.api import answers as game_answers
from scorekeeper.tournament import director
from scorekeeper.tournament.words import reason_text
from scorekeeper.tournaments.actions import ahead, choices, repairs
from scorekeeper.tournaments.actions import live as tournament_live
from scorekeeper.tournaments.actions import rounds as tournament_rounds
from scorekeeper.tournaments.actions.shown_board import game_shown, load_shown
from scorekeeper.tournaments.actions.writing import preview
from scorekeeper.tournaments.api import answers as tournament_answers
from scorekeeper.tournaments.api import requests as tournament_requests
from scorekeeper.tournaments.api import round_models
from scorekeeper.tournaments.api.acts import WRITES, act
from scorekeeper.tournaments.api.questions import Ahead, Publish, Swap
from scorekeeper.wording.marks import N_

_DIRECT: dict[str, Any] = {"tag": "rounds", "access": "club.direct", **WRITES}


@operation(
    "POST",
    "/tournaments/{tournament}/draft",
    summary=N_("Pair the next round"),
    about=N_(
        "As a draft, which only the desk sees, with the reason for every table. Again: paired anew from what is known now. After"
        " the last round of a stage, the first of the next one: the cut is made by the standings."
    ),
    **_DIRECT,
)
def pair_round(tournament: int) -> Response:
    return act(tournament_requests.tournament(tournament, "direct"), tournament_rounds.pair)


@operation("DELETE", "/tournaments/{tournament}/draft", summary=N_("Discard the draft"), **_DIRECT)
def discard_draft(tournament: int) -> Response:
    return act(tournament_requests.tournament(tournament, "direct"), tournament_rounds.discard)


@operation(
    "POST",
    "/tournaments/{tournament}/draft/swap",
    summary=N_("Exchange two entrants of the draft"),
    about=N_("By id; byes can be exchanged too. The round is marked as arranged by hand."),
    body="Swap",
    **_DIRECT,
)
def swap_in_draft(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    asked = requests.read(Swap)
    return act(access, tournament_rounds.swap, str(asked.one), str(asked.other))


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
    access = tournament_requests.tournament(tournament, "direct")
    return act(access, tournament_rounds.publish, anyway=requests.read(Publish, required=False).anyway is True)


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
    access = tournament_requests.as_shown(tournament)
    board = load_shown(access)
    found = board.round(round)
    if found is None and access.may("score") and board.draft is not None and board.draft.number == round:
        found = board.draft
    if found is None:
        raise NotFound("round", "round", read=round)
    etag = tournament_answers.etag_of(access, board, tournament_live.stamp(access, round))
    if (same := answers.unchanged(etag)) is not None:
        return same
    live = tournament_live.of_round(access, board, round) if found.published else {}
    tables = tuple(tournament_answers.live_table(access, board, t, live.get(t.number)) for t in found.tables)
    body = drawn(
        round_models.TournamentRound, tournament_answers.round_of(access, board, found), tables=tables, revision=board.revision
    )
    return answers.respond(body, etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}",
    tag="rounds",
    access="club.public",
    summary=N_("Read a match"),
    about=N_("With every hand of it, where it was played on the pad: the record of each game and its replay."),
    answers={200: "MatchSheet", 304: None},
)
def read_match_sheet(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.as_shown(tournament)
    board = load_shown(access)
    found = board.table(round, table)
    if found is None:
        raise NotFound("table", "table", read=table)
    live = tournament_live.of_round(access, board, round, table).get(table)
    stamp = "" if live is None else ".".join(map(str, (*live.game_ids, *live.revisions)))
    etag = tournament_answers.etag_of(access, board, stamp)
    if (same := answers.unchanged(etag)) is not None:
        return same
    played = [game_shown(board, found, game) for game in live.games] if live is not None else []
    games = [round_models.PlayedGame(game.record_json(), game_answers.replayed(game)) for game in played]
    return answers.respond(
        round_models.MatchSheet(board.revision, tournament_answers.live_table(access, board, found, live), games), etag=etag
    )


@operation(
    "DELETE",
    "/tournaments/{tournament}/rounds/{round}",
    summary=N_("Take a round back"),
    about=N_("The last one, while nothing was played in it: it becomes a draft again, and its links end."),
    **_DIRECT,
)
def unpublish_round(tournament: int, round: int) -> Response:  # noqa: A002
    return act(tournament_requests.tournament(tournament, "direct"), tournament_rounds.unpublish, round)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/repair",
    tag="rounds",
    access="club.direct",
    summary=N_("Tell how the unplayed tables of a round would be paired anew"),
    about=N_("Nothing is recorded. `rounds`: every round that becomes another; beside it the last one by itself."),
    query=("take_away",),
    answers={200: "Repair"},
    problems=(422,),
)
def preview_repair(tournament: int, round: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "direct")
    before, after = preview(access, repairs.repair(round, take_away=requests.flag("take_away")))
    round_before = before.round(round)
    if round_before is None:
        raise NotFound("round", "round", read=round)
    rounds = choices.reseatings(before, after)
    same = choices.Reseating(round, len(round_before.tables), (), (), round_before.byes, round_before.byes)
    last = next((one for one in rounds if one.round == round), same)
    told = [tournament_answers.reseating(access, after, one) for one in rounds]
    return answers.respond(
        drawn(round_models.Repair, tournament_answers.reseating(access, after, last), revision=before.revision, rounds=told)
    )


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/repair",
    summary=N_("Pair the unplayed tables of a round anew"),
    about=N_("Of the last round; tables at which something was played stay as they are."),
    query=("take_away",),
    **_DIRECT,
)
def repair_round(tournament: int, round: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "direct")
    return act(access, repairs.repair, round, take_away=requests.flag("take_away"))


@operation(
    "GET",
    "/tournaments/{tournament}/ahead",
    tag="rounds",
    access="club.direct",
    summary=N_("Tell which matches of a bracket could begin now"),
    about=N_("Although their round is still being played: both sides are known, and neither of them is playing."),
    answers={200: "Startable"},
    problems=(422,),
)
def read_startable(tournament: int) -> Response:
    board = load_shown(tournament_requests.tournament(tournament, "direct"))
    found = [round_models.StartableMatch(m.slot.name, [[who] for who in m.sides if who]) for m in ahead.startable(board)]
    return answers.respond(round_models.Startable(board.revision, found))


@operation(
    "POST",
    "/tournaments/{tournament}/ahead",
    summary=N_("Begin matches of a bracket while their round is being played"),
    about=N_(
        "By name. They join the last round; where they follow on matches of that round, the next one begins with them, and the"
        " tables still being played go on in it, with their links and their hands."
    ),
    body="Ahead",
    **_DIRECT,
)
def begin_ahead(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    return act(access, ahead.begin, requests.read(Ahead).matches)


@operation(
    "GET",
    "/tournaments/{tournament}/schedule",
    tag="rounds",
    access="club.score",
    summary=N_("Make all rounds in advance"),
    about=N_(
        "Of a round robin, a rotation or a Mitchell, as it would be if nobody came or left: the seats, and how evenly partners"
        " and opponents mix. Nothing is recorded."
    ),
    answers={200: "Schedule"},
    problems=(422,),
)
def read_schedule(tournament: int) -> Response:
    board = load_shown(tournament_requests.tournament(tournament, "score"))
    found = director.schedule(board.tournament)
    return answers.respond(schedule_json(found, lambda reason: reason_text(request_t(), reason, board.names)))
