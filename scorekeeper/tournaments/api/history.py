"""API endpoints for a tournament's history and undo."""

from __future__ import annotations

from scorekeeper.core.api import paging, requests
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api.events import Undo
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import preview

_SCORE = tournament_operations("history", "club.score")


@_SCORE.get("/tournaments/{tournament}/changes", query=("before:changes", *paging.PAGING))
def read_tournament_history(access: TournamentAccess) -> standing_models.TournamentHistory:
    """Read a tournament’s history.

    Newest first, at most 200 changes per page. `more` is the next page’s `before`, as an alternative to `next`.
    """
    limit, after = paging.requested_page()
    before = requests.number("before") if after is None else -after[0]
    steps = history.history(access, before=before, limit=min(limit or history.MOST_SHOWN, history.MOST_SHOWN))
    more = steps[-1].revision if steps and steps[-1].revision > 1 else None
    return standing_models.TournamentHistory(steps, more, None if more is None else paging.cursor_of((-more,)))


@_SCORE.post("/tournaments/{tournament}/undo", body_required=False)
def undo_tournament_change(sent: Undo) -> TournamentCommand:
    """Undo a tournament change.

    Undoes your own latest change unless `change` names another. Matches already played are never rewritten.
    """
    return history.undo(sent.change)


@_SCORE.post("/tournaments/{tournament}/undo/consequences", body_required=False)
def preview_undo(access: TournamentAccess, sent: Undo) -> standing_models.UndoPreview:
    """Preview an undo.

    Returns each affected part before and after, and the standings and pairings that would change. Nothing is saved.
    """
    before, after = preview(access, history.undo(sent.change))
    old, new = before.log.parts, after.log.parts
    moved = sorted(part for part in {*old, *new} if old.get(part) != new.get(part))
    later = consequences(before.tournament, after.tournament) if before.rounds else None
    return standing_models.UndoPreview(
        before.revision,
        before={part: old.get(part) for part in moved},
        after={part: new.get(part) for part in moved},
        consequences=None if later is None else copy_as(standing_models.Consequences, later, choices=LEFT_OUT),
    )
