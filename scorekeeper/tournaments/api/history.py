"""API endpoints for a tournament's history and undo."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import paging, requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api.request_models import Undo
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.event_writer import preview

_SCORE: dict[str, Any] = {"tag": "history", "access": "club.score"}


@operation(
    "GET",
    "/tournaments/{tournament}/changes",
    summary="Read a tournament’s history",
    about="Newest first, at most 200 changes per page. `more` is the next page’s `before`, as an alternative to `next`.",
    query=("before:changes", *paging.PAGING),
    answers={200: "TournamentHistory"},
    **_SCORE,
)
def read_tournament_history(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    limit, after = paging.requested_page()
    before = requests.number("before") if after is None else -after[0]
    steps = history.history(access, before=before, limit=min(limit or history.MOST_SHOWN, history.MOST_SHOWN))
    more = steps[-1].revision if steps and steps[-1].revision > 1 else None
    return responses.respond(standing_models.TournamentHistory(steps, more, None if more is None else paging.cursor_of((-more,))))


@operation(
    "POST",
    "/tournaments/{tournament}/undo",
    summary="Undo a tournament change",
    about="Undoes your own latest change unless `change` names another. Matches already played are never rewritten.",
    body="Undo",
    body_required=False,
    **_SCORE,
    **COMMAND_OPTIONS,
)
def undo_tournament_change(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    return run_command(access, history.undo, _change())


@operation(
    "POST",
    "/tournaments/{tournament}/undo/consequences",
    summary="Preview an undo",
    about="Returns each affected part before and after, and the standings and pairings that would change. Nothing is saved.",
    body="Undo",
    body_required=False,
    answers={200: "UndoPreview"},
    **_SCORE,
)
def preview_undo(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    before, after = preview(access, history.undo(_change()))
    old, new = before.log.parts, after.log.parts
    moved = sorted(part for part in {*old, *new} if old.get(part) != new.get(part))
    later = consequences(before.tournament, after.tournament) if before.rounds else None
    body = standing_models.UndoPreview(
        before.revision,
        before={part: old.get(part) for part in moved},
        after={part: new.get(part) for part in moved},
        consequences=None if later is None else copy_as(standing_models.Consequences, later, choices=LEFT_OUT),
    )
    return responses.respond(body)


def _change() -> int | None:
    return requests.read(Undo, required=False).change
