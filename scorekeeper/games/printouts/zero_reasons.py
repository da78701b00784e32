"""Why a side got nothing for a hand, in a few words: a letter next to the 0, and its meaning below the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.engine.events import Line
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.messages.marks import Gettext


def zero_reasons(t: Gettext, hand: Hand) -> dict[int, str]:
    """Return the reason for each side whose points of this hand are 0 by a rule (rulebook section 7)."""
    reasons = {line.side: _reason_text(t, line) for line in hand.lines if line.points == 0 and not hand.deltas[line.side]}
    return {side: words for side, words in reasons.items() if words}


def _reason_text(t: Gettext, line: Line) -> str:
    p = line.params
    if line.rule not in ("score.opponents", "score.must_bid", "score.must_win_or_set"):
        return ""
    if not p["pile"]:
        return t("took no points")
    if line.rule == "score.must_win_or_set":
        return t("at %(line)s or more, and the contract was made") % {"line": p["line"]}
    if p.get("qualifying"):
        return t("at %(line)s or more, without having bid %(bid)s") % {"line": p["line"], "bid": p["qualifying"]}
    return t("at %(line)s or more, without having bid") % {"line": p["line"]}


def assign_letters(reasons: Iterable[Mapping[int, str]]) -> dict[str, str]:
    """Return a letter for each reason, in the order of the sheet."""
    different = dict.fromkeys(words for by_side in reasons for words in by_side.values())
    return dict(zip(different, ascii_lowercase, strict=False))
