"""API endpoints for rounds: pair, read, change, publish, unpublish and repair them, their clock and their timetable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Annotated, Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import (
    FLAG,
    TIME,
    Description,
    Ordinal,
    Revision,
    array,
    integer,
    list_bounds,
    one_of,
    ref,
    text,
)
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.tournament_answers import schedule_json
from scorekeeper.games.api import responses as game_answers
from scorekeeper.pairing.directing import director
from scorekeeper.pairing.words import reason_text
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import redact_game
from scorekeeper.tournaments.commands.results import correction_choices
from scorekeeper.tournaments.commands.rounds import clock, repairs
from scorekeeper.tournaments.commands.rounds import rounds as tournament_rounds
from scorekeeper.tournaments.commands.setup import validation
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS
from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True, slots=True)
class TournamentClock:
    """The round clock, or None."""

    revision: Revision
    clock: models.Clock | None


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entrants who swap places."""

    one: Annotated[object, text(40)]
    other: Annotated[object, text(40)]


@dataclass(frozen=True, slots=True)
class Ahead:
    """Bracket matches by name."""

    matches: Annotated[list[str], array(text(10), 1, MOST_ENTRANTS), Description("Names of bracket matches.")]


@dataclass(frozen=True, slots=True)
class Publish:
    """`anyway`: publish even if something has changed since the round was paired."""

    anyway: Annotated[object, FLAG] = None


@dataclass(frozen=True, slots=True)
class ClockAction:
    """A command on the clock."""

    action: Annotated[object, one_of(("start", "pause", "resume", "add", "call", "stop"))]
    minutes: Annotated[int | None, integer(-1440, 1440)] = None


@dataclass(frozen=True, slots=True)
class TournamentRound(models.Round):
    """A single round."""

    tables: tuple[models.LiveTable, ...]
    revision: Revision


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match, with every hand."""

    record: Annotated[dict[str, Any], ref("Record")]
    replay: Annotated[dict[str, Any], ref("Replay")]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match with every hand."""

    revision: Revision
    table: models.LiveTable
    games: list[PlayedGame]


@dataclass(frozen=True, slots=True)
class StartableMatch:
    """A bracket match that can start."""

    match: Annotated[str, text(10)]
    sides: Annotated[list[list[str]], list_bounds(2, 2)]


@dataclass(frozen=True, slots=True)
class Startable:
    """The matches that can start."""

    revision: Revision
    matches: list[StartableMatch]


@dataclass(frozen=True, slots=True)
class Repair(models.Reseating):
    """The changes that a repair would make to the last round, and to all rounds in `rounds`."""

    revision: Revision
    rounds: Annotated[list[models.Reseating], Description("Every round that would change.")]


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round should begin and end, in the club's time zone."""

    round: Ordinal
    starts: Annotated[str, TIME]
    ends: Annotated[str, TIME]


@dataclass(frozen=True, slots=True)
class Timetable:
    """When each round should begin and end."""

    rounds: list[RoundTimes]


_PUBLIC = tournament_operations("rounds", "club.public")
_SCORE = tournament_operations("rounds", "club.score")
_DIRECT = tournament_operations("rounds", "club.direct")


@_PUBLIC.get("/tournaments/{tournament}/clock")
def read_clock(board: Board) -> TournamentClock:
    """Read the round clock.

    `clock` is null if none is set. `left` is in seconds, negative once time is up.
    """
    return TournamentClock(board.revision, tournament_answers.clock(board.clock))


@_SCORE.put("/tournaments/{tournament}/clock")
def run_clock(sent: ClockAction) -> TournamentCommand:
    """Control the round clock.

    `start` and `add` need `minutes`. After `call`, tables finish the current hand and stop.
    """
    plain = {"pause": clock.pause, "resume": clock.resume, "call": clock.call, "stop": clock.stop}
    timed = {"start": clock.start, "add": clock.add}
    if not isinstance(sent.action, str) or sent.action not in (*plain, *timed):
        raise Refusal("clock.action", "action", read=str(sent.action)[:20])
    return timed[sent.action](sent.minutes) if sent.action in timed else plain[sent.action]()


@_PUBLIC.get("/tournaments/{tournament}/timetable")
def read_timetable(access: TournamentAccess, board: Board) -> Timetable:
    """Read the round timetable.

    Times are in the club’s time zone, with a UTC offset. Empty until the start, number of rounds and match length are set.
    """
    starts = board.about.starts
    zone = timezones.club_zone(access.zone)
    rounds = validation.timetable(board, timezones.start_time(board.about.day, starts, zone)) if starts else []
    return Timetable([RoundTimes(n, _local_time(one, zone), _local_time(other, zone)) for n, one, other in rounds])


def _local_time(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).isoformat(timespec="seconds")


@_DIRECT.post("/tournaments/{tournament}/draft")
def pair_round() -> TournamentCommand:
    """Pair the next round.

    Creates a draft that only the desk sees, or replaces it. After a stage’s last round, the standings decide who advances.
    """
    return tournament_rounds.pair()


