"""The score sheet on screen: a row an entry, also those that do not count, each leading to its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask_babel import gettext as _

from scorekeeper.engine.events import Adjustment, Played
from scorekeeper.web.settled import calls_text, resolved
from scorekeeper.wording.outcome import bid_text, kind_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Event
    from scorekeeper.workflows.view import Scored, View

FEWEST_ROWS = 6
"""Rows of an empty leaf."""


@dataclass(frozen=True)
class Row:
    """An entry on the sheet.

    `kind`: as recorded; `status`: see `workflows.view.Scored`, and `struck`. `bid`, `by`, `partner`, `trump` of a hand; `text`
    of anything else; `sub`: the small print; `calls`: the auction, where it was recorded. `cells`: a side each (delta, score,
    `won`), empty where nothing counts.
    """

    id: int
    n: int
    kind: str
    status: str
    bid: str
    by: str
    trump: str | None
    made: bool | None
    text: str
    sub: str
    calls: str
    cells: tuple[dict[str, Any], ...]
    last: bool


def rows(view: View) -> list[Row]:
    """Every entry, struck ones where they stood."""
    live = {e.id: e for e in (*view.entries, *view.struck)}
    return [row(view, live[entry.id]) for entry in view.log.entries]


def row(view: View, scored: Scored) -> Row:
    """One entry."""
    event, hand = scored.event, scored.hand
    bid, by = _contract(view, scored)
    return Row(
        id=scored.id,
        n=scored.n,
        kind=event.kind,
        status=scored.status,
        bid=bid,
        by=by,
        trump=event.trump if isinstance(event, Played) else None,
        made=hand.made if hand else None,
        text="" if bid else event_text(event),
        sub=" · ".join(text for text in (_sub(view, scored), _dispute(view, scored.id)) if text),
        calls=calls_text(event),
        cells=()
        if hand is None
        else tuple(
            {"delta": hand.deltas[i], "score": score, "won": i in hand.outcome.winners, "out": i in hand.dropped}
            for i, score in enumerate(hand.scores)
        ),
        last=hand is not None and hand.outcome.over,
    )


def _contract(view: View, scored: Scored) -> tuple[str, str]:
    """Bid and contractor's name; where calls were recorded, as the auction settled them."""
    hand = scored.hand
    if hand is not None and hand.contractor is not None and hand.bid is not None:
        return bid_text(_, hand.bid), view.players[hand.contractor]
    event = resolved(view, scored)
    if isinstance(event, Played) and event.contractor >= 0:
        return bid_text(_, event.bid), view.players[event.contractor]
    return "", ""


def event_text(event: Event) -> str:
    """What an entry that is no hand was."""
    return event.reason if isinstance(event, Adjustment) else kind_text(_, event.kind)


def _sub(view: View, scored: Scored) -> str:
    if scored.status != "scored":
        return status_text(scored.status)
    if isinstance(scored.event, Adjustment):
        return kind_text(_, "adjustment")
    return "" if scored.hand is None else _("dealt by %(name)s", name=view.players[scored.hand.dealer])


def _dispute(view: View, entry: int) -> str:
    kept = view.log.disputes.get(entry)
    if kept is None:
        return ""
    return _("disputed") if kept.get("ruling") is None else _("disputed, ruled on")


def status_text(status: str) -> str:
    """Why an entry does not count, in three or four words; empty for one that does."""
    texts = {
        "struck": _("struck out"),
        "unscorable": _("cannot be scored"),
        "after_end": _("after the end of the game"),
        "waiting": _("waits for an earlier entry"),
    }
    return texts.get(status, "")


def describe(players: Sequence[str], event: Event) -> str:
    """An entry in a few words: `Benoît, 90`."""
    if isinstance(event, Played) and event.contractor >= 0:
        return f"{players[event.contractor]}, {bid_text(_, event.bid)}"
    return event_text(event)


def blank_rows(view: View) -> int:
    """Empty rows that fill the leaf."""
    count = len(view.log.entries)
    return 0 if view.outcome.over else max(FEWEST_ROWS - count, 1)
