"""How the results of entrants who leave a round robin early count (tournament record, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from scorekeeper.pairing.record.record import COUNT, COUNT_FROM_HALF, Tournament
from scorekeeper.pairing.standings.results import Outcomes, RoundOutcome, apply_penalties_to_book, outcomes_before_penalties
from scorekeeper.pairing.standings.standings import StandingRow, rank_entrants


def early_leavers(tournament: Tournament) -> dict[str, bool]:
    """Return the entrants who left with matches still to play, and whether their results count.

    Only matches in rounds that took place are considered.
    """
    leavers = [e for e in tournament.entrants if e.left is not None and _was_missed(tournament, e.id, e.left)]
    if not leavers:
        return {}
    seated, finished = _count_matches(tournament)
    byes = {i for one in tournament.rounds for i in one.byes}
    took_part = {e.id: e.joined for e in tournament.entrants if e.left is None or e.left > e.joined or e.id in {*seated, *byes}}
    options, found = tournament.options, {}
    for e in leavers:
        until = max(e.left or 0, e.joined + 1)
        due = options.legs * sum(joined < until for who, joined in took_part.items() if who != e.id)
        due = due if options.rounds is None else min(due, options.rounds)
        if seated[e.id] < due:
            half = options.leaver_results == COUNT_FROM_HALF and 2 * finished[e.id] >= due
            found[e.id] = options.leaver_results == COUNT or half
    return found


def _was_missed(tournament: Tournament, who: str, left: int) -> bool:
    """Return whether a round took place without an entrant after they left. A table published before they left still counts."""
    return any(one.number >= left and all(who not in t.ids for t in one.tables) for one in tournament.rounds)


def _count_matches(tournament: Tournament) -> tuple[Counter[str], Counter[str]]:
    """Return how many matches each entrant was seated for, and how many they played to the end."""
    tables = [t for one in tournament.rounds for t in one.tables]
    finished = (ids for t in tables if t.result.known for side, ids in enumerate(t.sides) if side not in t.result.forfeit)
    return Counter(i for t in tables for i in t.ids), Counter(i for ids in finished for i in ids)


def counted_outcomes(tournament: Tournament) -> Outcomes:
    """Return every entrant's rounds as they count."""
    book, leavers = outcomes_before_penalties(tournament), early_leavers(tournament)
    if leavers:
        missed = _count_missed_matches(tournament, [who for who, counts in leavers.items() if counts])
        out = {who for who, counts in leavers.items() if not counts}
        for who, rounds in book.items():
            if who in out:
                book[who] = [RoundOutcome(o.round, o.kind, Fraction(0), open=o.open) for o in rounds]
            else:
                rounds = _add_missed_byes(tournament, rounds, missed.get(who, {}))
                book[who] = [_as_bye(o, out, tournament.options.points.bye) for o in rounds]
    return apply_penalties_to_book(book, tournament)


def _as_bye(outcome: RoundOutcome, out: set[str], bye: Fraction) -> RoundOutcome:
    """Return a bye instead of a match against a leaver whose results do not count."""
    if outcome.open or not out.intersection(outcome.opponents):
        return outcome
    return RoundOutcome(outcome.round, "bye", bye)


def _count_missed_matches(tournament: Tournament, leavers: Iterable[str]) -> dict[str, dict[str, int]]:
    """Return, by entrant, how many matches against each of these leavers did not take place."""
    meeting_counts = Counter(frozenset(t.ids) for one in tournament.rounds for t in one.tables)
    legs = tournament.options.legs
    ids = [e.id for e in tournament.entrants]
    return {who: {i: legs - meeting_counts[frozenset((i, who))] for i in leavers if i != who} for who in ids}


def _add_missed_byes(tournament: Tournament, rounds: list[RoundOutcome], missed: Mapping[str, int]) -> list[RoundOutcome]:
    """Return an entrant's rounds, with one bye for each missed match scored as a missed match."""
    left = {e.id: e.left or 0 for e in tournament.entrants}
    found, used = [], 0
    for one in rounds:
        due = sum(count for who, count in missed.items() if left[who] <= one.round)
        if one.kind == "bye" and not one.open and used < due:
            used += 1
            one = replace(one, points=tournament.options.points.missed)
        found.append(one)
    return found


def ranked_with_leavers(tournament: Tournament) -> list[StandingRow]:
    """Return the standings. Entrants whose results do not count share the last rank, with no value in any column."""
    out = [who for who, counts in early_leavers(tournament).items() if not counts]
    ids = [e.id for e in tournament.ranked_by_seed if e.id not in out]
    rows = rank_entrants(ids, tournament, counted_outcomes(tournament))
    none = dict.fromkeys(tournament.options.tiebreaks)
    last = [StandingRow(len(rows) + 1, e.id, none, None, counts=False) for e in tournament.ranked_by_seed if e.id in out]
    return [*rows, *last]
