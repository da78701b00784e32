"""The notice of the last change, with a button to undo it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.events import Adjustment, NewDealer, Played
from scorekeeper.games.commands.game_state import score
from scorekeeper.games.pages.parts.receipt import changes_in_short, score_moves
from scorekeeper.games.pages.parts.sheet_view import describe, resolve_event
from scorekeeper.games.store.log import fold
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.numbers import number

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.store.log import GameEvent


@dataclass(frozen=True)
class Notice:
    """A notice of a change.

    `short` is its effect on the scores. `change` is the revision that the button undoes, and `redo` says that this repeats
    an undone change. `fresh` means that the entry was just recorded. `bid` says whether the button changes which bid waits
    for its hand, and `waits` is the contract that waits then, None for none.
    """

    text: str
    change: int
    entry: ScoredEntry | None
    short: str = ""
    redo: bool = False
    fresh: bool = False
    bid: bool = False
    waits: Mapping[str, Any] | None = None


def notice_of(access: Access, game: GameState, row: GameEvent) -> Notice | None:
    """Return the notice of a change, or None.

    There is none if the change was undone, or if the page itself shows it (an open contract, the first dealer).
    """
    if row.revision in game.log.undone or (row.action == "first_dealer" and not game.entries):
        return None
    entry = None if row.entry is None else game.entry(row.entry)
    if row.undoes is not None:
        return _undo_notice(access, game, row, entry)
    text = _text(game, row, entry)
    if not text:
        return None
    fresh = row.action == "record" and row.place is None and entry is not None and isinstance(entry.event, Played)
    short = changes_in_short(entry) if fresh and entry else "" if row.action == "rename" else score_moves_text(access, game, row)
    return Notice(text, row.revision, entry, short, fresh=fresh, **_contract_to_show(row))


def _text(game: GameState, row: GameEvent, entry: ScoredEntry | None) -> str:
    what = describe(entry.players, resolve_event(game, entry)) if entry else ""
    n = entry.number if entry else 0
    event = entry.event if entry else None
    texts = {
        "record": _recorded_text(n, what, event),
        "correct": _corrected_text(n, what, event),
        "strike": _("Voided: %(what)s.", what=what),
        "restore": _("Restored: %(what)s.", what=what),
        "rename": _("Names changed."),
        "first_dealer": _("First dealer corrected."),
        "about": _("Place and occasion saved."),
        "cancel_contract": _("The contract was cancelled."),
        "dispute": _("Hand %(n)s is disputed.", n=n) if n else _("Disputed: %(what)s.", what=what),
        "ruling": _("Ruling saved for hand %(n)s.", n=n) if n else _("Ruling saved: %(what)s.", what=what),
    }
    return texts.get(row.action, "")


def _recorded_text(n: int | None, what: str, event: Any) -> str:
    if isinstance(event, Adjustment):
        return _("Adjustment saved.")
    if isinstance(event, NewDealer):
        return f"{what}."
    return _("Hand %(n)s saved.", n=n) if n and isinstance(event, Played) else _("%(what)s: saved.", what=what)


def _corrected_text(n: int | None, what: str, event: Any) -> str:
    if isinstance(event, Adjustment):
        return _("Adjustment corrected.")
    if isinstance(event, NewDealer):
        return f"{what}."
    return _("Hand %(n)s corrected.", n=n) if n else _("Corrected: %(what)s.", what=what)


def _undo_notice(access: Access, game: GameState, row: GameEvent, entry: ScoredEntry | None) -> Notice:
    base, back = find_origin(game.log.undoes, row.revision)
    what = _change_text(game, events_of(access.game_id, base, base)[0], entry)
    text = _("Undone: %(what)s.", what=what) if back else _("Redone: %(what)s.", what=what)
    return Notice(text, row.revision, entry, score_moves_text(access, game, row), redo=back, **_contract_to_show(row))


def _contract_to_show(row: GameEvent) -> dict[str, Any]:
    """Return what the phone needs to show the contract before the server answers an undo."""
    return {"bid": "contract" in row.before, "waits": row.before.get("contract")}


def _change_text(game: GameState, row: GameEvent, entry: ScoredEntry | None) -> str:
    """Return what a change did, as the object of an undo."""
    what = describe(entry.players, resolve_event(game, entry)) if entry else ""
    contract = row.after.get("contract") or row.before.get("contract")
    if contract and row.action in ("open_contract", "cancel_contract"):
        what = f"{game.players[contract['contractor']]}, {bid_text(_, contract['bid'])}"
    of_dealer = entry is not None and isinstance(entry.event, NewDealer)
    texts = {
        "correct": _("the change of dealer") if of_dealer else _("correcting %(what)s", what=what),
        "strike": _("voiding %(what)s", what=what),
        "restore": _("restoring %(what)s", what=what),
        "rename": _("the change of names"),
        "first_dealer": _("the change of the first dealer"),
        "about": _("the change of place and occasion"),
        "open_contract": _("the contract %(what)s", what=what),
        "cancel_contract": _("cancelling the contract %(what)s", what=what),
        "dispute": _("the dispute about %(what)s", what=what),
        "ruling": _("the ruling on %(what)s", what=what),
    }
    return texts.get(row.action, what)


def score_moves_text(access: Access, game: GameState, row: GameEvent) -> str:
    """Return the scores before and after a change (`Aline & Claire 130 → 125`). Empty unless it is the newest."""
    if row.revision != game.revision:
        return ""
    before = score(fold(events_of(access.game_id, high=row.revision - 1)))
    return ", ".join([f"{name} {number(was)} → {number(now)}" for name, was, now in score_moves(before, game)])
