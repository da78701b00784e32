"""Additions of version 2 of the record: standings with handicap and by tag, and notes next to names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.adjustments import by_handicap
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.record import Penalty
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import decisions_in_effect
from scorekeeper.pairing.words import decision_text
from scorekeeper.tournaments.printouts.event import PrintedEvent

PENALTIES = {
    "warning": N_("warning"),
    "game_points": N_("game points %(points)s"),
    "match_points": N_("match points %(points)s"),
    "awarded": N_("match points awarded: %(points)s"),
    "forfeit": N_("forfeit"),
    "disqualified": N_("disqualified"),
}
"""The name of each kind of penalty."""


@dataclass(frozen=True)
class StandingsList:
    """Lines of the standings in order.

    `handicap`: with handicaps; `tag`: only entrants with this tag, taken from `whole`.
    """

    rows: Sequence[StandingRow]
    title: str = ""
    handicap: bool = False
    tag: str = ""
    whole: Sequence[StandingRow] = ()

    @property
    def among(self) -> Sequence[StandingRow]:
        """All lines that these are ranked among."""
        return self.whole or self.rows


def standings_lists(event: PrintedEvent) -> list[StandingsList]:
    """Return the standings, the standings with handicap if anyone has one, and a list for each tag."""
    additions, scratch = event.about.additions, event.standings
    more: list[StandingsList] = []
    if additions.handicaps:
        with suppress(TournamentError):  # as for the standings, while a bracket cannot be drawn
            found = by_handicap(event.tournament, additions.handicaps)
            more.append(StandingsList(found, event.t("With handicap"), handicap=True))
    for tag in additions.all_tags:
        rows = [row for row in scratch if additions.carries(row.id, tag)]
        more.append(StandingsList(rows, tag, tag=tag, whole=scratch))
    title = "" if not more else event.t("Without handicap") if more[0].handicap else event.t("Everyone")
    pools = event.state.pairing.pool_tables(event.tournament)
    return [StandingsList(scratch, title), *(one for one in more if one.rows), *(StandingsList(rows) for rows in pools if rows)]


def entrant_notes(event: PrintedEvent, who: str, found: StandingsList) -> str:
    """Return the notes on an entrant in this list: results that do not count, handicap, tags, a decided tie, penalties."""
    additions = event.about.additions
    notes = [event.t("left, results do not count")] if any(row.id == who and not row.counts for row in found.rows) else []
    notes += [event.handicap_text((who,))] if found.handicap else []
    notes += [", ".join(additions.tags.get(who, ()))] if not found.tag else []
    decided = decisions_in_effect(found.rows, event.tournament.decided)
    notes += [decision_text(event.t, decided[who])] if who in decided else []
    notes += [_penalty_text(event, one) for one in additions.penalties_of(who)]
    return " · ".join(filter(None, notes))


def _penalty_text(event: PrintedEvent, one: Penalty) -> str:
    what = event.t(PENALTIES[one.kind]) % {"points": event.figure(one.points, sign=one.kind != "awarded")}
    if not one.reason:
        return event.t("%(what)s in round %(n)s") % {"what": what, "n": one.round}
    return event.t("%(what)s in round %(n)s: %(why)s") % {"what": what, "n": one.round, "why": one.reason}
