"""Repair a published round: pair unplayed tables again, and remove bracket matches that a correction made wrong."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from scorekeeper.pairing import stages
from scorekeeper.pairing.directing import corrections, director
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import MatchState, PlayedBracket
from scorekeeper.pairing.record.record import Result, Round, Table, Tournament

Place = tuple[int, int]
"""A round and a table."""


def pair_again(tournament: Tournament, playing: Set[int] = frozenset(), *, take_away: bool = False) -> Tournament:
    """Return the tournament with the last round's unplayed tables paired again.

    Finished tables and the tables in `playing` stay. If a bracket continued from a result that was corrected, `take_away`
    removes every match with the wrong entrants, including its result, and seats the right ones in the last round. Without it
    `bracket.played_by_other` is raised.
    """
    if stages.current_finals(tournament):
        return _pair_finals_again(tournament, playing, take_away=take_away)
    if misplayed_matches(tournament) or _later_in_bracket(tournament):
        return _repair_bracket(tournament, playing, take_away=take_away)
    last = tournament.rounds[-1]
    kept_tables = {t.number: t for t in last.tables if t.result.known or t.number in playing}
    # For the pairing, a table being played counts as finished.
    ended = tuple(
        replace(t, result=Result(winner=0)) if t.number in kept_tables and not t.result.known else t for t in last.tables
    )
    found = corrections.repair_round(replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, tables=ended))))
    tables = tuple(kept_tables.get(t.number, t) for t in found.tables)
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(found, tables=tables)))


def _pair_finals_again(tournament: Tournament, playing: Set[int], *, take_away: bool) -> Tournament:
    """Pair each final again on its own. No one changes finals, and a final without open tables stays as it is."""
    found = []
    for part in stages.parts(tournament, stages.stage_of(tournament)):
        inner = part.tournament
        busy = {own for own, number in enumerate(part.tables, 1) if number in playing}
        is_open = any(not t.result.known and t.number not in busy for t in inner.rounds[-1].tables)
        again = pair_again(inner, busy, take_away=take_away) if is_open or misplayed_matches(inner) else inner
        found.append(replace(part, tournament=again))
    return stages.join_finals(tournament, found)


def misplayed_matches(tournament: Tournament) -> dict[Place, MatchState]:
    """Return the brackets' matches with the wrong entrants, by place."""
    return {
        (m.others.round + one.rounds, one.table(m.others.table)): m
        for one in (director.brackets(tournament) if tournament.rounds else [])
        for m in one.bracket.misplayed
        if m.others
    }


def find_blocking_error(tournament: Tournament) -> errors.TournamentError | None:
    """Return the error that stops a bracket after a correction, although each round was right when it was paired."""
    wrong = misplayed_matches(tournament)
    if not wrong:
        return None
    return errors.Illegal("bracket.played_by_other", min(wrong)[0], matches=[m.slot.name for m in wrong.values()])


def _later_in_bracket(tournament: Tournament) -> bool:
    """Return whether the last round is a bracket round after its first, so that results decide who plays."""
    return director.bracket(tournament) is not None and len(tournament.rounds) > stages.offset_of(tournament) + 1


def remove_misplayed(tournament: Tournament) -> Tournament:
    """Return the tournament without bracket matches that have the wrong entrants. No one is seated instead."""
    places = misplayed_matches(tournament).keys()
    return replace(tournament, rounds=tuple(_remove_tables(one, places) for one in tournament.rounds))


def _repair_bracket(tournament: Tournament, playing: Set[int], *, take_away: bool) -> Tournament:
    last = tournament.rounds[-1]
    wrong = misplayed_matches(tournament)
    begun = {(r.number, t.number) for r in tournament.rounds for t in r.tables if t.result.known}
    begun |= {(last.number, number) for number in playing}
    played = [m.slot.name for place, m in wrong.items() if place in begun]
    if played and not take_away:
        raise errors.Illegal("bracket.played_by_other", min(wrong)[0], matches=played)
    leavers = {e.id for e in tournament.entrants if e.left is not None and e.left <= last.number}
    in_vain = {(last.number, t.number) for t in last.tables if leavers & {*t.ids}} - begun - wrong.keys()
    rounds = [_remove_tables(one, wrong.keys() | in_vain) for one in tournament.rounds]
    while len(rounds) > stages.offset_of(tournament) + 2 and not rounds[-1].tables and not rounds[-2].tables:
        rounds.pop()
    waited = {i for t in last.tables if (last.number, t.number) in in_vain for i in t.ids} - leavers
    return _add_playable_matches(replace(tournament, rounds=tuple(rounds)), tournament, waited)


def _remove_tables(one: Round, places: Set[Place]) -> Round:
    tables = tuple(t for t in one.tables if (one.number, t.number) not in places)
    return one if tables == one.tables else replace(one, tables=tables, by_hand=True)


def _add_playable_matches(cleared: Tournament, before: Tournament, waited: Set[str]) -> Tournament:
    """Return the tournament with all playable matches of started rounds added to the last round.

    A match gets its old table if that is free. `waited`: entrants whose opponents have left.
    """
    last = cleared.rounds[-1]
    bracket, was = director.bracket(cleared), director.bracket(before)
    assert bracket is not None
    assert was is not None
    busy = {i for t in last.tables for i in t.ids}
    limit = max((m.wave for m in was.matches.values() if m.seat or m.others), default=0)
    ready = [m for m in bracket.of("ready") if m.wave <= limit and not busy & {*m.sides}]
    numbers = _assign_tables(ready, was, {t.number for t in last.tables}, last.first_table)
    new = [Table(numbers[m.slot.name], tuple((who,) for who in m.sides if who), match=m.slot.name) for m in ready]
    seated = busy | {i for t in new for i in t.ids}
    byes = tuple(dict.fromkeys(i for i in (*last.byes, *sorted(waited)) if i not in seated))
    tables = tuple(sorted((*last.tables, *new), key=lambda t: t.number))
    if not tables:
        return corrections.without_last_round(cleared)
    changed = replace(last, tables=tables, byes=byes, by_hand=last.by_hand or bool(new))
    earlier = tuple(corrections.known_since(one, last.number) for one in cleared.rounds[:-1])
    return replace(cleared, rounds=(*earlier, changed))


def _assign_tables(ready: list[MatchState], was: PlayedBracket, used_numbers: set[int], first: int) -> dict[str, int]:
    """Return a table for each match: its old one if free. Others are numbered from `first` on."""
    numbers: dict[str, int] = {}
    for m in ready:
        old = was.matches[m.slot.name].others
        if old and old.table not in used_numbers:
            numbers[m.slot.name] = old.table
            used_numbers.add(old.table)
    free = (n for n in range(first, first + len(used_numbers) + len(ready)) if n not in used_numbers)
    return {m.slot.name: numbers[m.slot.name] if m.slot.name in numbers else next(free) for m in ready}
