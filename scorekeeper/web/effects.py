"""What a change would do to everything after it, in rows: shown before anybody confirms it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from scorekeeper.web.game_page import problem_text
from scorekeeper.web.settled import resolved
from scorekeeper.web.sheet_view import describe, status_text
from scorekeeper.wording.names import names_of
from scorekeeper.wording.outcome import outcome_text

if TYPE_CHECKING:
    from scorekeeper.workflows.preview import Preview
    from scorekeeper.workflows.view import Scored, View


def effect(preview: Preview) -> dict[str, Any]:
    """`rows` (what, before, after: scores or None, `note`), `outcome` (before, after; empty if alike), `lost` (sentences)."""
    before, after = preview.before, preview.after
    pairs = [(later.before, later.after) for later in preview.later]
    entry = preview.entry
    inserted = entry is not None and before.entry(entry.id) is None
    if entry is not None:
        pairs.insert(0, (before.entry(entry.id), entry))
    rows = [_row(after, was, now, inserted) for was, now in pairs]
    rows = [row for row in rows if row["before"] != row["after"] or row["note"]]
    rows.sort(key=lambda row: row["n"])
    names = names_of(after.rules, after.players)
    changed = before.outcome != after.outcome
    return {
        "rows": rows,
        "outcome": (outcome_text(_, before.outcome, names), outcome_text(_, after.outcome, names)) if changed else (),
        "lost": [_lost(after, entry) for entry in preview.problems],
    }


def _row(view: View, was: Scored | None, now: Scored | None, inserted: bool) -> dict[str, Any]:
    """Numbered as people know the sheet: as it stands, or, where a hand is put in, as it will stand."""
    first, second = (now, was) if inserted else (was, now)
    entry = first if first is not None and first.n else second or first
    assert entry is not None
    counts = now is not None and now.hand is not None
    return {
        "n": entry.n,
        "what": describe(view.players, resolved(view, now or entry)),
        "before": _scores(was),
        "after": _scores(now),
        "note": _note(view, was, now) if counts or now is None else status_text(now.status),
    }


def _note(view: View, was: Scored | None, now: Scored | None) -> str:
    """Calls belong to who sits at the dealer's left: with another dealer they make another player's contract."""
    before, after = (None if entry is None or entry.hand is None else entry.hand.contractor for entry in (was, now))
    if now is None or was is None or before in (None, after) or after is None or now.event != was.event:
        return ""
    return _("the contract goes from %(before)s to %(after)s", before=view.players[before], after=view.players[after])


def _scores(entry: Scored | None) -> tuple[int, ...] | None:
    return entry.hand.scores if entry is not None and entry.hand is not None else None


def _lost(view: View, entry: Scored) -> str:
    what = _("Entry %(n)s (%(what)s)", n=entry.n, what=describe(view.players, resolved(view, entry)))
    if entry.status == "after_end":
        return _("%(label)s: %(text)s", label=what, text=_("the game ends before it. It stays on the sheet, and does not count."))
    why = problem_text(view, entry.error) if entry.error else status_text(entry.status)
    return _("%(label)s: %(text)s", label=what, text=why)
