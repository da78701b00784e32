"""API endpoints for results at the desk, and for a tournament's history and undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import Revision
from scorekeeper.core.api.requests import Next
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.formats.declared import copy_as
from scorekeeper.games.api.events import Undo
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.models import SideChoice
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.event_writer import preview
from scorekeeper.tournaments.commands.history import TournamentStep
from scorekeeper.tournaments.commands.results import correction_choices, results
from scorekeeper.tournaments.commands.snapshot import load


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """Each part an undo would change, before and after."""

    revision: Revision
    before: dict[str, Any]
    after: dict[str, Any]
    consequences: models.Consequences | None


@dataclass(frozen=True, slots=True)
class TournamentHistory:
    """Events, newest first. `more`: read on before this revision, as `next` does."""

    changes: list[TournamentStep]
    more: Revision | None
    next: Next


_SCORE = tournament_operations("results", "club.score")
_HISTORY = tournament_operations("history", "club.score")


@_HISTORY.get("/tournaments/{tournament}/changes", query=("before:changes", *requests.PAGING))
def read_tournament_history(access: TournamentAccess) -> TournamentHistory:
    """Read a tournament’s history.

    Newest first, at most 200 changes per page. `more` is the next page’s `before`, as an alternative to `next`.
    """
    limit, after = requests.requested_page()
    before = requests.number("before") if after is None else -after[0]
    steps = history.history(access, before=before, limit=min(limit or history.MOST_SHOWN, history.MOST_SHOWN))
    more = steps[-1].revision if steps and steps[-1].revision > 1 else None
    return TournamentHistory(steps, more, None if more is None else requests.cursor_of((-more,)))


@_HISTORY.post("/tournaments/{tournament}/undo", body_required=False)
def undo_tournament_change(sent: Undo) -> TournamentCommand:
    """Undo a tournament change.

    Undoes your own latest change unless `change` names another. Matches already played are never rewritten.
    """
    return history.undo(sent.change)


@_HISTORY.post("/tournaments/{tournament}/undo/consequences", body_required=False)
def preview_undo(access: TournamentAccess, sent: Undo) -> UndoPreview:
    """Preview an undo.

    Returns each affected part before and after, and the standings and pairings that would change. Nothing is saved.
    """
    before, after = preview(access, history.undo(sent.change))
    old, new = before.log.parts, after.log.parts
    moved = sorted(part for part in {*old, *new} if old.get(part) != new.get(part))
    later = consequences(before.tournament, after.tournament) if before.rounds else None
    return UndoPreview(
        before.revision,
        before={part: old.get(part) for part in moved},
        after={part: new.get(part) for part in moved},
        consequences=None if later is None else copy_as(models.Consequences, later, choices=LEFT_OUT),
    )


_TABLE = "/tournaments/{tournament}/rounds/{round}/tables/{table}"


@_SCORE.put(f"{_TABLE}/result", query=("repair", "take_away", "overrule", "sure"), body="TableResult")
def enter_result(round: int, table: int, sent: Any) -> TournamentCommand:  # noqa: A002
    """Enter or correct a result.

    Settles a dispute at the table. Only directors can correct earlier rounds.
    """
    return results.enter(round, table, sent, **_flags("overrule", "sure", "repair", "take_away"))


@_SCORE.delete(f"{_TABLE}/result", query=("repair", "take_away"))
def clear_result(round: int, table: int) -> TournamentCommand:  # noqa: A002
    """Remove a result.

    The table is in play again.
    """
    return results.clear(round, table, **_flags("repair", "take_away"))


def _flags(*names: str) -> dict[str, bool]:
    return {name: requests.flag(name) for name in names}


@_SCORE.post(f"{_TABLE}/accept", body_required=False)
def accept_report(round: int, table: int, sent: SideChoice) -> TournamentCommand:  # noqa: A002
    """Accept a table’s report as the result.

    If the two sides disagree, `side` chooses whose version to accept.
    """
    return results.accept(round, table, None if sent.side is LEFT_OUT else sent.side)


@_SCORE.post(f"{_TABLE}/consequences", body="TableResult", body_required=False)
def preview_result(access: TournamentAccess, round: int, table: int, sent: Any) -> models.Consequences:  # noqa: A002
    """Preview a correction.

    Returns the standings, pairings and bracket matches that would change; nothing is saved. Without a body, previews removing the
    result.
    """
    found = results.consequences(access, round, table, sent)
    found_choices = correction_choices.repair_choices(access, round, table, sent)
    choices = [tournament_answers.choice(access, load(access), one) for one in found_choices]
    return copy_as(models.Consequences, found, choices=choices)