@_DIRECT.delete("/tournaments/{tournament}/draft")
def discard_draft() -> TournamentCommand:
    """Discard the draft round."""
    return tournament_rounds.discard()


@_DIRECT.post("/tournaments/{tournament}/draft/swap")
def swap_in_draft(sent: Swap) -> TournamentCommand:
    """Swap two entrants in the draft.

    Works with byes too. The round is marked as arranged by hand.
    """
    return tournament_rounds.swap(str(sent.one), str(sent.other))


@_DIRECT.post("/tournaments/{tournament}/draft/publish", body_required=False)
def publish_draft(sent: Publish) -> TournamentCommand:
    """Publish the draft round.

    Creates the links of its tables. If anything has changed since it was paired, set `anyway`.
    """
    return tournament_rounds.publish(anyway=sent.anyway is True)


@_PUBLIC.get("/tournaments/{tournament}/rounds/{round}", answers={200: TournamentRound, 304: None})
def read_round(access: TournamentAccess, board: Board, round: int) -> Response:  # noqa: A002
    """Read a round.

    Includes tables, byes, results and the reasons for the pairings. The desk also sees drafts and games in progress.
    """
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
    body = copy_as(TournamentRound, tournament_answers.round_of(access, board, found), tables=tables, revision=board.revision)
    return responses.respond(body, etag=etag)


@_PUBLIC.get("/tournaments/{tournament}/rounds/{round}/tables/{table}", answers={200: MatchSheet, 304: None})
def read_match_sheet(access: TournamentAccess, board: Board, round: int, table: int) -> Response:  # noqa: A002
    """Read a match.

    Includes the file and replay of each game scored on the pad.
    """
    found = board.table(round, table)
    if found is None:
        raise NotFound("table", "table", read=table)
    live = tournament_live.of_round(access, board, round, table).get(table)
    stamp = "" if live is None else ".".join(map(str, (*live.game_ids, *live.revisions)))
    etag = tournament_answers.etag_of(access, board, stamp)
    if (same := responses.not_modified(etag)) is not None:
        return same
    played = [redact_game(board, found, game) for game in live.games] if live is not None else []
    games = [PlayedGame(game.record_json(), game_answers.translated_replay(game)) for game in played]
    return responses.respond(
        MatchSheet(board.revision, tournament_answers.live_table(access, board, found, live), games), etag=etag
    )


@_DIRECT.delete("/tournaments/{tournament}/rounds/{round}")
def unpublish_round(round: int) -> TournamentCommand:  # noqa: A002
    """Unpublish a round.

    Only the last round, before any play. It becomes a draft again, and its links stop working.
    """
    return tournament_rounds.unpublish(round)


@_DIRECT.get("/tournaments/{tournament}/rounds/{round}/repair", query=("take_away",), problems=(422,))
def preview_repair(access: TournamentAccess, round: int) -> Repair:  # noqa: A002
    """Preview a repair of a round.

    Shows how its unplayed tables would be paired again. Nothing is saved.
    """
    before, after = preview(access, repairs.repair(round, take_away=requests.flag("take_away")))
    round_before = before.round(round)
    if round_before is None:
        raise NotFound("round", "round", read=round)
    rounds = correction_choices.reseatings(before, after)
    same = correction_choices.Reseating(round, len(round_before.tables), (), (), round_before.byes, round_before.byes)
    last = next((one for one in rounds if one.round == round), same)
    reseatings = [tournament_answers.reseating(access, after, one) for one in rounds]
    return copy_as(Repair, tournament_answers.reseating(access, after, last), revision=before.revision, rounds=reseatings)


@_DIRECT.post("/tournaments/{tournament}/rounds/{round}/repair", query=("take_away",))
def repair_round(round: int) -> TournamentCommand:  # noqa: A002
    """Pair a round’s unplayed tables again.

    Applies to the last round. Tables where play has started stay as they are.
    """
    return repairs.repair(round, take_away=requests.flag("take_away"))


@_DIRECT.get("/tournaments/{tournament}/ahead", problems=(422,))
def read_startable(board: Board) -> Startable:
    """List bracket matches that can start early.

    Both sides are known and free, although the current round is not finished.
    """
    found = [StartableMatch(m.slot.name, [[who] for who in m.sides if who]) for m in repairs.startable_matches(board)]
    return Startable(board.revision, found)


@_DIRECT.post("/tournaments/{tournament}/ahead")
def begin_ahead(sent: Ahead) -> TournamentCommand:
    """Start bracket matches early.

    The matches join the last round, or start the next one if they depend on it. Unfinished tables continue there, with links and
    hands.
    """
    return repairs.begin_early(sent.matches)


@_SCORE.get("/tournaments/{tournament}/schedule", answers={200: "Schedule"}, problems=(422,))
def read_schedule(board: Board) -> dict[str, Any]:
    """Schedule all rounds in advance.

    Works for round robins, rotations and Mitchell movements, assuming no one enters or leaves. Nothing is saved.
    """
    found = director.schedule(board.tournament)
    return schedule_json(found, lambda reason: reason_text(request_t(), reason, board.names))
