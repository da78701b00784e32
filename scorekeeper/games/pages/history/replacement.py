"""The effect of replacing another device's entry with one's own, to decide a conflict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.pages.history.change_preview import effect
from scorekeeper.messages.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.store.log import GameEvent


@dataclass(frozen=True)
class Replacement:
    """The other device's hand that one's own can replace, and `effect`: a sentence about the scores."""

    entry: int
    effect: str


def first_hand(game: GameState, theirs: Sequence[GameEvent]) -> ScoredEntry | None:
    """Return the first entry that the other changes recorded and that still counts, or None."""
    ids = [row.entry for row in theirs if row.action == "record" and row.entry is not None]
    return next((entry for entry_id in ids if (entry := game.entry(entry_id))), None)


def find_replacement(access: Access, game: GameState, theirs: Sequence[GameEvent], event: object) -> Replacement | None:
    """Return the hand that `event` would replace, or None if there is none or the rules don't allow it."""
    entry = first_hand(game, theirs)
    if entry is None or not entry.number:
        return None
    text = effect_text(access, table_commands.correct(entry.id, event))
    return None if text is None else Replacement(entry.id, text)


def effect_text(access: Access, command: GameCommand) -> str | None:
    """Return how the scores change if this device's version counts, or None if that is not possible."""
    try:
        found: dict[str, Any] = effect(event_writer.preview_command(access, command))
    except (Refusal, GameError):
        return None
    moves = [f"{name} {number(was)} → {number(now)}" for name, was, now in found["moves"]]
    scores = ", ".join(moves) or _("no score changes")
    return " ".join([_("If yours replaces theirs: %(scores)s.", scores=scores), *found["outcome"][1:], *found["lost"]])
