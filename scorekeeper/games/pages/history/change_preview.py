"""The effect of a change on everything after it, in rows, to confirm it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.events import NewDealer, NewSeats
from scorekeeper.engine.replay.ledger import AFTER_END, UNSCORABLE
from scorekeeper.games.pages.pad.game_page import problem_text
from scorekeeper.games.pages.parts.receipt import score_moves
from scorekeeper.games.pages.parts.sheet_view import describe, resolve_event
from scorekeeper.messages.game.outcome import outcome_text, status_text
from scorekeeper.messages.names import names_of

if TYPE_CHECKING:
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.commands.recording.event_writer import Preview


def effect(preview: Preview, *, kept: bool = False) -> dict[str, Any]:
    """Return the effect of a change for a template.

    `rows` have what, before and after (scores or None), and `note`. `moves` are (side, before, after) of each score that
    changes. `outcome` is (before, after), empty if unchanged. `lost` are sentences. `deals` are (hand, dealer before, dealer
    after), the next hand last. `numbers` is a sentence about renumbered hands, or empty. `movable` says that later deals
    change and could be kept, or that the form asked to keep them (`kept`).
    """
    before, after = preview.before, preview.after
    pairs = [(later.before, later.after) for later in preview.later]
    entry = preview.entry
    inserted = entry is not None and before.entry(entry.id) is None
    if entry is not None:
        pairs.insert(0, (before.entry(entry.id), entry))
    rows = [_row(after, was, now, inserted) for was, now in pairs if not _rearranges(was, now)]
    rows = [row for row in rows if row["before"] != row["after"] or row["note"]]
    rows.sort(key=lambda row: row["place"])
    names = names_of(after.rules, after.players)
    changed = before.outcome != after.outcome
    deals = _dealer_changes(preview)
    return {
        "rows": rows,
        "moves": score_moves(before, after),
        "outcome": (outcome_text(_, before.outcome, names), outcome_text(_, after.outcome, names)) if changed else (),
        "lost": [_why_not_counted(after, entry) for entry in preview.problems],
        "deals": deals + _next_deal(before, after),
        "numbers": _number_changes(preview),
        "movable": kept or bool(deals),
    }


def _rearranges(was: ScoredEntry | None, now: ScoredEntry | None) -> bool:
    """Return whether an entry only sets the dealer or the seats."""
    entry = now or was
    return entry is not None and entry.status != UNSCORABLE and isinstance(entry.event, (NewDealer, NewSeats))


def _hands(preview: Preview) -> list[tuple[ScoredEntry, ScoredEntry]]:
    """Return the hands that count before and after the change, without the one it is about."""
    now = {e.id: e for e in preview.after.entries}
    subject = None if preview.entry is None else preview.entry.id
    return [(e, now[e.id]) for e in preview.before.entries if e.number and e.id in now and e.id != subject]


def _dealer_changes(preview: Preview) -> list[tuple[str, str, str]]:
    moved = [(was, now) for was, now in _hands(preview) if was.hand and now.hand and was.hand.dealer != now.hand.dealer]
    return [(_("Hand %(n)s", n=was.number), _dealer(was), _dealer(now)) for was, now in moved]


def _dealer(entry: ScoredEntry) -> str:
    assert entry.hand is not None
    return entry.players[entry.hand.dealer]


def _next_deal(before: GameState, after: GameState) -> list[tuple[str, str, str]]:
    """Return the dealer of the next hand, or of the rematch if the game is over."""
    if before.state.dealer == after.state.dealer:
        return []
    what = _("Rematch") if before.outcome.over and after.outcome.over else _("Next hand")
    return [(what, before.players[before.state.dealer], after.players[after.state.dealer])]


def _number_changes(preview: Preview) -> str:
    moved = [(was.number, now.number) for was, now in _hands(preview) if was.number != now.number]
    if not moved:
        return ""
    (first, first_now), (last, last_now) = moved[0], moved[-1]
    if first == last:
        return _("Hand %(n)s becomes hand %(now)s.", n=first, now=first_now)
    figures = {"first": first, "last": last, "first_now": first_now, "last_now": last_now}
    return _("Hands %(first)s to %(last)s become hands %(first_now)s to %(last_now)s.", **figures)


def _row(game: GameState, was: ScoredEntry | None, now: ScoredEntry | None, inserted: bool) -> dict[str, Any]:
    """Return a row, numbered as on the current sheet, or as on the new one if a hand is inserted."""
    first, second = (now, was) if inserted else (was, now)
    entry = first if first is not None and first.n else second or first
    assert entry is not None
    counts = now is not None and now.hand is not None
    return {
        "place": entry.n,
        "n": entry.number,
        "what": describe(entry.players, resolve_event(game, now or entry)),
        "before": _scores(was),
        "after": _scores(now),
        "note": _note(was, now) if counts or now is None else status_text(_, now.status),
    }


def _note(was: ScoredEntry | None, now: ScoredEntry | None) -> str:
    """Return a note if the contract goes to another player, because the calls follow the dealer."""
    before, after = (None if entry is None or entry.hand is None else entry.hand.contractor for entry in (was, now))
    if now is None or was is None or before is None or after in (None, before) or now.event != was.event:
        return ""
    return _("the contract goes from %(before)s to %(after)s", before=was.players[before], after=now.players[after])


def _scores(entry: ScoredEntry | None) -> tuple[int, ...] | None:
    return entry.hand.scores if entry is not None and entry.hand is not None else None


def _why_not_counted(game: GameState, entry: ScoredEntry) -> str:
    what = describe(entry.players, resolve_event(game, entry))
    if entry.number:
        what = _("Hand %(n)s: %(what)s", n=entry.number, what=what)
    if entry.status == AFTER_END:
        return _("%(label)s: %(text)s", label=what, text=_("it no longer counts, because the game ends before it."))
    why = problem_text(game, entry.error) if entry.error else status_text(_, entry.status)
    return _("%(label)s: %(text)s", label=what, text=why)
