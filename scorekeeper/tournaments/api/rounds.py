"""API endpoints for rounds: pair, read, change, publish, unpublish and repair them, or schedule all in advance."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.tournament_answers import schedule_json
from scorekeeper.games.api import responses as game_answers
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.words import reason_text
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import round_models
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import Ahead, Publish, Swap
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import load_redacted, redact_game
from scorekeeper.tournaments.commands.results import correction_choices
from scorekeeper.tournaments.commands.rounds import repairs
from scorekeeper.tournaments.commands.rounds import rounds as tournament_rounds

_DIRECT: dict[str, Any] = {"tag": "rounds", "access": "club.direct", **COMMAND_OPTIONS}


@operation(
    "POST",
    "/tournaments/{tournament}/draft",
    summary="Pair the next round",
    about=(
        "Creates a draft that only the desk sees, or replaces it. After a stage’s last round, the standings decide who advances."
    ),
    **_DIRECT,
)
def pair_round(tournament: int) -> Response:
    return run_command(tournament_requests.tournament(tournament, "direct"), tournament_rounds.pair)


@operation("DELETE", "/tournaments/{tournament}/draft", summary="Discard the draft round", **_DIRECT)
def discard_draft(tournament: int) -> Response:
    return run_command(tournament_requests.tournament(tournament, "direct"), tournament_rounds.discard)


@operation(
    "POST",
    "/tournaments/{tournament}/draft/swap",
    summary="Swap two entrants in the draft",
    about="Works with byes too. The round is marked as arranged by hand.",
    body="Swap",
    **_DIRECT,
)
def swap_in_draft(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    asked = requests.read(Swap)
    return run_command(access, tournament_rounds.swap, str(asked.one), str(asked.other))


@operation(
    "POST",
    "/tournaments/{tournament}/draft/publish",
    summary="Publish the draft round",
    about="Creates the links of its tables. If anything has changed since it was paired, set `anyway`.",
    body="Publish",
    body_required=False,
    **_DIRECT,
)
def publish_draft(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    return run_command(access, tournament_rounds.publish, anyway=requests.read(Publish, required=False).anyway is True)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}",
    tag="rounds",
    access="club.public",
    summary="Read a round",
    about="Includes tables, byes, results and the reasons for the pairings. The desk also sees drafts and games in progress.",
    answers={200: "TournamentRound", 304: None},
)
def read_round(tournament: int, round: int) -> Response:  # noqa: A002 (the name in the address)
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    found = board.round(round)
    if found is None and access.may("score") and board.draft is not None and board.draft.number == round:
        found = board.draft
    if found is None:
        raise NotFound("round", "round", read=round)
    etag = tournament_answers.etag_of(access, board, tournament_live.stamp(access, round))
    if (same := responses.not_modified(etag)) is not None:
        return same
    live = tournament_live.of_round(access, board, round) if found.published else {}
    tables = tuple(tournament_answers.live_table(access, board, t, live.get(t.number)) for t in found.tables)
    body = copy_as(
        round_models.TournamentRound, tournament_answers.round_of(access, board, found), tables=tables, revision=board.revision
    )
    return responses.respond(body, etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/tables/{table}",
    tag="rounds",
    access="club.public",
    summary="Read a match",
    about="Includes the file and replay of each game scored on the pad.",
    answers={200: "MatchSheet", 304: None},
)
def read_match_sheet(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    found = board.table(round, table)
    if found is None:
        raise NotFound("table", "table", read=table)
    live = tournament_live.of_round(access, board, round, table).get(table)
    stamp = "" if live is None else ".".join(map(str, (*live.game_ids, *live.revisions)))
    etag = tournament_answers.etag_of(access, board, stamp)
    if (same := responses.not_modified(etag)) is not None:
        return same
    played = [redact_game(board, found, game) for game in live.games] if live is not None else []
    games = [round_models.PlayedGame(game.record_json(), game_answers.translated_replay(game)) for game in played]
    return responses.respond(
        round_models.MatchSheet(board.revision, tournament_answers.live_table(access, board, found, live), games), etag=etag
    )


@operation(
    "DELETE",
    "/tournaments/{tournament}/rounds/{round}",
    summary="Unpublish a round",
    about="Only the last round, before any play. It becomes a draft again, and its links stop working.",
    **_DIRECT,
)
def unpublish_round(tournament: int, round: int) -> Response:  # noqa: A002
    return run_command(tournament_requests.tournament(tournament, "direct"), tournament_rounds.unpublish, round)


@operation(
    "GET",
    "/tournaments/{tournament}/rounds/{round}/repair",
    tag="rounds",
    access="club.direct",
    summary="Preview a repair of a round",
    about="Shows how its unplayed tables would be paired again. Nothing is saved.",
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
    rounds = correction_choices.reseatings(before, after)
    same = correction_choices.Reseating(round, len(round_before.tables), (), (), round_before.byes, round_before.byes)
    last = next((one for one in rounds if one.round == round), same)
    told = [tournament_answers.reseating(access, after, one) for one in rounds]
    return responses.respond(
        copy_as(round_models.Repair, tournament_answers.reseating(access, after, last), revision=before.revision, rounds=told)
    )


@operation(
    "POST",
    "/tournaments/{tournament}/rounds/{round}/repair",
    summary="Pair a round’s unplayed tables again",
    about="Applies to the last round. Tables where play has started stay as they are.",
    query=("take_away",),
    **_DIRECT,
)
def repair_round(tournament: int, round: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "direct")
    return run_command(access, repairs.repair, round, take_away=requests.flag("take_away"))


@operation(
    "GET",
    "/tournaments/{tournament}/ahead",
    tag="rounds",
    access="club.direct",
    summary="List bracket matches that can start early",
    about="Both sides are known and free, although the current round is not finished.",
    answers={200: "Startable"},
    problems=(422,),
)
def read_startable(tournament: int) -> Response:
    board = load_redacted(tournament_requests.tournament(tournament, "direct"))
    found = [
        round_models.StartableMatch(m.slot.name, [[who] for who in m.sides if who]) for m in repairs.startable_matches(board)
    ]
    return responses.respond(round_models.Startable(board.revision, found))


@operation(
    "POST",
    "/tournaments/{tournament}/ahead",
    summary="Start bracket matches early",
    about=(
        "The matches join the last round, or start the next one if they depend on it. Unfinished tables continue there, with"
        " links and hands."
    ),
    body="Ahead",
    **_DIRECT,
)
def begin_ahead(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    return run_command(access, repairs.begin_early, requests.read(Ahead).matches)


@operation(
    "GET",
    "/tournaments/{tournament}/schedule",
    tag="rounds",
    access="club.score",
    summary="Schedule all rounds in advance",
    about="Works for round robins, rotations and Mitchell movements, assuming no one enters or leaves. Nothing is saved.",
    answers={200: "Schedule"},
    problems=(422,),
)
def read_schedule(tournament: int) -> Response:
    board = load_redacted(tournament_requests.tournament(tournament, "score"))
    found = director.schedule(board.tournament)
    return responses.respond(schedule_json(found, lambda reason: reason_text(request_t(), reason, board.names)))
