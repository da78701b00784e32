"""Additions of version 2 of the record: standings with handicap and by tag, and notes next to names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from scorekeeper.pairing.adjustments import by_handicap, rows_with_tag
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.standings.standings import StandingRow
from scorekeeper.pairing.standings.ties import decisions_in_effect
from scorekeeper.pairing.words import decision_text
from scorekeeper.tournaments.penalty_words import penalty_text
from scorekeeper.tournaments.printouts.event import PrintedEvent


@dataclass(frozen=True)
class StandingsList:
    """Lines of the standings in order.

    `handicap`: with handicaps; `tag`: only entrants with this tag, ranked among themselves.
    """

    rows: Sequence[StandingRow]
    title: str = ""
    handicap: bool = False
    tag: str = ""


def standings_lists(event: PrintedEvent) -> list[StandingsList]:
    """Return the standings, the standings with handicap if anyone has one, and a list for each tag."""
    additions, scratch = event.about.additions, event.standings
    more: list[StandingsList] = []
    if additions.handicaps:
        with suppress(TournamentError):  # as for the standings, while a bracket cannot be drawn
            found = event.state.only_played(by_handicap(event.tournament, additions.handicaps))
            more.append(StandingsList(found, event.t("With handicap"), handicap=True))
    more += [StandingsList(rows_with_tag(scratch, additions, tag), tag, tag=tag) for tag in additions.ranked_tags]
    title = "" if not more else event.t("Without handicap") if more[0].handicap else event.t("Everyone")
    pools = map(event.state.only_played, event.state.pairing.pool_tables(event.tournament))
    return [StandingsList(scratch, title), *(one for one in more if one.rows), *(StandingsList(rows) for rows in pools if rows)]


def winners_by_tag(event: PrintedEvent) -> list[tuple[str, StandingRow]]:
    """Return the first of each tag that has its own standings, as (tag, line); several if they share the rank."""
    additions = event.about.additions
    lists = [(tag, rows_with_tag(event.standings, additions, tag)) for tag in additions.ranked_tags]
    return [(tag, row) for tag, rows in lists for row in rows if row.rank == 1 and row.counts]


def entrant_notes(event: PrintedEvent, who: str, found: StandingsList) -> str:
    """Return the notes on an entrant in this list: results that do not count, handicap, tags, a decided tie, penalties."""
    additions = event.about.additions
    notes = [event.t("left, results do not count")] if any(row.id == who and not row.counts for row in found.rows) else []
    notes += [event.handicap_text((who,))] if found.handicap else []
    notes += [", ".join(additions.tags.get(who, ()))] if not found.tag else []
    decided = decisions_in_effect(found.rows, event.tournament.decided)
    notes += [decision_text(event.t, decided[who])] if who in decided else []
    notes += [penalty_text(event.t, one, event.figure) for one in additions.penalties_of(who)]
    return " · ".join(filter(None, notes))
